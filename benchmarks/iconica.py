"""How many turns of Iconica a second? Ours compiled and plain, pgx and OpenSpiel, one after the other in every round of
one run on one core. Ratios are what counts; what makes each of them unfair is printed beside it.

    pip install 'referee[bench]'
    python benchmarks/iconica.py [ROUNDS]

Contenders that are not installed are left out, and said to be.
"""

import ast
import os
import random
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

from referee.formats.files import read_setup
from referee.sim import compiled as compiling
from referee.sim import kernels
from referee.sim.compiled import build, compiled, names_of_rules
from referee.sim.layout import BOOK, DEED, FOUND, GAME, LOG, TAPE, packed, unpacked
from referee.sim.running import MOST, run
from referee.sim.vector import Vector
from referee.systems import system_named
from referee.systems.iconica.rules.layout import OVER, Deed, Game, Tape
from referee.systems.iconica.rules.turns import play_on

GAMES = 12_000
"""Games of one round, about a tenth of a second."""


EXAMPLES = Path(__file__).parents[1] / "examples"


def start_of(example=None):
    """The first game and the roster of a set-up; two players about to draft if there is none."""
    iconica = system_named("iconica")
    state = iconica.setup(read_setup(iconica, EXAMPLES / example) if example else iconica.fresh(("A", "B"), {}))
    return state.game(), state.roster


PARTIES, DRAFTS = "duel.toml", None
"""Two fixed parties, so that nothing but play is measured; and parties drafted at random."""


# ------------------------------------------------------------------ ours


def in_machine_code(kernel, start, games=GAMES):
    """One round of compiled play: (turns, seconds)."""
    game, roster = start
    arrays = packed(game, GAME), np.zeros(1, GAME), packed(roster.book, BOOK), np.zeros(1, DEED), np.zeros(1, TAPE)
    found = np.zeros(games, FOUND)

    def once():
        before = time.perf_counter()
        kernel(*arrays, 7, 0, found, MOST)
        return int(found["turns"].sum()), time.perf_counter() - before

    return once


def with_log(start, games=GAMES // 12):
    """The same with every event written."""
    game, roster = start
    kernel = compiled("run_logged")
    arrays = packed(game, GAME), np.zeros(1, GAME), packed(roster.book, BOOK), np.zeros(1, DEED), np.zeros(1, TAPE)
    logs, finals, rows = np.zeros(1, LOG), np.zeros(games, GAME), np.zeros((games * 4000, 8), np.int16)
    found = np.zeros(games, FOUND)

    def once():
        before = time.perf_counter()
        kernel(*arrays, logs, 7, 0, found, finals, rows, MOST)
        return int(found["turns"].sum()), time.perf_counter() - before

    return once


def plain(start, games=12):
    """The same rules as plain Python, no log."""
    game, roster = start
    first, deed, tape = packed(game, GAME), Deed(), Tape()

    def once():
        turns = 0
        before = time.perf_counter()
        for number in range(games):
            work = unpacked(first, Game)
            kernels.open_tape(tape, 7, number)
            kernels.open_game(work, roster.book, tape, None)
            while work.phase != OVER:
                tape.at = 0
                play_on(work, roster.book, deed, tape, None)
            turns += work.turn
        return turns, time.perf_counter() - before

    return once


def door(batch, observes, steps=40):
    """The vector door, choices made outside by NumPy: (choices, seconds inside the door)."""
    games = Vector(batch, read_setup(system_named("iconica"), EXAMPLES / PARTIES), resets=True, observes=observes)
    chance = np.random.default_rng(1)

    def once():
        inside = 0.0
        for _ in range(max(steps, 20_000 // batch)):
            choices = np.argmax(games.legal * chance.random(games.legal.shape, np.float32), axis=1)
            before = time.perf_counter()
            games.step(choices)
            inside += time.perf_counter() - before
        return batch * max(steps, 20_000 // batch), inside

    return once


class WithoutLog(ast.NodeTransformer):
    """The source without a word about logs."""

    def visit_If(self, node):
        self.generic_visit(node)
        test = ast.unparse(node.test)
        if "log is None" in test:
            return node.body
        if "log is not None" in test:
            return node.orelse or ast.Pass()
        return node

    def visit_Expr(self, node):
        call = node.value
        gone = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("note", "note_of")
        return ast.Pass() if gone else node


def never_logged():
    """`run_games` compiled from a source from which every call of the log has been deleted."""
    names = names_of_rules()
    for module in (*compiling.RULES, kernels):
        tree = ast.fix_missing_locations(WithoutLog().visit(ast.parse(Path(module.__file__).read_text())))
        scope = dict(vars(module))
        exec(compile(tree, module.__file__, "exec"), scope)
        names |= {name: thing for name, thing in scope.items() if name in vars(module) and not name.startswith("__")}
    return build(names["run_games"], names, keep=False)


# ------------------------------------------------------------------ others


def pgx_backgammon(batch=64, steps=100):
    """Random legal play of backgammon in JAX, the loop compiled too; an observation is built in every step."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("backgammon")

    def one(carry, _):
        state, key = carry
        key, choosing, rolling = jax.random.split(key, 3)
        choice = jax.random.categorical(choosing, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        return (jax.vmap(env.step)(state, choice, jax.random.split(rolling, batch)), key), None

    several = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=steps)[0])
    now = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)]
    now[:] = several(*now)

    def once():
        before = time.perf_counter()
        now[:] = jax.block_until_ready(several(*now))
        return batch * steps, time.perf_counter() - before

    return once


def spiel_python(games=30):
    """Random legal play of backgammon in OpenSpiel, called from Python; only players' moves are counted."""
    import pyspiel

    backgammon, chance = pyspiel.load_game("backgammon"), random.Random(1)

    def once():
        moves = 0
        before = time.perf_counter()
        for _ in range(games):
            state = backgammon.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    faces, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(faces, weights)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    moves += 1
        return moves, time.perf_counter() - before

    return once


def spiel_core(games=60, moves=102.5):
    """The same played by OpenSpiel's own C++ loop with its uniform bots; `moves` a game, as the Python loop counts."""
    import pyspiel

    backgammon = pyspiel.load_game("backgammon")
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in (0, 1)]

    def once():
        before = time.perf_counter()
        for number in range(games):
            pyspiel.evaluate_bots(backgammon.new_initial_state(), bots, number)
        return games * moves, time.perf_counter() - before

    return once


# ------------------------------------------------------------------ the run


CONTENDERS = {
    "compiled, parties given": lambda: in_machine_code(compiled("run_games"), start_of(PARTIES)),
    "compiled, each game drafts": lambda: in_machine_code(compiled("run_games"), start_of(DRAFTS)),
    "compiled anew, log off": lambda: in_machine_code(
        build(kernels.run_games, names_of_rules(), keep=False), start_of(PARTIES)
    ),
    "compiled anew, no log in the source": lambda: in_machine_code(never_logged(), start_of(PARTIES)),
    "compiled, log on": lambda: with_log(start_of(PARTIES)),
    **{
        f"door, batch {batch}{'' if observes else ', no observation'}": partial(door, batch, observes)
        for batch in (16, 256, 4096, 16384)
        for observes in (True, False)
    },
    "plain Python": lambda: plain(start_of(PARTIES)),
    "pgx backgammon, batch 64": pgx_backgammon,
    "pgx backgammon, batch 256": lambda: pgx_backgammon(256, 30),
    "OpenSpiel backgammon, C++": spiel_core,
    "OpenSpiel backgammon, from Python": spiel_python,
}

OURS = "compiled, parties given"
PAIRS = (
    (OURS, "plain Python", "same rules, same dice; plain Python is made to be read and to be stopped at a question"),
    (OURS, "pgx backgammon, batch 64", "another game: finding the legal moves of backgammon is more work than a turn of "
     "Iconica, but a step is one checker's move, not a turn; pgx builds an observation in every step and is made for "
     "accelerators, we build none here"),
    (OURS, "pgx backgammon, batch 256", "the same"),
    ("door, batch 4096", "pgx backgammon, batch 64", "both build observations and masks; ours counts choices (who acts, "
     "whom it hits), pgx moves of a checker; our choices are drawn outside and not timed"),
    ("door, batch 4096", "door, batch 256", "flat from 256 on is 1"),
    ("door, batch 16384", "door, batch 256", "the same"),
    (OURS, "OpenSpiel backgammon, C++", "another game; a move is a whole throw, its dice are chance nodes, uncounted"),
    (OURS, "OpenSpiel backgammon, from Python", "the same, and Python between the calls, of which our loop has none"),
    (OURS, "compiled, log on", "what a log costs"),
    ("compiled anew, log off", "compiled anew, no log in the source", "at least 0.97: a log that is off costs nothing"),
)  # fmt: skip


def threads():
    """How much a second core adds: (one thread's time over two threads' time) / 2."""
    cores = len(os.sched_getaffinity(0))
    game, roster = start_of(PARTIES)
    shares = []
    for _ in range(5):
        took = []
        for many in (1, cores):
            before = time.perf_counter()
            run(game, roster, 60_000, "bench", threads=many)
            took.append(time.perf_counter() - before)
        shares.append(took[0] / took[1] / cores)
    return cores, statistics.median(shares)


def warm_start():
    """Seconds from a shell to the result of one game, the rules compiled before."""
    took = []
    for _ in range(5):
        before = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "referee.cli", "simulate", "iconica", "--games", "1"],
            check=True,
            capture_output=True,
        )
        took.append(time.perf_counter() - before)
    return statistics.median(took)


def main(rounds=7):
    compiled("run_games")
    cores, share = threads()
    print(f"{cores} threads on {cores} cores: each does {share:.2f} of what one does alone")
    print(f"simulate, warm, from the shell to the result: {warm_start():.2f} s")

    # One core for everybody from here on; JAX would take them all.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ready = {}
    for name, make in CONTENDERS.items():
        try:
            ready[name] = make()
        except ImportError as error:
            print(f"{name}: left out, {error.name} is not installed (pip install 'referee[bench]')")
    rates = {name: [] for name in ready}
    for _ in range(rounds):
        for name, once in ready.items():
            steps, seconds = once()
            rates[name].append(steps / seconds)
    print(f"\nturns or moves a second on one core, median of {rounds} interleaved rounds")
    for name, found in rates.items():
        print(f"  {name:<42}{statistics.median(found):>12,.0f}")
    print("\nratios, median of the rounds")
    for one, other, unfair in PAIRS:
        if one in rates and other in rates:
            found = sorted(a / b for a, b in zip(rates[one], rates[other], strict=True))
            print(f"  {statistics.median(found):7.2f}  ({found[0]:.2f} to {found[-1]:.2f})  {one} / {other}: {unfair}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

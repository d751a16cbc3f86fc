"""Effects of cards, row by row. Each part is finished before the next begins (iconica.action.step)."""

from __future__ import annotations

from referee.systems.iconica.rules import cites, marks
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Book, Deed, Game, Tape
from referee.systems.iconica.rules.looks import (
    auras_on,
    barred_status,
    dealt_by,
    first_rival,
    fitting,
    healing_for,
    healing_under,
    holds,
    in_play,
    members,
    side_of,
    taken_under,
    tile_of,
    warded,
)
from referee.systems.iconica.rules.marks import (
    Log,
    answered,
    aura_ended,
    aura_laid,
    delay_laid,
    delay_lost,
    emptied,
    ended,
    healed,
    hurt,
    lost_turn,
    note,
    note_of,
    parried,
    placed,
    revived,
    skulled,
)
from referee.systems.iconica.rules.tape import choose, lowest, ones, pick_random, roll_die


def start_deed(game: Game, deed: Deed, kind: int, actor: int, type: int, clause: int) -> None:
    """Begin something new: nobody is aimed at, chosen or hit yet."""
    deed.kind = kind
    deed.actor = actor
    deed.type = type
    deed.clause = clause
    deed.number = 0
    deed.die = 0
    deed.emptied = 0
    deed.target = 0
    deed.chosen = 0
    deed.aimed = 0
    deed.matched = 0
    deed.done = 0
    if kind == L.FINAL:
        for c in range(game.count):
            deed.placed[c] = 0


def run(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, row: int) -> None:
    """Run a list of effects from its first row to its end."""
    while book.op[row] != L.END and not tape.pending:
        if deed.kind != L.FINAL and not game.alive >> deed.actor & 1:
            while book.op[row] == L.JUMP:
                row = book.goto[row]
            if book.op[row] != L.END:
                note(log, marks.SKIPPED, cites.ACTION_ACTOR_SKULLED, cites.NONE, deed.actor, 0, 0)
            return
        deed.emptied = 0
        row = run_row(game, book, deed, tape, log, row)


def run_row(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, row: int) -> int:
    """Run one row, and say which comes next."""
    op = book.op[row]
    if op == L.TEST:
        return row + 1 if holds(game, book, deed, book.when[row], deed.target) else book.goto[row]
    if op == L.JUMP:
        return book.goto[row]
    if op == L.CASE:
        return row + 1 if book.faces[row] >> deed.die & 1 else book.goto[row]
    if op == L.ROLL:
        seat = game.seat[deed.actor]
        face = roll_die(tape, seat, cites.ACTION_TEXT_RULES, deed.actor)
        note(log, marks.DIE, cites.ACTION_TEXT_RULES, cites.NONE, deed.actor, face, -1)
        deed.die = face - 1
        deed.done += 1
        return row + 1
    if op == L.CHOOSE:
        seat = game.seat[deed.actor]
        clause = cites.TURN_ACTION_TARGET
        if book.what[row]:
            seat = first_rival(game, side_of(game, deed.actor))
            clause = cites.TEAM_CHOICES
        deed.row = row
        deed.die = choose(tape, L.OPTION, seat, (1 << book.amount[row]) - 1, clause, deed.actor)
        deed.done += 1
        if not tape.pending:
            note(log, marks.CHOSE, clause, cites.NONE, seat, deed.die, deed.actor)
        return row + 1
    if op == L.DELAY:
        delay_laid(
            game,
            log,
            cites.TURN_OPENING_DELAYED,
            deed.actor,
            book.amount[row],
            book.what[row],
            type_of(book, deed, row),
        )
        deed.done += 1
        return row + 1
    if op == L.LOSE_TURN:
        lose_turn(game, deed, tape, log)
        return row + 1
    if op == L.REVIVE:
        if game.skulled >> deed.actor & 1:
            left = min(book.amount[row], book.health[game.card[deed.actor]])
            revived(game, log, cites.FINAL_REVIVE, deed.actor, left)
        return row + 1
    givers = 0
    if op == L.TRANSFER:
        givers = find(game, book, deed, tape, log, L.GIVER, book.giver[row], book.giver_where[row])
        burdened = 0
        while givers:
            c = lowest(givers)
            givers &= givers - 1
            if game.status[c] & book.negative:
                burdened |= 1 << c
        givers = burdened
        if givers == 0 and not tape.pending:
            note(log, marks.SKIPPED, cites.ACTION_PARTIAL, cites.NONE, deed.actor, book.giver[row], 0)
            return row + 1
    mask = find(game, book, deed, tape, log, L.PICK, book.aim[row], book.where[row])
    if tape.pending:
        return row + 1
    if op == L.TRANSFER:
        mask &= ~givers
    if mask == 0:
        gone = book.aim[row] == L.TARGET and deed.target != 0
        clause = cites.ACTION_TARGET_GONE if gone else cites.ACTION_PARTIAL
        note(log, marks.SKIPPED, clause, absent(game), deed.actor, book.aim[row], 0)
        return row + 1
    deed.done += 1
    if aims(book, op, row):
        deed.aimed |= mask & members(game, 1 - side_of(game, deed.actor))
    if op == L.DAMAGE:
        damage(game, book, deed, tape, log, row, mask)
        return row + 1
    for turn in range(2):
        part = mask & members(game, game.active ^ turn)
        while part:
            touch(game, book, deed, log, row, op, lowest(part), givers)
            part &= part - 1
    return row + 1


def absent(game: Game) -> int:
    """The clause to cite beside a part without a target while somebody is out of play, or -1."""
    for c in range(game.count):
        if game.card[c] >= 0 and not game.alive >> c & 1:
            return cites.SKULL_NO_HEAL
    return cites.NONE


def aims(book: Book, op: int, row: int) -> bool:
    """Whether a row, if it concerns rivals, is aimed at them (iconica.strength.who)."""
    if op == L.GIVE:
        return book.negative >> book.what[row] & 1 == 1
    if op == L.LAY:
        return book.a_negative >> book.what[row] & 1 == 1
    if op == L.REMOVE:
        return book.negative >> book.what[row] & 1 == 0
    return op == L.DAMAGE or op == L.STRIP or op == L.TRANSFER


def touch(game: Game, book: Book, deed: Deed, log: Log | None, row: int, op: int, c: int, givers: int) -> None:
    """Let a row that is no damage work on one character."""
    final = deed.kind == L.FINAL
    if op == L.HEAL:
        amount = amount_for(game, book, deed, row, c)
        clause = cites.ACTION_HEALING if deed.kind in (L.ACTION, L.STRENGTH, L.DELAYED) else deed.clause
        heal(game, book, deed, log, c, amount, clause)
    elif op == L.GIVE:
        s = book.what[row]
        turns = book.amount[row]
        if book.counted >> s & 1 and turns == 0:
            turns = book.lasting[s]
        give(game, book, deed, log, c, s, turns)
    elif op == L.DISPEL:
        clear(game, book, log, c, book.negative, book.a_negative, cites.ACTION_TEXT_RULES)
    elif op == L.STRIP:
        clear(game, book, log, c, ~book.negative, ~book.a_negative, cites.ACTION_TEXT_RULES)
    elif op == L.REMOVE:
        if game.status[c] >> book.what[row] & 1:
            ended(game, log, cites.ACTION_TEXT_RULES, cites.NONE, c, book.what[row])
    elif op == L.LAY:
        a = book.what[row]
        if final and book.a_negative >> a & 1 and warded(game, book, c):
            note(log, marks.BLUNTED, cites.FINAL_WARD, cites.NONE, c, 0, 0)
        else:
            fresh = 1 if side_of(game, deed.actor) == game.active else 0
            aura_laid(game, log, cites.CONTEXT_AURA, c, a, deed.actor, fresh)
    elif op == L.TRANSFER:
        while givers:
            transfer(game, book, deed, log, lowest(givers), c)
            givers &= givers - 1


# ------------------------------------------------------------------ whom it concerns


def find(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, asks: int, aim: int, where: int) -> int:
    """The characters that a selector means now; where one is to be picked, its chooser is asked."""
    actor = deed.actor
    side = side_of(game, actor)
    foes = in_play(game, 1 - side)
    friends = in_play(game, side)
    if aim == L.SELF or aim == L.BEARER:
        return fitting(game, book, game.alive & 1 << actor, where)
    if aim == L.TARGET:
        return fitting(game, book, game.alive & deed.target, where)
    if aim == L.MATCHED:
        return fitting(game, book, game.alive & deed.matched, where)
    if aim == L.ALL_FOES:
        mask = fitting(game, book, foes, where)
        if mask:
            deed.target = mask
        return mask
    if aim == L.ALL_FRIENDS:
        return fitting(game, book, friends, where)
    if aim == L.ALL_ALLIES:
        return fitting(game, book, friends & ~(1 << actor), where)
    if aim == L.EVERYONE:
        return fitting(game, book, game.alive, where)
    if aim == L.EVERYONE_ELSE:
        return fitting(game, book, game.alive & ~(1 << actor), where)
    seat = game.seat[actor]
    narrowed = False
    clause = cites.TURN_ACTION_TARGET
    if deed.kind == L.DELAYED:
        clause = cites.DELAYED_TARGETS
    if aim == L.ONE_FRIEND or aim == L.ONE_ALLY:
        mask = fitting(game, book, friends & ~(1 << actor) if aim == L.ONE_ALLY else friends, where)
    else:
        mask = fitting(game, book, foes, where)
        if aim == L.OTHER_FOE:
            mask &= ~deed.chosen
        if aim == L.OPPONENT_CHOICE:
            seat = first_rival(game, side)
            clause = cites.TEAM_CHOICES
        elif aim != L.RANDOM_FOE:
            free = mask
            mask = guarded(game, book, deed, free)
            narrowed = mask != free
    if mask == 0:
        return 0
    if aim == L.RANDOM_FOE:
        pick = pick_random(tape, seat, mask)
    else:
        pick = choose(tape, asks, seat, mask, clause, actor)
    if not tape.pending:
        deed.target = 1 << pick
        if aim != L.ONE_FRIEND and aim != L.ONE_ALLY:
            deed.chosen |= 1 << pick
        also = cites.TEAM_ALLIED if game.seats > 2 else cites.NONE
        if aim == L.RANDOM_FOE:
            also = cites.CONTEXT_DETERMINISM
        elif narrowed:
            also = cites.CONTEXT_AURA
        note(log, marks.AIMED, clause, also, actor, pick, seat)
    return 1 << pick


def guarded(game: Game, book: Book, deed: Deed, mask: int) -> int:
    """Those of the foes that may be picked while guards stand before the others (iconica.context.aura)."""
    if not book.guards or deed.kind not in (L.ACTION, L.STRENGTH, L.DELAYED):
        return mask
    guards = 0
    left = mask
    while left:
        c = lowest(left)
        left &= left - 1
        if auras_on(game, book, c) & book.guards:
            guards |= 1 << c
    return guards if guards else mask


# ------------------------------------------------------------------ amounts


def type_of(book: Book, deed: Deed, row: int) -> int:
    """Melee, ranged or status: the row's own word, or the action's."""
    return deed.type if book.type[row] < 0 else book.type[row]


def amount_for(game: Game, book: Book, deed: Deed, row: int, c: int) -> int:
    """The tiles that a row names for one character: amount, bonus, `per`, and the limit."""
    total = book.amount[row]
    for at in range(book.bonus[row], book.bonus[row] + book.bonuses[row]):
        if holds(game, book, deed, book.bonus_if[at], 1 << c):
            total += book.bonus_amount[at]
    if book.per[row]:
        side = side_of(game, deed.actor)
        if book.per[row] == L.FOES:
            mask = in_play(game, 1 - side)
        else:
            mask = in_play(game, side)
            if book.per[row] == L.ALLIES:
                mask &= ~(1 << deed.actor)
        total += book.per_amount[row] * ones(fitting(game, book, mask, book.per_where[row]))
    if book.limit[row] >= 0:
        total = min(total, book.limit[row])
    return total


def attacks(game: Game, deed: Deed, c: int) -> bool:
    """Whether damage to a character now comes from a rival's action, Strength or delayed action."""
    return deed.kind in (L.ACTION, L.STRENGTH, L.DELAYED) and side_of(game, c) != side_of(game, deed.actor)


# ------------------------------------------------------------------ damage


def damage(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, row: int, mask: int) -> None:
    """Move the markers of all targets, then let Reaction Tiles answer in the same order
    (iconica.action.step, iconica.reaction.area-order)."""
    auras = auras_on(game, book, deed.actor)
    # One part is reckoned on one situation: what each takes stands before the first marker moves.
    changed = 0
    hit = 0
    left = mask
    while left:
        c = lowest(left)
        left &= left - 1
        amount = amount_for(game, book, deed, row, c)
        if attacks(game, deed, c) and not book.flat[row]:
            type = type_of(book, deed, row)
            more = dealt_by(book, auras, type) + taken_under(book, auras_on(game, book, c), type)
            if more:
                changed |= 1 << c
                amount += more
        if deed.kind == L.FINAL and warded(game, book, c):
            note(log, marks.BLUNTED, cites.FINAL_WARD, cites.NONE, c, amount, 0)
        elif amount <= 0:
            note(log, marks.BLUNTED, cites.CONTEXT_AURA, cites.NONE, c, 0, 0)
        else:
            deed.amounts[c] = amount
            hit |= 1 << c
    # Whatever came before this part is finished (iconica.action.step).
    step = cites.ACTION_STEP if deed.done > 1 else cites.NONE
    answering = 0
    for turn in range(2):
        part = hit & members(game, game.active ^ turn)
        while part and not tape.pending:
            c = lowest(part)
            part &= part - 1
            also = cites.CONTEXT_AURA if changed >> c & 1 else step
            if strike(game, book, deed, tape, log, c, deed.amounts[c], deed.clause, also):
                answering |= 1 << c
    left = answering
    while left and not tape.pending:
        answer_back(game, book, deed, tape, log, lowest(left), answering)
        left &= left - 1


def answer_back(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int, answering: int) -> None:
    """A Reaction Tile strikes the attacking character, if it is still in play (iconica.reaction.trigger)."""
    amount = book.reacts[game.card[c]][tile_of(game, book, c)]
    actor = deed.actor
    also = cites.REACTION_AREA_ORDER if answering & (answering - 1) else cites.NONE
    if deed.kind == L.STRENGTH:
        also = cites.REACTION_STRENGTH
    elif deed.kind == L.DELAYED:
        also = cites.DELAYED_PARRY_REACTION
    if not game.alive >> actor & 1:
        note(log, marks.UNUSED, cites.REACTION_AREA_ORDER, cites.NONE, c, 0, 0)
        return
    answered(game, log, cites.REACTION_TRIGGER, also, c, amount, actor)
    kind = deed.kind
    deed.kind = L.REACTION
    deed.emptied = 0
    strike(game, book, deed, tape, log, actor, amount, cites.REACTION_TRIGGER, cites.NONE)
    if not tape.pending:
        deed.kind = kind


def strike(
    game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int, amount: int, clause: int, also: int
) -> bool:
    """Move one marker toward the Skull Tile and let it land. Says whether a Reaction Tile is to answer."""
    before = game.left[c]
    left = max(0, before - amount)
    more = cites.NONE
    if log is not None and passes(game, book, c, before, left):
        more = cites.TILE_LANDING_ONLY
    hurt(game, log, clause, also, more, c, amount, left)
    if amount > before:
        note(log, marks.WASTED, cites.ACTION_OVERKILL, cites.NONE, c, amount - before, 0)
    if deed.kind in (L.ACTION, L.STRENGTH, L.DELAYED):
        broken = game.status[c] & book.broken
        while broken:
            ended(game, log, cites.STATUS_UNIQUE, cites.NONE, c, lowest(broken))
            broken &= broken - 1
    if left == 0:
        skull(game, book, deed, log, c)
        return False
    arrival = cites.NULLIFIER_REMOVE if attacks(game, deed, c) else cites.NULLIFIER_HEALING_LANDS
    if deed.kind == L.STATUS:
        arrival = cites.STATUS_POISON_TILES
    land(game, book, deed, log, c, arrival)
    by_rival = attacks(game, deed, c) or deed.kind == L.REACTION
    tile = tile_of(game, book, c)
    has_parried = False
    if book.parries[game.card[c]][tile]:
        if not by_rival:
            note(log, marks.UNUSED, why_no_parry(deed), cites.NONE, c, tile, 0)
        elif choose(tape, L.PARRY, game.seat[c], 3, cites.PARRY_OPTIONAL, c) == L.YES:
            if not tape.pending:
                parry(game, book, deed, log, c)
                has_parried = True
        else:
            note(log, marks.UNUSED, cites.PARRY_OPTIONAL, cites.NONE, c, tile, 0)
    tile = tile_of(game, book, c)
    if book.reacts[game.card[c]][tile] == 0:
        return False
    if attacks(game, deed, c):
        if has_parried:
            note(log, marks.UNUSED, cites.REACTION_PARRY, cites.NONE, c, tile, 1)
        return True
    note(log, marks.UNUSED, why_no_reaction(deed), cites.NONE, c, tile, 0)
    return False


def passes(game: Game, book: Book, c: int, before: int, left: int) -> bool:
    """Whether a move passes over a tile that would have done something."""
    k = game.card[c]
    for at in range(left + 1, before):
        tile = book.health[k] - at
        if book.reacts[k][tile] or book.parries[k][tile] or book.nullifies[k][tile]:
            return True
    return False


def parry(game: Game, book: Book, deed: Deed, log: Log | None, c: int) -> None:
    """Move one tile back up; the tile reached counts, but gives no second Parry (iconica.parry.once)."""
    also = cites.NONE
    if deed.kind == L.STRENGTH:
        also = cites.PARRY_STRENGTH
    elif deed.kind == L.DELAYED:
        also = cites.DELAYED_PARRY_REACTION
    elif deed.kind == L.REACTION:
        also = cites.PARRY_OPPONENT_DAMAGE
    parried(game, log, cites.NULLIFIER_PARRY, also, c, game.left[c] + 1)
    land(game, book, deed, log, c, cites.PARRY_REACTION)
    tile = tile_of(game, book, c)
    if book.parries[game.card[c]][tile]:
        note(log, marks.UNUSED, cites.PARRY_ONCE, cites.NONE, c, tile, 0)


def why_no_parry(deed: Deed) -> int:
    """The clause that keeps damage of this kind from being parried."""
    if deed.kind == L.STATUS:
        return cites.PARRY_NOT_STATUS
    if deed.kind == L.CONFUSION:
        return cites.PARRY_NOT_CONFUSION
    if deed.kind == L.FINAL:
        return cites.PARRY_NOT_FINAL
    return cites.PARRY_OPPONENT_DAMAGE


def why_no_reaction(deed: Deed) -> int:
    """The clause that keeps a Reaction Tile from answering damage of this kind."""
    if deed.kind == L.REACTION:
        return cites.REACTION_NO_CHAIN
    if deed.kind == L.FINAL:
        return cites.FINAL_NO_PARRY_REACTION
    if deed.kind in (L.STATUS, L.CONFUSION):
        return cites.REACTION_NOT_STATUS_FINAL
    return cites.REACTION_OWN_SIDE


def land(game: Game, book: Book, deed: Deed, log: Log | None, c: int, clause: int) -> None:
    """The tile on which a marker came to rest removes the statuses that it names. Those that a Final Act has dealt
    stay through that Final Act (iconica.final.unpreventable)."""
    gone = game.status[c] & book.nullifies[game.card[c]][tile_of(game, book, c)]
    if not gone:
        return
    if deed.kind == L.FINAL and gone & deed.placed[c]:
        note(log, marks.STAYED, cites.FINAL_UNPREVENTABLE, cites.NONE, c, 0, 0)
        gone &= ~deed.placed[c]
    while gone:
        s = lowest(gone)
        gone &= gone - 1
        ended(game, log, clause, nullifier_clause(book, s), c, s)


def nullifier_clause(book: Book, s: int) -> int:
    """The clause of the nullifier that stops a status."""
    by = book.blocked_by[s]
    if by == 1:
        return cites.NULLIFIER_ANTIDOTE
    if by == 2:
        return cites.NULLIFIER_COURAGE
    if by == 3:
        return cites.NULLIFIER_EVASION
    if by == 4:
        return cites.NULLIFIER_FOCUS
    return cites.NULLIFIER_CLARITY


def skull(game: Game, book: Book, deed: Deed, log: Log | None, c: int) -> None:
    """A marker is on the Skull Tile: everything on the character and from it ends (iconica.skull.clear)."""
    others = game.touched & ~(1 << c)
    while others:
        other = lowest(others)
        others &= others - 1
        mask = game.aura[other]
        while mask:
            a = lowest(mask)
            mask &= mask - 1
            if game.source[other][a] == c:
                aura_ended(game, log, cites.SKULL_CLEAR, other, a)
    for at in range(game.delays - 1, -1, -1):
        if game.delay_who[at] == c:
            delay_lost(game, log, cites.DELAYED_ACTOR_SKULLED, at)
    tiled = book.parries[game.card[c]][book.health[game.card[c]] - 1]
    side = side_of(game, c)
    opening = game.phase == L.READY and side == game.active and deed.kind != L.FINAL
    more = cites.TURN_OPENING_SKULLED if opening else cites.NONE
    skulled(game, log, cites.FINAL_ELIMINATED, cites.SKULL_TILE if tiled else cites.SKULL_CLEAR, more, c)
    if in_play(game, side) == 0:
        other = 1 - side
        if game.emptied[other] == 0 or in_play(game, other):
            emptied(game, log, cites.GOAL_WIN, side, 1)
        elif deed.emptied >> other & 1:
            emptied(game, log, cites.GOAL_SIMULTANEOUS, side, game.emptied[other])
        else:
            emptied(game, log, cites.GOAL_FIRST_WINS, side, game.emptied[other] + 1)
        deed.emptied |= 1 << side


# ------------------------------------------------------------------ healing, statuses, turns


def heal(game: Game, book: Book, deed: Deed, log: Log | None, c: int, amount: int, clause: int) -> None:
    """Move one marker toward the Start Tile and let it land."""
    final = deed.kind == L.FINAL
    moved = healing_for(game, book, c, amount, final)
    also = cites.NONE
    if not final and healing_under(book, auras_on(game, book, c)):
        also = cites.CONTEXT_AURA
    elif moved < amount:
        also = cites.ACTION_HEAL_CAP
    if moved == 0:
        why = cites.ACTION_HEAL_CAP
        if deed.kind != L.FINAL and tile_of(game, book, c):
            why = cites.STATUS_UNIQUE if game.status[c] & book.no_healing else cites.CONTEXT_AURA
        note(log, marks.BLUNTED, why, cites.NONE, c, 0, 1)
        return
    healed(game, log, clause, also, c, moved, game.left[c] + moved)
    land(game, book, deed, log, c, cites.NULLIFIER_HEALING_LANDS)
    tile = tile_of(game, book, c)
    if book.parries[game.card[c]][tile]:
        note(log, marks.UNUSED, cites.PARRY_NOT_HEALING, cites.NONE, c, tile, 0)
    if book.reacts[game.card[c]][tile]:
        note(log, marks.UNUSED, cites.REACTION_NOT_HEALING, cites.NONE, c, tile, 0)


def give(game: Game, book: Book, deed: Deed, log: Log | None, c: int, s: int, turns: int) -> None:
    """Deal a status, unless something keeps it away."""
    final = deed.kind == L.FINAL
    bar = barred_status(game, book, c, s, final)
    if bar >= 0:
        prevented(book, log, bar, c, s)
        return
    fresh = 1 if side_of(game, c) == game.active else 0
    if log is None:
        placed(game, log, 0, 0, 0, c, s, turns, fresh)
    else:
        clause = book.status_cites[s]
        also = cites.NONE
        more = cites.NONE
        if final and book.nullifies[game.card[c]][tile_of(game, book, c)] >> s & 1:
            also = cites.FINAL_UNPREVENTABLE
        elif game.status[c] >> s & 1:
            also = cites.STATUS_REPLACE
        elif game.status[c]:
            also = cites.MARKER_COEXIST
        elif fresh and book.counted >> s & 1:
            also = cites.STATUS_STUN_LATE
        if book.counted >> s & 1 and turns > book.lasting[s]:
            more = cites.STATUS_MULTI_TURN
        elif deed.kind == L.STRENGTH:
            more = cites.STRENGTH_OTHER
        elif book.unique >> s & 1 and book.blocked_by[s] == 0:
            more = cites.STATUS_UNIQUE_NULLIFIER
        placed(game, log, clause, also, more, c, s, turns, fresh)
    if final:
        deed.placed[c] |= 1 << s


def prevented(book: Book, log: Log | None, bar: int, c: int, s: int) -> None:
    """Tell that a status was not placed, and by which clause."""
    if bar == cites.NULLIFIER_PREVENT:
        note_of(log, marks.PREVENTED, bar, nullifier_clause(book, s), cites.NULLIFIER_LANDING, c, s, 0)
    else:
        note(log, marks.PREVENTED, bar, cites.NONE, c, s, 0)


def clear(game: Game, book: Book, log: Log | None, c: int, statuses: int, auras: int, clause: int) -> None:
    """Take statuses and laid auras away."""
    mask = game.status[c] & statuses
    while mask:
        ended(game, log, clause, cites.NONE, c, lowest(mask))
        mask &= mask - 1
    mask = game.aura[c] & auras
    while mask:
        aura_ended(game, log, clause, c, lowest(mask))
        mask &= mask - 1


def transfer(game: Game, book: Book, deed: Deed, log: Log | None, giver: int, c: int) -> None:
    """Move every negative status that the new bearer can be given, turns included."""
    mask = game.status[giver] & book.negative
    while mask:
        s = lowest(mask)
        mask &= mask - 1
        bar = barred_status(game, book, c, s, deed.kind == L.FINAL)
        if bar >= 0:
            prevented(book, log, bar, c, s)
        else:
            turns = game.turns[giver][s]
            ended(game, log, cites.ACTION_TEXT_RULES, cites.NONE, giver, s)
            give(game, book, deed, log, c, s, turns)


def lose_turn(game: Game, deed: Deed, tape: Tape, log: Log | None) -> None:
    """A rival loses the next turn; with two of them the owner names one (iconica.context.lost-turn)."""
    side = side_of(game, deed.actor)
    mask = 0
    for seat in range(1 - side, game.seats, 2):
        if game.party[seat] & game.alive:
            mask |= 1 << seat
    if mask == 0:
        note(log, marks.SKIPPED, cites.ACTION_PARTIAL, cites.NONE, deed.actor, 0, 0)
        return
    seat = choose(tape, L.RIVAL_SEAT, game.seat[deed.actor], mask, cites.CONTEXT_LOST_TURN, deed.actor)
    deed.done += 1
    if not tape.pending:
        lost_turn(game, log, cites.CONTEXT_LOST_TURN, seat)


def strengths(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None) -> None:
    """After the whole action, Strengths against the rivals it was aimed at (iconica.strength.after)."""
    k = game.card[deed.actor]
    aimed = deed.aimed
    for at in range(L.STRENGTHS):
        row = book.strength[k][at]
        if row < 0 or tape.pending or not game.alive >> deed.actor & 1:
            return
        matched = fitting(game, book, aimed & game.alive, book.strength_vs[k][at])
        if matched:
            if log is not None:
                against, after, who = cites.STRENGTH_AGAINST, cites.STRENGTH_AFTER, cites.STRENGTH_WHO
                for c in range(game.count):
                    if matched >> c & 1:
                        note_of(log, marks.STRONG, against, after, who, deed.actor, c, 0)
            type = deed.type
            start_deed(game, deed, L.STRENGTH, deed.actor, type, cites.STRENGTH_SEPARATE_HIT)
            deed.matched = matched
            run(game, book, deed, tape, log, row)

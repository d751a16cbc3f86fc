"""A match as lines to read, and what differs between two of them."""

from __future__ import annotations

from referee.core.codec import BadInput
from referee.systems.iconica.cards.compile import Roster
from referee.systems.iconica.cards.words import (
    attempt_words,
    aura_words,
    final_act_words,
    sentence,
    status_words,
    strength_words,
    title,
)
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.draft import picker
from referee.systems.iconica.rules.layout import Game
from referee.systems.iconica.rules.looks import life_of
from referee.systems.iconica.state import Names, State, standing, tile_words


def table_lines(state: State) -> tuple[str, ...]:
    """Every party with its meters, statuses and auras, and where the turn stands."""
    game = state.game()
    names = Names(state.seats, state.roster, game)
    lines = [_turn_line(state, game)]
    width = max((len(name) for name in names.characters), default=0)
    for at, seat in enumerate(state.seats):
        lines.append(f"{seat}" + (f"   white {game.white[at]}  black {game.black[at]}" if game.todo >> at & 1 else ""))
        for c in range(at * game.size, (at + 1) * game.size):
            if game.card[c] >= 0:
                lines.append(_character_line(names, game, c, width))
    for at in range(game.delays):
        turns = game.delay_turns[at]
        lines.append(f"  Delayed: {names.characters[game.delay_who[at]]}, in {turns} turn{'s' if turns != 1 else ''}")
    lines += [f"  {seat} loses the next turn" for at, seat in enumerate(state.seats) if game.lost >> at & 1]
    return tuple(lines)


def heading(seats: tuple[str, ...], game: Game) -> str:
    """The part of the match: the roll-off, the draft, a turn, or its end."""
    if game.phase == L.ROLL_OFF:
        return "Roll for first choice"
    if game.phase == L.DRAFT:
        return "Draft"
    if game.phase == L.OVER:
        return f"Over after {game.turn} turns"
    return f"Turn {game.turn + (game.phase == L.READY)}, {' and '.join(seats[game.active :: 2])}"


def _turn_line(state: State, game: Game) -> str:
    doing = ""
    if game.phase == L.DRAFT:
        doing = f": {state.seats[picker(game)]} chooses ({game.picks + 1} of {game.count})"
    elif game.phase == L.ACTING:
        doing = f": {state.seats[game.next]} chooses"
    return heading(state.seats, game) + doing


def _character_line(names: Names, game: Game, c: int, width: int) -> str:
    one = standing(names, game, c)
    card = game.card[c]
    if life_of(game, c) == L.ABSENT:
        return f"  {one.name:<{width}}  {one.health} health"
    if life_of(game, c) != L.IN_PLAY:
        return f"  {one.name:<{width}}  {one.life}"
    book = names.roster.book
    # The meter: what is left, and small marks for tiles below that do something when landed on.
    meter = ""
    for at in range(book.health[card]):
        special = tile_words(names.roster, card, at)
        if at == book.health[card] - game.left[c]:
            meter += "●"
        else:
            meter += "R" if book.reacts[card][at] else special[0] if special and at else "·"
    words = [*one.statuses, *one.auras] + [f"{kept} keeps it" for kept in one.kept]
    tile = f" on {one.tile}" if one.tile and one.tile != "Start" else ""
    told = f"  {', '.join(words)}" if words else ""
    return f"  {one.name:<{width}}  {one.left:>3} of {one.health:<3}  {meter}{tile}{told}"


def changes(before: State, after: State) -> tuple[str, ...]:
    """What differs between two states, in words: health, statuses, auras, who is out, who has won."""
    was, now = before.game(), after.game()
    names = Names(after.seats, after.roster, now)
    told = []
    for c in range(now.count):
        if now.card[c] < 0:
            continue
        words = []
        before_it, after_it = life_of(was, c), life_of(now, c)
        if was.card[c] != now.card[c]:
            words.append(f"chosen by {after.seats[now.seat[c]]}")
        elif before_it and was.left[c] != now.left[c]:
            words.append(f"{10 * was.left[c]} to {10 * now.left[c]}")
        if before_it != after_it and before_it:
            words.append({L.WAITING: "skulled", L.OUT: "out", L.IN_PLAY: "back"}[after_it])
        for bits, old, name in ((now.status[c], was.status[c], names.status), (now.aura[c], was.aura[c], names.aura)):
            for at in range(L.AURAS):
                if (bits ^ old) >> at & 1 and after_it == L.IN_PLAY:
                    words.append(f"{'+' if bits >> at & 1 else '−'}{name(at)}")
        if words:
            told.append(f"{names.characters[c]}: {', '.join(words)}")
    if now.phase == L.OVER and was.phase != L.OVER:
        told.append("draw" if now.winner == L.DRAW else f"{names.side(now.winner)} won")
    return tuple(told)


def about_lines(roster: Roster, name: str) -> tuple[str, ...]:
    """A card by name or id: its meter, actions, Strength and Final Act; or what a status or an aura does."""
    for status in roster.statuses:
        if name.casefold() == status.id:
            return (f"{title(status.id)}: {status_words(status)}",)
    for aura in roster.auras:
        if name.casefold() in (aura.id, title(aura.id).casefold()):
            return (f"{title(aura.id)}: {aura_words(aura)}",)
    try:
        k = roster.number(name)
    except BadInput:
        return ()
    card = roster.cards[k]
    tiles = [f"{10 * (card.health // 10 - tile.at)} {tile_words(roster, k, tile.at)}" for tile in card.tiles]
    lines = [
        f"{card.name}: {card.class_}, {card.faction}, {card.race} {card.archetype}, {card.card_type}, {card.health} health",
        f"  Tiles (health left): {', '.join(tiles) or 'none'}",
    ]
    for action in card.action:
        badge = " (badge)" if action.number == card.action_break else ""
        lines.append(f"  {action.number} {action.name}{badge}, {action.type}: {sentence(action.effects)}")
    if card.passive:
        aura = next(one for one in roster.auras if one.id == card.passive)
        lines.append(f"  Always: {title(aura.id)}. {aura_words(aura)}")
    lines += [f"  Strength: {strength_words(strength)}" for strength in card.strengths]
    if card.final_act is not None:
        final = card.final_act
        lines.append(f"  Final Act, {final.name} ({attempt_words(final.attempt)}): {final_act_words(final)}")
    return tuple(lines)

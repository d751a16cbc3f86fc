"""Questions about a game that change nothing: sides, predicates, conditions, auras, what may be placed."""

from __future__ import annotations

from referee.systems.iconica.rules import cites
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Book, Deed, Game
from referee.systems.iconica.rules.tape import lowest


def side_of(game: Game, c: int) -> int:
    """The side of a character: 0 or 1."""
    return game.seat[c] & 1


def members(game: Game, side: int) -> int:
    """All slots of a side."""
    return game.party[side] | game.party[side + 2]


def in_play(game: Game, side: int) -> int:
    """The characters of a side that are in play."""
    return game.alive & (game.party[side] | game.party[side + 2])


def waiting(game: Game, side: int) -> int:
    """The characters of a side on the Skull Tile, their Final Acts still due."""
    return game.skulled & (game.party[side] | game.party[side + 2])


def life_of(game: Game, c: int) -> int:
    """What has become of a character."""
    if game.alive >> c & 1:
        return L.IN_PLAY
    if game.skulled >> c & 1:
        return L.WAITING
    return L.OUT if game.phase >= L.READY and game.card[c] >= 0 else L.ABSENT


def first_rival(game: Game, side: int) -> int:
    """The seat that decides for the rivals of a side: the first with a character in play (iconica.team.choices)."""
    other = 1 - side
    if game.seats > 2 and not game.alive & game.party[other]:
        return other + 2
    return other


def tile_of(game: Game, book: Book, c: int) -> int:
    """The tile on which a marker rests, counted from Start."""
    return book.health[game.card[c]] - game.left[c]


# ------------------------------------------------------------------ predicates and conditions


def meets(game: Game, book: Book, c: int, p: int) -> bool:
    """Whether a character meets a predicate, its `not` aside."""
    k = game.card[c]
    if book.p_faction[p] and not book.p_faction[p] >> book.faction[k] & 1:
        return False
    if book.p_race[p] and not book.p_race[p] >> book.race[k] & 1:
        return False
    if book.p_archetype[p] and not book.p_archetype[p] >> book.archetype[k] & 1:
        return False
    if book.p_class[p] and not book.p_class[p] >> book.class_[k] & 1:
        return False
    if book.p_kind[p] and not book.p_kind[p] >> book.kind[k] & 1:
        return False
    status = game.status[c]
    if book.p_has[p] and not status & book.p_has[p]:
        return False
    if status & book.p_lacks[p]:
        return False
    left = game.left[c]
    if book.p_least[p] >= 0 and left < book.p_least[p]:
        return False
    if book.p_most[p] >= 0 and left > book.p_most[p]:
        return False
    if book.p_damaged[p] >= 0 and (left < book.health[k]) != (book.p_damaged[p] == 1):
        return False
    if book.p_negative[p] >= 0 and (status & book.negative != 0) != (book.p_negative[p] == 1):
        return False
    if book.p_positive[p] >= 0 and (status & ~book.negative != 0) != (book.p_positive[p] == 1):  # noqa: SIM103
        return False
    return True


def fits(game: Game, book: Book, c: int, p: int) -> bool:
    """Whether a character fits a predicate (-1: everybody does): P, and not (Q, and not R)."""
    sign = True
    while p >= 0:
        if not meets(game, book, c, p):
            return not sign
        p = book.p_not[p]
        if p < 0:
            return sign
        sign = not sign
    return sign


def fitting(game: Game, book: Book, mask: int, p: int) -> int:
    """Those of a set that fit a predicate."""
    if p < 0:
        return mask
    found = 0
    while mask:
        c = lowest(mask)
        mask &= mask - 1
        if fits(game, book, c, p):
            found |= 1 << c
    return found


def holds(game: Game, book: Book, deed: Deed, when: int, target: int) -> bool:
    """Whether a condition holds; `target` are the characters that its `target` speaks of, any of whom must fit."""
    actor = deed.actor
    side = side_of(game, actor)
    p = book.if_self[when]
    if p >= 0 and not fits(game, book, actor, p):
        return False
    p = book.if_target[when]
    if p >= 0 and not fitting(game, book, target & game.alive, p):
        return False
    p = book.if_any_foe[when]
    if p >= 0 and not fitting(game, book, in_play(game, 1 - side), p):
        return False
    friends = in_play(game, side)
    p = book.if_any_friend[when]
    if p >= 0 and not fitting(game, book, friends, p):
        return False
    allies = friends & ~(1 << actor)
    p = book.if_any_ally[when]
    if p >= 0 and not fitting(game, book, allies, p):
        return False
    p = book.if_no_ally[when]
    return p < 0 or not fitting(game, book, allies, p)


# ------------------------------------------------------------------ auras (iconica.context.aura)


def auras_on(game: Game, book: Book, c: int) -> int:
    """Every aura that works on a character, laid or passive. The same one never counts twice."""
    mask = game.aura[c]
    bearers = game.passives & game.alive
    while bearers:
        other = lowest(bearers)
        bearers &= bearers - 1
        a = book.passive[game.card[other]]
        affects = book.a_affects[a]
        if affects == L.FOES:
            reached = (game.seat[other] ^ game.seat[c]) & 1 == 1
        elif affects == L.NOBODY:
            reached = other == c
        else:
            reached = (game.seat[other] ^ game.seat[c]) & 1 == 0 and (affects == L.FRIENDS or other != c)
        if reached:
            mask |= 1 << a
    return mask


def dealt_by(book: Book, auras: int, type: int) -> int:
    """What auras add to damage dealt, in tiles."""
    total = 0
    while auras:
        a = lowest(auras)
        auras &= auras - 1
        total += book.a_dealt[a][type]
    return total


def taken_under(book: Book, auras: int, type: int) -> int:
    """What auras add to damage taken, in tiles."""
    total = 0
    while auras:
        a = lowest(auras)
        auras &= auras - 1
        total += book.a_taken[a][type]
    return total


def healing_under(book: Book, auras: int) -> int:
    """What auras add to healing received, in tiles."""
    total = 0
    while auras:
        a = lowest(auras)
        auras &= auras - 1
        total += book.a_healing[a]
    return total


def immune_under(book: Book, auras: int) -> int:
    """The statuses that auras keep away."""
    mask = 0
    while auras:
        a = lowest(auras)
        auras &= auras - 1
        mask |= book.a_immune[a]
    return mask


def healing_for(game: Game, book: Book, c: int, amount: int, final: bool) -> int:
    """How many tiles a heal moves a marker: what blocks or lessens healing counts, and the meter ends at Start."""
    if not final:
        if game.status[c] & book.no_healing:
            return 0
        amount += healing_under(book, auras_on(game, book, c))
    return max(0, min(amount, tile_of(game, book, c)))


def warded(game: Game, book: Book, c: int) -> bool:
    """Whether Final Acts do a character no harm (iconica.final.ward)."""
    return book.wards != 0 and auras_on(game, book, c) & book.wards != 0


def barred_status(game: Game, book: Book, c: int, s: int, final: bool) -> int:
    """The clause that keeps a status from being placed on a character, or -1."""
    if book.only_race[s] >= 0 and book.race[game.card[c]] != book.only_race[s]:
        return cites.STATUS_SIPHON_SARION
    if final:
        if book.negative >> s & 1 and warded(game, book, c):
            return cites.FINAL_WARD
        return cites.NONE
    if book.nullifies[game.card[c]][tile_of(game, book, c)] >> s & 1:
        return cites.NULLIFIER_PREVENT
    auras = auras_on(game, book, c)
    if auras and immune_under(book, auras) >> s & 1:
        return cites.CONTEXT_AURA
    return cites.NONE


# ------------------------------------------------------------------ what the Action Roll offers


def stopped(game: Game, book: Book, c: int) -> int:
    """The statuses that keep a character from acting now."""
    return game.status[c] & (book.stopping | game.held[c])


def barred_action(game: Game, book: Book, seat: int, c: int, black: int) -> int:
    """The clause that keeps a seat from acting with a character by a die (`black`: by the badge), or -1."""
    if game.seat[c] != seat:
        return cites.TEAM_ROLLS_OWN_PARTY
    if not game.alive >> c & 1:
        return cites.ROLL_SKULLED
    k = game.card[c]
    number = game.black[seat] if black else game.white[seat]
    if black and book.badge[k] != number:
        return cites.ROLL_BREAK
    if book.action[k][number] < 0:
        return cites.ROLL_WHITE
    stops = stopped(game, book, c)
    if stops == 0:
        return cites.NONE
    if not black:
        return book.status_cites[lowest(stops)]
    # The bonus dispels what is negative; whatever else stops a character stops it still.
    if stops & ~book.negative:
        return cites.ROLL_BREAK_WHILE_BLOCKED
    return cites.NONE


def offers(game: Game, book: Book, seat: int) -> bool:
    """Whether a seat may do anything with its roll but pass."""
    able = game.party[seat] & game.alive
    while able:
        c = lowest(able)
        able &= able - 1
        if barred_action(game, book, seat, c, 0) < 0 or barred_action(game, book, seat, c, 1) < 0:
            return True
    return False


def usable(game: Game, book: Book, seat: int) -> int:
    """What a seat may do with its roll: bit 2 x place by white, the next by black, and the last is to pass."""
    mask = 1 << 2 * game.size
    able = game.party[seat] & game.alive
    while able:
        c = lowest(able)
        able &= able - 1
        place = c - seat * game.size
        if barred_action(game, book, seat, c, 0) < 0:
            mask |= 1 << 2 * place
        if barred_action(game, book, seat, c, 1) < 0:
            mask |= 2 << 2 * place
    return mask


def barred_pick(game: Game, book: Book, seat: int, k: int) -> int:
    """The clause that keeps a seat from choosing a card for its party, or -1."""
    kind = book.kind[k]
    limited = kind == L.LEGEND or kind == L.SPECIAL
    faction = book.faction[k]
    for c in range(game.count):
        held = game.card[c]
        if held < 0:
            continue
        mine = game.seat[c] == seat
        mate = game.seat[c] & 1 == seat & 1
        if held == k:
            if mate:
                return cites.DRAFT_DUPLICATES
            if limited:
                return cites.DRAFT_UNIQUE_LEGEND
            if not game.own_sets:
                return cites.DRAFT_POOL
        if mine and limited and book.kind[held] in (L.LEGEND, L.SPECIAL):
            return cites.DRAFT_ONE_LEGEND_OR_SPECIAL
        if mine:
            other = book.faction[held]
            if faction == L.LEGION and other == L.PROTECTORATE:
                return cites.DRAFT_FACTIONS
            if faction == L.PROTECTORATE and other == L.LEGION:
                return cites.DRAFT_FACTIONS
    return cites.NONE

"""The rules of Iconica, written once over named fields (`game.left[c]`, `book.health[k]`).

Every function here takes records: the game, the book of cards, the deed being resolved, the tape of answers, and the
log (or None). As plain Python they run over the objects of `layout`; `referee.sim` compiles the very same functions
over NumPy records with the same field names. So these files use whole numbers, loops and masks only: no strings, no
objects, no exceptions. Whatever is random or chosen by people comes from the tape; whatever changes a game is a
function of `marks`, which also writes the log.

    layout    fields and the numbers that stand for words
    cites     clause ids as numbers
    tape      dice and choices
    marks     what can happen: the only writers of a game
    looks     questions about a game: who fits, who may be chosen, what auras do
    effects   effects of cards, row by row
    turns     turn phases, final acts, who has won
    draft     the roll for first choice, and picking
"""

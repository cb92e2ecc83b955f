"""The rules of each box in short, in our own words, with what was ruled where a book is silent."""

from companion.i18n import N_, _

__all__ = ["leaflet"]

_FEEDBACK = N_("""\
Answering a row: a black key peg for each peg of the right colour in the right hole, a white one
for each of the right colour in a wrong hole. Each peg counts once, black before white; where a key
peg stands tells nothing. All black but one white cannot be: of 4 pegs, 3 black and 1 white.""")

# of LEGO, whose pegs are pips
_FEEDBACK_IN_PIPS = N_("""\
Answering a row: a black key pip for each pip of the right colour in the right place, a white one
for each of the right colour in a wrong place. Each pip counts once, black before white; where a key
pip stands tells nothing. All black but one white cannot be: of 4 pips, 3 black and 1 white.""")

_LEAFLETS = {
    "bouwblokje": N_("""\
2 players (or 1 against the companion), 10 rows of 4, built of LEGO.
The maker hides 4 pips of 6 colours, repeats allowed ('--rule colours=rbygon' says which six).
{feedback_in_pips}
A round ends when the code is broken or the 10th row fails; then the code is shown and roles swap.
The maker gets a point for each row that the breaker set. Most points after the agreed rounds wins.
If an answer of the maker turns out wrong, the round is void: it is played again with a new code
and the breaker gets 3 points.
Variation A ('--rule variation=A'): white and black are pips too. Variation B: holes may stay empty
as well, and an empty hole is answered like a colour; the breaker says when a row is done."""),
    "hasbro-2": N_("""\
2 players (or 1 against the companion), 12 rows of 4, 8 colours: w s g r o p y b.
The code's colours are all different; '--rule repeats=yes' allows repeats, and the breaker is not
told whether there are any. A guess may always repeat.
{feedback}
Here the answer is shown by sliders: a red click for black, a white click for white.
Broken within 12 rows, the breaker wins the round, else the maker; roles swap. An even number of
rounds is played; most rounds won wins. The box has 12 pegs of each colour.
A code shown from the wrong side reads backwards: Keypeg notices when only that fits."""),
    "hasbro-group": N_("""\
3 to 5 players, as many rounds as players; each makes the code once, the others guess in turn from
the maker's left, and the board is turned to who guesses. 12 rows in all, 8 colours, 4 different
('--rule repeats=yes' allows repeats).
{feedback}
A guess earns 1 a white and 2 a black; the guess that breaks the code earns 10 instead. The maker
earns by the row of the break:
  row           1  2  3  4  5  6  7  8  9 10 11 12  not broken
  3 players     5  6  7  8  9 10 14 18 22 26 30 34  40
  4 players     5  6  7  8  9 10 13 16 19 22 25 28  30
  5 players     5  6  7  8  9 10 12 14 16 18 20 22  25
Most points wins."""),
    "invicta-4": N_("""\
4 players with a board each, 4 rows of 5 holes; 3 with one, 2 with one or two ('--rule boards=2').
Each board hides a part of the code: a hole (all different) and one of 6 colours. In turn a player
sets a row on his board; holes may be empty, and he may bluff in his own. The others answer in turn
for their own part alone: black for their colour in their hole, else white if it stands elsewhere
in the row, else nothing.
At any time a player may call the code: every part named, the hole that is nobody's left empty. If
all is right he wins; if not he sets no more rows and cannot win, but answers on. When the rows are
used up, players in turn call or pass; a full round of passes ends the game without a winner."""),
    "davinci": N_("""\
2 to 4 players, black and white tiles 0 to 11 ('--rule dashes=yes' adds a dash of each colour). Each
draws 4 (3 with four players) and stands them in order from his left, black before white; a dash
stands anywhere and is never moved.
In turn: draw a clue tile, then point at another's hidden tile and name its number. Right: it is
laid open; go on, or stop and put the clue tile hidden into your row. Wrong: put the clue tile in
open; when the table is empty, lay open a tile of your own.
Whose tiles are all open is out; the last with a hidden tile wins.
With points ('--rule points=yes', 3 rounds): 1 a right guess, 3 for solving a code, 5 for the round
and the sum of the winner's hidden numbers."""),
}


def leaflet(name: str) -> str:
    """Return the rules of the box called `name` in short; raises KeyError for an unknown one."""
    return _(_LEAFLETS[name]).format(feedback=_(_FEEDBACK), feedback_in_pips=_(_FEEDBACK_IN_PIPS))

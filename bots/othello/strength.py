"""Othello at full strength: win before draw before loss, as far as that can be proved, and then discs.

A player without a move ends the game at once, so that a win is often far easier to prove than the best margin to
find: black's win from the start is seven plies long, and from 50 empty squares on nearly all positions are decided
within a second. Each turn therefore asks first whether it is won, then whether it is drawn, and what is proved is
never given away: a search for the largest margin proposes a move, which is played if it is shown to keep that. Where
a question stays open, the search's move is played unless it is refuted meanwhile, and then the next best is asked
about: of 67 wins with 30 to 42 empty squares that 350,000 nodes left open it kept 63, the easiest to prove 50. Black
begins with moves of which more is proved than the win (bots/othello/book.py); where they end, their margin is kept in
the same way. White begins with moves found by longer searches. Of all positions of the first eight plies it is known
beforehand who wins (bots/othello/openings.py). Where the game is lost for sure, discs count: the solver asks of the
search's move, and of the next best, whether it costs more than it seems (218 lost positions of 30 to 36 empty squares,
eight limits of 1.0 to 1.8 million nodes: 0.27 discs lost on average; 0.35 when it was asked only whether it costs two
more, and in half of the time). So do errors of the opponent: a few discs are given for a good chance of one, which as
white, who loses by force from the start, wins nearly every game against players who look one ply ahead. White loses 31
discs against perfect play, and in a game from the start it does not leave what is shown to cost no more than four
beyond that.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bots.othello import beforehand
from bots.othello.known import DRAW, WIN, Known, less, share
from bots.othello.proof.boards import moves
from native.common.context import Limits, Report
from native.othello.engine import SURE, Othello, after, canonical

SOLVED_EMPTIES = 24  # empty squares up to which every position's winner is found, whatever the clock says: about 10 ms
SOLVED_NODES = 1_000_000  # ... on boards of games, of which none took more than 73,000 nodes; what others are given
KEEP_NODES = 3_000_000  # to find a margin again that was proved a move ago; 95 of 100 need less than 1,000
HURRY_S = 0.1  # time of a move below which such proofs must do with it, too: a tight limit is lost with the whole game
FLOOR_NODES = 300_000  # the same for white's floor and in loaded games; certificates end where 200,000 suffice
LOOK_DEPTH = 8  # plies of the search that tells what to ask for first, a few thousand nodes, ...
LOOK_SHARE = 0.05  # ... and of the time or nodes of a move no more than this
WIN_SHARE = 0.5  # of the time or nodes of a move, to look for a win
DRAW_SHARE = 0.3  # of what is left then, to look for a draw
BLEAK_SHARE = 0.6  # of the time or nodes, to look for a draw in what looks lost, and of what is left then, for a win
CHECK_SHARE = 0.3  # of what is left then, to look whether the search's move keeps what is proved
ESTIMATE_SHARE = 0.5  # of what is left once the search's move is refuted, to see what the others seem to be worth
LOST_SHARE = 0.6  # of what is left in a lost game, to look whether the move costs more than it seems
TRAP_SHARE = 0.5  # of that, to see what a chance costs
HARDLY = 8  # discs by which another move may look worse than one that is refuted, as long as it is not
CHANCE_SHARE = 0.5  # of what is left for traps, to look for errors of the opponent, ...
CHANCE_DEPTHS = 2, 4, 6  # ... so many plies deep as that allows; the last takes some 2 to 10 ms for each move
WORTH_IT = 0.05 * SURE  # chance to win that is worth giving up discs of a lost game for, ...
TRAP_DISCS = 4  # ... and how many
FLOOR = -31  # white's margin of the start, proved
OTHER_GAMES = 4  # in one of so many white begins with the other reply: that costs 1.1 of 21.4 points in 100

if TYPE_CHECKING:
    import random

    from bots.othello.book import Entry
    from bots.othello.openings import Proved

Bitboards = tuple[int, int]


class Strength:
    """Full strength with one engine. It remembers each position that it left in a game, with what was proved of it: who
    plays against it may ask for a hint between its moves, and take moves back.

    Without `traps` it gives no disc for the chance that its opponent errs: as white from the start it plays by the
    certificate of the most that it may lose. With them white gives four discs more at most, as far as can be shown, and
    begins with the other reply in one game of `OTHER_GAMES` by `luck`, which may be left out.
    """

    def __init__(self, engine: Othello, *, traps: bool = True, luck: random.Random | None = None) -> None:
        self._engine = engine
        self._traps = traps
        self._luck = luck
        # Seen from the opponent, who is to move there: the margin that was proved of it, for us, and whether it is
        # white's in a game from the start.
        self._left: dict[Bitboards, tuple[int | None, bool]] = {}
        self._begun = False  # the same of this move
        self._hurried = False  # whether proofs of what is known already must keep to the time of the move
        self._surprising = self._draw()  # whether white begins this game with the other reply

    def new_game(self) -> None:
        """Forget the last game."""
        self._left.clear()
        self._surprising = self._draw()

    def _draw(self) -> bool:
        return self._traps and self._luck is not None and not self._luck.randrange(OTHER_GAMES)

    def resume(self, game: Iterable[Bitboards]) -> None:
        """Forget the last game, and remember what the moves of another one, whoever made them, have kept."""
        self.new_game()
        for board, child in itertools.pairwise(game):
            inherited, self._begun = self._origin(*board)
            if (kept := self._kept(board, child, inherited)) is not None or self._floor(*board) is not None:
                self._left[child] = kept, self._begun

    def _kept(self, board: Bitboards, child: Bitboards, inherited: int | None) -> int | None:
        """Give the margin that was proved of a position, if the move that was made is shown to keep it."""
        told, entry, reply = beforehand.opening(*board), beforehand.book_entry(*board), beforehand.opening(*child)
        least = told and _to_inherit(told.least, told, entry)
        margin = max(some for some in (inherited, entry and entry.margin, least, -1) if some is not None)
        if entry and entry.move is not None and canonical(*after(*board, entry.move)) == canonical(*child):
            return margin
        if margin < DRAW or reply:
            return kept if reply and (kept := min(margin, -reply.most)) >= DRAW else None
        for least in dict.fromkeys((margin, min(margin, WIN), DRAW)):
            sure = beforehand.keeping(*board, least) if least in (WIN, DRAW) else None
            if sure is not None and canonical(*after(*board, sure)) == canonical(*child):
                return least
            answer = self._engine.solve(*child, -least, 1 - least, Limits(nodes=FLOOR_NODES))
            if answer.exact and answer.score <= -least:
                return least
        return None

    def choose(self, own: int, opp: int, limits: Limits) -> Report:
        """Choose a move within `limits`; there must be a legal one. A limit on depth means a plain search."""
        if limits.depth is not None:
            return self._engine.search(own, opp, limits)
        self._hurried = limits.time_s is not None and limits.time_s < HURRY_S
        kept, self._begun = self._origin(own, opp)
        floor = self._floor(own, opp)
        reply = beforehand.reply(own, opp, later=self._traps)
        if self._surprising and (own, opp) in beforehand.OTHER_REPLIES:
            reply = beforehand.Reply(beforehand.OTHER_REPLIES[own, opp])
        if reply is not None:
            self._leave(own, opp, reply.move, None)
            return _unsearched(reply.move)._replace(score=reply.score, depth=reply.depth)
        told, entry = beforehand.opening(own, opp), beforehand.book_entry(own, opp)
        if entry and entry.move is not None and not (told and told.least > entry.margin):
            self._leave(own, opp, entry.move, entry.margin)
            return _at_once(entry.move, entry.margin, solved=bool(told and told.most == entry.margin))
        if told and told.exact and told.move is not None and told.least > FLOOR:
            self._leave(own, opp, told.move, _to_inherit(told.least, told, entry))
            return _at_once(told.move, told.least, solved=True)
        inherited = entry.margin if entry else kept
        if told and told.decided:
            known = self._known(own, opp, told, inherited, limits)
        else:
            known = self._prove(own, opp, inherited, limits)
        if len(there := moves(own, opp)) == 1:
            best = _unsearched(there[0])
        else:
            left = less(limits, known)
            best = self._engine.search(own, opp, share(left, 1 - (LOST_SHARE if known.lost else CHECK_SHARE)))
            known, best = self._checked(own, opp, known.after(best), best, less(left, best))
            if floor is not None and (known.least is None or known.least < DRAW):
                known, best = self._held(own, opp, known, best, floor, less(limits, known))
        assert best.move is not None
        if known.least is not None or floor is not None:
            self._leave(own, opp, best.move, _to_inherit(known.least, told, entry))
        return known.told_by(best)

    def _floor(self, own: int, opp: int) -> int | None:
        """Give what white shall not fall below in a game from the start."""
        self._begun |= (own, opp) in beforehand.WHITE_REPLIES
        if not self._begun:
            return None
        return FLOOR - (TRAP_DISCS if self._traps else 0)

    def _held(self, own: int, opp: int, known: Known, best: Report, floor: int, limits: Limits) -> tuple[Known, Report]:
        """Give the move if it is shown to hold white's floor, else one of which that is proved, if there is one."""
        assert best.move is not None
        # Without traps at once, where the solver would first look for its own move: 0.2 s of a game instead of 12. To
        # read the certificate takes 0.1 s, once.
        entry = None if self._traps or self._hurried else beforehand.safe_entry(own, opp)
        if entry and entry.move is not None:
            return known, _unsearched(entry.move)._replace(score=best.score)
        reply = self._engine.solve(*after(own, opp, best.move), -floor, 1 - floor, limits)
        known, limits = known.after(reply), less(limits, reply)
        if reply.exact and reply.score <= -floor:
            return known._replace(least=floor), best
        if known.least is None:
            known = self._safe(own, opp, known, floor, limits)
        return known, best if known.move is None else best._replace(move=known.move, pv=(known.move,))

    def _safe(self, own: int, opp: int, known: Known, floor: int, limits: Limits) -> Known:
        """Find a move that is proved to hold the floor, by the solver or in the certificate."""
        proof = self._engine.solve(own, opp, floor - 1, floor, self._to_keep(floor, limits))
        known = known.after(proof)
        if proof.exact:
            self._begun = proof.score >= floor  # else there is nothing to hold any more
            return known._replace(least=floor, move=proof.move) if self._begun else known
        if self._hurried or (entry := beforehand.safe_entry(own, opp)) is None or entry.move is None:
            return known
        return known._replace(move=entry.move)  # what comes then stands there as well, and need not be solved

    def _leave(self, own: int, opp: int, move: int, margin: int | None) -> None:
        self._left[after(own, opp, move)] = margin, self._begun

    def _known(self, own: int, opp: int, told: Proved, inherited: int | None, limits: Limits) -> Known:
        """Give what the table of openings has told, and the `inherited` margin where that is more and found again."""
        known = Known(below=told.most + 1)
        if told.least >= DRAW:
            known = known._replace(least=told.least, move=told.move)
        if inherited is None or inherited <= told.least:
            return known
        return self._again(own, opp, known, inherited, limits)

    def _again(self, own: int, opp: int, known: Known, margin: int, limits: Limits) -> Known:
        """Find a margin again that was proved a move ago, in a certificate of the openings or by the solver."""
        if margin in (WIN, DRAW) and (sure := beforehand.keeping(own, opp, margin)) is not None:
            return known._replace(least=margin, move=sure)
        proof = self._engine.solve(own, opp, margin - 1, margin, self._to_keep(margin, less(limits, known)))
        return known.answered(margin, proof)

    def _to_keep(self, margin: int, limits: Limits) -> Limits:
        """Give what may be spent to find a proved margin again: few nodes for white's floor, if it is not all there is.

        Time counts only for whoever is in a hurry.
        """
        time_s = limits.time_s if self._hurried else None
        return Limits(time_s, FLOOR_NODES if self._traps and margin < DRAW else KEEP_NODES)

    def _prove(self, own: int, opp: int, inherited: int | None, limits: Limits) -> Known:
        """Ask whether there is the `inherited` margin, a win, a draw, until the first yes.

        What looks lost is asked for a draw first: no is the answer to both then, and without a yes a win would be
        asked for in vain.
        """
        known, margins = Known(), {margin for margin in (inherited, WIN, DRAW) if margin is not None}
        questions = sorted(margins, reverse=True)
        if inherited is None or inherited < DRAW:
            look = self._engine.search(own, opp, share(limits, LOOK_SHARE)._replace(depth=LOOK_DEPTH))
            known = known._replace(bleak=look.score < DRAW).after(look)
        if known.bleak:
            questions[:2] = DRAW, WIN
        for margin in questions:
            if known.answers(margin) or (known.bleak and margin == WIN and known.least is None):
                continue
            if inherited is not None and margin <= inherited:
                known = self._again(own, opp, known, margin, limits)
            if known.answers(margin) or margin not in (WIN, DRAW):
                continue
            if 64 - (own | opp).bit_count() <= SOLVED_EMPTIES:
                allowed = Limits(nodes=limits.nodes or SOLVED_NODES)
            else:
                part = BLEAK_SHARE if known.bleak else WIN_SHARE if margin == WIN else DRAW_SHARE
                allowed = share(less(limits, known), part)
            known = known.answered(margin, self._engine.solve(own, opp, margin - 1, margin, allowed))
        return known

    def _checked(self, own: int, opp: int, known: Known, best: Report, limits: Limits) -> tuple[Known, Report]:
        """Give what is known after a look at the search's move within `limits`, and that move or a better one."""
        if known.lost or (known.least is None and best.score < -HARDLY):
            traps = known.lost and self._traps
            best, used = self._least_lost(own, opp, best, share(limits, 1 - TRAP_SHARE) if traps else limits)
            known = known.after(used)
            return self._trap(own, opp, known, best, less(limits, used)) if traps else (known, best)
        margin = known.aim
        if best.exact and best.score < margin:
            return known._replace(below=margin), best
        candidates = [best]
        while candidates:
            candidate = candidates.pop(0)
            assert candidate.move is not None
            worth = beforehand.worth(own, opp, candidate.move)
            if best.exact or (worth and worth.least >= margin):
                kept: bool | None = True
            elif worth and worth.most < margin:
                kept = False
            else:
                reply = self._engine.solve(*after(own, opp, candidate.move), -margin, 1 - margin, limits)
                known, limits = known.after(reply), less(limits, reply)
                kept = reply.score <= -margin if reply.exact else None
            if kept:
                return known._replace(least=margin, move=candidate.move), candidate
            if known.move is not None:
                return known, _unsearched(known.move)
            if kept is None:
                return known, candidate
            if candidate is best:
                candidates, used = self._others(own, opp, best, margin, share(limits, ESTIMATE_SHARE))
                known, limits = known.after(used), less(limits, used)
        if known.least is None and all(self._is_refuted(own, opp, square, margin) for square in moves(own, opp)):
            return self._checked(own, opp, known._replace(below=margin), best, limits)
        return known, best

    def _others(self, own: int, opp: int, best: Report, margin: int, limits: Limits) -> tuple[list[Report], Known]:
        """Give the moves not refuted that shallower searches find hardly worse, best first, and what those took."""
        others = (square for square in moves(own, opp) if square != best.move)
        left = [square for square in others if not self._is_refuted(own, opp, square, margin)]
        worth, used = self._estimates(own, opp, left, best.depth // 2, limits)
        close = sorted((s for s in left if worth[s] >= best.score - HARDLY), key=worth.__getitem__, reverse=True)
        return [best._replace(move=square, pv=(square,), score=worth[square]) for square in close], used

    def _is_refuted(self, own: int, opp: int, move: int, margin: int) -> bool:
        """Tell whether the table knows that a move does not get the margin."""
        told = self._engine.recall(*after(own, opp, move), -margin)
        return told is not None and told.phi == 0

    def _least_lost(self, own: int, opp: int, best: Report, limits: Limits) -> tuple[Report, Known]:
        """Give the move that seems to lose least when none is left of which the solver shows more, and what it took."""
        assert best.move is not None
        used, move, worth = Known(), best.move, {best.move: best.score}
        while not best.exact:
            reply = self._engine.solve(*after(own, opp, move), -worth[move], 1 - worth[move], limits)
            used, limits = used.after(reply), less(limits, reply)
            if not reply.exact or reply.score <= -worth[move]:
                break
            worth[move] = -reply.score
            if len(worth) == 1:
                others = [square for square in moves(own, opp) if square != move]
                found, took = self._estimates(own, opp, others, best.depth // 2, share(limits, ESTIMATE_SHARE))
                worth, used, limits = worth | found, used.after(took), less(limits, took)
            move = max(worth, key=worth.__getitem__)
            best = best._replace(move=move, pv=(move,), score=worth[move])
        return best, used

    def _estimates(
        self, own: int, opp: int, squares: list[int], depth: int, limits: Limits
    ) -> tuple[dict[int, int], Known]:
        """Give what moves seem to be worth after so many plies, or as many as `limits` allow, and what that took."""
        worth, used = dict[int, int](), Known()
        each = share(limits, 1 / max(len(squares), 1))._replace(depth=max(depth, 1))
        for square in squares:
            report = self._engine.search(*after(own, opp, square), each)
            worth[square], used = -report.score, used.after(report)
        return worth, used

    def _origin(self, own: int, opp: int) -> tuple[int | None, bool]:
        """Give what is remembered of the position that was left and led here by whatever the opponent did."""
        discs = (own | opp).bit_count() - 1
        for left, known in reversed(self._left.items()):
            if (left[0] | left[1]).bit_count() == discs and (own, opp) in [after(*left, move) for move in moves(*left)]:
                return known
        return None, False

    def _trap(self, own: int, opp: int, known: Known, best: Report, limits: Limits) -> tuple[Known, Report]:
        """Give the best chance in a lost game, if search knows no reply that makes it cost more than a few discs."""
        chance, used = self.best_chance(own, opp, best, share(limits, CHANCE_SHARE))
        known = known.after(used)
        if chance.move is None or chance.move == best.move:
            return known, best
        least, left = best.score - TRAP_DISCS, less(limits, used)
        reply = self._engine.search(*after(own, opp, chance.move), left._replace(depth=max(best.depth - 1, 1)))
        return known.after(reply), chance if -reply.score >= least else best

    def best_chance(self, own: int, opp: int, best: Report, limits: Limits) -> tuple[Report, Known]:
        """Where the margin is lost, give the move after which a fallible opponent errs most, if that is worth it.

        And what it took to find it within `limits`.
        """
        assert best.move is not None
        chances, used = {best.move: 0}, Known()
        for depth in CHANCE_DEPTHS:
            found, took = self._chances(own, opp, depth, less(limits, used))
            used = used.after(took)
            if found is None:
                break
            chances = found
        square = max(chances, key=lambda s: (chances[s], s == best.move))
        if chances[square] < chances[best.move] + WORTH_IT:
            return best, used
        return best._replace(move=square, pv=(square,), exact=False), used

    def _chances(self, own: int, opp: int, depth: int, limits: Limits) -> tuple[dict[int, int] | None, Known]:
        """Give the chance after each move, None if `limits` do not allow to look so deep, and what it took."""
        chances, used = dict[int, int](), Known()
        for square in moves(own, opp):
            report = self._engine.chance(*after(own, opp, square), depth, less(limits, used))
            used = used.after(report)
            if not report.exact:
                return None, used
            chances[square] = report.score
        return chances, used


def _unsearched(move: int) -> Report:
    return Report(move=move, score=0, exact=False, depth=0, pv=(move,), nodes=0, time_s=0.0)


def _at_once(move: int, margin: int, *, solved: bool) -> Report:
    """Give a move that is proved to keep a margin; if `solved`, more cannot be had."""
    return _unsearched(move)._replace(score=margin, exact=solved, bound=True)


def _to_inherit(margin: int | None, told: Proved | None, entry: Entry | None) -> int | None:
    """Give what shall be looked for again a move later, of a proved margin.

    Of an opening whose margin took thousands of millions of nodes, or follows from such ones, that is what the book has
    proved, or else who wins, if the side that looks does not lose.
    """
    if margin is None or told is None or margin != told.least or 0 < told.nodes <= KEEP_NODES:
        return margin
    return min(margin, entry.margin if entry else WIN) if margin >= DRAW else None

"""The order of pieces: how many are under way, what is sent again, and what is told of those that fail."""

from collections import deque

import pytest
from tfir.cluster.engine import MOST_LOST, Tally, outcomes
from tfir.cluster.here import Here
from tfir.cluster.pieces import Outcome, Piece
from tfir.ir.diagnostics import Error


class Workers:
    """Workers that lose what `loses(piece, all under way)` says, and otherwise give the data back, the piece sent last first."""

    def __init__(self, capacity, loses=lambda piece, under_way: False):
        self.capacity, self.loses, self.under_way, self.most, self.sent = capacity, loses, deque(), 0, []

    def send(self, piece):
        self.data = piece.read()
        self.under_way.append(piece)
        self.sent.append(piece.name)
        self.most = max(self.most, len(self.under_way))

    def receive(self):
        beside = [piece.name for piece in self.under_way]
        piece = self.under_way.pop()
        return Outcome(piece) if self.loses(piece, beside) else Outcome(piece, result=piece.read(), seconds=0.5)

    def describe(self):
        return ""


def pieces(count):
    return [Piece(str(number), str(number).encode) for number in range(count)]


def run(workers, every):
    tally = Tally(len(every))
    ended = {outcome.piece.name: outcome for outcome in outcomes(iter(every), workers, tally)}
    return ended, tally


def test_no_more_are_under_way_than_workers_take():
    workers = Workers(3)
    ended, tally = run(workers, pieces(20))
    assert workers.most == 3 and len(workers.sent) == 20 and tally.retries == 0
    assert {name: outcome.result for name, outcome in ended.items()} == {str(number): str(number).encode() for number in range(20)}


def test_pieces_are_read_when_it_is_their_turn():
    alive = []

    def counted(number):
        alive.append(number)
        return b""

    workers = Workers(2)
    for position, _ in enumerate(outcomes([Piece(str(n), lambda n=n: counted(n)) for n in range(10)], workers, Tally(10))):
        assert max(alive) <= position + 2


def test_what_is_lost_is_sent_again():
    lost = set()

    def once(piece, under_way):
        return piece.name not in lost and not lost.add(piece.name)

    ended, tally = run(Workers(4, once), pieces(6))
    assert len(ended) == 6 and not tally.failed and tally.retries == 6


def test_a_piece_that_takes_its_workers_with_it_fails_and_those_beside_it_do_not():
    """Each time that it is under way, all that is beside it is lost too."""
    workers = Workers(4, lambda piece, under_way: "2" in under_way)
    ended, tally = run(workers, pieces(12))
    assert tally.failed == ["2"] and "the worker was lost" in ended["2"].error and len(tally.seconds) == 11
    assert workers.sent.count("2") == MOST_LOST + 1


def test_a_file_that_cannot_be_read_is_told_and_the_rest_goes_on():
    def unreadable():
        raise Error("cannot read 'x'")

    ended, tally = run(Workers(2), [*pieces(3), Piece("x", unreadable), Piece("y", lambda: b"y")])
    assert tally.failed == ["x"] and "cannot read 'x'" in ended["x"].error and ended["y"].result == b"y"


@pytest.mark.parametrize("raised, told", [(Error("no"), "error: no"), (ValueError("odd"), "internal error: ValueError: odd")])
def test_what_a_piece_raises_is_its_outcome(raised, told):
    def work(name, data):
        if name == "1":
            raise raised
        return data

    with Here(work) as here:
        ended, tally = run(here, pieces(3))
    assert ended["1"].error == told and tally.failed == ["1"] and ended["2"].result == b"2"


def test_the_summary_has_percentiles_by_nearest_rank():
    tally = Tally(102, kept=2)
    tally.seconds += [number / 1000 for number in range(100, 0, -1)]
    tally.failed.append("x")
    line = tally.line("batches", "2 workers")
    assert line.startswith("100 batches in ") and line.endswith("median 50.000 ms, p90 90.000 ms, p99 99.000 ms; 2 were there; 1 failed")

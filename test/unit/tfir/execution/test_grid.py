"""Processes take turns, and what holds one up for ever is told."""

import threading

import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.grid import Grid
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse


@pytest.fixture
def op():
    return next(iter(parse(Source("test", "func.func @f() { return }"), lookup, dialect).body))


def test_results_come_by_process():
    grid = Grid(2, 2)
    assert grid.run([lambda n=n: [n] for n in range(4)]) == [[0], [1], [2], [3]]


def test_turns_are_taken_in_order(op):
    """Each goes on until it waits: the same each time."""
    for _ in range(20):
        grid, seen = Grid(3), []

        def work(process, grid=grid, seen=seen):
            seen.append(f"{process.id[0]} comes")
            process.meet(op, [(0, 0), (1, 0), (2, 0)], [], 0)
            seen.append(f"{process.id[0]} goes")
            return []

        grid.run([lambda process=process: work(process) for process in grid.processes])
        assert seen == ["0 comes", "1 comes", "2 comes", "2 goes", "0 goes", "1 goes"]


def test_a_partner_that_has_ended_is_told(op):
    grid = Grid(2)
    first = grid.processes[0]
    with pytest.raises(Error) as error:
        grid.run([lambda: first.meet(op, [(0, 0), (1, 0)], [], 0), list])
    assert str(error.value) == "'func.func' op in process (0, 0) waits for process (1, 0), which has ended"


def test_processes_that_wait_for_each_other_are_told(op):
    grid = Grid(2)
    first, second = grid.processes
    with pytest.raises(Error) as error:
        grid.run([lambda: first.receive(op, 1, (1, 0)), lambda: second.receive(op, 2, (0, 0))])
    assert error.value.render().splitlines()[0].endswith("in process (0, 0) waits for process (1, 0), which waits too")
    assert "note: process (1, 0) waits for process (0, 0), which waits too" in error.value.render()


def test_a_process_that_waits_alone_is_told(op):
    (alone,) = Grid().processes
    with pytest.raises(Error, match="in process \\(0, 0\\) waits for itself"):
        alone.receive(op, 1, None)


def test_an_error_of_one_ends_all(op):
    grid, before = Grid(3), threading.active_count()
    ended = []

    def waiting(process):
        try:
            return process.receive(op, 1, None)
        finally:
            ended.append(process.id)

    def failing():
        raise Error("no")

    first, second, _ = grid.processes
    with pytest.raises(Error, match="^no$"):
        grid.run([lambda: waiting(first), lambda: waiting(second), failing])
    assert ended == [(0, 0), (1, 0)]
    for thread in threading.enumerate():
        if thread.daemon:
            thread.join(5)
    assert threading.active_count() <= before


def test_a_grid_can_be_used_again_after_an_error(op):
    """What one had brought to a meeting that did not take place is gone."""
    grid = Grid(2)
    first, second = grid.processes
    group = [(0, 0), (1, 0)]
    with pytest.raises(Error):
        grid.run([lambda: first.meet(op, group, [1], 0), list])
    assert grid.run([lambda: first.meet(op, group, [2], 0), lambda: second.meet(op, group, [3], 0)]) == [[[2], [3]]] * 2


def test_those_that_meet_must_be_of_one_mind(op):
    grid = Grid(2)
    first, second = grid.processes
    group = [(0, 0), (1, 0)]
    other = op.body.last
    with pytest.raises(Error, match="in process \\(1, 0\\) meets a 'func.func' of 1 values in process \\(0, 0\\)"):
        grid.run([lambda: first.meet(op, group, [1], 0), lambda: second.meet(other, group, [1], 0)])

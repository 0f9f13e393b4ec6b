"""Long work shows itself on a terminal: with its times, below what else is said, and gone in the end. In a pipe there is nothing of it."""

import fcntl
import io
import os
import pty
import re
import signal
import struct
import sys
import termios
from time import monotonic, sleep

import pytest
from tfir.cli import progress

ADD = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


class Terminal(io.StringIO):
    def isatty(self):
        return True


def on_terminal(monkeypatch):
    """Lets standard error be one; pytest sets that anew between fixtures and tests."""
    monkeypatch.setattr(progress, "PATIENCE", 0.02)
    monkeypatch.setattr(progress, "INTERVAL", 0.01)
    monkeypatch.setattr(sys, "stderr", Terminal())
    return sys.stderr


def until(condition):
    end = monotonic() + 5
    while not condition() and monotonic() < end:
        sleep(0.005)
    assert condition()


def test_the_line_says_what_is_done_and_goes(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with progress.stage("reading"):
        until(lambda: "reading (0 s)" in terminal.getvalue())
        with progress.stage("inside"):
            progress.tell("part 2 of 3")
            until(lambda: "reading: part 2 of 3 (0 s)" in terminal.getvalue())
        print("warning: here", file=sys.stderr)
    assert terminal.getvalue().endswith(progress.CLEAR) or terminal.getvalue().endswith("here\n")
    assert f"{progress.CLEAR}warning: here\n" in terminal.getvalue()
    assert sys.stderr is terminal


@pytest.mark.parametrize("columns, shown", [(40, 39), (200, 79), (0, 79)])
def test_the_line_is_no_longer_than_the_terminal(monkeypatch, columns, shown):
    """One that is wrapped would stay where the next one begins. A terminal that does not know how wide it is has 80 columns."""
    main, ours = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    terminal = on_terminal(monkeypatch)
    terminal.fileno = lambda: ours
    with progress.stage("x" * 100):
        until(lambda: "x" in terminal.getvalue())
    assert terminal.getvalue().split(progress.CLEAR)[1] == "x" * shown
    os.close(main), os.close(ours)


def test_it_does_not_cut_a_line_that_is_being_written(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with progress.stage("reading"):
        until(lambda: "reading" in terminal.getvalue())
        sys.stderr.write("half")
        sleep(0.05)
        sys.stderr.write(" a line\n")
    assert "half a line\n" in terminal.getvalue()


def test_short_work_shows_nothing(monkeypatch):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 60)
    with progress.stage("reading"):
        sleep(0.03)
    assert terminal.getvalue() == ""


def test_errors_pass_and_leave_no_line(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with pytest.raises(KeyError), progress.stage("reading"):
        until(lambda: "reading" in terminal.getvalue())
        raise KeyError
    assert terminal.getvalue().endswith(progress.CLEAR) and sys.stderr is terminal


def test_nothing_is_shown_in_a_pipe(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.001)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress.stage("reading"):
        progress.tell("more")
        sleep(0.02)
    assert sys.stderr.getvalue() == ""


def test_a_tool_on_a_terminal(tmp_path):
    """A benchmark that would take for ever says which run it is at; Ctrl-C ends it without a word more."""
    (tmp_path / "add.mlir").write_text(ADD)
    words = [sys.executable, "-m", "tfrun", str(tmp_path / "add.mlir"), "--device=interpreter", "--input=4xf32=1", "--benchmark=100000000"]
    process, end = pty.fork()
    if not process:
        os.execv(words[0], words)
    shown, deadline = b"", monotonic() + 60
    while not re.search(rb"benchmark, run \d+ of 100000000", shown) and monotonic() < deadline:
        shown += os.read(end, 4096)
    os.kill(process, signal.SIGKILL) if monotonic() > deadline else os.write(end, b"\x03")
    rest = b""
    try:
        while block := os.read(end, 4096):
            rest += block
    except OSError:  # the other side is closed
        pass
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 130, shown + rest
    assert b"Traceback" not in rest and rest.rstrip().endswith(b"\x1b[K"), rest

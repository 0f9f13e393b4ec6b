"""How a call of a tool ends: exit codes, and what is told on standard error; by the tool and by click alike."""

import gc
import subprocess
import sys

import pytest
from click.testing import CliRunner
from tfir.cli.process import DEFECT, FAILURE, USAGE, UsageError
from tfir.cli.tool import Tool
from tfir.ir.diagnostics import Error


def fail(arguments):
    raise Error("no good")


def defect(arguments):
    raise ZeroDivisionError("x")


def deep(arguments):
    deep(arguments)


def misused(arguments):
    raise UsageError("--a and --b exclude each other")


@pytest.mark.parametrize("action, status, message", [
    (lambda arguments: None, 0, ""),
    (lambda arguments: 3, 3, ""),
    (fail, FAILURE, "error: no good"),
    (deep, FAILURE, "t: error: the input is nested too deeply"),
    (defect, DEFECT, f"t: internal error: ZeroDivisionError: x at {__file__}:{defect.__code__.co_firstlineno + 1}\n"),
    (misused, USAGE, "t: error: --a and --b exclude each other\nTry 't --help'."),
])  # fmt: skip
def test_exit_codes(action, status, message, capsys):
    tool = Tool("t", "Does things.", "", [], action)
    assert tool.main([]) == status and message in capsys.readouterr().err
    done = CliRunner().invoke(tool.command, [])
    assert done.exit_code == status and message in done.stderr


@pytest.mark.parametrize("action", [lambda arguments: gc.disable(), fail])
@pytest.mark.parametrize("collecting", [True, False])
def test_the_cyclic_collector_is_left_as_it_was(action, collecting):
    """To a program that calls a tool; each of ours switches it off while it builds modules."""
    tool = Tool("t", "Does things.", "", [], action)
    try:
        (gc.enable if collecting else gc.disable)()
        tool.main([])
        assert gc.isenabled() is collecting
    finally:
        gc.enable()


def test_a_reader_that_goes_away_is_no_error():
    program = (
        "from tfir.cli.files import Output\nfrom tfir.cli.tool import Tool\n"
        "Tool('t', '', '', [], lambda a: [Output('-').__enter__().write('x' * 10000000), 0][1]).main()"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 141


@pytest.mark.parametrize("module", ["tfopt.main", "tftranslate.main", "tfrun.main"])
def test_tools_are_click_commands(module):
    from importlib import import_module

    done = CliRunner().invoke(import_module(module).command, ["--version"])
    assert done.exit_code == 0 and done.output.split()[0] in {"tf-opt", "tf-translate", "tf-run"}

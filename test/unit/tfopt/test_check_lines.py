"""`--emit=checks`: lines that the output passes, with other names for its values too, and that anything else fails."""

import contextlib
import io
import re
import sys
import tempfile
from unittest import mock

import pytest
from filecheck.main import main as filecheck

from tfopt.check_lines import check_lines
from tfopt.main import main

PROGRAM = """module {
  func.func @main(%arg0: tensor<2x2xf32>, %arg1: i1) -> tensor<2x2xf32> {
    %cst = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    %0 = stablehlo.add %arg0, %cst {note = "a %0 {{x}} [[y]]"} : tensor<2x2xf32>
    %1:2 = "test.two"(%0) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, f32)
    return %1#0 : tensor<2x2xf32>
  }

  func.func private @other(tensor<f32>) -> f32
}
"""
NAME = "[0-9A-Za-z_]+"
CHECKS = f"""// CHECK: module {{
// CHECK-NEXT: func.func @main(%[[VAL_0:{NAME}]]: tensor<2x2xf32>, %[[VAL_1:{NAME}]]: i1) -> tensor<2x2xf32> {{
// CHECK-NEXT: %[[VAL_2:{NAME}]] = stablehlo.constant dense<{{{{\\[\\[}}}}1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
// CHECK-NEXT: %[[VAL_3:{NAME}]] = stablehlo.add %[[VAL_0]], %[[VAL_2]] {{note = "a %0 {{{{[{{][{{]}}}}x}}}} {{{{\\[\\[}}}}y]]"}} : tensor<2x2xf32>
// CHECK-NEXT: %[[VAL_4:{NAME}]]:2 = "test.two"(%[[VAL_3]]) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, f32)
// CHECK-NEXT: return %[[VAL_4]]#0 : tensor<2x2xf32>
// CHECK-NEXT: }}
// CHECK: func.func private @other(tensor<f32>) -> f32
// CHECK-NEXT: }}
"""


def passes(checks: str, text: str) -> bool:
    """What filecheck says, run as a process's main function would."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as lines:
        lines.write(checks)
        lines.flush()
        with (
            mock.patch.object(sys, "stdin", io.StringIO(text)),
            contextlib.redirect_stderr(io.StringIO()),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            try:
                return not filecheck(["filecheck", lines.name, "--match-full-lines"])
            except SystemExit as end:
                return not end.code


def test_values_have_names_of_the_lines_own():
    assert "".join(check_lines(PROGRAM)) == CHECKS


@pytest.mark.parametrize("was, now, same", [
    ("%cst", "%zero", True), ("%arg1", "%p", True), (r"%1\b", "%7", True),
    ("2.0]", "2.5]", False), ("add %arg0, %cst", "add %cst, %arg0", False), ("%1#0", "%1#1", False), ("{{x}}", "{{z}}", False), (r"\[y\]", "[z]", False),
    ("return", "cf.br", False), ("    return", "    // a line\n    return", False), ("@other", "@others", False), ("-> f32", "-> f32 attributes {x}", False), (r"@other\(", "@other(i1, ", False),
])  # fmt: skip
def test_what_passes_them(was, now, same):
    changed = re.sub(was if was[0] in "%\\@" else re.escape(was), now, PROGRAM)
    assert changed != PROGRAM and passes(CHECKS, changed) == same


def test_a_whole_graph(tmp_path, capsys):
    (tmp_path / "x.mlir").write_text(PROGRAM)
    words = [str(tmp_path / "x.mlir"), "--allow-unregistered-dialect", "--mlir-print-op-generic"]
    assert main([*words, "--emit=checks", "-o", str(tmp_path / "checks")]) == main([*words, "-o", str(tmp_path / "text")]) == 0
    assert passes((tmp_path / "checks").read_text(), (tmp_path / "text").read_text())
    assert (
        main([*words, "--emit=checks", "--emit-bytecode", "-o", "x"]) == 2
        and "--summary and --emit ask for something else" in capsys.readouterr().err
    )

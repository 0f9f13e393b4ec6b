"""A loop without an end, and one that ends in time. It is a process that is ended, so each has one of its own."""

import subprocess
import sys

PROGRAM = """
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%n = %x) : tensor<i32>
   cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare NE, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %n : tensor<i32>
  }
  return %0 : tensor<i32>
}"""


def run(*flags: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "tfrun.main", "-", "--device=interpreter", *flags]
    done = subprocess.run(command, input=PROGRAM, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_call_that_does_not_end():
    assert run("--input=i32=1", "--timeout=0.2") == (1, "", "tf-run: error: @main has not ended within 0.2 s (--timeout)\n")


def test_a_call_that_ends_in_time():
    assert run("--input=i32=0", "--timeout=60") == (0, "i32=0\n", "")


def test_no_time_at_all():
    status, _, complaint = run("--input=i32=0", "--timeout=0")
    assert status == 2 and "'--timeout': '0': expected SECONDS: a number above zero" in complaint

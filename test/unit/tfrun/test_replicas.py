"""`--replicas` on `--cluster`: the numbers of one machine; what a lost worker ends is done again where nothing is kept. test_collective.py runs
each collective operation on far processes, tools/check_cluster.py kills workers in the middle."""

from types import SimpleNamespace

import numpy as np
import pytest
from tfir.ir.diagnostics import Error

from tfrun import replicas
from tfrun.main import main

SUM = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %sum = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.subtract %0, %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


def test_replicas_meet_across_workers(tmp_path, capfd):
    pytest.importorskip("distributed")
    (tmp_path / "sum.mlir").write_text(SUM)
    words = [str(tmp_path / "sum.mlir"), "--device=interpreter", "--replicas=3", "--input=x=2xf32=1,2", "--input=x[2,0]=2xf32=10,20"]
    expected = [f"--expected-output=result0[{at},0]=2xf32={values}" for at, values in enumerate(("11,22", "11,22", "2,4"))]
    assert main([*words, *expected, "--cluster=local:2"]) == 0
    assert "all 3 expected outputs agree" in capfd.readouterr().out


@pytest.mark.parametrize("words, message", [
    (["--replicas=2", "--device=cpu"], "not with --device=cpu, but with --device=interpreter"),
    (["--replicas=2", "--files-dir=."], "--files-dir: not with --cluster"),
    ([], "--cluster: goes with --batches, --shard, --replicas or --partitions"),
])  # fmt: skip
def test_what_workers_do_not_run_is_told(tmp_path, capfd, words, message):
    (tmp_path / "sum.mlir").write_text(SUM)
    assert main([str(tmp_path / "sum.mlir"), "--device=interpreter", "--input=2xf32=1,2", "--cluster=local:2", *words]) == 2
    assert message in capfd.readouterr().err


class Unlucky(replicas.Calls):
    """Calls that lose a worker a number of times."""

    def __init__(self, losses):
        super().__init__(SimpleNamespace(walk=list), (1, 1), SimpleNamespace())
        self.losses = losses

    def called(self, entry, arrays):
        self.losses -= 1
        if self.losses >= 0:
            raise replicas.Lost
        return arrays


def test_a_first_call_is_made_again():
    calls = Unlucky(replicas.MOST_LOST - 1)
    before = calls.trial
    assert calls.run(None, [np.float32(1)]) == [1] and calls.trial != before, "processes begin anew"


def test_what_loses_workers_each_time_is_told():
    with pytest.raises(Error, match="a worker was lost each of 3 times"):
        Unlucky(replicas.MOST_LOST).run(None, [])


def test_a_later_call_is_not_made_again():
    """What the processes have kept since the first one is lost."""
    calls = Unlucky(0)
    calls.run(None, [])
    calls.losses = 1
    with pytest.raises(Error, match="and with it what the program keeps from call to call"):
        calls.run(None, [])

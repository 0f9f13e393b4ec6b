"""What processors do not run is refused with what would help."""

import re
import signal
import subprocess
import sys
from threading import Thread
from time import sleep

import pytest
from tfir.ir.diagnostics import Error

from tfrun.devices import load
from tfrun.devices.cpu.facts import os as system
from tfrun.devices.cpu.llvm import binding

SUM = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
X = "--input=4xf32=1,2,3,4"


def test_without_llvm(monkeypatch):
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    with pytest.raises(Error, match="pip install 'tfir\\[cpu\\]'"):
        binding.__wrapped__()


def test_devices_are_listed_without_llvm(monkeypatch):
    """One that cannot be used does not hide the others."""
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    binding.cache_clear()
    try:
        assert "cpu: not usable: " in "\n".join(load("cpu").listed())
    finally:
        binding.cache_clear()


def test_another_architecture(write, run, monkeypatch):
    path = write(SUM, target="aarch64")
    status, _, complaint = run(path, X)
    assert status == 1 and "is lowered for aarch64" in complaint and "--target" in complaint
    monkeypatch.setattr(system, "uname", lambda: type("uname", (), {"machine": "arm64"}))  # as macOS has it
    assert "lowered for aarch64" not in run(write(SUM, target="aarch64", name="b.mlir"), X)[2]


@pytest.mark.parametrize("target", ["x86-64-v3", "x86-64-v4"])
def test_wider_vectors_than_there_are(write, run, target):
    """LLVM takes them apart."""
    assert run(write(SUM, target=target), X)[:2] == (0, "4xf32=2 4 6 8\n")


ENDLESS = """
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%n = %x) : tensor<f32>
   cond {
    %limit = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = stablehlo.compare LT, %n, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %n, %n : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}"""


@pytest.mark.parametrize("threads", [1, 2])
def test_interrupted_while_machine_code_runs(write, cache, threads):
    """A loop without end; that it has begun is told by its code, which is kept right before."""
    path = write(ENDLESS)
    command = [sys.executable, "-m", "tfrun.main", str(path), "--device=cpu", f"--threads={threads}", "--input=f32=0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    while not (cache.exists() and [file for file in cache.iterdir() if file.name[:3] != "tmp"]):
        assert process.poll() is None
        sleep(0.05)
    sleep(1)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    try:
        _, complaint = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode in (-signal.SIGINT, 130) and complaint == b""


def test_more_threads_than_there_are(write, run, monkeypatch):
    """The fifth is refused; those before it end."""
    started = []

    def start(thread):
        started.append(thread)
        if len(started) == 5:
            raise RuntimeError("can't start new thread")
        start_of(thread)

    start_of = Thread.start
    monkeypatch.setattr(Thread, "start", start)
    status, _, complaint = run(write(SUM), X, "--threads=100")
    assert status == 1 and "--threads=100: the system lets a process have 5 threads and no more" in complaint
    assert not any([thread.is_alive() for thread in started])


def test_a_kernel_without_workgroups(write, run):
    path = write(SUM)
    text, count = re.subn(r"iree\.workgroups = dense<.*?> : tensor<3xi32>(, )?", "", path.read_text())
    assert count
    path.write_text(text)
    status, _, complaint = run(path, X)
    assert status == 1 and "'llvm.func' op does not say in iree.workgroups" in complaint


def test_where_to_emit_without_what(write, run, tmp_path):
    status, _, complaint = run(write(SUM), X, f"--emit-to={tmp_path / 'x.o'}")
    assert status == 2 and "--emit-to" in complaint

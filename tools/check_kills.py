#!/usr/bin/env python3
"""Kills commands at moments drawn at random while they write what is kept from run to run, and runs several on one cache at a time.

    tools/check_kills.py [--rounds=N] [--seed=N] [--device=vulkan] [--device=cpu]

A program is called on a device, as text and as a module file, with a cache of its own that is empty in every fourth round. In each round one process is
killed (SIGKILL) somewhere between its start and its end, or two run side by side and one of them is killed; the next must give the right numbers. So must a
module file that a killed tf-translate has written, if there is one. What killed processes leave beside the files of a cache counts as the cache does,
which is bounded. Exits with 1 where a number is wrong, a command fails, or a cache grows beyond its bound.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

BIN = Path(sys.executable).parent
SIZE = 64
PROGRAM = f"""func.func @main(%x: tensor<{SIZE}x{SIZE}xf32>) -> tensor<{SIZE}x{SIZE}xf32> {{
  %w = stablehlo.constant dense<2.0> : tensor<{SIZE}x{SIZE}xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<{SIZE}x{SIZE}xf32>, tensor<{SIZE}x{SIZE}xf32>) -> tensor<{SIZE}x{SIZE}xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<{SIZE}x{SIZE}xf32>) -> tensor<{SIZE}x{SIZE}xf32>
  %2 = stablehlo.add %0, %1 : tensor<{SIZE}x{SIZE}xf32>
  return %2 : tensor<{SIZE}x{SIZE}xf32>
}}"""
MOST_BYTES = 256 << 20  # of a device's cache, as src/common/tfir/cli/kept_files.py has it


class Bench:
    """A folder with the program in both forms, its inputs, and a cache."""

    def __init__(self, folder: Path, device: str, source: random.Random):
        self.folder, self.device, self.source, self.seen = folder, device, source, Counter[str]()
        self.text, self.file, self.cache = folder / "program.mlir", folder / "program.tfm", folder / "cache"
        (folder / "source.mlir").write_text(PROGRAM)
        subprocess.run([BIN / "tf-opt", f"--pipeline={device}", folder / "source.mlir", "-o", self.text], check=True)
        subprocess.run(self.written(), check=True)
        x = np.random.default_rng(1).integers(-8, 8, (SIZE, SIZE)).astype(np.float32)
        np.save(folder / "x.npy", x)
        self.expected = np.broadcast_to(2 * x.sum(1, keepdims=True), x.shape) + x.T

    def written(self) -> list:
        return [BIN / "tf-translate", "--mlir-to-module", self.text, "-o", self.file]

    def called(self, form: Path, number: int) -> list:
        output = self.folder / f"y{number}.npy"
        output.unlink(missing_ok=True)
        return [BIN / "tf-run", form, f"--device={self.device}", f"--input=@{self.folder / 'x.npy'}", f"--output=@{output}"]

    def start(self, command: list) -> subprocess.Popen:
        return subprocess.Popen(command, env={**os.environ, "XDG_CACHE_HOME": str(self.cache)}, stderr=subprocess.PIPE)

    def end(self, process: subprocess.Popen, number: int | None = None) -> None:
        """Waits for a process that was not killed, whose output must be right."""
        _, message = process.communicate(timeout=300)
        assert process.returncode == 0, message.decode()
        if number is not None:
            np.testing.assert_array_equal(np.load(self.folder / f"y{number}.npy"), self.expected)

    def kill(self, process: subprocess.Popen, within: float) -> None:
        time.sleep(self.source.uniform(0, within))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.seen["killed" if process.returncode == -signal.SIGKILL else "ended before"] += 1

    def round(self, number: int) -> None:
        form = self.source.choice([self.text, self.file])
        if number % 4 == 0 and self.cache.exists():
            self.drop_cache()
        begun = time.monotonic()
        self.end(self.start(self.called(form, 0)), 0)  # also where the one before was killed
        within = time.monotonic() - begun
        if number % 2:
            self.drop_cache()  # so that what is killed has something to write
        pair = [self.start(self.called(form, at)) for at in range(self.source.choice([1, 2]))]
        self.kill(pair[0], within)
        for process in pair[1:]:
            self.end(process, 1)
        self.end(self.start(self.called(form, 0)), 0)
        whole = self.file.read_bytes()
        self.kill(self.start(self.written()), within / 2)
        assert self.file.read_bytes() == whole, "a file is half-written"

    def drop_cache(self) -> None:
        for path in self.cache.rglob("*"):
            if path.is_file():
                path.unlink()

    def left(self) -> tuple[int, int]:
        """How many files processes left half-written, and the bytes of all."""
        files = [path for path in (self.cache / "tfir").rglob("*") if path.is_file()]
        return sum([path.name.startswith("tmp") for path in files]), sum([path.stat().st_size for path in files])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", action="append", choices=["vulkan", "cpu"])
    arguments = parser.parse_args()
    wrong = 0
    for device in arguments.device or ["vulkan", "cpu"]:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder), device, random.Random(arguments.seed))
            for number in range(arguments.rounds):
                try:
                    bench.round(number)
                except AssertionError as error:
                    wrong += 1
                    print(f"{device}, round {number}: {error}", flush=True)
            count, size = bench.left()
            wrong += size > MOST_BYTES
            told = ", ".join([f"{each} {what}" for what, each in bench.seen.items()])
            print(f"{device}: {arguments.rounds} rounds, {told}; {count} files half-written, {size} bytes in the cache", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

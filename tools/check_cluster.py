"""Batches over workers that are killed, with their scheduler and the client: no batch lost, none run twice into the output, results equal bit for bit.

    python tools/check_cluster.py [--batches=2000] [--kills=20] [--seed=1]

First the throughput of one worker, two and four, in the same run. Then one command after another on the same folder, while workers, a scheduler
on its own, and the command itself are killed at random; each file is watched: once it is there it must not be written again. Last three replicas
that meet 200 times, on two workers of which one is killed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

PROGRAM = """func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %last = stablehlo.constant dense<NUMBER> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %less = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %product = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %small = stablehlo.tanh %product : tensor<64x64xf32>
      stablehlo.return %next, %small : tensor<i32>, tensor<64x64xf32>
    }
  return %r#1 : tensor<64x64xf32>
}
"""
REPLICAS = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %last = stablehlo.constant dense<200> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %third = stablehlo.constant dense<0.3> : tensor<4xf32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %less = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %0 = "stablehlo.all_reduce"(%y) ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %sum = stablehlo.add %l, %r : tensor<f32>
        stablehlo.return %sum : tensor<f32>
      }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<4xf32>) -> tensor<4xf32>
      %1 = stablehlo.multiply %0, %third : tensor<4xf32>
      stablehlo.return %next, %1 : tensor<i32>, tensor<4xf32>
    }
  return %r#1 : tensor<4xf32>
}
"""
TF_RUN = (sys.executable, "-c", "import sys; from tfrun.main import main; sys.argv[0] = 'tf-run'; main()")


def command(folder: Path, output: str, cluster: str | None) -> list[str]:
    words = [
        *TF_RUN,
        str(folder / "program.mlir"),
        "--device=interpreter",
        f"--batches={folder}/in/*.npz",
        f"--output-dir={folder / output}",
    ]
    return [*words, *([f"--cluster={cluster}"] if cluster else [])]


def prepare(folder: Path, batches: int, trips: int) -> None:
    (folder / "program.mlir").write_text(PROGRAM.replace("NUMBER", str(trips)))
    (folder / "in").mkdir()
    random_numbers = numpy.random.default_rng(0)
    for number in range(batches):
        numpy.savez(folder / "in" / f"{number:05d}.npz", x=random_numbers.standard_normal((64, 64)).astype(numpy.float32) / 8)


def results(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.npz")}


def throughput(folder: Path, output: str, cluster: str | None) -> tuple[float, str]:
    done = subprocess.run(command(folder, output, cluster), capture_output=True, text=True, check=False)
    line = done.stderr.strip().splitlines()[-1]
    if done.returncode:
        sys.exit(f"{cluster}: {done.stderr}")
    return float(re.search(r"([\d.]+) per second", line)[1]), line


def children(process: int) -> list[int]:
    """All processes below one, by /proc."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError):
                parents[int(name)] = int(Path("/proc", name, "stat").read_text().rpartition(")")[2].split()[1])
    below, waiting = [], [process]
    while waiting:
        parent = waiting.pop()
        waiting += (own := [child for child, of in parents.items() if of == parent])
        below += own
    return below


class Watch:
    """Notes each result when it is first there, and tells of one that is written again."""

    def __init__(self, folder: Path):
        self.folder, self.seen = folder, {}

    def look(self) -> None:
        for path in self.folder.glob("*.npz"):
            with contextlib.suppress(FileNotFoundError):
                identity = (path.stat().st_ino, path.stat().st_mtime_ns)
                if self.seen.setdefault(path.name, identity) != identity:
                    sys.exit(f"{path.name} was written twice")


def killed_at_random(folder: Path, batches: int, kills: int, draw: random.Random) -> dict[str, int]:
    watch, counts = Watch(folder / "killed"), {"worker": 0, "client": 0, "scheduler": 0}
    (folder / "killed").mkdir()
    while True:
        own = draw.random() < 0.3 and sum(counts.values()) < kills
        servers = start_servers() if own else []
        cluster = servers[0].address if own else "local:2"
        running = subprocess.Popen(command(folder, "killed", cluster), stderr=subprocess.PIPE, text=True)
        try:
            while running.poll() is None:
                pause = time.monotonic() + draw.uniform(1, 6)
                while time.monotonic() < pause and running.poll() is None:
                    watch.look()
                    time.sleep(0.05)
                if running.poll() is None and sum(counts.values()) < kills:
                    kill_one(running, servers, counts, draw)
        finally:
            for server in servers:
                server.kill()
        watch.look()
        if len(watch.seen) == batches and running.returncode == 0:
            return counts
        if sum(counts.values()) >= kills and running.returncode not in (0, -9):
            print(running.stderr.read()[-300:], file=sys.stderr)


def kill_one(running: subprocess.Popen, servers: list, counts: dict[str, int], draw: random.Random) -> None:
    workers = [server.process.pid for server in servers[1:]] if servers else [pid for pid in children(running.pid) if pid != running.pid]
    kind = draw.choices(["worker", "client", "scheduler"], [6, 3, 2 * bool(servers)])[0]
    if kind == "worker" and workers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(draw.choice(workers), signal.SIGKILL)
    elif kind == "scheduler":
        servers[0].kill()
    else:
        kind = "client"
        below = children(running.pid)
        running.kill()
        for pid in below:  # what a machine that goes down takes with it
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    counts[kind] += 1


def check_replicas(folder: Path, kills: int, draw: random.Random) -> int:
    """How many runs, of which each has a worker killed at a random time, gave what one process gives."""
    (folder / "replicas.mlir").write_text(REPLICAS)
    inputs = [f"--input=x[{at},0]=4xf32={at + 1},{at + 2},{at + 3},{at + 4}" for at in range(3)]
    words = [*TF_RUN, str(folder / "replicas.mlir"), "--device=interpreter", "--replicas=3", *inputs]
    subprocess.run([*words, f"--output=@{folder}/alone.npz"], check=True)
    for _ in range(kills):
        running = subprocess.Popen([*words, f"--output=@{folder}/several.npz", "--cluster=local:2"])
        time.sleep(draw.uniform(3, 6))
        workers = [pid for pid in children(running.pid) if running.poll() is None]
        if workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(draw.choice(workers), signal.SIGKILL)
        assert running.wait(120) == 0
        assert (folder / "several.npz").read_bytes() == (folder / "alone.npz").read_bytes()
    return kills


class Server:
    def __init__(self, kind: str, *words: str):
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.address = ""

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def start_servers() -> list[Server]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        scheduler = Server("scheduler", "--port=0", "--no-dashboard", f"--scheduler-file={file}")
        while not file.exists() or not file.read_text().strip():
            time.sleep(0.05)
        scheduler.address = re.search(r'"address": "([^"]+)"', file.read_text())[1]
    workers = [Server("worker", scheduler.address, "--nthreads=1", "--no-nanny", "--no-dashboard") for _ in range(2)]
    time.sleep(6)  # until they have joined
    return [scheduler, *workers]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, default in (("batches", 2000), ("kills", 20), ("seed", 1), ("trips", 400)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cluster-") as name:
        folder = Path(name)
        prepare(folder, given.batches, given.trips)
        rates = {}
        for cluster in (None, "local:1", "local:2", "local:4"):
            rates[cluster], line = throughput(folder, f"out-{cluster}".replace(":", "-"), cluster)
            print(line, flush=True)
        print(f"two workers: {rates['local:2'] / rates['local:1']:.2f} times the throughput of one", flush=True)
        alone = results(folder / "out-None")
        assert len(alone) == given.batches
        for cluster in ("local-1", "local-2", "local-4"):
            assert results(folder / f"out-{cluster}") == alone, cluster
        counts = killed_at_random(folder, given.batches, given.kills, random.Random(given.seed))
        assert results(folder / "killed") == alone
        print(f"killed {counts}: {given.batches} batches, each written once, equal bit for bit", flush=True)
        runs = check_replicas(folder, max(1, given.kills // 4), random.Random(given.seed))
        print(f"{runs} runs of three replicas with a worker killed: equal bit for bit")


if __name__ == "__main__":
    main()

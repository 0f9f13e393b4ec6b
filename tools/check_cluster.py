"""Batches over workers that are killed, with their scheduler and the client: no batch lost, none run twice into the output, results equal bit for bit.

    python tools/check_cluster.py [--batches=2000] [--kills=20] [--seed=1]

First the throughput of one worker, two and four, in the same run, with the memory of their processes, and the throughput of two commands side by
side without workers, which is what the machine's cores allow. Then one command after another on the same folder, while workers, a scheduler on
its own, and the command itself are killed at random; each file is watched: once it is there it must not be written again. Last three replicas that
meet 200 times, on two workers of which one is killed.
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
from collections import Counter
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
    running = subprocess.Popen(command(folder, output, cluster), stderr=subprocess.PIPE, text=True)
    memory = []
    while running.poll() is None:
        memory.append(sum([resident(process) for process in (running.pid, *children(running.pid))]))
        time.sleep(0.5)
    line = (errors := running.stderr.read()).strip().splitlines()[-1]
    if running.returncode:
        sys.exit(f"{cluster}: {errors}")
    quarter = len(memory) // 4
    grown = f"{max(memory[quarter : 2 * quarter], default=0)} MiB in the second quarter, {max(memory[-quarter:], default=0)} in the last"
    return rate_in(line), f"{line}; all processes {grown}"


def resident(process: int) -> int:
    """MiB of memory that a process has."""
    with contextlib.suppress(OSError, IndexError):
        return int(Path("/proc", str(process), "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    return 0


def side_by_side(folder: Path, count: int) -> float:
    """What several commands without workers do together, each with all batches: how far the machine lets two workers be faster than one."""
    words = [command(folder, f"beside-{number}", None) for number in range(count)]
    running = [subprocess.Popen(each, stderr=subprocess.PIPE, text=True) for each in words]
    return sum([rate_in(each.communicate()[1]) for each in running])


def rate_in(errors: str) -> float:
    return float(re.search(r"([\d.]+) per second", errors.strip().splitlines()[-1])[1])


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


def killed_at_random(folder: Path, batches: int, kills: int, draw: random.Random) -> Counter[str]:
    """How many of each kind were killed. The command is called again until all batches are there."""
    planned = ["scheduler", *draw.choices(["worker", "client", "scheduler"], [6, 3, 1], k=kills - 1)]
    watch, killed = Watch(folder / "killed"), Counter[str]()
    (folder / "killed").mkdir()
    while True:
        servers = start_servers() if planned[:1] == ["scheduler"] else []
        cluster = servers[0].address if servers else "local:2"
        running = subprocess.Popen(command(folder, "killed", cluster), stderr=subprocess.PIPE, text=True)
        try:
            while running.poll() is None and (bool(servers) or planned[:1] != ["scheduler"]):
                pause = time.monotonic() + draw.uniform(1, 4)
                while time.monotonic() < pause and running.poll() is None:
                    watch.look()
                    time.sleep(0.05)
                if running.poll() is None and planned:
                    kill_one(planned[0], running, servers, draw)
                    killed[planned.pop(0)] += 1
        finally:
            kill_all(running)
            running.wait()
            for server in servers:
                server.kill()
        watch.look()
        if len(watch.seen) == batches and running.returncode == 0:
            return killed
        if not planned and running.returncode not in (0, -9):
            print(running.stderr.read()[-300:], file=sys.stderr)


def kill_one(kind: str, running: subprocess.Popen, servers: list, draw: random.Random) -> None:
    if kind == "scheduler":
        servers[0].kill()
        assert running.wait(90)  # the command says that its scheduler has gone
    elif kind == "client":
        kill_all(running)
    elif workers := [server.process.pid for server in servers[1:]] if servers else children(running.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(draw.choice(workers), signal.SIGKILL)


def kill_all(running: subprocess.Popen) -> None:
    """The command, and what it started: as a machine does that goes down."""
    below = children(running.pid)
    running.kill()
    for process in below:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


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
        print(f"two commands side by side: {side_by_side(folder, 2) / rates[None]:.2f} times the throughput of one", flush=True)
        alone = results(folder / "out-None")
        assert len(alone) == given.batches
        for cluster in ("local-1", "local-2", "local-4"):
            assert results(folder / f"out-{cluster}") == alone, cluster
        counts = killed_at_random(folder, given.batches, given.kills, random.Random(given.seed))
        assert results(folder / "killed") == alone
        print(f"killed {dict(counts)}: {given.batches} batches, each written once, equal bit for bit", flush=True)
        runs = check_replicas(folder, max(1, given.kills // 4), random.Random(given.seed))
        print(f"{runs} runs of three replicas with a worker killed: equal bit for bit")


if __name__ == "__main__":
    main()

"""What the benchmarks share: processor time of commands and of functions, and where the tools to compare with are.

All times are processor time (user and system) in milliseconds, medians, with one thread per library: wall clock says little
on a machine that does other things as well.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import time

ONE_THREAD = {
    "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "LP_NUM_THREADS": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "", "TF_ENABLE_ONEDNN_OPTS": os.environ.get("TF_ENABLE_ONEDNN_OPTS", "1"),
}  # fmt: skip

# The memory of a process begins as that of the one which starts it, so a small one starts what is measured.
COST = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, used = os.wait4(process, 0)
print(1e3 * (used.ru_utime + used.ru_stime), used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def add_peers_argument(parser):
    parser.add_argument(
        "--peers", metavar="PREFIX", default=sys.prefix, help="the environment that has the tools to compare with (a venv's folder)"
    )


def tool(name: str) -> str:
    """A command of this project, as it is installed beside the running Python."""
    return str(pathlib.Path(sys.executable).parent / name)


def peer_file(prefix: str, pattern: str) -> str | None:
    """A file of a package in another environment: `iree/compiler/_mlir_libs/iree-opt`."""
    files = sorted(pathlib.Path(prefix).glob(f"lib*/python*/site-packages/{pattern}"))
    return str(files[0]) if files else None


def peer_python(prefix: str, package: str) -> str | None:
    """The Python of another environment, if it has a package."""
    python = pathlib.Path(prefix) / "bin" / "python"
    return str(python) if python.exists() and peer_file(prefix, f"{package}/__init__.py") else None


def output_of(command, **options) -> str:
    done = subprocess.run(command, env={**os.environ, **ONE_THREAD}, text=True, capture_output=True, **options)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def command_cost(command) -> tuple[float, float]:
    """What a command takes in a process of its own, the start included: milliseconds, and the most memory that it held, in MiB."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", COST, *command], env={**os.environ, **ONE_THREAD}, text=True, capture_output=True
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
    milliseconds, kilobytes = done.stdout.split()
    return float(milliseconds), int(kilobytes) / 1024


def medians_of_costs(measures: dict, runs: int) -> dict:
    """The medians of each measure, a function that answers with several numbers. They take turns, so that all see the same weather."""
    costs_by_name = {name: [] for name in measures}
    for _ in range(runs):
        for name, measure in measures.items():
            costs_by_name[name].append(measure())
    return {name: tuple([statistics.median(numbers) for numbers in zip(*costs)]) for name, costs in costs_by_name.items()}


def function_time(function) -> float:
    start = time.process_time()
    function()
    return 1e3 * (time.process_time() - start)


def report(ours: str, peer: str, times: dict, bound: float) -> float:
    """Both times and their ratio, which must not exceed `bound`; answers with that."""
    ratio = times[ours] / times[peer]
    verdict = "within" if ratio <= bound else "BEYOND"
    print(f"{ours} {times[ours]:.2f} ms, {peer} {times[peer]:.2f} ms: ratio {ratio:.2f} ({verdict} {bound:g})")
    return ratio

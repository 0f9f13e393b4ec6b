#!/usr/bin/env python3
"""Calls programs many times, and holds memory and open files flat.

    tools/check_many_calls.py [--calls=N] [--device=DEVICE ...]

A program of known sizes, one whose sizes change from call to call, one with a loop that the host decides, and requests of which several are under way at
a time. In the second half of its calls a process may not grow (sizes in turn take some thousand calls to fill what the C library keeps): by no more than SLACK bytes of resident memory, and by no open file. Exits with 1 where one does.
"""

import argparse
import gc
import multiprocessing
import os
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

from device_calls import lowered  # noqa: E402
from tfir.execution.entry import find_entry  # noqa: E402

from tfrun.devices import session  # noqa: E402

SLACK = 2 << 20  # bytes: of arenas of the C library, which are not given back
DEVICES = {
    "vulkan": ("lavapipe", "vulkan"),
    "cpu": ("x86-64-v3", "cpu"),
    "vm": ("lavapipe", "vm"),
}  # with the target and the pipeline of each
KNOWN = """func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}"""
OPEN = KNOWN.replace("64xf32", "?xf32")
LOOP = """func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %sum = %zero) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %s = stablehlo.add %sum, %i : tensor<i32>
      %j = stablehlo.subtract %i, %one : tensor<i32>
      stablehlo.return %j, %s : tensor<i32>, tensor<i32>
    }
  return %r#1 : tensor<i32>
}"""


def known_call(number: int) -> tuple[list, np.ndarray]:
    x = np.full(64, number, np.float32)
    return [x], 2 * x


def open_call(number: int) -> tuple[list, np.ndarray]:
    x = np.full(1 + number % 11, number, np.float32)
    return [x], 2 * x


def loop_call(number: int) -> tuple[list, np.ndarray]:
    trips = number % 3
    return [np.array(trips, np.int32)], np.array(trips * (trips + 1) // 2, np.int32)


CASES = {"known sizes": (KNOWN, known_call), "open sizes": (OPEN, open_call), "a loop": (LOOP, loop_call), "in flight": (KNOWN, known_call)}


def state() -> tuple[int, int]:
    """Resident bytes and open files of this process."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE"), len(os.listdir("/proc/self/fd"))


def grown(device: str, name: str, calls: int, told) -> None:
    """Sends by how much a process has grown in the second half of its calls."""
    text, call = CASES[name]
    module, seen = lowered(text, *DEVICES[device]), []
    with session(module, device) as program_of:
        program = program_of(find_entry(module))

        def inputs():
            for number in range(calls):
                if number in (calls // 2, calls - 1):
                    seen.append(state())
                yield call(number)[0]

        answers = program.in_flight(inputs(), 4) if name == "in flight" else (program(each) for each in inputs())
        for number, answer in enumerate(answers):
            np.testing.assert_array_equal(answer[0], call(number)[1])
    (memory, files), (more, others) = seen
    told.send((more - memory, others - files))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=10000)
    parser.add_argument("--device", action="append", choices=DEVICES)
    arguments = parser.parse_args()
    wrong = 0
    for device in arguments.device or DEVICES:
        for name in CASES:
            receiver, sender = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.get_context("spawn").Process(target=grown, args=(device, name, arguments.calls, sender))
            process.start()
            sender.close()
            try:
                memory, files = receiver.recv()
            except EOFError:
                wrong += 1
                print(f"{device}, {name}: its process ended early", flush=True)
                continue
            finally:
                process.join()
            is_flat = memory <= SLACK and files <= 0
            wrong += not is_flat
            print(f"{device}, {name}: {memory:+d} bytes, {files:+d} files: {'flat' if is_flat else 'GROWS'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs random StableHLO programs in several ways and holds the results against each other, op by op where they differ.

    tools/check_random_programs.py [--peer=PYTHON] [--legs=LEG,...] [--count=N] [--seed=N] [--only=N] [--seconds=S] [--keep=FOLDER]

PYTHON is an interpreter that has jaxlib; it runs as a process of its own. The legs, each held against our interpreter:

    peer           XLA on the CPU. Where the two differ, or where XLA refuses a program, StableHLO's reference interpreter
                   (jaxlib.mlir.dialects.stablehlo.eval_module) judges, first on the op that differed.
    canonicalized  after `--canonicalize --cse`
    relay          as Relay (`--pipeline=relay`), on the interpreter
    vulkan, cpu    after the device's pipeline, on the device. Processors take a program with several numbers of threads, whose
                   results are the same to the bit
    c              as C, by the system's compiler, where nothing is left to the host
    cpp, cpp-vulkan    as C++, on the HAL's device for functions and on that for Vulkan
    vulkan-itself, cpu-itself    the same with `--target` as the device describes itself; cpu-x86-64-v4 with that of another name

What the peers of jaxlib 0.10.2 do differently, and we do not mend:

    XLA        Subnormal numbers are 0. A reduction over no dimensions, or over those of size 1, leaves the initial value out.
               popcnt and count_leading_zeros of i2 and i4, and the latter of negative constants, count another width. power of
               whole numbers with negative exponents; sort of i2; f4E2M1FN's 6 as i4 is 7. A scatter whose index vectors are empty
               does nothing; one that is given an operand twice writes both results into it. select_and_scatter of no source gives 0.
               A window that a scatter sends partly outside is left out whole. Drawn i8 and i16 stay unsigned when they are converted.
               In TOTALORDER a NaN is not equal to itself where a value is compared with itself.
    both       Rounding of f8E3M4 is NaN or infinite, since what is added and taken away for it (16) is beyond the type's largest number.
               A NaN that a sort compares by other than TOTALORDER goes where their algorithm leaves it; the specification does not say.
    reference  Unsigned positions are read as signed, where they are constants by XLA too. A scatter writes into its operand, which
               later ops then see changed. TOTALORDER is not looked at. Division of i2 and i4, conversions to complex numbers, and
               f8E8M0FNU in many ops crash.

A difference is told by the op alone on the operands that it had; where that op alone does not differ, by the whole program. Both
are written to FOLDER. The seed and the number of a program give it again. Exits with 1 where one differs.
"""

from __future__ import annotations

import argparse
import math
import os
import pickle
import select
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src" / "common"), str(ROOT / "src"), str(ROOT / "test" / "support")]

import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402
from random_stablehlo import Op, Program, Value, dtype  # noqa: E402
from random_stablehlo_legs import (  # noqa: E402
    ON_DEVICES,
    Refused,
    canonicalized,
    first_difference,
    has_subnormal,
    in_c,
    in_cpp,
    in_relay,
    interpreted,
    module_of,
    narrowed,
    on_device,
    on_processors,
)
from random_stablehlo_ops import AnyOp  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from tfir.ods.arrays import array_of  # noqa: E402

LEGS = ("peer", "canonicalized", "relay", "c", "cpp", "cpp-vulkan", "vulkan", "vulkan-itself", "cpu", "cpu-x86-64-v4", "cpu-itself")
PATIENCE = 120.0  # seconds that the peer may take for one program

PEER = """
import os, pickle, sys
answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
import jax, ml_dtypes, numpy as np
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_enable_x64", True)
from jax._src.interpreters import mlir as context
from jaxlib import xla_client
from jaxlib import _jax
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

devices = jax.devices("cpu")
def dtype(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)
def by_xla(module, arrays):
    options = xla_client.CompileOptions()
    options.executable_build_options.debug_options.xla_backend_optimization_level = 0
    program = devices[0].client.compile_and_load(module, _jax.DeviceList(tuple(devices)), options)
    buffers = [jax.device_put(np.frombuffer(data, dtype(name)).reshape(shape), devices[0]) for name, shape, data in arrays]
    kept = program.execute(buffers)
    return [(array.dtype.name, array.shape, array.tobytes()) for array in map(np.asarray, kept)]
def by_reference(module, arrays):
    return [str(value) for value in stablehlo.eval_module(module, [])]
while True:
    way, text, arrays = pickle.load(sys.stdin.buffer)
    try:
        with context.make_ir_context():
            answer = True, {"xla": by_xla, "reference": by_reference}[way](ir.Module.parse(text), arrays)
    except BaseException as error:
        answer = False, str(error)
    pickle.dump(answer, answers)
    answers.flush()
"""


class Peer:
    """Another implementation in a process of its own, which is started again when it crashes or hangs."""

    def __init__(self, python: str):
        self.command = [python, "-c", PEER]
        self.process: subprocess.Popen | None = None

    def ask(self, way: str, text: str, arrays=()):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        pickle.dump((way, text, [(array.dtype.name, array.shape, array.tobytes()) for array in arrays]), self.process.stdin)
        try:
            self.process.stdin.flush()
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                self.process.kill()
                raise Refused(f"{way}: hangs")
            worked, answer = pickle.load(self.process.stdout)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            self.process.kill()
            self.process = None
            raise Refused(f"{way}: crashes") from None
        if not worked:
            raise Refused(f"{way}: {answer}")
        return answer

    def xla(self, program: Program) -> list:
        results = self.ask("xla", program.text, program.arrays)
        return [self.array(value, *parts) for value, parts in zip(program.returned, results, strict=True)]

    def array(self, value: Value, name: str, shape, data: bytes) -> np.ndarray:
        """Its bytes as an array. XLA calls all numbers that it draws unsigned, whatever the program says."""
        given, declared = np.dtype(getattr(ml_dtypes, name, None) or name), dtype(value.kind)
        drawn = given.kind == "u" and declared.kind == "i" and given.itemsize == declared.itemsize
        return np.frombuffer(data, declared if drawn else given).reshape(shape)

    def reference(self, program: Program) -> list:
        texts = self.ask("reference", program.with_constants().text)
        return [constant_of(text) for text in texts]


def constant_of(text: str) -> np.ndarray:
    value = text[text.index("dense") :].rstrip(")") if not text.startswith("dense") else text
    module = module_of(
        f'func.func @f() {{ %0 = "stablehlo.constant"() <{{value = {value}}}> : () -> ({value[value.rindex(": ") + 2 :]}) return }}'
    )
    return array_of(next(op for op in module.walk() if op.name == "stablehlo.constant").attributes["value"])


class Findings:
    """What came out: differences (ours to mend), what the peer alone does differently, and what was refused."""

    def __init__(self, keep: Path | None):
        self.keep, self.wrong, self.peers, self.refused, self.agreed = keep, Counter(), Counter(), Counter(), Counter()

    def differ(self, leg: str, number: int, program: Program, op: Op, results: dict) -> None:
        label = label_of(op)
        self.wrong[f"{leg}: {label}"] += 1
        print(f"program {number}, {leg}: {label} differs", flush=True)
        self.write(leg, number, program, op, results)

    def blame(self, number: int, program: Program, op: Op, results: dict) -> None:
        """a peer alone differs: the reference gives what we give."""
        self.peers["subnormal numbers, which it takes for 0" if has_subnormal(program) else label_of(op)] += 1
        self.write("xla", number, program, op, results)

    def write(self, leg: str, number: int, program: Program, op: Op, results: dict) -> None:
        if self.keep is not None:
            path = self.keep / f"{leg}-{op.name}-{number}.mlir"
            values = [f"// {value.name} = {text(array)}" for value, array in program.arguments]
            answers = [f"// {way}: {[text(array) for array in arrays]}" for way, arrays in results.items()]
            path.write_text("\n".join([*values, *answers, program.text]))

    def refuse(self, leg: str, number: int, program: Program, reason: str) -> None:
        line = reason.strip().splitlines()[0][:160] if reason.strip() else "no reason"
        self.refused[f"{leg}: {line}"] += 1
        if self.keep is not None and self.refused[f"{leg}: {line}"] == 1 and leg != "peer":
            (self.keep / f"refused-{leg}-{number}.mlir").write_text(f"// {line}\n{program.text}")

    def report(self) -> None:
        for title, counts in (
            ("agree", self.agreed),
            ("refused", self.refused),
            ("a peer alone differs", self.peers),
            ("DIFFER", self.wrong),
        ):
            for what, count in sorted(counts.items(), key=lambda item: -item[1]):
                print(f"{title}: {count} {what}")


def label_of(op: Op) -> str:
    return f"{op.name} of {', '.join(dict.fromkeys([value.kind for value in op.operands]))} to {', '.join(dict.fromkeys([v.kind for v in op.results]))}"


def text(array: np.ndarray) -> str:
    return f"{array.dtype.name}{list(array.shape)} {' '.join(map(str, array.reshape(-1)[:40].tolist()))}"


def fault_of_reference(op: Op, program: Program) -> str:
    """What the reference is known to do wrong with an op, where nothing but the reference has judged; or nothing."""
    is_placed = op.name in ("gather", "scatter", "dynamic_slice", "dynamic_update_slice")
    if is_placed and any([value.kind.startswith("ui") for value in op.operands[1:]]):
        return "unsigned positions, which the reference reads as signed"
    overwritten = [value for scatter in program.ops if scatter.name == "scatter" for value in scatter.operands]
    if any([value in overwritten for value in (*op.operands, *op.results)]):
        return "operands of a scatter, into which the reference writes"
    return ""


def is_named_fault(op: Op, program: Program, is_judged: bool) -> bool:
    """Whether XLA is known to be wrong here, and the reference is wrong as well or has not judged."""
    if op.name == "compare":
        return "TOTALORDER" in op.text and op.operands[0] is op.operands[1]
    if op.name.startswith("round_nearest"):
        return op.operands[0].kind == "f8E3M4"
    if op.name == "scatter" and len(set(op.operands)) < len(op.operands) and "update_window_dims = []" not in op.text:
        return True  # the reference writes into what it reads, and XLA leaves out a window that is partly outside
    if is_judged:
        return False
    if op.name == "convert":
        return any([op.operands[0] in drawn.results for drawn in program.ops if drawn.name == "rng_bit_generator"])
    if op.name == "count_leading_zeros":
        return len(program.ops) > 1  # what it was given was a constant
    if op.name in ("reduce", "reduce_window"):
        return math.prod(op.operands[0].shape) == math.prod(op.results[0].shape)
    is_odd = any([value.kind.startswith("complex") or not math.prod(value.shape) for value in op.operands])
    return op.name == "scatter" and is_odd


class Checker:
    """Runs programs on the legs and says what it finds."""

    def __init__(self, legs, peer: Peer | None, findings: Findings):
        self.legs, self.peer, self.findings = legs, peer, findings
        self.ours = {leg: canonicalized if leg == "canonicalized" else device_leg(leg) for leg in legs if leg != "peer"}

    def check(self, number: int, program: Program) -> None:
        try:
            expected = interpreted(program)
        except Error as error:
            self.findings.refuse("interpreter", number, program, str(error))
            return
        for leg in self.legs:
            try:
                self.check_peer(number, program, expected) if leg == "peer" else self.check_ours(leg, number, program, expected)
            except (Error, Refused) as error:
                self.findings.refuse(leg, number, program, str(error))
            except Exception as error:  # a crash is what is looked for
                self.findings.refuse(leg, number, program, f"CRASH {type(error).__name__}: {error}")

    def check_ours(self, leg: str, number: int, program: Program, expected) -> None:
        run, relative = self.ours[leg], 1.0 if leg == "canonicalized" else ON_DEVICES
        differing = first_difference(program, run(program), expected, relative)
        if differing is None:
            self.findings.agreed[leg] += 1
            return
        smaller, op = narrowed(program, run, relative) or (program, differing)
        self.findings.differ(leg, number, smaller, op, {"interpreter": interpreted(smaller), leg: run(smaller)})

    def check_peer(self, number: int, program: Program, expected) -> None:
        run = self.peer.xla
        try:
            actual = run(program)
        except Refused:
            run = self.peer.reference
            actual = run(program)
        differing = first_difference(program, actual, expected)
        if differing is None:
            self.findings.agreed["peer" if run == self.peer.xla else "peer (reference only)"] += 1
            return
        fault = fault_of_reference(differing, program) if run == self.peer.reference else ""
        if fault:
            self.findings.peers[fault] += 1
            return
        smaller, op = narrowed(program, run, 1.0) or (program, differing)
        results = {"interpreter": interpreted(smaller), run.__name__: run(smaller)}
        judged = self.judged(smaller) if run == self.peer.xla else None
        if judged is not None:
            results["reference"] = judged
        agrees = has_subnormal(smaller) if judged is None else first_difference(smaller, judged, results["interpreter"]) is None
        if agrees or is_named_fault(op, smaller, judged is not None):
            self.findings.blame(number, smaller, op, results)
        else:
            self.findings.differ("peer", number, smaller, op, results)

    def judged(self, program: Program):
        try:
            return self.peer.reference(program)
        except Refused:
            return None


def device_leg(leg: str):
    """A function that runs a program on the device that a leg names."""
    from tfopt.iree_to_spirv.target import read_target
    from tfrun.devices import describe_device

    if leg in ("c", "relay"):
        return in_c if leg == "c" else in_relay
    device, _, name = leg.partition("-")
    if device == "cpp":
        return partial(in_cpp, device=name or "host")
    target = describe_device(device) if name == "itself" else read_target(name) if name else None
    return partial(on_processors, target=target) if device == "cpu" else partial(on_device, device=device, target=target)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--peer", help="a Python that has jaxlib")
    options.add_argument("--legs", default=",".join(LEGS))
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--most-ops", type=int, default=6)
    options.add_argument("--only", type=int, help="print this program and check it alone")
    options.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    options.add_argument("--keep", type=Path)
    arguments = options.parse_args()
    os.environ.setdefault("LP_NUM_THREADS", "1")
    legs = [leg for leg in arguments.legs.split(",") if leg != "peer" or arguments.peer]
    if arguments.keep is not None:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    findings = Findings(arguments.keep)
    checker = Checker(legs, Peer(arguments.peer) if arguments.peer else None, findings)
    numbers = range(arguments.first, arguments.first + arguments.count) if arguments.only is None else [arguments.only]
    began, tried = perf_counter(), 0
    for number in numbers:
        if perf_counter() - began > arguments.seconds:
            break
        program = AnyOp(f"{arguments.seed} {number}").program(arguments.most_ops)
        if arguments.only is not None:
            print(program.text)
        checker.check(number, program)
        tried += 1
        del Source._all[:], Source._bases[:]  # locations of what came before are never asked for again
    findings.report()
    print(f"{tried} programs, {sum(findings.wrong.values())} differences")
    return 1 if findings.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

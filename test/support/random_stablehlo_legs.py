"""Ways to run a random StableHLO program, and whether their results agree: the interpreter, what canonicalisation leaves, devices."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import ml_dtypes
import numpy as np
from c_programs import call_c, lowered
from cpp_programs import call_cpp
from random_stablehlo import Op, Program, Value, dtype
from random_stablehlo_ops import AnyOp
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ods.arrays import converted, dtype_of, element_of, is_float
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline, parse_pipeline
from tfopt.pipeline.execution import Runner
from tfopt.stablehlo.narrow_numbers import wide
from tfrun.devices import session


class Refused(Exception):
    """A way to run programs does not take this one."""


ON_DEVICES = 32.0  # Vulkan lets an exponential, say, be off by many more units in the last place than a CPU's library is

THREADS = (1, 2, 3)


def module_of(text: str):
    module = parse(Source("random.mlir", text), lookup, dialect)
    verify(module)
    return module


def executed(module, arrays, device: str = "interpreter", **options) -> list:
    with session(module, device, **options) as program_of, np.errstate(all="ignore"):
        return [np.asarray(array) for array in program_of(find_entry(module))(arrays)]


def interpreted(program: Program) -> list:
    return executed(module_of(program.text), program.arrays)


def passed(program: Program, pipeline, target: str | None = None):
    module = module_of(program.text)
    if target is not None:
        module.set_attribute("iree.target", target)
    Runner(verify).run(pipeline, module)
    return module


def canonicalized(program: Program) -> list:
    return executed(passed(program, parse_pipeline("canonicalize,cse")), program.arrays)


def in_relay(program: Program) -> list:
    results = executed(passed(program, load_pipeline("relay")), widened(as_pairs(program.arrays)))
    return narrow_again(program, of_pairs(program, results))


def as_pairs(arrays) -> list:
    """Arrays as Relay takes them, in which a tensor of complex numbers is two."""
    return [part for array in arrays for part in ((array.real, array.imag) if array.dtype.kind == "c" else (array,))]


def of_pairs(program: Program, results) -> list:
    """The other way round."""
    each = iter(results)
    return [together(next(each), next(each)) if value.kind.startswith("complex") else next(each) for value in program.returned]


def widened(arrays) -> list:
    """Arrays as languages take them that have no narrow numbers."""
    return [converted(array, dtype_of(wide(element_of(array.dtype)))) for array in arrays]


def narrow_again(program: Program, results) -> list:
    """The other way round."""
    return [converted(result, dtype(value.kind)) for value, result in zip(program.returned, results, strict=True)]


def together(re, im):
    z = np.empty(re.shape, np.result_type(re.dtype, np.complex64))
    z.real, z.imag = re, im
    return z


def on_device(program: Program, device: str, target=None) -> list:
    """What a device computes that has a pipeline of its name."""
    return executed(passed(program, load_pipeline(device), target), program.arrays, device)


def in_c(program: Program) -> list:
    """What its kernels compute as C."""
    with TemporaryDirectory() as folder:
        return call_c(lowered(program.text), program.arrays, Path(folder))


def in_cpp(program: Program, device: str = "host") -> list:
    """What the program computes as C++, on a device of the HAL."""
    with TemporaryDirectory() as folder:
        return call_cpp(lowered(program.text), program.arrays, Path(folder), device, flags=("-O0",))


def on_processors(program: Program, target=None) -> list:
    """What this machine's processors compute, by code that is written for a target: the same to the bit, however many share the work,
    be it as little as it is."""
    module = passed(program, load_pipeline("cpu"), target)
    with patch("tfrun.devices.cpu.work.MEETING", 1e-9):
        alone, *others = [executed(module, program.arrays, "cpu", threads=count) for count in THREADS]
    for count, results in zip(THREADS[1:], others):
        is_same = all([one.tobytes() == other.tobytes() for one, other in zip(alone, results, strict=True)])
        assert is_same, f"{count} threads give {results}, and one {alone}"
    return alone


# Comparison

# Which of 0 and -0 is the larger depends, in NumPy, on their order.
OF_EITHER_ZERO = {
    "maximum",
    "minimum",
    "clamp",
    "reduce",
    "reduce_window",
    "scatter",
    "select_and_scatter",
    "map",
    "if",
    "case",
    "while",
    "call",
    "composite",
}
ELEMENTWISE = {*AnyOp.INEXACT_OF_ONE, *AnyOp.INEXACT_OF_TWO}


def agrees(value: Value, name: str, found, wanted, relative: float = 1.0) -> bool:
    """Exact values agree to the bit, but for what NaNs carry; others within some units in the last place. `relative` widens that."""
    if found.shape != wanted.shape or found.dtype != wanted.dtype:
        return False
    if wanted.dtype.kind == "c":
        return complex_agree(value, name, found, wanted, relative)
    if not is_float(wanted.dtype):
        return np.array_equal(found, wanted)
    facts = ml_dtypes.finfo(wanted.dtype)
    found, wanted = found.astype(np.float64), wanted.astype(np.float64)
    same = (np.isnan(found) & np.isnan(wanted)) | (
        (found == wanted) & ((found != 0) | (np.signbit(found) == np.signbit(wanted)) | (not value.exact) | (name in OF_EITHER_ZERO))
    )
    if value.exact:
        return bool(same.all())
    limit = float(facts.eps) * relative * (64 if facts.bits >= 32 else 2)
    finite = np.abs(wanted[np.isfinite(wanted)])
    floor = float(facts.smallest_normal) if name in ELEMENTWISE else limit * finite.max(initial=0)
    with np.errstate(invalid="ignore"):
        return bool((same | (np.abs(found - wanted) <= limit * np.abs(wanted) + floor)).all())


def complex_agree(value: Value, name: str, found, wanted, relative: float) -> bool:
    """Both parts do, or the difference is small against the number as a whole; where numbers are added up (fft), against the largest."""
    parts = [agrees(value, name, one, other, relative) for one, other in ((found.real, wanted.real), (found.imag, wanted.imag))]
    with np.errstate(all="ignore"):
        size = np.abs(wanted)
        beside = size if name in ELEMENTWISE else size[np.isfinite(size)].max(initial=0)
        near = np.abs(found - wanted) <= 64 * relative * np.finfo(wanted.dtype).eps * beside
    return all(parts) or (not value.exact and bool(near.all()))


def makers(program: Program) -> dict[str, Op]:
    return {value.name: op for op in program.ops for value in op.results}


def first_difference(program: Program, found, wanted, relative=1.0) -> Op | None:
    """The first op with a result that does not agree."""
    maker = makers(program)
    for value, one, other in zip(program.returned, found, wanted, strict=True):
        if not agrees(value, maker[value.name].name, one, other, relative):
            return maker[value.name]
    return None


def narrowed(program: Program, run, relative: float):
    """The smallest program that still differs when run so, its op, and our results: one op on what it was given, or all of it."""
    whole = program.returning_all()
    ours = interpreted(whole)
    op = first_difference(whole, run(whole), ours, relative)
    if op is None:
        return None
    alone = whole.of_one(op, {value.name: array for value, array in [*program.arguments, *zip(whole.returned, ours)]})
    try:
        if first_difference(alone, run(alone), interpreted(alone), relative) is not None:
            return alone, op
    except (Error, Refused):
        pass
    return whole, op


def told_difference(program: Program, run, relative: float) -> str | None:
    """The op that differs when a program is run so, and numbers of the smallest program in which it does; None where nothing differs."""
    op = first_difference(program, run(program), interpreted(program), relative)
    if op is None:
        return None
    smaller, op = narrowed(program, run, relative) or (program, op)
    shown = [f"{np.asarray(array).reshape(-1)[:8].tolist()}" for array in (*smaller.arrays, *interpreted(smaller), *run(smaller))]
    return f"{op.name}: {op.text[:300]}: {'; '.join(shown)}"


def has_subnormal(program: Program) -> bool:
    """Whether a number below the normal ones of f32, or of f64, is given or comes up."""
    arrays = [*program.arrays, *interpreted(program.returning_all())]
    parts = [
        part
        for array in arrays
        for part in ([array.real, array.imag] if array.dtype.kind == "c" else [array])
        if is_float(array.dtype) or array.dtype.kind == "c"
    ]
    sizes = [
        (np.abs(part.astype(np.float64)), np.finfo(np.float64 if part.dtype == np.float64 else np.float32).smallest_normal)
        for part in parts
    ]
    return any([bool(((size > 0) & (size < least)).any()) for size, least in sizes])

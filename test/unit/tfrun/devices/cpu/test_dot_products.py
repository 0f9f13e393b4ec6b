"""Products of bytes and of bf16 by the instructions that processors have for them, against NumPy: bytes exactly, bf16 by f64.

They run here, and on machines that lack an instruction by what its manual says that it computes, written in LLVM IR: so kernels for other
processors are tried too.
"""

import re

import numpy as np
import pytest
from device_calls import call, lowered
from tfir.dialects.iree.target import PROCESSORS, TargetAttr
from tfir.ir.types import BF16
from tfir.ods.arrays import dtype_of

from tfopt.iree_to_spirv.target import KNOWN
from tfrun.devices.cpu import compilation
from tfrun.devices.cpu.facts import has

BFLOAT = dtype_of(BF16)
NAMES = {"i1": "i8", "u1": "ui8", "f4": "f32", "V2": "bf16"}
TARGETS = {  # by the features that tell which instruction is meant
    "vnni": ("x86-64-v4", "+avx512vnni,+avx512vl"), "avxvnni": ("x86-64-v3", "+avxvnni"), "bf16": ("x86-64-v4", "+avx512bf16,+avx512vl"),
    "dotprod": ("aarch64", "+neon,+dotprod"), "i8mm": ("aarch64", "+neon,+dotprod,+i8mm"),
}  # fmt: skip
SHAPES = [(33, 9, 40), (1, 67, 16), (3, 2, 17), (13, 64, 24)]


@pytest.fixture(autouse=True)
def targets(monkeypatch):
    for name, (level, features) in TARGETS.items():
        monkeypatch.setitem(KNOWN, name, TargetAttr({**PROCESSORS[level].facts, "name": name, "cpu_features": features}))


@pytest.fixture
def meant(monkeypatch):
    """Has instructions computed by what they mean."""
    written = compilation.Kernels.llvm_ir
    monkeypatch.setattr(compilation, "has", lambda feature: True)
    monkeypatch.setattr(compilation, "is_for_this_machine", lambda target: True)
    monkeypatch.setattr("tfrun.devices.cpu.programs.is_for_this_machine", lambda target: True)
    monkeypatch.setattr(compilation.Kernels, "llvm_ir", lambda kernels: with_meanings(written(kernels)))


def with_meanings(text: str) -> str:
    names = sorted(set(re.findall(r"@(llvm\.(?:x86|aarch64)\.[\w.]+)", text)))
    text = "\n".join([line for line in text.split("\n") if not re.match(r"declare .*@llvm\.(x86|aarch64)", line)])
    return text.replace("@llvm.x86", "@meant.x86").replace("@llvm.aarch64", "@meant.aarch64") + "".join(map(meaning, names))


def meaning(name: str) -> str:
    """The function of an instruction: sums, and products of two vectors in groups of neighbours. Bytes are extended as their signs say."""
    if "pmadd" in name:
        return of_pairs(name, {"sse2": 4, "avx2": 8}[name.split(".")[2]])
    width = re.search(r"\.(128|256|512)$", name)
    lanes = int(width[1]) // 32 if width else 4
    if "bf16" in name:
        return of_groups(name, lanes, 2, "float", ("fpext", "fpext"), "bfloat", ("fmul", "fadd"))
    signs = {"vpdpbusd": ("zext", "sext"), "sdot": ("sext", "sext"), "udot": ("zext", "zext"), "usdot": ("zext", "sext")}[
        name.split(".")[3]
    ]
    return of_groups(name, lanes, 4, "i32", signs, "i8", ("mul", "add"))


def of_groups(name: str, lanes: int, group: int, of_sum: str, extensions, of_operand: str, steps) -> str:
    sums, all, few = f"<{lanes} x {of_sum}>", f"<{lanes * group} x {of_sum}>", f"<{lanes * group} x {of_operand}>"
    taken = few if ".neon." in name else f"<{lanes} x i32>"
    multiply, add = steps
    lines = [f"%{x}0 = bitcast {taken} %{x} to {few}\n%{x}1 = {how} {few} %{x}0 to {all}" for x, how in zip("ab", extensions)]
    lines += [f"%p = {multiply} {all} %a1, %b1"]
    for place in range(group):
        mask = ", ".join([f"i32 {lane * group + place}" for lane in range(lanes)])
        lines += [f"%t{place} = shufflevector {all} %p, {all} %p, <{lanes} x i32> <{mask}>"]
        lines += [f"%s{place + 1} = {add} {sums} %s{place}, %t{place}"]
    body = "\n".join(lines)
    return f"\ndefine internal {sums} @{name.replace('llvm', 'meant', 1)}({sums} %s0, {taken} %a, {taken} %b) {{\n{body}\nret {sums} %s{group}\n}}\n"


def of_pairs(name: str, lanes: int) -> str:
    """Products of numbers of 16 bits, of which neighbours are added."""
    sums, all, few = f"<{lanes} x i32>", f"<{lanes * 2} x i32>", f"<{lanes * 2} x i16>"
    lines = [f"%{x}1 = sext {few} %{x} to {all}" for x in "ab"] + [f"%p = mul {all} %a1, %b1"]
    for place in range(2):
        mask = ", ".join([f"i32 {lane * 2 + place}" for lane in range(lanes)])
        lines += [f"%t{place} = shufflevector {all} %p, {all} %p, <{lanes} x i32> <{mask}>"]
    body = "\n".join([*lines, f"%s = add {sums} %t0, %t1"])
    return f"\ndefine internal {sums} @{name.replace('llvm', 'meant', 1)}({few} %a, {few} %b) {{\n{body}\nret {sums} %s\n}}\n"


def drawn(shape, kind, seed):
    random = np.random.default_rng(seed)
    if kind == "bf16":
        return random.standard_normal(shape).astype(BFLOAT)
    numbers = np.iinfo(kind)
    return random.choice([numbers.min, numbers.max, *random.integers(numbers.min, numbers.max + 1, 6)], shape).astype(kind)


def tensor(array) -> str:
    return f"tensor<{'x'.join(map(str, array.shape))}x{NAMES[array.dtype.str[1:]]}>"


def products(pairs, result: str, behind: str = "") -> str:
    """A program of products of pairs of matrices, first by arguments, then by constants."""
    arguments = ", ".join([f"%x{n}: {tensor(x)}, %y{n}: {tensor(y)}" for n, (x, y) in enumerate(pairs)])
    lines, results, kinds = [], [], []
    for n, (x, y) in enumerate(pairs):
        kind = f"tensor<{x.shape[0]}x{y.shape[1]}x{result}>"
        lines.append(f'%c{n} = stablehlo.constant dense<"0x{y.tobytes().hex().upper()}"> : {tensor(y)}')
        for right in ("y", "c"):
            lines.append(
                f"%{right}r{n} = stablehlo.dot_general %x{n}, %{right}{n}, contracting_dims = [1] x [0]{behind} : ({tensor(x)}, {tensor(y)}) -> {kind}"
            )
            results.append(f"%{right}r{n}")
            kinds.append(kind)
    text = "\n".join(lines)
    return f"func.func @main({arguments}) -> ({', '.join(kinds)}) {{\n{text}\nreturn {', '.join(results)} : {', '.join(kinds)}\n}}"


def names_in(module) -> set[str]:
    return {op.get("intrin") for op in module.walk() if op.name == "llvm.call_intrinsic"}


def check_products_of_bytes(target: str, left: str, right: str):
    pairs = [(drawn((m, k), left, n), drawn((k, columns), right, n + 9)) for n, (m, k, columns) in enumerate(SHAPES)]
    module = lowered(products(pairs, "i32"), target, "cpu")
    assert names_in(module)
    (results,) = call(module, "cpu", [[each for pair in pairs for each in pair]])
    for (x, y), one, other in zip(pairs, results[::2], results[1::2], strict=True):
        expected = x.astype("i4") @ y.astype("i4")
        np.testing.assert_array_equal(one, expected)
        np.testing.assert_array_equal(other, expected)


SIGNS = pytest.mark.parametrize("left", ["i1", "u1"]), pytest.mark.parametrize("right", ["i1", "u1"])


@pytest.mark.sweep
@SIGNS[0]
@SIGNS[1]
@pytest.mark.parametrize("target, feature", [("vnni", "avx512vnni"), ("avxvnni", "avxvnni"), ("x86-64-v3", "avx2")])
def test_products_of_bytes(target, feature, left, right):
    if not has(feature):
        pytest.skip(f"this machine lacks {feature}")
    check_products_of_bytes(target, left, right)


@pytest.mark.sweep
@SIGNS[0]
@SIGNS[1]
@pytest.mark.parametrize("target", ["vnni", "avxvnni", "dotprod", "x86-64-v3"])
def test_products_of_bytes_by_what_instructions_mean(target, left, right, meant):
    check_products_of_bytes(target, left, right)


@pytest.mark.parametrize("left, right", [("u1", "i1"), ("i1", "u1")])
def test_products_of_bytes_with_and_without_signs(left, right, meant):
    check_products_of_bytes("i8mm", left, right)


def test_which_instruction_is_taken():
    """Arm's are for bytes of one signedness; with i8mm there is one for both."""
    signs = [("i1", "i1"), ("u1", "u1"), ("u1", "i1"), ("i1", "u1")]
    programs = [products([(drawn((4, 8), left, 1), drawn((8, 16), right, 2))], "i32") for left, right in signs]
    taken = {target: [names_in(lowered(text, target, "cpu")) for text in programs] for target in ("vnni", "avxvnni", "dotprod", "i8mm")}
    assert taken["vnni"] == [{"llvm.x86.avx512.vpdpbusd.512"}] * 4
    assert taken["avxvnni"] == [{"llvm.x86.avx512.vpdpbusd.256"}] * 4
    sdot, udot, usdot = [{f"llvm.aarch64.neon.{name}.v4i32.v16i8"} for name in ("sdot", "udot", "usdot")]
    assert taken["dotprod"] == [sdot, udot, sdot, udot]
    assert taken["i8mm"] == [sdot, udot, usdot, usdot]


def test_pairs_of_16_bits_where_there_is_none_of_bytes():
    programs = [products([(drawn((4, 8), left, 1), drawn((8, 16), "i1", 2))], "i32") for left in ("i1", "u1")]
    assert [names_in(lowered(text, "x86-64-v3", "cpu")) for text in programs] == [{"llvm.x86.avx2.pmadd.wd"}] * 2


@pytest.mark.parametrize("target", ["x86-64-v4", "aarch64", "bf16"])
def test_processors_without_the_instruction(target):
    pairs = [(drawn((4, 8), "i1", 1), drawn((8, 16), "i1", 2))]
    assert not names_in(lowered(products(pairs, "i32"), target, "cpu"))


@pytest.mark.parametrize("result", ["i8", "i16", "ui32"])
def test_sums_that_wrap_around(result, meant):
    """The numbers are those of the sum's lowest bits."""
    x, y = drawn((6, 1000), "i1", 1), drawn((1000, 16), "i1", 2)
    module = lowered(products([(x, y)], result), "vnni", "cpu")
    assert names_in(module)
    (results,) = call(module, "cpu", [[x, y]])
    whole = x.astype("i8") @ y.astype("i8")
    for each in results:
        np.testing.assert_array_equal(each, whole.astype(each.dtype))


def test_sums_of_more_bits_are_no_such_products():
    x, y = drawn((6, 8), "i1", 1), drawn((8, 16), "i1", 2)
    assert not names_in(lowered(products([(x, y)], "i64"), "vnni", "cpu"))


def test_matrices_of_a_batch(meant):
    x, y = drawn((3, 9, 10), "i1", 1), drawn((3, 10, 16), "i1", 2)
    kind = "tensor<3x9x16xi32>"
    text = f"""func.func @main(%x: {tensor(x)}, %y: {tensor(y)}) -> {kind} {{
      %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({tensor(x)}, {tensor(y)}) -> {kind}
      return %0 : {kind}
    }}"""
    module = lowered(text, "vnni", "cpu")
    assert names_in(module)
    ((result,),) = call(module, "cpu", [[x, y]])
    np.testing.assert_array_equal(result, x.astype("i4") @ y.astype("i4"))


def test_rows_that_a_call_counts(meant):
    y = drawn((10, 16), "i1", 2)
    text = f"""func.func @main(%x: tensor<?x10xi8>, %y: {tensor(y)}) -> tensor<?x16xi32> {{
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x10xi8>, {tensor(y)}) -> tensor<?x16xi32>
      return %0 : tensor<?x16xi32>
    }}"""
    module = lowered(text, "vnni", "cpu")
    assert names_in(module)
    calls = [[drawn((rows, 10), "i1", rows), y] for rows in (1, 5, 7, 12, 30)]
    for (x, _), (result,) in zip(calls, call(module, "cpu", calls), strict=True):
        np.testing.assert_array_equal(result, x.astype("i4") @ y.astype("i4"))


WINDOWS = [((1, 9, 9, 3), (3, 3, 3, 16), 2, 1), ((2, 7, 7, 5), (3, 3, 5, 20), 1, 1), ((1, 8, 8, 8), (1, 1, 8, 24), 1, 0), ((1, 6, 6, 2), (2, 3, 2, 17), 1, 0)]  # fmt: skip


@pytest.mark.parametrize("kind", ["i1", "u1"])
@pytest.mark.parametrize("target", ["vnni", "dotprod"])
@pytest.mark.parametrize("shape, window, stride, padding", WINDOWS)
def test_convolutions_of_bytes(shape, window, stride, padding, target, kind, meant):
    x, w = drawn(shape, kind, 1), drawn(window, kind, 2)
    around = np.pad(x.astype("i4"), ((0, 0), (padding, padding), (padding, padding), (0, 0)))
    views = np.lib.stride_tricks.sliding_window_view(around, window[:2], (1, 2))[:, ::stride, ::stride]
    expected = np.einsum("nhwcij,ijco->nhwo", views, w.astype("i4"))
    result = f"tensor<{'x'.join(map(str, expected.shape))}xi32>"
    name = f"stride = [{stride}, {stride}], pad = [[{padding}, {padding}], [{padding}, {padding}]]"
    products = [
        f"%r{right} = stablehlo.convolution(%x, %{right}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{{name}}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({tensor(x)}, {tensor(w)}) -> {result}"
        for right in ("w", "c")
    ]
    text = f"""func.func @main(%x: {tensor(x)}, %w: {tensor(w)}) -> ({result}, {result}) {{
      %c = stablehlo.constant dense<"0x{w.tobytes().hex().upper()}"> : {tensor(w)}
      {products[0]}
      {products[1]}
      return %rw, %rc : {result}, {result}
    }}"""
    module = lowered(text, target, "cpu")
    assert names_in(module)
    ((one, other),) = call(module, "cpu", [[x, w]])
    np.testing.assert_array_equal(one, expected)
    np.testing.assert_array_equal(other, expected)


def check_products_of_bfloats(result: str, shapes):
    """As `summed` says it (docs/accuracy.md)."""
    pairs = [(drawn((m, k), "bf16", n), drawn((k, columns), "bf16", n + 9)) for n, (m, k, columns) in enumerate(shapes)]
    module = lowered(products(pairs, result), "bf16", "cpu")
    assert names_in(module) >= {"llvm.x86.avx512bf16.dpbf16ps.512"}
    (results,) = call(module, "cpu", [[each for pair in pairs for each in pair]])
    unit = 2.0**-23 if result == "f32" else 2.0**-7
    for (x, y), *answers in zip(pairs, results[::2], results[1::2], strict=True):
        exact, sizes = x.astype("f8") @ y.astype("f8"), np.abs(x.astype("f8")) @ np.abs(y.astype("f8"))
        for answer in answers:
            assert (np.abs(answer.astype("f8") - exact) <= (x.shape[1] ** 0.5 + 4) * unit * sizes).all()


@pytest.mark.parametrize("result", ["f32", "bf16"])
def test_products_of_bfloats(result):
    if not has("avx512bf16"):
        pytest.skip("this machine lacks avx512bf16")
    check_products_of_bfloats(result, [*SHAPES, (8, 8193, 16)])


@pytest.mark.parametrize("result", ["f32", "bf16"])
def test_products_of_bfloats_by_what_the_instruction_means(result, meant):
    check_products_of_bfloats(result, [*SHAPES, (8, 8193, 16)])


def test_where_the_instruction_is_slow_numbers_are_converted(monkeypatch):
    """Sapphire Rapids has VDPBF16PS in every other cycle; its VPDPBUSD is as fast as others."""
    facts = {**PROCESSORS["x86-64-v4"].facts, "name": "rapids", "cpu": "sapphirerapids"}
    monkeypatch.setitem(KNOWN, "rapids", TargetAttr({**facts, "cpu_features": "+avx512bf16,+avx512vl,+avx512vnni"}))
    floats = drawn((6, 8), "bf16", 1), drawn((8, 16), "bf16", 2)
    bytes_ = drawn((6, 8), "i1", 1), drawn((8, 16), "i1", 2)
    assert not names_in(lowered(products([floats], "f32"), "rapids", "cpu"))
    assert names_in(lowered(products([bytes_], "i32"), "rapids", "cpu")) == {"llvm.x86.avx512.vpdpbusd.512"}


@pytest.mark.parametrize("behind", [", precision = [HIGHEST, HIGHEST]", ", precision = [HIGH, DEFAULT]"])
def test_more_than_the_default_precision(behind):
    """bf16 that are no normal numbers count then, which are 0 for the instruction."""
    x, y = drawn((6, 8), "bf16", 1), drawn((8, 16), "bf16", 2)
    assert names_in(lowered(products([(x, y)], "f32"), "bf16", "cpu"))
    assert not names_in(lowered(products([(x, y)], "f32", behind), "bf16", "cpu"))


def test_a_machine_that_lacks_the_instruction(monkeypatch, write, run):
    monkeypatch.setattr(compilation, "has", lambda feature: False)
    x, y = drawn((4, 8), "i1", 1), drawn((8, 16), "i1", 2)
    path = write(products([(x, y)], "i32"), target="vnni")
    status, _, complaint = run(path, "--input=4x8xi8=0", "--input=8x16xi8=0")
    assert status == 1 and "needs a processor with avx512vnni, which this machine lacks" in complaint


def test_a_machine_that_lacks_it_takes_other_kernels(monkeypatch):
    monkeypatch.setattr(compilation, "has", lambda feature: False)
    x, y = drawn((4, 8), "i1", 1), drawn((8, 16), "i1", 2)
    module = lowered(products([(x, y)], "i32"), "vnni,x86-64-v4,x86-64-v3", "cpu")
    assert compilation.fallback_for(module) != "vnni"
    (results,) = call(module, "cpu", [[x, y]])
    for each in results:
        np.testing.assert_array_equal(each, x.astype("i4") @ y.astype("i4"))

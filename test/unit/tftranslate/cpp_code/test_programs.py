"""Programs as C++ give the numbers that they should on both devices of the HAL, compiled without a warning."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from c_programs import LOOP, function
from c_programs import lowered as plain
from cpp_programs import COMPILER, WARNINGS, called, compiled_together, header_folder
from device_calls import read
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef

from tftranslate.cpp_code import function as function_module
from tftranslate.cpp_code.program import Program

MODELS = Path(__file__).resolve().parents[3] / "models"
NEEDS_COMPILER = pytest.mark.skipif(COMPILER is None, reason="needs a compiler of C++")
MODELS_HERE = {"small_cnn": "", "recurrent_of_any_length": "_1"}  # and which of its files
NUMBERS = np.random.default_rng(0).integers(-9, 9, (2, 5))
ENTRIES = {"taken": "fence"}
IN_PIECES = {"loop": "loop_in_pieces", "open": "open_in_pieces"}  # whose blocks are cut as long ones are, each operation by itself
WAYS = [(device, way) for device in ("host", "vulkan") for way in ("synchronous", "asynchronous")]
OPEN = function(
    "%a: tensor<?x3xf32>, %b: tensor<?x3xf32>", "tensor<?x3xf32>, tensor<3xf32>",
    "%0 = stablehlo.multiply %a, %b : tensor<?x3xf32>", "%z = stablehlo.constant dense<0.0> : tensor<f32>",
    "%1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<3xf32>",
    "return %0, %1 : tensor<?x3xf32>, tensor<3xf32>",
)  # fmt: skip


def on(device: str, run):
    """The results, or a skip where there is no such device here."""
    try:
        return run()
    except RuntimeError as error:
        if device == "vulkan" and ("no Vulkan loader" in str(error) or "there are 0" in str(error) or "no instance" in str(error)):
            pytest.skip(f"needs a Vulkan device: {error}")
        raise


def texts() -> dict[str, str]:
    """Programs on dispatches whose kernels have a form in C++."""
    # Twice: of [1, 2] and 3, (x * 3 + x) * 3.
    scaled = function(
        "%x: tensor<2xf32>, %by: tensor<f32>", "tensor<2xf32>", "%0 = stablehlo.broadcast_in_dim %by, dims = [] : (tensor<f32>) -> tensor<2xf32>",
        "%1 = stablehlo.multiply %x, %0 : tensor<2xf32>", "return %1 : tensor<2xf32>",
    ).replace("func.func @main", "func.func private @scaled").replace("{", "attributes {no_inline} {", 1)  # fmt: skip
    twice = function(
        "%x: tensor<2xf32>, %by: tensor<f32>", "tensor<2xf32>", "%0 = call @scaled(%x, %by) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>",
        "%1 = stablehlo.add %0, %x : tensor<2xf32>", "%2 = call @scaled(%1, %by) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>",
        "return %2 : tensor<2xf32>",
    )  # fmt: skip
    body = "(%x: tensor<2xf32>) -> tensor<2xf32> { %0 = stablehlo.add %x, %x : tensor<2xf32> return %0 : tensor<2xf32> }"
    return {
        "product": function(
            "%x: tensor<2x3xf32>, %y: tensor<3x2xf32>", "tensor<2x2xf32>, tensor<2x3xf32>",
            "%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>",
            "%1 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>",
            "%2 = stablehlo.add %0, %1 : tensor<2x2xf32>", "return %2, %x : tensor<2x2xf32>, tensor<2x3xf32>",
        ),
        "loop": LOOP,
        "calls": f"{scaled}\n{twice}",
        "open": OPEN,
        "halves": function(
            "%x: tensor<6xf16>, %y: tensor<6xf16>, %p: tensor<6xi1>", "tensor<6xf16>, tensor<6xf16>, tensor<6xi32>",
            "%c = stablehlo.constant dense<1.5> : tensor<6xf16>", "%0 = stablehlo.add %x, %y : tensor<6xf16>",
            "%1 = stablehlo.select %p, %0, %c : tensor<6xi1>, tensor<6xf16>", "%2 = stablehlo.convert %y : (tensor<6xf16>) -> tensor<6xi32>",
            "return %0, %1, %2 : tensor<6xf16>, tensor<6xf16>, tensor<6xi32>",
        ),
        "constants": function(
            "%x: tensor<5xi32>", "tensor<5xi32>, tensor<5xi32>",
            *[f"%c{at} = stablehlo.constant dense<{row.tolist()}> : tensor<5xi32>" for at, row in enumerate(NUMBERS)],
            *[f"%{at} = stablehlo.multiply %x, %c{at} : tensor<5xi32>" for at in range(2)], "return %0, %1 : tensor<5xi32>, tensor<5xi32>",
        ),
        "taken": "\n".join([f"func.func @{name}{body}" for name in ('"a.b"', "a_b", "Flush", "fence", "TakenModule")]),
        "scaled": function(
            "%x: tensor<2xf32>", "tensor<2xf32>", "%c = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>",
            "%0 = stablehlo.multiply %x, %c : tensor<2xf32>", "return %0 : tensor<2xf32>",
        ),
    }  # fmt: skip


class Programs:
    """All programs of this file as one executable: each by itself would compile the header again."""

    def __init__(self, folder: Path) -> None:
        self.modules = {name: plain(text) for name, text in texts().items()}
        for name in MODELS_HERE:
            self.modules[name] = plain(import_graphdef(GraphDef.FromString((MODELS / name / "model.pb").read_bytes())))
        doubled = function(
            "%x: tensor<640xf32>", "tensor<640xf32>", "%0 = stablehlo.add %x, %x : tensor<640xf32>", "return %0 : tensor<640xf32>"
        )
        self.modules["fast"] = plain(doubled, False)
        self.constants, other = folder / "weights.bin", folder / "other.cpp"
        self.all = {
            name: Program(module, name, str(self.constants) if name == "constants" else None) for name, module in self.modules.items()
        }
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(function_module, "LONG", 1)
            patch.setattr(function_module, "PIECE", 1)
            for whole, name in IN_PIECES.items():
                self.modules[name] = self.modules[whole]
                self.all[name] = Program(self.modules[name], name)
        other.write_text('#include "scaled.h"\nconst void* Other() { return scaled_module::Executables()[0].spirv; }\n')
        functions = {
            "same": 'const void* Other(); return Other() == scaled_module::Executables()[0].spirv ? iree::OkStatus() : iree::InvalidArgument("two");',
            "foreign": "auto foreign = iree::hal::CreateHostDevice();"
            "  iree::vm::Context context(device); auto module = ScaledModule::Create(&context);"
            "  return module.value()->main(foreign.value().get(), {}, {}, {}, {}, {});",
        }
        parts = {name: (module, self.all[name], ENTRIES.get(name)) for name, module in self.modules.items()}
        self.binary = compiled_together(parts, folder, functions=functions, files=[other])

    def call(self, name: str, arrays: list, folder: Path, device: str = "host", way: str = "synchronous") -> list:
        return on(device, lambda: called(self.binary, self.modules[name], arrays, folder, device, way, ENTRIES.get(name), name))

    def status(self, name: str) -> str:
        """The message of a function that is none of a program, empty where it went well."""
        return subprocess.run([self.binary, name, "host", ".", "synchronous"], capture_output=True, text=True, check=False).stderr


@pytest.fixture(scope="module")
def programs(tmp_path_factory) -> Programs:
    return Programs(tmp_path_factory.mktemp("programs"))


@NEEDS_COMPILER
def test_a_product_and_a_sum(programs, tmp_path):
    arrays = [np.array([[1, 2, 3], [4, 5, 6]], "f4"), np.array([[1, 0], [0, 1], [2, -1]], "f4")]
    for device, way in WAYS:
        total, same = programs.call("product", arrays, tmp_path, device, way)
        np.testing.assert_array_equal(total, [[8, 1], [19, 3]])
        np.testing.assert_array_equal(same, arrays[0])


@NEEDS_COMPILER
@pytest.mark.parametrize("name", ["loop", "loop_in_pieces"])
def test_a_loop_that_numbers_end(programs, tmp_path, name):
    for device, way in WAYS:
        for count in (0, 5):
            arrays = [np.int32(count), np.array([1, -0.5, 3], "f4")]
            doubled, rounds = programs.call(name, arrays, tmp_path, device, way)
            np.testing.assert_array_equal(doubled, np.array([1, -0.5, 3]) * 2**count)
            assert rounds == count


@NEEDS_COMPILER
def test_functions_that_the_sequence_calls(programs, tmp_path):
    assert programs.call("calls", [np.array([1, 2], "f4"), np.float32(3)], tmp_path)[0].tolist() == [12, 24]


@NEEDS_COMPILER
@pytest.mark.parametrize("name", ["open", "open_in_pieces"])
def test_sizes_that_a_call_brings(programs, tmp_path, name):
    for device, way in WAYS:
        for rows in (4, 1):
            a = np.arange(3 * rows, dtype="f4").reshape(rows, 3)
            product, total = programs.call(name, [a, a + 1], tmp_path, device, way)
            np.testing.assert_array_equal(product, a * (a + 1))
            np.testing.assert_array_equal(total, np.sum(a * (a + 1), 0))
        with pytest.raises(RuntimeError, match="sizes 4 and 2 do not go together"):
            programs.call(name, [np.zeros((4, 3), "f4"), np.zeros((2, 3), "f4")], tmp_path, device, way)
        with pytest.raises(RuntimeError, match=r"arg1: expected \[\?x3\] of 4 bytes each, given \[2x2\]"):
            programs.call(name, [np.zeros((2, 3), "f4"), np.zeros((2, 2), "f4")], tmp_path, device, way)


@NEEDS_COMPILER
def test_floats_of_sixteen_bits(programs, tmp_path):
    """IEEE's binary16, whose sums NumPy rounds as the standard says."""
    x, y = np.array([1, 2048, np.inf, 6e-8, 65504, -0.0], "f2"), np.array([65504, 1, 1, 6e-8, 16, -5.7], "f2")
    chosen = np.array([False, True, False, True, True, False])
    total, either, whole = programs.call("halves", [x, y, chosen], tmp_path)
    expected = [65504, 2048, np.inf, 1.1920928955078125e-07, np.inf, -5.69921875]
    np.testing.assert_array_equal(total, np.array(expected, "f2"))
    np.testing.assert_array_equal(either, np.where(chosen, np.array(expected, "f2"), np.float16(1.5)))
    assert whole.tolist() == [65504, 1, 1, 0, 16, -5]


@NEEDS_COMPILER
@pytest.mark.parametrize("name", MODELS_HERE)
def test_models_give_what_tensorflow_gives(programs, tmp_path, name):
    """A network, and a recurrent one of open batch and length, with a loop and what it asserts of sizes."""
    inputs, outputs = [np.load(MODELS / name / f"{kind}{MODELS_HERE[name]}.npz") for kind in ("inputs", "outputs")]
    entry = find_entry(programs.modules[name])
    assert ("ArenaPlan" in programs.all[name].text()) == (name != "small_cnn")  # sizes of a call decide what shares memory
    arrays = [inputs[port.name] for port in entry.feeds]
    for device in ("host", "vulkan"):
        results = programs.call(name, arrays, tmp_path, device)
        assert {*outputs.files} <= {port.name for port in entry.fetches}
        for port, result in [pair for pair in zip(entry.fetches, results, strict=True) if pair[0].name in outputs.files]:
            np.testing.assert_allclose(result, outputs[port.name], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("products, has_pieces", [(3, False), (70, True)])
def test_a_long_block_is_cut(products, has_pieces):
    """Compilers take time by the square of a function's views."""
    type = "tensor<2x2xf32>"
    steps = [f"%{at} = stablehlo.dot %{at - 1 if at else 'x'}, %x : ({type}, {type}) -> {type}" for at in range(products)]
    text = Program(plain(function(f"%x: {type}", type, *steps, f"return %{products - 1} : {type}")), "powers").text()
    assert ("const auto piece" in text) == has_pieces and text.count("cmd->Dispatch") == products


@NEEDS_COMPILER
def test_constants_in_a_file(programs, tmp_path):
    program, x = programs.all["constants"], np.array([1, 2, 3, -4, 5], "i4")
    assert "kConstant" not in program.text()
    programs.constants.write_bytes(program.content())
    np.testing.assert_array_equal(programs.call("constants", [x], tmp_path), NUMBERS * x)
    programs.constants.write_bytes(b"\1" + program.content()[1:])
    with pytest.raises(RuntimeError, match="the constants are those of another program"):
        programs.call("constants", [x], tmp_path)
    programs.constants.write_bytes(program.content()[:-64])
    with pytest.raises(RuntimeError, match="the constants are not all there"):
        programs.call("constants", [x], tmp_path)


@NEEDS_COMPILER
def test_kernels_for_vulkan_alone(programs, tmp_path):
    """Fast kernels read texels, and have no form in C++."""
    x = np.arange(640, dtype="f4")
    with pytest.raises(RuntimeError, match="there is no function of C\\+\\+ of this kernel; tf-opt --spirv-style=plain"):
        programs.call("fast", [x], tmp_path)
    np.testing.assert_array_equal(programs.call("fast", [x], tmp_path, "vulkan")[0], 2 * x)


@NEEDS_COMPILER
def test_the_program_of_the_page(tmp_path):
    """1 + 1, 2 + 2, .. as docs/cpp.md has it."""
    page = (MODELS.parents[1] / "docs" / "cpp.md").read_text()
    module = plain(
        function(
            "%a: tensor<4xf32>, %b: tensor<4xf32>",
            "tensor<4xf32>",
            "%0 = stablehlo.add %a, %b : tensor<4xf32>",
            "return %0 : tensor<4xf32>",
        )
    )
    (tmp_path / "add.h").write_text(Program(module, "add").text())
    (tmp_path / "main.cpp").write_text(page.partition("```cpp\n")[2].partition("```")[0])
    subprocess.run(
        [COMPILER, "-std=c++17", *WARNINGS, f"-I{header_folder()}", "-o", tmp_path / "main", tmp_path / "main.cpp", "-ldl"], check=True
    )
    assert subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout == "2 4 6 8\n"


@pytest.mark.parametrize("doublings, output", [(3, "BufferView out0,"), (64, "BufferView* out0,")])
def test_sizes_that_are_told_by_long_expressions(doublings, output):
    """Each is the one before twice: written out as an expression the last of 64 would not fit into memory."""
    sums = [f"%{at + 1} = arith.addi %{at}, %{at} : index" for at in range(doublings)]
    module = read("\n".join([
        "func.func @main(%x: memref<?xf32>) -> memref<?xf32> attributes {iree.module.export, iree.ordinal = 0 : i32} {",
        "%c0 = arith.constant 0 : index", "%0 = memref.dim %x, %c0 : memref<?xf32>", *sums,
        f'%n = "iree_ll_seq.alloc_heap"(%{doublings}) : (index) -> memref<?xf32>', "iree_ll_seq.return %n : memref<?xf32>", "}",
    ]))  # fmt: skip
    assert output in Program(module).text()


def test_several_functions_and_their_names():
    add = "{ %0 = stablehlo.add %x, %x : tensor<2xf32> return %0 : tensor<2xf32> }"
    both = f"func.func @twice(%x: tensor<2xf32>) -> tensor<2xf32> {add} func.func @double(%x: tensor<2xf32>) -> tensor<2xf32> {add}"
    both = plain(both)
    program = Program(both, "some-net")
    assert program.class_name == "SomeNetModule"
    assert [each.name for each in program.functions] == ["twice", "f_double"]
    assert Program(both).class_name == "TwiceModule" and Program(both, "2").class_name == "M_2Module"


@NEEDS_COMPILER
def test_names_that_are_taken(programs, tmp_path):
    """By the class, by what its functions call their own, and by each other."""
    assert [each.name for each in programs.all["taken"].functions] == ["a_b", "a_b_2", "f_Flush", "f_fence", "f_TakenModule"]
    np.testing.assert_array_equal(programs.call("taken", [np.array([1, 2], "f4")], tmp_path)[0], [2, 4])


@NEEDS_COMPILER
def test_two_files_that_include_one_program(programs):
    assert programs.status("same") == ""


@NEEDS_COMPILER
def test_a_device_that_the_module_was_not_made_for(programs):
    assert programs.status("foreign") == "the device is none of the context that the module was made for\n"


@pytest.mark.parametrize(
    "text, is_lowered, message",
    [
        (OPEN, False, "has not been lowered to dispatches"),
        (function("%x: tensor<2x2xf32>", "tensor<2xf32>",
                  "%0, %1 = stablehlo.custom_call @Eigh(%x) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)", "return %1 : tensor<2xf32>"),
         True, r"is a step of the host \(stablehlo.custom_call @Eigh\), which has no form in C or C\+\+"),
        (function("%x: tensor<8xf32>, %n: tensor<i32>", "tensor<f32>",
                  "%0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<8xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>>",
                  "%z = stablehlo.constant dense<0.0> : tensor<f32>",
                  "%1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<f32>) -> tensor<f32>",
                  "return %1 : tensor<f32>"),
         True, r"is a step of the host \(stablehlo.set_dimension_size\), which has no form in C or C\+\+"),
    ],
)  # fmt: skip
def test_what_has_no_form_is_refused(text, is_lowered, message):
    module = plain(text) if is_lowered else read(text)
    with pytest.raises(Error, match=message):
        Program(module).text()

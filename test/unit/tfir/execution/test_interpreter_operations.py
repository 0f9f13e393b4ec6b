"""What the operations of `iree_ll_interp` compute, on the interpreter and on the machine: numbers done on paper."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.iree_interp import LINES
from tfir.execution.body import Body
from tfir.execution.bytecode_program import assembled
from tfir.execution.special import Functions
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ods.arrays import element_of
from tfir.text.parser import parse

NAN, INF = np.nan, np.inf
F, I, U = np.float32, np.int32, np.uint32


def of(dtype, *arrays):
    return [np.array(each, dtype) for each in arrays]


def sizes(*numbers):
    return np.array(numbers, I)


TABLE = np.array([[1, 5, 3], [4, 2, 6]])
CASES = [
    ("cmp_i", 'predicate = "slt"', of(I, [1, -1, 2], [2, 1, 2]), [True, True, False], bool),
    ("cmp_i", 'predicate = "ult"', of(I, [1, -1, 2], [2, 1, 2]), [True, False, False], bool),
    ("cmp_i", 'predicate = "sge"', of(U, [4294967295, 1], [1, 1]), [False, True], bool),
    ("cmp_i", 'predicate = "ne"', of(I, [1, 2], [1, 1]), [False, True], bool),
    ("cmp_f", 'predicate = "olt"', of(F, [1, NAN, 3], [2, 2, NAN]), [True, False, False], bool),
    ("cmp_f", 'predicate = "ult"', of(F, [1, NAN, 3], [2, 2, 1]), [True, True, False], bool),
    ("cmp_f", 'predicate = "one"', of(F, [1, NAN, 3], [2, 2, 3]), [True, False, False], bool),
    ("cmp_f", 'predicate = "une"', of(F, [1, NAN, 3], [2, 2, 3]), [True, True, False], bool),
    ("cmp_f", 'predicate = "ord"', of(F, [1, NAN], [2, 2]), [True, False], bool),
    ("cmp_f", 'predicate = "uno"', of(F, [1, NAN], [2, 2]), [False, True], bool),
    ("cmp_f", 'predicate = "true"', of(F, [1, NAN], [2, 2]), [True, True], bool),
    ("cmp_f", 'predicate = "false"', of(F, [1, NAN], [2, 2]), [False, False], bool),
    ("rank", "", of(F, TABLE), 2, I),
    ("dim", "dimension = 1 : i32", of(F, TABLE), 3, I),
    ("shape", "", of(F, TABLE), [2, 3], I),
    ("length", "", of(F, TABLE), 6, I),
    ("select", "", [np.array([True, False]), *of(F, [1, 2], [3, 4])], [1, 4], F),
    ("transpose", "", [*of(F, TABLE), sizes(1, 0)], [[1, 4], [5, 2], [3, 6]], F),
    ("broadcast", "", [*of(F, 7), sizes(2, 2)], [[7, 7], [7, 7]], F),
    ("tile", "", [*of(F, [[1, 2]]), sizes(2, 4)], [[1, 2, 1, 2], [1, 2, 1, 2]], F),
    ("reverse", "", [*of(F, TABLE), sizes(0)], [[4, 2, 6], [1, 5, 3]], F),
    ("pad", "", [*of(F, [1, 2], 9), sizes(1), sizes(2), sizes(1)], [9, 1, 9, 2, 9, 9], F),
    ("not", "", of(I, [0, 5]), [-1, -6], I),
    ("and", "", of(I, [12, 10], [10, 6]), [8, 2], I),
    ("or", "", of(I, [12, 10], [10, 6]), [14, 14], I),
    ("xor", "", of(I, [12, 10], [10, 6]), [6, 12], I),
    ("sll", "", of(I, [1, -1], [3, 1]), [8, -2], I),
    ("srl", "", of(I, [-1, 8], [31, 2]), [1, 2], I),
    ("sra", "", of(I, [-8, 8], [2, 2]), [-2, 2], I),
    ("add_i", "", of(I, [2147483647, 1], [1, 2]), [-2147483648, 3], I),
    ("add_f", "", of(F, [1.5], [2]), [3.5], F),
    ("sub_i", "", of(I, [1], [3]), [-2], I),
    ("sub_f", "", of(F, [1.5], [2]), [-0.5], F),
    ("abs_i", "", of(I, [-3, 4]), [3, 4], I),
    ("abs_f", "", of(F, [-3, 4]), [3, 4], F),
    ("mul_i", "", of(I, [65536], [65537]), [65536], I),
    ("mul_f", "", of(F, [1.5], [2]), [3], F),
    ("div_i_s", "", of(I, [-7, 7], [2, -2]), [-3, -3], I),
    ("div_i_u", "", of(U, [4294967295, 7], [2, 2]), [2147483647, 3], U),
    ("div_f", "", of(F, [1, 1], [2, 0]), [0.5, INF], F),
    ("madd_i", "", of(I, [2], [3], [4]), [10], I),
    ("madd_f", "", of(F, [2], [3], [4]), [10], F),
    ("cos_f", "", of(F, [0]), [1], F),
    ("sin_f", "", of(F, [0]), [0], F),
    ("tanh_f", "", of(F, [0, INF]), [0, 1], F),
    ("atan2_f", "", of(F, [0, 1], [1, 0]), [0, np.pi / 2], F),
    ("exp_f", "", of(F, [0, -INF]), [1, 0], F),
    ("log_f", "", of(F, [1, 0]), [0, -INF], F),
    ("rsqrt_f", "", of(F, [4, 0]), [0.5, INF], F),
    ("min_i_s", "", of(I, [-1, 2], [1, 3]), [-1, 2], I),
    ("min_i_u", "", of(U, [4294967295, 2], [1, 3]), [1, 2], U),
    ("min_f", "", of(F, [-1, NAN], [1, 3]), [-1, NAN], F),
    ("max_i_s", "", of(I, [-1, 2], [1, 3]), [1, 3], I),
    ("max_i_u", "", of(U, [4294967295, 2], [1, 3]), [4294967295, 3], U),
    ("max_f", "", of(F, [-1, NAN], [1, 3]), [1, NAN], F),
    ("clamp_i_s", "", of(I, [0, 0], [-5, 5], [3, 3]), [0, 3], I),
    ("clamp_i_u", "", of(U, [1, 1], [0, 5], [3, 3]), [1, 3], U),
    ("clamp_f", "", of(F, [0, 0], [-5, 2], [3, 3]), [0, 2], F),
    ("floor_f", "", of(F, [-1.5, 1.5]), [-2, 1], F),
    ("ceil_f", "", of(F, [-1.5, 1.5]), [-1, 2], F),
    ("convert_s_s", "", of(np.int16, [-1, 300]), [-1, 44], np.int8),
    ("convert_u_u", "", of(np.uint16, [1, 300]), [1, 44], np.uint8),
    ("convert_s_u", "", of(np.int8, [-1, 3]), [255, 3], np.uint8),
    ("convert_u_s", "", of(np.uint8, [255, 3]), [-1, 3], np.int8),
    ("convert_s_f", "", of(I, [-1, 3]), [-1, 3], F),
    ("convert_u_f", "", of(U, [4294967295]), [4294967296], F),
    ("convert_f_s", "", of(F, [-1.9, 1e10, NAN]), [-1, 2147483647, 0], I),
    ("convert_f_u", "", of(F, [-1, 1.9]), [0, 1], U),
    ("convert_f_f", "", of(F, [1.5, 1e10]), [1.5, INF], np.float16),
    ("matmul_i", "", [*of(I, [[1, 2]], [[3], [4]]), *of(I, 1, 0)], [[11]], I),
    ("matmul_f", "", of(F, [[1, 2]], [[3], [4]]), [[11]], F),
    ("reduce_sum_i", "dimension = 1 : i32", of(I, TABLE, 10), [19, 22], I),
    ("reduce_sum_f", "dimension = 0 : i32", of(F, TABLE, 0), [5, 7, 9], F),
    ("reduce_min_i", "dimension = 1 : i32", of(I, TABLE, 2), [1, 2], I),
    ("reduce_min_f", "dimension = 1 : i32", of(F, TABLE, INF), [1, 2], F),
    ("reduce_max_i", "dimension = 1 : i32", of(I, TABLE, 6), [6, 6], I),
    ("reduce_max_f", "dimension = 1 : i32", of(F, TABLE, -INF), [5, 6], F),
]


def memref(array):
    return f"memref<{''.join([f'{size}x' for size in array.shape])}{element_of(array.dtype)}>"


def module_of(name, attributes, arrays):
    """A function that computes one operation into fresh memory, and copies that to the last argument."""
    *inputs, target = [memref(each) for each in arrays]
    places = ", ".join([f"%{at}" for at in range(len(inputs))])
    arguments = ", ".join([f"%{at}: {type}" for at, type in enumerate([*inputs, target])])
    whole = ", ".join(map(str, arrays[-1].shape))
    zeros = ", ".join(["0"] * arrays[-1].ndim)
    lists = [
        f"{key} = array<i64{': ' if arrays[-1].ndim else ''}{value}>"
        for key, value in (("source_offsets", zeros), ("target_offsets", zeros), ("lengths", whole))
    ]
    text = f"""func.func @f({arguments}) {{
      %m = "iree_ll_interp.alloc_heap"() : () -> {target}
      "iree_ll_interp.{name}"({places}, %m) {{{attributes}}} : ({", ".join([*inputs, target])}) -> ()
      "iree_ll_interp.static_copy"(%m, %{len(inputs)}) {{{", ".join(lists)}}} : ({target}, {target}) -> ()
      iree_ll_interp.return
    }}"""
    module = parse(Source("test.mlir", text), lookup, dialect)
    verify(module)
    return module


@pytest.mark.parametrize("name, attributes, inputs, expected, dtype", CASES, ids=lambda part: part if isinstance(part, str) else "")
def test_an_operation_on_paper(name, attributes, inputs, expected, dtype):
    expected = np.array(expected, dtype)
    results = [np.zeros_like(expected), np.zeros_like(expected)]
    module = module_of(name, attributes, [*inputs, expected])
    assembled(module, {}).run("f", *inputs, results[0])
    with np.errstate(all="ignore"):
        Functions(module_symbols(module), Body, {}).get(module, SymbolRefAttr("f"))(*inputs, results[1])
    for result in results:
        np.testing.assert_allclose(result.astype(np.float64), expected.astype(np.float64), rtol=1e-6)
    assert results[0].tobytes() == results[1].tobytes()


def module_symbols(module):
    from tfir.ir.symbols import SymbolTable

    return SymbolTable(module)


def test_every_operation_is_on_paper():
    assert {case[0] for case in CASES} == set(LINES)


@pytest.mark.parametrize(
    "name, inputs, target, message",
    [
        ("add_f", of(I, [1], [2]), np.zeros(1, I), "computes with floats, found memref<1xi32>"),
        ("add_i", of(F, [1], [2]), np.zeros(1, F), "computes with signed integers or unsigned integers, found memref<1xf32>"),
        ("min_i_u", of(I, [1], [2]), np.zeros(1, I), "computes with unsigned integers, found memref<1xi32>"),
        ("convert_s_f", of(I, [1]), np.zeros(1, I), "computes with floats, found memref<1xi32>"),
        ("cmp_i", of(I, [1], [2]), np.zeros(1, I), "gives truth values, found memref<1xi32>"),
    ],
)
def test_operations_of_other_numbers_are_refused(name, inputs, target, message):
    attributes = 'predicate = "eq"' if name == "cmp_i" else ""
    with pytest.raises(Error) as caught:
        module_of(name, attributes, [*inputs, target])
    assert message in caught.value.render()

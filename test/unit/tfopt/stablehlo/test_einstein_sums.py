"""Einstein's sums as reductions, products and transposes: numbers on paper, and NumPy's einsum of the same integers."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_decompose import stablehlo_decompose
from tfrun.devices import session


def ops_and_result(config: str, operands, result):
    """The ops that a program with one sum becomes, and what it computes then."""
    types = [f"tensor<{'x'.join(map(str, (*array.shape, 'i32')))}>" for array in operands]
    arguments = ", ".join(f"%x{number}: {type}" for number, type in enumerate(types))
    names = ", ".join(f"%x{number}" for number in range(len(types)))
    of_result = f"tensor<{'x'.join(map(str, (*result, 'i32')))}>"
    name = "einsum" if len(operands) == 2 else "unary_einsum"
    text = f"""func.func @main({arguments}) -> {of_result} {{
      %0 = "stablehlo.{name}"({names}) {{einsum_config = "{config}"}} : ({", ".join(types)}) -> {of_result}
      return %0 : {of_result}
    }}"""
    module = parse(Source("test", text), lookup, dialect)
    stablehlo_decompose(module)
    names = {op.name for op in module.walk()}
    with session(module, "interpreter") as program_of:
        return names, program_of(find_entry(module))(list(operands))[0]


@pytest.mark.parametrize("config, shapes", [
    ("ij,jk->ik", [(2, 3), (3, 4)]), ("bij,bjk->bik", [(2, 3, 4), (2, 4, 5)]), ("ijk,ikm->mj", [(3, 4, 5), (3, 5, 6)]),
    ("ij,kl->", [(2, 3), (4, 5)]), ("i,j->ji", [(2,), (3,)]), ("ab->ba", [(2, 3)]), ("abc->b", [(2, 3, 4)]), ("ab->", [(2, 3)]),
    ("ij,ij->ij", [(2, 3), (2, 3)]), ("...ij,...jk->...ik", [(2, 3, 4), (2, 4, 5)]),
])  # fmt: skip
def test_sums(config, shapes):
    random = np.random.default_rng(5)
    operands = [random.integers(-9, 9, shape, np.int32) for shape in shapes]
    expected = np.einsum(config, *operands)
    names, result = ops_and_result(config, operands, expected.shape)
    assert not {"stablehlo.einsum", "stablehlo.unary_einsum"} & names
    assert result.tolist() == expected.tolist()


def test_a_product_on_paper():
    _, result = ops_and_result("ij,jk->ki", [np.array([[1, 2], [3, 4]], np.int32), np.array([[5], [6]], np.int32)], (1, 2))
    assert result.tolist() == [[17, 39]]


def test_a_diagonal_is_taken():
    names, result = ops_and_result("ii->i", [np.array([[1, 2], [3, 4]], np.int32)], (2,))
    assert "stablehlo.unary_einsum" not in names and result.tolist() == [1, 4]

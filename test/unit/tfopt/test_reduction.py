"""What reduction takes away, kind by kind, and that nothing invalid is ever offered."""

from tfir.dialects import dialect, lookup, verify
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.reduction import Reducer


def read(text: str):
    return parse(Source("test", text), lookup, dialect)


def shown(module) -> str:
    return print_operation(module, lookup)


class Asks:
    """Says yes to texts with all of the words, as often as they are given, and keeps what it was asked."""

    def __init__(self, *words: str):
        self.words, self.texts = words, []

    @property
    def asked(self) -> int:
        return len(self.texts)

    def __call__(self, text: str) -> bool:
        if text in self.texts:
            return False
        self.texts.append(text)
        return all(text.count(word) >= self.words.count(word) for word in self.words)


def reduced(text: str, *words: str) -> tuple[str, Asks]:
    interest = Asks(*words)
    found = Reducer(read(text), interest, verify, shown, read).run()
    for each in interest.texts:
        verify(read(each))
    return shown(found), interest


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n")[1:-1] if line.strip() not in ("", "}")]


def test_a_called_function_loses_its_body_when_the_call_is_what_matters():
    text, _ = reduced("""
      func.func @callee(%x: tensor<f32>) -> tensor<f32> { %0 = stablehlo.negate %x : tensor<f32>  return %0 : tensor<f32> }
      func.func @f(%x: tensor<f32>) -> tensor<f32> { %0 = func.call @callee(%x) : (tensor<f32>) -> tensor<f32>  return %0 : tensor<f32> }
    """, "@callee", "@callee", "call @callee")  # fmt: skip
    assert "func.func private @callee(" in text and "negate" not in text


def test_what_a_region_holds_takes_the_place_of_the_op():
    text, _ = reduced("""
      func.func @f(%c: i1, %x: i32) -> i32 {
        %0 = scf.if %c -> (i32) { %1 = arith.addi %x, %x : i32  scf.yield %1 : i32 } else { scf.yield %x : i32 }
        return %0 : i32
      }
    """, "arith.addi")  # fmt: skip
    assert "scf.if" not in text and "arith.addi" in text


def test_sizes_shrink_everywhere_at_once():
    text, _ = reduced("func.func @f(%x: tensor<64x32xf32>) -> tensor<32x64xf32> {"
                      " %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>"
                      " return %0 : tensor<32x64xf32> }", "transpose")  # fmt: skip
    assert "tensor<1x1xf32>" in text and "64" not in text and "32x" not in text


def test_an_interesting_size_stays():
    text, _ = reduced("func.func @f(%x: tensor<64x32xf32>) { %0 = stablehlo.negate %x : tensor<64x32xf32>  return }", "negate", "<64x")
    assert "tensor<64x1xf32>" in text


def test_results_of_ops_become_constants_where_no_operand_fits():
    text, _ = reduced("func.func @f(%x: tensor<4xi32>) -> tensor<4xf32> {"
                      " %0 = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>"
                      " %1 = stablehlo.cosine %0 {note = 1 : i64} : tensor<4xf32>  return %1 : tensor<4xf32> }", "cosine")  # fmt: skip
    assert "convert" not in text and "note" not in text and len(lines(text)) == 4  # the function, a constant, the cosine, return


def test_everything_may_go():
    text, interest = reduced("func.func @f(%x: tensor<4xf32>) { %0 = stablehlo.negate %x : tensor<4xf32>  return }")
    assert lines(text) == [] and interest.asked < 10

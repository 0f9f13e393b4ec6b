"""A buffer that is chosen among others, as 2019's `cond_assign` does it, is all of these to what orders steps and shares memory. Numbers are of paper."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.sequence import sequence_program
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.stablehlo_to_iree.iree_order_dispatches import iree_order_dispatches
from tfopt.stablehlo_to_iree.iree_plan_buffers import iree_plan_buffers

# %a is four times %x, %b is %x itself; of what is chosen the fourfold is given.
CHOICE = """
module {
  iree.multi_arch_executable @ex[0]() {
    iree.executable(Unspecified) {
      module {
        func.func @twice(%x: memref<1xi32>, %y: memref<1xi32>) attributes {iree.executable.export, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%x : memref<1xi32>) : tensor<1xi32>
          %1 = stablehlo.add %0, %0 : tensor<1xi32>
          iree.store_output(%1 : tensor<1xi32>, %y : memref<1xi32>)
          iree.return
        }
      }
    }
  }
  func.func @main(%x: memref<1xi32>, %p: memref<i1>) -> (memref<1xi32>, memref<1xi32>) {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<1xi32>
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<1xi32>
    %c = "iree_ll_seq.cond_assign"(%p, %a, %b) : (memref<i1>, memref<1xi32>, memref<1xi32>) -> memref<1xi32>
    %d = "iree_ll_seq.alloc_heap"() : () -> memref<1xi32>
    %e = "iree_ll_seq.alloc_heap"() : () -> memref<1xi32>
    %f = "iree_ll_seq.alloc_heap"() : () -> memref<1xi32>
    iree_ll_seq.static_copy %x[0] to %b[0], 4 : memref<1xi32>, memref<1xi32>
    iree_ll_seq.static_dispatch ex::twice[dense<1> : tensor<3xi32>](%x, %d) : (memref<1xi32>, memref<1xi32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<1> : tensor<3xi32>](%d, %a) : (memref<1xi32>, memref<1xi32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<1> : tensor<3xi32>](%c, %e) : (memref<1xi32>, memref<1xi32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<1> : tensor<3xi32>](%e, %f) : (memref<1xi32>, memref<1xi32>) -> ()
    iree_ll_seq.return %a, %f : memref<1xi32>, memref<1xi32>
  }
}"""
PASSES = {
    "as it is": [],
    "ordered": [iree_order_dispatches],
    "planned": [iree_plan_buffers],
    "ordered and planned": [iree_order_dispatches, lambda module: iree_plan_buffers(module, keep_stretches=True)],
}


@pytest.mark.parametrize("passes", PASSES.values(), ids=PASSES)
@pytest.mark.parametrize("first, expected", [(True, 32), (False, 8)])
def test_what_is_chosen_is_there(passes, first, expected):
    module = parse(Source("choice.mlir", CHOICE), lookup, dialect)
    for each in passes:
        each(module)
    program = sequence_program(next(op for op in module.body if op.name == "func.func"))
    assert [array.tolist() for array in program([np.array([2], np.int32), np.array(first)])] == [[8], [expected]]

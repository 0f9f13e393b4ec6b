"""Regions that combine numbers may hold anything: branches, loops and tensors of other shapes, none of which works on arrays."""

LARGER = """({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %r = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<i32> }, { stablehlo.return %b : tensor<i32> }) : (tensor<i1>) -> tensor<i32>
        stablehlo.return %r : tensor<i32>
      })"""

SUM = """({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %u = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
        %v = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
        %both = stablehlo.concatenate %u, %v, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %none_yet = stablehlo.constant dense<0> : tensor<i32>
        %r = stablehlo.reduce(%both init: %none_yet) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
        stablehlo.return %r : tensor<i32>
      })"""

OPERANDS = """
  %x = stablehlo.constant dense<[[1, 5, 2], [9, -4, 7]]> : tensor<2x3xi32>
  %row = stablehlo.constant dense<[4, -1, 3, 8]> : tensor<4xi32>
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
"""


def test_a_reduction(compute, same):
    operation = '"stablehlo.reduce"(%x, %zero) <{{dimensions = array<i64: 1>}}> {body} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>'
    same(compute(OPERANDS + "%y = " + operation.format(body=LARGER)), [5, 9])
    same(compute(OPERANDS + "%y = " + operation.format(body=SUM)), [8, 12])


def test_of_nothing(compute, same):
    operation = '"stablehlo.reduce"(%none, %zero) <{{dimensions = array<i64>}}> {body} : (tensor<0xi32>, tensor<i32>) -> tensor<0xi32>'
    same(compute(OPERANDS + "%y = " + operation.format(body=LARGER)), [])


def test_windows(compute, same):
    operation = '"stablehlo.reduce_window"(%row, %zero) <{{window_dimensions = array<i64: 2>}}> {body} : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>'
    same(compute(OPERANDS + "%y = " + operation.format(body=LARGER)), [4, 3, 8])
    same(compute(OPERANDS + "%y = " + operation.format(body=SUM)), [3, 2, 11])


def test_a_scatter(compute, same):
    operation = """
      %at = stablehlo.constant dense<[[1], [3], [1]]> : tensor<3x1xi32>
      %new = stablehlo.constant dense<[7, 2, 6]> : tensor<3xi32>
      %y = "stablehlo.scatter"(%row, %at, %new) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {body} : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>"""
    same(compute(OPERANDS + operation.format(body=LARGER)), [4, 7, 3, 8])
    same(compute(OPERANDS + operation.format(body=SUM)), [4, 12, 3, 10])


def test_select_and_scatter(compute, same):
    select = """({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %u = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
        %v = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
        %p = stablehlo.compare GE, %u, %v : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
        %r = stablehlo.reshape %p : (tensor<1xi1>) -> tensor<i1>
        stablehlo.return %r : tensor<i1>
      }"""
    operation = f"""
      %source = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
      %y = "stablehlo.select_and_scatter"(%row, %source, %zero) <{{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}}>
        {select}, {SUM.removeprefix("(")} : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>"""
    same(compute(OPERANDS + operation), [10, 0, 0, 20])


def test_a_sort(compute, same):
    same(compute(OPERANDS + """
      %y = "stablehlo.sort"(%row) <{dimension = 0 : i64}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %u = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
        %v = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
        %p = stablehlo.compare GT, %u, %v : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
        %r = stablehlo.reshape %p : (tensor<1xi1>) -> tensor<i1>
        stablehlo.return %r : tensor<i1>
      }) : (tensor<4xi32>) -> tensor<4xi32>"""), [8, 4, 3, -1])  # fmt: skip


def test_a_map(compute, same):
    same(compute(OPERANDS + f"""
      %y = "stablehlo.map"(%row, %row) <{{dimensions = array<i64: 0>}}> {SUM} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"""), [8, -2, 6, 16])  # fmt: skip


def test_a_choice_between_vectors(compute, same):
    same(
        compute(
            OPERANDS
            + """
      %y = "stablehlo.map"(%row) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<i32>):
        %p = stablehlo.constant dense<true> : tensor<i1>
        %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
        %v = stablehlo.select %p, %u, %u : tensor<i1>, tensor<2xi32>
        stablehlo.return %a : tensor<i32>
      }) : (tensor<4xi32>) -> tensor<4xi32>"""
        ),
        [4, -1, 3, 8],
    )

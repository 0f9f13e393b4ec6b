// RUN: not tf-opt %s --split-input-file 2>&1 | filecheck %s
// RUN: not tf-opt %s --split-input-file 2>/dev/null | filecheck %s --check-prefix=TAKEN
// Sizes that the machine tells stay, and what a tensor is encoded as; so do shapes of both results.

// CHECK: {{.*}}error: 'arith.trunci' op requires the same shape for all operands and results
func.func @shorter(%a: vector<[4]xi32>) -> vector<4xi8> {
  %0 = arith.trunci %a : vector<[4]xi32> to vector<4xi8>
  return %0 : vector<4xi8>
}

// -----

// CHECK: {{.*}}error: 'arith.extf' op requires the same shape for all operands and results
func.func @longer(%a: vector<4xf32>) -> vector<[4]xf64> {
  %0 = arith.extf %a : vector<4xf32> to vector<[4]xf64>
  return %0 : vector<[4]xf64>
}

// -----

// TAKEN: @alike
func.func @alike(%a: vector<2x[4]xf32>) -> vector<2x[4]xf64> {
  %0 = arith.extf %a : vector<2x[4]xf32> to vector<2x[4]xf64>
  return %0 : vector<2x[4]xf64>
}

// -----

// TAKEN: @another_place
func.func @another_place(%a: vector<[4]x4xf32>) -> vector<4x[4]xi32> {
  %0 = arith.bitcast %a : vector<[4]x4xf32> to vector<4x[4]xi32>
  return %0 : vector<4x[4]xi32>
}

// -----

// CHECK: {{.*}}error: 'arith.extf' op operand type 'tensor<2xf32, "a">' and result type 'tensor<2xf64, "b">' are cast incompatible
func.func @encodings(%a: tensor<2xf32, "a">) -> tensor<2xf64, "b"> {
  %0 = arith.extf %a : tensor<2xf32, "a"> to tensor<2xf64, "b">
  return %0 : tensor<2xf64, "b">
}

// -----

// CHECK: {{.*}}error: 'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar
func.func @one_bit_for_all(%a: vector<8xi32>) {
  %0:2 = arith.addui_extended %a, %a : vector<8xi32>, i1
  return
}

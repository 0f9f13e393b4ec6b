// RUN: tf-opt %s --allow-unregistered-dialect --convert-arith-to-llvm | filecheck %s

/// The text is mlir-opt 22's: floats that LLVM has as integers, or not at all, are computed with as they are, and only moved as integers; divisions of
/// tensors stay, of open sizes and of others.

// CHECK: module {
// CHECK-NEXT: func.func @small_floats(%arg0: f8E4M3FN, %arg1: f8E5M2, %arg2: tf32, %arg3: i1) -> (f8E5M2, f32, i32, i8) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : f8E5M2 to i8
// CHECK-NEXT: %1 = arith.extf %arg0 : f8E4M3FN to f32
// CHECK-NEXT: %2 = arith.truncf %1 : f32 to f8E5M2
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : f8E5M2 to i8
// CHECK-NEXT: %4 = llvm.select %arg3, %0, %3 : i1, i8
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : i8 to f8E5M2
// CHECK-NEXT: %6 = arith.extf %arg2 : tf32 to f32
// CHECK-NEXT: %7 = arith.fptosi %arg1 : f8E5M2 to i32
// CHECK-NEXT: return %5, %6, %7, %0 : f8E5M2, f32, i32, i8
// CHECK-NEXT: }
// CHECK-NEXT: func.func @half(%arg0: f16) -> f32 {
// CHECK-NEXT: %0 = llvm.fpext %arg0 : f16 to f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @tensors(%arg0: tensor<2x?xi16>, %arg1: tensor<2x?xi16>, %arg2: tensor<2xi16>, %arg3: tensor<2xi16>) -> (tensor<2x?xi16>, tensor<2xi16>) {
// CHECK-NEXT: %0 = arith.ceildivsi %arg0, %arg1 : tensor<2x?xi16>
// CHECK-NEXT: %1 = arith.floordivsi %0, %arg1 : tensor<2x?xi16>
// CHECK-NEXT: %2 = arith.ceildivui %1, %arg1 : tensor<2x?xi16>
// CHECK-NEXT: %3 = arith.ceildivui %arg2, %arg3 : tensor<2xi16>
// CHECK-NEXT: return %2, %3 : tensor<2x?xi16>, tensor<2xi16>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @vectors(%arg0: vector<2xi16>, %arg1: vector<[2]x2xi16>, %arg2: vector<2xi16>, %arg3: vector<[2]x2xi16>) -> (vector<2xi16>, vector<[2]x2xi16>) {
// CHECK-NEXT: %0 = llvm.mlir.constant(dense<0> : vector<2xi16>) : vector<2xi16>
// CHECK-NEXT: %1 = llvm.icmp "eq" %arg0, %0 : vector<2xi16>
// CHECK-NEXT: %2 = llvm.mlir.constant(dense<1> : vector<2xi16>) : vector<2xi16>
// CHECK-NEXT: %3 = llvm.sub %arg0, %2 : vector<2xi16>
// CHECK-NEXT: %4 = llvm.udiv %3, %arg2 : vector<2xi16>
// CHECK-NEXT: %5 = llvm.add %4, %2 : vector<2xi16>
// CHECK-NEXT: %6 = llvm.select %1, %0, %5 : vector<2xi1>, vector<2xi16>
// CHECK-NEXT: %7 = arith.ceildivui %arg1, %arg3 : vector<[2]x2xi16>
// CHECK-NEXT: return %6, %7 : vector<2xi16>, vector<[2]x2xi16>
// CHECK-NEXT: }
// CHECK-NEXT: }

func.func @small_floats(%a: f8E4M3FN, %b: f8E5M2, %c: tf32, %p: i1) -> (f8E5M2, f32, i32, i8) {
  %0 = arith.extf %a : f8E4M3FN to f32
  %1 = arith.truncf %0 : f32 to f8E5M2
  %2 = arith.select %p, %b, %1 : f8E5M2
  %3 = arith.extf %c : tf32 to f32
  %4 = arith.fptosi %b : f8E5M2 to i32
  %5 = arith.bitcast %b : f8E5M2 to i8
  return %2, %3, %4, %5 : f8E5M2, f32, i32, i8
}
func.func @half(%a: f16) -> f32 {
  %0 = arith.extf %a : f16 to f32
  return %0 : f32
}
func.func @tensors(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>, %c: tensor<2xi16>, %d: tensor<2xi16>) -> (tensor<2x?xi16>, tensor<2xi16>) {
  %0 = arith.ceildivsi %a, %b : tensor<2x?xi16>
  %1 = arith.floordivsi %0, %b : tensor<2x?xi16>
  %2 = arith.ceildivui %1, %b : tensor<2x?xi16>
  %3 = arith.ceildivui %c, %d : tensor<2xi16>
  return %2, %3 : tensor<2x?xi16>, tensor<2xi16>
}
func.func @vectors(%a: vector<2xi16>, %b: vector<[2]x2xi16>, %c: vector<2xi16>, %d: vector<[2]x2xi16>) -> (vector<2xi16>, vector<[2]x2xi16>) {
  %0 = arith.ceildivui %a, %c : vector<2xi16>
  %1 = arith.ceildivui %b, %d : vector<[2]x2xi16>
  return %0, %1 : vector<2xi16>, vector<[2]x2xi16>
}

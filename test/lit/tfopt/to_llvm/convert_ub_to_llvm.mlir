// RUN: tf-opt --allow-unregistered-dialect --split-input-file --convert-ub-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @u() -> index {
  %0 = ub.poison : index
  %1 = ub.poison : vector<2x3xf32>
  %2 = ub.poison : memref<2xf32>
  %3 = ub.poison : tensor<2xf32>
  %4 = ub.poison : f32
  "test.u"(%0, %1, %2, %3, %4) : (index, vector<2x3xf32>, memref<2xf32>, tensor<2xf32>, f32) -> ()
  return %0 : index
}
// -----
func.func @un(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return
}

// CHECK: module {
// CHECK: func.func @u() -> index {
// CHECK-NEXT: %0 = llvm.mlir.poison : i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : i64 to index
// CHECK-NEXT: %2 = llvm.mlir.poison : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: %4 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<2xf32>
// CHECK-NEXT: %6 = ub.poison : tensor<2xf32>
// CHECK-NEXT: %7 = llvm.mlir.poison : f32
// CHECK-NEXT: "test.u"(%1, %3, %5, %6, %7) : (index, vector<2x3xf32>, memref<2xf32>, tensor<2xf32>, f32) -> ()
// CHECK-NEXT: return %1 : index
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @un(%arg0: i1) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: llvm.unreachable
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: return
// CHECK-NEXT: }

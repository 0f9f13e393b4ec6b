// RUN: tf-opt --convert-scf-to-cf=allow-pattern-rollback=0 %s | filecheck %s

func.func @halves(%low: index, %high: index, %by: index, %x: f32) -> f32 {
  %half = arith.constant 5.000000e-01 : f32
  %0 = scf.for %i = %low to %high step %by iter_args(%y = %x) -> f32 {
    %1 = arith.mulf %y, %half : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK: func.func @halves(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) -> f32 {
// CHECK-NEXT: %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: cf.br ^bb1(%arg0, %arg3 : index, f32)
// CHECK-NEXT: ^bb1(%0: index, %1: f32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %2 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT: cf.cond_br %2, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: %3 = arith.mulf %1, %cst : f32
// CHECK-NEXT: %4 = arith.addi %0, %arg2 : index
// CHECK-NEXT: cf.br ^bb1(%4, %3 : index, f32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: return %1 : f32

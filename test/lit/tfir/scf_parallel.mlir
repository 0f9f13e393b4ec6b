// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Parallel loops, their reductions, and switches, as mlir-opt prints them.

func.func @f(%a: index, %b: index, %c: i1, %x: f32, %t: tensor<8xf32>, %m: memref<8xf32>) -> f32 {
  %0 = scf.execute_region -> f32 {
    scf.yield %x : f32
  }
  scf.forall (%i, %j) in (%a, 4) {
    memref.store %x, %m[%i] : memref<8xf32>
  }
  %1 = scf.forall (%i) = (0) to (%b) step (2) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  } {foo}
  %2 = scf.index_switch %a -> f32
  case 2 {
    scf.yield %x : f32
  }
  case -5 {
    scf.yield %0 : f32
  }
  default {
    scf.yield %x : f32
  }
  scf.index_switch %a
  default {
    scf.yield
  }
  scf.parallel (%i, %j) = (%a, %a) to (%b, %b) step (%a, %b) {
    memref.store %x, %m[%i] : memref<8xf32>
    scf.reduce
  }
  %3 = scf.parallel (%i) = (%a) to (%b) step (%a) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  %4:2 = scf.parallel (%i) = (%a) to (%b) step (%a) init (%x, %x) -> (f32, f32) {
    scf.reduce(%x, %x : f32, f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%l: f32, %r: f32):
      %s = arith.mulf %l, %r : f32
      scf.reduce.return %s : f32
    }
  } {attr = 1}
  return %3 : f32
}

// CHECK: module {
// CHECK-NEXT:   func.func @f(%arg0: index, %arg1: index, %arg2: i1, %arg3: f32, %arg4: tensor<8xf32>, %arg5: memref<8xf32>) -> f32 {
// CHECK-NEXT:     %0 = scf.execute_region -> f32 {
// CHECK-NEXT:       scf.yield %arg3 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.forall (%arg6, %arg7) in (%arg0, 4) {
// CHECK-NEXT:       memref.store %arg3, %arg5[%arg6] : memref<8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = scf.forall (%arg6) = (0) to (%arg1) step (2) shared_outs(%arg7 = %arg4) -> (tensor<8xf32>) {
// CHECK-NEXT:       %extracted_slice = tensor.extract_slice %arg7[%arg6] [1] [1] : tensor<8xf32> to tensor<1xf32>
// CHECK-NEXT:       scf.forall.in_parallel {
// CHECK-NEXT:         tensor.parallel_insert_slice %extracted_slice into %arg7[%arg6] [1] [1] : tensor<1xf32> into tensor<8xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     } {foo}
// CHECK-NEXT:     %2 = scf.index_switch %arg0 -> f32 
// CHECK-NEXT:     case 2 {
// CHECK-NEXT:       scf.yield %arg3 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     case -5 {
// CHECK-NEXT:       scf.yield %0 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     default {
// CHECK-NEXT:       scf.yield %arg3 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.index_switch %arg0 
// CHECK-NEXT:     default {
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.parallel (%arg6, %arg7) = (%arg0, %arg0) to (%arg1, %arg1) step (%arg0, %arg1) {
// CHECK-NEXT:       memref.store %arg3, %arg5[%arg6] : memref<8xf32>
// CHECK-NEXT:       scf.reduce 
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = scf.parallel (%arg6) = (%arg0) to (%arg1) step (%arg0) init (%arg3) -> f32 {
// CHECK-NEXT:       scf.reduce(%arg3 : f32) {
// CHECK-NEXT:       ^bb0(%arg7: f32, %arg8: f32):
// CHECK-NEXT:         %5 = arith.addf %arg7, %arg8 : f32
// CHECK-NEXT:         scf.reduce.return %5 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %4:2 = scf.parallel (%arg6) = (%arg0) to (%arg1) step (%arg0) init (%arg3, %arg3) -> (f32, f32) {
// CHECK-NEXT:       scf.reduce(%arg3, %arg3 : f32, f32) {
// CHECK-NEXT:       ^bb0(%arg7: f32, %arg8: f32):
// CHECK-NEXT:         %5 = arith.addf %arg7, %arg8 : f32
// CHECK-NEXT:         scf.reduce.return %5 : f32
// CHECK-NEXT:       }, {
// CHECK-NEXT:       ^bb0(%arg7: f32, %arg8: f32):
// CHECK-NEXT:         %5 = arith.mulf %arg7, %arg8 : f32
// CHECK-NEXT:         scf.reduce.return %5 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:     } {attr = 1 : i64}
// CHECK-NEXT:     return %3 : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }

// GENERIC: "scf.forall"(%arg0) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 4>}> ({
// GENERIC: %1 = "scf.forall"(%arg1, %arg4) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 2>, staticUpperBound = array<i64: -9223372036854775808>}> ({
// GENERIC: %8 = "tensor.extract_slice"(%arg17, %arg16) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<8xf32>, index) -> tensor<1xf32>
// GENERIC: "tensor.parallel_insert_slice"(%8, %arg17, %arg16) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf32>, tensor<8xf32>, index) -> ()
// GENERIC: %2 = "scf.index_switch"(%arg0) <{cases = array<i64: 2, -5>}> ({
// GENERIC: "scf.index_switch"(%arg0) <{cases = array<i64>}> ({
// GENERIC: "scf.parallel"(%arg0, %arg0, %arg1, %arg1, %arg0, %arg1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// GENERIC: %3 = "scf.parallel"(%arg0, %arg1, %arg0, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
// GENERIC: %7 = "arith.addf"(%arg12, %arg13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC: %4:2 = "scf.parallel"(%arg0, %arg1, %arg0, %arg3, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>}> ({
// GENERIC: %6 = "arith.addf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC: %5 = "arith.mulf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32

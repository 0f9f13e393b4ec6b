// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --canonicalize | filecheck %s
// Slices of tensors whose types say less, as mlir-opt 22 has them: what reaches beyond the end stays.

// CHECK: func.func @slice_behind_the_end(%arg0: tensor<5xf32>) -> tensor<10xf32> {
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<5xf32> to tensor<?xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %cast[0] [10] [1] : tensor<?xf32> to tensor<10xf32>
// CHECK-NEXT: return %extracted_slice : tensor<10xf32>
// CHECK-NEXT: }
func.func @slice_behind_the_end(%t: tensor<5xf32>) -> tensor<10xf32> {
  %0 = tensor.cast %t : tensor<5xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %0[0] [10] [1] : tensor<?xf32> to tensor<10xf32>
  return %1 : tensor<10xf32>
}

// -----

// CHECK: func.func @inserted_behind_the_end(%arg0: tensor<5xf32>, %arg1: tensor<10xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %cast = tensor.cast %arg1 : tensor<10xf32> to tensor<?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg0 into %cast[7] [5] [1] : tensor<5xf32> into tensor<?xf32>
// CHECK-NEXT: return %inserted_slice : tensor<?xf32>
// CHECK-NEXT: }
func.func @inserted_behind_the_end(%s: tensor<5xf32>, %t: tensor<10xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %t : tensor<10xf32> to tensor<?xf32>
  %1 = tensor.insert_slice %s into %0[7] [5] [1] : tensor<5xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// CHECK: func.func @slice_of_cast(%arg0: tensor<12xf32>) -> tensor<10xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0] [10] [1] : tensor<12xf32> to tensor<10xf32>
// CHECK-NEXT: return %extracted_slice : tensor<10xf32>
// CHECK-NEXT: }
func.func @slice_of_cast(%t: tensor<12xf32>) -> tensor<10xf32> {
  %0 = tensor.cast %t : tensor<12xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %0[0] [10] [1] : tensor<?xf32> to tensor<10xf32>
  return %1 : tensor<10xf32>
}

// -----

// CHECK: func.func @inserted_in_parallel(%arg0: tensor<1x5xf32>, %arg1: tensor<?x?xf32>, %arg2: index) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = scf.forall (%arg3) in (%arg2) shared_outs(%arg4 = %arg1) -> (tensor<?x?xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg0 into %arg4[%arg3, 0] [1, 5] [1, 1] : tensor<1x5xf32> into tensor<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @inserted_in_parallel(%s: tensor<1x5xf32>, %t: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?x?xf32>) {
    %1 = tensor.cast %s : tensor<1x5xf32> to tensor<?x5xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i, %c0] [%c1, 5] [%c1, %c1] : tensor<?x5xf32> into tensor<?x?xf32>
    }
  }
  return %0 : tensor<?x?xf32>
}

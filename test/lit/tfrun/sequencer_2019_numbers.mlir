/// What goes by numbers in buffers, on every device: where the host reads them, and where it computes others of them.
// REQUIRES: vulkan
// RUN: tf-run %s --device=interpreter --input=4xf32=1,2,3,4 --input=1xi32=1 --input=1xi32=2 | filecheck %s
// RUN: tf-run %s --device=vm --input=4xf32=1,2,3,4 --input=1xi32=1 --input=1xi32=2 | filecheck %s
// RUN: tf-run %s --device=cpu --input=4xf32=1,2,3,4 --input=1xi32=1 --input=1xi32=2 | filecheck %s
// RUN: tf-run %s --device=vulkan --input=4xf32=1,2,3,4 --input=1xi32=1 --input=1xi32=2 | filecheck %s
/// Call after call with other numbers.
// RUN: tf-run %s --device=vulkan --entry=f --input=4xf32=1,2,3,4 --input=1xi32=0 --input=1xi32=1 --entry=f --input=4xf32=1,2,3,4 --input=1xi32=1 --input=1xi32=2 | filecheck %s --check-prefixes=FIRST,CHECK
// FIRST: 1xf32=1
// FIRST-NEXT: 4xf32=1 1 3 4
// FIRST-NEXT: 1xi32=4

/// Two numbers from the second on; of a copy the third is the second, since 4 bytes from byte 4 went to byte 8; and the shape.
// CHECK: 2xf32=2 3
// CHECK-NEXT: 4xf32=1 2 2 4
// CHECK-NEXT: 1xi32=4
func.func @f(%x: memref<4xf32>, %first: memref<1xi32>, %count: memref<1xi32>) -> (memref<?xf32>, memref<4xf32>, memref<1xi32>) attributes {iree.module.export} {
  %shape = "iree_ll_seq.alloc_heap"() : () -> memref<1xi32>
  "iree_ll_seq.shape"(%x, %shape) : (memref<4xf32>, memref<1xi32>) -> ()
  %at = "iree_ll_seq.alloc_heap"() : () -> memref<i32>
  %bytes = "iree_ll_seq.alloc_heap"() : () -> memref<i32>
  "iree_ll_seq.compute_range"(%shape, %first, %count, %at, %bytes) {element_size = 4 : i32} : (memref<1xi32>, memref<1xi32>, memref<1xi32>, memref<i32>, memref<i32>) -> ()
  %view = "iree_ll_seq.dynamic_slice"(%x, %at, %bytes, %count) : (memref<4xf32>, memref<i32>, memref<i32>, memref<1xi32>) -> memref<?xf32>
  %part = "iree_ll_seq.clone"(%view) : (memref<?xf32>) -> memref<?xf32>
  %all = "iree_ll_seq.clone"(%x) : (memref<4xf32>) -> memref<4xf32>
  %four = iree_ll_seq.constant dense<4> : tensor<i32>
  iree_ll_seq.dynamic_copy %x[%at] to %all[%bytes], %four : memref<4xf32>, memref<i32>, memref<4xf32>, memref<i32>, memref<i32>
  iree_ll_seq.return %part, %all, %shape : memref<?xf32>, memref<4xf32>, memref<1xi32>
}

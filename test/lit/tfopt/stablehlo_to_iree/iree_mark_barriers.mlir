/// A barrier stands in front of what reads what was written since the last one, or overwrites what was read; marks of before go. Of a step of the host
/// nothing is marked: what stands before it has been done when it runs.
// RUN: tf-opt %s --iree-mark-barriers | filecheck %s
// CHECK-LABEL: func.func @f
// CHECK: static_copy %arg0[0] to %{{.*}}[0], 16 :
// CHECK-NEXT: static_fill 1 to %{{.*}}[0, 4] {iree.barrier}
// CHECK-NEXT: static_fill 1 to %{{.*}}[0, 4] :
// CHECK-NEXT: static_copy %{{.*}}[0] to %arg0[0], 16 {iree.barrier}
func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
  %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
  %first = iree_ll_seq.static_slice %a[0, 4] : memref<4xf32> -> memref<1xf32>
  %second = iree_ll_seq.static_slice %a[4, 4] : memref<4xf32> -> memref<1xf32>
  iree_ll_seq.static_copy %x[0] to %a[0], 16 {iree.barrier} : memref<4xf32>, memref<4xf32>
  iree_ll_seq.static_fill 1 to %first[0, 4] : memref<1xf32>
  iree_ll_seq.static_fill 1 to %second[0, 4] : memref<1xf32>
  iree_ll_seq.static_copy %a[0] to %x[0], 16 : memref<4xf32>, memref<4xf32>
  iree_ll_seq.return %a : memref<4xf32>
}

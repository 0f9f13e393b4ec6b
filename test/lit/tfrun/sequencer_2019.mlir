/// Operations of 2019's sequencer that make or name buffers, or help to debug: clones stay as they were, names stand for one buffer.
// RUN: tf-run %s --device=interpreter --input=2xf32=1,2 | filecheck %s
// RUN: tf-run %s --device=vm --input=2xf32=1,2 | filecheck %s
// CHECK: 2xf32=1 2
// CHECK-NEXT: 2xf32=0 0

/// Sizes that the call brings along are those of the clone.
// RUN: sed 's/2xf32/?xf32/; s/memref<2xf32>/memref<?xf32>/g; /static_fill/d' %s > %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --input=3xf32=1,2,3 | filecheck %s --check-prefix=OPEN
// RUN: tf-run %t.mlir --device=vm --input=3xf32=1,2,3 | filecheck %s --check-prefix=OPEN
// OPEN: 3xf32=1 2 3
// OPEN-NEXT: 3xf32=1 2 3

/// The high level has the same ones.
// RUN: sed '/static_fill/d; s/iree_ll_seq/iree_hl_seq/' %s | tf-opt --iree-lower-sequencer-dialect | filecheck %s --check-prefix=LOW
// LOW: "iree_ll_seq.clone"(%arg0) : (memref<2xf32>) -> memref<2xf32>
// LOW: "iree_ll_seq.assign"
// LOW: "iree_ll_seq.break"() : () -> ()
func.func @f(%x: memref<2xf32>) -> (memref<2xf32>, memref<2xf32>) attributes {iree.module.export} {
  %0 = "iree_ll_seq.clone"(%x) : (memref<2xf32>) -> memref<2xf32>
  %1 = "iree_ll_seq.clone"(%x) : (memref<2xf32>) -> memref<2xf32>
  %2 = "iree_ll_seq.assign"(%1) : (memref<2xf32>) -> memref<2xf32>
  iree_ll_seq.static_fill 0 to %2[0, 8] : memref<2xf32>
  "iree_ll_seq.trace"(%0) : (memref<2xf32>) -> ()
  "iree_ll_seq.break"() : () -> ()
  iree_ll_seq.return %0, %1 : memref<2xf32>, memref<2xf32>
}

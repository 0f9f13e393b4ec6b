// RUN: tf-opt %s --iree-identify-dispatch-regions | filecheck %s --check-prefix=REGIONS
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions | filecheck %s --check-prefix=HIGH
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect | filecheck %s --check-prefix=LOW
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-plan-buffers | filecheck %s --check-prefix=PLAN
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-plan-buffers=in-place=false | filecheck %s --check-prefix=APART

/// What runs before the loop stays there, though only the body reads it; the decision and the branches stay outside of regions.
// REGIONS-LABEL: func.func @loop(
// REGIONS: iree.dispatch_region
// REGIONS: stablehlo.negate
// REGIONS: cf.br ^bb1
// REGIONS: ^bb1(
// REGIONS-NEXT: tensor.extract
// REGIONS-NEXT: cf.cond_br
// REGIONS-NEXT: ^bb2:
// REGIONS: iree.dispatch_region
// REGIONS: stablehlo.compare
// REGIONS: iree.dispatch_region
// REGIONS-NEXT: stablehlo.add
// REGIONS-NEXT: iree.return
// REGIONS: cf.br ^bb1

/// Branches pass buffers, and decide by one.
// HIGH-LABEL: func.func @loop(
// HIGH: iree_hl_seq.br ^bb1(%{{.*}}, %arg0 : memref<i1>, memref<4xf32>)
// HIGH-NEXT: ^bb1(%[[P:.*]]: memref<i1>, %[[X:.*]]: memref<4xf32>):
// HIGH-NEXT: iree_hl_seq.cond_br %[[P]], ^bb2, ^bb3
// HIGH: iree_hl_seq.br ^bb1(%{{.*}}, %{{.*}} : memref<i1>, memref<4xf32>)
// HIGH-NEXT: ^bb3:
// HIGH-NEXT: iree_hl_seq.return %[[X]] : memref<4xf32>

/// Each argument of a block has memory, to which branches copy.
// LOW-LABEL: func.func @loop(
// LOW-NEXT: %[[P:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<i1>
// LOW-NEXT: %[[X:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
// LOW: iree_ll_seq.static_copy %{{.*}}[0] to %[[P]][0], 1
// LOW-NEXT: iree_ll_seq.static_copy %arg0[0] to %[[X]][0], 16
// LOW-NEXT: iree_ll_seq.br ^bb1
// LOW-NEXT: ^bb1:
// LOW-NEXT: iree_ll_seq.cond_br %[[P]], ^bb2, ^bb3
// LOW: static_copy %{{.*}}[0] to %[[X]][0], 16
// LOW-NEXT: iree_ll_seq.br ^bb1
// LOW-NEXT: ^bb3:
// LOW-NEXT: iree_ll_seq.return %[[X]]

/// The body computes in place, so that nothing has to be copied in it. Without that it does.
// PLAN-LABEL: func.func @loop(
// PLAN: iree_ll_seq.cond_br
// PLAN-NOT: static_copy
// PLAN: iree_ll_seq.return
// APART-LABEL: func.func @loop(
// APART: iree_ll_seq.cond_br
// APART: static_copy
// APART: iree_ll_seq.return
func.func @loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %step = stablehlo.negate %x : tensor<4xf32>
  %start = stablehlo.constant dense<true> : tensor<i1>
  cf.br ^bb1(%start, %x : tensor<i1>, tensor<4xf32>)
^bb1(%p: tensor<i1>, %a: tensor<4xf32>):
  %c = tensor.extract %p[] : tensor<i1>
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %first = stablehlo.slice %a [0:1] : (tensor<4xf32>) -> tensor<1xf32>
  %scalar = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
  %q = stablehlo.compare LT, %scalar, %scalar : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %b = stablehlo.add %a, %step : tensor<4xf32>
  cf.br ^bb1(%q, %b : tensor<i1>, tensor<4xf32>)
^bb3:
  return %a : tensor<4xf32>
}

/// What changes places goes by way of a third buffer. A value that is passed for itself is not copied.
// LOW-LABEL: func.func @swap(
// LOW-NEXT: %[[A:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
// LOW-NEXT: %[[B:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
// LOW-NEXT: %[[C:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
// LOW: ^bb1:
// LOW-NEXT: iree_ll_seq.cond_br %arg0, ^bb2, ^bb3
// LOW-NEXT: ^bb2:
// LOW-NEXT: %[[T:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
// LOW-NEXT: static_copy %[[B]][0] to %[[T]][0], 16
// LOW-NEXT: static_copy %[[A]][0] to %[[B]][0], 16
// LOW-NEXT: static_copy %[[T]][0] to %[[A]][0], 16
// LOW-NEXT: iree_ll_seq.br ^bb1
func.func @swap(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1(%x, %y, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
^bb1(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>):
  %d = tensor.extract %p[] : tensor<i1>
  cf.cond_br %d, ^bb1(%b, %a, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>), ^bb2
^bb2:
  return %b : tensor<4xf32>
}

/// A buffer that a later trip reads keeps its memory for the whole loop; what a trip writes anew does not.
// PLAN-LABEL: func.func @kept(
// PLAN-NEXT: "iree_ll_seq.alloc_heap"() : () -> memref<768xi8>
func.func @kept(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %kept = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  cf.br ^bb1
^bb1:
  %0 = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<4xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<4xf32>
  %3 = stablehlo.add %2, %kept : tensor<4xf32>
  %d = tensor.extract %p[] : tensor<i1>
  cf.cond_br %d, ^bb1, ^bb2
^bb2:
  return %3 : tensor<4xf32>
}

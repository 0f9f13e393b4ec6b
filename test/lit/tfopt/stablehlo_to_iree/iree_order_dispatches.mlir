/// Of an input three chains of two dispatches: as they are written each second one waits for the one before it, and in front of each of them is a barrier.
/// In order there is one: the first ones of all chains, and then the second ones.
// RUN: tf-opt %s --iree-mark-barriers | filecheck %s --check-prefix=BEFORE
// RUN: tf-opt %s --iree-order-dispatches --iree-mark-barriers | filecheck %s
// RUN: tf-opt %s --iree-order-dispatches --iree-mark-barriers --mlir-pass-statistics -o /dev/null 2>&1 | filecheck %s --check-prefix=COUNTED

/// What is planned lies where no further barrier is needed for it. Memory that steps of one stretch would share costs one.
// RUN: tf-opt %s --iree-order-dispatches --iree-plan-buffers=keep-stretches=true --iree-mark-barriers | filecheck %s --check-prefix=PLANNED

// COUNTED: 8 barriers-before
// COUNTED: 5 barriers-after
// COUNTED: 5 barriers

// BEFORE-LABEL: func.func @chains
// BEFORE: ex::twice{{.*}}(%arg0, %[[A:.*]]) : (
// BEFORE: ex::twice{{.*}}(%[[A]], %{{.*}}) {iree.barrier}
// BEFORE: ex::twice{{.*}}(%arg0, %[[B:.*]]) : (
// BEFORE: ex::twice{{.*}}(%[[B]], %{{.*}}) {iree.barrier}
// BEFORE: ex::twice{{.*}}(%arg0, %[[C:.*]]) : (
// BEFORE: ex::twice{{.*}}(%[[C]], %{{.*}}) {iree.barrier}

// CHECK-LABEL: func.func @chains
// CHECK-COUNT-6: "iree_ll_seq.alloc_heap"
// CHECK-NEXT: ex::twice{{.*}}(%arg0, %[[A:.*]]) : (
// CHECK-NEXT: ex::twice{{.*}}(%arg0, %[[B:.*]]) : (
// CHECK-NEXT: ex::twice{{.*}}(%arg0, %[[C:.*]]) : (
// CHECK-NEXT: ex::twice{{.*}}(%[[A]], %{{.*}}) {iree.barrier}
// CHECK-NEXT: ex::twice{{.*}}(%[[B]], %{{.*}}) : (
// CHECK-NEXT: ex::twice{{.*}}(%[[C]], %{{.*}}) : (
// CHECK-NEXT: iree_ll_seq.return

// PLANNED-LABEL: func.func @chains
// PLANNED-COUNT-1: {iree.barrier}
// PLANNED-NOT: {iree.barrier}
// PLANNED-LABEL: func.func @chain

module {
  iree.multi_arch_executable @ex[0]() {
    iree.executable(Unspecified) {
      module {
        func.func @twice(%arg0: memref<4xf32>, %arg1: memref<4xf32>) attributes {iree.executable.export, iree.executable.workload = dense<[4, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
          %1 = stablehlo.add %0, %0 : tensor<4xf32>
          iree.store_output(%1 : tensor<4xf32>, %arg1 : memref<4xf32>)
          iree.return
        }
      }
    }
  }
  func.func @chains(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %a2 = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%a, %a2) : (memref<4xf32>, memref<4xf32>) -> ()
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %b2 = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%x, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%b, %b2) : (memref<4xf32>, memref<4xf32>) -> ()
    %c = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %c2 = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%x, %c) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%c, %c2) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.return %a2, %b2, %c2 : memref<4xf32>, memref<4xf32>, memref<4xf32>
  }

  /// One chain has no other order; what it overwrites it waits for too.
  // CHECK-LABEL: func.func @chain(
  // CHECK: ex::twice{{.*}}(%arg0, %[[A:.*]]) : (
  // CHECK-NEXT: ex::twice{{.*}}(%[[A]], %[[B:.*]]) {iree.barrier}
  // CHECK-NEXT: static_copy %[[B]][0] to %[[A]][0], 16 {iree.barrier}
  func.func @chain(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_copy %b[0] to %a[0], 16 : memref<4xf32>, memref<4xf32>
    iree_ll_seq.return %a, %b : memref<4xf32>, memref<4xf32>
  }

  /// Halves of one buffer are written side by side; the whole of it is read behind a barrier. What the host looks at stays between.
  // CHECK-LABEL: func.func @halves
  // CHECK: static_copy %arg0[0] to %{{.*}}[0], 8 :
  // CHECK-NEXT: static_copy %arg0[0] to %{{.*}}[0], 8 :
  // CHECK-NEXT: ex::twice{{.*}} {iree.barrier}
  // CHECK: memref.load
  // CHECK-NEXT: static_fill 0 to
  func.func @halves(%x: memref<4xf32>, %at: memref<1xi32>) -> memref<4xf32> {
    %zero = arith.constant 0 : index
    %both = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %front = iree_ll_seq.static_slice %both[0, 8] : memref<4xf32> -> memref<2xf32>
    %back = iree_ll_seq.static_slice %both[8, 8] : memref<4xf32> -> memref<2xf32>
    %out = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_copy %x[0] to %front[0], 8 : memref<4xf32>, memref<2xf32>
    iree_ll_seq.static_copy %x[0] to %back[0], 8 : memref<4xf32>, memref<2xf32>
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%both, %out) : (memref<4xf32>, memref<4xf32>) -> ()
    %n = memref.load %at[%zero] : memref<1xi32>
    iree_ll_seq.static_fill 0 to %out[0, 4] : memref<4xf32>
    iree_ll_seq.return %out : memref<4xf32>
  }

  /// A view by a number in a buffer, as 2019 had it, comes behind what writes the number there, while the chains in front of it are ordered.
  // CHECK-LABEL: func.func @numbers
  // CHECK: ex::twice{{.*}}(%arg0, %[[A:.*]]) : (
  // CHECK-NEXT: ex::twice{{.*}}(%arg0, %[[B:.*]]) : (
  // CHECK-NEXT: ex::twice{{.*}}(%[[A]], %{{.*}}) {iree.barrier}
  // CHECK-NEXT: ex::twice{{.*}}(%[[B]], %{{.*}}) : (
  // CHECK-NEXT: static_copy %arg1[0] to %[[AT:.*]][0], 4 :
  // CHECK: "iree_ll_seq.dynamic_slice"(%arg0, %[[AT]],
  // CHECK-NEXT: static_copy
  func.func @numbers(%x: memref<4xf32>, %n: memref<i32>) -> (memref<4xf32>, memref<4xf32>, memref<2xf32>) {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %a2 = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %b2 = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %at = "iree_ll_seq.alloc_heap"() : () -> memref<i32>
    %out = "iree_ll_seq.alloc_heap"() : () -> memref<2xf32>
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%a, %a2) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%x, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_dispatch ex::twice[dense<[4, 1, 1]> : tensor<3xi32>](%b, %b2) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.static_copy %n[0] to %at[0], 4 : memref<i32>, memref<i32>
    %length = iree_ll_seq.constant dense<8> : tensor<i32>
    %two = iree_ll_seq.constant dense<2> : tensor<1xi32>
    %part = "iree_ll_seq.dynamic_slice"(%x, %at, %length, %two) : (memref<4xf32>, memref<i32>, memref<i32>, memref<1xi32>) -> memref<2xf32>
    iree_ll_seq.static_copy %part[0] to %out[0], 8 : memref<2xf32>, memref<2xf32>
    iree_ll_seq.return %a2, %b2, %out : memref<4xf32>, memref<4xf32>, memref<2xf32>
  }
}

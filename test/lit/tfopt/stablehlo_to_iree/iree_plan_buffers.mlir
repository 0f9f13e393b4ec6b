// RUN: tf-opt %s --iree-plan-buffers --split-input-file | filecheck %s
// RUN: tf-opt %s --iree-plan-buffers=in-place=false --split-input-file | filecheck %s --check-prefix=APART
// RUN: tf-opt %s --iree-plan-buffers=alignment=16 --split-input-file | filecheck %s --check-prefix=TIGHT

/// The first temporary is dead when the third is written, so they share a place; what is returned stays outside of the arena.
// CHECK-LABEL: func.func @reuse
// CHECK-NEXT: %[[ARENA:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<512xi8>
// CHECK-NEXT: iree_ll_seq.static_slice %[[ARENA]][0, 16] : memref<512xi8> -> memref<4xf32>
// CHECK: iree_ll_seq.static_slice %[[ARENA]][256, 16]
// CHECK: iree_ll_seq.static_slice %[[ARENA]][0, 16]
// CHECK: %[[OUT:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
// CHECK: iree_ll_seq.return %[[OUT]]

// TIGHT-LABEL: func.func @reuse
// TIGHT-NEXT: "iree_ll_seq.alloc_heap"() : () -> memref<32xi8>
module {
  iree.multi_arch_executable @ex[0]() {
    iree.executable(Unspecified) {
      module {
        func.func @reverse(%arg0: memref<4xf32>, %arg1: memref<4xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
          %1 = stablehlo.reverse %0, dims = [0] : tensor<4xf32>
          iree.store_output(%1 : tensor<4xf32>, %arg1 : memref<4xf32>)
          iree.return
        }
      }
    }
  }
  func.func @reuse(%x: memref<4xf32>) -> memref<4xf32> {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::reverse[dense<[4, 1, 1]> : tensor<3xi32>](%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::reverse[dense<[4, 1, 1]> : tensor<3xi32>](%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    %c = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::reverse[dense<[4, 1, 1]> : tensor<3xi32>](%b, %c) : (memref<4xf32>, memref<4xf32>) -> ()
    %d = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::reverse[dense<[4, 1, 1]> : tensor<3xi32>](%c, %d) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.return %d : memref<4xf32>
  }
}

// -----

/// An elementwise dispatch writes over an operand that nobody reads later.
// CHECK-LABEL: func.func @in_place
// CHECK-NEXT: "iree_ll_seq.alloc_heap"() : () -> memref<256xi8>
// APART-LABEL: func.func @in_place
// APART-NEXT: "iree_ll_seq.alloc_heap"() : () -> memref<512xi8>

/// It does not when the operand is read later.
// CHECK-LABEL: func.func @read_later
// CHECK-NEXT: "iree_ll_seq.alloc_heap"() : () -> memref<768xi8>

/// Nor when a view of it is.
// CHECK-LABEL: func.func @viewed_later
// CHECK-NEXT: "iree_ll_seq.alloc_heap"() : () -> memref<768xi8>
module {
  iree.multi_arch_executable @ex[0]() {
    iree.executable(Unspecified) {
      module {
        func.func @tanh(%arg0: memref<4xf32>, %arg1: memref<4xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
          %1 = stablehlo.tanh %0 : tensor<4xf32>
          iree.store_output(%1 : tensor<4xf32>, %arg1 : memref<4xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @sum[1]() {
    iree.executable(Unspecified) {
      module {
        func.func @reversed_sum(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32>) attributes {iree.executable.export} {
          %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
          %1 = iree.load_input(%arg1 : memref<4xf32>) : tensor<4xf32>
          %2 = stablehlo.reverse %0, dims = [0] : tensor<4xf32>
          %3 = stablehlo.add %1, %2 : tensor<4xf32>
          iree.store_output(%3 : tensor<4xf32>, %arg2 : memref<4xf32>)
          iree.return
        }
      }
    }
  }
  func.func @in_place(%x: memref<4xf32>) -> memref<4xf32> {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    %c = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%b, %c) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.return %c : memref<4xf32>
  }
  func.func @read_later(%x: memref<4xf32>) -> memref<4xf32> {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    %c = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch sum::reversed_sum[dense<[4, 1, 1]> : tensor<3xi32>](%a, %b, %c) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
    %d = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%c, %d) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.return %d : memref<4xf32>
  }
  func.func @viewed_later(%x: memref<4xf32>) -> memref<4xf32> {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
    %v = iree_ll_seq.reshape %a : memref<4xf32> -> memref<2x2xf32>
    %w = iree_ll_seq.reshape %v : memref<2x2xf32> -> memref<4xf32>
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    %c = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch sum::reversed_sum[dense<[4, 1, 1]> : tensor<3xi32>](%w, %b, %c) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
    %d = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%c, %d) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.return %d : memref<4xf32>
  }
}

// -----

/// Without temporaries there is no arena.
// CHECK-LABEL: func.func @no_temporaries
// CHECK-NEXT: iree_ll_seq.return %arg0
func.func @no_temporaries(%x: memref<4xf32>) -> memref<4xf32> {
  iree_ll_seq.return %x : memref<4xf32>
}

// -----

/// What is planned already keeps its place: the arena is one buffer, needed as long as any part of it.
// CHECK-LABEL: func.func @planned
// CHECK-NEXT: %[[ARENA:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<768xi8>
// CHECK-NEXT: %[[OLD:.*]] = iree_ll_seq.static_slice %[[ARENA]][0, 512] : memref<768xi8> -> memref<512xi8>
// CHECK: iree_ll_seq.static_slice %[[ARENA]][512, 16] : memref<768xi8> -> memref<4xf32>
func.func @planned(%x: memref<4xf32>) -> memref<4xf32> {
  %arena = "iree_ll_seq.alloc_heap"() : () -> memref<512xi8>
  %a = iree_ll_seq.static_slice %arena[0, 16] : memref<512xi8> -> memref<4xf32>
  %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
  iree_ll_seq.static_copy %x[0] to %a[0], 16 : memref<4xf32>, memref<4xf32>
  iree_ll_seq.static_copy %a[0] to %b[0], 16 : memref<4xf32>, memref<4xf32>
  %c = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
  iree_ll_seq.static_copy %b[0] to %c[0], 16 : memref<4xf32>, memref<4xf32>
  iree_ll_seq.static_copy %a[0] to %c[0], 8 : memref<4xf32>, memref<4xf32>
  iree_ll_seq.static_copy %b[8] to %c[0], 8 : memref<4xf32>, memref<4xf32>
  iree_ll_seq.return %c : memref<4xf32>
}

// -----

/// What one way of a loop copies there and another computes in place, and a third copies back, is one buffer, and no copy of it to itself is left.
// CHECK-LABEL: func.func @there_and_back
// CHECK: iree_ll_seq.static_copy %arg0[0] to %[[A:.*]][0], 16
// CHECK-NOT: copy
// CHECK: iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%[[A]], %[[A]])
// CHECK-NOT: copy
// CHECK: iree_ll_seq.return %[[A]]
module {
  iree.multi_arch_executable @ex[0]() {
    iree.executable(Unspecified) {
      module {
        func.func @tanh(%arg0: memref<4xf32>, %arg1: memref<4xf32>) attributes {iree.executable.export, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
          %1 = stablehlo.tanh %0 : tensor<4xf32>
          iree.store_output(%1 : tensor<4xf32>, %arg1 : memref<4xf32>)
          iree.return
        }
      }
    }
  }
  func.func @there_and_back(%x: memref<4xf32>, %more: memref<i1>, %which: memref<i1>) -> memref<4xf32> {
    %a = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %b = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    %c = "iree_ll_seq.alloc_heap"() : () -> memref<4xf32>
    iree_ll_seq.static_copy %x[0] to %a[0], 16 : memref<4xf32>, memref<4xf32>
    iree_ll_seq.br ^bb1
  ^bb1:
    iree_ll_seq.cond_br %more, ^bb2, ^bb6
  ^bb2:
    iree_ll_seq.cond_br %which, ^bb3, ^bb4
  ^bb3:
    iree_ll_seq.static_copy %a[0] to %b[0], 16 : memref<4xf32>, memref<4xf32>
    iree_ll_seq.br ^bb5
  ^bb4:
    iree_ll_seq.static_dispatch ex::tanh[dense<[4, 1, 1]> : tensor<3xi32>](%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    iree_ll_seq.br ^bb5
  ^bb5:
    iree_ll_seq.static_copy %b[0] to %a[0], 16 : memref<4xf32>, memref<4xf32>
    iree_ll_seq.br ^bb1
  ^bb6:
    iree_ll_seq.static_copy %a[0] to %c[0], 16 : memref<4xf32>, memref<4xf32>
    iree_ll_seq.return %c : memref<4xf32>
  }
}

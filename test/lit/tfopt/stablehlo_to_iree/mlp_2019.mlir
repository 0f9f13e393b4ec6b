// RUN: tf-opt %S/../../tfrun/Inputs/mlp_2019.mlir --stablehlo-expand-tuples --canonicalize --iree-identify-dispatch-regions --iree-outline-dispatch-regions --iree-lower-sequencer-dialect | filecheck %s

/// The second worked example of IREE's documents of 2019, from XLA's program to the sequence. There each op but those next to it of the same workload was a dispatch, nine of them; here a
/// layer is one, a reshape is a view, and softmax is the four of the document.
// CHECK: iree.multi_arch_executable @main_ex_dispatch_0[0]() {
// CHECK-NEXT: iree.executable(Unspecified) {
// CHECK-NEXT: module {
// CHECK-NEXT: func.func @main_rgn_dispatch_0(%arg0: memref<1x4xf32>, %arg1: memref<4x3xf32>, %arg2: memref<1x3xf32>, %arg3: memref<1x3xf32>) attributes {iree.executable.export, iree.executable.workload = dense<[3, 1, 1]> : tensor<3xi32>
// CHECK: stablehlo.dot {{.*}} {name = "dot.5"}
// CHECK: stablehlo.maximum {{.*}} {name = "maximum.11"}
// CHECK: iree.store_output
// CHECK-NEXT: iree.return
// CHECK: iree.multi_arch_executable @main_ex_dispatch_1[1]() {
// CHECK: {name = "dot.13"}
// CHECK: iree.multi_arch_executable @main_ex_dispatch_2[2]() {
// CHECK: iree.executable.workload = dense<1> : tensor<3xi32>
// CHECK: stablehlo.reduce
// CHECK: {name = "maximum.21"}
// CHECK: iree.multi_arch_executable @main_ex_dispatch_3[3]() {
// CHECK: {name = "exponential.25"}
// CHECK: iree.multi_arch_executable @main_ex_dispatch_4[4]() {
// CHECK: {name = "add.31"}
// CHECK: iree.multi_arch_executable @main_ex_dispatch_5[5]() {
// CHECK: {name = "divide.35"}
// CHECK-NOT: iree.multi_arch_executable
// CHECK: func.func @main(%arg0: memref<1x2x2x1xf32>) -> memref<1x2xf32> attributes {iree.module.export, iree.ordinal = 0 : i32} {
// CHECK-NEXT: %[[PIXELS:.*]] = iree_ll_seq.reshape %arg0 : memref<1x2x2x1xf32> -> memref<1x4xf32>
// CHECK: %[[HIDDEN:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<1x3xf32>
// CHECK-NEXT: iree_ll_seq.static_dispatch main_ex_dispatch_0::main_rgn_dispatch_0[dense<[3, 1, 1]> : tensor<3xi32>](%[[PIXELS]], %{{.*}}, %{{.*}}, %[[HIDDEN]])
// CHECK: %[[LOGITS:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<1x2xf32>
// CHECK-NEXT: iree_ll_seq.static_dispatch main_ex_dispatch_1::main_rgn_dispatch_1[dense<[2, 1, 1]> : tensor<3xi32>](%[[HIDDEN]], %{{.*}}, %{{.*}}, %[[LOGITS]])
// CHECK-NEXT: %[[MOST:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<1xf32>
// CHECK-NEXT: iree_ll_seq.static_dispatch main_ex_dispatch_2::main_rgn_dispatch_2[dense<1> : tensor<3xi32>](%[[LOGITS]], %[[MOST]])
// CHECK-NEXT: %[[EXP:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<1x2xf32>
// CHECK-NEXT: iree_ll_seq.static_dispatch main_ex_dispatch_3::main_rgn_dispatch_3[dense<[2, 1, 1]> : tensor<3xi32>](%[[LOGITS]], %[[MOST]], %[[EXP]])
// CHECK-NEXT: %[[SUM:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<1xf32>
// CHECK-NEXT: iree_ll_seq.static_dispatch main_ex_dispatch_4::main_rgn_dispatch_4[dense<1> : tensor<3xi32>](%[[EXP]], %[[SUM]])
// CHECK-NEXT: %[[OUT:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<1x2xf32>
// CHECK-NEXT: iree_ll_seq.static_dispatch main_ex_dispatch_5::main_rgn_dispatch_5[dense<[2, 1, 1]> : tensor<3xi32>](%[[EXP]], %[[SUM]], %[[OUT]])
// CHECK-NEXT: iree_ll_seq.return %[[OUT]] : memref<1x2xf32>

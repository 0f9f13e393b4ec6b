// RUN: tf-opt %s --iree-legalize-interpreter-ops | filecheck %s --check-prefix=HIGH
// RUN: tf-opt %s --iree-legalize-interpreter-ops=replace=true --iree-lower-interpreter-dialect | filecheck %s --check-prefix=LOW

/// The walkthrough's own example: beside the StableHLO stands an executable that computes into memory and copies it to the output.
// HIGH: iree.executable(Unspecified) {
// HIGH: iree.executable(IreeBytecode) {
// HIGH: func.func @simple_mul_rgn_dispatch_0(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32>) attributes {iree.executable.export, iree.executable.workload = dense<[4, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
// HIGH-NEXT: %0 = "iree_hl_interp.mul_f"(%arg0, %arg1) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
// HIGH-NEXT: %1 = iree.constant dense<0> : tensor<1xi32>
// HIGH-NEXT: %2 = iree.constant dense<4> : tensor<1xi32>
// HIGH-NEXT: "iree_hl_interp.copy"(%0, %1, %arg2, %1, %2)
// HIGH-NEXT: iree.return
// LOW: iree.multi_arch_executable @simple_mul_ex_dispatch_0[0]() {
// LOW-NEXT: iree.executable(IreeBytecode) {
// LOW-NEXT: module {
// LOW-NEXT: func.func @simple_mul_rgn_dispatch_0
// LOW-NEXT: %0 = "iree_ll_interp.alloc_heap"() : () -> memref<4xf32>
// LOW-NEXT: "iree_ll_interp.mul_f"(%arg0, %arg1, %0) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
// LOW-NEXT: %1 = "iree_ll_interp.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> memref<1xi32>
// LOW-NEXT: %2 = "iree_ll_interp.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> memref<1xi32>
// LOW-NEXT: "iree_ll_interp.dynamic_copy"(%0, %1, %arg2, %1, %2) : (memref<4xf32>, memref<1xi32>, memref<4xf32>, memref<1xi32>, memref<1xi32>) -> ()
// LOW-NEXT: iree.return
// LOW-NOT: stablehlo
iree.multi_arch_executable @simple_mul_ex_dispatch_0[0]() {
  iree.executable(Unspecified) {
    module {
      func.func @simple_mul_rgn_dispatch_0(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<4xf32>)
          attributes {iree.executable.export, iree.executable.workload = dense<[4, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
        %0 = iree.load_input(%arg0 : memref<4xf32>) : tensor<4xf32>
        %1 = iree.load_input(%arg1 : memref<4xf32>) : tensor<4xf32>
        %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
        iree.store_output(%2 : tensor<4xf32>, %arg2 : memref<4xf32>)
        iree.return
      }
    }
  }
}

/// Conversions and comparisons by what they are of, numbers spread, cut and joined; a power and a sum along two dimensions are imported. Two ops that
/// are alike have one import.
// HIGH: func.func @many
// HIGH: "iree_hl_interp.cmp_i"(%arg0, %arg0) <{predicate = "slt"}> : (memref<2x3xi32>, memref<2x3xi32>) -> memref<2x3xi1>
// HIGH: "iree_hl_interp.convert_s_f"(%arg0) : (memref<2x3xi32>) -> memref<2x3xf32>
// HIGH: "iree_hl_interp.cmp_f"({{.*}}) <{predicate = "une"}>
// HIGH: %[[ROW:.*]] = "iree_hl_interp.reshape"(%{{.*}}) : (memref<3xf32>, memref<2xi32>) -> memref<1x3xf32>
// HIGH: "iree_hl_interp.tile"(%[[ROW]], %{{.*}}) : (memref<1x3xf32>, memref<2xi32>) -> memref<2x3xf32>
// HIGH: "iree_hl_interp.call"(%{{.*}}, %{{.*}}) <{callee = @power_0}>
// HIGH: "iree_hl_interp.call"(%{{.*}}, %{{.*}}) <{callee = @power_0}>
// HIGH: "iree_hl_interp.concat"({{.*}}) <{dimension = 1 : i32}>
// HIGH: "iree_hl_interp.slice"
// HIGH: func.func @all
// HIGH: "iree_hl_interp.call"(%arg0, %arg1) <{callee = @reduce_1}> : (memref<2x3xi32>, memref<i32>) -> memref<i32>
// HIGH: func.func private @power_0(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> attributes {iree.module.import} {
// HIGH-NEXT: %0 = stablehlo.power %arg0, %arg1 : tensor<2x3xf32>
// LOW-LABEL: func.func @many
// LOW: "iree_ll_interp.cmp_i"(%arg0, %arg0, %{{.*}}) <{predicate = "slt"}> : (memref<2x3xi32>, memref<2x3xi32>, memref<2x3xi1>) -> ()
// LOW: "iree_ll_interp.call_import"({{.*}}) <{callee = @power_0}> : (memref<2x3xf32>, memref<2x3xf32>) -> memref<2x3xf32>
// LOW: "iree_ll_interp.static_copy"(%{{.*}}, %[[ALL:.*]]) <{lengths = array<i64: 2, 3>, source_offsets = array<i64: 0, 0>, target_offsets = array<i64: 0, 0>}>
// LOW: "iree_ll_interp.static_copy"(%{{.*}}, %[[ALL]]) <{lengths = array<i64: 2, 3>, source_offsets = array<i64: 0, 0>, target_offsets = array<i64: 0, 3>}>
iree.multi_arch_executable @many_ex[1]() {
  iree.executable(Unspecified) {
    module {
      func.func @many(%arg0: memref<2x3xi32>, %arg1: memref<3xf32>, %arg2: memref<2x2xf32>, %arg3: memref<2x3xi1>, %arg4: memref<2x3xi1>) attributes {iree.executable.export} {
        %0 = iree.load_input(%arg0 : memref<2x3xi32>) : tensor<2x3xi32>
        %1 = iree.load_input(%arg1 : memref<3xf32>) : tensor<3xf32>
        %2 = stablehlo.compare LT, %0, %0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
        %3 = stablehlo.convert %0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
        %4 = stablehlo.compare NE, %3, %3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
        %7 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
        %5 = stablehlo.power %3, %7 : tensor<2x3xf32>
        %6 = stablehlo.power %5, %3 : tensor<2x3xf32>
        %8 = stablehlo.concatenate %6, %7, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
        %9 = stablehlo.slice %8 [0:2, 2:4] : (tensor<2x6xf32>) -> tensor<2x2xf32>
        iree.store_output(%9 : tensor<2x2xf32>, %arg2 : memref<2x2xf32>)
        iree.store_output(%2 : tensor<2x3xi1>, %arg3 : memref<2x3xi1>)
        iree.store_output(%4 : tensor<2x3xi1>, %arg4 : memref<2x3xi1>)
        iree.return
      }
      func.func @all(%arg0: memref<2x3xi32>, %arg1: memref<i32>, %arg2: memref<i32>) attributes {iree.executable.export} {
        %0 = iree.load_input(%arg0 : memref<2x3xi32>) : tensor<2x3xi32>
        %1 = iree.load_input(%arg1 : memref<i32>) : tensor<i32>
        %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
        iree.store_output(%2 : tensor<i32>, %arg2 : memref<i32>)
        iree.return
      }
    }
  }
}

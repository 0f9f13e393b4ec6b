// RUN: tf-opt %s --split-input-file --iree-identify-dispatch-regions=allow-host-ops=true | filecheck %s --check-prefix=REGIONS
// RUN: tf-opt %s --split-input-file --iree-identify-dispatch-regions=allow-host-ops=true --iree-outline-dispatch-regions --iree-lower-sequencer-dialect --iree-plan-buffers | filecheck %s --check-prefix=PLAN

/// A number that the program computes is a size: it is read where it is there, and what follows is allocated by it.
// REGIONS-LABEL: func.func @computed
// REGIONS: %[[N:.*]] = iree.dispatch_region[{{.*}}](%{{.*}} = %arg1 : tensor<i32>) : tensor<i32>
// REGIONS: %[[SIZE:.*]] = stablehlo.reshape %[[N]] : (tensor<i32>) -> tensor<1xi32>
// REGIONS: iree.dispatch_region[%[[SIZE]] : tensor<1xi32>]

// PLAN-LABEL: func.func @computed
// PLAN: iree_ll_seq.static_dispatch {{.*}}(%arg1, %[[COUNT:.*]]) : (memref<i32>, memref<i32>)
// PLAN-NEXT: %[[READ:.*]] = memref.load %[[COUNT]][] : memref<i32>
// PLAN-NEXT: %[[D:.*]] = arith.index_cast %[[READ]] : i32 to index
// PLAN-NEXT: "iree_ll_seq.alloc_heap"(%[[D]]) : (index) -> memref<?xf32>
// PLAN-NEXT: iree_ll_seq.dynamic_dispatch
// PLAN: return
func.func @computed(%x: tensor<6xf32>, %k: tensor<i32>) -> tensor<?xf32> {
  %front = stablehlo.constant dense<0> : tensor<1xi32>
  %steps = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.negate %k : tensor<i32>
  %end = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %y = stablehlo.real_dynamic_slice %x, %front, %end, %steps : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

/// What the host makes can tell its size when it is there; a device that needs it has it uploaded. What is returned stays where it is.
// PLAN-LABEL: func.func @made
// PLAN: %[[SLOT:.*]] = "iree_ll_seq.alloc_heap"() : () -> memref<?xf32>
// PLAN: iree_ll_seq.static_dispatch made_ex_host_0::made_host_0
// PLAN: %[[D:.*]] = memref.dim %[[SLOT]], %{{.*}} : memref<?xf32>
// PLAN: %[[BUFFER:.*]] = "iree_ll_seq.dynamic_slice"(%{{.*}}, %[[D]])
// PLAN: iree_ll_seq.upload %[[SLOT]] to %[[BUFFER]] : memref<?xf32>, memref<?xf32>
// PLAN: iree_ll_seq.return %[[SLOT]], %{{.*}} : memref<?xf32>, memref<?xf32>
func.func @made(%x: tensor<6xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %y = stablehlo.custom_call @a(%x) {has_side_effect = false} : (tensor<6xf32>) -> tensor<?xf32>
  %e = stablehlo.exponential %y : tensor<?xf32>
  return %y, %e : tensor<?xf32>, tensor<?xf32>
}

// -----

/// A size that a constant says is no number to read.
// PLAN-LABEL: func.func @constant
// PLAN-NOT: memref.load
// PLAN: return
func.func @constant(%x: tensor<6xf32>) -> tensor<4xf32> {
  %y = stablehlo.slice %x [0:4] : (tensor<6xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

/// Of two lists that a function is given, each is read where the numbers are there by which it is read.
// PLAN-LABEL: func.func @given
// PLAN: %[[FIRST:.*]] = arith.constant 0 : index
// PLAN-DAG: memref.load %arg0[%[[FIRST]]] : memref<1xi32>
// PLAN-DAG: memref.load %arg1[%[[FIRST]]] : memref<1xi32>
// PLAN: return
func.func @given(%n: tensor<1xi32>, %m: tensor<1xi32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %a = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %b = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %a, %b : tensor<?xi32>, tensor<?xf32>
}

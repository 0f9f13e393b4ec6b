// RUN: tf-opt %s --split-input-file --verify-diagnostics | filecheck %s

/// A function may know less of a result's shape than what it returns, or more, but not another.
// CHECK-LABEL: tfg.func @less
tfg.func @less(%x: tensor<2xf32> {tfg.name = "x"}, %y: tensor<*xf32> {tfg.name = "y"}) -> (tensor<*xf32>, tensor<3xf32>) {
  return(%x, %y) : tensor<2xf32>, tensor<*xf32>
}

// -----

// expected-error @+1 {{'tfg.func' op type mismatch for returned value #0, expected 'tensor<3xf32>' but got 'tensor<2xf32>'}}
tfg.func @other(%x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<3xf32>) {
  // expected-note @+1 {{returned here}}
  return(%x) : tensor<2xf32>
}

// -----

/// What is kept of the function that a condition was fits: it gives one value.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %Op:2, %ctl = Op : () -> (tensor<*xi32>, tensor<*xi32>)
  // expected-error @+1 {{has 1 result(s) but preserved attributes has 2}}
  %WhileRegion:2, %ctl_0 = WhileRegion(%Op#0, %Op#1) {
  ^bb0(%arg0: tensor<*xi32>, %arg1: tensor<*xi32>, %arg2: !tf_type.control, %arg3: !tf_type.control):
    %cond, %ctl_1 = Op : () -> (tensor<*xi1>)
    condition %cond : tensor<*xi1> (%arg0, %arg1) : tensor<*xi32>, tensor<*xi32>
  } do {
  ^bb0(%arg0: tensor<*xi32>, %arg1: tensor<*xi32>, %arg2: !tf_type.control, %arg3: !tf_type.control):
    yield(%arg0, %arg1) : tensor<*xi32>, tensor<*xi32>
  } {parallel_iterations = 10 : i64, body_region_attrs = #tfg.region_attrs<{} [{}, {}] [{}, {}]>,
     cond_region_attrs = #tfg.region_attrs<{} [{}, {}] [{}, {}]>} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
}

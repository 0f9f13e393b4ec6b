// RUN: tf-opt %s --tf-xla-call-module-deserialization | filecheck %s

/// The program becomes a function with a name of its own; what its types are is said on both sides of the call.
// CHECK-LABEL: func.func @main(
// CHECK: %[[X:.*]] = "tf.EnsureShape"(%{{.*}}) <{shape = #tf_type.shape<?>}> : (tensor<2xf32>) -> tensor<?xf32>
// CHECK: %[[Y:.*]] = call @_stablehlo_main(%[[X]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: %[[Z:.*]] = "tf.EnsureShape"(%[[Y]]) <{shape = #tf_type.shape<2>}> : (tensor<?xf32>) -> tensor<2xf32>
// CHECK: return %[[Z]] : tensor<2xf32>
// CHECK: func.func private @_stablehlo_main(%{{.*}}: tensor<?xf32>) -> tensor<?xf32>
// CHECK: stablehlo.negate
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tf.XlaCallModule"(%x) <{version = 9 : i64, platforms = ["CPU"], Sout = [#tf_type.shape<2>], module = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\0A %0 = stablehlo.negate %x : tensor<?xf32>\0A return %0 : tensor<?xf32>\0A}"}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

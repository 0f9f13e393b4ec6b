// The first operation of a function goes into a host region: what sizes are computed of still stands at the front.
// RUN: tf-opt %s --iree-identify-dispatch-regions=allow-host-ops=true | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan --allow-host-ops | tf-run - --device=interpreter --input=2xf32=0,1 --input=1x3xf32=1,2,3 --expected-output=2xf32=1,2.7182818 --expected-output=1x6xf32=1,2,3,1,2,3 --rtol=1e-6

// CHECK: func.func @main(%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?x3xf32>)
// CHECK-DAG: get_dimension_size %[[X]], dim = 0
// CHECK-DAG: get_dimension_size %[[Y]], dim = 0
// CHECK: iree.dispatch_region[%{{.*}} : tensor<2xi32>]
// CHECK: iree.host_region
// CHECK-NEXT: tf.AsString
// CHECK-NEXT: tf.StringToNumber
// CHECK: iree.dispatch_region[%{{.*}} : tensor<1xi32>]
func.func @main(%x: tensor<?xf32>, %y: tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x6xf32>) {
  %s = "tf.AsString"(%x) {fill = "", precision = -1 : i64, scientific = false, shortest = false, width = -1 : i64} : (tensor<?xf32>) -> tensor<?x!tf_type.string>
  %a = stablehlo.concatenate %y, %y, dim = 1 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x6xf32>
  %n = "tf.StringToNumber"(%s) : (tensor<?x!tf_type.string>) -> tensor<?xf32>
  %b = stablehlo.exponential %n : tensor<?xf32>
  return %b, %a : tensor<?xf32>, tensor<?x6xf32>
}

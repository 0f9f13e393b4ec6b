// RUN: tf-opt %s --tf-functional-control-flow-to-regions | filecheck %s
// RUN: tf-opt %s --tf-functional-control-flow-to-regions=allow-passthrough-args | filecheck %s --check-prefix=ON

/// Values are cast to what a function takes; a region is chosen by a truth value.
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[P:.*]] = "tf.ToBool"(%arg0) : (tensor<i32>) -> tensor<i1>
// CHECK-NEXT: "tf.IfRegion"(%[[P]])
// CHECK-NEXT: %[[X:.*]] = "tf.Cast"(%arg1) <{Truncate = false}> : (tensor<2xf32>) -> tensor<*xf32>
// CHECK-NEXT: %[[R:.*]] = func.call @any(%[[X]]) : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: "tf.Yield"(%[[R]]) : (tensor<*xf32>) -> ()
// CHECK: func.call @two(%arg1) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK: "tf.WhileRegion"(%arg1)
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<*xf32>):
// CHECK-NEXT: %[[N:.*]] = func.call @count(%[[A]]) : (tensor<*xf32>) -> tensor<i32>
// CHECK-NEXT: %[[C:.*]] = "tf.ToBool"(%[[N]])
// CHECK-NEXT: "tf.Yield"(%[[C]]) : (tensor<i1>) -> ()
// CHECK: ^bb0(%[[B:.*]]: tensor<2xf32>):
// CHECK-NEXT: func.call @two(%[[B]])
// ON: %[[C:.*]] = "tf.ToBool"(%{{.*}}) : (tensor<i32>) -> tensor<i1>
// ON: %[[D:.*]] = "tf.ToBool"(%{{.*}}) : (tensor<i32>) -> tensor<i1>
// ON-NEXT: "tf.Yield"(%[[D]], %{{.*}}) : (tensor<i1>, tensor<*xf32>) -> ()
func.func @main(%p: tensor<i32>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "tf.If"(%p, %x) <{then_branch = @any, else_branch = @two, is_stateless = true}> : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "tf.While"(%x) <{cond = @count, body = @two, is_stateless = true}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
func.func private @any(%x: tensor<*xf32>) -> tensor<*xf32>
func.func private @two(%x: tensor<2xf32>) -> tensor<2xf32>
func.func private @count(%x: tensor<*xf32>) -> tensor<i32>

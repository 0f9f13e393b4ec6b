// RUN: tf-opt %s --grappler-common-subgraph-elimination=feeds=fed,sizes --grappler-constfold=feeds=fed,sizes --grappler-shape=feeds=fed,sizes | filecheck %s

/// Nothing stands for a node that is fed, since it need not have the value that it would compute; nor is it computed with.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("fed")
// CHECK: %[[C:.*]], %{{.*}} = Const name("same")
// CHECK: Mul(%{{.*}}, %[[C]]) name("product")
// CHECK: Neg(%{{.*}}) name("negative")
// CHECK: Shape(%{{.*}}) name("sizes")
// CHECK: %[[S:.*]], %{{.*}} = Shape(%{{.*}}) name("again")
// CHECK: AddV2(%[[S]], %[[S]]) name("doubled")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %fed, %ctl_1 = Const name("fed") {dtype = f32, value = dense<5.0> : tensor<f32>} : () -> (tensor<f32>)
  %same, %ctl_2 = Const name("same") {dtype = f32, value = dense<5.0> : tensor<f32>} : () -> (tensor<f32>)
  %two, %ctl_3 = Const name("two") {dtype = i32, value = dense<[-1, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %product, %ctl_4 = Mul(%x, %same) name("product") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %negative, %ctl_5 = Neg(%fed) name("negative") {T = f32} : (tensor<f32>) -> (tensor<*xf32>)
  %pairs, %ctl_6 = Reshape(%x, %two) name("pairs") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %sizes, %ctl_7 = Shape(%pairs) name("sizes") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %other, %ctl_8 = Exp(%pairs) name("other") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %again, %ctl_9 = Shape(%other) name("again") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %fill, %ctl_10 = Fill(%sizes, %fed) name("fill") {T = f32, index_type = i32} : (tensor<*xi32>, tensor<f32>) -> (tensor<*xf32>)
  %doubled, %ctl_11 = AddV2(%again, %again) name("doubled") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
}

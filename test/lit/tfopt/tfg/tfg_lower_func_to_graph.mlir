// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-lower-func-to-graph | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func=feeds=mm --tfg-lower-func-to-graph | filecheck %s

/// A graph that was lifted, whatever was fed, comes back as it was.
// CHECK: module {
// CHECK-NEXT: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<-1x4>} : () -> (tensor<*xf32>)
// CHECK-NEXT: %MatMul, %ctl_0 = MatMul(%Placeholder, %Placeholder) [%ctl] name("mm") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Relu, %ctl_1 = Relu(%MatMul) [%ctl_0] name("relu") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: }
// CHECK: tfg.func @f()
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %ctl_x = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<-1x4>} : () -> (tensor<*xf32>)
  %m, %ctl_m = MatMul(%x, %x) [%ctl_x] name("mm") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_r = Relu(%m) [%ctl_m] name("relu") : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f() {
  return
}

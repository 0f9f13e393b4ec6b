// RUN: tf-opt %s --tfg-name-compress --split-input-file | filecheck %s

/// Arguments, results, control results and nodes get the shortest names, in that order; a graph keeps its names.
// CHECK: tfg.graph
// CHECK-NEXT: NoOp name("keep/me")
// CHECK: tfg.func @f(%A: tensor<*xf32> {tfg.name = "A"},
// CHECK-NEXT: %B: tensor<*xi32> {tfg.name = "B"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "C"})
// CHECK-NEXT: attributes {tf._noinline = true} {
// CHECK-NEXT: %Foo, %ctl = Foo(%A) [%B.ctl] name("F") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Foo_0, %ctl_1 = Foo(%Foo) name("G") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %ctl_2 = NoOp name("H")
// CHECK-NEXT: return(%Foo_0) [%ctl {tfg.name = "D"}, %A.ctl {tfg.name = "E"}] : tensor<*xf32>
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %c = NoOp name("keep/me")
}
tfg.func @f(%x: tensor<*xf32> {tfg.name = "input"}, %y: tensor<*xi32> {tfg.name = "y"}) -> (tensor<*xf32> {tfg.name = "result"}) attributes {tf._noinline = true} {
  %a, %ctl = Foo(%x) [%y.ctl] name("some/foo") : (tensor<*xf32>) -> (tensor<*xf32>)
  %b, %ctl2 = Foo(%a) name("some/bar") : (tensor<*xf32>) -> (tensor<*xf32>)
  %ctl4 = NoOp
  return(%b) [%ctl {tfg.name = "cc"}, %x.ctl] : tensor<*xf32>
}

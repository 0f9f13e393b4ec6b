// What a model names of its graph from outside stays: what is fed is not what it holds, nodes keep their names, functions that no node calls are called by objects.
// RUN: tf-opt --grappler --split-input-file %s | filecheck %s

// CHECK-LABEL: tfg.graph
// CHECK: Const name("fed")
// CHECK: Neg({{.*}}) name("of_fed")
// CHECK-NOT: name("between")
// CHECK: Identity({{.*}}) name("named")
// CHECK: name("out")
// CHECK: tfg.func @of_objects(
// CHECK: Neg({{.*}}) name("once")
// CHECK: tfg.func @called_by_that(
// CHECK-NOT: tfg.func @uncalled(
module attributes {tfg.exported = {feeds = ["fed:0", "gone:0"], functions = ["of_objects", "gone"], nodes = ["gone", "named"]}} {
  tfg.graph #tf_type.version<producer = 1395, min_consumer = 0> {
    %Const, %ctl = Const name("fed") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
    %Neg, %ctl_1 = Neg(%Const) name("of_fed") {T = f32} : (tensor<f32>) -> (tensor<f32>)
    %Identity, %ctl_2 = Identity(%Neg) name("between") {T = f32} : (tensor<f32>) -> (tensor<f32>)
    %Identity_3, %ctl_4 = Identity(%Identity) name("named") {T = f32} : (tensor<f32>) -> (tensor<f32>)
    %Exp, %ctl_5 = Exp(%Identity_3) name("out") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  }
  tfg.func @of_objects(%x: tensor<f32> {tfg.name = "x"}) -> (tensor<f32> {tfg.name = "y"}) {
    %Neg, %ctl = Neg(%x) name("once") {T = f32} : (tensor<f32>) -> (tensor<f32>)
    %Call, %ctl_0 = PartitionedCall(%Neg) name("call") {Tin = [f32], Tout = [f32], f = #tf_type.func<@called_by_that, {}>, _noinline = true} : (tensor<f32>) -> (tensor<f32>)
    return(%Call) : tensor<f32>
  }
  tfg.func @called_by_that(%x: tensor<f32> {tfg.name = "x"}) -> (tensor<f32> {tfg.name = "y"}) attributes {tf._noinline = true} {
    %Neg, %ctl = Exp(%x) name("e") {T = f32} : (tensor<f32>) -> (tensor<f32>)
    return(%Neg) : tensor<f32>
  }
  tfg.func @uncalled(%x: tensor<f32> {tfg.name = "x"}) -> (tensor<f32> {tfg.name = "y"}) {
    return(%x) : tensor<f32>
  }
}

// -----

// Where nothing is said, a constant is what it holds, a node in between goes, and so do functions that no node calls.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: name("of_fed")
// CHECK-NOT: name("named")
// CHECK: Const name("out") {{.*}}dense<0.36787{{.*}}>
// CHECK-NOT: tfg.func
module {
  tfg.graph #tf_type.version<producer = 1395, min_consumer = 0> {
    %Const, %ctl = Const name("fed") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
    %Neg, %ctl_1 = Neg(%Const) name("of_fed") {T = f32} : (tensor<f32>) -> (tensor<f32>)
    %Identity, %ctl_2 = Identity(%Neg) name("named") {T = f32} : (tensor<f32>) -> (tensor<f32>)
    %Exp, %ctl_5 = Exp(%Identity) name("out") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  }
  tfg.func @of_objects(%x: tensor<f32> {tfg.name = "x"}) -> (tensor<f32> {tfg.name = "y"}) {
    return(%x) : tensor<f32>
  }
}

/// A graph gives the same at every stage from its nodes to StableHLO. It holds its nodes in no order.
// RUN: tf-opt %s --tfg-lift-graph-to-func | tf-run - --device=interpreter --input=x=2xf32=1,-2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor | tf-run - --device=interpreter --input=x=2xf32=1,-2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --executor-to-tf | tf-run - --device=interpreter --input=x=2xf32=1,-2 | filecheck %s
// RUN: tf-opt %s --pipeline=stablehlo | tf-run - --device=interpreter --input=x=2xf32=1,-2 | filecheck %s
// CHECK: y=2xf32=11 0

tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Relu, %ctl = Relu(%AddV2) name("y") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %AddV2, %ctl_0 = AddV2(%Placeholder, %Const) [%ctl_1] name("sum") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Const, %ctl_1 = Const name("c") {dtype = f32, value = dense<[10.0, 1.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %Placeholder, %ctl_2 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
}

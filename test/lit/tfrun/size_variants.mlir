// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=main --input=2x2xf32=1 --entry=main --input=1x2xf32=1 --entry=main --input=1x2xf32=1 --entry=main --input=2x2xf32=1 | filecheck %s
// RUN: tf-translate --mlir-to-module %t.mlir -o %t.tfm
// RUN: tf-run %t.tfm --device=interpreter --entry=main --input=2x2xf32=1 --entry=main --input=1x2xf32=1 --entry=main --input=1x2xf32=1 --entry=main --input=2x2xf32=1 | filecheck %s
// RUN: tf-opt %s --pipeline=vulkan --spirv-style=plain | tf-translate --mlir-to-cpp | filecheck %s --check-prefix=CPP

/// Where a size decides on ranks, calls are of two functions; a draw goes on from one to the other. Numbers are those of a session of TensorFlow.
// CHECK: main: y=2x2xf32=[0.3976692 0.84256816][0.3976692 0.84256816]
// CHECK: main: y=2xf32=0.9487264 0.5227833
// CHECK: main: y=2xf32=0.7354622 0.68469775
// CHECK: main: y=2x2xf32=[0.6127856 0.22668123][0.6127856 0.22668123]
/// What is written as C++ refuses the size that it has no function for.
// CPP: return Refused("squeezes axis 0, which has size 1
tfg.func @main(%x: tensor<?x2xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "y"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 2474, min_consumer = 0>} {
  %shape, %c0 = Const name("shape") {dtype = i32, value = dense<2> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %draw, %c1 = RandomUniform(%shape) name("draw") {T = i32, dtype = f32, seed = 3 : i64, seed2 = 5 : i64} : (tensor<1xi32>) -> (tensor<2xf32>)
  %squeezed, %c2 = Squeeze(%x) name("squeezed") {T = f32, squeeze_dims = []} : (tensor<?x2xf32>) -> (tensor<*xf32>)
  %zero, %c3 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<f32>} : () -> (tensor<f32>)
  %none, %c4 = Mul(%squeezed, %zero) name("none") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %y, %c5 = AddV2(%none, %draw) name("y") {T = f32} : (tensor<*xf32>, tensor<2xf32>) -> (tensor<*xf32>)
  return(%y) : tensor<*xf32>
}

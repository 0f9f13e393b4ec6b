/// A graph as straight code of tf; pipelines and passes run in the order in which they are given.
// RUN: tf-opt %s --pipeline=tf | filecheck %s
// RUN: tf-opt %s --pipeline=tf --pipeline=stablehlo --cse | filecheck %s --check-prefix=LOWERED
// CHECK: func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %0 = "tf.Exp"(%arg0)
// CHECK-NEXT: %1 = "tf.Neg"(%0)
// CHECK-NEXT: return %1 : tensor<2xf32>
// LOWERED: stablehlo.exponential
// LOWERED-NEXT: stablehlo.negate
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ac = Placeholder name("a") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %b, %bc = Exp(%a) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %i, %ic = Identity(%b) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %d, %dc = Neg(%i) name("d") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

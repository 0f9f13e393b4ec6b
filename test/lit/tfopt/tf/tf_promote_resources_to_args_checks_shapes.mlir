// A reference variable is assigned values of its shape alone, unless it is said that any will do.
// RUN: tf-opt %s --tfg-lift-graph-to-func=control-rets=init --pipeline=stablehlo | filecheck %s --check-prefix=KNOWN
// RUN: tf-opt %s --tfg-lift-graph-to-func=control-rets=open --pipeline=stablehlo | filecheck %s --check-prefix=OPEN
// RUN: tf-opt %s --tfg-lift-graph-to-func=control-rets=free --pipeline=stablehlo | filecheck %s --check-prefix=FREE
// RUN: tf-opt %s --tfg-lift-graph-to-func=control-rets=open --pipeline=stablehlo -o %t
// RUN: tf-run %t --device=interpreter --input=x=2x3xf32=1,2,3,4,5,6 | filecheck %s --check-prefix=FITS
// RUN: not tf-run %t --device=interpreter --input=x=1x3xf32=1,2,3 2>&1 | filecheck %s --check-prefix=OTHER

// KNOWN-NOT: custom_call
// KNOWN: return %{{.*}} : tensor<2x3xf32>
// OPEN: stablehlo.custom_call @shape_assertion
// FREE-NOT: custom_call
// FREE: return %arg0 : tensor<?x3xf32>
// FITS: v=2x3xf32=[1 2 3][4 5 6]
// OTHER: variable 'v' of shape 2x3 is assigned a value of another shape
tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %v, %c0 = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<2x3>, shared_name = ""} : () -> (tensor<2x3xf32>)
  %k, %c1 = Const name("k") {dtype = f32, value = dense<1.5> : tensor<2x3xf32>} : () -> (tensor<*xf32>)
  %s, %c2 = Neg(%k) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a, %c3 = Assign(%v, %s) name("init") {T = f32} : (tensor<2x3xf32>, tensor<*xf32>) -> (tensor<2x3xf32>)
  %x, %c4 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<?x3>} : () -> (tensor<?x3xf32>)
  %b, %c5 = Assign(%v, %x) name("open") {T = f32, validate_shape = true} : (tensor<2x3xf32>, tensor<?x3xf32>) -> (tensor<2x3xf32>)
  %d, %c6 = Assign(%v, %x) name("free") {T = f32, validate_shape = false} : (tensor<2x3xf32>, tensor<?x3xf32>) -> (tensor<2x3xf32>)
}

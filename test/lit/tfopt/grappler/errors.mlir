// RUN: tf-opt %s --split-input-file --grappler='fetches=out min-nodes=1' | filecheck %s --check-prefixes=CHECK,DROP
// RUN: tf-opt %s --split-input-file --grappler='fetches=out min-nodes=1 errors=keep' | filecheck %s --check-prefixes=CHECK,KEEP
// RUN: tf-opt %s --split-input-file --grappler='fetches=out min-nodes=1 fp=strict' | filecheck %s --check-prefixes=CHECK,KEEP
// RUN: tf-opt %s --split-input-file --grappler='fetches=out min-nodes=1 fp=strict errors=drop' | filecheck %s --check-prefixes=CHECK,DROP

/// A product that is only waited for is computed for its error alone: only where errors are kept.
// CHECK-LABEL: tfg.graph
// DROP-NOT: MatMul
// KEEP: %{{.*}}, %[[M:.*]] = MatMul(
// KEEP: Exp(%{{.*}}) [%[[M]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %m, %cm = MatMul(%x, %x) name("m") {T = f32, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Exp(%x) [%cm] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What cannot fail is not run for nothing, with either.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: Sin
// CHECK: Exp(%{{[^)]*}}) name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %m, %cm = Sin(%x) name("m") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Exp(%x) [%cm] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// The same of a value that a rule does not need: what nobody reads goes, or is waited for.
// CHECK-LABEL: tfg.graph
// DROP-NOT: MatMul
// DROP: Const name("out")
// KEEP: %{{.*}}, %[[M:.*]] = MatMul(
// KEEP: Const [%[[M]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = i32, shape = #tf_type.shape<2x2>} : () -> (tensor<2x2xi32>)
  %y, %cy = Placeholder name("y") {dtype = i32, shape = #tf_type.shape<2x2>} : () -> (tensor<2x2xi32>)
  %z, %cz = Const name("z") {dtype = i32, value = dense<0> : tensor<2x2xi32>} : () -> (tensor<*xi32>)
  %m, %cm = MatMul(%x, %y) name("m") {T = i32, transpose_a = false, transpose_b = false} : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x2xi32>)
  %o, %co = Mul(%m, %z) name("out") {T = i32} : (tensor<2x2xi32>, tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// What is there for its error alone stays with either.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[N:.*]] = CheckNumerics(
// CHECK: Exp(%{{.*}}) [%[[N]]] name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %m, %cm = CheckNumerics(%x) name("m") {T = f32, message = "bad"} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Exp(%x) [%cm] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

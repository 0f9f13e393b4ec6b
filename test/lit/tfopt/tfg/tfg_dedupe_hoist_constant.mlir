// RUN: tf-opt %s --tfg-dedupe-hoist-constant | filecheck %s
// RUN: tf-opt %s --pass-pipeline='builtin.module(tfg-dedupe-hoist-constant{assume-strict-calls=true max-size=20})' | filecheck %s --check-prefix=STRICT

/// Equal small constants are one that waits for nothing; who used them waits for what they waited for. Large ones and those of other devices stay.
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
// CHECK-NEXT: %Const, %ctl_0 = Const name("a") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
// CHECK-NEXT: %Const_1, %ctl_2 = Const device("/cpu:0") name("c") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
// CHECK-NEXT: %Const_3, %ctl_4 = Const name("d") {dtype = f32, value = dense<1.000000e+00> : tensor<20xf32>} : () -> (tensor<*xf32>)
// CHECK-NEXT: %Add, %ctl_5 = Add(%Const, %Const) [%ctl] name("f") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Add_6, %ctl_7 = Add(%Const_1, %Const_3) [%ctl, %ctl_10] name("g") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Add_8, %ctl_9 = Add(%Const, %Const_3) [%ctl_10] name("h") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %ctl_10 = NoOp name("n")
// CHECK: tfg.func @g(%q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %Const, %ctl = Const name("a") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
// CHECK-NEXT: %Add, %ctl_0 = Add(%Const, %Const) [%q.ctl] name("f") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%Add) : tensor<*xf32>
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %X, %x = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %A, %a = Const [%x] name("a") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %B, %b = Const name("b") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %C, %c = Const [%n] device("/cpu:0") name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %D, %d = Const name("d") {dtype = f32, value = dense<1.0> : tensor<20xf32>} : () -> (tensor<*xf32>)
  %E, %e = Const [%n] name("e") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %F, %f = Add(%A, %B) [%b] name("f") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %G, %g = Add(%C, %D) [%a] name("g") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %H, %h = Add(%E, %D) name("h") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %n = NoOp name("n")
}
tfg.func @g(%q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %A, %a = Const [%q.ctl] name("a") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %B, %b = Const [%a] name("b") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %F, %f = Add(%A, %B) [%b] name("f") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%F) : tensor<*xf32>
}

/// Where calls are strict nobody waits for an argument.
// STRICT-LABEL: tfg.func @g
// STRICT: Add(%Const, %Const) name("f")

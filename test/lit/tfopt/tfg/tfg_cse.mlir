// RUN: tf-opt %s --tfg-cse --split-input-file | filecheck %s

/// Equal constants and equal sums are one, whatever their names and the order of operands; random numbers, other devices and other tokens are not.
// CHECK: tfg.func @f(%p: tensor<*xi1> {tfg.name = "p"},
// CHECK-NEXT: %q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %Const, %ctl = Const name("a") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
// CHECK-NEXT: %Const_0, %ctl_1 = Const [%ctl] name("c") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<f32>)
// CHECK-NEXT: %AddV2, %ctl_2 = AddV2(%Const, %q) name("d") {T = f32} : (tensor<f32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %RandomUniform, %ctl_3 = RandomUniform(%q) name("g") {T = i32, dtype = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %RandomUniform_4, %ctl_5 = RandomUniform(%q) name("h") {T = i32, dtype = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Neg, %ctl_6 = Neg(%AddV2) device("x") name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Neg_7, %ctl_8 = Neg(%AddV2) name("j") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Neg_9, %ctl_10 = Neg(%AddV2) [%ctl] name("k") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %AddN, %ctl_11 = AddN(%AddV2, %RandomUniform, %RandomUniform_4, %Neg, %Neg_7, %Neg_9, %Const_0) name("l") {N = 7 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%AddN) : tensor<*xf32>
tfg.func @f(%p: tensor<*xi1> {tfg.name = "p"}, %q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %A, %a = Const name("a") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %B, %b = Const name("b") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %C, %c = Const [%a] name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %D, %d = AddV2(%A, %q) name("d") {T = f32} : (tensor<f32>, tensor<*xf32>) -> (tensor<*xf32>)
  %E, %e = AddV2(%B, %q) name("e") {T = f32} : (tensor<f32>, tensor<*xf32>) -> (tensor<*xf32>)
  %F, %ff = AddV2(%q, %B) name("f") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %G, %g = RandomUniform(%q) name("g") {T = i32, dtype = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %H, %h = RandomUniform(%q) name("h") {T = i32, dtype = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %I, %i = Neg(%D) device("x") name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %J, %j = Neg(%E) name("j") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %K, %k = Neg(%E) [%b] name("k") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %L, %l = AddN(%F, %G, %H, %I, %J, %K, %C) name("l") {T = f32, N = 7 : i64} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  return(%L) : tensor<*xf32>
}

/// What is computed around a region is not computed again in it; what one branch computes says nothing to the other.
// CHECK-LABEL: tfg.func @regions
// CHECK: %Add, %ctl = Add(%x, %x) name("a")
// CHECK: then {
// CHECK-NEXT: %Sub, %[[C:.*]] = Sub(%x, %x) name("s")
// CHECK-NEXT: yield(%Add, %Sub)
// CHECK: else {
// CHECK-NEXT: %Sub, %{{.*}} = Sub(%x, %x) name("t")
// CHECK-NEXT: yield(%Add, %Sub)
tfg.func @regions(%x: tensor<i32> {tfg.name = "x"}, %p: tensor<i1> {tfg.name = "p"}) -> (tensor<i32> {tfg.name = "r"}, tensor<i32> {tfg.name = "q"}, tensor<i32> {tfg.name = "o"}) {
  %a, %c0 = Add(%x, %x) name("a") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %if:2, %c1 = StatelessIfRegion %p then {
    %b, %c2 = Add(%x, %x) name("b") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    %s, %c3 = Sub(%x, %x) name("s") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    yield(%b, %s) : tensor<i32>, tensor<i32>
  } else {
    %b, %c2 = Add(%x, %x) name("c") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    %s, %c3 = Sub(%x, %x) name("t") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    yield(%b, %s) : tensor<i32>, tensor<i32>
  } : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  return(%if#0, %if#1, %a) : tensor<i32>, tensor<i32>, tensor<i32>
}

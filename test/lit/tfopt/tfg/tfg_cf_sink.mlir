// RUN: tf-opt %s --tfg-cf-sink --split-input-file | filecheck %s

/// What one branch alone uses goes there, and what that uses; a node with effects stays, and so does what both branches use.
// CHECK: tfg.func @f(%p: tensor<*xi1> {tfg.name = "p"},
// CHECK-NEXT: %q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %Exp, %ctl = Exp(%q) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %RandomStandardNormal, %ctl_0 = RandomStandardNormal(%q) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %IfRegion, %ctl_1 = IfRegion %p then {
// CHECK-NEXT: %Neg, %ctl_2 = Neg(%q) name("a_tfg_cf_sunk_if") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Abs, %ctl_3 = Abs(%Neg) name("a2_tfg_cf_sunk_if") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %AddN, %ctl_4 = AddN(%Abs, %RandomStandardNormal, %Exp) name("c") : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%AddN) : tensor<*xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %Exp_2, %ctl_3 = Exp(%q) [%ctl_0] name("t_tfg_cf_sunk_if") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Add, %ctl_4 = Add(%Exp, %Exp_2) name("d") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Add) : tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "if"} : (tensor<*xi1>) -> tensor<*xf32>
// CHECK-NEXT: return(%IfRegion) : tensor<*xf32>
tfg.func @f(%p: tensor<*xi1> {tfg.name = "p"}, %q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %A, %a = Neg(%q) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %A2, %a2 = Abs(%A) name("a2") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %B, %b = Exp(%q) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %S, %s = RandomStandardNormal(%q) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %T, %t = Exp(%q) [%s] name("t") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %I, %c = IfRegion %p then {
    %C, %cc = AddN(%A2, %S, %B) name("c") : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    yield(%C) : tensor<*xf32>
  } else {
    %C, %cc = Add(%B, %T) name("d") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    yield(%C) : tensor<*xf32>
  } {_mlir_name = "if"} : (tensor<*xi1>) -> tensor<*xf32>
  return(%I) : tensor<*xf32>
}

// -----

/// A loop would run it again and again.
// CHECK: tfg.func @loop(%q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %Neg, %ctl = Neg(%q) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %WhileRegion, %ctl_0 = WhileRegion(%q) {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: !tf_type.control):
// CHECK-NEXT: %Less, %ctl_1 = Less(%arg0, %Neg) name("lp") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
// CHECK-NEXT: condition %Less : tensor<*xi1> (%arg0) : tensor<*xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: !tf_type.control):
// CHECK-NEXT: yield(%arg0) : tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "w", parallel_iterations = 10 : i64} : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: return(%WhileRegion) : tensor<*xf32>
tfg.func @loop(%q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %A, %a = Neg(%q) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %W, %w = WhileRegion(%q) {
  ^bb0(%x: tensor<*xf32>, %xc: !tf_type.control):
    %P, %cc = Less(%x, %A) name("lp") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
    condition %P : tensor<*xi1> (%x) : tensor<*xf32>
  } do {
  ^bb0(%x: tensor<*xf32>, %xc: !tf_type.control):
    yield(%x) : tensor<*xf32>
  } {_mlir_name = "w", parallel_iterations = 10 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  return(%W) : tensor<*xf32>
}

/// A node that is moved says in its name whose branch it is in, where both have names.
// CHECK-LABEL: tfg.func @renamed
// CHECK: IfRegion %p then {
// CHECK-NEXT: Add(%x, %x) name("add_tfg_cf_sunk_if")
// CHECK: else {
// CHECK-NEXT: Sub(%x, %x) {T = i32}
tfg.func @renamed(%x: tensor<i32> {tfg.name = "x"}, %p: tensor<i1> {tfg.name = "p"}) -> (tensor<i32> {tfg.name = "r"}) {
  %a, %c0 = Add(%x, %x) name("add") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %s, %c1 = Sub(%x, %x) {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %if, %c2 = IfRegion %p then {
    yield(%a) : tensor<i32>
  } else {
    yield(%s) : tensor<i32>
  } {_mlir_name = "if"} : (tensor<i1>) -> (tensor<i32>)
  return(%if) : tensor<i32>
}

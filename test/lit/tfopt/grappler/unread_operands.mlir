// RUN: tf-opt %s --split-input-file --grappler='fetches=out errors=drop' | filecheck %s

/// An operand that neither branch reads is not given, and what was computed for it alone goes. TensorFlow's Grappler drops the operand too.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: Exp
// CHECK: If(%{{[^,]*}}, %{{[^,]*}}) name("if") {Tcond = i1, Tin = [f32], Tout = [f32], else_branch = #tf_type.func<@else_specialized_for_if, {}>
// CHECK: tfg.func @then_specialized_for_if(%{{[^,]*}}: tensor<*xf32> {tfg.name = "a"})
// CHECK: tfg.func @else_specialized_for_if(%{{[^,]*}}: tensor<*xf32> {tfg.name = "a"})
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %p, %cp = Placeholder name("p") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %e, %ce = Exp(%x) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %i, %ci = If(%p, %x, %e) name("if") {Tcond = i1, Tin = [f32, f32], Tout = [f32], else_branch = #tf_type.func<@else, {}>, output_shapes = [], then_branch = #tf_type.func<@then, {}>} : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Identity(%i) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @then(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %n, %cn = Neg(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}
tfg.func @else(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %n, %cn = Sin(%a) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%n) : tensor<*xf32>
}

// -----

/// What the operand waited for, the If waits for; one that a branch waits for stays, and so does one that one branch reads.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = AssignVariableOp(%{{.*}}, %{{.*}}) name("a")
// CHECK: %[[S:.*]], %{{.*}} = Sin(%{{.*}}) name("waited")
// CHECK: %[[C:.*]], %{{.*}} = Cos(%{{.*}}) name("read")
// CHECK: If(%{{[^,]*}}, %[[S]], %[[C]]) [%[[A]]] name("if")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %p, %cp = Placeholder name("p") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %cv = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, container = "", shared_name = "v"} : () -> (tensor<*x!tf_type.resource>)
  %a = AssignVariableOp(%v, %x) name("a") {dtype = f32, validate_shape = false} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %e, %ce = Exp(%x) [%a] name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %cs = Sin(%x) name("waited") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %cc = Cos(%x) name("read") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %i, %ci = If(%p, %e, %s, %c) name("if") {Tcond = i1, Tin = [f32, f32, f32], Tout = [f32], else_branch = #tf_type.func<@else, {}>, output_shapes = [], then_branch = #tf_type.func<@then, {}>} : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Identity(%i) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @then(%e: tensor<*xf32> {tfg.name = "e"}, %s: tensor<*xf32> {tfg.name = "s"}, %c: tensor<*xf32> {tfg.name = "c"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  %one, %c1 = Const [%s.ctl] name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  return(%one) : tensor<*xf32>
}
tfg.func @else(%e: tensor<*xf32> {tfg.name = "e"}, %s: tensor<*xf32> {tfg.name = "s"}, %c: tensor<*xf32> {tfg.name = "c"}) -> (tensor<*xf32> {tfg.name = "o"}) {
  return(%c) : tensor<*xf32>
}

// -----

/// Of a loop an operand goes that is only handed from turn to turn, if nothing reads what comes of it, also when an Identity in the body
/// had to go first; one that is read behind the loop stays.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: Exp
// CHECK: %[[N:.*]], %{{.*}} = Neg(
// CHECK: %[[W:.*]]:2, %{{.*}} = StatelessWhile(%{{[^,]*}}, %[[N]]) name("w") {T = [f32, f32]
// CHECK: AddV2(%[[W]]#0, %[[W]]#1) name("out")
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %e, %ce = Exp(%x) name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %cn = Neg(%x) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %w:3, %cw = StatelessWhile(%x, %e, %n) name("w") {T = [f32, f32, f32], body = #tf_type.func<@body, {}>, cond = #tf_type.func<@condition, {}>, output_shapes = [], parallel_iterations = 10 : i64} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  %o, %co = AddV2(%w#0, %w#2) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @condition(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}, %c: tensor<*xf32> {tfg.name = "c"}) -> (tensor<*xi1> {tfg.name = "o"}) {
  %h, %ch = Const name("h") {dtype = f32, value = dense<100.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %l, %cl = Less(%a, %h) name("l") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
  return(%l) : tensor<*xi1>
}
tfg.func @body(%a: tensor<*xf32> {tfg.name = "a"}, %b: tensor<*xf32> {tfg.name = "b"}, %c: tensor<*xf32> {tfg.name = "c"}) -> (tensor<*xf32> {tfg.name = "p"}, tensor<*xf32> {tfg.name = "q"}, tensor<*xf32> {tfg.name = "r"}) {
  %s, %cs = AddV2(%a, %a) name("s") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %k, %ck = Identity(%b) name("k") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%s, %k, %c) : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

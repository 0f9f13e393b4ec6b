// RUN: tf-opt %s --tfg-shape-inference --split-input-file | filecheck %s

/// Shapes follow from constants, Placeholders and arguments, and go through calls; control flow says what it gives.
// CHECK: %Placeholder, %ctl = Placeholder name("x") {_output_shapes = [#tf_type.shape<2x?>], dtype = f32, shape = #tf_type.shape<-1x2>} : () -> (tensor<?x2xf32>)
// CHECK: %AddV2, %ctl_0 = AddV2(%Placeholder, %Placeholder) name("a") {T = f32, _output_shapes = [#tf_type.shape<2x-1>], _q = 1 : i64} : (tensor<?x2xf32>, tensor<?x2xf32>) -> (tensor<?x2xf32>)
// CHECK: %outs, %ctl_2 = StatelessIf(%P, %AddV2) name("if") {Tcond = i1, Tin = [f32], Tout = [f32], else_branch = #tf_type.func<@h, {}>, output_shapes = [#tf_type.shape<2x3>], then_branch = #tf_type.func<@h, {}>} : (tensor<*xi1>, tensor<?x2xf32>) -> (tensor<2x3xf32>)
// CHECK: %outs_3, %ctl_4 = While(%AddV2) name("wh") {T = [f32], body = #tf_type.func<@h, {}>, cond = #tf_type.func<@k, {}>, output_shapes = [#tf_type.shape<?x3>], parallel_iterations = 10 : i64} : (tensor<?x2xf32>) -> (tensor<?x3xf32>)
// CHECK: %PartitionedCall, %ctl_5 = PartitionedCall(%AddV2) name("pc") {Tin = [f32], Tout = [f32], _output_shapes = [#tf_type.shape<4>], f = #tf_type.func<@h, {}>} : (tensor<?x2xf32>) -> (tensor<?x2xf32>)
// CHECK: %IteratorGetNext, %ctl_6 = IteratorGetNext(%PartitionedCall) name("it") {output_shapes = [#tf_type.shape<7>], output_types = [f32]} : (tensor<?x2xf32>) -> (tensor<7xf32>)
// CHECK: %Const, %ctl_7 = Const name("c") {dtype = f32, value = dense<1.000000e+00> : tensor<3xf32>} : () -> (tensor<3xf32>)
// CHECK: tfg.func @g(%q: tensor<5x?xf32> {tf._output_shapes = [#tf_type.shape<5x?>], tfg.name = "q"},
// CHECK: return(%q) : tensor<5x?xf32>
// CHECK: tfg.func @h(%q: tensor<*xf32> {tfg.name = "q"})
// CHECK: return(%q) : tensor<*xf32>
// CHECK: tfg.func @k(%q: tensor<*xf32> {tfg.name = "q"})
// CHECK: return(%P) : tensor<*xi1>
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %X, %x = Placeholder name("x") {dtype = f32, _output_shapes = [#tf_type.shape<2x?>], shape = #tf_type.shape<-1x2>} : () -> (tensor<*xf32>)
  %A, %a = AddV2(%X, %X) name("a") {T = f32, _output_shapes = [#tf_type.shape<2x-1>], _q = 1 : i64} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %B, %bb = P name("pr") : () -> (tensor<*xi1>)
  %I, %i = StatelessIf(%B, %A) name("if") {Tcond = i1, Tin = [f32], Tout = [f32], then_branch = #tf_type.func<@h, {}>, else_branch = #tf_type.func<@h, {}>, output_shapes = [#tf_type.shape<2x3>]} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>)
  %W, %w = While(%A) name("wh") {T = [f32], cond = #tf_type.func<@k, {}>, body = #tf_type.func<@h, {}>, output_shapes = [#tf_type.shape<?x3>], parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %P, %p = PartitionedCall(%A) name("pc") {Tin = [f32], Tout = [f32], f = #tf_type.func<@h, {}>, _output_shapes = [#tf_type.shape<4>]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %N, %n = IteratorGetNext(%P) name("it") {output_types = [f32], output_shapes = [#tf_type.shape<7>]} : (tensor<*xf32>) -> (tensor<*xf32>)
  %C, %c = Const name("c") {dtype = f32, value = dense<1.0> : tensor<3xf32>} : () -> (tensor<*xf32>)
}
tfg.func @g(%q: tensor<*xf32> {tfg.name = "q", tf._output_shapes = [#tf_type.shape<5x?>]}, %r: tensor<*x!tf_type.resource> {tfg.name = "rr", tfg.handle_data = [tensor<2xf32>]}, %s: tensor<*x!tf_type.resource> {tfg.name = "ss", tf._handle_dtypes = [f32], tf._handle_shapes = [#tf_type.shape<3>]}) -> (tensor<*xf32> {tfg.name = "r", tf._output_shapes = [#tf_type.shape<9>]}) attributes {tf._input_shapes = [#tf_type.shape<5x6>, #tf_type.shape<>, #tf_type.shape<>], tf._output_shapes = [#tf_type.shape<1>]} {
  return(%q) : tensor<*xf32>
}
tfg.func @h(%q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  return(%q) : tensor<*xf32>
}
tfg.func @k(%q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xi1> {tfg.name = "r"}) {
  %B, %bb = P name("pr") : () -> (tensor<*xi1>)
  return(%B) : tensor<*xi1>
}

// -----

/// A loop by frames begins with what is unknown; what enters as a constant is known.
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Const, %ctl = Const name("c") {dtype = f32, value = dense<1.000000e+00> : tensor<3xf32>} : () -> (tensor<3xf32>)
// CHECK-NEXT: %Enter, %ctl_0 = Enter(%Const) name("e") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<3xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Enter_1, %ctl_2 = Enter(%Const) name("k") {T = f32, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64} : (tensor<3xf32>) -> (tensor<3xf32>)
// CHECK-NEXT: %Merge:2, %ctl_3 = Merge(%Enter, %NextIteration) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<i32>)
// CHECK-NEXT: %AddV2, %ctl_4 = AddV2(%Merge#0, %Enter_1) name("a") {T = f32} : (tensor<*xf32>, tensor<3xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %NextIteration, %ctl_5 = NextIteration(%AddV2) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %C, %c = Const name("c") {dtype = f32, value = dense<1.0> : tensor<3xf32>} : () -> (tensor<*xf32>)
  %E, %e = Enter(%C) name("e") {T = f32, frame_name = "f", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %K, %k = Enter(%C) name("k") {T = f32, frame_name = "f", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %M:2, %m = Merge(%E, %N) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %A, %a = AddV2(%M#0, %K) name("a") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %N, %n = NextIteration(%A) name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// RUN: tf-opt %s --tfg-consolidate-attrs | filecheck %s
// RUN: tf-opt %s --tfg-consolidate-attrs --tfg-prepare-attrs-export | filecheck %s --check-prefix=BACK

/// Shapes and handles are said by types alone; marks tell where an attribute said them.
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Placeholder, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<-1x2>, tfg.regenerate_output_shapes} : () -> (tensor<2x?xf32>)
// CHECK-NEXT: %AddV2, %ctl_0 = AddV2(%Placeholder, %Placeholder) name("a") {T = f32, _q = 1 : i64, tfg.regenerate_output_shapes} : (tensor<2x?xf32>, tensor<2x?xf32>) -> (tensor<2x?xf32>)
// CHECK-NEXT: %P, %ctl_1 = P name("pr") : () -> (tensor<*xi1>)
// CHECK-NEXT: %outs, %ctl_2 = StatelessIf(%P, %AddV2) name("if") {else_branch = #tf_type.func<@h, {}>, then_branch = #tf_type.func<@h, {}>} : (tensor<*xi1>, tensor<2x?xf32>) -> (tensor<2x3xf32>)
// CHECK-NEXT: %outs_3, %ctl_4 = While(%AddV2) name("wh") {body = #tf_type.func<@h, {}>, cond = #tf_type.func<@k, {}>, parallel_iterations = 10 : i64} : (tensor<2x?xf32>) -> (tensor<?x3xf32>)
// CHECK-NEXT: %PartitionedCall, %ctl_5 = PartitionedCall(%AddV2) name("pc") {Tin = [f32], Tout = [f32], f = #tf_type.func<@h, {}>, tfg.regenerate_output_shapes} : (tensor<2x?xf32>) -> (tensor<4xf32>)
// CHECK-NEXT: %IteratorGetNext, %ctl_6 = IteratorGetNext(%PartitionedCall) name("it") {output_shapes = [#tf_type.shape<7>], output_types = [f32]} : (tensor<4xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %Const, %ctl_7 = Const name("c") {dtype = f32, value = dense<1.000000e+00> : tensor<3xf32>} : () -> (tensor<*xf32>)
// CHECK: tfg.func @g(%q: tensor<5x6xf32> {tfg.name = "q", tfg.regenerate_output_shapes},
// CHECK-NEXT: %rr: tensor<!tf_type.resource<tensor<2xf32>>> {tfg.name = "rr"},
// CHECK-NEXT: %ss: tensor<!tf_type.resource> {tf._handle_dtypes = [f32], tf._handle_shapes = [#tf_type.shape<3>], tfg.name = "ss"})
// CHECK-NEXT: -> (tensor<5x6xf32> {tfg.name = "r", tfg.regenerate_output_shapes})
// CHECK-NEXT: attributes {tf._output_shapes = [#tf_type.shape<1>], tfg.regenerate_input_shapes} {
// CHECK-NEXT: return(%q) : tensor<5x6xf32>
// CHECK: tfg.func @h(%q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: return(%q) : tensor<*xf32>
// CHECK: tfg.func @k(%q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xi1> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %P, %ctl = P name("pr") : () -> (tensor<*xi1>)
// CHECK-NEXT: return(%P) : tensor<*xi1>
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

/// The way back writes what types say.
// BACK: Placeholder name("x") {_output_shapes = [#tf_type.shape<2x?>], dtype = f32, shape = #tf_type.shape<-1x2>} : () -> (tensor<2x?xf32>)
// BACK: StatelessIf(%P, %AddV2) name("if") {Tcond = i1, Tin = [f32], Tout = [f32], else_branch = #tf_type.func<@h, {}>, output_shapes = [#tf_type.shape<2x3>], then_branch = #tf_type.func<@h, {}>}
// BACK: While(%AddV2) name("wh") {T = [f32], body = #tf_type.func<@h, {}>, cond = #tf_type.func<@k, {}>, output_shapes = [#tf_type.shape<?x3>], parallel_iterations = 10 : i64}
// BACK: tfg.func @g(%q: tensor<5x6xf32> {tf._output_shapes = [#tf_type.shape<5x6>], tfg.name = "q"},
// BACK-NEXT: %rr: tensor<!tf_type.resource<tensor<2xf32>>> {tfg.handle_data = [tensor<2xf32>], tfg.name = "rr"},
// BACK: attributes {tf._input_shapes = [#tf_type.shape<5x6>, #tf_type.shape<>, #tf_type.shape<>], tf._output_shapes = [#tf_type.shape<1>]}

/// What is said of a result holds for what is returned, and wherever that is read. Types say what is a reference and what element a value has.
// CHECK-LABEL: tfg.func @results(%arg0: tensor<4xi32>,
// CHECK-NEXT: %arg2: tensor<!tf_type.int32ref>)
// CHECK-NEXT: -> (tensor<4xi32> {tfg.regenerate_output_shapes},
// CHECK-NEXT: tensor<!tf_type.resource<tensor<2xf32>>>)
// CHECK: %A, %ctl = A(%arg0) : (tensor<4xi32>) -> (tensor<!tf_type.resource<tensor<2xf32>>>)
tfg.func @results(%x: tensor<*xi32> {tfg.dtype = i32}, %y: tensor<!tf_type.int32ref> {tfg.is_ref})
    -> (tensor<*xi32> {tf._output_shapes = [#tf_type.shape<4>]}, tensor<!tf_type.resource> {tfg.dtype = !tf_type.resource, tfg.handle_data = [tensor<2xf32>]}) {
  %A, %ctl = A(%x) : (tensor<*xi32>) -> (tensor<!tf_type.resource>)
  return(%x, %A) : tensor<*xi32>, tensor<!tf_type.resource>
}

/// What is not a list of shapes, one for each value, means something else and stays.
// CHECK-LABEL: tfg.func @others(%arg0: tensor<*xi32> {tf._output_shapes = 5 : i32},
// CHECK-NEXT: %arg2: tensor<*xi32> {tf._output_shapes = [#tf_type.shape<2>, #tf_type.shape<2>]})
// CHECK: attributes {tf._input_shapes = [#tf_type.shape<2>]} {
// CHECK: A {_output_shapes = []} : () -> (tensor<*xi32>)
tfg.func @others(%x: tensor<*xi32> {tf._output_shapes = 5 : i32}, %y: tensor<*xi32> {tf._output_shapes = [#tf_type.shape<2>, #tf_type.shape<2>]})
    -> (tensor<*xi32>) attributes {tf._input_shapes = [#tf_type.shape<2>]} {
  %A, %ctl = A {_output_shapes = []} : () -> (tensor<*xi32>)
  return(%A) : tensor<*xi32>
}

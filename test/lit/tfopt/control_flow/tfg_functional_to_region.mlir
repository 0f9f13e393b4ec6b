// RUN: tf-opt %s --tfg-functional-to-region | filecheck %s
// RUN: tf-opt %s --tfg-functional-to-region --tfg-region-to-functional | filecheck %s --check-prefix=BACK

/// Bodies stand where they are called, with names that tell so; a branch uses what is around it, a loop has arguments.
// CHECK: %A, %ctl = A name("a") : () -> (tensor<*xi1>)
// CHECK-NEXT: %B, %ctl_0 = B name("b") : () -> (tensor<*xf32>)
// CHECK-NEXT: %ctl_1 = NoOp name("n")
// CHECK-NEXT: %IfRegion:2, %ctl_2 = IfRegion %A [%ctl_1] then {
// CHECK-NEXT: %Neg, %ctl_7 = Neg(%B) [%ctl_0] name("n_tfg_inlined_if_0") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Neg, %B) [%ctl_7, %ctl_0] : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %P, %ctl_7 = P(%B) name("p_tfg_inlined_if_1") : (tensor<*xf32>) -> (tensor<*xi1>)
// CHECK-NEXT: %StatelessIfRegion, %ctl_8 = StatelessIfRegion %P then {
// CHECK-NEXT: %Neg, %ctl_9 = Neg(%B) [%ctl_0] name("p_tfg_inlined_inner_tfg_inlined_if_1_0") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Neg) [%ctl_9] : tensor<*xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %Neg, %ctl_9 = Neg(%B) [%ctl_0] name("p_tfg_inlined_inner_tfg_inlined_if_1_1") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Neg) [%ctl_9] : tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "inner_tfg_inlined_if_1", else_attrs = {}, else_region_attrs = #tfg.region_attrs<{sym_name = "b"} [] [{tfg.name = "y"}]>, then_attrs = {}, then_region_attrs = #tfg.region_attrs<{sym_name = "b"} [] [{tfg.name = "y"}]>} : (tensor<*xi1>) -> tensor<*xf32>
// CHECK-NEXT: yield(%StatelessIfRegion, %B) : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "if", else_attrs = {}, else_region_attrs = #tfg.region_attrs<{sym_name = "e"} [] [{tfg.name = "y"}, {tfg.name = "z"}]>, then_attrs = {k = 1 : i64}, then_region_attrs = #tfg.region_attrs<{sym_name = "t", tf._q = 1 : i64} [] [{tfg.name = "y"}, {tfg.name = "z"}]>} : (tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: %C, %ctl_3 = C(%IfRegion#0) [%ctl_2] name("c") : (tensor<*xf32>) -> (tensor<*xi32>)
// CHECK-NEXT: %WhileRegion, %ctl_4 = WhileRegion(%B) [%ctl_3] {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: !tf_type.control):
// CHECK-NEXT: %P, %ctl_7 = P(%arg0) name("p_tfg_inlined_w_0") : (tensor<*xf32>) -> (tensor<*xi1>)
// CHECK-NEXT: condition %P : tensor<*xi1> (%arg0) : tensor<*xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xf32>, %arg1: !tf_type.control):
// CHECK-NEXT: %Neg, %ctl_7 = Neg(%arg0) [%arg1] name("p_tfg_inlined_w_1") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Neg) [%ctl_7] : tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "w", body_attrs = {}, body_region_attrs = #tfg.region_attrs<{sym_name = "b"} [{tfg.name = "x"}] [{tfg.name = "y"}]>, cond_attrs = {}, cond_region_attrs = #tfg.region_attrs<{sym_name = "c"} [{tfg.name = "x"}] [{tfg.name = "y"}]>, parallel_iterations = 3 : i64} : (tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: %ForRegion, %ctl_5 = ForRegion(%B) [%ctl_3] from %C to %C by %C {
// CHECK-NEXT: ^bb0(%arg0: tensor<*xi32>, %arg1: tensor<*xf32>, %arg2: !tf_type.control, %arg3: !tf_type.control):
// CHECK-NEXT: %Q, %ctl_7 = Q(%arg0, %arg1) [%arg2] name("p_tfg_inlined_f_0") : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: yield(%Q) : tensor<*xf32>
// CHECK-NEXT: } {_mlir_name = "f", body_attrs = {}, region_attrs = #tfg.region_attrs<{sym_name = "fb"} [{tfg.name = "i"}, {tfg.name = "x"}] [{tfg.name = "y"}]>} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)

/// The way back finds the functions again, for regions that nobody has changed. What only repeated types is gone.
// BACK: %outs:2, %ctl_2 = If(%A, %B) [%ctl_1] name("if") {else_branch = #tf_type.func<@e, {}>, then_branch = #tf_type.func<@t, {k = 1 : i64}>} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
// BACK: %outs_4, %ctl_5 = While(%B) [%ctl_3] name("w") {body = #tf_type.func<@b, {}>, cond = #tf_type.func<@c, {}>, parallel_iterations = 3 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
// BACK: %outs_6, %ctl_7 = For(%C, %C, %C, %B) [%ctl_3] name("f") {body = #tf_type.func<@fb, {}>} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
// BACK: %outs_8, %ctl_9 = Case(%C, %B) [%ctl_3] name("k") {branches = [#tf_type.func<@b, {}>, #tf_type.func<@b, {}>]} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
// BACK: %outs, %ctl_0 = StatelessIf(%P, %x) name("inner") {else_branch = #tf_type.func<@b, {}>, then_branch = #tf_type.func<@b, {}>} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>)
// BACK-NOT: tfg.func @{{.*}}_0
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %A, %ctl = A name("a") : () -> (tensor<*xi1>)
  %B, %ctl_0 = B name("b") : () -> (tensor<*xf32>)
  %ctl_1 = NoOp name("n")
  %I:2, %ctl_2 = If(%A, %B) [%ctl_1] name("if") {Tcond = i1, Tin = [f32], Tout = [f32, f32], then_branch = #tf_type.func<@t, {k = 1 : i64}>, else_branch = #tf_type.func<@e, {}>, output_shapes = []} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %C, %ctl_3 = C(%I#0) [%ctl_2] name("c") : (tensor<*xf32>) -> (tensor<*xi32>)
  %W, %ctl_4 = While(%B) [%ctl_3] name("w") {T = [f32], cond = #tf_type.func<@c, {}>, body = #tf_type.func<@b, {}>, parallel_iterations = 3 : i64, output_shapes = []} : (tensor<*xf32>) -> (tensor<*xf32>)
  %F, %ctl_5 = For(%C, %C, %C, %B) [%ctl_3] name("f") {T = [f32], body = #tf_type.func<@fb, {}>} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  %K, %ctl_6 = Case(%C, %B) [%ctl_3] name("k") {Tin = [f32], Tout = [f32], branches = [#tf_type.func<@b, {}>, #tf_type.func<@b, {}>], output_shapes = []} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @t(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "y"}, tensor<*xf32> {tfg.name = "z"}) attributes {tf._q = 1 : i64} {
  %N, %ctl = Neg(%x) [%x.ctl] name("n") : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%N, %x) [%ctl {tfg.name = "cc"}, %x.ctl {tfg.name = "dd"}] : tensor<*xf32>, tensor<*xf32>
}
tfg.func @e(%x: tensor<*xf32> {tfg.name = "x", tf.a = 2 : i32}) -> (tensor<*xf32> {tfg.name = "y"}, tensor<*xf32> {tfg.name = "z"}) {
  %P, %ctl = P(%x) name("p") : (tensor<*xf32>) -> (tensor<*xi1>)
  %I, %ctl_2 = StatelessIf(%P, %x) name("inner") {Tcond = i1, Tin = [f32], Tout = [f32], then_branch = #tf_type.func<@b, {}>, else_branch = #tf_type.func<@b, {}>, output_shapes = []} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%I, %x) : tensor<*xf32>, tensor<*xf32>
}
tfg.func @c(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xi1> {tfg.name = "y"}) {
  %P, %ctl = P(%x) name("p") : (tensor<*xf32>) -> (tensor<*xi1>)
  return(%P) : tensor<*xi1>
}
tfg.func @b(%x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "y"}) {
  %P, %ctl = Neg(%x) [%x.ctl] name("p") : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%P) [%ctl {tfg.name = "e"}] : tensor<*xf32>
}
tfg.func @fb(%i: tensor<*xi32> {tfg.name = "i"}, %x: tensor<*xf32> {tfg.name = "x"}) -> (tensor<*xf32> {tfg.name = "y"}) {
  %P, %ctl = Q(%i, %x) [%i.ctl] name("p") : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%P) : tensor<*xf32>
}

// RUN: tf-opt %s --tfg-region-to-functional --split-input-file | filecheck %s

/// What a region uses from outside is an argument: values, the value that comes with a token; a loop hands it on from turn to turn.
// CHECK: tfg.func @g(%p: tensor<*xi1> {tfg.name = "p"},
// CHECK-NEXT: %q: tensor<*xf32> {tfg.name = "q"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"})
// CHECK-NEXT: {
// CHECK-NEXT: %A, %ctl = A(%p) [%p.ctl] name("a/b") : (tensor<*xi1>) -> (tensor<*xi1>)
// CHECK-NEXT: %B:2, %ctl_0 = B(%q) name("b") : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: %outs:2, %ctl_1 = If(%A, %B#1, %B#0, %q, %A) [%ctl_0] name("if") {else_branch = #tf_type.func<@if_else_function, {}>, then_branch = #tf_type.func<@if_then_function, {}>} : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: %outs_2:3, %ctl_3 = While(%outs#0, %B#0, %B#1) [%ctl_1] name("w") {body = #tf_type.func<@while_body_function, {}>, cond = #tf_type.func<@while_cond_function, {}>, parallel_iterations = 10 : i64} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: %Const, %ctl_4 = Const name("z") : () -> (tensor<*xi32>)
// CHECK-NEXT: %outs_5:2, %ctl_6 = For(%Const, %Const, %Const, %outs_2#0, %B#1) name("fr") {body = #tf_type.func<@for_body_function, {}>} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: return(%outs_5#0) : tensor<*xf32>
// CHECK-NEXT: }
// CHECK: tfg.func @if_then_function(%b_tfg_result_1: tensor<*xf32> {tfg.name = "b_tfg_result_1", tfg.regenerate_output_shapes},
// CHECK-NEXT: %b_tfg_result_0: tensor<*xf32> {tfg.name = "b_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: %q: tensor<*xf32> {tfg.name = "q", tfg.regenerate_output_shapes},
// CHECK-NEXT: %a2Fb_tfg_result_0: tensor<*xi1> {tfg.name = "a/b_tfg_result_0", tfg.regenerate_output_shapes})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "n_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: tensor<*xf32> {tfg.name = "q_0", tfg.regenerate_output_shapes})
// CHECK-NEXT: {
// CHECK-NEXT: %Neg, %ctl = Neg(%b_tfg_result_1) [%b_tfg_result_1.ctl] name("n") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%Neg, %q) [%a2Fb_tfg_result_0.ctl {tfg.name = "a/b_tfg_result_0_0"}] : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: }
// CHECK: tfg.func @if_else_function(%b_tfg_result_1: tensor<*xf32> {tfg.name = "b_tfg_result_1", tfg.regenerate_output_shapes},
// CHECK-NEXT: %b_tfg_result_0: tensor<*xf32> {tfg.name = "b_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: %q: tensor<*xf32> {tfg.name = "q", tfg.regenerate_output_shapes},
// CHECK-NEXT: %a2Fb_tfg_result_0: tensor<*xi1> {tfg.name = "a/b_tfg_result_0", tfg.regenerate_output_shapes})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "n_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: tensor<*xf32> {tfg.name = "n_tfg_result_0_0", tfg.regenerate_output_shapes})
// CHECK-NEXT: {
// CHECK-NEXT: %Add, %ctl = Add(%b_tfg_result_1, %b_tfg_result_0) [%q.ctl] name("n") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%Add, %Add) [%ctl {tfg.name = "n_tfg_result_1"}] : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: }
// CHECK: tfg.func @while_cond_function(%if_tfg_result_0: tensor<*xf32> {tfg.name = "if_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: %b_tfg_result_0: tensor<*xf32> {tfg.name = "b_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: %b_tfg_result_1: tensor<*xf32> {tfg.name = "b_tfg_result_1", tfg.regenerate_output_shapes})
// CHECK-NEXT: -> (tensor<*xi1> {tfg.name = "lp_tfg_result_0", tfg.regenerate_output_shapes})
// CHECK-NEXT: {
// CHECK-NEXT: %Less, %ctl = Less(%if_tfg_result_0, %b_tfg_result_0) [%if_tfg_result_0.ctl] name("lp") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
// CHECK-NEXT: return(%Less) [%ctl {tfg.name = "lp_tfg_result_1"}] : tensor<*xi1>
// CHECK-NEXT: }
// CHECK: tfg.func @while_body_function(%if_tfg_result_0: tensor<*xf32> {tfg.name = "if_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: %b_tfg_result_0: tensor<*xf32> {tfg.name = "b_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: %b_tfg_result_1: tensor<*xf32> {tfg.name = "b_tfg_result_1", tfg.regenerate_output_shapes})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "ad_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: tensor<*xf32> {tfg.name = "b_tfg_result_0_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: tensor<*xf32> {tfg.name = "b_tfg_result_1_0", tfg.regenerate_output_shapes})
// CHECK-NEXT: {
// CHECK-NEXT: %Add, %ctl = Add(%if_tfg_result_0, %b_tfg_result_1) name("ad") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%Add, %b_tfg_result_0, %b_tfg_result_1) : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: }
// CHECK: tfg.func @for_body_function(%z_tfg_result_0: tensor<*xi32> {tfg.name = "z_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: %w_tfg_result_0: tensor<*xf32> {tfg.name = "w_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: %b_tfg_result_1: tensor<*xf32> {tfg.name = "b_tfg_result_1", tfg.regenerate_output_shapes})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "ad_tfg_result_0", tfg.regenerate_output_shapes},
// CHECK-NEXT: tensor<*xf32> {tfg.name = "b_tfg_result_1_0", tfg.regenerate_output_shapes})
// CHECK-NEXT: {
// CHECK-NEXT: %Add, %ctl = Add(%w_tfg_result_0, %b_tfg_result_1) name("ad") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%Add, %b_tfg_result_1) : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
tfg.func @g(%p: tensor<*xi1> {tfg.name = "p"}, %q: tensor<*xf32> {tfg.name = "q"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %A, %ctl = A(%p) [%p.ctl] name("a/b") : (tensor<*xi1>) -> (tensor<*xi1>)
  %B:2, %ctl_0 = B(%q) name("b") : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %I:2, %ctl_2 = IfRegion %A [%ctl_0] then {
    %N, %c1 = Neg(%B#1) [%ctl_0] name("n") : (tensor<*xf32>) -> (tensor<*xf32>)
    yield(%N, %q) [%ctl] : tensor<*xf32>, tensor<*xf32>
  } else {
    %N, %c1 = Add(%B#1, %B#0) [%q.ctl] name("n") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    yield(%N, %N) [%c1] : tensor<*xf32>, tensor<*xf32>
  } {_mlir_name = "if"} : (tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %W, %ctl_4 = WhileRegion(%I#0) [%ctl_2] {
  ^bb0(%x: tensor<*xf32>, %xc: !tf_type.control):
    %P, %cc = Less(%x, %B#0) [%xc] name("lp") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
    condition %P : tensor<*xi1> (%x) [%cc] : tensor<*xf32>
  } do {
  ^bb0(%x: tensor<*xf32>, %xc: !tf_type.control):
    %P, %cc = Add(%x, %B#1) name("ad") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    yield(%P) : tensor<*xf32>
  } {_mlir_name = "w", parallel_iterations = 10 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  %z, %zc = Const name("z") : () -> (tensor<*xi32>)
  %F, %ctl_5 = ForRegion(%W) from %z to %z by %z {
  ^bb0(%i: tensor<*xi32>, %x: tensor<*xf32>, %ic: !tf_type.control, %xc: !tf_type.control):
    %P, %cc = Add(%x, %B#1) name("ad") : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    yield(%P) : tensor<*xf32>
  } {_mlir_name = "fr"} : (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
  return(%F) : tensor<*xf32>
}

// -----

/// A token of a node that gives nothing else is waited for outside: the branch starts behind it.
// CHECK-LABEL: tfg.func @token
// CHECK: If(%p) [%ctl] name("if")
// CHECK: tfg.func @if_then_function()
// CHECK: Const name("c")
tfg.func @token(%p: tensor<*xi1> {tfg.name = "p"}) {
  %n = NoOp name("n")
  %I, %c = IfRegion %p then {
    %C, %cc = Const [%n] name("c") : () -> (tensor<*xf32>)
    yield(%C) : tensor<*xf32>
  } else {
    %C, %cc = Const name("c") : () -> (tensor<*xf32>)
    yield(%C) : tensor<*xf32>
  } {_mlir_name = "if"} : (tensor<*xi1>) -> tensor<*xf32>
  return
}

/// A graph goes down to the executor and further to plain code, and comes up again: every form computes the same.
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --executor-to-tfg | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tfg | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tf --tf-functional-to-executor-conversion --tf-executor-split-into-island-per-op --executor-to-tfg | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --executor-to-tfg --tfg-lower-func-to-graph | tf-opt - --tfg-lift-graph-to-func | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s
// RUN: tf-opt %s --tfg-lift-graph-to-func --tfg-to-executor --tf-functionalize-control-flow --executor-to-tfg --tfg-functional-to-region --tfg-region-to-functional --tfg-prepare-attrs-export --tfg-to-executor | tf-run - --device=interpreter --input=x=2xf32=1,2 | filecheck %s

/// Doubled until the sum is over 10: 3, 6, 12; then, as it is over 10, one less.
// CHECK: 2xf32=3 7

tfg.graph #tf_type.version<producer = 1000, min_consumer = 0> {
  %x, %x_ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %axis, %axis_ctl = Const name("axis") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<*xi32>)
  %ten, %ten_ctl = Const name("ten") {dtype = f32, value = dense<1.000000e+01> : tensor<f32>} : () -> (tensor<*xf32>)
  %e, %e_ctl = Enter(%x) name("e") {T = f32, frame_name = "w", is_constant = false, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %limit, %l_ctl = Enter(%ten) name("limit") {T = f32, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %axes, %a_ctl = Enter(%axis) name("axes") {T = i32, frame_name = "w", is_constant = true, parallel_iterations = 10 : i64} : (tensor<*xi32>) -> (tensor<*xi32>)
  %m:2, %m_ctl = Merge(%e, %next) name("m") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %sum, %sum_ctl = Sum(%m#0, %axes) name("sum") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %less, %less_ctl = Less(%sum, %limit) name("less") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
  %cond, %cond_ctl = LoopCond(%less) name("cond") : (tensor<*xi1>) -> (tensor<*xi1>)
  %s:2, %s_ctl = Switch(%m#0, %cond) name("s") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %d, %d_ctl = AddV2(%s#1, %s#1) name("d") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %next, %n_ctl = NextIteration(%d) name("next") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %exit, %x2_ctl = Exit(%s#0) name("exit") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %total, %t_ctl = Sum(%exit, %axis) name("total") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %p, %p_ctl = Greater(%total, %ten) name("p") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi1>)
  %b:2, %b_ctl = Switch(%exit, %p) name("b") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %one, %o_ctl = Const name("one") {dtype = f32, value = dense<1.000000e+00> : tensor<f32>} : () -> (tensor<*xf32>)
  %o:2, %o2_ctl = Switch(%one, %p) name("o") {T = f32} : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
  %sub, %sub_ctl = Sub(%b#1, %o#1) name("sub") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %y:2, %y_ctl = Merge(%b#0, %sub) name("y") {N = 2 : i64, T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  %r, %r_ctl = Identity(%y#0) name("r") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

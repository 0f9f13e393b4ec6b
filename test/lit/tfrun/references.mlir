/// A reference goes through a graph as a place, and is read where a value is wanted; a handle goes through loops and is never read.
// RUN: tf-run %s --device=interpreter --fetch=after --input=x=f32=2 | filecheck %s
// CHECK: after=f32=14

/// w (which is 2 at first) is doubled before it is read; then what the handle `v` holds, 3, and x are added to it in each of two turns: the
/// sum is 4 + 2 * (3 + 2).
tfg.graph #tf_type.version<producer = 1395, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<f32>)
  %three, %ctl_0 = Const name("three") {dtype = f32, value = dense<3.0> : tensor<f32>} : () -> (tensor<f32>)
  %w, %ctl_1 = VariableV2 name("w") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %set, %ctl_2 = Assign(%w, %x) name("set") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %twice, %ctl_3 = AssignAdd(%set, %x) name("twice") {T = f32} : (tensor<*xf32>, tensor<f32>) -> (tensor<*xf32>)
  %read, %ctl_4 = Identity(%w) [%ctl_3] name("w/read") {T = f32} : (tensor<*xf32>) -> (tensor<f32>)
  %v, %ctl_5 = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<>, shared_name = "v"} : () -> (tensor<!tf_type.resource>)
  %ctl_6 = AssignVariableOp(%v, %three) name("v/set") {dtype = f32} : tensor<!tf_type.resource>, tensor<f32>
  %zero, %ctl_7 = Const name("zero") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  %0, %ctl_8 = Enter(%v) [%ctl_6] name("v/enter") {T = !tf_type.resource, frame_name = "loop", is_constant = true} : (tensor<!tf_type.resource>) -> (tensor<!tf_type.resource>)
  %1, %ctl_9 = Enter(%x) name("x/enter") {T = f32, frame_name = "loop", is_constant = true} : (tensor<f32>) -> (tensor<f32>)
  %2, %ctl_10 = Enter(%read) name("sum/enter") {T = f32, frame_name = "loop"} : (tensor<f32>) -> (tensor<f32>)
  %3, %ctl_11 = Enter(%zero) name("turn/enter") {T = i32, frame_name = "loop"} : (tensor<i32>) -> (tensor<i32>)
  %4:2, %ctl_12 = Merge(%2, %sum_next) name("sum/merge") {N = 2 : i64, T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  %5:2, %ctl_13 = Merge(%3, %turn_next) name("turn/merge") {N = 2 : i64, T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %two, %ctl_14 = Const [%ctl_13] name("two") {dtype = i32, value = dense<2> : tensor<i32>} : () -> (tensor<i32>)
  %less, %ctl_15 = Less(%5#0, %two) name("less") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
  %goes, %ctl_16 = LoopCond(%less) name("goes") : (tensor<i1>) -> (tensor<i1>)
  %6:2, %ctl_17 = Switch(%4#0, %goes) name("sum/switch") {T = f32} : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
  %7:2, %ctl_18 = Switch(%5#0, %goes) name("turn/switch") {T = i32} : (tensor<i32>, tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %value, %ctl_19 = ReadVariableOp(%0) [%ctl_18] name("v/read") {dtype = f32} : (tensor<!tf_type.resource>) -> (tensor<f32>)
  %8, %ctl_20 = AddV2(%6#1, %value) name("plus") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
  %9, %ctl_21 = AddV2(%8, %1) name("plus_x") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
  %one, %ctl_22 = Const [%ctl_18] name("one") {dtype = i32, value = dense<1> : tensor<i32>} : () -> (tensor<i32>)
  %10, %ctl_23 = AddV2(%7#1, %one) name("turn/plus") {T = i32} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %sum_next, %ctl_24 = NextIteration(%9) name("sum/next") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  %turn_next, %ctl_25 = NextIteration(%10) name("turn/next") {T = i32} : (tensor<i32>) -> (tensor<i32>)
  %after, %ctl_26 = Exit(%6#0) name("after") {T = f32} : (tensor<f32>) -> (tensor<f32>)
}

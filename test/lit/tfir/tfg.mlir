// RUN: tf-opt %s --split-input-file | filecheck %s
// RUN: tf-opt %s --split-input-file | tf-opt --split-input-file | filecheck %s

/// A node: operands, control tokens, devices, name, attributes in order, types without tokens.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ctl_9 = A : () -> (tensor<*xi32>)
  %x, %ctl = AddV2(%a, %b) [%ctl_9, %ctl_3] device("GPU") assigned_device("TPU") name("add") {z = 1 : i64, T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %b, %ctl_3 = tfg.A device("/job:a/device:CPU:0") : () -> (tensor<*xi32>)
}
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %A, %ctl = A : () -> (tensor<*xi32>)
// CHECK-NEXT: %AddV2, %ctl_0 = AddV2(%A, %A_1) [%ctl, %ctl_2] device("GPU") assigned_device("TPU") name("add") {T = i32, z = 1 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
// CHECK-NEXT: %A_1, %ctl_2 = A device("/job:a/device:CPU:0") : () -> (tensor<*xi32>)
// CHECK-NEXT: }

// -----

/// Several results share a name; names collide on one counter; uses may stand before definitions.
tfg.graph #tf_type.version<producer = 0, min_consumer = 0> {
  %m:2, %c0 = Merge(%e, %n) name("m") {N = 2 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %e, %c1 = Const name("e") : () -> (tensor<*xi32>)
  %s:2, %c2 = Switch(%m#0, %p) name("s") : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
  %n, %c3 = NextIteration(%s#1) name("n") : (tensor<*xi32>) -> (tensor<*xi32>)
  %p, %c4 = Const name("p") : () -> (tensor<*xi1>)
}
// CHECK: tfg.graph #tf_type.version<producer = 0, min_consumer = 0> {
// CHECK-NEXT: %Merge:2, %ctl = Merge(%Const, %NextIteration) name("m") {N = 2 : i64} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
// CHECK-NEXT: %Const, %ctl_0 = Const name("e") : () -> (tensor<*xi32>)
// CHECK-NEXT: %Switch:2, %ctl_1 = Switch(%Merge#0, %Const_3) name("s") : (tensor<*xi32>, tensor<*xi1>) -> (tensor<*xi32>, tensor<*xi32>)
// CHECK-NEXT: %NextIteration, %ctl_2 = NextIteration(%Switch#1) name("n") : (tensor<*xi32>) -> (tensor<*xi32>)
// CHECK-NEXT: %Const_3, %ctl_4 = Const name("p") : () -> (tensor<*xi1>)
// CHECK-NEXT: }

// -----

/// Without results the types of operands stand alone; without either there are none.
tfg.graph #tf_type.version<producer = 1, min_consumer = 2, bad_consumers = [3, 4]> {
  %a, %c = A : () -> (tensor<*xf32>)
  %s = Sink(%a, %a) [%c] : tensor<*xf32>, tensor<*xf32>
  %n = NoOp [%s]
  %m = NoOp
}
// CHECK: tfg.graph #tf_type.version<producer = 1, min_consumer = 2, bad_consumers = [3, 4]> {
// CHECK-NEXT: %A, %ctl = A : () -> (tensor<*xf32>)
// CHECK-NEXT: %ctl_0 = Sink(%A, %A) [%ctl] : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: %ctl_1 = NoOp [%ctl_0]
// CHECK-NEXT: %ctl_2 = NoOp
// CHECK-NEXT: }

// -----

/// A graph may be empty.
tfg.graph #tf_type.version<producer = 1, min_consumer = 2> {
}
// CHECK: tfg.graph #tf_type.version<producer = 1, min_consumer = 2> {
// CHECK-NEXT: }

// -----

/// A function: arguments under their own names, each on a line, a control token behind each of them.
tfg.func @f(%a: tensor<*xf32> {tfg.name = "x", tf._user = "u"}, %b: tensor<*xi32> {tfg.name = "y"}) -> (tensor<*xf32> {tfg.name = "r"}, tensor<*xi32> {tfg.name = "r2"}) attributes {tf._noinline = true, description = "hi"} {
  %c, %ctl = Foo(%a) [%b.ctl] name("foo") : (tensor<*xf32>) -> (tensor<*xf32>)
  return(%c, %b) [%ctl {tfg.name = "cc"}, %a.ctl] : tensor<*xf32>, tensor<*xi32>
}
// CHECK: tfg.func @f(%x: tensor<*xf32> {tf._user = "u", tfg.name = "x"},
// CHECK-NEXT: %y: tensor<*xi32> {tfg.name = "y"})
// CHECK-NEXT: -> (tensor<*xf32> {tfg.name = "r"},
// CHECK-NEXT: tensor<*xi32> {tfg.name = "r2"})
// CHECK-NEXT: attributes {description = "hi", tf._noinline = true} {
// CHECK-NEXT: %Foo, %ctl = Foo(%x) [%y.ctl] name("foo") : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: return(%Foo, %y) [%ctl {tfg.name = "cc"}, %x.ctl] : tensor<*xf32>, tensor<*xi32>
// CHECK-NEXT: }

// -----

/// No arguments, no results, no attributes.
tfg.func @empty() {
  return
}
// CHECK: tfg.func @empty()
// CHECK-NEXT: {
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

/// Visibility; names of arguments become words of the assembly, and never collide.
tfg.func private @"a b"(%a: tensor<*xf32> {tfg.name = "1a b/c"}, %c: tensor<*xf32> {tfg.name = "1a b/c"}) attributes {is_stateful, gradient = @g} {
  %k = Foo(%a, %c) [%a.ctl] : tensor<*xf32>, tensor<*xf32>
  return
}
// CHECK: tfg.func private @"a b"(%_1a_b2Fc: tensor<*xf32> {tfg.name = "1a b/c"},
// CHECK-NEXT: %_1a_b2Fc_0: tensor<*xf32> {tfg.name = "1a b/c"})
// CHECK-NEXT: attributes {gradient = @g, is_stateful} {
// CHECK-NEXT: %ctl = Foo(%_1a_b2Fc, %_1a_b2Fc_0) [%_1a_b2Fc.ctl] : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

/// A generic function: opaque tensors, results taken by name, values that the instantiation gives.
tfg.func generic @XTimesTwo(%x: !tf_type.tensor {tfg.name = "x", tfg.type_attr = "T"}) -> (!tf_type.tensor {tfg.name = "y"}, !tf_type.control {tfg.name = "ctl"}) attributes {control_output = ["ctl"], resource_arg_unique_ids_keys = dense<0> : tensor<1xi32>, resource_arg_unique_ids_values = dense<7> : tensor<1xi32>} {
  %two, %ctl = Const name("two") {dtype = i64, value = dense<2> : tensor<i64>} : () -> (!tf_type.tensor)
  %0 = get_result(%two) "output" : 0
  %cast, %ctl_0 = Cast(%0) [%x.ctl] name("scale") {DstT = #tf_type.placeholder<"T">} : (!tf_type.tensor) -> (!tf_type.tensor)
  %1 = get_result(%cast) "y" : 0
  return(%1) [%ctl_0] : !tf_type.tensor
}
// CHECK: tfg.func generic @XTimesTwo(%x: !tf_type.tensor {tfg.name = "x", tfg.type_attr = "T"})
// CHECK-NEXT: -> (!tf_type.tensor {tfg.name = "y"},
// CHECK-NEXT: !tf_type.control {tfg.name = "ctl"})
// CHECK-NEXT: attributes {control_output = ["ctl"], resource_arg_unique_ids_keys = dense<0> : tensor<1xi32>, resource_arg_unique_ids_values = dense<7> : tensor<1xi32>} {
// CHECK-NEXT: %Const, %ctl = Const name("two") {dtype = i64, value = dense<2> : tensor<i64>} : () -> (!tf_type.tensor)
// CHECK-NEXT: %0 = get_result(%Const) "output" : 0
// CHECK-NEXT: %Cast, %ctl_0 = Cast(%0) [%x.ctl] name("scale") {DstT = #tf_type.placeholder<"T">} : (!tf_type.tensor) -> (!tf_type.tensor)
// CHECK-NEXT: %1 = get_result(%Cast) "y" : 0
// CHECK-NEXT: return(%1) [%ctl_0] : !tf_type.tensor
// CHECK-NEXT: }

// -----

/// Control flow that calls functions names its results as upstream does.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %l:3, %c2 = Bar name("l") : () -> (tensor<i32>, tensor<i32>, tensor<i32>)
  %a, %c3 = Bar name("a") : () -> (tensor<*xf32>)
  %p, %c4 = Bar name("p") : () -> (tensor<*xi1>)
  %for, %cf = For(%l#0, %l#1, %l#2, %a) name("fo") {body = #tf_type.func<@body, {}>} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>)
  %wh, %ch = While(%a) [%cf] device("x") name("wh") {cond = #tf_type.func<@body, {}>, body = #tf_type.func<@body, {}>, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
  %ci = If(%p, %a) name("if") {then_branch = #tf_type.func<@body, {a = 1 : i64}>, else_branch = #tf_type.func<@body, {}>} : tensor<*xi1>, tensor<*xf32>
  %c:2, %cc = StatelessCase(%l#0, %a) {branches = [#tf_type.func<@body, {}>]} : (tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
}
// CHECK: tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
// CHECK-NEXT: %Bar:3, %ctl = Bar name("l") : () -> (tensor<i32>, tensor<i32>, tensor<i32>)
// CHECK-NEXT: %Bar_0, %ctl_1 = Bar name("a") : () -> (tensor<*xf32>)
// CHECK-NEXT: %Bar_2, %ctl_3 = Bar name("p") : () -> (tensor<*xi1>)
// CHECK-NEXT: %outs, %ctl_4 = For(%Bar#0, %Bar#1, %Bar#2, %Bar_0) name("fo") {body = #tf_type.func<@body, {}>} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %outs_5, %ctl_6 = While(%Bar_0) [%ctl_4] device("x") name("wh") {body = #tf_type.func<@body, {}>, cond = #tf_type.func<@body, {}>, parallel_iterations = 10 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
// CHECK-NEXT: %ctl_7 = If(%Bar_2, %Bar_0) name("if") {else_branch = #tf_type.func<@body, {}>, then_branch = #tf_type.func<@body, {a = 1 : i64}>} : tensor<*xi1>, tensor<*xf32>
// CHECK-NEXT: %outs_8:2, %ctl_9 = StatelessCase(%Bar#0, %Bar_0) {branches = [#tf_type.func<@body, {}>]} : (tensor<i32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
// CHECK-NEXT: }

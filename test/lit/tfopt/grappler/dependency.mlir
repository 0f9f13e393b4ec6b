// RUN: tf-opt %s --split-input-file --grappler-dependency='fetches=out' | filecheck %s

/// A control edge goes where there is a longer path.
// CHECK-LABEL: tfg.graph
// CHECK: Assert name("a")
// CHECK: %[[B:.*]] = Assert [%{{.*}}] name("b")
// CHECK: NoOp [%[[B]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %ctl = Assert name("a") {T = []}
  %ctl_0 = Assert [%ctl] name("b") {T = []}
  %ctl_1 = NoOp [%ctl_0, %ctl] name("out")
}

// -----

/// A constant need not be waited for.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: Const
// CHECK: Neg(%{{[^)]*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %c, %ctl_0 = Const name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %n, %ctl_1 = Neg(%x) [%ctl_0] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// What has an effect is still run before the fetch, and a pure node that nobody reads passes that on.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = Assert name("a")
// CHECK-NOT: Abs
// CHECK: Neg(%{{[^)]*}}) [%[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %ctl_0 = Assert name("a") {T = []}
  %a, %ctl_1 = Abs(%x) [%ctl_0] name("abs") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %n, %ctl_2 = Neg(%x) [%ctl_1] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A variable is read before it is assigned, though nobody reads what was read.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[READ:.*]] = Identity(%{{.*}}) name("read")
// CHECK: Assign(%{{.*}}, %{{.*}}) [%[[READ]]] name("assign")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %v, %ctl = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = ""} : () -> (tensor<*xf32>)
  %c, %ctl_0 = Const name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %r, %ctl_1 = Identity(%v) name("read") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %a, %ctl_2 = Assign(%v, %c) [%ctl_1] name("assign") {T = f32, use_locking = true, validate_shape = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_3 = AddV2(%r, %a) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Several nodes of another device are waited for through one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[C:.*]] = NoOp [%{{.*}}, %{{.*}}] device("/device:CPU:1") name("CrossDevice/out")
// CHECK: Assert [%[[C]]] device("/device:CPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %ctl = Assert device("/device:CPU:1") name("a") {T = []}
  %ctl_0 = Assert device("/device:CPU:1") name("b") {T = []}
  %ctl_1 = Assert [%ctl, %ctl_0] device("/device:CPU:0") name("out") {T = []}
}

// -----

/// Of nodes that ask for no device nobody knows where they stand.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: NoOp
// CHECK: Assert [%{{.*}}, %{{.*}}] device("/device:CPU:0") name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %ctl = Assert name("a") {T = []}
  %ctl_0 = Assert name("b") {T = []}
  %ctl_1 = Assert [%ctl, %ctl_0] device("/device:CPU:0") name("out") {T = []}
}

// -----

/// When a Placeholder is fed, nobody waits for what it waits for: no path through it stands for an edge.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = Assert name("a")
// CHECK: %{{.*}}, %[[X:.*]] = Placeholder [%[[A]]] name("x")
// CHECK: Assert [%[[X]], %[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %ctl = Assert name("a") {T = []}
  %x, %ctl_0 = Placeholder [%ctl] name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %ctl_1 = Assert [%ctl_0, %ctl] name("out") {T = []}
}

// -----

/// A constant need not wait for what all its readers wait for,
// CHECK-LABEL: tfg.graph
// CHECK: Const name("c")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %ctl_0 = Sin(%x) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %ctl_1 = Const [%ctl_0] name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %d, %ctl_2 = Sub(%s, %c) name("d") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_3 = Pow(%d, %c) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// but for what one of them does not.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]], %[[T:.*]] = Sin(
// CHECK: Const [%[[T]]] name("c")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %ctl_0 = Sin(%x) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %c, %ctl_1 = Const [%ctl_0] name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %d, %ctl_2 = Sub(%x, %c) name("d") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_3 = Pow(%d, %s) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Who waits for a value that is only handed on need not, if it comes after the value anyway.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]], %[[T:.*]] = Sin(
// CHECK: Exp(%[[S]]) name("e")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %s, %ctl_0 = Sin(%x) name("s") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %i, %ctl_1 = Identity(%s) name("i") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %e, %ctl_2 = Exp(%s) [%ctl_1] name("e") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %ctl_3 = Pow(%i, %e) name("out") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// To read a result of an If is not to wait for it: TensorFlow gives results out while other parts of it still run.
// CHECK-LABEL: tfg.graph
// CHECK: %[[IF:.*]], %[[C:.*]] = If(
// CHECK: %[[N:.*]], %{{.*}} = Neg(%[[IF]]) [%[[C]]] name("n")
// CHECK: Exp(%[[N]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %cx = Placeholder name("x") {dtype = i1, shape = #tf_type.shape<>} : () -> (tensor<*xi1>)
  %y, %cy = Placeholder name("y") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %if, %c = If(%x, %y) name("if") {Tcond = i1, Tin = [f32], Tout = [f32], _lower_using_switch_merge = true, else_branch = #tf_type.func<@f, {}>, output_shapes = [#tf_type.shape<>], then_branch = #tf_type.func<@f, {}>} : (tensor<*xi1>, tensor<*xf32>) -> (tensor<*xf32>)
  %n, %cn = Neg(%if) [%c] name("n") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %o, %co = Exp(%n) [%c] name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func @f(%p: tensor<*xf32> {tfg.name = "p"}) -> (tensor<*xf32> {tfg.name = "o"}) attributes {is_stateful} {
  %c = Assert name("a") {T = []}
  return(%p) [%c {tfg.name = "a"}] : tensor<*xf32>
}

// -----

/// A function that is called by its name is inlined, and none of its nodes may read what it is given: that it ran does not say that its operand is there.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]] = Assert name("a")
// CHECK: %{{.*}}, %[[CALL:.*]] = f(%{{.*}}) name("call")
// CHECK: NoOp [%[[CALL]], %[[A]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %ctl_0 = Assert name("a") {T = []}
  %n, %ctl_1 = Neg(%x) [%ctl_0] name("neg") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %f, %ctl_2 = f(%n) name("call") : (tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_3 = NoOp [%ctl_2, %ctl_0] name("out")
}
tfg.func @f(%y: tensor<*xf32> {tfg.name = "y"}) -> (tensor<*xf32> {tfg.name = "r"}) {
  %c, %ctl = Const name("c") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<*xf32>)
  return(%c) : tensor<*xf32>
}

// -----

/// A node of an op runs when its operands are there.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[CHECKED:.*]] = CheckNumerics(%{{.*}}) name("checked")
// CHECK: NoOp [%[[CHECKED]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %ctl_0 = Assert name("a") {T = []}
  %n, %ctl_1 = Neg(%x) [%ctl_0] name("neg") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %f, %ctl_2 = CheckNumerics(%n) name("checked") {T = f32, message = ""} : (tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_3 = NoOp [%ctl_2, %ctl_0] name("out")
}

// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// The names on the left must be as many as the results, the token among them.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error@+1 {{operation defines 3 results but was provided 2 to bind}}
  %a, %ctl = A : () -> (tensor<*xi32>, tensor<*xi32>)
}

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
tfg.graph 3 : i64 {
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error@+1 {{use of undeclared SSA value name '%missing'}}
  %ctl = Sink(%missing) : tensor<*xi32>
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ctl = A : () -> (tensor<*xi32>)
  // expected-error@+1 {{got 1 operands, but the type list has 2}}
  %ctl_0 = Sink(%a) : tensor<*xi32>, tensor<*xi32>
}

// -----

/// In the generic form tokens could stand anywhere.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ctl = A : () -> (tensor<*xi32>)
  // expected-error@+1 {{found non-control input in position #1 after control input in position #0}}
  %ctl_0 = "tfg.Sink"(%ctl, %a) : (!tf_type.control, tensor<*xi32>) -> !tf_type.control
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error@+1 {{found non-control result in position #1 after control result in position #0}}
  %ctl, %a = "tfg.A"() : () -> (!tf_type.control, tensor<*xi32>)
}

// -----

// expected-error@+1 {{expects a non-empty block}}
tfg.func @f() {
}

// -----

// expected-error@+1 {{expects body to be terminated with a tfg.return, but got: tfg.NoOp}}
tfg.func @f() {
  %ctl = NoOp
}

// -----

// expected-error@+1 {{expects 2 returned values but tfg.return has 1 operands}}
tfg.func @f(%a: tensor<i32> {tfg.name = "a"}) -> (tensor<i32>, tensor<i32>) {
  // expected-note@+1 {{returned here}}
  return(%a) : tensor<i32>
}

// -----

// expected-error@+1 {{type mismatch for returned value #0, expected 'tensor<i32>' but got 'tensor<f32>'}}
tfg.func @f(%a: tensor<f32> {tfg.name = "a"}) -> (tensor<i32>) {
  // expected-note@+1 {{returned here}}
  return(%a) : tensor<f32>
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error@+1 {{'tfg.return' op expects parent op 'tfg.func'}}
  return
}

// -----

tfg.func @f() {
  %ctl = NoOp
  // expected-error@+1 {{expected as many control result attributes as there are control operands}}
  "tfg.return"(%ctl) {control_ret_attrs = []} : (!tf_type.control) -> ()
}

// -----

// expected-note@+1 {{see existing symbol definition here}}
tfg.func @f() {
  return
}
// expected-error@+1 {{redefinition of symbol named 'f'}}
tfg.func @f() {
  return
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %p, %ctl = A : () -> (tensor<*xf32>)
  // expected-error@+1 {{operand #0 must be tensor of 1-bit signless integer values}}
  %ctl_0 = IfRegion %p then { yield } else { yield } : (tensor<*xf32>) -> ()
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %p, %ctl = A : () -> (tensor<*xi1>)
  // expected-error@+1 {{else region must be terminated by a 'tfg.yield'}}
  %ctl_0 = IfRegion %p then { yield } else { %c = NoOp } : (tensor<*xi1>) -> ()
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %i, %ctl = A : () -> (tensor<i32>)
  // expected-error@+1 {{has 1 regions but 2 branch function attributes}}
  %ctl_0 = CaseRegion %i { yield } {branch_attrs = [{}, {}]} : (tensor<i32>) -> ()
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %i, %ctl = A : () -> (tensor<i32>)
  // expected-error@+1 {{expected 1 region attribute(s) but got 0}}
  %ctl_0 = CaseRegion %i { yield } {region_attrs = []} : (tensor<i32>) -> ()
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %p, %ctl = A : () -> (tensor<*xi1>)
  // expected-error@+1 {{condition region must be terminated by a 'tfg.condition' op}}
  %ctl_0 = WhileRegion { yield } do { yield } {parallel_iterations = 10 : i64}
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %p, %ctl = A : () -> (tensor<*xi1>)
  // expected-error@+1 {{region #0 expected same number of data values and control tokens (1 vs. 0)}}
  %w, %ctl_0 = WhileRegion(%p) {
  ^bb0(%x: tensor<*xi1>):
    condition %x : tensor<*xi1> (%x) : tensor<*xi1>
  } do {
  ^bb0(%x: tensor<*xi1>, %k: !tf_type.control):
    yield(%x) : tensor<*xi1>
  } : (tensor<*xi1>) -> tensor<*xi1>
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %i, %ctl = A : () -> (tensor<i32>)
  // expected-error@+1 {{expected the body block to have at least have the loop index as an argument}}
  %ctl_0 = ForRegion from %i to %i by %i { yield } : (tensor<i32>, tensor<i32>, tensor<i32>) -> ()
}

// -----

/// A function that is called takes and gives what the node does.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ctl = A : () -> (tensor<f32>)
  // expected-error@+1 {{body function has 1 arguments but was provided 2}}
  %w:2, %ctl_0 = While(%a, %a) {body = #tf_type.func<@body, {}>, cond = #tf_type.func<@unknown, {}>} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
}
// expected-note@+1 {{see referenced function}}
tfg.func @body(%x: tensor<f32> {tfg.name = "x"}) -> (tensor<f32>) {
  return(%x) : tensor<f32>
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ctl = A : () -> (tensor<i32>)
  %p, %ctl_1 = A : () -> (tensor<i1>)
  // expected-error@+1 {{then function argument #0 type 'tensor<f32>' is not compatible with corresponding operand type: 'tensor<i32>'}}
  %w, %ctl_0 = If(%p, %a) {then_branch = #tf_type.func<@body, {}>, else_branch = #tf_type.func<@body, {}>} : (tensor<i1>, tensor<i32>) -> (tensor<f32>)
}
// expected-note@+1 {{see referenced function}}
tfg.func @body(%x: tensor<f32> {tfg.name = "x"}) -> (tensor<f32>) {
  return(%x) : tensor<f32>
}

// -----

/// Shapes that are not known are compatible with any.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ctl = A : () -> (tensor<*xf32>)
  %p, %ctl_1 = A : () -> (tensor<i1>)
  %w, %ctl_0 = If(%p, %a) {then_branch = #tf_type.func<@body, {}>, else_branch = #tf_type.func<@body, {}>} : (tensor<i1>, tensor<*xf32>) -> (tensor<f32>)
}
tfg.func @body(%x: tensor<f32> {tfg.name = "x"}) -> (tensor<f32>) {
  return(%x) : tensor<f32>
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ctl = A : () -> (tensor<*xf32>)
  // expected-error@+1 {{argument #0 is incompatible with dtype 'i32'}}
  %ctl_0 = While(%a) {T = [i32], body = #tf_type.func<@b, {}>, cond = #tf_type.func<@c, {}>} : tensor<*xf32>
}

// -----

tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %a, %ctl = A : () -> (tensor<*xf32>)
  // expected-error@+1 {{has 1 arguments but 2 argument types}}
  %ctl_0 = While(%a) {T = [f32, f32], body = #tf_type.func<@b, {}>, cond = #tf_type.func<@c, {}>} : tensor<*xf32>
}

// -----

/// Names are of ASCII letters, also where a line is read like one before it.
tfg.graph #tf_type.version<producer = 1, min_consumer = 1> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<f32>)
  %Maximum, %ctl_0 = Maximum(%Placeholder, %Placeholder) name("p") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<*xf32>)
  // expected-error @+1 {{invalid SSA name}}
  %Maximum_1, %ctl_2 = Maximum(%éaximum, %Maximum) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

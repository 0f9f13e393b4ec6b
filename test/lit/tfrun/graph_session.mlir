/// A graph runs as a session of TensorFlow runs it: values that are fetched, nodes that are run, one after another.
// RUN: tf-run %s --device=interpreter --fetch=^init --fetch=loss,^step --input=x=f32=1 --fetch=loss,^step --input=x=f32=1 --fetch=w | filecheck %s
// CHECK:      loss,^step: loss=f32=4
// CHECK-NEXT: loss,^step: loss=f32=1
// CHECK-NEXT: w: w=f32=-0.5

/// Any value can be fed, and then what would have computed it is not run.
// RUN: tf-run %s --device=interpreter --fetch=loss --input=w/read=f32=5 --input=x=f32=2 | filecheck %s --check-prefix=FED
// FED: loss=f32=49

// RUN: not tf-run %s --device=interpreter --fetch=loss --input=x=f32=1 2>&1 | filecheck %s --check-prefix=UNSET
// UNSET: error: {{.*}}variable 'w' is read before it has a value: what initializes it was not run
// UNSET: note: --fetch=^init in front of the others runs assignments

// RUN: not tf-run %s --device=interpreter --fetch=los 2>&1 | filecheck %s --check-prefix=UNKNOWN
// UNKNOWN: there is no node 'los' to be a fetch; did you mean 'loss'?

// RUN: not tf-run %s --device=interpreter --fetch=loss --input=y=f32=1 2>&1 | filecheck %s --check-prefix=UNFED
// UNFED: there is no node 'y' to be a feed

/// loss = (w + x)^2; a step takes half of the sum from w, which begins at 1.
tfg.graph #tf_type.version<producer = 1395, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<f32>)
  %w, %ctl_0 = VariableV2 name("w") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*x!tf_type.f32ref>)
  %one, %ctl_1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %half, %ctl_2 = Const name("half") {dtype = f32, value = dense<0.5> : tensor<f32>} : () -> (tensor<f32>)
  %assigned, %ctl_3 = Assign(%w, %one) name("assign") {T = f32} : (tensor<*x!tf_type.f32ref>, tensor<f32>) -> (tensor<*x!tf_type.f32ref>)
  %init = NoOp [%ctl_3] name("init")
  %read, %ctl_4 = Identity(%w) name("w/read") {T = f32} : (tensor<*x!tf_type.f32ref>) -> (tensor<f32>)
  %sum, %ctl_5 = AddV2(%read, %x) name("sum") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
  %loss, %ctl_6 = Square(%sum) name("loss") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  %stepped, %ctl_7 = ApplyGradientDescent(%w, %half, %sum) [%ctl_6] name("step") {T = f32} : (tensor<*x!tf_type.f32ref>, tensor<f32>, tensor<f32>) -> (tensor<*x!tf_type.f32ref>)
}

// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

/// What documents show and what was never legal is refused where it stands.

func @no_result(%arg0: i32) {
  %y = addi %arg0, %arg0 : i32
  // expected-error @+1 {{'func.return' op has 1 operands, but enclosing function (@no_result) returns 0}}
  return %y : i32
}

// -----

// expected-error @+1 {{expected valid '@'-identifier for symbol name, found 'some_function'}}
func some_function(%input : tensor<*xf32>) -> tensor<*xf32> {
  return %input : tensor<*xf32>
}

// -----

func @literal(%a: i32) {
  // expected-error @+1 {{expected SSA operand, found '-1'; a number is an operand as the result of a constant}}
  %dec_count = tf.Add %a, -1 : (i32, i32) -> i32
  return
}

// -----

func @fusion(%0: tensor<f32>) {
  // expected-error @+1 {{custom op 'xla.fusion' is unknown: it is the sketch of a talk and was never legal}}
  %2 = xla.fusion (%0 : tensor<f32>) : tensor<f32> {
    return %0 : tensor<f32>
  }
}

// -----

func @no_terminator() -> index {
  // expected-error @+1 {{block with no terminator}}
  affine.for %i0 = 0 to 10 {
  }
}

// -----

func @predicate(%a: index) {
  // expected-error @+1 {{found 'less'}}
  %less = cmpi "less", %a, %a : index
  return
}

// -----

func @if(%0: tensor<i1>, %1: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'tf.If' never had operands in parentheses or regions in its custom form}}
  %7 = tf.If(%0 : tensor<i1>, %1 : tensor<2xf32>) -> tensor<2xf32> {
    return %1 : tensor<2xf32>
  }
}

// -----

func @stand_ins(%feed: tensor<*xf32>) {
  tf_executor.graph {
    // expected-error @+1 {{custom op 'tf_executor.opA' is unknown: the name stands for any operation in a sketch and was never legal}}
    %0, %ctl0 = tf_executor.opA %feed, %feed : tensor<*xf32>
    tf_executor.fetch %0 : tensor<*xf32>
  }
}

// -----

func @loop(%count: i32) {
  tf_executor.graph {
    // expected-error @+1 {{custom op 'tf_executor.Enter' expected 'frame' and the name of the frame that is entered, found ':'}}
    %init, %ctl0 = tf_executor.Enter %count : i32
    tf_executor.fetch
  }
}

// -----

/// Two results are bound, and the type has one.

tfg.func @switch(%x: tensor<*xi1> {tfg.name = "x"}) -> (tensor<*xi1> {tfg.name = "y"}) {
  // expected-error @+1 {{operation defines 2 results but was provided 3 to bind}}
  %Switch:2, %ctl = tfg.Switch(%x, %x) name("cond/Switch") : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  tfg.return(%Switch#0)
}

// -----

/// The control token of an argument is there without being said.

// expected-error @+1 {{expected ')', found '%x.ctl'}}
tfg.func @shadows(%x: tensor<*xi1> {tfg.name = "x"} %x.ctl: !tfg.control) -> (tensor<*xi1> {tfg.name = "y"}) {
}

// -----

func @yield(%c: tensor<i1>, %x: tensor<2xf32>) {
  %0 = "tf.IfRegion"(%c) ({
    // expected-error @+1 {{expected '->' in function type, found end of line}}
    "tf.Yield"(%x) : (tensor<2xf32>)
  }, {
    "tf.Yield"(%x) : (tensor<2xf32>)
  }): (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

func @nothing_extracted(%arg0: !llvm<"{ float* }">) {
  // expected-error @+2 {{position out of bounds: 3}}
  %0 = llvm.extractvalue %arg0[3] : !llvm<"{ float* }">
  return
}

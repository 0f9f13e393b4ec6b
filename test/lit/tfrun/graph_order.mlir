// RUN: tf-run %s --device=interpreter --fetch=^init_v,^init_w --fetch=^train --input=x=f32=2 --fetch=v,w | filecheck %s

/// No edge says whether a product reads a variable before it is changed. TensorFlow's executor takes what has had its inputs for longest, which
/// is the product: w is 3 * 2, and v is 3 + 2^2, though what is asked for names the change first.
// CHECK: v=f32=7
// CHECK: w=f32=6
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<>} : () -> (tensor<*xf32>)
  %v, %c1 = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = ""} : () -> (tensor<*xf32>)
  %w, %c2 = VariableV2 name("w") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = ""} : () -> (tensor<*xf32>)
  %three, %c3 = Const name("three") {dtype = f32, value = dense<3.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %a, %init_v = Assign(%v, %three) name("init_v") {T = f32, use_locking = true, validate_shape = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b, %init_w = Assign(%w, %three) name("init_w") {T = f32, use_locking = true, validate_shape = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %read, %c4 = Identity(%v) name("read") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %product, %c5 = Mul(%read, %x) name("product") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %keep, %kept = Assign(%w, %product) name("keep") {T = f32, use_locking = true, validate_shape = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %square, %c6 = Square(%x) name("square") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %less, %c7 = Neg(%square) name("less") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %more, %c8 = Neg(%less) name("more") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %step, %stepped = AssignAdd(%v, %more) name("step") {T = f32, use_locking = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %train = NoOp [%stepped, %kept] name("train")
}

/// With an edge the change is first: w is (3 + 2^2) * 2.
// RUN: sed 's/Identity(%%v)/Identity(%%v) [%%stepped]/' %s | tf-run - --device=interpreter --fetch=^init_v,^init_w --fetch=^train --input=x=f32=2 --fetch=v,w | filecheck %s --check-prefix=EDGE
// EDGE: v=f32=7
// EDGE: w=f32=14

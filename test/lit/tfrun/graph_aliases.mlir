// RUN: tf-run %s --device=interpreter --fetch=^set --fetch=same,flat,copied,^add,late --input=x=2xf32=5,7 | filecheck %s
// RUN: tf-run %s --device=interpreter --fetch=^set --fetch=same,flat,copied,^other --input=x=2xf32=5,7 | filecheck %s --check-prefix=OTHER
// RUN: tf-run %s --device=interpreter --fetch=^set --fetch=^add --input=x=2xf32=5,7 --fetch=same | filecheck %s --check-prefix=AFTER

/// A variable of TensorFlow 1 is changed where it lies, and some kernels hand its memory on: what was read so before is seen changed, also
/// by who is fetched. What was computed of it is not. (TensorFlow 2.21's sessions give these numbers, with one thread and with more.)
// CHECK: same=2xf32=6 9
// CHECK-NEXT: flat=2x1xf32=[6][9]
// CHECK-NEXT: copied=2xf32=1 2
// CHECK-NEXT: late=2xf32=6 9
// CHECK-NOT: =

/// A value of another shape takes other memory.
// OTHER: same=2xf32=1 2
// OTHER-NEXT: flat=2x1xf32=[1][2]
// OTHER-NEXT: copied=2xf32=1 2

/// What is read behind the change, in a later step, is the value then.
// AFTER: same=2xf32=6 9
tfg.graph #tf_type.version<producer = 1087, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %c1 = VariableV2 name("v") {container = "", dtype = f32, shape = #tf_type.shape<*>, shared_name = ""} : () -> (tensor<*xf32>)
  %first, %c2 = Const name("first") {dtype = f32, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %zero, %c3 = Const name("zero") {dtype = f32, value = dense<0.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %shape, %c4 = Const name("shape") {dtype = i32, value = dense<[2, 1]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %three, %c5 = Const name("three") {dtype = f32, value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : () -> (tensor<*xf32>)
  %set, %c6 = Assign(%v, %first) name("set") {T = f32, use_locking = true, validate_shape = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %same, %c7 = Identity(%v) name("same") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %flat, %c8 = Reshape(%same, %shape) name("flat") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %copied, %c9 = AddV2(%v, %zero) name("copied") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %add, %c10 = AssignAdd(%v, %x) [%c7, %c8, %c9] name("add") {T = f32, use_locking = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %other, %c11 = Assign(%v, %three) [%c7, %c8, %c9] name("other") {T = f32, use_locking = true, validate_shape = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %late, %c12 = AddV2(%same, %zero) [%c10] name("late") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// RUN: tf-opt %s --split-input-file --allow-unregistered-dialect | filecheck %s

/// Functions, calls, branches and arithmetic without a prefix.
// CHECK: func.func @testFunction(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = call @thingToCall(%arg0) : (i32) -> i32
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1: // pred: ^bb0
// CHECK-NEXT: %1 = arith.addi %0, %0 : i32
// CHECK-NEXT: return %1 : i32
func @thingToCall(i32) -> i32
func @testFunction(%arg0: i32) -> i32 {
    %x = call @thingToCall(%arg0) : (i32) -> i32
    br ^bb1
^bb1:
    %y = addi %x, %x : i32
    return %y : i32
}

// -----

/// Blanks in the sizes of types.
// CHECK: func.func private @types(vector<4xf32>, vector<4x4xf16>, tensor<4x4xf32>, tensor<4x?x?x17x?xf32>, tensor<*xf32>, i57)
func @types(vector<4 x f32>, vector<4x4 x f16>, tensor<4x4 x f32>, tensor<4x?x?x17x? x f32>, tensor<* x f32>, i57)

// -----

/// Memory; a dimension that was an attribute stays one.
// CHECK: %0 = "std.dim"(%arg0) {index = 1 : index} : (tensor<1024x?xf32>) -> index
// CHECK-NEXT: %alloc = memref.alloc() : memref<1024x64xf32>
// CHECK-NEXT: %1 = memref.load %alloc[%arg1, %arg2] : memref<1024x64xf32>
// CHECK-NEXT: %2 = arith.cmpi slt, %arg1, %arg2 : index
func @memory(%t: tensor<1024x? x f32>, %a: index, %b: index) {
  %2 = dim %t, 1 : tensor<1024x? x f32>
  %x = alloc() : memref<1024x64 x f32>
  %y = load %x[%a, %b] : memref<1024x64 x f32>
  %less = cmpi "slt", %a, %b : index
  return
}

// -----

/// Attributes with colons.
// CHECK: %y, %batch_mean, %batch_variance, %reserve_space_1, %reserve_space_2 = "tf.FusedBatchNorm"(%arg0, %arg1, %arg1, %arg1, %arg1) <{data_format = "NHWC", epsilon = 1.000000e-03 : f64, is_training = false}>
// CHECK: "use"(%batch_variance, %reserve_space_2)
func @foo(%arg0: tensor<8x?x?x8xf32>, %arg1: tensor<8xf32>) {
    %0:5 = "tf.FusedBatchNorm"(%arg0, %arg1, %arg1, %arg1, %arg1)
        {data_format: "NHWC", epsilon: 0.001, is_training: false}
    : (tensor<8x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    -> (tensor<8x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  "use"(%0#2, %0#4) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}

// -----

/// Loops with constant bounds.
// CHECK: affine.for %arg0 = 0 to 100 step 2 {
// CHECK-NEXT: affine.for %arg1 = 0 to 3 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK: affine.for %arg0 = 0 to 10 {
// CHECK-NEXT: %0 = memref.load %alloc[%arg0] : memref<100xf32>
// CHECK-NEXT: memref.store %0, %alloc[%arg0] : memref<100xf32>
func @loop_nest_simplest() {
  affine.for %i = 0 to 100 step 2 {
    affine.for %j = 0 to 3 {
      %x = constant 1 : i32
    }
  }
  %0 = alloc() : memref<100xf32>
  affine.for %i0 = 0 to 10 {
    %1 = load %0[%i0] : memref<100xf32>
    store %1, %0[%i0] : memref<100xf32>
  }
  return
}

// -----

/// LLVM's dialect, whose types were strings: today's types and operations.
// CHECK: ^bb1: // pred: ^bb0
// CHECK-NEXT: %0 = llvm.mlir.constant(10 : i64) : i64
// CHECK-NEXT: %1 = llvm.mul %arg1, %0 : i64
// CHECK-NEXT: %2 = llvm.extractvalue %arg0[0] : !llvm.struct<(ptr)>
// CHECK-NEXT: %3 = llvm.getelementptr %2[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %arg2, %3 : f32, !llvm.ptr
func @lowered(%arg2: !llvm<"{ float* }">, %2: !llvm.i64, %8: !llvm.float) {
  br ^bb2
^bb2: // pred: ^bb1
  %9 = llvm.constant(10) : !llvm.i64
  %11 = llvm.mul %2, %9 : !llvm.i64
  %13 = llvm.extractvalue %arg2[0] : !llvm<"{ float* }">
  %14 = llvm.getelementptr %13[%11] :
    (!llvm<"float*">, !llvm.i64) -> !llvm<"float*">
  llvm.store %8, %14 : !llvm<"float*">
  return
}

// -----

/// TensorFlow's ops without quotes, a splat, and a string whose closing quote a word processor has turned.
// CHECK: %0 = "tf.Add"(%arg0, %arg0) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT: %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = "tf.Mul"(%arg0, %cst) : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
// CHECK-NEXT: %2 = "tf.If"(%0, %1) {cond = @cond_func, false_branch = @func_bar, true_branch = @func_foo}
func @some_function(%input : tensor<*xf32>) -> tensor<*xf32> {
  %added = tf.Add %input, %input : tensor<*xf32>
  %three = constant splat<tensor<f32>, 3.0>
  %mul = tf.Mul %input, %three : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  %value = "tf.If”(%added, %mul)
             {cond: @cond_func, true_branch: @func_foo, false_branch: @func_bar}
                 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>

  return %value : tensor<*xf32>
}

// -----

/// Operations that nobody declares, in generic form.
// CHECK-LABEL: func.func @unknown
// CHECK: %0 = "any_unknown_operation_here"(%arg0, %arg0) : (i32, i32) -> i32
// CHECK: %1 = "xla.AllToAll"(%arg1) {concat_dimension = 0 : i64, split_count = 2 : i64, split_dimension = 1 : i64} : (memref<300x200x32xf32>) -> memref<600x100x32xf32>
// CHECK: "tf.Conv2d"(%arg2, %arg2) {dilations = [2, 1, 1, 1], padding = "SAME", strides = [1, 1, 2, 1]}
func @unknown(%a: i32, %z: memref<300x200x32 x f32>, %t: tensor<*xf32>) {
  %x = "any_unknown_operation_here"(%a, %a) : (i32, i32) -> i32
  %m = "xla.AllToAll"(%z) {split_dimension: 1, concat_dimension: 0, split_count: 2} : (memref<300x200x32xf32>) -> memref<600x100x32xf32>
  %y = "tf.Conv2d"(%t, %t) {strides: [1,1,2,1], padding: "SAME", dilations: [2,1,1,1]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

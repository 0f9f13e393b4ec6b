// RUN: tf-opt %s --split-input-file --grappler-constfold | filecheck %s

/// Shapes, sizes and ranks that are known are constants; equal ones are one node.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]], %{{.*}} = Const name("x_shape")
// CHECK: RandomUniform(%[[S]]) name("x")
// CHECK: Const name("size") {dtype = i32, value = dense<12> : tensor<i32>}
// CHECK: Const name("rank") {dtype = i32, value = dense<2> : tensor<i32>}
// CHECK: Shape(%{{.*}}) name("unknown")
// CHECK-NOT: name("shape")
// CHECK: Fill(%[[S]], %{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %u, %ctl_2 = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %v, %ctl_3 = Placeholder name("v") {dtype = f32} : () -> (tensor<*xf32>)
  %size, %ctl_4 = Size(%x) name("size") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %rank, %ctl_5 = Rank(%x) name("rank") {T = f32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %random, %ctl_6 = Neg(%x) name("random") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %unknown, %ctl_7 = Shape(%u) name("unknown") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %shape, %ctl_8 = Shape(%x) name("shape") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %out, %ctl_9 = Fill(%shape, %v) name("out") {T = f32, index_type = i32} : (tensor<*xi32>, tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Of several shapes, those that are known; a ShapeN of which one result is read is a Shape.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: ShapeN
// CHECK: %[[S:.*]], %{{.*}} = Shape(%{{.*}}) name("n")
// CHECK: Neg(%[[S]]) name("out")
// CHECK: Const name("known") {dtype = i32, value = dense<[-3, -4]> : tensor<2xi32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %u, %ctl_2 = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %n:2, %ctl_3 = ShapeN(%u, %x) name("n") {N = 2 : i64, T = f32, out_type = i32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi32>, tensor<*xi32>)
  %out, %ctl_4 = Neg(%n#0) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %known, %ctl_5 = Neg(%n#1) name("known") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// The size of an array that does not grow.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("out") {dtype = i32, value = dense<7> : tensor<i32>}
// CHECK: TensorArraySizeV3(%{{.*}}, %{{.*}}) name("grows")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %n, %ctl = Const name("n") {dtype = i32, value = dense<7> : tensor<i32>} : () -> (tensor<i32>)
  %a:2, %ctl_1 = TensorArrayV3(%n) name("a") {clear_after_read = true, dtype = f32, dynamic_size = false, element_shape = #tf_type.shape<*>, identical_element_shapes = false, tensor_array_name = ""} : (tensor<i32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  %b:2, %ctl_2 = TensorArrayV3(%n) name("b") {clear_after_read = true, dtype = f32, dynamic_size = true, element_shape = #tf_type.shape<*>, identical_element_shapes = false, tensor_array_name = ""} : (tensor<i32>) -> (tensor<*x!tf_type.resource>, tensor<*xf32>)
  %out, %ctl_3 = TensorArraySizeV3(%a#0, %a#1) name("out") : (tensor<*x!tf_type.resource>, tensor<*xf32>) -> (tensor<*xi32>)
  %grows, %ctl_4 = TensorArraySizeV3(%b#0, %b#1) name("grows") : (tensor<*x!tf_type.resource>, tensor<*xf32>) -> (tensor<*xi32>)
}

// -----

/// The axes over which gradients of what was spread are summed.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("first") {dtype = i32, value = dense<> : tensor<0xi32>}
// CHECK: Const name("second") {dtype = i32, value = dense<0> : tensor<1xi32>}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %u, %ctl = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %y_shape, %ctl_1 = Const name("y_shape") {dtype = i32, value = dense<[3]> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %y, %ctl_2 = RandomUniform(%y_shape) name("y") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<1xi32>) -> (tensor<*xf32>)
  %z_shape, %ctl_3 = Const name("z_shape") {dtype = i32, value = dense<[4, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %z, %ctl_4 = RandomUniform(%z_shape) name("z") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %s, %ctl_5 = Shape(%y) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %t, %ctl_6 = Shape(%z) name("t") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %r:2, %ctl_7 = BroadcastGradientArgs(%t, %s) name("r") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %first, %ctl_8 = Identity(%r#0) name("first") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %second, %ctl_9 = Identity(%r#1) name("second") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// An unknown size against a known one may be 1: nothing is said.
// CHECK-LABEL: tfg.graph
// CHECK: BroadcastGradientArgs(%{{.*}}, %{{.*}}) name("r")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %u, %ctl = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %column, %ctl_1 = Const name("column") {dtype = i32, value = dense<[-1, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %fixed, %ctl_2 = Const name("fixed") {dtype = i32, value = dense<[4, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %v, %ctl_3 = Reshape(%u, %column) name("v") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %s, %ctl_4 = Shape(%v) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %r:2, %ctl_5 = BroadcastGradientArgs(%s, %fixed) name("r") {T = i32} : (tensor<*xi32>, tensor<2xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %first, %ctl_6 = Identity(%r#0) name("first") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// Where the sum gets its shape from elsewhere, it makes no difference whether an unknown leading size is 1.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Const name({{.*}}) {dtype = i32, value = dense<0> : tensor<1xi32>}
// CHECK: Sum(%{{.*}}, %[[A]]) name("sum")
// CHECK-NOT: BroadcastGradientArgs
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %u, %ctl = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %column, %ctl_1 = Const name("column") {dtype = i32, value = dense<[-1, 3]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %fixed, %ctl_2 = Const name("fixed") {dtype = i32, value = dense<3> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %v, %ctl_3 = Reshape(%u, %column) name("v") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %s, %ctl_4 = Shape(%v) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %r:2, %ctl_5 = BroadcastGradientArgs(%fixed, %s) name("r") {T = i32} : (tensor<1xi32>, tensor<*xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  %sum, %ctl_6 = Sum(%v, %r#0) name("sum") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %out, %ctl_7 = Reshape(%sum, %fixed) name("out") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<1xi32>) -> (tensor<*xf32>)
}

// -----

/// The axes of a reduction to a scalar must be all; of another, they stay as they are.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Const name("ConstantFolding/MaterializeReductionIndices_all") {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>}
// CHECK: Sum(%{{.*}}, %[[A]]) name("all")
// CHECK: Sum(%{{.*}}, %{{.*}}) name("some")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %a, %ctl_2 = Placeholder name("a") {dtype = i32} : () -> (tensor<*xi32>)
  %two, %ctl_3 = Const name("two") {dtype = i32, value = dense<2> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %both, %ctl_4 = Reshape(%a, %two) name("both") {T = i32, Tshape = i32} : (tensor<*xi32>, tensor<1xi32>) -> (tensor<*xi32>)
  %all, %ctl_5 = Sum(%x, %both) name("all") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<f32>)
  %some, %ctl_6 = Sum(%x, %a) name("some") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
}

// -----

/// So must they be where the result only gets the shape of one element; not where it gets another.
// CHECK-LABEL: tfg.graph
// CHECK: %[[A:.*]], %{{.*}} = Const name({{.*}}) {dtype = i32, value = dense<[0, 1]> : tensor<2xi32>}
// CHECK: %[[S:.*]], %{{.*}} = Sum(%{{.*}}, %[[A]]) name("one")
// CHECK: Reshape(%[[S]], %{{.*}}) name("out")
// CHECK: Sum(%{{.*}}, %{{.*}}) name("some")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x_shape, %ctl = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_1 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %a, %ctl_2 = Placeholder name("a") {dtype = i32} : () -> (tensor<*xi32>)
  %single, %ctl_3 = Const name("single") {dtype = i32, value = dense<1> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %any, %ctl_4 = Const name("any") {dtype = i32, value = dense<-1> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %one, %ctl_5 = Sum(%x, %a) name("one") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %out, %ctl_6 = Reshape(%one, %single) name("out") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %some, %ctl_7 = Sum(%x, %a) name("some") {T = f32, Tidx = i32, keep_dims = false} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %other, %ctl_8 = Reshape(%some, %any) name("other") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<1xi32>) -> (tensor<*xf32>)
}

// -----

/// What is one number all over is one number, also when it is large; but not larger than 10 MB.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("filled") {dtype = f32, value = dense<2.500000e+00> : tensor<1000x1000xf32>}
// CHECK: Const name("zeros") {dtype = f32, value = dense<0.000000e+00> : tensor<3x4xf32>}
// CHECK: OnesLike(%{{.*}}) name("unknown")
// CHECK: Fill(%{{.*}}, %{{.*}}) name("huge")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %dims, %ctl = Const name("dims") {dtype = i32, value = dense<1000> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %more, %ctl_1 = Const name("more") {dtype = i32, value = dense<2000> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %number, %ctl_2 = Const name("number") {dtype = f32, value = dense<2.5> : tensor<f32>} : () -> (tensor<f32>)
  %x_shape, %ctl_3 = Const name("x_shape") {dtype = i32, value = dense<[3, 4]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %x, %ctl_4 = RandomUniform(%x_shape) name("x") {T = i32, dtype = f32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<2xi32>) -> (tensor<*xf32>)
  %u, %ctl_5 = Placeholder name("u") {dtype = f32} : () -> (tensor<*xf32>)
  %filled, %ctl_6 = Fill(%dims, %number) name("filled") {T = f32, index_type = i32} : (tensor<2xi32>, tensor<f32>) -> (tensor<*xf32>)
  %zeros, %ctl_7 = ZerosLike(%x) name("zeros") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %unknown, %ctl_8 = OnesLike(%u) name("unknown") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %huge, %ctl_9 = Fill(%more, %number) name("huge") {T = f32, index_type = i32} : (tensor<2xi32>, tensor<f32>) -> (tensor<*xf32>)
}

// -----

/// What all sides of a branch are merged into is always there, so that a constant in its reader's place waits for nothing;
// CHECK-LABEL: tfg.graph
// CHECK: = Const name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)
  %s:2, %ctl_1 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<i1>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  %d, %ctl_2 = Abs(%s#0) name("d") {T = f32} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  %l, %ctl_3 = Neg(%s#1) name("l") {T = f32} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  %m:2, %ctl_4 = Merge(%d, %l) name("m") {N = 2 : i64, T = f32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)
  %o, %ctl_5 = Shape(%m#0) name("out") {T = f32, out_type = i32} : (tensor<2x3xf32>) -> (tensor<*xi32>)
}

// -----

/// of one side alone it may be dead, and the constant with it.
// CHECK-LABEL: tfg.graph
// CHECK: %{{.*}}, %[[D:.*]] = Identity(%{{.*}}#0)
// CHECK: = Const [%[[D]]] name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %p, %ctl_0 = Placeholder name("p") {dtype = i1} : () -> (tensor<i1>)
  %s:2, %ctl_1 = Switch(%x, %p) name("s") {T = f32} : (tensor<*xf32>, tensor<i1>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  %d, %ctl_2 = Abs(%s#0) name("d") {T = f32} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  %o, %ctl_5 = Shape(%d) name("out") {T = f32, out_type = i32} : (tensor<2x3xf32>) -> (tensor<*xi32>)
}

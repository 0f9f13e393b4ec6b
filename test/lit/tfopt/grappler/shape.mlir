// RUN: tf-opt %s --split-input-file --grappler-shape | filecheck %s

/// The product of a shape's sizes is the number of elements.
// CHECK-LABEL: tfg.graph
// CHECK-NOT: Shape(
// CHECK: Size(%{{.*}}) name("out") {T = f32, out_type = i32}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %axis, %ctl_1 = Const name("axis") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %s, %ctl_2 = Shape(%x) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %out, %ctl_3 = Prod(%s, %axis) name("out") {T = i32, Tidx = i32, keep_dims = false} : (tensor<*xi32>, tensor<1xi32>) -> (tensor<*xi32>)
}

// -----

/// A shape of its own remains where the product keeps its axis.
// CHECK-LABEL: tfg.graph
// CHECK: Prod(%{{.*}}, %{{.*}}) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %axis, %ctl_1 = Const name("axis") {dtype = i32, value = dense<0> : tensor<1xi32>} : () -> (tensor<1xi32>)
  %s, %ctl_2 = Shape(%x) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %out, %ctl_3 = Prod(%s, %axis) name("out") {T = i32, Tidx = i32, keep_dims = true} : (tensor<*xi32>, tensor<1xi32>) -> (tensor<*xi32>)
}

// -----

/// Sizes that are unknown cancel: 6 columns are 3 times 2.
// CHECK-LABEL: tfg.graph
// CHECK: Const name("out") {dtype = i32, value = dense<3> : tensor<i32>}
// CHECK: Div(%{{.*}}, %{{.*}}) name("unknown")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<*xf32>)
  %six, %ctl_2 = Const name("six") {dtype = i32, value = dense<[-1, 6]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %begin, %ctl_3 = Const name("begin") {dtype = i32, value = dense<0> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %two, %ctl_4 = Const name("two") {dtype = i32, value = dense<[-1, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %wide, %ctl_5 = Reshape(%x, %six) name("wide") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %narrow, %ctl_6 = Slice(%wide, %begin, %two) name("narrow") {T = f32, Index = i32} : (tensor<*xf32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xf32>)
  %of_wide, %ctl_7 = Size(%wide) name("of_wide") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %of_narrow, %ctl_8 = Size(%narrow) name("of_narrow") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %of_y, %ctl_9 = Size(%y) name("of_y") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %out, %ctl_10 = Div(%of_wide, %of_narrow) name("out") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %unknown, %ctl_11 = Div(%of_wide, %of_y) name("unknown") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
}

// -----

/// What is surely equal is computed once: the shape of what has another's shape.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]], %{{.*}} = Shape(%{{.*}}) name("s")
// CHECK-NOT: name("t")
// CHECK: Fill(%[[S]], %{{.*}}) name("out")
// CHECK: Fill(%[[S]], %{{.*}}) name("other")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %two, %ctl_1 = Const name("two") {dtype = i32, value = dense<[-1, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %one, %ctl_2 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %pairs, %ctl_3 = Reshape(%x, %two) name("pairs") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %s, %ctl_4 = Shape(%pairs) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %more, %ctl_5 = Exp(%pairs) name("more") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %t, %ctl_6 = Shape(%more) name("t") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %out, %ctl_7 = Fill(%s, %one) name("out") {T = f32, index_type = i32} : (tensor<*xi32>, tensor<f32>) -> (tensor<*xf32>)
  %other, %ctl_8 = Fill(%t, %one) name("other") {T = f32, index_type = i32} : (tensor<*xi32>, tensor<f32>) -> (tensor<*xf32>)
}

// -----

/// Shapes that need not be equal are computed each; so is one of another element type.
// CHECK-LABEL: tfg.graph
// CHECK: Shape(%{{.*}}) name("s")
// CHECK: Shape(%{{.*}}) name("t")
// CHECK: Shape(%{{.*}}) name("u")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<*xf32>)
  %two, %ctl_2 = Const name("two") {dtype = i32, value = dense<[-1, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %pairs, %ctl_3 = Reshape(%x, %two) name("pairs") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %others, %ctl_4 = Reshape(%y, %two) name("others") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %s, %ctl_5 = Shape(%pairs) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %t, %ctl_6 = Shape(%others) name("t") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %u, %ctl_7 = Shape(%pairs) name("u") {T = f32, out_type = i64} : (tensor<*xf32>) -> (tensor<*xi64>)
  %out, %ctl_8 = AddV2(%s, %t) name("out") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %long, %ctl_9 = Neg(%u) name("long") {T = i64} : (tensor<*xi64>) -> (tensor<*xi64>)
}

// -----

/// What nobody reads stands for nothing; what a fetch is named for stays.
// CHECK-LABEL: tfg.graph
// CHECK: %[[S:.*]], %{{.*}} = Shape(%{{.*}}) name("s")
// CHECK: Neg(%[[S]]) name("out")
// CHECK: Shape(%{{.*}}) name("fetched")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
  %y, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<*xf32>)
  %two, %ctl_2 = Const name("two") {dtype = i32, value = dense<[-1, 2]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %pairs, %ctl_3 = Reshape(%x, %two) name("pairs") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %others, %ctl_4 = Reshape(%y, %two) name("others") {T = f32, Tshape = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %first, %ctl_5 = Shape(%others) name("first") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %n:2, %ctl_6 = ShapeN(%others, %pairs) name("n") {N = 2 : i64, T = f32, out_type = i32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xi32>, tensor<*xi32>)
  %same, %ctl_7 = Exp(%pairs) name("same") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %s, %ctl_8 = Shape(%same) name("s") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
  %out, %ctl_9 = Neg(%s) name("out") {T = i32} : (tensor<*xi32>) -> (tensor<*xi32>)
  %sum, %ctl_10 = AddV2(%first, %n#0) name("sum") {T = i32} : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*xi32>)
  %more, %ctl_11 = Exp(%same) name("more") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  %fetched, %ctl_12 = Shape(%more) name("fetched") {T = f32, out_type = i32} : (tensor<*xf32>) -> (tensor<*xi32>)
}

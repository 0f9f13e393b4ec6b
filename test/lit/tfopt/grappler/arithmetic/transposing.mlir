// RUN: tf-opt %s --split-input-file --grappler-arithmetic='fetches=out trust-feed-shapes' | filecheck %s

/// RemoveIdentityTranspose: there and back is nothing.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Transpose(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3x4xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[1, 2, 0]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose, %ctl_1 = Transpose(%Placeholder, %Const) name("a") {T = f32, Tperm = i32} : (tensor<2x3x4xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("q") {dtype = i32, value = dense<[2, 0, 1]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose_4, %ctl_5 = Transpose(%Transpose, %Const_2) name("b") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_6 = Identity(%Transpose_4) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// So is the order that there is.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK-NOT: = Transpose(
// CHECK: Identity(%[[X]]) name("out")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3x4xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[0, 1, 2]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose, %ctl_1 = Transpose(%Placeholder, %Const) name("b") {T = f32, Tperm = i32} : (tensor<2x3x4xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_2 = Identity(%Transpose) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Two are one.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[P:.*]], %{{.*}} = Const
// CHECK-SAME: dense<[2, 1, 0]>
// CHECK: = Transpose(%[[X]], %[[P]]) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3x4xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[1, 2, 0]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose, %ctl_1 = Transpose(%Placeholder, %Const) name("a") {T = f32, Tperm = i32} : (tensor<2x3x4xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("q") {dtype = i32, value = dense<[1, 0, 2]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose_4, %ctl_5 = Transpose(%Transpose, %Const_2) name("b") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_6 = Identity(%Transpose_4) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// One that others read stays, and so does its reader.
// CHECK-LABEL: tfg.graph
// CHECK: = Transpose({{.*}}) name("a")
// CHECK: = Transpose({{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3x4xf32>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[1, 2, 0]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose, %ctl_1 = Transpose(%Placeholder, %Const) name("a") {T = f32, Tperm = i32} : (tensor<2x3x4xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %Const_2, %ctl_3 = Const name("q") {dtype = i32, value = dense<[1, 0, 2]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose_4, %ctl_5 = Transpose(%Transpose, %Const_2) name("b") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %IdentityN:2, %ctl_6 = IdentityN(%Transpose, %Transpose_4) name("out") {T = [f32, f32]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
}

// -----

/// Nothing is known of an order that is computed.
// CHECK-LABEL: tfg.graph
// CHECK: = Transpose(
// CHECK: = Transpose(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = i32} : () -> (tensor<2xi32>)
  %Transpose, %ctl_2 = Transpose(%Placeholder, %Placeholder_0) name("a") {T = f32, Tperm = i32} : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Transpose_3, %ctl_4 = Transpose(%Transpose, %Placeholder_0) name("b") {T = f32, Tperm = i32} : (tensor<*xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%Transpose_3) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// FoldConjugateIntoTranspose: both at once.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: ConjugateTranspose(%[[X]], %{{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = complex<f32>} : () -> (tensor<2x3xcomplex<f32>>)
  %Const, %ctl_0 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose, %ctl_1 = Transpose(%Placeholder, %Const) name("a") {T = complex<f32>, Tperm = i32} : (tensor<2x3xcomplex<f32>>, tensor<2xi32>) -> (tensor<*xcomplex<f32>>)
  %Conj, %ctl_2 = Conj(%Transpose) name("b") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Identity, %ctl_3 = Identity(%Conj) name("out") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
}

// -----

/// In the other order.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: ConjugateTranspose(%[[X]], %{{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = complex<f32>} : () -> (tensor<2x3xcomplex<f32>>)
  %Conj, %ctl_0 = Conj(%Placeholder) name("a") {T = complex<f32>} : (tensor<2x3xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Const, %ctl_1 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose, %ctl_2 = Transpose(%Conj, %Const) name("b") {T = complex<f32>, Tperm = i32} : (tensor<*xcomplex<f32>>, tensor<2xi32>) -> (tensor<*xcomplex<f32>>)
  %Identity, %ctl_3 = Identity(%Transpose) name("out") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
}

// -----

/// Two conjugations are none.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: = Transpose(%[[X]], %{{.*}}) name("b")
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = complex<f32>} : () -> (tensor<2x3xcomplex<f32>>)
  %Conj, %ctl_0 = Conj(%Placeholder) name("a") {T = complex<f32>} : (tensor<2x3xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Const, %ctl_1 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %ConjugateTranspose, %ctl_2 = ConjugateTranspose(%Conj, %Const) name("b") {T = complex<f32>, Tperm = i32} : (tensor<*xcomplex<f32>>, tensor<2xi32>) -> (tensor<*xcomplex<f32>>)
  %Identity, %ctl_3 = Identity(%ConjugateTranspose) name("out") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
}

// -----

/// FoldTransposeIntoMatMul: a product transposes by itself.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = Transpose(
// CHECK: = MatMul(%[[X]], %[[Y]]) name("r") {T = f32, grad_a = false, grad_b = false, transpose_a = true, transpose_b = true}
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<3x2xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<4x3xf32>)
  %Const, %ctl_2 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose, %ctl_3 = Transpose(%Placeholder, %Const) name("a") {T = f32, Tperm = i32} : (tensor<3x2xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %Const_4, %ctl_5 = Const name("q") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose_6, %ctl_7 = Transpose(%Placeholder_0, %Const_4) name("b") {T = f32, Tperm = i32} : (tensor<4x3xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %MatMul, %ctl_8 = MatMul(%Transpose, %Transpose_6) name("r") {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_9 = Identity(%MatMul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Twice is not at all.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = Transpose(
// CHECK: = MatMul(%[[X]], %[[Y]]) name("r")
// CHECK-SAME: transpose_a = false
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<3x4xf32>)
  %Const, %ctl_2 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %Transpose, %ctl_3 = Transpose(%Placeholder, %Const) name("a") {T = f32, Tperm = i32} : (tensor<2x3xf32>, tensor<2xi32>) -> (tensor<*xf32>)
  %MatMul, %ctl_4 = MatMul(%Transpose, %Placeholder_0) name("r") {T = f32, grad_a = false, grad_b = false, transpose_a = true, transpose_b = false} : (tensor<*xf32>, tensor<3x4xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%MatMul) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Of batches, the last two dimensions.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = Transpose(
// CHECK: = BatchMatMulV2(%[[X]], %[[Y]]) name("r")
// CHECK-SAME: adj_x = false, adj_y = true
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<5x2x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<5x4x3xf32>)
  %Const, %ctl_2 = Const name("q") {dtype = i32, value = dense<[0, 2, 1]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose, %ctl_3 = Transpose(%Placeholder_0, %Const) name("b") {T = f32, Tperm = i32} : (tensor<5x4x3xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %BatchMatMulV2, %ctl_4 = BatchMatMulV2(%Placeholder, %Transpose) name("r") {T = f32, adj_x = false, adj_y = false, grad_x = false, grad_y = false} : (tensor<5x2x3xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%BatchMatMulV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// Other dimensions stay.
// CHECK-LABEL: tfg.graph
// CHECK: = Transpose(
// CHECK: = BatchMatMulV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<2x5x3xf32>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = f32} : () -> (tensor<5x3x4xf32>)
  %Const, %ctl_2 = Const name("p") {dtype = i32, value = dense<[1, 0, 2]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose, %ctl_3 = Transpose(%Placeholder, %Const) name("a") {T = f32, Tperm = i32} : (tensor<2x5x3xf32>, tensor<3xi32>) -> (tensor<*xf32>)
  %BatchMatMulV2, %ctl_4 = BatchMatMulV2(%Transpose, %Placeholder_0) name("r") {T = f32, adj_x = false, adj_y = false, grad_x = false, grad_y = false} : (tensor<*xf32>, tensor<5x3x4xf32>) -> (tensor<*xf32>)
  %Identity, %ctl_5 = Identity(%BatchMatMulV2) name("out") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
}

// -----

/// A complex adjoint is what a product of batches does.
// CHECK-LABEL: tfg.graph
// CHECK: %[[X:.*]], %{{.*}} = Placeholder name("x")
// CHECK: %[[Y:.*]], %{{.*}} = Placeholder name("y")
// CHECK-NOT: = ConjugateTranspose(
// CHECK: = BatchMatMulV2(%[[X]], %[[Y]]) name("r")
// CHECK-SAME: adj_x = true
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = complex<f32>} : () -> (tensor<5x3x2xcomplex<f32>>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = complex<f32>} : () -> (tensor<5x3x4xcomplex<f32>>)
  %Const, %ctl_2 = Const name("p") {dtype = i32, value = dense<[0, 2, 1]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %ConjugateTranspose, %ctl_3 = ConjugateTranspose(%Placeholder, %Const) name("a") {T = complex<f32>, Tperm = i32} : (tensor<5x3x2xcomplex<f32>>, tensor<3xi32>) -> (tensor<*xcomplex<f32>>)
  %BatchMatMulV2, %ctl_4 = BatchMatMulV2(%ConjugateTranspose, %Placeholder_0) name("r") {T = complex<f32>, adj_x = false, adj_y = false, grad_x = false, grad_y = false} : (tensor<*xcomplex<f32>>, tensor<5x3x4xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Identity, %ctl_5 = Identity(%BatchMatMulV2) name("out") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
}

// -----

/// A complex transpose is not.
// CHECK-LABEL: tfg.graph
// CHECK: = Transpose(
// CHECK: = BatchMatMulV2(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = complex<f32>} : () -> (tensor<5x3x2xcomplex<f32>>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = complex<f32>} : () -> (tensor<5x3x4xcomplex<f32>>)
  %Const, %ctl_2 = Const name("p") {dtype = i32, value = dense<[0, 2, 1]> : tensor<3xi32>} : () -> (tensor<3xi32>)
  %Transpose, %ctl_3 = Transpose(%Placeholder, %Const) name("a") {T = complex<f32>, Tperm = i32} : (tensor<5x3x2xcomplex<f32>>, tensor<3xi32>) -> (tensor<*xcomplex<f32>>)
  %BatchMatMulV2, %ctl_4 = BatchMatMulV2(%Transpose, %Placeholder_0) name("r") {T = complex<f32>, adj_x = false, adj_y = false, grad_x = false, grad_y = false} : (tensor<*xcomplex<f32>>, tensor<5x3x4xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Identity, %ctl_5 = Identity(%BatchMatMulV2) name("out") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
}

// -----

/// A product of complex matrices only transposes.
// CHECK-LABEL: tfg.graph
// CHECK: = ConjugateTranspose(
// CHECK: = MatMul(
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {
  %Placeholder, %ctl = Placeholder name("x") {dtype = complex<f32>} : () -> (tensor<3x2xcomplex<f32>>)
  %Placeholder_0, %ctl_1 = Placeholder name("y") {dtype = complex<f32>} : () -> (tensor<3x4xcomplex<f32>>)
  %Const, %ctl_2 = Const name("p") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<2xi32>)
  %ConjugateTranspose, %ctl_3 = ConjugateTranspose(%Placeholder, %Const) name("a") {T = complex<f32>, Tperm = i32} : (tensor<3x2xcomplex<f32>>, tensor<2xi32>) -> (tensor<*xcomplex<f32>>)
  %MatMul, %ctl_4 = MatMul(%ConjugateTranspose, %Placeholder_0) name("r") {T = complex<f32>, grad_a = false, grad_b = false, transpose_a = false, transpose_b = false} : (tensor<*xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
  %Identity, %ctl_5 = Identity(%MatMul) name("out") {T = complex<f32>} : (tensor<*xcomplex<f32>>) -> (tensor<*xcomplex<f32>>)
}

// RUN: tf-opt %s --tfg-add-default-attrs | filecheck %s --check-prefix=ADDED
// RUN: tf-opt %s --tfg-strip-default-attrs | filecheck %s --check-prefix=STRIPPED

/// What an op's declaration says can be written down, or left to it; what differs from it stays.
// ADDED: MatMul(%{{.*}}, %{{.*}}) {T = f32, grad_a = false, grad_b = false, transpose_a = false, transpose_b = true}
// ADDED: Sum(%{{.*}}, %{{.*}}) {T = f32, Tidx = i32, keep_dims = false}
// ADDED: Placeholder {dtype = f32, shape = #tf_type.shape<*>}
// ADDED: Unheard {shape = 1 : i64}
// STRIPPED: MatMul(%{{.*}}, %{{.*}}) {T = f32, transpose_b = true}
// STRIPPED: Sum(%{{.*}}, %{{.*}}) {T = f32}
// STRIPPED: Placeholder {dtype = f32}
// STRIPPED: Unheard {shape = 1 : i64}
tfg.func @f(%x: tensor<*xf32> {tfg.name = "x"}, %i: tensor<*xi32> {tfg.name = "i"}) {
  %a, %c0 = MatMul(%x, %x) {T = f32, transpose_a = false, transpose_b = true} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %b, %c1 = Sum(%x, %i) {T = f32, Tidx = i32} : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>)
  %d, %c3 = Placeholder {dtype = f32} : () -> (tensor<*xf32>)
  %e, %c4 = Unheard {shape = 1 : i64} : () -> (tensor<*xf32>)
  return
}

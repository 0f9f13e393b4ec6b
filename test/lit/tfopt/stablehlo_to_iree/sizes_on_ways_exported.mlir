// RUN: not tf-opt %s --iree-identify-dispatch-regions=allow-host-ops=true 2>&1 | filecheck %s

/// A feed goes by the name that its export from JAX gives it.
// CHECK: error: static shapes are needed, but 'batch/x' is tensor<?x6xf32>; give them with --input-shapes=batch/x=Nx6 or --default-batch=1
func.func @main(%arg0: tensor<?x6xf32> {jax.arg_info = "batch['x']"}, %arg1: tensor<i1> {jax.arg_info = "flag"}) -> tensor<?x6xf32> {
  %d = tensor.extract %arg1[] : tensor<i1>
  cf.cond_br %d, ^left, ^end(%arg0 : tensor<?x6xf32>)
^left:
  %t = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
  cf.br ^end(%t : tensor<?x6xf32>)
^end(%z: tensor<?x6xf32>):
  return %z : tensor<?x6xf32>
}

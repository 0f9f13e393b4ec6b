// RUN: tf-opt %s --split-input-file --verify-diagnostics --scf-forall-to-for

func.func @tensors(%n: index, %t: tensor<8xf32>, %u: tensor<1xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{only fully bufferized scf.forall ops can be lowered to scf.for}}
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

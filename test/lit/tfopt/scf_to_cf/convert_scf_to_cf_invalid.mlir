// RUN: tf-opt --split-input-file --verify-diagnostics --convert-scf-to-cf %s

func.func @shared(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'scf.forall' op has results, which are tensors: they must be buffers before it becomes branches}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %x) -> (tensor<4xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @held(%n: index, %c: i1) {
  affine.for %i = 0 to %n {
    // expected-error @+1 {{'scf.if' op stands in a region of an operation that cannot branch}}
    scf.if %c {
      scf.yield
    }
  }
  return
}

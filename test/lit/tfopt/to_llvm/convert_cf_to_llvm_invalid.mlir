// RUN: tf-opt --convert-cf-to-llvm --split-input-file --verify-diagnostics %s

/// A block whose argument LLVM has no type for, told as upstream tells it.

func.func @tensor(%x: tensor<2xf32>, %i: index) -> tensor<2xf32> {
  // expected-error@+1 {{failed to legalize operation 'cf.br' that was explicitly marked illegal}}
  cf.br ^bb1(%x, %i : tensor<2xf32>, index)
^bb1(%y: tensor<2xf32>, %j: index):
  return %y : tensor<2xf32>
}

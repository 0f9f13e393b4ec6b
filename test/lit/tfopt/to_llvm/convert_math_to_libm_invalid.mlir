// RUN: tf-opt --convert-math-to-libm --split-input-file --verify-diagnostics %s

/// What C's library does not have, told as upstream tells it.

func.func @bits(%x: i32) -> i32 {
  // expected-error@+1 {{failed to legalize operation 'math.ctlz' that was explicitly marked illegal}}
  %0 = math.ctlz %x : i32
  return %0 : i32
}

// -----

func.func @tensor(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{failed to legalize operation 'math.sin' that was explicitly marked illegal}}
  %0 = math.sin %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

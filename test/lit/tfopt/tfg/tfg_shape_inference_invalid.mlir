// RUN: tf-opt %s --tfg-shape-inference --split-input-file --verify-diagnostics

/// A node that says less than its op needs.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  %x, %c = Placeholder name("x") {dtype = i32} : () -> (tensor<*xi32>)
  // expected-error @+1 {{'tfg.TensorListReserve' op has operands or attributes}}
  %l, %lc = TensorListReserve(%x, %x) name("l") : (tensor<*xi32>, tensor<*xi32>) -> (tensor<*x!tf_type.variant>)
}

// -----

/// A node that waits for itself.
tfg.graph #tf_type.version<producer = 42, min_consumer = 33> {
  // expected-error @+1 {{the graph has a cycle that no NextIteration closes: 'b' -> 'b'}}
  %b, %c1 = Relu(%b) name("b") : (tensor<*xf32>) -> (tensor<*xf32>)
}

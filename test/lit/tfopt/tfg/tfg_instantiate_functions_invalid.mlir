// RUN: tf-opt %s --tfg-instantiate-functions --split-input-file --verify-diagnostics

/// A type that neither the call nor the function says.
tfg.graph #tf_type.version<producer = 762, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  // expected-error @+1 {{calls @F without its attribute 'T'}}
  %y, %c1 = F(%x) name("y") : (tensor<*xf32>) -> (tensor<*xf32>)
}
tfg.func generic @F(%x: !tf_type.tensor {tfg.name = "x", tfg.type_attr = "T"}) -> (!tf_type.tensor {tfg.name = "y", tfg.type_attr = "T"})
 attributes {tfg.func_attrs = {T = {function_type = "type"}}} {
  return(%x) : !tf_type.tensor
}

// -----

/// Arguments that are lists.
tfg.graph #tf_type.version<producer = 762, min_consumer = 0> {
  %x, %c0 = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<*>} : () -> (tensor<*xf32>)
  %y, %c1 = F(%x) name("y") {N = 1 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
}
// expected-error @+1 {{@F has lists as arguments or results, which are not instantiated}}
tfg.func generic @F(%x: !tf_type.tensor {tfg.name = "x", tfg.number_attr = "N", tfg.type = f32}) -> (!tf_type.tensor {tfg.name = "y", tfg.type = f32})
 attributes {tfg.func_attrs = {N = {function_type = "int"}}} {
  return(%x) : !tf_type.tensor
}

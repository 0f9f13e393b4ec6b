// RUN: tf-opt %s --tfg-lower-func-to-graph --split-input-file --verify-diagnostics

// expected-error @+1 {{lifted graph func is missing version attribute}}
tfg.func @_mlir_lifted_graph(%x: tensor<f32> {tfg.lifted_value_attr = ["x", 0 : index], tfg.name = "x"}) {
  return
}

// -----

// expected-error @+1 {{result index out of bound: seeing index 1 from lifted_value_attr of arg #0, but op only has 2 results}}
tfg.func @f(%x: tensor<f32> {tfg.lifted_value_attr = ["x", 1 : index], tfg.name = "x"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 34, min_consumer = 5>} {
  %0, %ctl = Placeholder name("x") {dtype = f32} : () -> (tensor<f32>)
  return
}

// -----

// expected-error @+1 {{arg #0 is missing tfg.lifted_value_attr, can't be lowered}}
tfg.func @f(%x: tensor<f32>) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 34, min_consumer = 5>} {
  return
}

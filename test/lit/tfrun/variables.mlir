/// A program whose variables are arguments and results: each begins with its initial value, and what one call gives the next takes.
// RUN: tf-run %s --device=interpreter --entry=step --input=f32=2 --entry=step --input=f32=3 --entry=get | filecheck %s
// CHECK:      step: loss=f32=20
// CHECK-NEXT: step: w=f32=12
// CHECK-NEXT: step: loss=f32=36
// CHECK-NEXT: step: w=f32=15
// CHECK-NEXT: get: y=f32=15

/// So it is for dispatches.
// RUN: tf-opt %s --pipeline=vulkan | tf-run - --device=interpreter --entry=step --input=f32=2 --entry=step --input=f32=3 --entry=get | filecheck %s

/// A value that is given is taken instead, and is there in the next call.
// RUN: tf-run %s --device=interpreter --entry=get --input=w=f32=7 --entry=get | filecheck %s --check-prefix=GIVEN
// GIVEN:      get: y=f32=7
// GIVEN-NEXT: get: y=f32=7

/// A step's outputs, all in one file, are inputs of the next run: those that no input goes by are passed over.
// RUN: tf-run %s --device=interpreter --entry=step --input=f32=2 --output=@%t.npz
// RUN: tf-run %s --device=interpreter --entry=step --input=@%t.npz --input=x=f32=3 | filecheck %s --check-prefix=FED
// FED:      loss=f32=36
// FED-NEXT: w=f32=15
// RUN: tf-run %s --device=interpreter --entry=get --input=@%t.npz | filecheck %s --check-prefix=OTHER
// OTHER: y=f32=12

/// A name that is in none of the module's entries is still wrong, and so is an output's where it is given on its own.
// RUN: not tf-run %s --device=interpreter --entry=other --input=@%t.npz 2>&1 | filecheck %s --check-prefix=NONE
// NONE: error: no input is given for 'v': tensor<f32>
// RUN: not tf-run %s --device=interpreter --entry=get --input=loss=f32=1 2>&1 | filecheck %s --check-prefix=NAMED
// NAMED: error: there is no input 'loss' (f32=1); the feeds are 'w': tensor<f32>
// RUN: tf-run %S/session.mlir --device=interpreter --entry=reset --output=@%t.old.npz
// RUN: not tf-run %s --device=interpreter --entry=get --input=@%t.old.npz 2>&1 | filecheck %s --check-prefix=TYPO
// TYPO: error: there is no input 'old'

/// A variable without an initial value is given to the first call that reads it, or written by one before.
// RUN: tf-run %s --device=interpreter --entry=set --input=x=f32=4 --entry=other | filecheck %s --check-prefix=SET
// SET:      set: v=f32=4
// SET-NEXT: other: y=f32=4

/// What one entry leaves there has to be what the other takes.
// RUN: not tf-run %s --device=interpreter --entry=grow --input=x=f32=4 --entry=other 2>&1 | filecheck %s --check-prefix=GROWN
// GROWN: error: input 'v' must be tensor<f32>, but the variable by now is tensor<2xf32>

module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "w", type = tensor<f32>, value = dense<1.0e+01> : tensor<f32>}> : () -> ()
  func.func @step(%x: tensor<f32> {tf_saved_model.index_path = ["x"]}, %w: tensor<f32> {tf.aliasing_output = 1 : i64, tf.resource_name = "w", tf_saved_model.index_path = ["w"], tfir.initial_value = @w})
      -> (tensor<f32> {tf_saved_model.index_path = ["loss"]}, tensor<f32> {tf_saved_model.index_path = ["w"]}) attributes {tf_saved_model.exported_names = ["step"]} {
    %loss = stablehlo.multiply %x, %w : tensor<f32>
    %next = stablehlo.add %x, %w : tensor<f32>
    return %loss, %next : tensor<f32>, tensor<f32>
  }
  func.func @get(%w: tensor<f32> {tf.resource_name = "w", tf_saved_model.index_path = ["w"], tfir.initial_value = @w})
      -> (tensor<f32> {tf_saved_model.index_path = ["y"]}) attributes {tf_saved_model.exported_names = ["get"]} {
    return %w : tensor<f32>
  }
  func.func @set(%x: tensor<f32> {tf_saved_model.index_path = ["x"]})
      -> (tensor<f32> {tf.resource_name = "v", tf_saved_model.index_path = ["v"]}) attributes {tf_saved_model.exported_names = ["set"]} {
    return %x : tensor<f32>
  }
  func.func @other(%v: tensor<f32> {tf.resource_name = "v", tf_saved_model.index_path = ["v"]})
      -> (tensor<f32> {tf_saved_model.index_path = ["y"]}) attributes {tf_saved_model.exported_names = ["other"]} {
    return %v : tensor<f32>
  }
  func.func @grow(%x: tensor<f32> {tf_saved_model.index_path = ["x"]})
      -> (tensor<2xf32> {tf.resource_name = "v", tf_saved_model.index_path = ["v"]}) attributes {tf_saved_model.exported_names = ["grow"]} {
    %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

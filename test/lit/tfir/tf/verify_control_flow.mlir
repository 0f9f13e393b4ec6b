// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// What functions take and give is what the op takes and gives.
func.func @main(%p: tensor<i1>, %x: tensor<2xf32>) {
  %0 = "tf.If"(%p, %x) <{else_branch = @two, is_stateless = true, then_branch = @one}> : (tensor<i1>, tensor<2xf32>) -> tensor<?xf32>
  // expected-error @+1 {{'tf.If' op 'else_branch' result type tensor<2xf32> is incompatible with result type tensor<3xf32> at index 0}}
  %1 = "tf.If"(%p, %x) <{else_branch = @two, is_stateless = true, then_branch = @one}> : (tensor<i1>, tensor<2xf32>) -> tensor<3xf32>
  return
}
func.func private @one(tensor<2xf32>) -> tensor<*xf32>
func.func private @two(tensor<*xf32>) -> tensor<2xf32>

// -----

func.func @main(%p: tensor<i1>) {
  // expected-error @+1 {{'tf.If' op expects 'then_branch' (@absent) to point to a defined function}}
  "tf.If"(%p) <{else_branch = @main, is_stateless = true, then_branch = @absent}> : (tensor<i1>) -> ()
  return
}

// -----

func.func @main(%b: tensor<1xi32>) {
  // expected-error @+1 {{expects 'branch_index' to be a scalar, but got 'tensor<1xi32>'}}
  "tf.Case"(%b) <{branches = [@f], is_stateless = true}> : (tensor<1xi32>) -> ()
  return
}
func.func private @f()

// -----

func.func @main(%x: tensor<i32>) {
  %0 = "tf.While"(%x) <{body = @next, cond = @less, is_stateless = true}> : (tensor<i32>) -> tensor<i32>
  // expected-error @+1 {{'tf.While' op requires cond function to have exactly one result}}
  %1 = "tf.While"(%x) <{body = @next, cond = @none, is_stateless = true}> : (tensor<i32>) -> tensor<i32>
  return
}
func.func private @less(tensor<i32>) -> tensor<i1>
func.func private @none(tensor<i32>)
func.func private @next(tensor<i32>) -> tensor<i32>

// -----

/// A loop whose shapes change from turn to turn has shapes that fit all turns, unless it says so.
func.func @main(%x: tensor<1xi32>) {
  %0 = "tf.While"(%x) <{body = @longer, cond = @less, is_stateless = true, shape_invariant}> : (tensor<1xi32>) -> tensor<?xi32>
  // expected-error @+1 {{'tf.While' op input type tensor<1xi32> is incompatible with result type tensor<2xi32> at index 0}}
  %1 = "tf.While"(%x) <{body = @longer, cond = @less, is_stateless = true}> : (tensor<1xi32>) -> tensor<2xi32>
  return
}
func.func private @less(tensor<?xi32>) -> tensor<i1>
func.func private @longer(tensor<?xi32>) -> tensor<?xi32>

// -----

func.func @main(%x: tensor<i32>) {
  // expected-error @+1 {{argument count mismatch: 'args' has 1 arguments, but '@f' expects 2}}
  %0 = "tf.PartitionedCall"(%x) <{config = "", config_proto = "", executor_type = "", f = @f}> : (tensor<i32>) -> tensor<i32>
  return
}
func.func private @f(tensor<i32>, tensor<i32>) -> tensor<i32>

// -----

/// The same for regions.
func.func @main(%p: tensor<i1>, %x: tensor<i32>) {
  // expected-error @+1 {{'tf.IfRegion' op else result type tensor<i1> is incompatible with result type tensor<i32> at index 0}}
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<i32>) -> ()
  }, {
    "tf.Yield"(%p) : (tensor<i1>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  return
}

// -----

func.func @main(%p: tensor<i1>, %x: tensor<i32>) {
  // expected-error @+1 {{'tf.IfRegion' op expected 2 regions}}
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  return
}

// -----

func.func @main(%x: tensor<i32>) {
  // expected-error @+1 {{'tf.WhileRegion' op arguments on condition block aren't forwarded to yield}}
  %0 = "tf.WhileRegion"(%x) <{is_stateless = true}> ({
  ^bb0(%i: tensor<i32>):
    %p = "tf.Less"(%i, %x) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%p, %x) : (tensor<i1>, tensor<i32>) -> ()
  }, {
  ^bb0(%i: tensor<i32>):
    "tf.Yield"(%i) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @main(%x: tensor<i32>) {
  // expected-error @+1 {{'tf.Yield' op expects parent op to be one of 'tf.CaseRegion, tf.IfRegion, tf.WhileRegion, tf.GeneratorDatasetRegion'}}
  "tf.Yield"(%x) : (tensor<i32>) -> ()
}

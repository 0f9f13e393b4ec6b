/// Calls are made in the order of the command line, and what one writes the next reads.
// RUN: tf-run %s --device=interpreter --entry=count --input=i64=2 --entry=reset --entry=count --input=by=i64=5 | filecheck %s
// CHECK:      count: value=i64=5
// CHECK-NEXT: reset: old=i64=5
// CHECK-NEXT: count: value=i64=5

/// Each call has expectations of its own.
// RUN: tf-run %s --device=interpreter --entry=count --input=i64=2 --expected-output=value=i64=5 --entry=count --input=i64=1 --expected-output=value=i64=6 | filecheck %s --check-prefix=AGREE
// AGREE:      count: all 1 expected outputs agree
// AGREE-NEXT: count: all 1 expected outputs agree

// RUN: not tf-run %s --device=interpreter --entry=count --input=i64=2 --entry=count --input=i64=1 --expected-output=value=i64=7 2>&1 | filecheck %s --check-prefix=DIFFER
// DIFFER: tf-run: error: count: output 'value': 1 of 1 elements differ

/// One call takes flags wherever they stand; of several, each takes those behind it.
// RUN: tf-run %s --device=interpreter --input=i64=4 --entry=count | filecheck %s --check-prefix=ONE
// ONE: value=i64=7
// RUN: not tf-run %s --device=interpreter --input=i64=4 --entry=count --entry=reset 2>&1 | filecheck %s --check-prefix=BEFORE
// BEFORE: tf-run: error: --input=i64=4 stands before the first of several calls; it belongs behind its --entry or --fetch

// RUN: not tf-run %s --device=interpreter --entry=count --input=i64=1 --entry=reset --benchmark=3 2>&1 | filecheck %s --check-prefix=BENCHMARK
// BENCHMARK: tf-run: error: --benchmark repeats one call, not several

// RUN: not tf-run %s --device=interpreter --fetch=n 2>&1 | filecheck %s --check-prefix=FETCH
// FETCH: error: the module has no tfg.graph to fetch from; --entry=NAME runs a function

/// Where several functions could be meant, they are named as they are exported.
// RUN: not tf-run %s --device=interpreter 2>&1 | filecheck %s --check-prefix=WHICH
// WHICH: error: the module has several functions (count, reset); choose one with --entry

module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "n", type = tensor<i64>, value = dense<3> : tensor<i64>}> : () -> ()
  func.func @count(%arg0: tensor<i64> {tf_saved_model.index_path = ["by"]}, %arg1: tensor<!tf_type.resource<tensor<i64>>> {tf_saved_model.bound_input = @n})
      -> (tensor<i64> {tf_saved_model.index_path = ["value"]}) attributes {tf_saved_model.exported_names = ["count"]} {
    "tf.AssignAddVariableOp"(%arg1, %arg0) : (tensor<!tf_type.resource<tensor<i64>>>, tensor<i64>) -> ()
    %0 = "tf.ReadVariableOp"(%arg1) : (tensor<!tf_type.resource<tensor<i64>>>) -> tensor<i64>
    return %0 : tensor<i64>
  }
  func.func @reset(%arg0: tensor<!tf_type.resource<tensor<i64>>> {tf_saved_model.bound_input = @n})
      -> (tensor<i64> {tf_saved_model.index_path = ["old"]}) attributes {tf_saved_model.exported_names = ["reset"]} {
    %0 = "tf.ReadVariableOp"(%arg0) : (tensor<!tf_type.resource<tensor<i64>>>) -> tensor<i64>
    %cst = "tf.Const"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    "tf.AssignVariableOp"(%arg0, %cst) : (tensor<!tf_type.resource<tensor<i64>>>, tensor<i64>) -> ()
    return %0 : tensor<i64>
  }
}

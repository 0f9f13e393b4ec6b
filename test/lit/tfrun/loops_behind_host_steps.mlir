// The first loop makes a longer list in each trip, which the host does, with all that it carries. The second one starts from a list that comes out of
// it, of as many numbers as %k: its memory is the device's, to which what the host has made goes. Of k come (1 + 2) * k, times k twice.
// RUN: tf-opt %s --pipeline=vulkan -o %t.mlir 2>/dev/null
// RUN: filecheck %s < %t.mlir
// RUN: tf-run %t.mlir --device=interpreter --entry=behind_a_host_step --input=2xf32=1,2 --input=3xi32=1,2,3 --input=i32=2 --expected-output=6xf32=1,2,1,2,1,2 --expected-output=3xi32=3,24,81
// RUN: tf-run %t.mlir --device=interpreter --entry=behind_a_host_step --input=1xf32=1 --input=4xi32=1,2,3,4 --input=i32=0 --expected-output=1xf32=1 --expected-output=4xi32=1,2,3,4
// RUN: tf-run %t.mlir --device=interpreter --entry=from_an_argument --input=3xi32=1,2,3 --input=i32=2 --expected-output=3xi32=1,8,27
// CHECK-LABEL: func.func @behind_a_host_step
// CHECK: iree_ll_seq.static_dispatch {{.*}}_host_0
// CHECK: iree_ll_seq.upload
// CHECK-LABEL: func.func @from_an_argument
// CHECK-NOT: iree_ll_seq.upload
func.func @behind_a_host_step(%x: tensor<?xf32>, %k: tensor<?xi32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %g = %x, %p = %k) : tensor<i32>, tensor<?xf32>, tensor<?xi32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %longer = stablehlo.concatenate %g, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %q = stablehlo.add %p, %k : tensor<?xi32>
      stablehlo.return %j, %longer, %q : tensor<i32>, tensor<?xf32>, tensor<?xi32>
    }
  %s:2 = stablehlo.while(%i = %zero, %p = %r#2) : tensor<i32>, tensor<?xi32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %q = stablehlo.multiply %p, %k : tensor<?xi32>
      stablehlo.return %j, %q : tensor<i32>, tensor<?xi32>
    }
  return %r#1, %s#1 : tensor<?xf32>, tensor<?xi32>
}

// What the device has already is not brought to it.
func.func @from_an_argument(%k: tensor<?xi32>, %n: tensor<i32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %s:2 = stablehlo.while(%i = %zero, %p = %k) : tensor<i32>, tensor<?xi32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %q = stablehlo.multiply %p, %k : tensor<?xi32>
      stablehlo.return %j, %q : tensor<i32>, tensor<?xi32>
    }
  return %s#1 : tensor<?xi32>
}

// A sum of sizes has each of them once, with how often it comes, so that the size of what is joined with itself again and again stays short.
// RUN: tf-opt %s --iree-identify-dispatch-regions | filecheck %s
// RUN: tf-opt %s --iree-identify-dispatch-regions --iree-outline-dispatch-regions | filecheck %s --check-prefix=HOST
// RUN: tf-opt %s --pipeline=cpu | tf-run - --device=cpu --input=1xf32=1 --input=0xf32= --expected-output=4xf32=2,2,2,2
// RUN: tf-opt %s --pipeline=cpu | tf-run - --device=cpu --input=1xf32=1 --input=2xf32=2,4 --expected-output=10xf32=2,4,8,2,4,8,2,2,4,8

// CHECK: %[[X:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: %[[Y:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
// CHECK: %[[FOUR:.*]] = stablehlo.constant dense<4> : tensor<i32>
// CHECK: %[[XS:.*]] = stablehlo.multiply %[[X]], %[[FOUR]]
// CHECK: %[[THREE:.*]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK: %[[YS:.*]] = stablehlo.multiply %[[Y]], %[[THREE]]
// CHECK: stablehlo.add %[[XS]], %[[YS]]

// HOST: %[[XS:.*]] = arith.muli %dim, %c4 : index
// HOST-NEXT: %[[YS:.*]] = arith.muli %dim_0, %c3 : index
// HOST-NEXT: arith.addi %[[XS]], %[[YS]] : index
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %pair = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %pairs = stablehlo.concatenate %pair, %pair, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %more = stablehlo.concatenate %pairs, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %all = stablehlo.concatenate %more, %pair, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %twice = stablehlo.add %all, %all : tensor<?xf32>
  return %twice : tensor<?xf32>
}

// RUN: tf-opt %s --infer-shapes | filecheck %s
// RUN: tf-opt %s --infer-shapes | tf-run - --device=interpreter --entry=grows --input=3xf32=1,2,3 --input=i32=2 --expected-output=12xf32=1,2,3,1,2,3,1,2,3,1,2,3
// RUN: tf-opt %s --infer-shapes | tf-run - --device=interpreter --entry=exchanges --input=2xf32=1,2 --input=3xf32=3,4,5 --input=i32=3 --expected-output=3xf32=3,4,5 --expected-output=2xf32=1,2
// RUN: tf-opt %s --infer-shapes | tf-run - --device=interpreter --entry=nested --input=1xf32=7 --input=i32=2 --expected-output=4xf32=7,7,7,7

/// The first trip begins with three numbers, the next with six: the loop's values have no size, and what comes before it may.
// CHECK-LABEL: func.func @grows
// CHECK-SAME: -> tensor<?xf32>
// CHECK: ^bb0(%{{.*}}: tensor<?xf32>, %{{.*}}: tensor<i32>)
// CHECK: (tensor<3xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<i32>)
func.func @grows(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %begin = stablehlo.convert %x : (tensor<3xf32>) -> tensor<?xf32>
  %r:2 = stablehlo.while(%a = %begin, %i = %zero) : tensor<?xf32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      stablehlo.return %b, %j : tensor<?xf32>, tensor<i32>
    }
  return %r#0 : tensor<?xf32>
}

/// What each trip leaves as it was has the size that it began with.
// CHECK-LABEL: func.func @stays
// CHECK-SAME: -> tensor<3xf32>
// CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<3xf32>
func.func @stays(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %begin = stablehlo.convert %x : (tensor<3xf32>) -> tensor<?xf32>
  %r:2 = stablehlo.while(%a = %begin, %i = %zero) : tensor<?xf32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.add %a, %a : tensor<?xf32>
      stablehlo.return %b, %j : tensor<?xf32>, tensor<i32>
    }
  return %r#0 : tensor<?xf32>
}

/// Two values of different sizes that change places have no size.
// CHECK-LABEL: func.func @exchanges
// CHECK-SAME: -> (tensor<?xf32>, tensor<?xf32>)
func.func @exchanges(%x: tensor<2xf32>, %y: tensor<3xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %begin = stablehlo.convert %x : (tensor<2xf32>) -> tensor<?xf32>
  %other = stablehlo.convert %y : (tensor<3xf32>) -> tensor<?xf32>
  %r:3 = stablehlo.while(%a = %begin, %b = %other, %i = %zero) : tensor<?xf32>, tensor<?xf32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %b, %a, %j : tensor<?xf32>, tensor<?xf32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}

/// The loop inside of a loop grows what the outer one hands on.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: -> tensor<?xf32>
func.func @nested(%x: tensor<1xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %begin = stablehlo.convert %x : (tensor<1xf32>) -> tensor<?xf32>
  %r:2 = stablehlo.while(%a = %begin, %i = %zero) : tensor<?xf32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %inner:2 = stablehlo.while(%c = %a, %k = %zero) : tensor<?xf32>, tensor<i32>
        cond {
          %p = stablehlo.compare LT, %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %l = stablehlo.add %k, %one : tensor<i32>
          %d = stablehlo.concatenate %c, %c, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          stablehlo.return %d, %l : tensor<?xf32>, tensor<i32>
        }
      stablehlo.return %inner#0, %j : tensor<?xf32>, tensor<i32>
    }
  return %r#0 : tensor<?xf32>
}

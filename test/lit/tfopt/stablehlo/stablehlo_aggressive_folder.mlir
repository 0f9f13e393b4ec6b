// RUN: tf-opt --stablehlo-aggressive-folder=fold-op-element-limit=4 --split-input-file %s | filecheck %s
// RUN: tf-opt --stablehlo-aggressive-folder=optimize-float=false --split-input-file %s | filecheck %s --check-prefix=EXACT
// test/unit/tfopt/stablehlo/test_optimization.py runs these functions before and after.

// CHECK-LABEL: @integers
// CHECK-DAG: %[[SUM:.*]] = stablehlo.constant dense<[8, 1]>
// CHECK-DAG: %[[QUOTIENT:.*]] = stablehlo.constant dense<[-2, -1]>
// CHECK-DAG: %[[CLAMPED:.*]] = stablehlo.constant dense<[3, 2]>
// CHECK-DAG: %[[LESS:.*]] = stablehlo.constant dense<[false, true]>
// CHECK: return %[[SUM]], %[[QUOTIENT]], %[[CLAMPED]], %[[LESS]]
func.func @integers() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>) {
  %0 = stablehlo.constant dense<[5, -1]> : tensor<2xi32>
  %1 = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %2 = stablehlo.constant dense<[-2, 1]> : tensor<2xi32>
  %3 = stablehlo.add %0, %1 : tensor<2xi32>
  %4 = stablehlo.divide %0, %2 : tensor<2xi32>
  %5 = stablehlo.clamp %1, %0, %1 : tensor<2xi32>
  %6 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return %3, %4, %5, %6 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>
}

// CHECK-LABEL: @division_by_zero
// CHECK: stablehlo.divide
// CHECK: stablehlo.remainder
func.func @division_by_zero() -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = stablehlo.constant dense<[5, 0]> : tensor<2xi32>
  %1 = stablehlo.divide %0, %0 : tensor<2xi32>
  %2 = stablehlo.remainder %0, %0 : tensor<2xi32>
  return %1, %2 : tensor<2xi32>, tensor<2xi32>
}

// A signless integer that a comparison sees as unsigned.
// CHECK-LABEL: @unsigned_comparison
// CHECK: stablehlo.constant dense<[true, false]>
func.func @unsigned_comparison() -> tensor<2xi1> {
  %0 = stablehlo.constant dense<[-1, 1]> : tensor<2xi32>
  %1 = stablehlo.constant dense<2> : tensor<2xi32>
  %2 = stablehlo.compare GT, %0, %1, UNSIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return %2 : tensor<2xi1>
}

// CHECK-LABEL: @floats
// CHECK-DAG: %[[SUM:.*]] = stablehlo.constant dense<3.500000e+00>
// CHECK-DAG: %[[ROOT:.*]] = stablehlo.constant dense<1.500000e+00>
// CHECK: return %[[SUM]], %[[ROOT]]
// EXACT-LABEL: @floats
// EXACT: stablehlo.add
// EXACT-NEXT: return
func.func @floats() -> (tensor<8xf32>, tensor<f32>) {
  %0 = stablehlo.constant dense<1.25> : tensor<8xf32>
  %1 = stablehlo.constant dense<2.25> : tensor<8xf32>
  %2 = stablehlo.constant dense<2.25> : tensor<f32>
  %3 = stablehlo.add %0, %1 : tensor<8xf32>
  %4 = stablehlo.sqrt %2 : tensor<f32>
  return %3, %4 : tensor<8xf32>, tensor<f32>
}

// CHECK-LABEL: @not_numbers
// CHECK: stablehlo.log
// CHECK: stablehlo.rsqrt
// CHECK: stablehlo.sqrt
// CHECK: stablehlo.sign
func.func @not_numbers() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<-1.0> : tensor<f32>
  %2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %3 = stablehlo.log %0 : tensor<f32>
  %4 = stablehlo.rsqrt %0 : tensor<f32>
  %5 = stablehlo.sqrt %1 : tensor<f32>
  %6 = stablehlo.sign %2 : tensor<f32>
  return %3, %4, %5, %6 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// 2^31 - 128 is the last f32 that an i32 holds.
// CHECK-LABEL: @conversions
// CHECK-DAG: %[[LAST:.*]] = stablehlo.constant dense<2147483520> : tensor<i32>
// CHECK-DAG: %[[NARROW:.*]] = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
// CHECK: stablehlo.convert
// CHECK: stablehlo.convert
// CHECK: return %[[LAST]], %{{.*}}, %{{.*}}, %[[NARROW]]
func.func @conversions() -> (tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi8>) {
  %0 = stablehlo.constant dense<2147483520.0> : tensor<f32>
  %1 = stablehlo.constant dense<2147483648.0> : tensor<f32>
  %2 = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %3 = stablehlo.constant dense<[128, -129]> : tensor<2xi32>
  %4 = stablehlo.convert %0 : (tensor<f32>) -> tensor<i32>
  %5 = stablehlo.convert %1 : (tensor<f32>) -> tensor<i32>
  %6 = stablehlo.convert %2 : (tensor<2xf32>) -> tensor<2xi32>
  %7 = stablehlo.convert %3 : (tensor<2xi32>) -> tensor<2xi8>
  return %4, %5, %6, %7 : tensor<i32>, tensor<i32>, tensor<2xi32>, tensor<2xi8>
}

// CHECK-LABEL: @movements
// CHECK-DAG: %[[SPREAD:.*]] = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<8xcomplex<f32>>
// CHECK-DAG: %[[PART:.*]] = stablehlo.constant dense<3> : tensor<2xi32>
// CHECK-DAG: %[[TURNED:.*]] = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
// CHECK-DAG: %[[THREE:.*]] = stablehlo.constant dense<3> : tensor<6xi32>
// CHECK: %[[JOINED:.*]] = stablehlo.concatenate %[[THREE]], %arg1, dim = 0
// CHECK: return %[[SPREAD]], %[[PART]], %[[TURNED]], %[[JOINED]], %[[PART]]
func.func @movements(%i: tensor<i32>, %x: tensor<2xi32>) -> (tensor<8xcomplex<f32>>, tensor<2xi32>, tensor<2xi32>, tensor<8xi32>, tensor<2xi32>) {
  %0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %1 = stablehlo.constant dense<3> : tensor<3xi32>
  %2 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %3 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<complex<f32>>) -> tensor<8xcomplex<f32>>
  %4 = stablehlo.dynamic_slice %1, %i, sizes = [2] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  %5 = stablehlo.reverse %2, dims = [0] : tensor<2xi32>
  %6 = stablehlo.concatenate %1, %1, %x, dim = 0 : (tensor<3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<8xi32>
  %7 = stablehlo.slice %1 [0:3:2] : (tensor<3xi32>) -> tensor<2xi32>
  return %3, %4, %5, %6, %7 : tensor<8xcomplex<f32>>, tensor<2xi32>, tensor<2xi32>, tensor<8xi32>, tensor<2xi32>
}

// Five elements are more than four.
// CHECK-LABEL: @too_many
// CHECK: stablehlo.reverse
func.func @too_many() -> tensor<5xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<5xi32>
  return %1 : tensor<5xi32>
}

// CHECK-LABEL: @sizes
// CHECK-DAG: %[[SIZE:.*]] = stablehlo.constant dense<3>
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0>
// CHECK: return %[[SIZE]], %arg0, %[[ZERO]]
func.func @sizes(%x: tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>, tensor<1xi64>) {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<3xf32>) -> tensor<i32>
  %1 = stablehlo.set_dimension_size %x, %0, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<3xf32>
  %2 = stablehlo.iota dim = 0 : tensor<1xi64>
  return %0, %1, %2 : tensor<i32>, tensor<3xf32>, tensor<1xi64>
}

// An index that no branch has means the last one.
// CHECK-LABEL: @branches
// CHECK-NEXT: %[[SINE:.*]] = stablehlo.sine %arg0
// CHECK-NEXT: return %[[SINE]]
func.func @branches(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<-7> : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %2 = stablehlo.sine %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: @branches_with_effects
// CHECK: %[[CALL:.*]] = stablehlo.custom_call @second
// CHECK: "stablehlo.case"
// CHECK: stablehlo.custom_call @first
// CHECK: stablehlo.return %{{c.*}} : tensor<f32>
// CHECK: return %[[CALL]]
func.func @branches_with_effects(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %2 = stablehlo.custom_call @first(%x) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }, {
    %2 = stablehlo.custom_call @second(%x) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: @loop
// CHECK-NEXT: return %arg0
func.func @loop(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.while(%a = %x) : tensor<f32>
   cond {
    stablehlo.return %0 : tensor<i1>
  } do {
    %2 = stablehlo.sine %a : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %1 : tensor<f32>
}

// CHECK-LABEL: @reductions
// CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false> : tensor<3xi1>
// CHECK-DAG: %[[FIVE:.*]] = stablehlo.constant dense<5> : tensor<3xi32>
// CHECK: return %[[FALSE]], %[[FIVE]], %arg0
func.func @reductions(%x: tensor<2x3xi32>) -> (tensor<3xi1>, tensor<3xi32>, tensor<2x3xi32>) {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.constant dense<false> : tensor<2x3xi1>
  %2 = stablehlo.reduce(%1 init: %0) applies stablehlo.and across dimensions = [0] : (tensor<2x3xi1>, tensor<i1>) -> tensor<3xi1>
  %3 = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.constant dense<5> : tensor<i32>
  %5 = stablehlo.reduce(%x init: %3) across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    stablehlo.return %4 : tensor<i32>
  }
  %6 = stablehlo.reduce(%x init: %3) applies stablehlo.add across dimensions = [] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  return %2, %5, %6 : tensor<3xi1>, tensor<3xi32>, tensor<2x3xi32>
}

// The conjunction of no numbers is the initial value.
// CHECK-LABEL: @reduction_of_nothing
// CHECK: stablehlo.reduce
func.func @reduction_of_nothing() -> tensor<3xi1> {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.constant dense<false> : tensor<0x3xi1>
  %2 = stablehlo.reduce(%1 init: %0) applies stablehlo.and across dimensions = [0] : (tensor<0x3xi1>, tensor<i1>) -> tensor<3xi1>
  return %2 : tensor<3xi1>
}

// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

// CHECK-LABEL: func.func @integers
func.func @integers(%i: i32, %n: index, %c: i1, %t: tensor<4xi1>, %x: tensor<4xf32>) -> i32 {
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
  // GENERIC: "arith.addi"(%arg{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  %0 = arith.addi %i, %i : i32
  // CHECK-NEXT: %1 = arith.addi %arg0, %0 overflow<nsw> : i32
  %1 = arith.addi %i, %0 overflow<nsw> : i32
  // CHECK-NEXT: %2 = arith.cmpi slt, %arg0, %1 : i32
  // GENERIC: "arith.cmpi"({{.*}}) <{predicate = 2 : i64}> : (i32, i32) -> i1
  %2 = arith.cmpi slt, %i, %1 : i32
  // CHECK-NEXT: %3 = arith.select %2, %arg0, %1 : i32
  %3 = arith.select %2, %i, %1 : i32
  // CHECK-NEXT: %4 = arith.select %arg3, %arg4, %arg4 : tensor<4xi1>, tensor<4xf32>
  %4 = arith.select %t, %x, %x : tensor<4xi1>, tensor<4xf32>
  // CHECK-NEXT: %5 = arith.index_cast %arg0 : i32 to index
  %5 = arith.index_cast %i : i32 to index
  // CHECK-NEXT: %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
  %6, %7 = arith.addui_extended %i, %i : i32, i1
  // CHECK-NEXT: %6 = arith.shrsi %arg0, %arg0 exact : i32
  %8 = arith.shrsi %i, %i exact : i32
  // CHECK-NEXT: %7 = arith.extui %arg0 nneg : i32 to i64
  %9 = arith.extui %i nneg : i32 to i64
  // CHECK-NEXT: %8 = arith.trunci %arg0 overflow<nsw> : i32 to i8
  %10 = arith.trunci %i overflow<nsw> : i32 to i8
  return %3 : i32
}

// CHECK-LABEL: func.func @floats
func.func @floats(%f: f32, %x: tensor<4xf32>) {
  // CHECK-NEXT: %0 = arith.addf %arg0, %arg0 fastmath<fast> : f32
  %0 = arith.addf %f, %f fastmath<fast> : f32
  // CHECK-NEXT: %1 = arith.mulf %arg0, %0 fastmath<nnan,ninf> {a = 1 : i32} : f32
  %1 = arith.mulf %f, %0 fastmath<nnan,ninf> {a = 1 : i32} : f32
  // CHECK-NEXT: %2 = arith.cmpf oeq, %arg1, %arg1 : tensor<4xf32>
  // GENERIC: "arith.cmpf"({{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = arith.cmpf oeq, %x, %x : tensor<4xf32>
  // CHECK-NEXT: %3 = arith.extf %arg0 : f32 to f64
  // GENERIC: "arith.extf"({{[^<]*}}) : (f32) -> f64
  %3 = arith.extf %f : f32 to f64
  // CHECK-NEXT: %4 = math.exp %arg0 : f32
  %4 = math.exp %f : f32
  // CHECK-NEXT: %5 = math.atan2 %arg0, %4 fastmath<fast> : f32
  %5 = math.atan2 %f, %4 fastmath<fast> : f32
  return
}

// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
  %0 = arith.constant 1 : i32
  // CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
  %1 = arith.constant dense<1.0> : tensor<4xf32>
  // CHECK-NEXT: %true = arith.constant true
  %2 = arith.constant true
  // CHECK-NEXT: %c-3 = arith.constant -3 : index
  %3 = arith.constant -3 : index
  // CHECK-NEXT: %cst_0 = arith.constant 2.500000e+00 : f32
  %4 = arith.constant 2.5 : f32
  return
}

// RUN: tf-opt --allow-unregistered-dialect --convert-arith-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @whole(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b overflow<nsw> : i32
  %1 = arith.subi %b, %0 overflow<nsw, nuw> : i32
  %2 = arith.muli %1, %b : i32
  %3 = arith.shli %2, %b : i32
  %4 = arith.divsi %3, %b exact : i32
  %5 = arith.divui %4, %b : i32
  %6 = arith.remsi %5, %b : i32
  %7 = arith.remui %6, %b : i32
  %8 = arith.andi %7, %b : i32
  %9 = arith.ori %8, %b : i32
  %10 = arith.xori %9, %b {foo.bar} : i32
  %11 = arith.shrsi %10, %b : i32
  %12 = arith.shrui %11, %b : i32
  %13 = arith.maxsi %12, %b : i32
  %14 = arith.maxui %13, %b : i32
  %15 = arith.minsi %14, %b : i32
  %16 = arith.minui %15, %b : i32
  %17 = arith.cmpi ult, %16, %b : i32
  %18 = arith.select %17, %16, %b : i32
  return %18 : i32
}
func.func @floats(%a: f32, %b: f32) -> f16 {
  %0 = arith.addf %a, %b fastmath<nnan,contract> : f32
  %1 = arith.subf %0, %b : f32
  %2 = arith.mulf %1, %b fastmath<fast> : f32
  %3 = arith.divf %2, %b : f32
  %4 = arith.remf %3, %b : f32
  %5 = arith.negf %4 : f32
  %6 = arith.maximumf %5, %b : f32
  %7 = arith.minimumf %6, %b : f32
  %8 = arith.maxnumf %7, %b : f32
  %9 = arith.minnumf %8, %b : f32
  %10 = arith.cmpf une, %9, %b : f32
  %11 = arith.select %10, %9, %b : f32
  %12 = arith.truncf %11 : f32 to f16
  %13 = arith.truncf %11 to_nearest_away : f32 to f16
  %14 = arith.addf %12, %13 : f16
  return %14 : f16
}
func.func @casts(%a: i8, %f: f32) -> (i64, f64, i16, i1) {
  %0 = arith.extsi %a : i8 to i64
  %1 = arith.extui %a : i8 to i64
  %2 = arith.addi %0, %1 : i64
  %3 = arith.trunci %2 overflow<nuw> : i64 to i16
  %4 = arith.sitofp %a : i8 to f64
  %5 = arith.uitofp %a : i8 to f64
  %6 = arith.addf %4, %5 : f64
  %7 = arith.fptosi %f : f32 to i16
  %8 = arith.fptoui %f : f32 to i1
  %9 = arith.extf %f : f32 to f64
  %10 = arith.mulf %6, %9 : f64
  %11 = arith.addi %3, %7 : i16
  %12 = arith.bitcast %f : f32 to i32
  %13 = arith.bitcast %12 : i32 to i32
  "test.use"(%13) : (i32) -> ()
  return %2, %10, %11, %8 : i64, f64, i16, i1
}
func.func @indices(%a: index, %b: index, %c: i32, %d: i64) -> index {
  %0 = arith.addi %a, %b : index
  %1 = "test.op"(%0) : (index) -> index
  %2 = arith.muli %1, %0 : index
  %3 = arith.index_cast %c : i32 to index
  %4 = arith.index_castui %d : i64 to index
  %5 = arith.index_cast %a : index to i8
  %6 = arith.index_cast %a : index to i64
  "test.use"(%2, %3, %4, %5, %6) : (index, index, index, i8, i64) -> ()
  %7 = arith.constant 7 : index
  return %7 : index
}
func.func @divisions(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.ceildivui %a, %b : i32
  %2 = arith.floordivsi %a, %b : i32
  return %0, %1, %2 : i32, i32, i32
}
func.func @wide(%a: i32, %b: i32, %v: vector<2xi8>) -> (i32, i1, i32, i32, vector<2xi8>) {
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  %low, %high = arith.mulsi_extended %a, %b : i32
  %0, %1 = arith.mului_extended %v, %v : vector<2xi8>
  return %sum, %carry, %low, %high, %1 : i32, i1, i32, i32, vector<2xi8>
}
func.func @constants() -> (i1, f32, vector<2x2xindex>, f8E4M3FN) {
  %0 = arith.constant true
  %1 = arith.constant 1.5 : f32
  %2 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xindex>
  %3 = arith.constant 1.0 : f8E4M3FN
  return %0, %1, %2, %3 : i1, f32, vector<2x2xindex>, f8E4M3FN
}
func.func @rows(%c: i1, %m: vector<2x2xi1>, %a: vector<2x2xf32>, %b: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = arith.mulf %a, %b : vector<2x2xf32>
  %1 = arith.select %c, %0, %b : vector<2x2xf32>
  %2 = arith.select %m, %1, %a : vector<2x2xi1>, vector<2x2xf32>
  return %2 : vector<2x2xf32>
}
func.func @one(%a: vector<f32>, %b: vector<[4]xi32>) -> (vector<f32>, vector<[4]xi32>) {
  %0 = arith.negf %a : vector<f32>
  %1 = arith.addi %b, %b : vector<[4]xi32>
  return %0, %1 : vector<f32>, vector<[4]xi32>
}
func.func @tensors_stay(%a: tensor<4xi32>, %b: vector<[2]x4xi32>, %i: tensor<2xindex>) -> tensor<4xi32> {
  %0 = arith.addi %a, %a : tensor<4xi32>
  %1 = arith.addi %b, %b : vector<[2]x4xi32>
  %2 = arith.index_cast %i : tensor<2xindex> to tensor<2xi32>
  "test.use"(%1, %2) : (vector<[2]x4xi32>, tensor<2xi32>) -> ()
  %3 = arith.constant dense<3> : tensor<4xi32>
  %4 = arith.muli %0, %3 : tensor<4xi32>
  return %4 : tensor<4xi32>
}

// CHECK: module {
// CHECK: func.func @whole(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = llvm.add %arg0, %arg1 overflow<nsw> : i32
// CHECK-NEXT: %1 = llvm.sub %arg1, %0 overflow<nsw, nuw> : i32
// CHECK-NEXT: %2 = llvm.mul %1, %arg1 : i32
// CHECK-NEXT: %3 = llvm.shl %2, %arg1 : i32
// CHECK-NEXT: %4 = llvm.sdiv exact %3, %arg1 : i32
// CHECK-NEXT: %5 = llvm.udiv %4, %arg1 : i32
// CHECK-NEXT: %6 = llvm.srem %5, %arg1 : i32
// CHECK-NEXT: %7 = llvm.urem %6, %arg1 : i32
// CHECK-NEXT: %8 = llvm.and %7, %arg1 : i32
// CHECK-NEXT: %9 = llvm.or %8, %arg1 : i32
// CHECK-NEXT: %10 = llvm.xor %9, %arg1 {foo.bar} : i32
// CHECK-NEXT: %11 = llvm.ashr %10, %arg1 : i32
// CHECK-NEXT: %12 = llvm.lshr %11, %arg1 : i32
// CHECK-NEXT: %13 = llvm.intr.smax(%12, %arg1) : (i32, i32) -> i32
// CHECK-NEXT: %14 = llvm.intr.umax(%13, %arg1) : (i32, i32) -> i32
// CHECK-NEXT: %15 = llvm.intr.smin(%14, %arg1) : (i32, i32) -> i32
// CHECK-NEXT: %16 = llvm.intr.umin(%15, %arg1) : (i32, i32) -> i32
// CHECK-NEXT: %17 = llvm.icmp "ult" %16, %arg1 : i32
// CHECK-NEXT: %18 = llvm.select %17, %16, %arg1 : i1, i32
// CHECK-NEXT: return %18 : i32
// CHECK-NEXT: }
// CHECK: func.func @floats(%arg0: f32, %arg1: f32) -> f16 {
// CHECK-NEXT: %0 = llvm.fadd %arg0, %arg1 {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
// CHECK-NEXT: %1 = llvm.fsub %0, %arg1 : f32
// CHECK-NEXT: %2 = llvm.fmul %1, %arg1 {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK-NEXT: %3 = llvm.fdiv %2, %arg1 : f32
// CHECK-NEXT: %4 = llvm.frem %3, %arg1 : f32
// CHECK-NEXT: %5 = llvm.fneg %4 : f32
// CHECK-NEXT: %6 = llvm.intr.maximum(%5, %arg1) : (f32, f32) -> f32
// CHECK-NEXT: %7 = llvm.intr.minimum(%6, %arg1) : (f32, f32) -> f32
// CHECK-NEXT: %8 = llvm.intr.maxnum(%7, %arg1) : (f32, f32) -> f32
// CHECK-NEXT: %9 = llvm.intr.minnum(%8, %arg1) : (f32, f32) -> f32
// CHECK-NEXT: %10 = llvm.fcmp "une" %9, %arg1 : f32
// CHECK-NEXT: %11 = llvm.select %10, %9, %arg1 : i1, f32
// CHECK-NEXT: %12 = llvm.fptrunc %11 : f32 to f16
// CHECK-NEXT: %13 = llvm.intr.experimental.constrained.fptrunc %11 tonearestaway ignore : f32 to f16
// CHECK-NEXT: %14 = llvm.fadd %12, %13 : f16
// CHECK-NEXT: return %14 : f16
// CHECK-NEXT: }
// CHECK: func.func @casts(%arg0: i8, %arg1: f32) -> (i64, f64, i16, i1) {
// CHECK-NEXT: %0 = llvm.sext %arg0 : i8 to i64
// CHECK-NEXT: %1 = llvm.zext %arg0 : i8 to i64
// CHECK-NEXT: %2 = llvm.add %0, %1 : i64
// CHECK-NEXT: %3 = llvm.trunc %2 overflow<nuw> : i64 to i16
// CHECK-NEXT: %4 = llvm.sitofp %arg0 : i8 to f64
// CHECK-NEXT: %5 = llvm.uitofp %arg0 : i8 to f64
// CHECK-NEXT: %6 = llvm.fadd %4, %5 : f64
// CHECK-NEXT: %7 = llvm.fptosi %arg1 : f32 to i16
// CHECK-NEXT: %8 = llvm.fptoui %arg1 : f32 to i1
// CHECK-NEXT: %9 = llvm.fpext %arg1 : f32 to f64
// CHECK-NEXT: %10 = llvm.fmul %6, %9 : f64
// CHECK-NEXT: %11 = llvm.add %3, %7 : i16
// CHECK-NEXT: %12 = llvm.bitcast %arg1 : f32 to i32
// CHECK-NEXT: "test.use"(%12) : (i32) -> ()
// CHECK-NEXT: return %2, %10, %11, %8 : i64, f64, i16, i1
// CHECK-NEXT: }
// CHECK: func.func @indices(%arg0: index, %arg1: index, %arg2: i32, %arg3: i64) -> index {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg3 : i64 to index
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: %3 = llvm.add %2, %1 : i64
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %3 : i64 to index
// CHECK-NEXT: %5 = "test.op"(%4) : (index) -> index
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : index to i64
// CHECK-NEXT: %7 = llvm.mul %6, %3 : i64
// CHECK-NEXT: %8 = builtin.unrealized_conversion_cast %7 : i64 to index
// CHECK-NEXT: %9 = llvm.sext %arg2 : i32 to i64
// CHECK-NEXT: %10 = builtin.unrealized_conversion_cast %9 : i64 to index
// CHECK-NEXT: %11 = llvm.trunc %2 : i64 to i8
// CHECK-NEXT: "test.use"(%8, %10, %0, %11, %2) : (index, index, index, i8, i64) -> ()
// CHECK-NEXT: %12 = llvm.mlir.constant(7 : index) : i64
// CHECK-NEXT: %13 = builtin.unrealized_conversion_cast %12 : i64 to index
// CHECK-NEXT: return %13 : index
// CHECK-NEXT: }
// CHECK: func.func @divisions(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %0 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %1 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %2 = llvm.sdiv %arg0, %arg1 : i32
// CHECK-NEXT: %3 = llvm.mul %2, %arg1 : i32
// CHECK-NEXT: %4 = llvm.icmp "ne" %arg0, %3 : i32
// CHECK-NEXT: %5 = llvm.icmp "slt" %arg0, %0 : i32
// CHECK-NEXT: %6 = llvm.icmp "slt" %arg1, %0 : i32
// CHECK-NEXT: %7 = llvm.icmp "eq" %5, %6 : i1
// CHECK-NEXT: %8 = llvm.and %4, %7 : i1
// CHECK-NEXT: %9 = llvm.add %2, %1 : i32
// CHECK-NEXT: %10 = llvm.select %8, %9, %2 : i1, i32
// CHECK-NEXT: %11 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %12 = llvm.icmp "eq" %arg0, %11 : i32
// CHECK-NEXT: %13 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %14 = llvm.sub %arg0, %13 : i32
// CHECK-NEXT: %15 = llvm.udiv %14, %arg1 : i32
// CHECK-NEXT: %16 = llvm.add %15, %13 : i32
// CHECK-NEXT: %17 = llvm.select %12, %11, %16 : i1, i32
// CHECK-NEXT: %18 = llvm.sdiv %arg0, %arg1 : i32
// CHECK-NEXT: %19 = llvm.mul %18, %arg1 : i32
// CHECK-NEXT: %20 = llvm.icmp "ne" %arg0, %19 : i32
// CHECK-NEXT: %21 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %22 = llvm.icmp "slt" %arg0, %21 : i32
// CHECK-NEXT: %23 = llvm.icmp "slt" %arg1, %21 : i32
// CHECK-NEXT: %24 = llvm.icmp "ne" %22, %23 : i1
// CHECK-NEXT: %25 = llvm.and %20, %24 : i1
// CHECK-NEXT: %26 = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT: %27 = llvm.add %18, %26 : i32
// CHECK-NEXT: %28 = llvm.select %25, %27, %18 : i1, i32
// CHECK-NEXT: return %10, %17, %28 : i32, i32, i32
// CHECK-NEXT: }
// CHECK: func.func @wide(%arg0: i32, %arg1: i32, %arg2: vector<2xi8>) -> (i32, i1, i32, i32, vector<2xi8>) {
// CHECK-NEXT: %0 = "llvm.intr.uadd.with.overflow"(%arg0, %arg1) : (i32, i32) -> !llvm.struct<(i32, i1)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, i1)>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i1)>
// CHECK-NEXT: %3 = llvm.sext %arg0 : i32 to i64
// CHECK-NEXT: %4 = llvm.sext %arg1 : i32 to i64
// CHECK-NEXT: %5 = llvm.mul %3, %4 : i64
// CHECK-NEXT: %6 = llvm.trunc %5 : i64 to i32
// CHECK-NEXT: %7 = llvm.mlir.constant(32 : i64) : i64
// CHECK-NEXT: %8 = llvm.lshr %5, %7 : i64
// CHECK-NEXT: %9 = llvm.trunc %8 : i64 to i32
// CHECK-NEXT: %10 = llvm.zext %arg2 : vector<2xi8> to vector<2xi16>
// CHECK-NEXT: %11 = llvm.zext %arg2 : vector<2xi8> to vector<2xi16>
// CHECK-NEXT: %12 = llvm.mul %10, %11 : vector<2xi16>
// CHECK-NEXT: %13 = llvm.trunc %12 : vector<2xi16> to vector<2xi8>
// CHECK-NEXT: %14 = llvm.mlir.constant(dense<8> : vector<2xi16>) : vector<2xi16>
// CHECK-NEXT: %15 = llvm.lshr %12, %14 : vector<2xi16>
// CHECK-NEXT: %16 = llvm.trunc %15 : vector<2xi16> to vector<2xi8>
// CHECK-NEXT: return %1, %2, %6, %9, %16 : i32, i1, i32, i32, vector<2xi8>
// CHECK-NEXT: }
// CHECK: func.func @constants() -> (i1, f32, vector<2x2xindex>, f8E4M3FN) {
// CHECK-NEXT: %0 = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %1 = llvm.mlir.constant(1.500000e+00 : f32) : f32
// CHECK-NEXT: %2 = llvm.mlir.constant(dense<[[1, 2], [3, 4]]> : vector<2x2xindex>) : !llvm.array<2 x vector<2xi64>>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : !llvm.array<2 x vector<2xi64>> to vector<2x2xindex>
// CHECK-NEXT: %4 = llvm.mlir.constant(1.000000e+00 : f8E4M3FN) : i8
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : i8 to f8E4M3FN
// CHECK-NEXT: return %0, %1, %3, %5 : i1, f32, vector<2x2xindex>, f8E4M3FN
// CHECK-NEXT: }
// CHECK: func.func @rows(%arg0: i1, %arg1: vector<2x2xi1>, %arg2: vector<2x2xf32>, %arg3: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<2x2xi1> to !llvm.array<2 x vector<2xi1>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg3 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg2 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %3 = llvm.mlir.poison : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %4 = llvm.extractvalue %2[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %5 = llvm.extractvalue %1[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %6 = llvm.fmul %4, %5 : vector<2xf32>
// CHECK-NEXT: %7 = llvm.insertvalue %6, %3[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %8 = llvm.extractvalue %2[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %9 = llvm.extractvalue %1[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %10 = llvm.fmul %8, %9 : vector<2xf32>
// CHECK-NEXT: %11 = llvm.insertvalue %10, %7[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %12 = llvm.select %arg0, %11, %1 : i1, !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %13 = llvm.mlir.poison : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %14 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<2xi1>>
// CHECK-NEXT: %15 = llvm.extractvalue %12[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %16 = llvm.extractvalue %2[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %17 = llvm.select %14, %15, %16 : vector<2xi1>, vector<2xf32>
// CHECK-NEXT: %18 = llvm.insertvalue %17, %13[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %19 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xi1>>
// CHECK-NEXT: %20 = llvm.extractvalue %12[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %21 = llvm.extractvalue %2[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %22 = llvm.select %19, %20, %21 : vector<2xi1>, vector<2xf32>
// CHECK-NEXT: %23 = llvm.insertvalue %22, %18[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %24 = builtin.unrealized_conversion_cast %23 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: return %24 : vector<2x2xf32>
// CHECK-NEXT: }
// CHECK: func.func @one(%arg0: vector<f32>, %arg1: vector<[4]xi32>) -> (vector<f32>, vector<[4]xi32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %1 = llvm.fneg %0 : vector<1xf32>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %1 : vector<1xf32> to vector<f32>
// CHECK-NEXT: %3 = llvm.add %arg1, %arg1 : vector<[4]xi32>
// CHECK-NEXT: return %2, %3 : vector<f32>, vector<[4]xi32>
// CHECK-NEXT: }
// CHECK: func.func @tensors_stay(%arg0: tensor<4xi32>, %arg1: vector<[2]x4xi32>, %arg2: tensor<2xindex>) -> tensor<4xi32> {
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : tensor<4xi32>
// CHECK-NEXT: %1 = arith.addi %arg1, %arg1 : vector<[2]x4xi32>
// CHECK-NEXT: %2 = arith.index_cast %arg2 : tensor<2xindex> to tensor<2xi32>
// CHECK-NEXT: "test.use"(%1, %2) : (vector<[2]x4xi32>, tensor<2xi32>) -> ()
// CHECK-NEXT: %cst = arith.constant dense<3> : tensor<4xi32>
// CHECK-NEXT: %3 = arith.muli %0, %cst : tensor<4xi32>
// CHECK-NEXT: return %3 : tensor<4xi32>
// CHECK-NEXT: }

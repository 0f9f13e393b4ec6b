// RUN: tf-opt --arith-expand %s | filecheck --check-prefix=PLAIN %s
// RUN: tf-opt --arith-expand='include-bf16=true include-f8e8m0=true include-f4e2m1=true' %s | filecheck --check-prefix=NARROW %s

func.func @whole(%a: i16, %b: i16) -> (i16, i16, i16, i16, i16) {
  %0 = arith.ceildivsi %a, %b : i16
  %1 = arith.ceildivui %a, %b : i16
  %2 = arith.floordivsi %a, %b : i16
  %3 = arith.maxui %a, %b : i16
  %4 = arith.minsi %a, %b : i16
  return %0, %1, %2, %3, %4 : i16, i16, i16, i16, i16
}
func.func @floats(%a: vector<2xf64>, %b: vector<2xf64>) -> (vector<2xf64>, vector<2xf64>) {
  %0 = arith.maximumf %a, %b : vector<2xf64>
  %1 = arith.minnumf %a, %b : vector<2xf64>
  return %0, %1 : vector<2xf64>, vector<2xf64>
}
func.func @narrow(%a: f32, %b: bf16, %c: f8E8M0FNU, %d: f4E2M1FN) -> (bf16, f32, f64, f16, f8E8M0FNU, f4E2M1FN) {
  %0 = arith.truncf %a : f32 to bf16
  %1 = arith.extf %b : bf16 to f32
  %2 = arith.extf %c : f8E8M0FNU to f64
  %3 = arith.extf %d : f4E2M1FN to f16
  %4 = arith.truncf %a : f32 to f8E8M0FNU
  %5 = arith.truncf %a : f32 to f4E2M1FN
  return %0, %1, %2, %3, %4, %5 : bf16, f32, f64, f16, f8E8M0FNU, f4E2M1FN
}
func.func @scaled(%a: vector<2xf4E2M1FN>, %s: vector<2xf32>) -> vector<2xf32> {
  %0 = arith.scaling_extf %a, %s : vector<2xf4E2M1FN>, vector<2xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}

// PLAIN: func.func @whole(%arg0: i16, %arg1: i16) -> (i16, i16, i16, i16, i16) {
// PLAIN-NEXT: %c0_i16 = arith.constant 0 : i16
// PLAIN-NEXT: %c1_i16 = arith.constant 1 : i16
// PLAIN-NEXT: %0 = arith.divsi %arg0, %arg1 : i16
// PLAIN-NEXT: %1 = arith.muli %0, %arg1 : i16
// PLAIN-NEXT: %2 = arith.cmpi ne, %arg0, %1 : i16
// PLAIN-NEXT: %3 = arith.cmpi slt, %arg0, %c0_i16 : i16
// PLAIN-NEXT: %4 = arith.cmpi slt, %arg1, %c0_i16 : i16
// PLAIN-NEXT: %5 = arith.cmpi eq, %3, %4 : i1
// PLAIN-NEXT: %6 = arith.andi %2, %5 : i1
// PLAIN-NEXT: %7 = arith.addi %0, %c1_i16 : i16
// PLAIN-NEXT: %8 = arith.select %6, %7, %0 : i16
// PLAIN-NEXT: %c0_i16_0 = arith.constant 0 : i16
// PLAIN-NEXT: %9 = arith.cmpi eq, %arg0, %c0_i16_0 : i16
// PLAIN-NEXT: %c1_i16_1 = arith.constant 1 : i16
// PLAIN-NEXT: %10 = arith.subi %arg0, %c1_i16_1 : i16
// PLAIN-NEXT: %11 = arith.divui %10, %arg1 : i16
// PLAIN-NEXT: %12 = arith.addi %11, %c1_i16_1 : i16
// PLAIN-NEXT: %13 = arith.select %9, %c0_i16_0, %12 : i16
// PLAIN-NEXT: %14 = arith.divsi %arg0, %arg1 : i16
// PLAIN-NEXT: %15 = arith.muli %14, %arg1 : i16
// PLAIN-NEXT: %16 = arith.cmpi ne, %arg0, %15 : i16
// PLAIN-NEXT: %c0_i16_2 = arith.constant 0 : i16
// PLAIN-NEXT: %17 = arith.cmpi slt, %arg0, %c0_i16_2 : i16
// PLAIN-NEXT: %18 = arith.cmpi slt, %arg1, %c0_i16_2 : i16
// PLAIN-NEXT: %19 = arith.cmpi ne, %17, %18 : i1
// PLAIN-NEXT: %20 = arith.andi %16, %19 : i1
// PLAIN-NEXT: %c-1_i16 = arith.constant -1 : i16
// PLAIN-NEXT: %21 = arith.addi %14, %c-1_i16 : i16
// PLAIN-NEXT: %22 = arith.select %20, %21, %14 : i16
// PLAIN-NEXT: %23 = arith.cmpi ugt, %arg0, %arg1 : i16
// PLAIN-NEXT: %24 = arith.select %23, %arg0, %arg1 : i16
// PLAIN-NEXT: %25 = arith.cmpi slt, %arg0, %arg1 : i16
// PLAIN-NEXT: %26 = arith.select %25, %arg0, %arg1 : i16
// PLAIN-NEXT: return %8, %13, %22, %24, %26 : i16, i16, i16, i16, i16
// PLAIN: func.func @floats(%arg0: vector<2xf64>, %arg1: vector<2xf64>) -> (vector<2xf64>, vector<2xf64>) {
// PLAIN-NEXT: %0 = arith.cmpf ugt, %arg0, %arg1 : vector<2xf64>
// PLAIN-NEXT: %1 = arith.select %0, %arg0, %arg1 : vector<2xi1>, vector<2xf64>
// PLAIN-NEXT: %2 = arith.cmpf uno, %arg1, %arg1 : vector<2xf64>
// PLAIN-NEXT: %3 = arith.select %2, %arg1, %1 : vector<2xi1>, vector<2xf64>
// PLAIN-NEXT: %4 = arith.cmpf ult, %arg0, %arg1 : vector<2xf64>
// PLAIN-NEXT: %5 = arith.select %4, %arg0, %arg1 : vector<2xi1>, vector<2xf64>
// PLAIN-NEXT: %6 = arith.cmpf uno, %arg0, %arg0 : vector<2xf64>
// PLAIN-NEXT: %7 = arith.select %6, %arg1, %5 : vector<2xi1>, vector<2xf64>
// PLAIN-NEXT: return %3, %7 : vector<2xf64>, vector<2xf64>
// PLAIN: func.func @narrow(%arg0: f32, %arg1: bf16, %arg2: f8E8M0FNU, %arg3: f4E2M1FN) -> (bf16, f32, f64, f16, f8E8M0FNU, f4E2M1FN) {
// PLAIN-NEXT: %0 = arith.truncf %arg0 : f32 to bf16
// PLAIN-NEXT: %1 = arith.extf %arg1 : bf16 to f32
// PLAIN-NEXT: %2 = arith.extf %arg2 : f8E8M0FNU to f64
// PLAIN-NEXT: %3 = arith.extf %arg3 : f4E2M1FN to f16
// PLAIN-NEXT: %4 = arith.truncf %arg0 : f32 to f8E8M0FNU
// PLAIN-NEXT: %5 = arith.truncf %arg0 : f32 to f4E2M1FN
// PLAIN-NEXT: return %0, %1, %2, %3, %4, %5 : bf16, f32, f64, f16, f8E8M0FNU, f4E2M1FN
// PLAIN: func.func @scaled(%arg0: vector<2xf4E2M1FN>, %arg1: vector<2xf32>) -> vector<2xf32> {
// PLAIN-NEXT: %0 = arith.truncf %arg1 : vector<2xf32> to vector<2xf8E8M0FNU>
// PLAIN-NEXT: %1 = arith.extf %0 : vector<2xf8E8M0FNU> to vector<2xf32>
// PLAIN-NEXT: %2 = arith.extf %arg0 : vector<2xf4E2M1FN> to vector<2xf32>
// PLAIN-NEXT: %3 = arith.mulf %2, %1 : vector<2xf32>
// PLAIN-NEXT: return %3 : vector<2xf32>

// NARROW: func.func @whole(%arg0: i16, %arg1: i16) -> (i16, i16, i16, i16, i16) {
// NARROW-NEXT: %c0_i16 = arith.constant 0 : i16
// NARROW-NEXT: %c1_i16 = arith.constant 1 : i16
// NARROW-NEXT: %0 = arith.divsi %arg0, %arg1 : i16
// NARROW-NEXT: %1 = arith.muli %0, %arg1 : i16
// NARROW-NEXT: %2 = arith.cmpi ne, %arg0, %1 : i16
// NARROW-NEXT: %3 = arith.cmpi slt, %arg0, %c0_i16 : i16
// NARROW-NEXT: %4 = arith.cmpi slt, %arg1, %c0_i16 : i16
// NARROW-NEXT: %5 = arith.cmpi eq, %3, %4 : i1
// NARROW-NEXT: %6 = arith.andi %2, %5 : i1
// NARROW-NEXT: %7 = arith.addi %0, %c1_i16 : i16
// NARROW-NEXT: %8 = arith.select %6, %7, %0 : i16
// NARROW-NEXT: %c0_i16_0 = arith.constant 0 : i16
// NARROW-NEXT: %9 = arith.cmpi eq, %arg0, %c0_i16_0 : i16
// NARROW-NEXT: %c1_i16_1 = arith.constant 1 : i16
// NARROW-NEXT: %10 = arith.subi %arg0, %c1_i16_1 : i16
// NARROW-NEXT: %11 = arith.divui %10, %arg1 : i16
// NARROW-NEXT: %12 = arith.addi %11, %c1_i16_1 : i16
// NARROW-NEXT: %13 = arith.select %9, %c0_i16_0, %12 : i16
// NARROW-NEXT: %14 = arith.divsi %arg0, %arg1 : i16
// NARROW-NEXT: %15 = arith.muli %14, %arg1 : i16
// NARROW-NEXT: %16 = arith.cmpi ne, %arg0, %15 : i16
// NARROW-NEXT: %c0_i16_2 = arith.constant 0 : i16
// NARROW-NEXT: %17 = arith.cmpi slt, %arg0, %c0_i16_2 : i16
// NARROW-NEXT: %18 = arith.cmpi slt, %arg1, %c0_i16_2 : i16
// NARROW-NEXT: %19 = arith.cmpi ne, %17, %18 : i1
// NARROW-NEXT: %20 = arith.andi %16, %19 : i1
// NARROW-NEXT: %c-1_i16 = arith.constant -1 : i16
// NARROW-NEXT: %21 = arith.addi %14, %c-1_i16 : i16
// NARROW-NEXT: %22 = arith.select %20, %21, %14 : i16
// NARROW-NEXT: %23 = arith.cmpi ugt, %arg0, %arg1 : i16
// NARROW-NEXT: %24 = arith.select %23, %arg0, %arg1 : i16
// NARROW-NEXT: %25 = arith.cmpi slt, %arg0, %arg1 : i16
// NARROW-NEXT: %26 = arith.select %25, %arg0, %arg1 : i16
// NARROW-NEXT: return %8, %13, %22, %24, %26 : i16, i16, i16, i16, i16
// NARROW: func.func @floats(%arg0: vector<2xf64>, %arg1: vector<2xf64>) -> (vector<2xf64>, vector<2xf64>) {
// NARROW-NEXT: %0 = arith.cmpf ugt, %arg0, %arg1 : vector<2xf64>
// NARROW-NEXT: %1 = arith.select %0, %arg0, %arg1 : vector<2xi1>, vector<2xf64>
// NARROW-NEXT: %2 = arith.cmpf uno, %arg1, %arg1 : vector<2xf64>
// NARROW-NEXT: %3 = arith.select %2, %arg1, %1 : vector<2xi1>, vector<2xf64>
// NARROW-NEXT: %4 = arith.cmpf ult, %arg0, %arg1 : vector<2xf64>
// NARROW-NEXT: %5 = arith.select %4, %arg0, %arg1 : vector<2xi1>, vector<2xf64>
// NARROW-NEXT: %6 = arith.cmpf uno, %arg0, %arg0 : vector<2xf64>
// NARROW-NEXT: %7 = arith.select %6, %arg1, %5 : vector<2xi1>, vector<2xf64>
// NARROW-NEXT: return %3, %7 : vector<2xf64>, vector<2xf64>
// NARROW: func.func @narrow(%arg0: f32, %arg1: bf16, %arg2: f8E8M0FNU, %arg3: f4E2M1FN) -> (bf16, f32, f64, f16, f8E8M0FNU, f4E2M1FN) {
// NARROW-NEXT: %0 = arith.cmpf une, %arg0, %arg0 : f32
// NARROW-NEXT: %c32767_i32 = arith.constant 32767 : i32
// NARROW-NEXT: %c32704_i16 = arith.constant 32704 : i16
// NARROW-NEXT: %c16_i32 = arith.constant 16 : i32
// NARROW-NEXT: %c1_i32 = arith.constant 1 : i32
// NARROW-NEXT: %1 = arith.bitcast %arg0 : f32 to i32
// NARROW-NEXT: %2 = arith.shrui %1, %c16_i32 : i32
// NARROW-NEXT: %3 = arith.andi %2, %c1_i32 : i32
// NARROW-NEXT: %4 = arith.addi %3, %c32767_i32 : i32
// NARROW-NEXT: %5 = arith.addi %1, %4 : i32
// NARROW-NEXT: %6 = arith.shrui %5, %c16_i32 : i32
// NARROW-NEXT: %7 = arith.trunci %6 : i32 to i16
// NARROW-NEXT: %8 = arith.select %0, %c32704_i16, %7 : i16
// NARROW-NEXT: %9 = arith.bitcast %8 : i16 to bf16
// NARROW-NEXT: %10 = arith.bitcast %arg1 : bf16 to i16
// NARROW-NEXT: %11 = arith.extui %10 : i16 to i32
// NARROW-NEXT: %c16_i32_0 = arith.constant 16 : i32
// NARROW-NEXT: %12 = arith.shli %11, %c16_i32_0 : i32
// NARROW-NEXT: %13 = arith.bitcast %12 : i32 to f32
// NARROW-NEXT: %14 = arith.bitcast %arg2 : f8E8M0FNU to i8
// NARROW-NEXT: %c-1_i8 = arith.constant -1 : i8
// NARROW-NEXT: %c-1_i32 = arith.constant -1 : i32
// NARROW-NEXT: %c23_i32 = arith.constant 23 : i32
// NARROW-NEXT: %15 = arith.extui %14 : i8 to i32
// NARROW-NEXT: %16 = arith.shli %15, %c23_i32 : i32
// NARROW-NEXT: %17 = arith.cmpi eq, %14, %c-1_i8 : i8
// NARROW-NEXT: %18 = arith.select %17, %c-1_i32, %16 : i32
// NARROW-NEXT: %19 = arith.bitcast %18 : i32 to f32
// NARROW-NEXT: %20 = arith.extf %19 : f32 to f64
// NARROW-NEXT: %21 = arith.bitcast %arg3 : f4E2M1FN to i4
// NARROW-NEXT: %c0_i4 = arith.constant 0 : i4
// NARROW-NEXT: %c1_i4 = arith.constant 1 : i4
// NARROW-NEXT: %c2_i4 = arith.constant 2 : i4
// NARROW-NEXT: %c4_i4 = arith.constant 4 : i4
// NARROW-NEXT: %c7_i4 = arith.constant 7 : i4
// NARROW-NEXT: %22 = arith.andi %21, %c7_i4 : i4
// NARROW-NEXT: %c20_i32 = arith.constant 20 : i32
// NARROW-NEXT: %23 = arith.shli %22, %c2_i4 : i4
// NARROW-NEXT: %24 = arith.cmpi eq, %22, %c1_i4 : i4
// NARROW-NEXT: %25 = arith.select %24, %c0_i4, %23 : i4
// NARROW-NEXT: %26 = arith.extui %25 : i4 to i32
// NARROW-NEXT: %27 = arith.shli %26, %c20_i32 : i32
// NARROW-NEXT: %c0_i32 = arith.constant 0 : i32
// NARROW-NEXT: %c1073741824_i32 = arith.constant 1073741824 : i32
// NARROW-NEXT: %c1056964608_i32 = arith.constant 1056964608 : i32
// NARROW-NEXT: %28 = arith.cmpi uge, %22, %c4_i4 : i4
// NARROW-NEXT: %29 = arith.select %28, %c1073741824_i32, %c1056964608_i32 : i32
// NARROW-NEXT: %30 = arith.cmpi eq, %22, %c0_i4 : i4
// NARROW-NEXT: %31 = arith.select %30, %c0_i32, %29 : i32
// NARROW-NEXT: %c-2147483648_i32 = arith.constant -2147483648 : i32
// NARROW-NEXT: %c-8_i4 = arith.constant -8 : i4
// NARROW-NEXT: %32 = arith.cmpi uge, %21, %c-8_i4 : i4
// NARROW-NEXT: %33 = arith.select %32, %c-2147483648_i32, %c0_i32 : i32
// NARROW-NEXT: %34 = arith.addi %27, %31 : i32
// NARROW-NEXT: %35 = arith.addi %34, %33 : i32
// NARROW-NEXT: %36 = arith.bitcast %35 : i32 to f32
// NARROW-NEXT: %37 = arith.truncf %36 : f32 to f16
// NARROW-NEXT: %38 = arith.bitcast %arg0 : f32 to i32
// NARROW-NEXT: %c23_i32_1 = arith.constant 23 : i32
// NARROW-NEXT: %39 = arith.shrui %38, %c23_i32_1 : i32
// NARROW-NEXT: %40 = arith.trunci %39 : i32 to i8
// NARROW-NEXT: %41 = arith.bitcast %40 : i8 to f8E8M0FNU
// NARROW-NEXT: %c1_i4_2 = arith.constant 1 : i4
// NARROW-NEXT: %c3_i4 = arith.constant 3 : i4
// NARROW-NEXT: %c22_i32 = arith.constant 22 : i32
// NARROW-NEXT: %c0_i8 = arith.constant 0 : i8
// NARROW-NEXT: %c-1_i8_3 = arith.constant -1 : i8
// NARROW-NEXT: %c0_i32_4 = arith.constant 0 : i32
// NARROW-NEXT: %cst = arith.constant 6.000000e+00 : f32
// NARROW-NEXT: %cst_5 = arith.constant -6.000000e+00 : f32
// NARROW-NEXT: %42 = arith.cmpf ult, %arg0, %cst : f32
// NARROW-NEXT: %43 = arith.select %42, %arg0, %cst : f32
// NARROW-NEXT: %44 = arith.cmpf uno, %arg0, %arg0 : f32
// NARROW-NEXT: %45 = arith.select %44, %cst, %43 : f32
// NARROW-NEXT: %46 = arith.cmpf ugt, %45, %cst_5 : f32
// NARROW-NEXT: %47 = arith.select %46, %45, %cst_5 : f32
// NARROW-NEXT: %48 = arith.cmpf uno, %45, %45 : f32
// NARROW-NEXT: %49 = arith.select %48, %cst_5, %47 : f32
// NARROW-NEXT: %50 = arith.bitcast %49 : f32 to i32
// NARROW-NEXT: %c31_i32 = arith.constant 31 : i32
// NARROW-NEXT: %51 = arith.shrui %50, %c31_i32 : i32
// NARROW-NEXT: %52 = arith.trunci %51 : i32 to i4
// NARROW-NEXT: %53 = arith.shli %52, %c3_i4 : i4
// NARROW-NEXT: %c126_i32 = arith.constant 126 : i32
// NARROW-NEXT: %c23_i32_6 = arith.constant 23 : i32
// NARROW-NEXT: %54 = arith.shrui %50, %c23_i32_6 : i32
// NARROW-NEXT: %55 = arith.subi %54, %c126_i32 : i32
// NARROW-NEXT: %56 = arith.trunci %55 : i32 to i4
// NARROW-NEXT: %57 = arith.shli %56, %c1_i4_2 : i4
// NARROW-NEXT: %58 = arith.addi %53, %57 : i4
// NARROW-NEXT: %c4194304_i32 = arith.constant 4194304 : i32
// NARROW-NEXT: %59 = arith.andi %50, %c4194304_i32 : i32
// NARROW-NEXT: %60 = arith.shrui %59, %c22_i32 : i32
// NARROW-NEXT: %61 = arith.trunci %60 : i32 to i4
// NARROW-NEXT: %62 = arith.addi %58, %61 : i4
// NARROW-NEXT: %c8388607_i32 = arith.constant 8388607 : i32
// NARROW-NEXT: %63 = arith.trunci %55 : i32 to i8
// NARROW-NEXT: %64 = arith.cmpi sle, %63, %c0_i8 : i8
// NARROW-NEXT: %65 = arith.cmpi eq, %63, %c-1_i8_3 : i8
// NARROW-NEXT: %66 = arith.andi %50, %c8388607_i32 : i32
// NARROW-NEXT: %67 = arith.cmpi ugt, %66, %c0_i32_4 : i32
// NARROW-NEXT: %68 = arith.andi %65, %67 : i1
// NARROW-NEXT: %69 = arith.cmpi eq, %63, %c0_i8 : i8
// NARROW-NEXT: %c-1_i4 = arith.constant -1 : i4
// NARROW-NEXT: %c0_i4_7 = arith.constant 0 : i4
// NARROW-NEXT: %70 = arith.select %64, %c-1_i4, %62 : i4
// NARROW-NEXT: %71 = arith.select %68, %c0_i4_7, %70 : i4
// NARROW-NEXT: %72 = arith.select %69, %62, %71 : i4
// NARROW-NEXT: %c4194303_i32 = arith.constant 4194303 : i32
// NARROW-NEXT: %c2097152_i32 = arith.constant 2097152 : i32
// NARROW-NEXT: %73 = arith.andi %50, %c4194303_i32 : i32
// NARROW-NEXT: %74 = arith.cmpi uge, %73, %c2097152_i32 : i32
// NARROW-NEXT: %75 = arith.ori %74, %64 : i1
// NARROW-NEXT: %76 = arith.addi %72, %c1_i4_2 : i4
// NARROW-NEXT: %77 = arith.select %75, %76, %72 : i4
// NARROW-NEXT: %78 = arith.bitcast %77 : i4 to f4E2M1FN
// NARROW-NEXT: return %9, %13, %20, %37, %41, %78 : bf16, f32, f64, f16, f8E8M0FNU, f4E2M1FN
// NARROW: func.func @scaled(%arg0: vector<2xf4E2M1FN>, %arg1: vector<2xf32>) -> vector<2xf32> {
// NARROW-NEXT: %0 = arith.bitcast %arg1 : vector<2xf32> to vector<2xi32>
// NARROW-NEXT: %cst = arith.constant dense<23> : vector<2xi32>
// NARROW-NEXT: %1 = arith.shrui %0, %cst : vector<2xi32>
// NARROW-NEXT: %2 = arith.trunci %1 : vector<2xi32> to vector<2xi8>
// NARROW-NEXT: %3 = arith.bitcast %2 : vector<2xi8> to vector<2xf8E8M0FNU>
// NARROW-NEXT: %4 = arith.bitcast %3 : vector<2xf8E8M0FNU> to vector<2xi8>
// NARROW-NEXT: %cst_0 = arith.constant dense<-1> : vector<2xi8>
// NARROW-NEXT: %cst_1 = arith.constant dense<-1> : vector<2xi32>
// NARROW-NEXT: %cst_2 = arith.constant dense<23> : vector<2xi32>
// NARROW-NEXT: %5 = arith.extui %4 : vector<2xi8> to vector<2xi32>
// NARROW-NEXT: %6 = arith.shli %5, %cst_2 : vector<2xi32>
// NARROW-NEXT: %7 = arith.cmpi eq, %4, %cst_0 : vector<2xi8>
// NARROW-NEXT: %8 = arith.select %7, %cst_1, %6 : vector<2xi1>, vector<2xi32>
// NARROW-NEXT: %9 = arith.bitcast %8 : vector<2xi32> to vector<2xf32>
// NARROW-NEXT: %10 = arith.bitcast %arg0 : vector<2xf4E2M1FN> to vector<2xi4>
// NARROW-NEXT: %cst_3 = arith.constant dense<0> : vector<2xi4>
// NARROW-NEXT: %cst_4 = arith.constant dense<1> : vector<2xi4>
// NARROW-NEXT: %cst_5 = arith.constant dense<2> : vector<2xi4>
// NARROW-NEXT: %cst_6 = arith.constant dense<4> : vector<2xi4>
// NARROW-NEXT: %cst_7 = arith.constant dense<7> : vector<2xi4>
// NARROW-NEXT: %11 = arith.andi %10, %cst_7 : vector<2xi4>
// NARROW-NEXT: %cst_8 = arith.constant dense<20> : vector<2xi32>
// NARROW-NEXT: %12 = arith.shli %11, %cst_5 : vector<2xi4>
// NARROW-NEXT: %13 = arith.cmpi eq, %11, %cst_4 : vector<2xi4>
// NARROW-NEXT: %14 = arith.select %13, %cst_3, %12 : vector<2xi1>, vector<2xi4>
// NARROW-NEXT: %15 = arith.extui %14 : vector<2xi4> to vector<2xi32>
// NARROW-NEXT: %16 = arith.shli %15, %cst_8 : vector<2xi32>
// NARROW-NEXT: %cst_9 = arith.constant dense<0> : vector<2xi32>
// NARROW-NEXT: %cst_10 = arith.constant dense<1073741824> : vector<2xi32>
// NARROW-NEXT: %cst_11 = arith.constant dense<1056964608> : vector<2xi32>
// NARROW-NEXT: %17 = arith.cmpi uge, %11, %cst_6 : vector<2xi4>
// NARROW-NEXT: %18 = arith.select %17, %cst_10, %cst_11 : vector<2xi1>, vector<2xi32>
// NARROW-NEXT: %19 = arith.cmpi eq, %11, %cst_3 : vector<2xi4>
// NARROW-NEXT: %20 = arith.select %19, %cst_9, %18 : vector<2xi1>, vector<2xi32>
// NARROW-NEXT: %cst_12 = arith.constant dense<-2147483648> : vector<2xi32>
// NARROW-NEXT: %cst_13 = arith.constant dense<-8> : vector<2xi4>
// NARROW-NEXT: %21 = arith.cmpi uge, %10, %cst_13 : vector<2xi4>
// NARROW-NEXT: %22 = arith.select %21, %cst_12, %cst_9 : vector<2xi1>, vector<2xi32>
// NARROW-NEXT: %23 = arith.addi %16, %20 : vector<2xi32>
// NARROW-NEXT: %24 = arith.addi %23, %22 : vector<2xi32>
// NARROW-NEXT: %25 = arith.bitcast %24 : vector<2xi32> to vector<2xf32>
// NARROW-NEXT: %26 = arith.mulf %25, %9 : vector<2xf32>
// NARROW-NEXT: return %26 : vector<2xf32>

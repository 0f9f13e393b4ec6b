// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --lower-affine | filecheck %s

/// Bounds, conditions and indices as arithmetic, in the order of upstream.
// CHECK: func.func @a(%arg0: index, %arg1: memref<?x10xf32>, %arg2: index) -> index {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c-1 = arith.constant -1 : index
// CHECK-NEXT: %0 = arith.cmpi slt, %arg0, %c0 : index
// CHECK-NEXT: %1 = arith.subi %c-1, %arg0 : index
// CHECK-NEXT: %2 = arith.select %0, %1, %arg0 : index
// CHECK-NEXT: %3 = arith.divsi %2, %c2 : index
// CHECK-NEXT: %4 = arith.subi %c-1, %3 : index
// CHECK-NEXT: %5 = arith.select %0, %4, %3 : index
// CHECK-NEXT: %c3_0 = arith.constant 3 : index
// CHECK-NEXT: %6 = arith.remsi %arg0, %c3_0 : index
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %7 = arith.cmpi slt, %6, %c0_1 : index
// CHECK-NEXT: %8 = arith.addi %6, %c3_0 : index
// CHECK-NEXT: %9 = arith.select %7, %8, %6 : index
// CHECK-NEXT: %10 = arith.addi %5, %9 : index
// CHECK-NEXT: %c2_2 = arith.constant 2 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %11 = arith.cmpi sle, %c3, %c0_3 : index
// CHECK-NEXT: %12 = arith.subi %c0_3, %c3 : index
// CHECK-NEXT: %13 = arith.subi %c3, %c1 : index
// CHECK-NEXT: %14 = arith.select %11, %12, %13 : index
// CHECK-NEXT: %15 = arith.divsi %14, %c2_2 : index
// CHECK-NEXT: %16 = arith.subi %c0_3, %15 : index
// CHECK-NEXT: %17 = arith.addi %15, %c1 : index
// CHECK-NEXT: %18 = arith.select %11, %16, %17 : index
// CHECK-NEXT: %19 = arith.addi %10, %18 : index
// CHECK-NEXT: %c-4 = arith.constant -4 : index
// CHECK-NEXT: %20 = arith.muli %arg0, %c-4 overflow<nsw> : index
// CHECK-NEXT: %21 = arith.addi %19, %20 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1_4 = arith.constant 1 : index
// CHECK-NEXT: %22 = arith.addi %c4, %c1_4 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %c-3 = arith.constant -3 : index
// CHECK-NEXT: %23 = arith.muli %arg0, %c-3 overflow<nsw> : index
// CHECK-NEXT: %c2_6 = arith.constant 2 : index
// CHECK-NEXT: %c0_7 = arith.constant 0 : index
// CHECK-NEXT: %c-1_8 = arith.constant -1 : index
// CHECK-NEXT: %24 = arith.cmpi slt, %arg0, %c0_7 : index
// CHECK-NEXT: %25 = arith.subi %c-1_8, %arg0 : index
// CHECK-NEXT: %26 = arith.select %24, %25, %arg0 : index
// CHECK-NEXT: %27 = arith.divsi %26, %c2_6 : index
// CHECK-NEXT: %28 = arith.subi %c-1_8, %27 : index
// CHECK-NEXT: %29 = arith.select %24, %28, %27 : index
// CHECK-NEXT: %30 = arith.addi %23, %29 : index
// CHECK-NEXT: %c3_9 = arith.constant 3 : index
// CHECK-NEXT: %c0_10 = arith.constant 0 : index
// CHECK-NEXT: %c-1_11 = arith.constant -1 : index
// CHECK-NEXT: %31 = arith.cmpi slt, %arg0, %c0_10 : index
// CHECK-NEXT: %32 = arith.subi %c-1_11, %arg0 : index
// CHECK-NEXT: %33 = arith.select %31, %32, %arg0 : index
// CHECK-NEXT: %34 = arith.divsi %33, %c3_9 : index
// CHECK-NEXT: %35 = arith.subi %c-1_11, %34 : index
// CHECK-NEXT: %36 = arith.select %31, %35, %34 : index
// CHECK-NEXT: %c-3_12 = arith.constant -3 : index
// CHECK-NEXT: %37 = arith.muli %36, %c-3_12 overflow<nsw> : index
// CHECK-NEXT: %38 = arith.addi %30, %37 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %39 = arith.addi %38, %c5 : index
// CHECK-NEXT: %c100 = arith.constant 100 : index
// CHECK-NEXT: %40 = arith.minsi %39, %arg2 : index
// CHECK-NEXT: %41 = arith.minsi %40, %c100 : index
// CHECK-NEXT: %c3_13 = arith.constant 3 : index
// CHECK-NEXT: scf.for %arg3 = %c0_5 to %41 step %c3_13 {
// CHECK-NEXT: %c-3_25 = arith.constant -3 : index
// CHECK-NEXT: %48 = arith.addi %arg3, %c-3_25 : index
// CHECK-NEXT: %c5_26 = arith.constant 5 : index
// CHECK-NEXT: %49 = arith.maxsi %48, %c5_26 : index
// CHECK-NEXT: %c10_27 = arith.constant 10 : index
// CHECK-NEXT: %c1_28 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg4 = %49 to %c10_27 step %c1_28 {
// CHECK-NEXT: %c2_29 = arith.constant 2 : index
// CHECK-NEXT: %50 = arith.muli %arg4, %c2_29 overflow<nsw> : index
// CHECK-NEXT: %51 = arith.addi %arg3, %50 : index
// CHECK-NEXT: %c10_30 = arith.constant 10 : index
// CHECK-NEXT: %52 = arith.remsi %arg0, %c10_30 : index
// CHECK-NEXT: %c0_31 = arith.constant 0 : index
// CHECK-NEXT: %53 = arith.cmpi slt, %52, %c0_31 : index
// CHECK-NEXT: %54 = arith.addi %52, %c10_30 : index
// CHECK-NEXT: %55 = arith.select %53, %54, %52 : index
// CHECK-NEXT: %56 = memref.load %arg1[%51, %55] : memref<?x10xf32>
// CHECK-NEXT: %c0_32 = arith.constant 0 : index
// CHECK-NEXT: %c-3_33 = arith.constant -3 : index
// CHECK-NEXT: %57 = arith.addi %arg3, %c-3_33 : index
// CHECK-NEXT: %58 = arith.cmpi sge, %57, %c0_32 : index
// CHECK-NEXT: %c-1_34 = arith.constant -1 : index
// CHECK-NEXT: %59 = arith.muli %arg3, %c-1_34 overflow<nsw> : index
// CHECK-NEXT: %60 = arith.addi %59, %arg0 : index
// CHECK-NEXT: %61 = arith.cmpi eq, %60, %c0_32 : index
// CHECK-NEXT: %62 = arith.andi %58, %61 : i1
// CHECK-NEXT: scf.if %62 {
// CHECK-NEXT: memref.store %56, %arg1[%arg4, %c3] : memref<?x10xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %56, %arg1[%c4, %c3] : memref<?x10xf32>
// CHECK-NEXT: %c3_39 = arith.constant 3 : index
// CHECK-NEXT: memref.prefetch %arg1[%arg3, %c3_39], write, locality<2>, data : memref<?x10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %c-3_35 = arith.constant -3 : index
// CHECK-NEXT: %63 = arith.addi %arg3, %c-3_35 : index
// CHECK-NEXT: %c3_36 = arith.constant 3 : index
// CHECK-NEXT: %c5_37 = arith.constant 5 : index
// CHECK-NEXT: %64 = arith.minsi %63, %c3_36 : index
// CHECK-NEXT: %65 = arith.minsi %64, %c5_37 : index
// CHECK-NEXT: "t"(%65) : (index) -> ()
// CHECK-NEXT: %66 = vector.load %arg1[%arg3, %arg4] : memref<?x10xf32>, vector<2xf32>
// CHECK-NEXT: %c1_38 = arith.constant 1 : index
// CHECK-NEXT: %67 = arith.addi %arg3, %c1_38 : index
// CHECK-NEXT: vector.store %66, %arg1[%67, %arg4] : memref<?x10xf32>, vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %c0_14 = arith.constant 0 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %c1_15 = arith.constant 1 : index
// CHECK-NEXT: %42 = scf.for %arg3 = %c0_14 to %c10 step %c1_15 iter_args(%arg4 = %arg0) -> (index) {
// CHECK-NEXT: scf.yield %arg3 : index
// CHECK-NEXT: }
// CHECK-NEXT: %c0_16 = arith.constant 0 : index
// CHECK-NEXT: %43 = arith.minsi %arg0, %arg2 : index
// CHECK-NEXT: %c4_17 = arith.constant 4 : index
// CHECK-NEXT: %44 = arith.maxsi %arg0, %c4_17 : index
// CHECK-NEXT: %c100_18 = arith.constant 100 : index
// CHECK-NEXT: %c2_19 = arith.constant 2 : index
// CHECK-NEXT: %c5_20 = arith.constant 5 : index
// CHECK-NEXT: scf.parallel (%arg3, %arg4) = (%c0_16, %44) to (%43, %c100_18) step (%c2_19, %c5_20) {
// CHECK-NEXT: %48 = memref.load %arg1[%arg3, %arg4] : memref<?x10xf32>
// CHECK-NEXT: "u"(%48) : (f32) -> ()
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: %c0_21 = arith.constant 0 : index
// CHECK-NEXT: %c10_22 = arith.constant 10 : index
// CHECK-NEXT: %c1_23 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %45:2 = scf.parallel (%arg3) = (%c0_21) to (%c10_22) step (%c1_23) init (%cst, %c0_i32) -> (f32, i32) {
// CHECK-NEXT: %c0_25 = arith.constant 0 : index
// CHECK-NEXT: %48 = memref.load %arg1[%arg3, %c0_25] : memref<?x10xf32>
// CHECK-NEXT: %49 = arith.fptosi %48 : f32 to i32
// CHECK-NEXT: scf.reduce(%48, %49 : f32, i32) {
// CHECK-NEXT: ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT: %50 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT: scf.reduce.return %50 : f32
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg4: i32, %arg5: i32):
// CHECK-NEXT: %50 = arith.addi %arg4, %arg5 : i32
// CHECK-NEXT: scf.reduce.return %50 : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %c0_24 = arith.constant 0 : index
// CHECK-NEXT: %46 = arith.cmpi sge, %arg0, %c0_24 : index
// CHECK-NEXT: %47 = scf.if %46 -> (index) {
// CHECK-NEXT: scf.yield %c3 : index
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %c4 : index
// CHECK-NEXT: }
// CHECK-NEXT: return %47 : index
// CHECK-NEXT: }
func.func @a(%n: index, %m: memref<?x10xf32>, %k: index) -> index {
  %c3 = arith.constant 3 : index
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 2 + d0 mod 3 + s0 ceildiv 2 - d0 * 4)>(%n)[%c3]
  %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%c3)
  %2 = affine.apply affine_map<(d0) -> (d0 + 1)>(%1)
  affine.for %i = 0 to min affine_map<(d0)[s0] -> (d0 + 3, s0, 100)>(%0)[%k] step 3 {
    affine.for %j = max affine_map<(d0)[s0] -> (d0 - 3, 5)>(%i)[%k] to 10 {
       %v = affine.load %m[%i + 2 * %j, symbol(%n) mod 10] : memref<?x10xf32>
       affine.if affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - d0 == 0)>(%i)[%n] {
         affine.store %v, %m[%j, %c3] : memref<?x10xf32>
       } else {
         affine.store %v, %m[%1, %c3] : memref<?x10xf32>
         affine.prefetch %m[%i, 3], write, locality<2>, data : memref<?x10xf32>
       }
       %mm = affine.min affine_map<(d0)[s0] -> (d0 - 3, s0, 5)>(%i)[%c3]
       "t"(%mm) : (index) -> ()
       %vv = affine.vector_load %m[%i, %j] : memref<?x10xf32>, vector<2xf32>
       affine.vector_store %vv, %m[%i+1, %j] : memref<?x10xf32>, vector<2xf32>
    }
  }
  %z = affine.for %i = 0 to 0 iter_args(%a = %n) -> index {
    affine.yield %i : index
  }
  %z2 = affine.for %i = 0 to 10 iter_args(%a = %n) -> index {
    %q = affine.apply affine_map<(d0)->(d0)>(%i)
    affine.yield %q : index
  }
  affine.parallel (%i, %j) = (0, max(%n, 4)) to (min(%n, %k), 100) step (2, 5) { 
    %v = affine.load %m[%i , %j] : memref<?x10xf32>
    "u"(%v) : (f32) -> ()
  }
  %r:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "addi") -> (f32, i32) {
    %v = affine.load %m[%i , 0] : memref<?x10xf32>
    %w = arith.fptosi %v : f32 to i32
    affine.yield %v, %w : f32, i32
  }
  %w = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> index { affine.yield %c3 : index } else { affine.yield %1 : index }
  return %w : index
}

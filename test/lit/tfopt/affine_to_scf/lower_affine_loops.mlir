// RUN: tf-opt %s --allow-unregistered-dialect --split-input-file --lower-affine | filecheck %s

/// Bounds are simplified by what they are made of; loops that only hand values on go.
// CHECK: func.func @g(%arg0: memref<10xf32>, %arg1: index) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: scf.for %arg2 = %c2 to %c10 step %c3 {
// CHECK-NEXT: %c2_0 = arith.constant 2 : index
// CHECK-NEXT: %0 = arith.addi %arg2, %c2_0 : index
// CHECK-NEXT: %c2_1 = arith.constant 2 : index
// CHECK-NEXT: %1 = arith.addi %arg2, %c2_1 : index
// CHECK-NEXT: %c4_2 = arith.constant 4 : index
// CHECK-NEXT: %2 = arith.minsi %1, %c4_2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg3 = %0 to %2 step %c1 {
// CHECK-NEXT: %c3_7 = arith.constant 3 : index
// CHECK-NEXT: %c0_8 = arith.constant 0 : index
// CHECK-NEXT: %c-1 = arith.constant -1 : index
// CHECK-NEXT: %8 = arith.cmpi slt, %arg2, %c0_8 : index
// CHECK-NEXT: %9 = arith.subi %c-1, %arg2 : index
// CHECK-NEXT: %10 = arith.select %8, %9, %arg2 : index
// CHECK-NEXT: %11 = arith.divsi %10, %c3_7 : index
// CHECK-NEXT: %12 = arith.subi %c-1, %11 : index
// CHECK-NEXT: %13 = arith.select %8, %12, %11 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %14 = arith.remsi %arg3, %c5 : index
// CHECK-NEXT: %c0_9 = arith.constant 0 : index
// CHECK-NEXT: %15 = arith.cmpi slt, %14, %c0_9 : index
// CHECK-NEXT: %16 = arith.addi %14, %c5 : index
// CHECK-NEXT: %17 = arith.select %15, %16, %14 : index
// CHECK-NEXT: %18 = arith.addi %13, %17 : index
// CHECK-NEXT: %19 = arith.addi %18, %arg2 : index
// CHECK-NEXT: %c12 = arith.constant 12 : index
// CHECK-NEXT: %20 = arith.remsi %arg2, %c12 : index
// CHECK-NEXT: %c0_10 = arith.constant 0 : index
// CHECK-NEXT: %21 = arith.cmpi slt, %20, %c0_10 : index
// CHECK-NEXT: %22 = arith.addi %20, %c12 : index
// CHECK-NEXT: %23 = arith.select %21, %22, %20 : index
// CHECK-NEXT: %24 = arith.addi %19, %23 : index
// CHECK-NEXT: %c12_11 = arith.constant 12 : index
// CHECK-NEXT: %c0_12 = arith.constant 0 : index
// CHECK-NEXT: %c-1_13 = arith.constant -1 : index
// CHECK-NEXT: %25 = arith.cmpi slt, %arg2, %c0_12 : index
// CHECK-NEXT: %26 = arith.subi %c-1_13, %arg2 : index
// CHECK-NEXT: %27 = arith.select %25, %26, %arg2 : index
// CHECK-NEXT: %28 = arith.divsi %27, %c12_11 : index
// CHECK-NEXT: %29 = arith.subi %c-1_13, %28 : index
// CHECK-NEXT: %30 = arith.select %25, %29, %28 : index
// CHECK-NEXT: %31 = arith.addi %24, %30 : index
// CHECK-NEXT: %c3_14 = arith.constant 3 : index
// CHECK-NEXT: %32 = arith.addi %31, %c3_14 : index
// CHECK-NEXT: %33 = memref.load %arg0[%32] : memref<10xf32>
// CHECK-NEXT: "use"(%33) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %c2_3 = arith.constant 2 : index
// CHECK-NEXT: %3 = arith.addi %arg2, %c2_3 : index
// CHECK-NEXT: %c4_4 = arith.constant 4 : index
// CHECK-NEXT: %4 = arith.maxsi %3, %c4_4 : index
// CHECK-NEXT: %c20 = arith.constant 20 : index
// CHECK-NEXT: %5 = arith.addi %arg2, %c20 : index
// CHECK-NEXT: %c4_5 = arith.constant 4 : index
// CHECK-NEXT: %6 = arith.minsi %5, %c4_5 : index
// CHECK-NEXT: %7 = arith.minsi %6, %arg1 : index
// CHECK-NEXT: %c1_6 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg3 = %4 to %7 step %c1_6 {
// CHECK-NEXT: %8 = arith.addi %arg2, %arg3 : index
// CHECK-NEXT: %c2_7 = arith.constant 2 : index
// CHECK-NEXT: %9 = arith.remsi %8, %c2_7 : index
// CHECK-NEXT: %c0_8 = arith.constant 0 : index
// CHECK-NEXT: %10 = arith.cmpi slt, %9, %c0_8 : index
// CHECK-NEXT: %11 = arith.addi %9, %c2_7 : index
// CHECK-NEXT: %12 = arith.select %10, %11, %9 : index
// CHECK-NEXT: %13 = memref.load %arg0[%12] : memref<10xf32>
// CHECK-NEXT: "use"(%13) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c16 = arith.constant 16 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: scf.for %arg2 = %c0 to %c16 step %c4 {
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c4_1 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg3 = %c0_0 to %c4_1 step %c1 {
// CHECK-NEXT: %0 = arith.addi %arg2, %arg3 : index
// CHECK-NEXT: %c4_2 = arith.constant 4 : index
// CHECK-NEXT: %c0_3 = arith.constant 0 : index
// CHECK-NEXT: %c-1 = arith.constant -1 : index
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %c0_3 : index
// CHECK-NEXT: %2 = arith.subi %c-1, %0 : index
// CHECK-NEXT: %3 = arith.select %1, %2, %0 : index
// CHECK-NEXT: %4 = arith.divsi %3, %c4_2 : index
// CHECK-NEXT: %5 = arith.subi %c-1, %4 : index
// CHECK-NEXT: %6 = arith.select %1, %5, %4 : index
// CHECK-NEXT: %7 = arith.addi %arg2, %arg3 : index
// CHECK-NEXT: %c4_4 = arith.constant 4 : index
// CHECK-NEXT: %8 = arith.remsi %7, %c4_4 : index
// CHECK-NEXT: %c0_5 = arith.constant 0 : index
// CHECK-NEXT: %9 = arith.cmpi slt, %8, %c0_5 : index
// CHECK-NEXT: %10 = arith.addi %8, %c4_4 : index
// CHECK-NEXT: %11 = arith.select %9, %10, %8 : index
// CHECK-NEXT: %12 = arith.addi %6, %11 : index
// CHECK-NEXT: %13 = arith.addi %arg2, %arg3 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c0_6 = arith.constant 0 : index
// CHECK-NEXT: %c-1_7 = arith.constant -1 : index
// CHECK-NEXT: %14 = arith.cmpi slt, %13, %c0_6 : index
// CHECK-NEXT: %15 = arith.subi %c-1_7, %13 : index
// CHECK-NEXT: %16 = arith.select %14, %15, %13 : index
// CHECK-NEXT: %17 = arith.divsi %16, %c8 : index
// CHECK-NEXT: %18 = arith.subi %c-1_7, %17 : index
// CHECK-NEXT: %19 = arith.select %14, %18, %17 : index
// CHECK-NEXT: %20 = arith.addi %12, %19 : index
// CHECK-NEXT: %21 = arith.addi %arg2, %arg3 : index
// CHECK-NEXT: %c2_8 = arith.constant 2 : index
// CHECK-NEXT: %22 = arith.remsi %21, %c2_8 : index
// CHECK-NEXT: %c0_9 = arith.constant 0 : index
// CHECK-NEXT: %23 = arith.cmpi slt, %22, %c0_9 : index
// CHECK-NEXT: %24 = arith.addi %22, %c2_8 : index
// CHECK-NEXT: %25 = arith.select %23, %24, %22 : index
// CHECK-NEXT: %26 = arith.addi %20, %25 : index
// CHECK-NEXT: %27 = memref.load %arg0[%26] : memref<10xf32>
// CHECK-NEXT: "use"(%27) : (f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @g(%m: memref<10xf32>, %n: index) {
  affine.for %i = 2 to 10 step 3 {
    affine.for %j = affine_map<(d0)->(d0+2)>(%i) to min affine_map<(d0)->(d0+2,4)>(%i) {
      %v = affine.load %m[%i floordiv 3 + %j mod 5 + (%i * 4 + 3) floordiv 4 + (%i * 8 + 3) mod 4 + %i mod 12 + %i floordiv 12] : memref<10xf32>
      "use"(%v) : (f32) -> ()
    }
    affine.for %j = max affine_map<(d0)->(d0+2, 0, 4)>(%i) to min affine_map<(d0)[s0]->(d0+20,4,7, s0)>(%i)[%n] {
      %v = affine.load %m[(%i + %j) mod 2] : memref<10xf32>
      "use"(%v) : (f32) -> ()
    }
  }
  affine.for %i = 0 to 16 step 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %m[(%i + %j) floordiv 4 + (%i + %j) mod 4 + (%i + %j) floordiv 8 + (%j + %i) mod 2] : memref<10xf32>
      "use"(%v) : (f32) -> ()
    }
  }
  return
}

// -----

// CHECK: func.func @h(%arg0: index, %arg1: index, %arg2: f32) -> (f32, f32, f32, f32, f32) {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg2) -> (f32) {
// CHECK-NEXT: scf.yield %cst : f32
// CHECK-NEXT: }
// CHECK-NEXT: %c0_0 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c1_1 = arith.constant 1 : index
// CHECK-NEXT: %1:2 = scf.for %arg3 = %c0_0 to %c3 step %c1_1 iter_args(%arg4 = %arg2, %arg5 = %cst) -> (f32, f32) {
// CHECK-NEXT: scf.yield %arg5, %arg4 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %c0_2 = arith.constant 0 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %c1_3 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg3 = %c0_2 to %c10 step %c1_3 {
// CHECK-NEXT: }
// CHECK-NEXT: %c0_4 = arith.constant 0 : index
// CHECK-NEXT: %c10_5 = arith.constant 10 : index
// CHECK-NEXT: %c1_6 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg3 = %c0_4 to %c10_5 step %c1_6 {
// CHECK-NEXT: %2 = arith.addf %arg2, %arg2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %c0_7 = arith.constant 0 : index
// CHECK-NEXT: %c0_8 = arith.constant 0 : index
// CHECK-NEXT: %c1_9 = arith.constant 1 : index
// CHECK-NEXT: scf.for %arg3 = %c0_7 to %c0_8 step %c1_9 {
// CHECK-NEXT: "use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %arg2, %0, %cst, %cst, %1#0 : f32, f32, f32, f32, f32
// CHECK-NEXT: }
func.func @h(%n: index, %k: index, %x: f32) -> (f32, f32, f32, f32, f32) {
  %z = arith.constant 0.0 : f32
  %c5 = arith.constant 5 : index
  %a = affine.for %i = 0 to %n iter_args(%q = %x) -> f32 { affine.yield %q : f32 }
  %b = affine.for %i = 0 to %n iter_args(%q = %x) -> f32 { affine.yield %z : f32 }
  %c = affine.for %i = 0 to %c5 iter_args(%q = %x) -> f32 { affine.yield %z : f32 }
  %d:2 = affine.for %i = 0 to 1 iter_args(%q = %x, %w = %z) -> (f32, f32) { affine.yield %w, %q : f32, f32 }
  %e:2 = affine.for %i = 0 to 3 iter_args(%q = %x, %w = %z) -> (f32, f32) { affine.yield %w, %q : f32, f32 }
  affine.for %i = 0 to 10 { }
  affine.for %i = 0 to 10 { %t = arith.addf %x, %x : f32 }
  affine.for %i = 0 to 0 { "use"(%i) : (index) -> () }
  return %a, %b, %c, %d#0, %e#0 : f32, f32, f32, f32, f32
}

// -----

// CHECK: func.func @i(%arg0: index, %arg1: index) -> (index, index, index, index, index, index, index, index, index) {
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c-3 = arith.constant -3 : index
// CHECK-NEXT: %0 = arith.minsi %arg0, %arg1 : index
// CHECK-NEXT: %1 = arith.minsi %0, %arg0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %2 = arith.addi %1, %c3 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %3 = arith.minsi %2, %arg1 : index
// CHECK-NEXT: %4 = arith.minsi %3, %c7 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %5 = arith.maxsi %4, %c10 : index
// CHECK-NEXT: %6 = arith.maxsi %5, %c4 : index
// CHECK-NEXT: %c4_0 = arith.constant 4 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %7 = arith.muli %arg1, %c2 overflow<nsw> : index
// CHECK-NEXT: %8 = arith.addi %arg0, %7 : index
// CHECK-NEXT: %9 = arith.addi %8, %c-3 : index
// CHECK-NEXT: %c-1 = arith.constant -1 : index
// CHECK-NEXT: %10 = arith.muli %arg0, %c-1 overflow<nsw> : index
// CHECK-NEXT: %11 = arith.addi %9, %10 : index
// CHECK-NEXT: %c4_1 = arith.constant 4 : index
// CHECK-NEXT: %12 = arith.remsi %11, %c4_1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %13 = arith.cmpi slt, %12, %c0 : index
// CHECK-NEXT: %14 = arith.addi %12, %c4_1 : index
// CHECK-NEXT: %15 = arith.select %13, %14, %12 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %16 = arith.minsi %c4_0, %c8 : index
// CHECK-NEXT: %c-2 = arith.constant -2 : index
// CHECK-NEXT: %17 = arith.addi %arg0, %c-2 : index
// CHECK-NEXT: %18 = arith.maxsi %6, %17 : index
// CHECK-NEXT: return %1, %4, %6, %c4_0, %arg0, %11, %15, %16, %18 : index, index, index, index, index, index, index, index, index
// CHECK-NEXT: }
func.func @i(%n: index, %k: index) -> (index, index, index, index, index, index, index, index, index) {
  %c5 = arith.constant 5 : index
  %c-3 = arith.constant -3 : index
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1, d0)>(%n, %k)
  %1 = affine.min affine_map<(d0, d1) -> (d0 + 3, d1, 7)>(%0, %k)
  %2 = affine.max affine_map<(d0)[s0] -> (d0, s0 * 2, 4)>(%1)[%c5]
  %3 = affine.min affine_map<()[s0] -> (s0, 4)>()[%c5]
  %4 = affine.min affine_map<()[s0] -> (s0)>()[%n]
  %5 = affine.apply affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 + s0 - d0)>(%n, %k)[%c-3]
  %6 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%5)
  %7 = affine.min affine_map<(d0) -> (d0, 8)>(%3)
  %8 = affine.max affine_map<(d0, d1) -> (d0, d1 - 2)>(%2, %n)
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : index, index, index, index, index, index, index, index, index
}

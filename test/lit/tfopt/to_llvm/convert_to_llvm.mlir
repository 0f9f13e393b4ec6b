// RUN: tf-opt --allow-unregistered-dialect --convert-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func private @scale(%x: f32, %n: index) -> f32 {
  %0 = arith.index_cast %n : index to i64
  %1 = arith.sitofp %0 : i64 to f32
  %2 = math.sqrt %1 : f32
  %3 = arith.mulf %x, %2 : f32
  return %3 : f32
}
func.func @sum(%m: memref<?x4xf32>, %v: vector<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = index.constant 1
  %z = arith.constant 0.0 : f32
  %n = memref.dim %m, %c0 : memref<?x4xf32>
  cf.br ^head(%c0, %z : index, f32)
^head(%i: index, %a: f32):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^end
^body:
  %w = vector.load %m[%i, %c0] : memref<?x4xf32>, vector<4xf32>
  %f = vector.fma %v, %w, %v : vector<4xf32>
  %r = vector.reduction <add>, %f, %a : vector<4xf32> into f32
  %s = call @scale(%r, %i) : (f32, index) -> f32
  %j = index.add %i, %c1
  cf.br ^head(%j, %s : index, f32)
^end:
  "test.stays"(%n, %m) : (index, memref<?x4xf32>) -> ()
  return %a : f32
}

// CHECK: module {
// CHECK: llvm.func @scale(%arg0: f32, %arg1: i64) -> f32 attributes {sym_visibility = "private"} {
// CHECK-NEXT: %0 = llvm.sitofp %arg1 : i64 to f32
// CHECK-NEXT: %1 = llvm.intr.sqrt(%0) : (f32) -> f32
// CHECK-NEXT: %2 = llvm.fmul %arg0, %1 : f32
// CHECK-NEXT: llvm.return %2 : f32
// CHECK-NEXT: }
// CHECK: llvm.func @sum(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: vector<4xf32>) -> f32 {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg2, %2[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg3, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg5, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %6 = llvm.insertvalue %arg4, %5[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %7 = llvm.insertvalue %arg6, %6[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %8 = builtin.unrealized_conversion_cast %7 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x4xf32>
// CHECK-NEXT: %9 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %10 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %11 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %12 = llvm.extractvalue %7[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %13 = builtin.unrealized_conversion_cast %12 : i64 to index
// CHECK-NEXT: llvm.br ^bb1(%9, %11 : i64, f32)
// CHECK-NEXT: ^bb1(%14: i64, %15: f32):
// CHECK-NEXT: %16 = llvm.icmp "slt" %14, %12 : i64
// CHECK-NEXT: llvm.cond_br %16, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %17 = llvm.extractvalue %7[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %18 = llvm.mlir.constant(4 : index) : i64
// CHECK-NEXT: %19 = llvm.mul %14, %18 : i64
// CHECK-NEXT: %20 = llvm.add %19, %9 : i64
// CHECK-NEXT: %21 = llvm.getelementptr %17[%20] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %22 = llvm.load %21 {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT: %23 = llvm.intr.fmuladd(%arg7, %22, %arg7) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %24 = "llvm.intr.vector.reduce.fadd"(%15, %23) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %25 = llvm.call @scale(%24, %14) : (f32, i64) -> f32
// CHECK-NEXT: %26 = llvm.add %14, %10 : i64
// CHECK-NEXT: llvm.br ^bb1(%26, %25 : i64, f32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: "test.stays"(%13, %8) : (index, memref<?x4xf32>) -> ()
// CHECK-NEXT: llvm.return %15 : f32
// CHECK-NEXT: }

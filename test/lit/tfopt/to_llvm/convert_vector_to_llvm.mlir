// RUN: tf-opt --allow-unregistered-dialect --split-input-file --convert-vector-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @bc(%x: f32, %v: vector<4xf32>, %w: vector<1xf32>, %z: vector<f32>, %u: vector<2x1xf32>) {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  %1 = vector.broadcast %x : f32 to vector<2x3xf32>
  %2 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %3 = vector.broadcast %w : vector<1xf32> to vector<4xf32>
  %4 = vector.broadcast %z : vector<f32> to vector<4xf32>
  %5 = vector.broadcast %x : f32 to vector<f32>
  %6 = vector.broadcast %x : f32 to vector<1xf32>
  %7 = vector.broadcast %u : vector<2x1xf32> to vector<2x3xf32>
  "test.use"(%0,%1,%2,%3,%4,%5,%6,%7) : (vector<4xf32>, vector<2x3xf32>, vector<2x4xf32>, vector<4xf32>, vector<4xf32>, vector<f32>, vector<1xf32>, vector<2x3xf32>) -> ()
  return
}
// -----
func.func @ex(%v: vector<4xf32>, %m: vector<2x3xf32>, %i: index, %z: vector<f32>, %t: vector<2x3x4xf32>) {
  %0 = vector.extract %v[1] : f32 from vector<4xf32>
  %1 = vector.extract %m[1] : vector<3xf32> from vector<2x3xf32>
  %2 = vector.extract %m[1, 2] : f32 from vector<2x3xf32>
  %3 = vector.extract %v[%i] : f32 from vector<4xf32>
  %4 = vector.extract %m[1, %i] : f32 from vector<2x3xf32>
  %5 = vector.extract %z[] : f32 from vector<f32>
  %6 = vector.extract %t[1] : vector<3x4xf32> from vector<2x3x4xf32>
  "test.use"(%0,%1,%2,%3,%4,%5,%6) : (f32, vector<3xf32>, f32, f32, f32, f32, vector<3x4xf32>) -> ()
  return
}
// -----
func.func @ins(%x: f32, %v: vector<4xf32>, %r: vector<3xf32>, %m: vector<2x3xf32>, %i: index, %z: vector<f32>) {
  %0 = vector.insert %x, %v [1] : f32 into vector<4xf32>
  %1 = vector.insert %r, %m [1] : vector<3xf32> into vector<2x3xf32>
  %2 = vector.insert %x, %m [1, 2] : f32 into vector<2x3xf32>
  %3 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
  %4 = vector.insert %x, %m [1, %i] : f32 into vector<2x3xf32>
  %5 = vector.insert %x, %z [] : f32 into vector<f32>
  "test.use"(%0,%1,%2,%3,%4,%5) : (vector<4xf32>, vector<2x3xf32>, vector<2x3xf32>, vector<4xf32>, vector<2x3xf32>, vector<f32>) -> ()
  return
}
// -----
func.func @ls(%m: memref<8x8xf32>, %i: index, %d: memref<?xf32>, %x: memref<4xindex>, %z: memref<8xf32, strided<[1], offset: ?>>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  %1 = vector.load %d[%i] : memref<?xf32>, vector<8xf32>
  %2 = vector.load %x[%i] : memref<4xindex>, vector<4xindex>
  %3 = vector.load %z[%i] {nontemporal = true, alignment = 8} : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
  vector.store %0, %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  vector.store %2, %x[%i] {alignment = 16} : memref<4xindex>, vector<4xindex>
  "test.use"(%1,%3) : (vector<8xf32>, vector<4xf32>) -> ()
  return
}
// -----
func.func @ml(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) {
  %0 = vector.maskedload %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %k, %0 : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %1 = vector.expandload %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %k, %1 : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @ga(%m: memref<?xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %p: vector<4xf32>, %y: vector<4xindex>, %n: memref<8x8xf32>) {
  %0 = vector.gather %m[%i][%x], %k, %p : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i][%y], %k, %0 : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %1 = vector.gather %n[%i, %i][%x], %k, %p : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  "test.use"(%1) : (vector<4xf32>) -> ()
  return
}
// -----
func.func @sh(%v: vector<4xf32>, %w: vector<4xf32>, %m: vector<2x3xf32>, %a: vector<2xf32>, %z: vector<f32>) {
  %0 = vector.shuffle %v, %w [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
  %1 = vector.shuffle %m, %m [0, 3, 1] : vector<2x3xf32>, vector<2x3xf32>
  %2 = vector.shuffle %a, %v [0, 4, 1] : vector<2xf32>, vector<4xf32>
  %3 = vector.shuffle %z, %z [0, 1] : vector<f32>, vector<f32>
  "test.use"(%0,%1,%2,%3) : (vector<4xf32>, vector<3x3xf32>, vector<3xf32>, vector<2xf32>) -> ()
  return
}
// -----
func.func @red(%v: vector<4xf32>, %i: vector<4xi32>, %x: f32, %n: i32) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <add>, %v, %x : vector<4xf32> into f32
  %2 = vector.reduction <mul>, %v : vector<4xf32> into f32
  %3 = vector.reduction <mul>, %v, %x : vector<4xf32> into f32
  %4 = vector.reduction <minnumf>, %v : vector<4xf32> into f32
  %5 = vector.reduction <maxnumf>, %v, %x : vector<4xf32> into f32
  %6 = vector.reduction <minimumf>, %v : vector<4xf32> into f32
  %7 = vector.reduction <maximumf>, %v, %x : vector<4xf32> into f32
  %8 = vector.reduction <add>, %i : vector<4xi32> into i32
  %9 = vector.reduction <add>, %i, %n : vector<4xi32> into i32
  %10 = vector.reduction <mul>, %i : vector<4xi32> into i32
  %11 = vector.reduction <minsi>, %i, %n : vector<4xi32> into i32
  %12 = vector.reduction <minui>, %i, %n : vector<4xi32> into i32
  %13 = vector.reduction <maxsi>, %i, %n : vector<4xi32> into i32
  %14 = vector.reduction <maxui>, %i : vector<4xi32> into i32
  %15 = vector.reduction <and>, %i, %n : vector<4xi32> into i32
  %16 = vector.reduction <or>, %i : vector<4xi32> into i32
  %17 = vector.reduction <xor>, %i, %n : vector<4xi32> into i32
  %18 = vector.reduction <add>, %v fastmath<reassoc> : vector<4xf32> into f32
  %19 = vector.reduction <mul>, %i, %n : vector<4xi32> into i32
  "test.use"(%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19) : (f32,f32,f32,f32,f32,f32,f32,f32,i32,i32,i32,i32,i32,i32,i32,i32,i32,i32,f32,i32) -> ()
  return
}
// -----
func.func @misc(%a: f32, %b: f32, %v: vector<4xf32>, %w: vector<4xf32>) {
  %0 = vector.from_elements %a, %b : vector<2xf32>
  %1:4 = vector.to_elements %v : vector<4xf32>
  %2 = vector.step : vector<4xindex>
  %3 = vector.interleave %v, %w : vector<4xf32> -> vector<8xf32>
  %4, %5 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %6 = vector.vscale
  "test.use"(%0,%1#0,%1#1,%1#2,%1#3,%2,%3,%4,%5,%6) : (vector<2xf32>,f32,f32,f32,f32,vector<4xindex>,vector<8xf32>,vector<2xf32>,vector<2xf32>,index) -> ()
  return
}
// -----
func.func @tc(%m: memref<4x4xf32>) {
  %0 = vector.type_cast %m : memref<4x4xf32> to memref<vector<4x4xf32>>
  "test.use"(%0) : (memref<vector<4x4xf32>>) -> ()
  return
}
// -----
func.func @mk(%m: vector<4xf32>, %k: vector<4xi1>, %x: f32, %n: vector<4xi32>, %y: i32) -> (f32, f32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %0 = vector.mask %k { vector.reduction <mul>, %m : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %k { vector.reduction <add>, %m, %x fastmath<reassoc> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %2 = vector.mask %k { vector.reduction <add>, %n : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %3 = vector.mask %k { vector.reduction <mul>, %n : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %4 = vector.mask %k { vector.reduction <and>, %n : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %5 = vector.mask %k { vector.reduction <or>, %n, %y : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %6 = vector.mask %k { vector.reduction <xor>, %n : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %7 = vector.mask %k { vector.reduction <minsi>, %n : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %8 = vector.mask %k { vector.reduction <maxsi>, %n : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %9 = vector.mask %k { vector.reduction <minui>, %n : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %10 = vector.mask %k { vector.reduction <maxui>, %n, %y : vector<4xi32> into i32 } : vector<4xi1> -> i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : f32, f32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}

// CHECK: module {
// CHECK: func.func @bc(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<1xf32>, %arg3: vector<f32>, %arg4: vector<2x1xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg4 : vector<2x1xf32> to !llvm.array<2 x vector<1xf32>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg3 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %2 = ub.poison : vector<2x3xf32>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %4 = ub.poison : vector<2x4xf32>
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : vector<2x4xf32> to !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %6 = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %7 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %8 = llvm.insertelement %arg0, %6[%7 : i32] : vector<4xf32>
// CHECK-NEXT: %9 = llvm.shufflevector %8, %6 [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %10 = llvm.mlir.poison : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %11 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %12 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %13 = llvm.insertelement %arg0, %11[%12 : i32] : vector<3xf32>
// CHECK-NEXT: %14 = llvm.shufflevector %13, %13 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %15 = llvm.insertvalue %14, %10[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %16 = llvm.insertvalue %14, %15[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %17 = builtin.unrealized_conversion_cast %16 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: %18 = llvm.insertvalue %arg1, %5[0] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %19 = llvm.insertvalue %arg1, %18[1] : !llvm.array<2 x vector<4xf32>>
// CHECK-NEXT: %20 = builtin.unrealized_conversion_cast %19 : !llvm.array<2 x vector<4xf32>> to vector<2x4xf32>
// CHECK-NEXT: %21 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %22 = llvm.extractelement %arg2[%21 : i64] : vector<1xf32>
// CHECK-NEXT: %23 = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %24 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %25 = llvm.insertelement %22, %23[%24 : i32] : vector<4xf32>
// CHECK-NEXT: %26 = llvm.shufflevector %25, %23 [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %27 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %28 = llvm.extractelement %1[%27 : i64] : vector<1xf32>
// CHECK-NEXT: %29 = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %30 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %31 = llvm.insertelement %28, %29[%30 : i32] : vector<4xf32>
// CHECK-NEXT: %32 = llvm.shufflevector %31, %29 [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT: %33 = llvm.mlir.poison : vector<1xf32>
// CHECK-NEXT: %34 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %35 = llvm.insertelement %arg0, %33[%34 : i32] : vector<1xf32>
// CHECK-NEXT: %36 = builtin.unrealized_conversion_cast %35 : vector<1xf32> to vector<f32>
// CHECK-NEXT: %37 = llvm.mlir.poison : vector<1xf32>
// CHECK-NEXT: %38 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %39 = llvm.insertelement %arg0, %37[%38 : i32] : vector<1xf32>
// CHECK-NEXT: %40 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<1xf32>>
// CHECK-NEXT: %41 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %42 = llvm.extractelement %40[%41 : i64] : vector<1xf32>
// CHECK-NEXT: %43 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %44 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %45 = llvm.insertelement %42, %43[%44 : i32] : vector<3xf32>
// CHECK-NEXT: %46 = llvm.shufflevector %45, %43 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %47 = llvm.insertvalue %46, %3[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %48 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<1xf32>>
// CHECK-NEXT: %49 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %50 = llvm.extractelement %48[%49 : i64] : vector<1xf32>
// CHECK-NEXT: %51 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %52 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %53 = llvm.insertelement %50, %51[%52 : i32] : vector<3xf32>
// CHECK-NEXT: %54 = llvm.shufflevector %53, %51 [0, 0, 0] : vector<3xf32>
// CHECK-NEXT: %55 = llvm.insertvalue %54, %47[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %56 = builtin.unrealized_conversion_cast %55 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: "test.use"(%9, %17, %20, %26, %32, %36, %39, %56) : (vector<4xf32>, vector<2x3xf32>, vector<2x4xf32>, vector<4xf32>, vector<4xf32>, vector<f32>, vector<1xf32>, vector<2x3xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ex(%arg0: vector<4xf32>, %arg1: vector<2x3xf32>, %arg2: index, %arg3: vector<f32>, %arg4: vector<2x3x4xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg4 : vector<2x3x4xf32> to !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg3 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg2 : index to i64
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %arg1 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %4 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %5 = llvm.extractelement %arg0[%4 : i64] : vector<4xf32>
// CHECK-NEXT: %6 = llvm.extractvalue %3[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %7 = llvm.extractvalue %3[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %8 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %9 = llvm.extractelement %7[%8 : i64] : vector<3xf32>
// CHECK-NEXT: %10 = llvm.extractelement %arg0[%2 : i64] : vector<4xf32>
// CHECK-NEXT: %11 = llvm.extractvalue %3[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %12 = llvm.extractelement %11[%2 : i64] : vector<3xf32>
// CHECK-NEXT: %13 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %14 = llvm.extractelement %1[%13 : i64] : vector<1xf32>
// CHECK-NEXT: %15 = llvm.extractvalue %0[1] : !llvm.array<2 x array<3 x vector<4xf32>>>
// CHECK-NEXT: %16 = builtin.unrealized_conversion_cast %15 : !llvm.array<3 x vector<4xf32>> to vector<3x4xf32>
// CHECK-NEXT: "test.use"(%5, %6, %9, %10, %12, %14, %16) : (f32, vector<3xf32>, f32, f32, f32, f32, vector<3x4xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ins(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<3xf32>, %arg3: vector<2x3xf32>, %arg4: index, %arg5: vector<f32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg5 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg4 : index to i64
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg3 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %3 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %4 = llvm.insertelement %arg0, %arg1[%3 : i64] : vector<4xf32>
// CHECK-NEXT: %5 = llvm.insertvalue %arg2, %2[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: %7 = llvm.extractvalue %2[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %8 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %9 = llvm.insertelement %arg0, %7[%8 : i64] : vector<3xf32>
// CHECK-NEXT: %10 = llvm.insertvalue %9, %2[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %11 = builtin.unrealized_conversion_cast %10 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: %12 = llvm.insertelement %arg0, %arg1[%1 : i64] : vector<4xf32>
// CHECK-NEXT: %13 = llvm.extractvalue %2[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %14 = llvm.insertelement %arg0, %13[%1 : i64] : vector<3xf32>
// CHECK-NEXT: %15 = llvm.insertvalue %14, %2[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %16 = builtin.unrealized_conversion_cast %15 : !llvm.array<2 x vector<3xf32>> to vector<2x3xf32>
// CHECK-NEXT: %17 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %18 = llvm.insertelement %arg0, %0[%17 : i64] : vector<1xf32>
// CHECK-NEXT: %19 = builtin.unrealized_conversion_cast %18 : vector<1xf32> to vector<f32>
// CHECK-NEXT: "test.use"(%4, %6, %11, %12, %16, %19) : (vector<4xf32>, vector<2x3xf32>, vector<2x3xf32>, vector<4xf32>, vector<2x3xf32>, vector<f32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ls(%arg0: memref<8x8xf32>, %arg1: index, %arg2: memref<?xf32>, %arg3: memref<4xindex>, %arg4: memref<8xf32, strided<[1], offset: ?>>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg4 : memref<8xf32, strided<[1], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg3 : memref<4xindex> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg2 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %arg0 : memref<8x8xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %5 = llvm.extractvalue %4[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %6 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %7 = llvm.mul %3, %6 : i64
// CHECK-NEXT: %8 = llvm.add %7, %3 : i64
// CHECK-NEXT: %9 = llvm.getelementptr %5[%8] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %10 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT: %11 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %12 = llvm.getelementptr %11[%3] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %13 = llvm.load %12 {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK-NEXT: %14 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %15 = llvm.getelementptr %14[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: %16 = llvm.load %15 {alignment = 8 : i64} : !llvm.ptr -> vector<4xi64>
// CHECK-NEXT: %17 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %18 = llvm.extractvalue %0[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %19 = llvm.getelementptr %17[%18] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %20 = llvm.getelementptr %19[%3] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %21 = llvm.load %20 {alignment = 8 : i64, nontemporal} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT: %22 = llvm.extractvalue %4[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %23 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %24 = llvm.mul %3, %23 : i64
// CHECK-NEXT: %25 = llvm.add %24, %3 : i64
// CHECK-NEXT: %26 = llvm.getelementptr %22[%25] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.store %10, %26 {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
// CHECK-NEXT: %27 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %28 = llvm.getelementptr %27[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-NEXT: llvm.store %16, %28 {alignment = 16 : i64} : vector<4xi64>, !llvm.ptr
// CHECK-NEXT: "test.use"(%13, %21) : (vector<8xf32>, vector<4xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ml(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<8xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.getelementptr %2[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %4 = llvm.intr.masked.load %3, %arg2, %arg3 {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %5 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.getelementptr %5[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.intr.masked.store %4, %6, %arg2 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT: %7 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %8 = llvm.getelementptr %7[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %9 = "llvm.intr.masked.expandload"(%8, %arg2, %arg3) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %10 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %11 = llvm.getelementptr %10[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: "llvm.intr.masked.compressstore"(%9, %11, %arg2) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @ga(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xi32>, %arg3: vector<4xi1>, %arg4: vector<4xf32>, %arg5: vector<4xindex>, %arg6: memref<8x8xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg6 : memref<8x8xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg5 : vector<4xindex> to vector<4xi64>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.getelementptr %4[%2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %6 = llvm.getelementptr %5[%arg2] : (!llvm.ptr, vector<4xi32>) -> vector<4x!llvm.ptr>, f32
// CHECK-NEXT: %7 = llvm.intr.masked.gather %6, %arg3, %arg4 {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: %8 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %9 = llvm.getelementptr %8[%2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %10 = llvm.getelementptr %9[%1] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
// CHECK-NEXT: llvm.intr.masked.scatter %7, %10, %arg3 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
// CHECK-NEXT: %11 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %12 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %13 = llvm.mul %2, %12 : i64
// CHECK-NEXT: %14 = llvm.add %13, %2 : i64
// CHECK-NEXT: %15 = llvm.getelementptr %11[%14] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %16 = llvm.getelementptr %15[%arg2] : (!llvm.ptr, vector<4xi32>) -> vector<4x!llvm.ptr>, f32
// CHECK-NEXT: %17 = llvm.intr.masked.gather %16, %arg3, %arg4 {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: "test.use"(%17) : (vector<4xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @sh(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: vector<2x3xf32>, %arg3: vector<2xf32>, %arg4: vector<f32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg4 : vector<f32> to vector<1xf32>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg2 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %2 = llvm.shufflevector %arg0, %arg1 [0, 4, 1, 5] : vector<4xf32>
// CHECK-NEXT: %3 = llvm.mlir.poison : !llvm.array<3 x vector<3xf32>>
// CHECK-NEXT: %4 = llvm.extractvalue %1[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %5 = llvm.insertvalue %4, %3[0] : !llvm.array<3 x vector<3xf32>>
// CHECK-NEXT: %6 = llvm.extractvalue %1[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %7 = llvm.insertvalue %6, %5[1] : !llvm.array<3 x vector<3xf32>>
// CHECK-NEXT: %8 = llvm.extractvalue %1[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %9 = llvm.insertvalue %8, %7[2] : !llvm.array<3 x vector<3xf32>>
// CHECK-NEXT: %10 = builtin.unrealized_conversion_cast %9 : !llvm.array<3 x vector<3xf32>> to vector<3x3xf32>
// CHECK-NEXT: %11 = llvm.mlir.poison : vector<3xf32>
// CHECK-NEXT: %12 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %13 = llvm.extractelement %arg3[%12 : i64] : vector<2xf32>
// CHECK-NEXT: %14 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %15 = llvm.insertelement %13, %11[%14 : i64] : vector<3xf32>
// CHECK-NEXT: %16 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %17 = llvm.extractelement %arg0[%16 : i64] : vector<4xf32>
// CHECK-NEXT: %18 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %19 = llvm.insertelement %17, %15[%18 : i64] : vector<3xf32>
// CHECK-NEXT: %20 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %21 = llvm.extractelement %arg3[%20 : i64] : vector<2xf32>
// CHECK-NEXT: %22 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %23 = llvm.insertelement %21, %19[%22 : i64] : vector<3xf32>
// CHECK-NEXT: %24 = llvm.shufflevector %0, %0 [0, 1] : vector<1xf32>
// CHECK-NEXT: "test.use"(%2, %10, %23, %24) : (vector<4xf32>, vector<3x3xf32>, vector<3xf32>, vector<2xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @red(%arg0: vector<4xf32>, %arg1: vector<4xi32>, %arg2: f32, %arg3: i32) {
// CHECK-NEXT: %0 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %1 = "llvm.intr.vector.reduce.fadd"(%0, %arg0) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %2 = "llvm.intr.vector.reduce.fadd"(%arg2, %arg0) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %3 = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT: %4 = "llvm.intr.vector.reduce.fmul"(%3, %arg0) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %5 = "llvm.intr.vector.reduce.fmul"(%arg2, %arg0) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %6 = llvm.intr.vector.reduce.fmin(%arg0) : (vector<4xf32>) -> f32
// CHECK-NEXT: %7 = llvm.intr.vector.reduce.fmax(%arg0) : (vector<4xf32>) -> f32
// CHECK-NEXT: %8 = llvm.intr.maxnum(%7, %arg2) : (f32, f32) -> f32
// CHECK-NEXT: %9 = llvm.intr.vector.reduce.fminimum(%arg0) : (vector<4xf32>) -> f32
// CHECK-NEXT: %10 = llvm.intr.vector.reduce.fmaximum(%arg0) : (vector<4xf32>) -> f32
// CHECK-NEXT: %11 = llvm.intr.maximum(%10, %arg2) : (f32, f32) -> f32
// CHECK-NEXT: %12 = "llvm.intr.vector.reduce.add"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %13 = "llvm.intr.vector.reduce.add"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %14 = llvm.add %arg3, %13 : i32
// CHECK-NEXT: %15 = "llvm.intr.vector.reduce.mul"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %16 = "llvm.intr.vector.reduce.smin"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %17 = llvm.icmp "sle" %arg3, %16 : i32
// CHECK-NEXT: %18 = llvm.select %17, %arg3, %16 : i1, i32
// CHECK-NEXT: %19 = "llvm.intr.vector.reduce.umin"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %20 = llvm.icmp "ule" %arg3, %19 : i32
// CHECK-NEXT: %21 = llvm.select %20, %arg3, %19 : i1, i32
// CHECK-NEXT: %22 = "llvm.intr.vector.reduce.smax"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %23 = llvm.icmp "sge" %arg3, %22 : i32
// CHECK-NEXT: %24 = llvm.select %23, %arg3, %22 : i1, i32
// CHECK-NEXT: %25 = "llvm.intr.vector.reduce.umax"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %26 = "llvm.intr.vector.reduce.and"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %27 = llvm.and %arg3, %26 : i32
// CHECK-NEXT: %28 = "llvm.intr.vector.reduce.or"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %29 = "llvm.intr.vector.reduce.xor"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %30 = llvm.xor %arg3, %29 : i32
// CHECK-NEXT: %31 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %32 = "llvm.intr.vector.reduce.fadd"(%31, %arg0) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT: %33 = "llvm.intr.vector.reduce.mul"(%arg1) : (vector<4xi32>) -> i32
// CHECK-NEXT: %34 = llvm.mul %arg3, %33 : i32
// CHECK-NEXT: "test.use"(%1, %2, %4, %5, %6, %8, %9, %11, %12, %14, %15, %18, %21, %24, %25, %27, %28, %30, %32, %34) : (f32, f32, f32, f32, f32, f32, f32, f32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, f32, i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @misc(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>, %arg3: vector<4xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
// CHECK-NEXT: %0 = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT: %1 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %2 = llvm.insertelement %arg0, %0[%1 : i64] : vector<2xf32>
// CHECK-NEXT: %3 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %4 = llvm.insertelement %arg1, %2[%3 : i64] : vector<2xf32>
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %6 = llvm.extractelement %arg2[%5 : i64] : vector<4xf32>
// CHECK-NEXT: %7 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %8 = llvm.extractelement %arg2[%7 : i64] : vector<4xf32>
// CHECK-NEXT: %9 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %10 = llvm.extractelement %arg2[%9 : i64] : vector<4xf32>
// CHECK-NEXT: %11 = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT: %12 = llvm.extractelement %arg2[%11 : i64] : vector<4xf32>
// CHECK-NEXT: %13 = llvm.shufflevector %arg2, %arg3 [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>
// CHECK-NEXT: %14 = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT: %15 = llvm.shufflevector %arg2, %14 [0, 2] : vector<4xf32>
// CHECK-NEXT: %16 = llvm.shufflevector %arg2, %14 [1, 3] : vector<4xf32>
// CHECK-NEXT: %17 = "llvm.intr.vscale"() : () -> i64
// CHECK-NEXT: %18 = builtin.unrealized_conversion_cast %17 : i64 to index
// CHECK-NEXT: "test.use"(%4, %6, %8, %10, %12, %cst, %13, %15, %16, %18) : (vector<2xf32>, f32, f32, f32, f32, vector<4xindex>, vector<8xf32>, vector<2xf32>, vector<2xf32>, index) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @tc(%arg0: memref<4x4xf32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : memref<4x4xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %1 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %2 = llvm.extractvalue %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %2, %1[0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %4 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %4, %3[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : index) : i64
// CHECK-NEXT: %7 = llvm.insertvalue %6, %5[2] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %8 = builtin.unrealized_conversion_cast %7 : !llvm.struct<(ptr, ptr, i64)> to memref<vector<4x4xf32>>
// CHECK-NEXT: "test.use"(%8) : (memref<vector<4x4xf32>>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @mk(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: f32, %arg3: vector<4xi32>, %arg4: i32) -> (f32, f32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT: %0 = llvm.mlir.constant(1.000000e+00 : f32) : f32
// CHECK-NEXT: %1 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %2 = "llvm.intr.vp.reduce.fmul"(%0, %arg0, %arg1, %1) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
// CHECK-NEXT: %3 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %4 = "llvm.intr.vp.reduce.fadd"(%arg2, %arg0, %arg1, %3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
// CHECK-NEXT: %5 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %6 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %7 = "llvm.intr.vp.reduce.add"(%5, %arg3, %arg1, %6) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: %8 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT: %9 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %10 = "llvm.intr.vp.reduce.mul"(%8, %arg3, %arg1, %9) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: %11 = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT: %12 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %13 = "llvm.intr.vp.reduce.and"(%11, %arg3, %arg1, %12) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: %14 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %15 = "llvm.intr.vp.reduce.or"(%arg4, %arg3, %arg1, %14) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: %16 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %17 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %18 = "llvm.intr.vp.reduce.xor"(%16, %arg3, %arg1, %17) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: %19 = llvm.mlir.constant(2147483647 : i32) : i32
// CHECK-NEXT: %20 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %21 = "llvm.intr.vp.reduce.smin"(%19, %arg3, %arg1, %20) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: %22 = llvm.mlir.constant(-2147483648 : i32) : i32
// CHECK-NEXT: %23 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %24 = "llvm.intr.vp.reduce.smax"(%22, %arg3, %arg1, %23) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: %25 = llvm.mlir.constant(-1 : i32) : i32
// CHECK-NEXT: %26 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %27 = "llvm.intr.vp.reduce.umin"(%25, %arg3, %arg1, %26) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: %28 = llvm.mlir.constant(4 : i32) : i32
// CHECK-NEXT: %29 = "llvm.intr.vp.reduce.umax"(%arg4, %arg3, %arg1, %28) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
// CHECK-NEXT: return %2, %4, %7, %10, %13, %15, %18, %21, %24, %27, %29 : f32, f32, i32, i32, i32, i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }

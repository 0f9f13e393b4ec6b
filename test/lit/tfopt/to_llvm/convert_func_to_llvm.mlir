// RUN: tf-opt --allow-unregistered-dialect --split-input-file --convert-func-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func private @outside(index, memref<?xf32> {foo.x}) -> (index {foo.y})
func.func @calls(%m: memref<?xf32>, %i: index {foo.z}) -> index attributes {foo.x = 1, passthrough = ["cold"]} {
  %0 = call @outside(%i, %m) {foo.a} : (index, memref<?xf32>) -> index
  %1:2 = call @several() : () -> (index, f32)
  call @nothing() : () -> ()
  %2 = arith.addi %0, %1#0 : index
  return %2 : index
}
func.func @several() -> (index, f32) {
  %0 = arith.constant 1 : index
  %1 = arith.constant 1.0 : f32
  return %0, %1 : index, f32
}
func.func private @nothing() { return }
func.func @parts(%a: index, %m: memref<2x?xf32>, %n: memref<f32>, %u: memref<*xf32>) -> (memref<2x?xf32>, memref<f32>) {
  "test.use"(%a, %m, %u) : (index, memref<2x?xf32>, memref<*xf32>) -> ()
  return %m, %n : memref<2x?xf32>, memref<f32>
}
func.func @pointers(%f: (i32) -> f32, %x: i32) -> f32 {
  %0 = call_indirect %f(%x) : (i32) -> f32
  %1 = constant @index : (index) -> index
  %c = arith.constant 1 : index
  %2 = call_indirect %1(%c) : (index) -> index
  return %0 : f32
}
func.func @index(%x: index) -> index { return %x : index }
func.func @attributes(%x: index) attributes {llvm.linkage = #llvm.linkage<internal>, llvm.readnone, llvm.always_inline} {
  return
}
func.func private @variadic(i32) attributes {func.varargs = true}
func.func nested @nested(i32)
func.func @types(%m: vector<2x3xf32>, %n: complex<f32>, %o: f8E4M3FN, %p: si32, %q: vector<[4]xf32>, %r: memref<4xf32, 3>) -> vector<2x3xf32> {
  return %m : vector<2x3xf32>
}
// -----
func.func @called_by_c(%m: memref<?xf32>, %i: index) -> index attributes {llvm.emit_c_interface} {
  return %i : index
}
func.func private @calls_c(%m: memref<?xf32>, %i: index {foo.x}) -> (memref<?xf32>, index) attributes {llvm.emit_c_interface}
func.func @structure(%m: memref<?xf32>) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  return %m : memref<?xf32>
}
// -----
func.func private @unranked(%m: memref<*xf32>) -> memref<*xf32> {
  %0 = call @unranked(%m) : (memref<*xf32>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
// -----
func.func @tensors_stay(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @f(tensor<2xf32>) -> tensor<2xf32>

// CHECK: module {
// CHECK: llvm.func @outside(i64, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> (i64 {foo.y}) attributes {sym_visibility = "private"}
// CHECK: llvm.func @calls(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64 {foo.z}) -> i64 attributes {foo.x = 1 : i64, passthrough = ["cold"]} {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg2, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg3, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg4, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.extractvalue %5[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = llvm.extractvalue %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %8 = llvm.extractvalue %5[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %9 = llvm.extractvalue %5[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %10 = llvm.extractvalue %5[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %11 = llvm.call @outside(%arg5, %6, %7, %8, %9, %10) {foo.a} : (i64, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i64
// CHECK-NEXT: %12 = builtin.unrealized_conversion_cast %11 : i64 to index
// CHECK-NEXT: %13 = llvm.call @several() : () -> !llvm.struct<(i64, f32)>
// CHECK-NEXT: %14 = llvm.extractvalue %13[0] : !llvm.struct<(i64, f32)>
// CHECK-NEXT: %15 = builtin.unrealized_conversion_cast %14 : i64 to index
// CHECK-NEXT: %16 = llvm.extractvalue %13[1] : !llvm.struct<(i64, f32)>
// CHECK-NEXT: llvm.call @nothing() : () -> ()
// CHECK-NEXT: %17 = arith.addi %12, %15 : index
// CHECK-NEXT: %18 = builtin.unrealized_conversion_cast %17 : index to i64
// CHECK-NEXT: llvm.return %18 : i64
// CHECK-NEXT: }
// CHECK: llvm.func @several() -> !llvm.struct<(i64, f32)> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %c1 : index to i64
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %1 = llvm.mlir.poison : !llvm.struct<(i64, f32)>
// CHECK-NEXT: %2 = llvm.insertvalue %0, %1[0] : !llvm.struct<(i64, f32)>
// CHECK-NEXT: %3 = llvm.insertvalue %cst, %2[1] : !llvm.struct<(i64, f32)>
// CHECK-NEXT: llvm.return %3 : !llvm.struct<(i64, f32)>
// CHECK-NEXT: }
// CHECK: llvm.func @nothing() attributes {sym_visibility = "private"} {
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK: llvm.func @parts(%arg0: i64, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: i64, %arg8: !llvm.ptr, %arg9: !llvm.ptr, %arg10: i64, %arg11: i64, %arg12: !llvm.ptr) -> !llvm.struct<(struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, struct<(ptr, ptr, i64)>)> {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg11, %0[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg12, %1[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : !llvm.struct<(i64, ptr)> to memref<*xf32>
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %arg0 : i64 to index
// CHECK-NEXT: %5 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %6 = llvm.insertvalue %arg8, %5[0] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %7 = llvm.insertvalue %arg9, %6[1] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %8 = llvm.insertvalue %arg10, %7[2] : !llvm.struct<(ptr, ptr, i64)>
// CHECK-NEXT: %9 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %10 = llvm.insertvalue %arg1, %9[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %11 = llvm.insertvalue %arg2, %10[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %12 = llvm.insertvalue %arg3, %11[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %13 = llvm.insertvalue %arg4, %12[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %14 = llvm.insertvalue %arg6, %13[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %15 = llvm.insertvalue %arg5, %14[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %16 = llvm.insertvalue %arg7, %15[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %17 = builtin.unrealized_conversion_cast %16 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<2x?xf32>
// CHECK-NEXT: "test.use"(%4, %17, %3) : (index, memref<2x?xf32>, memref<*xf32>) -> ()
// CHECK-NEXT: %18 = llvm.mlir.poison : !llvm.struct<(struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, struct<(ptr, ptr, i64)>)>
// CHECK-NEXT: %19 = llvm.insertvalue %16, %18[0] : !llvm.struct<(struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, struct<(ptr, ptr, i64)>)>
// CHECK-NEXT: %20 = llvm.insertvalue %8, %19[1] : !llvm.struct<(struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, struct<(ptr, ptr, i64)>)>
// CHECK-NEXT: llvm.return %20 : !llvm.struct<(struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, struct<(ptr, ptr, i64)>)>
// CHECK-NEXT: }
// CHECK: llvm.func @pointers(%arg0: !llvm.ptr, %arg1: i32) -> f32 {
// CHECK-NEXT: %0 = llvm.call %arg0(%arg1) : !llvm.ptr, (i32) -> f32
// CHECK-NEXT: %1 = llvm.mlir.addressof @index : !llvm.ptr
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %c1 : index to i64
// CHECK-NEXT: %3 = llvm.call %1(%2) : !llvm.ptr, (i64) -> i64
// CHECK-NEXT: llvm.return %0 : f32
// CHECK-NEXT: }
// CHECK: llvm.func @index(%arg0: i64) -> i64 {
// CHECK-NEXT: llvm.return %arg0 : i64
// CHECK-NEXT: }
// CHECK: llvm.func internal @attributes(%arg0: i64) attributes {llvm.always_inline, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK: llvm.func @variadic(i32, ...) attributes {sym_visibility = "private"}
// CHECK: llvm.func @nested(i32) attributes {sym_visibility = "nested"}
// CHECK: llvm.func @types(%arg0: !llvm.array<2 x vector<3xf32>>, %arg1: !llvm.struct<(f32, f32)>, %arg2: i8, %arg3: i32, %arg4: vector<[4]xf32>, %arg5: !llvm.ptr<3>, %arg6: !llvm.ptr<3>, %arg7: i64, %arg8: i64, %arg9: i64) -> !llvm.array<2 x vector<3xf32>> {
// CHECK-NEXT: llvm.return %arg0 : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: llvm.func @called_by_c(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64) -> i64 attributes {llvm.emit_c_interface} {
// CHECK-NEXT: llvm.return %arg5 : i64
// CHECK-NEXT: }
// CHECK: llvm.func @_mlir_ciface_called_by_c(%arg0: !llvm.ptr, %arg1: i64) -> i64 attributes {llvm.emit_c_interface} {
// CHECK-NEXT: %0 = llvm.load %arg0 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.extractvalue %0[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.extractvalue %0[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.extractvalue %0[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.call @called_by_c(%1, %2, %3, %4, %5, %arg1) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64) -> i64
// CHECK-NEXT: llvm.return %6 : i64
// CHECK-NEXT: }
// CHECK: llvm.func private @calls_c(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64 {foo.x}) -> !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)> attributes {llvm.emit_c_interface, sym_visibility = "private"} {
// CHECK-NEXT: %0 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %1 = llvm.alloca %0 x !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)> : (i64) -> !llvm.ptr
// CHECK-NEXT: %2 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg0, %2[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg1, %3[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg2, %4[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.insertvalue %arg3, %5[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %7 = llvm.insertvalue %arg4, %6[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %8 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %9 = llvm.alloca %8 x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK-NEXT: llvm.store %7, %9 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT: llvm.call @_mlir_ciface_calls_c(%1, %9, %arg5) : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: %10 = llvm.load %1 : !llvm.ptr -> !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)>
// CHECK-NEXT: llvm.return %10 : !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)>
// CHECK-NEXT: }
// CHECK: llvm.func @_mlir_ciface_calls_c(!llvm.ptr, !llvm.ptr, i64 {foo.x}) attributes {llvm.emit_c_interface, sym_visibility = "private"}
// CHECK: llvm.func @structure(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> attributes {llvm.emit_c_interface} {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg2, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg3, %3[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg4, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: llvm.return %5 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: }
// CHECK: llvm.func @_mlir_ciface_structure(%arg0: !llvm.ptr, %arg1: !llvm.ptr) attributes {llvm.emit_c_interface} {
// CHECK-NEXT: %0 = llvm.load %arg1 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = llvm.extractvalue %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %3 = llvm.extractvalue %0[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %4 = llvm.extractvalue %0[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %5 = llvm.extractvalue %0[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %6 = llvm.call @structure(%1, %2, %3, %4, %5) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: llvm.store %6, %arg0 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK: llvm.func @free(!llvm.ptr)
// CHECK: llvm.func @unranked(%arg0: i64, %arg1: !llvm.ptr) -> !llvm.struct<(i64, ptr)> attributes {sym_visibility = "private"} {
// CHECK-NEXT: %0 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %3 = llvm.extractvalue %2[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %4 = llvm.extractvalue %2[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %5 = llvm.call @unranked(%3, %4) : (i64, !llvm.ptr) -> !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %6 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %7 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %8 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %9 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %10 = llvm.mul %7, %9 : i64
// CHECK-NEXT: %11 = llvm.extractvalue %5[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %12 = llvm.mul %7, %11 : i64
// CHECK-NEXT: %13 = llvm.add %12, %6 : i64
// CHECK-NEXT: %14 = llvm.mul %13, %8 : i64
// CHECK-NEXT: %15 = llvm.add %10, %14 : i64
// CHECK-NEXT: %16 = llvm.alloca %15 x i8 : (i64) -> !llvm.ptr
// CHECK-NEXT: %17 = llvm.extractvalue %5[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: "llvm.intr.memcpy"(%16, %17, %15) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: llvm.call @free(%17) : (!llvm.ptr) -> ()
// CHECK-NEXT: %18 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %19 = llvm.extractvalue %5[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %20 = llvm.insertvalue %19, %18[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %21 = llvm.insertvalue %16, %20[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %22 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %23 = llvm.mlir.constant(2 : index) : i64
// CHECK-NEXT: %24 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %25 = llvm.mlir.constant(8 : index) : i64
// CHECK-NEXT: %26 = llvm.mul %23, %25 : i64
// CHECK-NEXT: %27 = llvm.extractvalue %21[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %28 = llvm.mul %23, %27 : i64
// CHECK-NEXT: %29 = llvm.add %28, %22 : i64
// CHECK-NEXT: %30 = llvm.mul %29, %24 : i64
// CHECK-NEXT: %31 = llvm.add %26, %30 : i64
// CHECK-NEXT: %32 = llvm.call @malloc(%31) : (i64) -> !llvm.ptr
// CHECK-NEXT: %33 = llvm.extractvalue %21[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: "llvm.intr.memcpy"(%32, %33, %31) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT: %34 = llvm.mlir.poison : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %35 = llvm.extractvalue %21[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %36 = llvm.insertvalue %35, %34[0] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: %37 = llvm.insertvalue %32, %36[1] : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: llvm.return %37 : !llvm.struct<(i64, ptr)>
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @tensors_stay(%arg0: tensor<2xf32>) -> tensor<2xf32> {
// CHECK-NEXT: %0 = call @f(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: return %0 : tensor<2xf32>
// CHECK-NEXT: }
// CHECK: func.func private @f(tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: }

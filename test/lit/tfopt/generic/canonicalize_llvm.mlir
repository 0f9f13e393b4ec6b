// RUN: tf-opt %s --canonicalize | filecheck %s

/// The text is mlir-opt 22's: constants of each kind stand at the front, parts are taken from where they were put, indices that are constants are numbers. A shift by 0 and what `or` has
/// first stay as they are.

// CHECK-LABEL: llvm.func @gathered(%arg0: i32) -> !llvm.struct<(i32, f32)> {
// CHECK-NEXT: %0 = llvm.mlir.addressof @gathered : !llvm.ptr
// CHECK-NEXT: %1 = llvm.mlir.constant(3 : i32) : i32
// CHECK-NEXT: %2 = llvm.mlir.zero : i32
// CHECK-NEXT: %3 = llvm.mlir.undef : f32
// CHECK-NEXT: %4 = llvm.mlir.poison : !llvm.struct<(i32, f32)>
// CHECK-NEXT: %5 = llvm.add %arg0, %arg0 : i32
// CHECK-NEXT: %6 = llvm.add %5, %2 : i32
// CHECK-NEXT: %7 = llvm.mul %6, %1 : i32
// CHECK-NEXT: %8 = llvm.insertvalue %7, %4[0] : !llvm.struct<(i32, f32)>
// CHECK-NEXT: %9 = llvm.insertvalue %3, %8[1] : !llvm.struct<(i32, f32)>
// CHECK-NEXT: llvm.store %4, %0 : !llvm.struct<(i32, f32)>, !llvm.ptr
// CHECK-NEXT: llvm.return %9 : !llvm.struct<(i32, f32)>
// CHECK-NEXT: }
llvm.func @gathered(%x: i32) -> (!llvm.struct<(i32, f32)>) {
  %1 = llvm.add %x, %x : i32
  %p = llvm.mlir.poison : !llvm.struct<(i32, f32)>
  %u = llvm.mlir.undef : f32
  %q = llvm.mlir.poison : !llvm.struct<(i32, f32)>
  %z = llvm.mlir.zero : i32
  %y = llvm.add %z, %1 : i32
  %c = llvm.mlir.constant(3 : i32) : i32
  %d = llvm.mul %c, %y : i32
  %2 = llvm.insertvalue %d, %p[0] : !llvm.struct<(i32, f32)>
  %3 = llvm.insertvalue %u, %2[1] : !llvm.struct<(i32, f32)>
  %none = llvm.mlir.none : !llvm.token
  %a = llvm.mlir.addressof @gathered : !llvm.ptr
  llvm.store %q, %a : !llvm.struct<(i32, f32)>, !llvm.ptr
  llvm.return %3 : !llvm.struct<(i32, f32)> }

// CHECK-LABEL: llvm.func @casts(%arg0: i64, %arg1: !llvm.ptr, %arg2: f32) -> i64 {
// CHECK-NEXT: %0 = llvm.inttoptr %arg0 : i64 to !llvm.ptr
// CHECK-NEXT: %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
// CHECK-NEXT: llvm.store %arg2, %arg1 : f32, !llvm.ptr
// CHECK-NEXT: llvm.return %1 : i64
// CHECK-NEXT: }
llvm.func @casts(%x: i64, %p: !llvm.ptr, %f: f32) -> (i64) {
  %0 = llvm.inttoptr %x : i64 to !llvm.ptr
  %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %2 = llvm.bitcast %f : f32 to i32
  %3 = llvm.bitcast %2 : i32 to f32
  %4 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %5 = llvm.addrspacecast %4 : !llvm.ptr<1> to !llvm.ptr
  llvm.store %3, %5 : f32, !llvm.ptr
  llvm.return %1 : i64
}

// CHECK-LABEL: llvm.func @parts(%arg0: !llvm.struct<(i32, struct<(f32, i32)>)>, %arg1: i32, %arg2: f32) -> i32 {
// CHECK-NEXT: %0 = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT: %1 = llvm.extractvalue %arg0[1, 1] : !llvm.struct<(i32, struct<(f32, i32)>)>
// CHECK-NEXT: %2 = llvm.extractvalue %arg0[1, 1] : !llvm.struct<(i32, struct<(f32, i32)>)>
// CHECK-NEXT: %3 = llvm.add %arg1, %1 : i32
// CHECK-NEXT: %4 = llvm.shl %3, %0 : i32
// CHECK-NEXT: %5 = llvm.or %0, %4 : i32
// CHECK-NEXT: %6 = llvm.add %5, %2 : i32
// CHECK-NEXT: %7 = llvm.add %6, %0 : i32
// CHECK-NEXT: llvm.return %7 : i32
// CHECK-NEXT: }
llvm.func @parts(%s: !llvm.struct<(i32, struct<(f32, i32)>)>, %x: i32, %y: f32) -> i32 {
  %0 = llvm.insertvalue %x, %s[0] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %1 = llvm.insertvalue %y, %0[1, 0] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %2 = llvm.extractvalue %1[0] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %3 = llvm.extractvalue %1[1] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %4 = llvm.extractvalue %3[1] : !llvm.struct<(f32, i32)>
  %5 = llvm.extractvalue %0[1, 1] : !llvm.struct<(i32, struct<(f32, i32)>)>
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %6 = llvm.add %2, %4 : i32
  %7 = llvm.shl %6, %c0 : i32
  %8 = llvm.or %c0, %7 : i32
  %9 = llvm.add %8, %5 : i32
  %10 = llvm.add %c0, %9 : i32
  llvm.return %10 : i32
}

// CHECK-LABEL: llvm.func @geps(%arg0: !llvm.ptr, %arg1: i64) -> !llvm.ptr {
// CHECK-NEXT: %0 = llvm.getelementptr %arg0[2, %arg1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x i32>
// CHECK-NEXT: %1 = llvm.getelementptr %0[2] : (!llvm.ptr) -> !llvm.ptr, i32
// CHECK-NEXT: llvm.return %1 : !llvm.ptr
// CHECK-NEXT: }
llvm.func @geps(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %0 = llvm.getelementptr %p[%c0] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %1 = llvm.getelementptr %0[%c2, %i] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x i32>
  %2 = llvm.getelementptr %1[0] : (!llvm.ptr) -> !llvm.ptr, i32
  %3 = llvm.getelementptr %2[%c2] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.return %3 : !llvm.ptr
}

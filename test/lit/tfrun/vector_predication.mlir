// RUN: tf-run %s --device=interpreter | filecheck %s --match-full-lines

/// Vector predication: of four lanes the third is not in the mask. Operands: 17, -9, 5, 1 and 3, 2, 0, 31; 1.5, -7.25, 2, 0.5 and 0.5, 2, 4, 8.
/// What is printed is what mlir-runner 22 prints, but for the least of floats and for strides, which LLVM does not expand there.
// CHECK: 20, -7, -1, 32
// CHECK-NEXT: 14, -11, -1, -30
// CHECK-NEXT: 51, -18, -1, 31
// CHECK-NEXT: 1, 2, -1, 1
// CHECK-NEXT: 19, -9, -1, 31
// CHECK-NEXT: 18, -11, -1, 30
// CHECK-NEXT: 136, -36, -1, -2147483648
// CHECK-NEXT: 2, 1073741821, -1, 0
// CHECK-NEXT: 2, -3, -1, 0
// CHECK-NEXT: 5, -4, -1, 0
// CHECK-NEXT: 5, 2147483643, -1, 0
// CHECK-NEXT: 2, -1, -1, 1
// CHECK-NEXT: 2, 1, -1, 1
// CHECK-NEXT: 17, 2, -1, 31
// CHECK-NEXT: 3, -9, -1, 1
// CHECK-NEXT: 17, -9, -1, 31
// CHECK-NEXT: 3, 2, -1, 1
// CHECK-NEXT: 20, -7, -1, -1
// CHECK-NEXT: 2, -5.25, -1, 8.5
// CHECK-NEXT: 1, -9.25, -1, -7.5
// CHECK-NEXT: 0.75, -14.5, -1, 4
// CHECK-NEXT: 3, -3.625, -1, 0.0625
// CHECK-NEXT: 0, -1.25, -1, 0.5
// CHECK-NEXT: -1.5, 7.25, -1, -0.5
// CHECK-NEXT: 1.25, -12.5, -1, 12
// CHECK-NEXT: 1.25, -12.5, -1, 12
// CHECK-NEXT: 1, -7, -1, 0
// CHECK-NEXT: 17, -9, -1, 1
// CHECK-NEXT: 17, 4.29497e+09, -1, 1
// CHECK-NEXT: 17, -9, -1, 1
// CHECK-NEXT: 17, 247, -1, 1
// CHECK-NEXT: 1.5, -7.25, -1, 0.5
// CHECK-NEXT: 17, -9, 0, 1
// CHECK-NEXT: 17, -9, 0, 31
// CHECK-NEXT: 12
// CHECK-NEXT: -459
// CHECK-NEXT: 1
// CHECK-NEXT: -9
// CHECK-NEXT: -28
// CHECK-NEXT: 17
// CHECK-NEXT: -9
// CHECK-NEXT: -9
// CHECK-NEXT: 1
// CHECK-NEXT: -5.25
// CHECK-NEXT: -5.4375
// CHECK-NEXT: 1.5
// CHECK-NEXT: -7.25
// CHECK-NEXT: 10, 11, -1, 13
// CHECK-NEXT: 10, 12, -1, 16
// CHECK-NEXT: 17, 11, -9, 13
llvm.func @printI64(i64)
llvm.func @printF32(f32)
llvm.func @printNewline()
llvm.func @printComma()
// Prints four numbers, -1 where a lane does not count.
llvm.func @show_i32(%v: vector<4xi32>, %mask: vector<4xi1>, %length: i32) {
  %count = llvm.mlir.constant(4 : i64) : i64
  %memory = llvm.alloca %count x i32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %none = llvm.mlir.constant(dense<-1> : vector<4xi32>) : vector<4xi32>
  llvm.store %none, %memory : vector<4xi32>, !llvm.ptr
  "llvm.intr.vp.store"(%v, %memory, %mask, %length) : (vector<4xi32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %p0 = llvm.getelementptr %memory[0] : (!llvm.ptr) -> !llvm.ptr, i32
  %x0 = llvm.load %p0 : !llvm.ptr -> i32
  %y0 = llvm.sext %x0 : i32 to i64
  llvm.call @printI64(%y0) : (i64) -> ()
  llvm.call @printComma() : () -> ()
  %p1 = llvm.getelementptr %memory[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %x1 = llvm.load %p1 : !llvm.ptr -> i32
  %y1 = llvm.sext %x1 : i32 to i64
  llvm.call @printI64(%y1) : (i64) -> ()
  llvm.call @printComma() : () -> ()
  %p2 = llvm.getelementptr %memory[2] : (!llvm.ptr) -> !llvm.ptr, i32
  %x2 = llvm.load %p2 : !llvm.ptr -> i32
  %y2 = llvm.sext %x2 : i32 to i64
  llvm.call @printI64(%y2) : (i64) -> ()
  llvm.call @printComma() : () -> ()
  %p3 = llvm.getelementptr %memory[3] : (!llvm.ptr) -> !llvm.ptr, i32
  %x3 = llvm.load %p3 : !llvm.ptr -> i32
  %y3 = llvm.sext %x3 : i32 to i64
  llvm.call @printI64(%y3) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}
// Prints four numbers, -1 where a lane does not count.
llvm.func @show_f32(%v: vector<4xf32>, %mask: vector<4xi1>, %length: i32) {
  %count = llvm.mlir.constant(4 : i64) : i64
  %memory = llvm.alloca %count x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %none = llvm.mlir.constant(dense<-1.0> : vector<4xf32>) : vector<4xf32>
  llvm.store %none, %memory : vector<4xf32>, !llvm.ptr
  "llvm.intr.vp.store"(%v, %memory, %mask, %length) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %p0 = llvm.getelementptr %memory[0] : (!llvm.ptr) -> !llvm.ptr, f32
  %x0 = llvm.load %p0 : !llvm.ptr -> f32
  llvm.call @printF32(%x0) : (f32) -> ()
  llvm.call @printComma() : () -> ()
  %p1 = llvm.getelementptr %memory[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %x1 = llvm.load %p1 : !llvm.ptr -> f32
  llvm.call @printF32(%x1) : (f32) -> ()
  llvm.call @printComma() : () -> ()
  %p2 = llvm.getelementptr %memory[2] : (!llvm.ptr) -> !llvm.ptr, f32
  %x2 = llvm.load %p2 : !llvm.ptr -> f32
  llvm.call @printF32(%x2) : (f32) -> ()
  llvm.call @printComma() : () -> ()
  %p3 = llvm.getelementptr %memory[3] : (!llvm.ptr) -> !llvm.ptr, f32
  %x3 = llvm.load %p3 : !llvm.ptr -> f32
  llvm.call @printF32(%x3) : (f32) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}
llvm.func @main() {
  %a = llvm.mlir.constant(dense<[17, -9, 5, 1]> : vector<4xi32>) : vector<4xi32>
  %b = llvm.mlir.constant(dense<[3, 2, 0, 31]> : vector<4xi32>) : vector<4xi32>
  %x = llvm.mlir.constant(dense<[1.5, -7.25, 2.0, 0.5]> : vector<4xf32>) : vector<4xf32>
  %y = llvm.mlir.constant(dense<[0.5, 2.0, 4.0, 8.0]> : vector<4xf32>) : vector<4xf32>
  %mask = llvm.mlir.constant(dense<[true, true, false, true]> : vector<4xi1>) : vector<4xi1>
  %all = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
  %two = llvm.mlir.constant(2 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  %half = llvm.mlir.constant(0.5 : f32) : f32
  %r1 = "llvm.intr.vp.add"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r1, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r2 = "llvm.intr.vp.sub"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r2, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r3 = "llvm.intr.vp.mul"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r3, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r4 = "llvm.intr.vp.and"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r4, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r5 = "llvm.intr.vp.or"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r5, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r6 = "llvm.intr.vp.xor"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r6, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r7 = "llvm.intr.vp.shl"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r7, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r8 = "llvm.intr.vp.lshr"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r8, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r9 = "llvm.intr.vp.ashr"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r9, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r10 = "llvm.intr.vp.sdiv"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r10, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r11 = "llvm.intr.vp.udiv"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r11, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r12 = "llvm.intr.vp.srem"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r12, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r13 = "llvm.intr.vp.urem"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r13, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r14 = "llvm.intr.vp.smax"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r14, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r15 = "llvm.intr.vp.smin"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r15, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r16 = "llvm.intr.vp.umax"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r16, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r17 = "llvm.intr.vp.umin"(%a, %b, %mask, %four) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r17, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r18 = "llvm.intr.vp.add"(%a, %b, %mask, %two) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r18, %mask, %two) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r19 = "llvm.intr.vp.fadd"(%x, %y, %mask, %four) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r19, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r20 = "llvm.intr.vp.fsub"(%x, %y, %mask, %four) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r20, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r21 = "llvm.intr.vp.fmul"(%x, %y, %mask, %four) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r21, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r22 = "llvm.intr.vp.fdiv"(%x, %y, %mask, %four) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r22, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r23 = "llvm.intr.vp.frem"(%x, %y, %mask, %four) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r23, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r24 = "llvm.intr.vp.fneg"(%x, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r24, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r25 = "llvm.intr.vp.fma"(%x, %y, %y, %mask, %four) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r25, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r26 = "llvm.intr.vp.fmuladd"(%x, %y, %y, %mask, %four) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r26, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r27 = "llvm.intr.vp.fptosi"(%x, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r27, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r28 = "llvm.intr.vp.sitofp"(%a, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r28, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r29 = "llvm.intr.vp.uitofp"(%a, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r29, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r30 = "llvm.intr.vp.trunc"(%a, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi8>
  %r31 = "llvm.intr.vp.sext"(%r30, %mask, %four) : (vector<4xi8>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r31, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r32 = "llvm.intr.vp.zext"(%r30, %mask, %four) : (vector<4xi8>, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r32, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r33 = "llvm.intr.vp.fpext"(%x, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
  %r34 = "llvm.intr.vp.fptrunc"(%r33, %mask, %four) : (vector<4xf64>, vector<4xi1>, i32) -> vector<4xf32>
  llvm.call @show_f32(%r34, %mask, %four) : (vector<4xf32>, vector<4xi1>, i32) -> ()
  %r35 = "llvm.intr.vp.select"(%mask, %a, %b, %four) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r35, %all, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r36 = "llvm.intr.vp.merge"(%all, %a, %b, %two) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r36, %all, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %r37 = "llvm.intr.vp.reduce.add"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w37 = llvm.sext %r37 : i32 to i64
  llvm.call @printI64(%w37) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r38 = "llvm.intr.vp.reduce.mul"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w38 = llvm.sext %r38 : i32 to i64
  llvm.call @printI64(%w38) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r39 = "llvm.intr.vp.reduce.and"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w39 = llvm.sext %r39 : i32 to i64
  llvm.call @printI64(%w39) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r40 = "llvm.intr.vp.reduce.or"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w40 = llvm.sext %r40 : i32 to i64
  llvm.call @printI64(%w40) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r41 = "llvm.intr.vp.reduce.xor"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w41 = llvm.sext %r41 : i32 to i64
  llvm.call @printI64(%w41) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r42 = "llvm.intr.vp.reduce.smax"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w42 = llvm.sext %r42 : i32 to i64
  llvm.call @printI64(%w42) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r43 = "llvm.intr.vp.reduce.smin"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w43 = llvm.sext %r43 : i32 to i64
  llvm.call @printI64(%w43) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r44 = "llvm.intr.vp.reduce.umax"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w44 = llvm.sext %r44 : i32 to i64
  llvm.call @printI64(%w44) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r45 = "llvm.intr.vp.reduce.umin"(%three, %a, %mask, %four) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %w45 = llvm.sext %r45 : i32 to i64
  llvm.call @printI64(%w45) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  %r46 = "llvm.intr.vp.reduce.fadd"(%half, %x, %mask, %two) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.call @printF32(%r46) : (f32) -> ()
  llvm.call @printNewline() : () -> ()
  %r47 = "llvm.intr.vp.reduce.fmul"(%half, %x, %mask, %two) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.call @printF32(%r47) : (f32) -> ()
  llvm.call @printNewline() : () -> ()
  %r48 = "llvm.intr.vp.reduce.fmax"(%half, %x, %mask, %two) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.call @printF32(%r48) : (f32) -> ()
  llvm.call @printNewline() : () -> ()
  %r49 = "llvm.intr.vp.reduce.fmin"(%half, %x, %mask, %two) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  llvm.call @printF32(%r49) : (f32) -> ()
  llvm.call @printNewline() : () -> ()
  %count = llvm.mlir.constant(8 : i64) : i64
  %memory = llvm.alloca %count x i32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %numbers = llvm.mlir.constant(dense<[10, 11, 12, 13, 14, 15, 16, 17]> : vector<8xi32>) : vector<8xi32>
  llvm.store %numbers, %memory : vector<8xi32>, !llvm.ptr
  %eight = llvm.mlir.constant(8 : i64) : i64
  %r50 = "llvm.intr.vp.load"(%memory, %mask, %four) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r50, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  %s = "llvm.intr.experimental.vp.strided.load"(%memory, %eight, %mask, %four) : (!llvm.ptr, i64, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%s, %mask, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  "llvm.intr.experimental.vp.strided.store"(%a, %memory, %eight, %mask, %three) : (vector<4xi32>, !llvm.ptr, i64, vector<4xi1>, i32) -> ()
  %r51 = "llvm.intr.vp.load"(%memory, %all, %four) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xi32>
  llvm.call @show_i32(%r51, %all, %four) : (vector<4xi32>, vector<4xi1>, i32) -> ()
  llvm.return
}

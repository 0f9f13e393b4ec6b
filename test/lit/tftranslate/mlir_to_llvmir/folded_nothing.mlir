// RUN: tf-translate --mlir-to-llvmir %s | filecheck %s

/// Operations on what is not defined, and bits of vectors where the highest byte comes first: constants as mlir-translate 22 writes them.
// CHECK: define void @f() {
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 -1)
// CHECK-NEXT: call void @i(i32 -1)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 -1)
// CHECK-NEXT: call void @i(i32 -1)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 undef)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @i(i32 0)
// CHECK-NEXT: call void @i(i32 poison)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float undef)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float undef)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float undef)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float undef)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float 0x7FF8000000000000)
// CHECK-NEXT: call void @j(float undef)
// CHECK-NEXT: call void @j(float undef)
// CHECK-NEXT: call void @h(i16 258, <4 x i8> <i8 1, i8 2, i8 3, i8 4>, <2 x i8> <i8 1, i8 2>)
// CHECK-NEXT: ret void
module attributes {llvm.data_layout = "E"} {
llvm.func @g(...)
llvm.func @f() {
  %u = llvm.mlir.undef : i32
  %a = llvm.mlir.constant(3 : i32) : i32
  %b = llvm.mlir.constant(4 : i32) : i32
  %z = llvm.mlir.constant(0 : i32) : i32
  %uf = llvm.mlir.undef : f32
  %af = llvm.mlir.constant(3.0 : f32) : f32
  %r1 = llvm.add %u, %a : i32
  llvm.call @i(%r1) : (i32) -> ()
  %r2 = llvm.add %a, %u : i32
  llvm.call @i(%r2) : (i32) -> ()
  %r3 = llvm.add %u, %u : i32
  llvm.call @i(%r3) : (i32) -> ()
  %r4 = llvm.add %u, %z : i32
  llvm.call @i(%r4) : (i32) -> ()
  %r5 = llvm.add %z, %u : i32
  llvm.call @i(%r5) : (i32) -> ()
  %r6 = llvm.add %u, %b : i32
  llvm.call @i(%r6) : (i32) -> ()
  %r7 = llvm.add %b, %u : i32
  llvm.call @i(%r7) : (i32) -> ()
  %r8 = llvm.sub %u, %a : i32
  llvm.call @i(%r8) : (i32) -> ()
  %r9 = llvm.sub %a, %u : i32
  llvm.call @i(%r9) : (i32) -> ()
  %r10 = llvm.sub %u, %u : i32
  llvm.call @i(%r10) : (i32) -> ()
  %r11 = llvm.sub %u, %z : i32
  llvm.call @i(%r11) : (i32) -> ()
  %r12 = llvm.sub %z, %u : i32
  llvm.call @i(%r12) : (i32) -> ()
  %r13 = llvm.sub %u, %b : i32
  llvm.call @i(%r13) : (i32) -> ()
  %r14 = llvm.sub %b, %u : i32
  llvm.call @i(%r14) : (i32) -> ()
  %r15 = llvm.mul %u, %a : i32
  llvm.call @i(%r15) : (i32) -> ()
  %r16 = llvm.mul %a, %u : i32
  llvm.call @i(%r16) : (i32) -> ()
  %r17 = llvm.mul %u, %u : i32
  llvm.call @i(%r17) : (i32) -> ()
  %r18 = llvm.mul %u, %z : i32
  llvm.call @i(%r18) : (i32) -> ()
  %r19 = llvm.mul %z, %u : i32
  llvm.call @i(%r19) : (i32) -> ()
  %r20 = llvm.mul %u, %b : i32
  llvm.call @i(%r20) : (i32) -> ()
  %r21 = llvm.mul %b, %u : i32
  llvm.call @i(%r21) : (i32) -> ()
  %r22 = llvm.and %u, %a : i32
  llvm.call @i(%r22) : (i32) -> ()
  %r23 = llvm.and %a, %u : i32
  llvm.call @i(%r23) : (i32) -> ()
  %r24 = llvm.and %u, %u : i32
  llvm.call @i(%r24) : (i32) -> ()
  %r25 = llvm.and %u, %z : i32
  llvm.call @i(%r25) : (i32) -> ()
  %r26 = llvm.and %z, %u : i32
  llvm.call @i(%r26) : (i32) -> ()
  %r27 = llvm.and %u, %b : i32
  llvm.call @i(%r27) : (i32) -> ()
  %r28 = llvm.and %b, %u : i32
  llvm.call @i(%r28) : (i32) -> ()
  %r29 = llvm.or %u, %a : i32
  llvm.call @i(%r29) : (i32) -> ()
  %r30 = llvm.or %a, %u : i32
  llvm.call @i(%r30) : (i32) -> ()
  %r31 = llvm.or %u, %u : i32
  llvm.call @i(%r31) : (i32) -> ()
  %r32 = llvm.or %u, %z : i32
  llvm.call @i(%r32) : (i32) -> ()
  %r33 = llvm.or %z, %u : i32
  llvm.call @i(%r33) : (i32) -> ()
  %r34 = llvm.or %u, %b : i32
  llvm.call @i(%r34) : (i32) -> ()
  %r35 = llvm.or %b, %u : i32
  llvm.call @i(%r35) : (i32) -> ()
  %r36 = llvm.xor %u, %a : i32
  llvm.call @i(%r36) : (i32) -> ()
  %r37 = llvm.xor %a, %u : i32
  llvm.call @i(%r37) : (i32) -> ()
  %r38 = llvm.xor %u, %u : i32
  llvm.call @i(%r38) : (i32) -> ()
  %r39 = llvm.xor %u, %z : i32
  llvm.call @i(%r39) : (i32) -> ()
  %r40 = llvm.xor %z, %u : i32
  llvm.call @i(%r40) : (i32) -> ()
  %r41 = llvm.xor %u, %b : i32
  llvm.call @i(%r41) : (i32) -> ()
  %r42 = llvm.xor %b, %u : i32
  llvm.call @i(%r42) : (i32) -> ()
  %r43 = llvm.sdiv %u, %a : i32
  llvm.call @i(%r43) : (i32) -> ()
  %r44 = llvm.sdiv %a, %u : i32
  llvm.call @i(%r44) : (i32) -> ()
  %r45 = llvm.sdiv %u, %u : i32
  llvm.call @i(%r45) : (i32) -> ()
  %r46 = llvm.sdiv %u, %z : i32
  llvm.call @i(%r46) : (i32) -> ()
  %r47 = llvm.sdiv %z, %u : i32
  llvm.call @i(%r47) : (i32) -> ()
  %r48 = llvm.sdiv %u, %b : i32
  llvm.call @i(%r48) : (i32) -> ()
  %r49 = llvm.sdiv %b, %u : i32
  llvm.call @i(%r49) : (i32) -> ()
  %r50 = llvm.udiv %u, %a : i32
  llvm.call @i(%r50) : (i32) -> ()
  %r51 = llvm.udiv %a, %u : i32
  llvm.call @i(%r51) : (i32) -> ()
  %r52 = llvm.udiv %u, %u : i32
  llvm.call @i(%r52) : (i32) -> ()
  %r53 = llvm.udiv %u, %z : i32
  llvm.call @i(%r53) : (i32) -> ()
  %r54 = llvm.udiv %z, %u : i32
  llvm.call @i(%r54) : (i32) -> ()
  %r55 = llvm.udiv %u, %b : i32
  llvm.call @i(%r55) : (i32) -> ()
  %r56 = llvm.udiv %b, %u : i32
  llvm.call @i(%r56) : (i32) -> ()
  %r57 = llvm.srem %u, %a : i32
  llvm.call @i(%r57) : (i32) -> ()
  %r58 = llvm.srem %a, %u : i32
  llvm.call @i(%r58) : (i32) -> ()
  %r59 = llvm.srem %u, %u : i32
  llvm.call @i(%r59) : (i32) -> ()
  %r60 = llvm.srem %u, %z : i32
  llvm.call @i(%r60) : (i32) -> ()
  %r61 = llvm.srem %z, %u : i32
  llvm.call @i(%r61) : (i32) -> ()
  %r62 = llvm.srem %u, %b : i32
  llvm.call @i(%r62) : (i32) -> ()
  %r63 = llvm.srem %b, %u : i32
  llvm.call @i(%r63) : (i32) -> ()
  %r64 = llvm.urem %u, %a : i32
  llvm.call @i(%r64) : (i32) -> ()
  %r65 = llvm.urem %a, %u : i32
  llvm.call @i(%r65) : (i32) -> ()
  %r66 = llvm.urem %u, %u : i32
  llvm.call @i(%r66) : (i32) -> ()
  %r67 = llvm.urem %u, %z : i32
  llvm.call @i(%r67) : (i32) -> ()
  %r68 = llvm.urem %z, %u : i32
  llvm.call @i(%r68) : (i32) -> ()
  %r69 = llvm.urem %u, %b : i32
  llvm.call @i(%r69) : (i32) -> ()
  %r70 = llvm.urem %b, %u : i32
  llvm.call @i(%r70) : (i32) -> ()
  %r71 = llvm.shl %u, %a : i32
  llvm.call @i(%r71) : (i32) -> ()
  %r72 = llvm.shl %a, %u : i32
  llvm.call @i(%r72) : (i32) -> ()
  %r73 = llvm.shl %u, %u : i32
  llvm.call @i(%r73) : (i32) -> ()
  %r74 = llvm.shl %u, %z : i32
  llvm.call @i(%r74) : (i32) -> ()
  %r75 = llvm.shl %z, %u : i32
  llvm.call @i(%r75) : (i32) -> ()
  %r76 = llvm.shl %u, %b : i32
  llvm.call @i(%r76) : (i32) -> ()
  %r77 = llvm.shl %b, %u : i32
  llvm.call @i(%r77) : (i32) -> ()
  %r78 = llvm.lshr %u, %a : i32
  llvm.call @i(%r78) : (i32) -> ()
  %r79 = llvm.lshr %a, %u : i32
  llvm.call @i(%r79) : (i32) -> ()
  %r80 = llvm.lshr %u, %u : i32
  llvm.call @i(%r80) : (i32) -> ()
  %r81 = llvm.lshr %u, %z : i32
  llvm.call @i(%r81) : (i32) -> ()
  %r82 = llvm.lshr %z, %u : i32
  llvm.call @i(%r82) : (i32) -> ()
  %r83 = llvm.lshr %u, %b : i32
  llvm.call @i(%r83) : (i32) -> ()
  %r84 = llvm.lshr %b, %u : i32
  llvm.call @i(%r84) : (i32) -> ()
  %r85 = llvm.ashr %u, %a : i32
  llvm.call @i(%r85) : (i32) -> ()
  %r86 = llvm.ashr %a, %u : i32
  llvm.call @i(%r86) : (i32) -> ()
  %r87 = llvm.ashr %u, %u : i32
  llvm.call @i(%r87) : (i32) -> ()
  %r88 = llvm.ashr %u, %z : i32
  llvm.call @i(%r88) : (i32) -> ()
  %r89 = llvm.ashr %z, %u : i32
  llvm.call @i(%r89) : (i32) -> ()
  %r90 = llvm.ashr %u, %b : i32
  llvm.call @i(%r90) : (i32) -> ()
  %r91 = llvm.ashr %b, %u : i32
  llvm.call @i(%r91) : (i32) -> ()
  %r92 = llvm.fadd %uf, %af : f32
  llvm.call @j(%r92) : (f32) -> ()
  %r93 = llvm.fadd %af, %uf : f32
  llvm.call @j(%r93) : (f32) -> ()
  %r94 = llvm.fadd %uf, %uf : f32
  llvm.call @j(%r94) : (f32) -> ()
  %r95 = llvm.fsub %uf, %af : f32
  llvm.call @j(%r95) : (f32) -> ()
  %r96 = llvm.fsub %af, %uf : f32
  llvm.call @j(%r96) : (f32) -> ()
  %r97 = llvm.fsub %uf, %uf : f32
  llvm.call @j(%r97) : (f32) -> ()
  %r98 = llvm.fmul %uf, %af : f32
  llvm.call @j(%r98) : (f32) -> ()
  %r99 = llvm.fmul %af, %uf : f32
  llvm.call @j(%r99) : (f32) -> ()
  %r100 = llvm.fmul %uf, %uf : f32
  llvm.call @j(%r100) : (f32) -> ()
  %r101 = llvm.fdiv %uf, %af : f32
  llvm.call @j(%r101) : (f32) -> ()
  %r102 = llvm.fdiv %af, %uf : f32
  llvm.call @j(%r102) : (f32) -> ()
  %r103 = llvm.fdiv %uf, %uf : f32
  llvm.call @j(%r103) : (f32) -> ()
  %r104 = llvm.frem %uf, %af : f32
  llvm.call @j(%r104) : (f32) -> ()
  %r105 = llvm.frem %af, %uf : f32
  llvm.call @j(%r105) : (f32) -> ()
  %r106 = llvm.frem %uf, %uf : f32
  llvm.call @j(%r106) : (f32) -> ()
  %r107 = llvm.fneg %uf : f32
  llvm.call @j(%r107) : (f32) -> ()
  %v = llvm.mlir.constant(dense<[1, 2]> : vector<2xi8>) : vector<2xi8>
  %vb = llvm.bitcast %v : vector<2xi8> to i16
  %w = llvm.mlir.constant(dense<[258, 772]> : vector<2xi16>) : vector<2xi16>
  %wb = llvm.bitcast %w : vector<2xi16> to vector<4xi8>
  %q = llvm.mlir.constant(258 : i16) : i16
  %qb = llvm.bitcast %q : i16 to vector<2xi8>
  llvm.call @h(%vb, %wb, %qb) : (i16, vector<4xi8>, vector<2xi8>) -> ()
  llvm.return
}
llvm.func @h(i16, vector<4xi8>, vector<2xi8>)
llvm.func @i(i32)
llvm.func @j(f32)
}

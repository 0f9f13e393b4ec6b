// RUN: tf-opt --allow-unregistered-dialect --split-input-file --convert-index-to-llvm %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @i(%a: index, %b: index, %c: i32, %d: i64, %v: vector<4xi32>) {
  %0 = index.add %a, %b
  %1 = index.and %a, %b
  %2 = index.ceildivs %a, %b
  %3 = index.ceildivu %a, %b
  %4 = index.divs %a, %b
  %5 = index.divu %a, %b
  %6 = index.floordivs %a, %b
  %7 = index.maxs %a, %b
  %8 = index.maxu %a, %b
  %9 = index.mins %a, %b
  %10 = index.minu %a, %b
  %11 = index.mul %a, %b
  %12 = index.or %a, %b
  %13 = index.rems %a, %b
  %14 = index.remu %a, %b
  %15 = index.shl %a, %b
  %16 = index.shrs %a, %b
  %17 = index.shru %a, %b
  %18 = index.sub %a, %b
  %19 = index.xor %a, %b
  "test.u"(%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19) : (index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index) -> ()
  return
}
// -----
func.func @j(%a: index, %b: index, %c: i32, %d: i64, %v: vector<4xi32>, %e: i128) {
  %0 = index.casts %c : i32 to index
  %1 = index.castu %c : i32 to index
  %2 = index.casts %a : index to i32
  %3 = index.castu %a : index to i32
  %4 = index.casts %d : i64 to index
  %5 = index.castu %a : index to i64
  %6 = index.casts %a : index to i128
  %7 = index.castu %a : index to i128
  %8 = index.castu %e : i128 to index
  %9 = index.cmp slt(%a, %b)
  %10 = index.cmp uge(%a, %b)
  %11 = index.constant 42
  %12 = index.bool.constant true
  %13 = index.sizeof
  %14 = index.constant -1
  %15 = index.cmp eq(%a, %4)
  "test.u"(%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15) : (index,index,i32,i32,index,i64,i128,i128,index,i1,i1,index,i1,index,index,i1) -> ()
  return
}

// CHECK: module {
// CHECK: func.func @i(%arg0: index, %arg1: index, %arg2: i32, %arg3: i64, %arg4: vector<4xi32>) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: %2 = llvm.add %1, %0 : i64
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %2 : i64 to index
// CHECK-NEXT: %4 = llvm.and %1, %0 : i64
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %4 : i64 to index
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %7 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %8 = llvm.mlir.constant(-1 : i64) : i64
// CHECK-NEXT: %9 = llvm.icmp "sgt" %0, %6 : i64
// CHECK-NEXT: %10 = llvm.select %9, %8, %7 : i1, i64
// CHECK-NEXT: %11 = llvm.add %1, %10 : i64
// CHECK-NEXT: %12 = llvm.sdiv %11, %0 : i64
// CHECK-NEXT: %13 = llvm.add %12, %7 : i64
// CHECK-NEXT: %14 = llvm.sub %6, %1 : i64
// CHECK-NEXT: %15 = llvm.sdiv %14, %0 : i64
// CHECK-NEXT: %16 = llvm.sub %6, %15 : i64
// CHECK-NEXT: %17 = llvm.icmp "sgt" %1, %6 : i64
// CHECK-NEXT: %18 = llvm.icmp "eq" %17, %9 : i1
// CHECK-NEXT: %19 = llvm.icmp "ne" %1, %6 : i64
// CHECK-NEXT: %20 = llvm.and %18, %19 : i1
// CHECK-NEXT: %21 = llvm.select %20, %13, %16 : i1, i64
// CHECK-NEXT: %22 = builtin.unrealized_conversion_cast %21 : i64 to index
// CHECK-NEXT: %23 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %24 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %25 = llvm.sub %1, %24 : i64
// CHECK-NEXT: %26 = llvm.udiv %25, %0 : i64
// CHECK-NEXT: %27 = llvm.add %26, %24 : i64
// CHECK-NEXT: %28 = llvm.icmp "eq" %1, %23 : i64
// CHECK-NEXT: %29 = llvm.select %28, %23, %27 : i1, i64
// CHECK-NEXT: %30 = builtin.unrealized_conversion_cast %29 : i64 to index
// CHECK-NEXT: %31 = llvm.sdiv %1, %0 : i64
// CHECK-NEXT: %32 = builtin.unrealized_conversion_cast %31 : i64 to index
// CHECK-NEXT: %33 = llvm.udiv %1, %0 : i64
// CHECK-NEXT: %34 = builtin.unrealized_conversion_cast %33 : i64 to index
// CHECK-NEXT: %35 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %36 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %37 = llvm.mlir.constant(-1 : i64) : i64
// CHECK-NEXT: %38 = llvm.icmp "slt" %0, %35 : i64
// CHECK-NEXT: %39 = llvm.select %38, %36, %37 : i1, i64
// CHECK-NEXT: %40 = llvm.sub %39, %1 : i64
// CHECK-NEXT: %41 = llvm.sdiv %40, %0 : i64
// CHECK-NEXT: %42 = llvm.sub %37, %41 : i64
// CHECK-NEXT: %43 = llvm.sdiv %1, %0 : i64
// CHECK-NEXT: %44 = llvm.icmp "slt" %1, %35 : i64
// CHECK-NEXT: %45 = llvm.icmp "ne" %44, %38 : i1
// CHECK-NEXT: %46 = llvm.icmp "ne" %1, %35 : i64
// CHECK-NEXT: %47 = llvm.and %45, %46 : i1
// CHECK-NEXT: %48 = llvm.select %47, %42, %43 : i1, i64
// CHECK-NEXT: %49 = builtin.unrealized_conversion_cast %48 : i64 to index
// CHECK-NEXT: %50 = llvm.intr.smax(%1, %0) : (i64, i64) -> i64
// CHECK-NEXT: %51 = builtin.unrealized_conversion_cast %50 : i64 to index
// CHECK-NEXT: %52 = llvm.intr.umax(%1, %0) : (i64, i64) -> i64
// CHECK-NEXT: %53 = builtin.unrealized_conversion_cast %52 : i64 to index
// CHECK-NEXT: %54 = llvm.intr.smin(%1, %0) : (i64, i64) -> i64
// CHECK-NEXT: %55 = builtin.unrealized_conversion_cast %54 : i64 to index
// CHECK-NEXT: %56 = llvm.intr.umin(%1, %0) : (i64, i64) -> i64
// CHECK-NEXT: %57 = builtin.unrealized_conversion_cast %56 : i64 to index
// CHECK-NEXT: %58 = llvm.mul %1, %0 : i64
// CHECK-NEXT: %59 = builtin.unrealized_conversion_cast %58 : i64 to index
// CHECK-NEXT: %60 = llvm.or %1, %0 : i64
// CHECK-NEXT: %61 = builtin.unrealized_conversion_cast %60 : i64 to index
// CHECK-NEXT: %62 = llvm.srem %1, %0 : i64
// CHECK-NEXT: %63 = builtin.unrealized_conversion_cast %62 : i64 to index
// CHECK-NEXT: %64 = llvm.urem %1, %0 : i64
// CHECK-NEXT: %65 = builtin.unrealized_conversion_cast %64 : i64 to index
// CHECK-NEXT: %66 = llvm.shl %1, %0 : i64
// CHECK-NEXT: %67 = builtin.unrealized_conversion_cast %66 : i64 to index
// CHECK-NEXT: %68 = llvm.ashr %1, %0 : i64
// CHECK-NEXT: %69 = builtin.unrealized_conversion_cast %68 : i64 to index
// CHECK-NEXT: %70 = llvm.lshr %1, %0 : i64
// CHECK-NEXT: %71 = builtin.unrealized_conversion_cast %70 : i64 to index
// CHECK-NEXT: %72 = llvm.sub %1, %0 : i64
// CHECK-NEXT: %73 = builtin.unrealized_conversion_cast %72 : i64 to index
// CHECK-NEXT: %74 = llvm.xor %1, %0 : i64
// CHECK-NEXT: %75 = builtin.unrealized_conversion_cast %74 : i64 to index
// CHECK-NEXT: "test.u"(%3, %5, %22, %30, %32, %34, %49, %51, %53, %55, %57, %59, %61, %63, %65, %67, %69, %71, %73, %75) : (index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK: module {
// CHECK: func.func @j(%arg0: index, %arg1: index, %arg2: i32, %arg3: i64, %arg4: vector<4xi32>, %arg5: i128) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg3 : i64 to index
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: %3 = llvm.sext %arg2 : i32 to i64
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %3 : i64 to index
// CHECK-NEXT: %5 = llvm.zext %arg2 : i32 to i64
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : i64 to index
// CHECK-NEXT: %7 = llvm.trunc %2 : i64 to i32
// CHECK-NEXT: %8 = llvm.trunc %2 : i64 to i32
// CHECK-NEXT: %9 = llvm.sext %2 : i64 to i128
// CHECK-NEXT: %10 = llvm.zext %2 : i64 to i128
// CHECK-NEXT: %11 = llvm.trunc %arg5 : i128 to i64
// CHECK-NEXT: %12 = builtin.unrealized_conversion_cast %11 : i64 to index
// CHECK-NEXT: %13 = llvm.icmp "slt" %2, %1 : i64
// CHECK-NEXT: %14 = llvm.icmp "uge" %2, %1 : i64
// CHECK-NEXT: %15 = llvm.mlir.constant(42 : i64) : i64
// CHECK-NEXT: %16 = builtin.unrealized_conversion_cast %15 : i64 to index
// CHECK-NEXT: %17 = llvm.mlir.constant(true) : i1
// CHECK-NEXT: %18 = llvm.mlir.constant(64 : i64) : i64
// CHECK-NEXT: %19 = builtin.unrealized_conversion_cast %18 : i64 to index
// CHECK-NEXT: %20 = llvm.mlir.constant(-1 : i64) : i64
// CHECK-NEXT: %21 = builtin.unrealized_conversion_cast %20 : i64 to index
// CHECK-NEXT: %22 = llvm.icmp "eq" %2, %arg3 : i64
// CHECK-NEXT: "test.u"(%4, %6, %7, %8, %0, %2, %9, %10, %12, %13, %14, %16, %17, %19, %21, %22) : (index, index, i32, i32, index, i64, i128, i128, index, i1, i1, index, i1, index, index, i1) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// RUN: tf-opt %s --split-input-file --canonicalize | filecheck %s

/// Constants where 64 and 32 bits agree, neutral numbers, chains, comparisons.
// CHECK: func.func @arith(%arg0: index) -> (index, index, index, index, index, index, index, index, index, index, index, index) {
// CHECK-NEXT: %idx4 = index.constant 4
// CHECK-NEXT: %idx10 = index.constant 10
// CHECK-NEXT: %idx-21 = index.constant -21
// CHECK-NEXT: %idx-2 = index.constant -2
// CHECK-NEXT: %idx0 = index.constant 0
// CHECK-NEXT: %idx1 = index.constant 1
// CHECK-NEXT: %idx-3 = index.constant -3
// CHECK-NEXT: %idx7 = index.constant 7
// CHECK-NEXT: return %idx4, %idx10, %idx-21, %idx-2, %idx0, %idx-2, %idx1, %idx-3, %idx1, %idx7, %idx7, %idx-3 : index, index, index, index, index, index, index, index, index, index, index, index
// CHECK-NEXT: }
func.func @arith(%x: index) -> (index, index, index, index, index, index, index, index, index, index, index, index) {
  %a = index.constant 7
  %b = index.constant -3
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : index, index, index, index, index, index, index, index, index, index, index, index
}

// -----

// CHECK: func.func @bits(%arg0: index) -> (index, index, index, index, index, index, index, index, i1, i1, i1, i32, index, index, index) {
// CHECK-NEXT: %idx4294967295 = index.constant 4294967295
// CHECK-NEXT: %idx-1 = index.constant -1
// CHECK-NEXT: %idx7 = index.constant 7
// CHECK-NEXT: %idx2 = index.constant 2
// CHECK-NEXT: %idx28 = index.constant 28
// CHECK-NEXT: %idx1 = index.constant 1
// CHECK-NEXT: %idx5 = index.constant 5
// CHECK-NEXT: %false = index.bool.constant false
// CHECK-NEXT: %true = index.bool.constant true
// CHECK-NEXT: %0 = index.casts %idx7 : index to i32
// CHECK-NEXT: %1 = index.sizeof
// CHECK-NEXT: return %idx2, %idx2, %idx28, %idx1, %idx1, %idx2, %idx7, %idx5, %false, %true, %true, %0, %idx-1, %idx4294967295, %1 : index, index, index, index, index, index, index, index, i1, i1, i1, i32, index, index, index
// CHECK-NEXT: }
func.func @bits(%x: index) -> (index, index, index, index, index, index, index, index, i1, i1, i1, i32, index, index, index) {
  %a = index.constant 7
  %b = index.constant 2
  %z = index.constant 0
  %0 = index.mins %a, %b
  %1 = index.minu %a, %b
  %2 = index.shl %a, %b
  %3 = index.shrs %a, %b
  %4 = index.shru %a, %b
  %5 = index.and %a, %b
  %6 = index.or %a, %b
  %7 = index.xor %a, %b
  %8 = index.cmp slt(%a, %b)
  %9 = index.cmp ult(%b, %a)
  %10 = index.cmp eq(%x, %x)
  %11 = index.casts %a : index to i32
  %c = arith.constant -1 : i32
  %12 = index.casts %c : i32 to index
  %13 = index.castu %c : i32 to index
  %14 = index.sizeof
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : index, index, index, index, index, index, index, index, i1, i1, i1, i32, index, index, index
}

// -----

// CHECK: func.func @neutral(%arg0: index, %arg1: index) -> (index, index, index, index, index, index, index, index, index, i1, i1, i1) {
// CHECK-NEXT: %true = index.bool.constant true
// CHECK-NEXT: %false = index.bool.constant false
// CHECK-NEXT: %idx3 = index.constant 3
// CHECK-NEXT: %idx0 = index.constant 0
// CHECK-NEXT: %0 = index.sub %arg0, %arg0
// CHECK-NEXT: %1 = index.or %arg0, %idx0
// CHECK-NEXT: %2 = index.and %arg0, %idx0
// CHECK-NEXT: %3 = index.add %arg0, %idx3
// CHECK-NEXT: %4 = index.cmp eq(%arg0, %arg1)
// CHECK-NEXT: return %arg0, %arg0, %arg0, %idx0, %arg0, %0, %1, %2, %3, %false, %4, %true : index, index, index, index, index, index, index, index, index, i1, i1, i1
// CHECK-NEXT: }
func.func @neutral(%x: index, %y: index) -> (index, index, index, index, index, index, index, index, index, i1, i1, i1) {
  %z = index.constant 0
  %o = index.constant 1
  %t = index.constant 2
  %0 = index.add %x, %z
  %1 = index.sub %x, %z
  %2 = index.mul %x, %o
  %3 = index.mul %x, %z
  %4 = index.add %z, %x
  %5 = index.sub %x, %x
  %6 = index.or %x, %z
  %7 = index.and %x, %z
  %s = index.add %x, %t
  %8 = index.add %s, %o
  %9 = index.cmp slt(%x, %x)
  %d = index.sub %x, %y
  %10 = index.cmp eq(%d, %z)
  %m = index.maxs %x, %t
  %11 = index.cmp sge(%m, %o)
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : index, index, index, index, index, index, index, index, index, i1, i1, i1
}

// -----

// CHECK: func.func @zero(%arg0: index) -> (index, index, i1, index) {
// CHECK-NEXT: %idx6442450944 = index.constant 6442450944
// CHECK-NEXT: %true = index.bool.constant true
// CHECK-NEXT: %idx7 = index.constant 7
// CHECK-NEXT: %idx0 = index.constant 0
// CHECK-NEXT: %0 = index.divs %idx7, %idx0
// CHECK-NEXT: %1 = index.remu %idx7, %idx0
// CHECK-NEXT: %2 = index.divu %idx6442450944, %idx7
// CHECK-NEXT: return %0, %1, %true, %2 : index, index, i1, index
// CHECK-NEXT: }
func.func @zero(%x: index) -> (index, index, i1, index) {
  %a = index.constant 7
  %z = index.constant 0
  %0 = index.divs %a, %z
  %1 = index.remu %a, %z
  %b = index.bool.constant true
  %big = index.constant 6442450944
  %q = index.divu %big, %a
  return %0, %1, %b, %q : index, index, i1, index
}

// -----

// CHECK: func.func @more(%arg0: index) -> (index, index, index, index, index, index, index, index, index) {
// CHECK-NEXT: %idx6 = index.constant 6
// CHECK-NEXT: %idx7 = index.constant 7
// CHECK-NEXT: %idx1 = index.constant 1
// CHECK-NEXT: %idx3 = index.constant 3
// CHECK-NEXT: %idx5 = index.constant 5
// CHECK-NEXT: %idx15 = index.constant 15
// CHECK-NEXT: %0 = index.mul %arg0, %idx15
// CHECK-NEXT: %1 = index.maxs %arg0, %idx5
// CHECK-NEXT: %2 = index.minu %arg0, %idx3
// CHECK-NEXT: %3 = index.and %arg0, %idx1
// CHECK-NEXT: %4 = index.or %arg0, %idx7
// CHECK-NEXT: %5 = index.xor %arg0, %idx6
// CHECK-NEXT: %6 = index.add %arg0, %idx5
// CHECK-NEXT: %7 = index.divs %arg0, %idx5
// CHECK-NEXT: %8 = index.sub %arg0, %idx5
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5, %6, %7, %8 : index, index, index, index, index, index, index, index, index
// CHECK-NEXT: }
func.func @more(%x: index) -> (index, index, index, index, index, index, index, index, index) {
  %a = index.constant 5
  %b = index.constant 3
  %0 = index.mul %x, %a
  %1 = index.mul %0, %b
  %2 = index.maxs %x, %a
  %3 = index.maxs %2, %b
  %4 = index.minu %x, %a
  %5 = index.minu %4, %b
  %6 = index.and %x, %a
  %7 = index.and %6, %b
  %8 = index.or %x, %a
  %9 = index.or %8, %b
  %10 = index.xor %x, %a
  %11 = index.xor %10, %b
  %12 = index.add %a, %x
  %13 = index.divs %x, %a
  %14 = index.shl %x, %a
  %15 = index.sub %x, %a
  return %1, %3, %5, %7, %9, %11, %12, %13, %15 : index, index, index, index, index, index, index, index, index
}

// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: tf-opt %s --mlir-print-op-generic | tf-opt | filecheck %s

/// Arithmetic on indices, as mlir-opt prints it.

func.func @f(%a: index, %b: index, %i: i32, %l: i64) {
  %0 = index.add %a, %b
  %1 = index.and %a, %b
  %2 = index.bool.constant true
  %3 = index.casts %i : i32 to index
  %4 = index.castu %a : index to i64
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.cmp slt(%a, %b)
  %8 = index.constant 42
  %9 = index.divs %a, %b
  %10 = index.divu %a, %b
  %11 = index.floordivs %a, %b
  %12 = index.maxs %a, %b
  %13 = index.maxu %a, %b
  %14 = index.mins %a, %b
  %15 = index.minu %a, %b
  %16 = index.mul %a, %b
  %17 = index.or %a, %b
  %18 = index.rems %a, %b
  %19 = index.remu %a, %b
  %20 = index.shl %a, %b
  %21 = index.shrs %a, %b
  %22 = index.shru %a, %b
  %23 = index.sizeof
  %24 = index.sub %a, %b
  %25 = index.xor %a, %b
  %26 = index.constant -3
  %27 = index.bool.constant false
  return
}

// CHECK: module {
// CHECK-NEXT:   func.func @f(%arg0: index, %arg1: index, %arg2: i32, %arg3: i64) {
// CHECK-NEXT:     %0 = index.add %arg0, %arg1
// CHECK-NEXT:     %1 = index.and %arg0, %arg1
// CHECK-NEXT:     %true = index.bool.constant true
// CHECK-NEXT:     %2 = index.casts %arg2 : i32 to index
// CHECK-NEXT:     %3 = index.castu %arg0 : index to i64
// CHECK-NEXT:     %4 = index.ceildivs %arg0, %arg1
// CHECK-NEXT:     %5 = index.ceildivu %arg0, %arg1
// CHECK-NEXT:     %6 = index.cmp slt(%arg0, %arg1)
// CHECK-NEXT:     %idx42 = index.constant 42
// CHECK-NEXT:     %7 = index.divs %arg0, %arg1
// CHECK-NEXT:     %8 = index.divu %arg0, %arg1
// CHECK-NEXT:     %9 = index.floordivs %arg0, %arg1
// CHECK-NEXT:     %10 = index.maxs %arg0, %arg1
// CHECK-NEXT:     %11 = index.maxu %arg0, %arg1
// CHECK-NEXT:     %12 = index.mins %arg0, %arg1
// CHECK-NEXT:     %13 = index.minu %arg0, %arg1
// CHECK-NEXT:     %14 = index.mul %arg0, %arg1
// CHECK-NEXT:     %15 = index.or %arg0, %arg1
// CHECK-NEXT:     %16 = index.rems %arg0, %arg1
// CHECK-NEXT:     %17 = index.remu %arg0, %arg1
// CHECK-NEXT:     %18 = index.shl %arg0, %arg1
// CHECK-NEXT:     %19 = index.shrs %arg0, %arg1
// CHECK-NEXT:     %20 = index.shru %arg0, %arg1
// CHECK-NEXT:     %21 = index.sizeof
// CHECK-NEXT:     %22 = index.sub %arg0, %arg1
// CHECK-NEXT:     %23 = index.xor %arg0, %arg1
// CHECK-NEXT:     %idx-3 = index.constant -3
// CHECK-NEXT:     %false = index.bool.constant false
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// GENERIC: %2 = "index.bool.constant"() <{value = true}> : () -> i1
// GENERIC: %7 = "index.cmp"(%arg0, %arg1) <{pred = #index<cmp_predicate slt>}> : (index, index) -> i1
// GENERIC: %8 = "index.constant"() <{value = 42 : index}> : () -> index
// GENERIC: %26 = "index.constant"() <{value = -3 : index}> : () -> index
// GENERIC: %27 = "index.bool.constant"() <{value = false}> : () -> i1

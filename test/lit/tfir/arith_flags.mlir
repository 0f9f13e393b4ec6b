// Words for bits print in the order of the bits, whoever wrote them in which; all of them together have a name.
// RUN: tf-opt %s | tf-opt | filecheck %s
// RUN: tf-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @flags
// CHECK-NEXT: addi %arg0, %arg0 overflow<nsw, nuw> : i32
// CHECK-NEXT: addi %arg0, %arg0 overflow<nsw, nuw> : i32
// CHECK-NEXT: addi %arg0, %arg0 : i32
// CHECK-NEXT: mulf %arg1, %arg1 fastmath<reassoc,contract> : f32
// CHECK-NEXT: mulf %arg1, %arg1 fastmath<fast> : f32
// CHECK-NEXT: absf %arg1 fastmath<nnan,ninf> : f32
// CHECK-NEXT: cmpi ult, %arg0, %arg0 : i32
// GENERIC: "arith.mulf"({{.*}}) <{fastmath = #arith.fastmath<reassoc,contract>}>
func.func @flags(%i: i32, %x: f32) {
  %0 = arith.addi %i, %i overflow<nuw, nsw> : i32
  %1 = "arith.addi"(%i, %i) <{overflowFlags = #arith.overflow<nuw,nsw>}> : (i32, i32) -> i32
  %2 = arith.addi %i, %i overflow<none> : i32
  %3 = arith.mulf %x, %x fastmath<contract, reassoc> : f32
  %4 = arith.mulf %x, %x fastmath<nnan,ninf,nsz,arcp,contract,afn,reassoc> : f32
  %5 = math.absf %x fastmath<ninf,nnan> : f32
  %6 = arith.cmpi "ult", %i, %i : i32
  return
}

// CHECK-LABEL: func.func @narrow
// CHECK-NEXT: truncf %arg0 to_nearest_even fastmath<fast> : f64 to f32
// CHECK-NEXT: convertf %arg1 : f16 to bf16
// CHECK-NEXT: convertf %arg1 upward fastmath<nnan> {note} : f16 to bf16
// CHECK-NEXT: %diff, %borrow = arith.subui_extended %arg2, %arg2 : i8, i1
// CHECK-NEXT: flush_denormals %arg1 : f16
// CHECK-NEXT: scaling_truncf %arg4, %arg3 downward fastmath<nnan> : f32, f8E8M0FNU to f4E2M1FN
// CHECK-NEXT: scaling_extf %arg1, %arg3 : f16, f8E8M0FNU to f32
// CHECK-NEXT: index_cast %arg5 : memref<4xindex> to memref<4xi32>
// CHECK-NEXT: extf %arg6 : tf32 to f32
// GENERIC: "arith.truncf"({{.*}}) <{fastmath = #arith.fastmath<fast>, roundingmode = 0 : i32}> : (f64) -> f32
func.func @narrow(%a: f64, %b: f16, %c: i8, %scale: f8E8M0FNU, %x: f32, %m: memref<4xindex>, %t: tf32) {
  %0 = arith.truncf %a to_nearest_even fastmath<fast> : f64 to f32
  %1 = arith.convertf %b : f16 to bf16
  %2 = arith.convertf %b upward fastmath<nnan> {note} : f16 to bf16
  %3:2 = arith.subui_extended %c, %c : i8, i1
  %4 = arith.flush_denormals %b : f16
  %5 = arith.scaling_truncf %x, %scale downward fastmath<nnan> : f32, f8E8M0FNU to f4E2M1FN
  %6 = arith.scaling_extf %b, %scale : f16, f8E8M0FNU to f32
  %7 = arith.index_cast %m : memref<4xindex> to memref<4xi32>
  %8 = arith.extf %t : tf32 to f32
  return
}

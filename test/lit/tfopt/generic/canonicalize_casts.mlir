// RUN: tf-opt %s --allow-unregistered-dialect --canonicalize | filecheck %s

/// Conversions between widths and kinds of numbers: merged, undone and computed, where no bit changes. What is expected is what MLIR's own
/// canonicalize makes of the programs.

// CHECK-LABEL: func.func @extui_twice(
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: return %0 : i32
func.func @extui_twice(%x: i8) -> i32 {
  %a0 = arith.extui %x : i8 to i16
  %r = arith.extui %a0 : i16 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @extsi_twice(
// CHECK-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT: return %0 : i32
func.func @extsi_twice(%x: i8) -> i32 {
  %a0 = arith.extsi %x : i8 to i16
  %r = arith.extsi %a0 : i16 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @extui_extsi(
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: return %0 : i32
func.func @extui_extsi(%x: i8) -> i32 {
  %a0 = arith.extui %x : i8 to i16
  %r = arith.extsi %a0 : i16 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @extsi_extui(
// CHECK-NEXT: %0 = arith.extsi %arg0 : i8 to i16
// CHECK-NEXT: %1 = arith.extui %0 : i16 to i32
// CHECK-NEXT: return %1 : i32
func.func @extsi_extui(%x: i8) -> i32 {
  %a0 = arith.extsi %x : i8 to i16
  %r = arith.extui %a0 : i16 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @trunci_twice(
// CHECK-NEXT: %0 = arith.trunci %arg0 : i32 to i8
// CHECK-NEXT: return %0 : i8
func.func @trunci_twice(%x: i32) -> i8 {
  %a0 = arith.trunci %x : i32 to i16
  %r = arith.trunci %a0 : i16 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @trunci_of_extension(
// CHECK-NEXT: return %arg0 : i8
func.func @trunci_of_extension(%x: i8) -> i8 {
  %a0 = arith.extsi %x : i8 to i32
  %r = arith.trunci %a0 : i32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @trunci_below(
// CHECK-NEXT: %0 = arith.trunci %arg0 : i16 to i8
// CHECK-NEXT: return %0 : i8
func.func @trunci_below(%x: i16) -> i8 {
  %a0 = arith.extsi %x : i16 to i32
  %r = arith.trunci %a0 : i32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @trunci_above(
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i16
// CHECK-NEXT: return %0 : i16
func.func @trunci_above(%x: i8) -> i16 {
  %a0 = arith.extui %x : i8 to i32
  %r = arith.trunci %a0 : i32 to i16
  return %r : i16
}

// CHECK-LABEL: func.func @sitofp_extsi(
// CHECK-NEXT: %0 = arith.sitofp %arg0 : i8 to f32
// CHECK-NEXT: return %0 : f32
func.func @sitofp_extsi(%x: i8) -> f32 {
  %a0 = arith.extsi %x : i8 to i32
  %r = arith.sitofp %a0 : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @sitofp_extui(
// CHECK-NEXT: %0 = arith.uitofp %arg0 : i8 to f32
// CHECK-NEXT: return %0 : f32
func.func @sitofp_extui(%x: i8) -> f32 {
  %a0 = arith.extui %x : i8 to i32
  %r = arith.sitofp %a0 : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @uitofp_extui(
// CHECK-NEXT: %0 = arith.uitofp %arg0 : i8 to f32
// CHECK-NEXT: return %0 : f32
func.func @uitofp_extui(%x: i8) -> f32 {
  %a0 = arith.extui %x : i8 to i32
  %r = arith.uitofp %a0 : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @uitofp_extsi(
// CHECK-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT: %1 = arith.uitofp %0 : i32 to f32
// CHECK-NEXT: return %1 : f32
func.func @uitofp_extsi(%x: i8) -> f32 {
  %a0 = arith.extsi %x : i8 to i32
  %r = arith.uitofp %a0 : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @index_and_back(
// CHECK-NEXT: return %arg0 : i64
func.func @index_and_back(%x: i64) -> i64 {
  %a0 = arith.index_cast %x : i64 to index
  %r = arith.index_cast %a0 : index to i64
  return %r : i64
}

// CHECK-LABEL: func.func @index_and_narrow(
// CHECK-NEXT: %0 = arith.index_cast %arg0 : i64 to index
// CHECK-NEXT: %1 = arith.index_cast %0 : index to i32
// CHECK-NEXT: return %1 : i32
func.func @index_and_narrow(%x: i64) -> i32 {
  %a0 = arith.index_cast %x : i64 to index
  %r = arith.index_cast %a0 : index to i32
  return %r : i32
}

// CHECK-LABEL: func.func @narrow_index_and_back(
// CHECK-NEXT: return %arg0 : i32
func.func @narrow_index_and_back(%x: i32) -> i32 {
  %a0 = arith.index_cast %x : i32 to index
  %r = arith.index_cast %a0 : index to i32
  return %r : i32
}

// CHECK-LABEL: func.func @i32_between(
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT: %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT: return %1 : index
func.func @i32_between(%x: index) -> index {
  %a0 = arith.index_cast %x : index to i32
  %r = arith.index_cast %a0 : i32 to index
  return %r : index
}

// CHECK-LABEL: func.func @i64_between(
// CHECK-NEXT: return %arg0 : index
func.func @i64_between(%x: index) -> index {
  %a0 = arith.index_cast %x : index to i64
  %r = arith.index_cast %a0 : i64 to index
  return %r : index
}

// CHECK-LABEL: func.func @index_castui_and_back(
// CHECK-NEXT: return %arg0 : i32
func.func @index_castui_and_back(%x: i32) -> i32 {
  %a0 = arith.index_castui %x : i32 to index
  %r = arith.index_castui %a0 : index to i32
  return %r : i32
}

// CHECK-LABEL: func.func @index_cast_extsi(
// CHECK-NEXT: %0 = arith.index_cast %arg0 : i8 to index
// CHECK-NEXT: return %0 : index
func.func @index_cast_extsi(%x: i8) -> index {
  %a0 = arith.extsi %x : i8 to i32
  %r = arith.index_cast %a0 : i32 to index
  return %r : index
}

// CHECK-LABEL: func.func @index_castui_extui(
// CHECK-NEXT: %0 = arith.index_castui %arg0 : i8 to index
// CHECK-NEXT: return %0 : index
func.func @index_castui_extui(%x: i8) -> index {
  %a0 = arith.extui %x : i8 to i32
  %r = arith.index_castui %a0 : i32 to index
  return %r : index
}

// CHECK-LABEL: func.func @bitcast_and_back(
// CHECK-NEXT: return %arg0 : f32
func.func @bitcast_and_back(%x: f32) -> f32 {
  %a0 = arith.bitcast %x : f32 to i32
  %r = arith.bitcast %a0 : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @bitcast_on(
// CHECK-NEXT: %0 = arith.bitcast %arg0 : i16 to bf16
// CHECK-NEXT: return %0 : bf16
func.func @bitcast_on(%x: i16) -> bf16 {
  %a0 = arith.bitcast %x : i16 to f16
  %r = arith.bitcast %a0 : f16 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @bitcast_same(
// CHECK-NEXT: return %arg0 : f32
func.func @bitcast_same(%x: f32) -> f32 {
  %r = arith.bitcast %x : f32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @extsi_c(
// CHECK-NEXT: %c-3_i32 = arith.constant -3 : i32
// CHECK-NEXT: return %c-3_i32 : i32
func.func @extsi_c() -> i32 {
  %a = arith.constant -3 : i8
  %r = arith.extsi %a : i8 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @extui_c(
// CHECK-NEXT: %c253_i32 = arith.constant 253 : i32
// CHECK-NEXT: return %c253_i32 : i32
func.func @extui_c() -> i32 {
  %a = arith.constant -3 : i8
  %r = arith.extui %a : i8 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @trunci_c(
// CHECK-NEXT: %c44_i8 = arith.constant 44 : i8
// CHECK-NEXT: return %c44_i8 : i8
func.func @trunci_c() -> i8 {
  %a = arith.constant 300 : i32
  %r = arith.trunci %a : i32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @extf_c(
// CHECK-NEXT: %cst = arith.constant 1.500000e+00 : f32
// CHECK-NEXT: return %cst : f32
func.func @extf_c() -> f32 {
  %a = arith.constant 1.5 : f16
  %r = arith.extf %a : f16 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @truncf_c(
// CHECK-NEXT: %cst = arith.constant 1.500000e+00 : f16
// CHECK-NEXT: return %cst : f16
func.func @truncf_c() -> f16 {
  %a = arith.constant 1.5 : f32
  %r = arith.truncf %a : f32 to f16
  return %r : f16
}

// CHECK-LABEL: func.func @truncf_inexact(
// CHECK-NEXT: %cst = arith.constant 1.100000e+00 : f32
// CHECK-NEXT: %0 = arith.truncf %cst : f32 to f16
// CHECK-NEXT: return %0 : f16
func.func @truncf_inexact() -> f16 {
  %a = arith.constant 1.1 : f32
  %r = arith.truncf %a : f32 to f16
  return %r : f16
}

// CHECK-LABEL: func.func @sitofp_c(
// CHECK-NEXT: %cst = arith.constant -3.000000e+00 : f32
// CHECK-NEXT: return %cst : f32
func.func @sitofp_c() -> f32 {
  %a = arith.constant -3 : i8
  %r = arith.sitofp %a : i8 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @uitofp_c(
// CHECK-NEXT: %cst = arith.constant 2.530000e+02 : f32
// CHECK-NEXT: return %cst : f32
func.func @uitofp_c() -> f32 {
  %a = arith.constant -3 : i8
  %r = arith.uitofp %a : i8 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @fptosi_c(
// CHECK-NEXT: %c-2_i8 = arith.constant -2 : i8
// CHECK-NEXT: return %c-2_i8 : i8
func.func @fptosi_c() -> i8 {
  %a = arith.constant -2.9 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @fptosi_big(
// CHECK-NEXT: %cst = arith.constant 3.000000e+02 : f32
// CHECK-NEXT: %0 = arith.fptosi %cst : f32 to i8
// CHECK-NEXT: return %0 : i8
func.func @fptosi_big() -> i8 {
  %a = arith.constant 300.0 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @fptoui_c(
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: return %c-1_i8 : i8
func.func @fptoui_c() -> i8 {
  %a = arith.constant 255.5 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @fptoui_negative(
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %0 = arith.fptoui %cst : f32 to i8
// CHECK-NEXT: return %0 : i8
func.func @fptoui_negative() -> i8 {
  %a = arith.constant -1.0 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @fptosi_nan(
// CHECK-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %0 = arith.fptosi %cst : f32 to i8
// CHECK-NEXT: return %0 : i8
func.func @fptosi_nan() -> i8 {
  %a = arith.constant 0x7FC00000 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @fptoui_small(
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: return %c0_i8 : i8
func.func @fptoui_small() -> i8 {
  %a = arith.constant -0.5 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @bitcast_c(
// CHECK-NEXT: %c1065353216_i32 = arith.constant 1065353216 : i32
// CHECK-NEXT: return %c1065353216_i32 : i32
func.func @bitcast_c() -> i32 {
  %a = arith.constant 1.0 : f32
  %r = arith.bitcast %a : f32 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @bitcast_i(
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: return %cst : f32
func.func @bitcast_i() -> f32 {
  %a = arith.constant 1065353216 : i32
  %r = arith.bitcast %a : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @bitcast_neg(
// CHECK-NEXT: %cst = arith.constant 0xFFFF : bf16
// CHECK-NEXT: return %cst : bf16
func.func @bitcast_neg() -> bf16 {
  %a = arith.constant -1 : i16
  %r = arith.bitcast %a : i16 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @index_c(
// CHECK-NEXT: %c-5 = arith.constant -5 : index
// CHECK-NEXT: return %c-5 : index
func.func @index_c() -> index {
  %a = arith.constant -5 : i32
  %r = arith.index_cast %a : i32 to index
  return %r : index
}

// CHECK-LABEL: func.func @indexui_c(
// CHECK-NEXT: %c4294967291 = arith.constant 4294967291 : index
// CHECK-NEXT: return %c4294967291 : index
func.func @indexui_c() -> index {
  %a = arith.constant -5 : i32
  %r = arith.index_castui %a : i32 to index
  return %r : index
}

// CHECK-LABEL: func.func @truncf_overflow(
// CHECK-NEXT: %cst = arith.constant 1.000000e+05 : f32
// CHECK-NEXT: %0 = arith.truncf %cst : f32 to f16
// CHECK-NEXT: return %0 : f16
func.func @truncf_overflow() -> f16 {
  %a = arith.constant 100000.0 : f32
  %r = arith.truncf %a : f32 to f16
  return %r : f16
}

// CHECK-LABEL: func.func @shift_to_low(
// CHECK-NEXT: %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT: %0 = arith.shrui %arg0, %c16_i32 : i32
// CHECK-NEXT: %1 = arith.trunci %0 : i32 to i16
// CHECK-NEXT: return %1 : i16
func.func @shift_to_low(%x: i32) -> i16 {
  %c = arith.constant 16 : i32
  %a = arith.shrsi %x, %c : i32
  %r = arith.trunci %a : i32 to i16
  return %r : i16
}

// CHECK-LABEL: func.func @shift_too_short(
// CHECK-NEXT: %c15_i32 = arith.constant 15 : i32
// CHECK-NEXT: %0 = arith.shrsi %arg0, %c15_i32 : i32
// CHECK-NEXT: %1 = arith.trunci %0 : i32 to i16
// CHECK-NEXT: return %1 : i16
func.func @shift_too_short(%x: i32) -> i16 {
  %c = arith.constant 15 : i32
  %a = arith.shrsi %x, %c : i32
  %r = arith.trunci %a : i32 to i16
  return %r : i16
}

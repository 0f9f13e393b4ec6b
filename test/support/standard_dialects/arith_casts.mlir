func.func @chains(%a: i8) -> (i32, i32, i64, i8, i16) {
  %0 = arith.extsi %a : i8 to i16
  %1 = arith.extsi %0 : i16 to i32
  %2 = arith.extui %a : i8 to i16
  %3 = arith.extui %2 : i16 to i32
  %4 = arith.extsi %2 : i16 to i64
  %5 = arith.trunci %1 : i32 to i8
  %6 = arith.trunci %3 : i32 to i16
  return %1, %3, %4, %5, %6 : i32, i32, i64, i8, i16
}
// -----
func.func @truncations(%a: i64) -> (i8, i16, i32) {
  %0 = arith.trunci %a : i64 to i32
  %1 = arith.trunci %0 : i32 to i8
  %2 = arith.extsi %0 : i32 to i64
  %3 = arith.trunci %2 : i64 to i16
  %4 = arith.trunci %2 : i64 to i32
  return %1, %3, %4 : i8, i16, i32
}
// -----
func.func @index_casts(%a: i32, %i: index) -> (i32, index, i64, index, index) {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_cast %0 : index to i32
  %2 = arith.index_cast %i : index to i32
  %3 = arith.index_cast %2 : i32 to index
  %4 = arith.index_castui %i : index to i64
  %5 = arith.extsi %a : i32 to i64
  %6 = arith.index_cast %5 : i64 to index
  %7 = arith.extui %a : i32 to i64
  %8 = arith.index_castui %7 : i64 to index
  return %1, %3, %4, %6, %8 : i32, index, i64, index, index
}
// -----
func.func @index_constants() -> (index, i32, i8, index, vector<2xindex>) {
  %a = arith.constant -3 : i32
  %b = arith.constant 300 : index
  %v = arith.constant dense<[1, -1]> : vector<2xi8>
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_cast %b : index to i32
  %2 = arith.index_cast %b : index to i8
  %3 = arith.index_castui %a : i32 to index
  %4 = arith.index_cast %v : vector<2xi8> to vector<2xindex>
  return %0, %1, %2, %3, %4 : index, i32, i8, index, vector<2xindex>
}
// -----
func.func @float_chains(%x: f16, %y: f64) -> (f64, f16, f16, f32) {
  %0 = arith.extf %x : f16 to f32
  %1 = arith.extf %0 : f32 to f64
  %2 = arith.truncf %0 : f32 to f16
  %3 = arith.truncf %y : f64 to f32
  %4 = arith.truncf %3 : f32 to f16
  %5 = arith.extf %x fastmath<contract> : f16 to f64
  %6 = arith.truncf %5 fastmath<contract> : f64 to f32
  return %1, %2, %4, %6 : f64, f16, f16, f32
}
// -----
func.func @float_constants() -> (f64, f16, bf16, f32, f16) {
  %a = arith.constant 1.1 : f32
  %b = arith.constant 1.0e10 : f32
  %h = arith.constant 0.333 : f16
  %0 = arith.extf %a : f32 to f64
  %1 = arith.truncf %a : f32 to f16
  %2 = arith.truncf %a : f32 to bf16
  %3 = arith.extf %h : f16 to f32
  %4 = arith.truncf %b : f32 to f16
  return %0, %1, %2, %3, %4 : f64, f16, bf16, f32, f16
}
// -----
func.func @rounded_constants() -> (bf16, bf16, bf16, bf16) {
  %a = arith.constant 1.1 : f32
  %0 = arith.truncf %a to_nearest_even : f32 to bf16
  %1 = arith.truncf %a downward : f32 to bf16
  %2 = arith.truncf %a upward : f32 to bf16
  %3 = arith.truncf %a toward_zero : f32 to bf16
  return %0, %1, %2, %3 : bf16, bf16, bf16, bf16
}
// -----
func.func @to_integers() -> (i32, i8, i32, i8, i32) {
  %a = arith.constant -2.75 : f32
  %b = arith.constant 300.0 : f32
  %c = arith.constant 2.75 : f64
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.fptosi %a : f32 to i32
  %1 = arith.fptosi %b : f32 to i8
  %2 = arith.fptoui %c : f64 to i32
  %3 = arith.fptoui %a : f32 to i8
  %4 = arith.fptosi %nan : f32 to i32
  return %0, %1, %2, %3, %4 : i32, i8, i32, i8, i32
}
// -----
func.func @to_floats() -> (f32, f32, f16, f64, vector<2xf32>) {
  %a = arith.constant -3 : i8
  %b = arith.constant 16777217 : i32
  %c = arith.constant 70000 : i32
  %v = arith.constant dense<[-1, 2]> : vector<2xi16>
  %0 = arith.sitofp %a : i8 to f32
  %1 = arith.sitofp %b : i32 to f32
  %2 = arith.uitofp %c : i32 to f16
  %3 = arith.uitofp %a : i8 to f64
  %4 = arith.sitofp %v : vector<2xi16> to vector<2xf32>
  return %0, %1, %2, %3, %4 : f32, f32, f16, f64, vector<2xf32>
}
// -----
func.func @bitcasts(%x: f32, %v: vector<4xi32>) -> (f32, i32, f32, vector<4xi32>, i16) {
  %one = arith.constant 1.0 : f32
  %k = arith.constant 1065353216 : i32
  %h = arith.constant 1.0 : bf16
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.bitcast %0 : i32 to f32
  %2 = arith.bitcast %one : f32 to i32
  %3 = arith.bitcast %k : i32 to f32
  %4 = arith.bitcast %v : vector<4xi32> to vector<4xf32>
  %5 = arith.bitcast %4 : vector<4xf32> to vector<4xi32>
  %6 = arith.bitcast %h : bf16 to i16
  return %1, %2, %3, %5, %6 : f32, i32, f32, vector<4xi32>, i16
}
// -----
func.func @bitcast_vectors() -> (vector<4xf32>, tensor<2xi16>, vector<4xi1>) {
  %a = arith.constant dense<[0, 1, 2, 1073741824]> : vector<4xi32>
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf16>
  %c = arith.constant dense<true> : vector<4xi1>
  %0 = arith.bitcast %a : vector<4xi32> to vector<4xf32>
  %1 = arith.bitcast %b : tensor<2xf16> to tensor<2xi16>
  %2 = arith.bitcast %c : vector<4xi1> to vector<4xi1>
  return %0, %1, %2 : vector<4xf32>, tensor<2xi16>, vector<4xi1>
}
// -----
func.func @extension_of_truth(%p: i1, %q: i1) -> (i32, i32, i1, i32) {
  %0 = arith.extui %p : i1 to i32
  %1 = arith.extsi %q : i1 to i32
  %2 = arith.trunci %0 : i32 to i1
  %3 = arith.andi %0, %1 : i32
  return %0, %1, %2, %3 : i32, i32, i1, i32
}
// -----
func.func @bits_of_extensions(%a: i8, %b: i8) -> (i32, i32, i32, i32) {
  %0 = arith.extui %a : i8 to i32
  %1 = arith.extui %b : i8 to i32
  %2 = arith.andi %0, %1 : i32
  %3 = arith.ori %0, %1 : i32
  %4 = arith.extsi %a : i8 to i32
  %5 = arith.extsi %b : i8 to i32
  %6 = arith.xori %4, %5 : i32
  %7 = arith.andi %4, %5 : i32
  return %2, %3, %6, %7 : i32, i32, i32, i32
}
// -----
func.func @high_halves(%a: i32, %b: i32) -> (i32, i32) {
  %c32 = arith.constant 32 : i64
  %0 = arith.extsi %a : i32 to i64
  %1 = arith.extsi %b : i32 to i64
  %2 = arith.muli %0, %1 : i64
  %3 = arith.shrui %2, %c32 : i64
  %4 = arith.trunci %3 : i64 to i32
  %5 = arith.extui %a : i32 to i64
  %6 = arith.extui %b : i32 to i64
  %7 = arith.muli %5, %6 : i64
  %8 = arith.shrui %7, %c32 : i64
  %9 = arith.trunci %8 : i64 to i32
  return %4, %9 : i32, i32
}
// -----
func.func @shapes_of_casts(%t: tensor<?x4xi32>, %v: vector<2x[4]xf32>) -> (tensor<?x4xi64>, tensor<?x4xf32>, vector<2x[4]xf16>) {
  %0 = arith.extsi %t : tensor<?x4xi32> to tensor<?x4xi64>
  %1 = arith.sitofp %t : tensor<?x4xi32> to tensor<?x4xf32>
  %2 = arith.truncf %v : vector<2x[4]xf32> to vector<2x[4]xf16>
  return %0, %1, %2 : tensor<?x4xi64>, tensor<?x4xf32>, vector<2x[4]xf16>
}
// -----
func.func @non_negative(%a: i16, %b: i8) -> (i32, f32, index, i32, f32) {
  %0 = arith.extui %a : i16 to i32
  %1 = arith.uitofp %a : i16 to f32
  %2 = arith.index_castui %a : i16 to index
  %3 = arith.extui %b : i8 to i16
  %4 = arith.extsi %3 : i16 to i32
  %5 = arith.sitofp %4 : i32 to f32
  return %0, %1, %2, %4, %5 : i32, f32, index, i32, f32
}
// -----
func.func @small_floats(%a: f8E4M3FN, %b: f8E5M2, %c: f4E2M1FN, %t: tf32) -> (f32, f16, f32, f32, f8E5M2) {
  %0 = arith.extf %a : f8E4M3FN to f32
  %1 = arith.extf %b : f8E5M2 to f16
  %2 = arith.extf %c : f4E2M1FN to f32
  %3 = arith.extf %t : tf32 to f32
  %4 = arith.truncf %0 : f32 to f8E5M2
  return %0, %1, %2, %3, %4 : f32, f16, f32, f32, f8E5M2
}
// -----
func.func @scaled(%a: vector<4xf4E2M1FN>, %s: vector<4xf8E8M0FNU>, %x: vector<4xf32>) -> (vector<4xf32>, vector<4xf4E2M1FN>, vector<4xbf16>) {
  %0 = arith.scaling_extf %a, %s : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  %1 = arith.scaling_truncf %x, %s fastmath<fast> : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  %2 = arith.scaling_extf %a, %s fastmath<nnan> : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xbf16>
  return %0, %1, %2 : vector<4xf32>, vector<4xf4E2M1FN>, vector<4xbf16>
}

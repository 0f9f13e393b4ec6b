func.func @f113(%a: f32) -> (f32) {
  %0 = math.absf %a fastmath<afn> : f32
  %1 = math.absf %0 fastmath<afn> : f32
  return %1 : f32
}
func.func @f114() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.absf %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.absf %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f115(%a: f16) -> (f16) {
  %0 = math.acos %a : f16
  %1 = math.acos %0 : f16
  return %1 : f16
}
// -----
func.func @f116() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.acos %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.acos %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f117(%a: bf16) -> (bf16) {
  %0 = math.acosh %a : bf16
  %1 = math.acosh %0 : bf16
  return %1 : bf16
}
func.func @f118() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.acosh %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.acosh %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f119(%a: f64) -> (f64) {
  %0 = math.asin %a : f64
  %1 = math.asin %0 : f64
  return %1 : f64
}
func.func @f120() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.asin %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.asin %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f121(%a: vector<2x3xf32>) -> (vector<2x3xf32>) {
  %0 = math.asinh %a fastmath<afn> : vector<2x3xf32>
  %1 = math.asinh %0 fastmath<afn> : vector<2x3xf32>
  return %1 : vector<2x3xf32>
}
// -----
func.func @f122() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.asinh %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.asinh %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f123(%a: tensor<?xf64>) -> (tensor<?xf64>) {
  %0 = math.atan %a : tensor<?xf64>
  %1 = math.atan %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func @f124() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.atan %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.atan %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f125(%a: f32) -> (f32) {
  %0 = math.atanh %a : f32
  %1 = math.atanh %0 : f32
  return %1 : f32
}
func.func @f126() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.atanh %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.atanh %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f127(%a: f16) -> (f16) {
  %0 = math.cbrt %a : f16
  %1 = math.cbrt %0 : f16
  return %1 : f16
}
// -----
func.func @f128() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.cbrt %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.cbrt %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f129(%a: bf16) -> (bf16) {
  %0 = math.ceil %a fastmath<afn> : bf16
  %1 = math.ceil %0 fastmath<afn> : bf16
  return %1 : bf16
}
func.func @f130() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.ceil %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.ceil %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f131(%a: f64) -> (f64) {
  %0 = math.cos %a : f64
  %1 = math.cos %0 : f64
  return %1 : f64
}
func.func @f132() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.cos %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.cos %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f133(%a: vector<2x3xf32>) -> (vector<2x3xf32>) {
  %0 = math.cosh %a : vector<2x3xf32>
  %1 = math.cosh %0 : vector<2x3xf32>
  return %1 : vector<2x3xf32>
}
// -----
func.func @f134() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.cosh %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.cosh %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f135(%a: tensor<?xf64>) -> (tensor<?xf64>) {
  %0 = math.erf %a : tensor<?xf64>
  %1 = math.erf %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func @f136() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.erf %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.erf %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f137(%a: f32) -> (f32) {
  %0 = math.erfc %a fastmath<afn> : f32
  %1 = math.erfc %0 fastmath<afn> : f32
  return %1 : f32
}
func.func @f138() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.erfc %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.erfc %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f139(%a: f16) -> (f16) {
  %0 = math.exp %a : f16
  %1 = math.exp %0 : f16
  return %1 : f16
}
// -----
func.func @f140() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.exp %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.exp %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f141(%a: bf16) -> (bf16) {
  %0 = math.exp2 %a : bf16
  %1 = math.exp2 %0 : bf16
  return %1 : bf16
}
func.func @f142() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.exp2 %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.exp2 %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f143(%a: f64) -> (f64) {
  %0 = math.expm1 %a : f64
  %1 = math.expm1 %0 : f64
  return %1 : f64
}
func.func @f144() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.expm1 %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.expm1 %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f145(%a: vector<2x3xf32>) -> (vector<2x3xf32>) {
  %0 = math.floor %a fastmath<afn> : vector<2x3xf32>
  %1 = math.floor %0 fastmath<afn> : vector<2x3xf32>
  return %1 : vector<2x3xf32>
}
// -----
func.func @f146() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.floor %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.floor %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f147(%a: tensor<?xf64>) -> (tensor<?xf64>) {
  %0 = math.log %a : tensor<?xf64>
  %1 = math.log %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func @f148() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.log %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.log %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f149(%a: f32) -> (f32) {
  %0 = math.log10 %a : f32
  %1 = math.log10 %0 : f32
  return %1 : f32
}
func.func @f150() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.log10 %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.log10 %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f151(%a: f16) -> (f16) {
  %0 = math.log1p %a : f16
  %1 = math.log1p %0 : f16
  return %1 : f16
}
// -----
func.func @f152() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.log1p %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.log1p %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f153(%a: bf16) -> (bf16) {
  %0 = math.log2 %a fastmath<afn> : bf16
  %1 = math.log2 %0 fastmath<afn> : bf16
  return %1 : bf16
}
func.func @f154() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.log2 %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.log2 %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f155(%a: f64) -> (f64) {
  %0 = math.round %a : f64
  %1 = math.round %0 : f64
  return %1 : f64
}
func.func @f156() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.round %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.round %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f157(%a: vector<2x3xf32>) -> (vector<2x3xf32>) {
  %0 = math.roundeven %a : vector<2x3xf32>
  %1 = math.roundeven %0 : vector<2x3xf32>
  return %1 : vector<2x3xf32>
}
// -----
func.func @f158() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.roundeven %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.roundeven %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f159(%a: tensor<?xf64>) -> (tensor<?xf64>) {
  %0 = math.rsqrt %a : tensor<?xf64>
  %1 = math.rsqrt %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func @f160() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.rsqrt %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.rsqrt %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f161(%a: f32) -> (f32) {
  %0 = math.sin %a fastmath<afn> : f32
  %1 = math.sin %0 fastmath<afn> : f32
  return %1 : f32
}
func.func @f162() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.sin %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.sin %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f163(%a: f16) -> (f16) {
  %0 = math.sinh %a : f16
  %1 = math.sinh %0 : f16
  return %1 : f16
}
// -----
func.func @f164() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.sinh %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.sinh %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f165(%a: bf16) -> (bf16) {
  %0 = math.sqrt %a : bf16
  %1 = math.sqrt %0 : bf16
  return %1 : bf16
}
func.func @f166() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.sqrt %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.sqrt %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f167(%a: f64) -> (f64) {
  %0 = math.tan %a : f64
  %1 = math.tan %0 : f64
  return %1 : f64
}
func.func @f168() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.tan %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.tan %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f169(%a: vector<2x3xf32>) -> (vector<2x3xf32>) {
  %0 = math.tanh %a fastmath<afn> : vector<2x3xf32>
  %1 = math.tanh %0 fastmath<afn> : vector<2x3xf32>
  return %1 : vector<2x3xf32>
}
// -----
func.func @f170() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.tanh %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.tanh %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
func.func @f171(%a: tensor<?xf64>) -> (tensor<?xf64>) {
  %0 = math.trunc %a : tensor<?xf64>
  %1 = math.trunc %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func @f172() -> (f32, vector<2xf64>) {
  %c = arith.constant 0.5 : f32
  %0 = math.trunc %c : f32
  %d = arith.constant dense<[0.25, 1.0]> : vector<2xf64>
  %1 = math.trunc %d : vector<2xf64>
  return %0, %1 : f32, vector<2xf64>
}
// -----
func.func @f173(%a: i32) -> (i32) {
  %0 = math.absi %a : i32
  %1 = math.absi %0 : i32
  return %1 : i32
}
func.func @f174() -> (i16) {
  %c = arith.constant 40 : i16
  %0 = math.absi %c : i16
  return %0 : i16
}
func.func @f175(%a: i32) -> (i32) {
  %0 = math.ctlz %a : i32
  %1 = math.ctlz %0 : i32
  return %1 : i32
}
// -----
func.func @f176() -> (i16) {
  %c = arith.constant 40 : i16
  %0 = math.ctlz %c : i16
  return %0 : i16
}
func.func @f177(%a: i32) -> (i32) {
  %0 = math.ctpop %a : i32
  %1 = math.ctpop %0 : i32
  return %1 : i32
}
func.func @f178() -> (i16) {
  %c = arith.constant 40 : i16
  %0 = math.ctpop %c : i16
  return %0 : i16
}
// -----
func.func @f179(%a: i32) -> (i32) {
  %0 = math.cttz %a : i32
  %1 = math.cttz %0 : i32
  return %1 : i32
}
func.func @f180() -> (i16) {
  %c = arith.constant 40 : i16
  %0 = math.cttz %c : i16
  return %0 : i16
}
func.func @f181(%a: f32, %b: f32) -> (f32) {
  %0 = math.atan2 %a, %b : f32
  %1 = math.atan2 %0, %0 : f32
  return %1 : f32
}
// -----
func.func @f182(%a: vector<2xf64>, %b: vector<2xf64>) -> (vector<2xf64>) {
  %0 = math.atan2 %a, %b fastmath<nnan> : vector<2xf64>
  %1 = math.atan2 %0, %0 fastmath<nnan> : vector<2xf64>
  return %1 : vector<2xf64>
}
func.func @f183(%a: f32, %b: f32) -> (f32) {
  %0 = math.copysign %a, %b : f32
  %1 = math.copysign %0, %0 : f32
  return %1 : f32
}
func.func @f184(%a: vector<2xf64>, %b: vector<2xf64>) -> (vector<2xf64>) {
  %0 = math.copysign %a, %b fastmath<nnan> : vector<2xf64>
  %1 = math.copysign %0, %0 fastmath<nnan> : vector<2xf64>
  return %1 : vector<2xf64>
}
// -----
func.func @f185(%a: f32, %b: f32) -> (f32) {
  %0 = math.powf %a, %b : f32
  %1 = math.powf %0, %0 : f32
  return %1 : f32
}
func.func @f186(%a: vector<2xf64>, %b: vector<2xf64>) -> (vector<2xf64>) {
  %0 = math.powf %a, %b fastmath<nnan> : vector<2xf64>
  %1 = math.powf %0, %0 fastmath<nnan> : vector<2xf64>
  return %1 : vector<2xf64>
}
func.func @f187(%a: f32) -> (f32) {
  %0 = math.clampf %a to [%a, %a] : f32
  return %0 : f32
}
// -----
func.func @f188(%a: f32, %b: i32) -> (f32, i32, f32) {
  %0 = math.fpowi %a, %b : f32, i32
  %1 = math.ipowi %b, %b : i32
  %2 = math.fma %a, %0, %a fastmath<nnan> : f32
  return %0, %1, %2 : f32, i32, f32
}
func.func @f189(%a: f32) -> (i1, i1, i1, i1, f32, f32) {
  %0 = math.isfinite %a : f32
  %1 = math.isinf %a : f32
  %2 = math.isnan %a : f32
  %3 = math.isnormal %a : f32
  %4, %5 = math.sincos %a : f32
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, f32, f32
}

func.func @f0(%a: i32, %b: i32) -> (i32) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.addi %0, %0 overflow<nsw, nuw> : i32
  return %1 : i32
}
func.func @f1(%a: vector<4xi8>, %b: vector<4xi8>) -> (vector<4xi8>) {
  %0 = arith.addi %a, %b : vector<4xi8>
  %1 = arith.addi %0, %0 : vector<4xi8>
  return %1 : vector<4xi8>
}
func.func @f2(%a: i1, %b: i1) -> (i1) {
  %0 = arith.subi %a, %b : i1
  %1 = arith.subi %0, %0 : i1
  return %1 : i1
}
// -----
func.func @f3(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>) -> (tensor<2x?xi16>) {
  %0 = arith.subi %a, %b : tensor<2x?xi16>
  %1 = arith.subi %0, %0 : tensor<2x?xi16>
  return %1 : tensor<2x?xi16>
}
func.func @f4(%a: i64, %b: i64) -> (i64) {
  %0 = arith.muli %a, %b overflow<nsw, nuw> : i64
  %1 = arith.muli %0, %0 overflow<nsw, nuw> : i64
  return %1 : i64
}
func.func @f5(%a: i32, %b: i32) -> (i32) {
  %0 = arith.muli %a, %b : i32
  %1 = arith.muli %0, %0 : i32
  return %1 : i32
}
// -----
func.func @f6(%a: index, %b: index) -> (index) {
  %0 = arith.andi %a, %b : index
  %1 = arith.andi %0, %0 : index
  return %1 : index
}
func.func @f7(%a: i1, %b: i1) -> (i1) {
  %0 = arith.andi %a, %b : i1
  %1 = arith.andi %0, %0 : i1
  return %1 : i1
}
func.func @f8(%a: vector<4xi8>, %b: vector<4xi8>) -> (vector<4xi8>) {
  %0 = arith.ori %a, %b : vector<4xi8>
  %1 = arith.ori %0, %0 : vector<4xi8>
  return %1 : vector<4xi8>
}
// -----
func.func @f9(%a: i64, %b: i64) -> (i64) {
  %0 = arith.ori %a, %b : i64
  %1 = arith.ori %0, %0 : i64
  return %1 : i64
}
func.func @f10(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>) -> (tensor<2x?xi16>) {
  %0 = arith.xori %a, %b : tensor<2x?xi16>
  %1 = arith.xori %0, %0 : tensor<2x?xi16>
  return %1 : tensor<2x?xi16>
}
func.func @f11(%a: index, %b: index) -> (index) {
  %0 = arith.xori %a, %b : index
  %1 = arith.xori %0, %0 : index
  return %1 : index
}
// -----
func.func @f12(%a: i32, %b: i32) -> (i32) {
  %0 = arith.shli %a, %b overflow<nsw, nuw> : i32
  %1 = arith.shli %0, %0 overflow<nsw, nuw> : i32
  return %1 : i32
}
func.func @f13(%a: vector<4xi8>, %b: vector<4xi8>) -> (vector<4xi8>) {
  %0 = arith.shli %a, %b : vector<4xi8>
  %1 = arith.shli %0, %0 : vector<4xi8>
  return %1 : vector<4xi8>
}
func.func @f14(%a: i1, %b: i1) -> (i1) {
  %0 = arith.shrsi %a, %b : i1
  %1 = arith.shrsi %0, %0 : i1
  return %1 : i1
}
// -----
func.func @f15(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>) -> (tensor<2x?xi16>) {
  %0 = arith.shrsi %a, %b : tensor<2x?xi16>
  %1 = arith.shrsi %0, %0 : tensor<2x?xi16>
  return %1 : tensor<2x?xi16>
}
func.func @f16(%a: i64, %b: i64) -> (i64) {
  %0 = arith.shrui %a, %b : i64
  %1 = arith.shrui %0, %0 : i64
  return %1 : i64
}
func.func @f17(%a: i32, %b: i32) -> (i32) {
  %0 = arith.shrui %a, %b : i32
  %1 = arith.shrui %0, %0 : i32
  return %1 : i32
}
// -----
func.func @f18(%a: index, %b: index) -> (index) {
  %0 = arith.divsi %a, %b : index
  %1 = arith.divsi %0, %0 : index
  return %1 : index
}
func.func @f19(%a: i1, %b: i1) -> (i1) {
  %0 = arith.divsi %a, %b : i1
  %1 = arith.divsi %0, %0 : i1
  return %1 : i1
}
func.func @f20(%a: vector<4xi8>, %b: vector<4xi8>) -> (vector<4xi8>) {
  %0 = arith.divui %a, %b : vector<4xi8>
  %1 = arith.divui %0, %0 : vector<4xi8>
  return %1 : vector<4xi8>
}
// -----
func.func @f21(%a: i64, %b: i64) -> (i64) {
  %0 = arith.divui %a, %b : i64
  %1 = arith.divui %0, %0 : i64
  return %1 : i64
}
func.func @f22(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>) -> (tensor<2x?xi16>) {
  %0 = arith.remsi %a, %b : tensor<2x?xi16>
  %1 = arith.remsi %0, %0 : tensor<2x?xi16>
  return %1 : tensor<2x?xi16>
}
func.func @f23(%a: index, %b: index) -> (index) {
  %0 = arith.remsi %a, %b : index
  %1 = arith.remsi %0, %0 : index
  return %1 : index
}
// -----
func.func @f24(%a: i32, %b: i32) -> (i32) {
  %0 = arith.remui %a, %b : i32
  %1 = arith.remui %0, %0 : i32
  return %1 : i32
}
func.func @f25(%a: vector<4xi8>, %b: vector<4xi8>) -> (vector<4xi8>) {
  %0 = arith.remui %a, %b : vector<4xi8>
  %1 = arith.remui %0, %0 : vector<4xi8>
  return %1 : vector<4xi8>
}
func.func @f26(%a: i1, %b: i1) -> (i1) {
  %0 = arith.ceildivsi %a, %b : i1
  %1 = arith.ceildivsi %0, %0 : i1
  return %1 : i1
}
// -----
func.func @f27(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>) -> (tensor<2x?xi16>) {
  %0 = arith.ceildivsi %a, %b : tensor<2x?xi16>
  %1 = arith.ceildivsi %0, %0 : tensor<2x?xi16>
  return %1 : tensor<2x?xi16>
}
func.func @f28(%a: i64, %b: i64) -> (i64) {
  %0 = arith.ceildivui %a, %b : i64
  %1 = arith.ceildivui %0, %0 : i64
  return %1 : i64
}
func.func @f29(%a: i32, %b: i32) -> (i32) {
  %0 = arith.ceildivui %a, %b : i32
  %1 = arith.ceildivui %0, %0 : i32
  return %1 : i32
}
// -----
func.func @f30(%a: index, %b: index) -> (index) {
  %0 = arith.floordivsi %a, %b : index
  %1 = arith.floordivsi %0, %0 : index
  return %1 : index
}
func.func @f31(%a: i1, %b: i1) -> (i1) {
  %0 = arith.floordivsi %a, %b : i1
  %1 = arith.floordivsi %0, %0 : i1
  return %1 : i1
}
func.func @f32(%a: vector<4xi8>, %b: vector<4xi8>) -> (vector<4xi8>) {
  %0 = arith.maxsi %a, %b : vector<4xi8>
  %1 = arith.maxsi %0, %0 : vector<4xi8>
  return %1 : vector<4xi8>
}
// -----
func.func @f33(%a: i64, %b: i64) -> (i64) {
  %0 = arith.maxsi %a, %b : i64
  %1 = arith.maxsi %0, %0 : i64
  return %1 : i64
}
func.func @f34(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>) -> (tensor<2x?xi16>) {
  %0 = arith.maxui %a, %b : tensor<2x?xi16>
  %1 = arith.maxui %0, %0 : tensor<2x?xi16>
  return %1 : tensor<2x?xi16>
}
func.func @f35(%a: index, %b: index) -> (index) {
  %0 = arith.maxui %a, %b : index
  %1 = arith.maxui %0, %0 : index
  return %1 : index
}
// -----
func.func @f36(%a: i32, %b: i32) -> (i32) {
  %0 = arith.minsi %a, %b : i32
  %1 = arith.minsi %0, %0 : i32
  return %1 : i32
}
func.func @f37(%a: vector<4xi8>, %b: vector<4xi8>) -> (vector<4xi8>) {
  %0 = arith.minsi %a, %b : vector<4xi8>
  %1 = arith.minsi %0, %0 : vector<4xi8>
  return %1 : vector<4xi8>
}
func.func @f38(%a: i1, %b: i1) -> (i1) {
  %0 = arith.minui %a, %b : i1
  %1 = arith.minui %0, %0 : i1
  return %1 : i1
}
// -----
func.func @f39(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>) -> (tensor<2x?xi16>) {
  %0 = arith.minui %a, %b : tensor<2x?xi16>
  %1 = arith.minui %0, %0 : tensor<2x?xi16>
  return %1 : tensor<2x?xi16>
}
func.func @f40(%a: f32, %b: f32) -> (f32) {
  %0 = arith.addf %a, %b fastmath<nnan,ninf> : f32
  %1 = arith.addf %0, %0 fastmath<nnan,ninf> : f32
  return %1 : f32
}
func.func @f41(%a: f64, %b: f64) -> (f64) {
  %0 = arith.addf %a, %b : f64
  %1 = arith.addf %0, %0 : f64
  return %1 : f64
}
// -----
func.func @f42(%a: f16, %b: f16) -> (f16) {
  %0 = arith.subf %a, %b fastmath<fast> : f16
  %1 = arith.subf %0, %0 fastmath<fast> : f16
  return %1 : f16
}
func.func @f43(%a: vector<2x3xf32>, %b: vector<2x3xf32>) -> (vector<2x3xf32>) {
  %0 = arith.subf %a, %b : vector<2x3xf32>
  %1 = arith.subf %0, %0 : vector<2x3xf32>
  return %1 : vector<2x3xf32>
}
func.func @f44(%a: bf16, %b: bf16) -> (bf16) {
  %0 = arith.mulf %a, %b : bf16
  %1 = arith.mulf %0, %0 : bf16
  return %1 : bf16
}
// -----
func.func @f45(%a: tensor<?xf64>, %b: tensor<?xf64>) -> (tensor<?xf64>) {
  %0 = arith.mulf %a, %b : tensor<?xf64>
  %1 = arith.mulf %0, %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func @f46(%a: f64, %b: f64) -> (f64) {
  %0 = arith.divf %a, %b fastmath<nnan,ninf> : f64
  %1 = arith.divf %0, %0 fastmath<nnan,ninf> : f64
  return %1 : f64
}
func.func @f47(%a: f32, %b: f32) -> (f32) {
  %0 = arith.divf %a, %b : f32
  %1 = arith.divf %0, %0 : f32
  return %1 : f32
}
// -----
func.func @f48(%a: vector<2x3xf32>, %b: vector<2x3xf32>) -> (vector<2x3xf32>) {
  %0 = arith.remf %a, %b fastmath<fast> : vector<2x3xf32>
  %1 = arith.remf %0, %0 fastmath<fast> : vector<2x3xf32>
  return %1 : vector<2x3xf32>
}
func.func @f49(%a: f16, %b: f16) -> (f16) {
  %0 = arith.remf %a, %b : f16
  %1 = arith.remf %0, %0 : f16
  return %1 : f16
}
func.func @f50(%a: tensor<?xf64>, %b: tensor<?xf64>) -> (tensor<?xf64>) {
  %0 = arith.maximumf %a, %b : tensor<?xf64>
  %1 = arith.maximumf %0, %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}
// -----
func.func @f51(%a: bf16, %b: bf16) -> (bf16) {
  %0 = arith.maximumf %a, %b : bf16
  %1 = arith.maximumf %0, %0 : bf16
  return %1 : bf16
}
func.func @f52(%a: f32, %b: f32) -> (f32) {
  %0 = arith.minimumf %a, %b fastmath<nnan,ninf> : f32
  %1 = arith.minimumf %0, %0 fastmath<nnan,ninf> : f32
  return %1 : f32
}
func.func @f53(%a: f64, %b: f64) -> (f64) {
  %0 = arith.minimumf %a, %b : f64
  %1 = arith.minimumf %0, %0 : f64
  return %1 : f64
}
// -----
func.func @f54(%a: f16, %b: f16) -> (f16) {
  %0 = arith.maxnumf %a, %b fastmath<fast> : f16
  %1 = arith.maxnumf %0, %0 fastmath<fast> : f16
  return %1 : f16
}
func.func @f55(%a: vector<2x3xf32>, %b: vector<2x3xf32>) -> (vector<2x3xf32>) {
  %0 = arith.maxnumf %a, %b : vector<2x3xf32>
  %1 = arith.maxnumf %0, %0 : vector<2x3xf32>
  return %1 : vector<2x3xf32>
}
func.func @f56(%a: bf16, %b: bf16) -> (bf16) {
  %0 = arith.minnumf %a, %b : bf16
  %1 = arith.minnumf %0, %0 : bf16
  return %1 : bf16
}
// -----
func.func @f57(%a: tensor<?xf64>, %b: tensor<?xf64>) -> (tensor<?xf64>) {
  %0 = arith.minnumf %a, %b : tensor<?xf64>
  %1 = arith.minnumf %0, %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func @f58(%a: f32) -> (f32) {
  %0 = arith.negf %a fastmath<reassoc> : f32
  %1 = arith.negf %0 fastmath<reassoc> : f32
  return %1 : f32
}
func.func @f59(%a: vector<4xf16>) -> (vector<4xf16>) {
  %0 = arith.negf %a : vector<4xf16>
  %1 = arith.negf %0 : vector<4xf16>
  return %1 : vector<4xf16>
}
// -----
func.func @f60(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi eq, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
func.func @f61(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi ne, %a, %b : i32
  %1 = arith.cmpi ne, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
func.func @f62(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.cmpi slt, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
// -----
func.func @f63(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi sle, %a, %b : i32
  %1 = arith.cmpi sle, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
func.func @f64(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi sgt, %a, %b : i32
  %1 = arith.cmpi sgt, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
func.func @f65(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi sge, %a, %b : i32
  %1 = arith.cmpi sge, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
// -----
func.func @f66(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi ult, %a, %b : i32
  %1 = arith.cmpi ult, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
func.func @f67(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi ule, %a, %b : i32
  %1 = arith.cmpi ule, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
func.func @f68(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi ugt, %a, %b : i32
  %1 = arith.cmpi ugt, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
// -----
func.func @f69(%a: i32, %b: i32) -> (i1) {
  %0 = arith.cmpi uge, %a, %b : i32
  %1 = arith.cmpi uge, %a, %a : i32
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
func.func @f70(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf false, %a, %b : f32
  %1 = arith.cmpf false, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f71(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf oeq, %a, %b : f32
  %1 = arith.cmpf oeq, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
// -----
func.func @f72(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf ogt, %a, %b : f32
  %1 = arith.cmpf ogt, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f73(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf oge, %a, %b : f32
  %1 = arith.cmpf oge, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f74(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf olt, %a, %b : f32
  %1 = arith.cmpf olt, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
// -----
func.func @f75(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf ole, %a, %b : f32
  %1 = arith.cmpf ole, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f76(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf one, %a, %b : f32
  %1 = arith.cmpf one, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f77(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf ord, %a, %b : f32
  %1 = arith.cmpf ord, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
// -----
func.func @f78(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf ueq, %a, %b : f32
  %1 = arith.cmpf ueq, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f79(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf ugt, %a, %b : f32
  %1 = arith.cmpf ugt, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f80(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf uge, %a, %b : f32
  %1 = arith.cmpf uge, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
// -----
func.func @f81(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf ult, %a, %b : f32
  %1 = arith.cmpf ult, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f82(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf ule, %a, %b : f32
  %1 = arith.cmpf ule, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f83(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf une, %a, %b : f32
  %1 = arith.cmpf une, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
// -----
func.func @f84(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf uno, %a, %b : f32
  %1 = arith.cmpf uno, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f85(%a: f32, %b: f32) -> (i1) {
  %0 = arith.cmpf true, %a, %b : f32
  %1 = arith.cmpf true, %a, %a fastmath<nnan> : f32
  %2 = arith.ori %0, %1 : i1
  return %2 : i1
}
func.func @f86(%a: i32, %b: i32) -> (i32, i1) {
  %0, %1 = arith.addui_extended %a, %b : i32, i1
  return %0, %1 : i32, i1
}
// -----
func.func @f87(%a: i32, %b: vector<2xi8>) -> (i32, i32, vector<2xi8>) {
  %0, %1 = arith.mulsi_extended %a, %a : i32
  %2:2 = arith.mulsi_extended %b, %b : vector<2xi8>
  return %0, %1, %2#1 : i32, i32, vector<2xi8>
}
func.func @f88(%a: i32, %b: vector<2xi8>) -> (i32, i32, vector<2xi8>) {
  %0, %1 = arith.mului_extended %a, %a : i32
  %2:2 = arith.mului_extended %b, %b : vector<2xi8>
  return %0, %1, %2#1 : i32, i32, vector<2xi8>
}
func.func @f89(%a: f16) -> (f32) {
  %0 = arith.extf %a : f16 to f32
  return %0 : f32
}
// -----
func.func @f90(%a: vector<2xbf16>) -> (vector<2xf64>) {
  %0 = arith.extf %a : vector<2xbf16> to vector<2xf64>
  return %0 : vector<2xf64>
}
func.func @f91(%a: f64) -> (f32) {
  %0 = arith.truncf %a : f64 to f32
  return %0 : f32
}
func.func @f92(%a: f32) -> (bf16) {
  %0 = arith.truncf %a : f32 to bf16
  return %0 : bf16
}
// -----
func.func @f93(%a: i8) -> (i32) {
  %0 = arith.extsi %a : i8 to i32
  return %0 : i32
}
func.func @f94(%a: i1) -> (i64) {
  %0 = arith.extui %a : i1 to i64
  return %0 : i64
}
func.func @f95(%a: i64) -> (i8) {
  %0 = arith.trunci %a : i64 to i8
  return %0 : i8
}
// -----
func.func @f96(%a: f32) -> (i32) {
  %0 = arith.fptosi %a : f32 to i32
  return %0 : i32
}
func.func @f97(%a: f64) -> (i8) {
  %0 = arith.fptoui %a : f64 to i8
  return %0 : i8
}
func.func @f98(%a: i32) -> (f32) {
  %0 = arith.sitofp %a : i32 to f32
  return %0 : f32
}
// -----
func.func @f99(%a: i1) -> (f16) {
  %0 = arith.uitofp %a : i1 to f16
  return %0 : f16
}
func.func @f100(%a: index) -> (i32) {
  %0 = arith.index_cast %a : index to i32
  return %0 : i32
}
func.func @f101(%a: vector<4xi64>) -> (vector<4xindex>) {
  %0 = arith.index_cast %a : vector<4xi64> to vector<4xindex>
  return %0 : vector<4xindex>
}
// -----
func.func @f102(%a: i8) -> (index) {
  %0 = arith.index_castui %a : i8 to index
  return %0 : index
}
func.func @f103(%a: f32) -> (i32) {
  %0 = arith.bitcast %a : f32 to i32
  return %0 : i32
}
func.func @f104(%a: tensor<3xi16>) -> (tensor<3xbf16>) {
  %0 = arith.bitcast %a : tensor<3xi16> to tensor<3xbf16>
  return %0 : tensor<3xbf16>
}
// -----
func.func @f105(%a: f32) -> (bf16, f16) {
  %0 = arith.truncf %a to_nearest_even : f32 to bf16
  %1 = arith.truncf %a toward_zero fastmath<contract> : f32 to f16
  return %0, %1 : bf16, f16
}
func.func @f106(%a: i32) -> (i64, i8) {
  %0 = arith.extui %a : i32 to i64
  %1 = arith.trunci %a overflow<nsw> : i32 to i8
  return %0, %1 : i64, i8
}
func.func @f107(%a: f8E4M3FN, %s: f8E8M0FNU, %b: f32) -> (f32, f8E4M3FN) {
  %0 = arith.scaling_extf %a, %s : f8E4M3FN, f8E8M0FNU to f32
  %1 = arith.scaling_truncf %b, %s : f32, f8E8M0FNU to f8E4M3FN
  return %0, %1 : f32, f8E4M3FN
}
// -----
func.func @f108(%c: i1, %v: vector<4xi1>, %a: f32, %b: vector<4xf32>) -> (f32, vector<4xf32>) {
  %0 = arith.select %c, %a, %a : f32
  %1 = arith.select %v, %b, %b : vector<4xi1>, vector<4xf32>
  %2 = arith.select %c, %b, %1 : vector<4xf32>
  return %0, %2 : f32, vector<4xf32>
}
func.func @f109() -> (i32, i8, i1, f32, tensor<2xi64>, vector<4xf16>, index, f64, vector<1x2xi1>, tensor<2x2xi32>, i16) {
  %0 = arith.constant 1 : i32
  %1 = arith.constant -5 : i8
  %2 = arith.constant true
  %3 = arith.constant 0x7FC00000 : f32
  %4 = arith.constant dense<[1, 2]> : tensor<2xi64>
  %5 = arith.constant dense<1.5> : vector<4xf16>
  %6 = arith.constant 42 : index
  %7 = arith.constant 1.0e-300 : f64
  %8 = arith.constant dense<[[true, false]]> : vector<1x2xi1>
  %9 = arith.constant sparse<[[0, 1]], [3]> : tensor<2x2xi32>
  %10 = arith.constant {foo = "bar"} 7 : i16
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i32, i8, i1, f32, tensor<2xi64>, vector<4xf16>, index, f64, vector<1x2xi1>, tensor<2x2xi32>, i16
}
func.func @f110() -> (i32) {
  %0 = arith.constant 3 : i32
  %1 = arith.constant 4 : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.muli %2, %0 : i32
  %4 = arith.divsi %3, %1 : i32
  %5 = arith.remsi %3, %1 : i32
  %6 = arith.shli %0, %1 : i32
  %7 = arith.cmpi slt, %0, %1 : i32
  %8 = arith.select %7, %4, %5 : i32
  %9 = arith.xori %8, %6 : i32
  return %9 : i32
}
// -----
func.func @f111(%x: i32) -> (i32) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %x, %0 : i32
  %3 = arith.muli %2, %1 : i32
  %4 = arith.subi %3, %3 : i32
  %5 = arith.ori %x, %4 : i32
  %6 = arith.andi %5, %5 : i32
  %7 = arith.divui %6, %1 : i32
  %8 = arith.maxsi %7, %7 : i32
  return %8 : i32
}
func.func @f112(%x: f32) -> (f32) {
  %0 = arith.constant 0.0 : f32
  %1 = arith.constant 1.0 : f32
  %2 = arith.addf %x, %0 : f32
  %3 = arith.mulf %2, %1 : f32
  %4 = arith.subf %3, %0 : f32
  %5 = arith.divf %4, %1 : f32
  %6 = arith.negf %5 : f32
  %7 = arith.negf %6 : f32
  return %7 : f32
}

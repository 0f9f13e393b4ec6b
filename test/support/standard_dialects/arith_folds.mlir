func.func @sum_of_constants(%a: i32) -> (i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %a, %c3 : i32
  %1 = arith.addi %0, %c5 : i32
  %2 = arith.subi %a, %c3 : i32
  %3 = arith.addi %2, %c5 : i32
  %4 = arith.subi %c5, %a : i32
  %5 = arith.subi %4, %c3 : i32
  return %1, %3, %5 : i32, i32, i32
}
// -----
func.func @difference_gone(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.subi %a, %b : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.addi %a, %b : i32
  %3 = arith.subi %2, %b : i32
  %4 = arith.subi %2, %a : i32
  return %1, %3, %4 : i32, i32, i32
}
// -----
func.func @products(%a: i32, %b: vector<4xi32>) -> (i32, i32, i32, vector<4xi32>) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %m1 = arith.constant -1 : i32
  %v0 = arith.constant dense<0> : vector<4xi32>
  %0 = arith.muli %a, %c3 : i32
  %1 = arith.muli %0, %c5 : i32
  %2 = arith.muli %a, %c0 : i32
  %3 = arith.muli %a, %m1 : i32
  %4 = arith.muli %v0, %b : vector<4xi32>
  return %1, %2, %3, %4 : i32, i32, i32, vector<4xi32>
}
// -----
func.func @negated_multiplication(%a: i32, %b: i32) -> (i32, i32) {
  %m1 = arith.constant -1 : i32
  %0 = arith.muli %a, %m1 : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.muli %m1, %b : i32
  %3 = arith.subi %a, %2 : i32
  return %1, %3 : i32, i32
}
// -----
func.func @same_operands(%a: i32, %f: f32, %p: i1) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %0 = arith.divsi %a, %a : i32
  %1 = arith.divui %a, %a : i32
  %2 = arith.remsi %a, %a : i32
  %3 = arith.remui %a, %a : i32
  %4 = arith.shrsi %a, %a : i32
  %5 = arith.shrui %a, %a : i32
  %6 = arith.shli %a, %a : i32
  %7 = arith.ceildivsi %a, %a : i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}
// -----
func.func @same_operands_bits(%a: i32, %v: vector<2xi8>) -> (i32, i32, i32, vector<2xi8>, i32, i32, i32, i32) {
  %0 = arith.andi %a, %a : i32
  %1 = arith.ori %a, %a : i32
  %2 = arith.xori %a, %a : i32
  %3 = arith.xori %v, %v : vector<2xi8>
  %4 = arith.maxsi %a, %a : i32
  %5 = arith.minui %a, %a : i32
  %6 = arith.minsi %a, %a : i32
  %7 = arith.maxui %a, %a : i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, vector<2xi8>, i32, i32, i32, i32
}
// -----
func.func @division_by_zero(%a: i32) -> (i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.divsi %c7, %c0 : i32
  %1 = arith.remui %c7, %c0 : i32
  %2 = arith.divui %c0, %a : i32
  %3 = arith.remsi %c0, %a : i32
  %4 = arith.floordivsi %c7, %c0 : i32
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}
// -----
func.func @division_overflows() -> (i8, i8, i8, i8) {
  %m128 = arith.constant -128 : i8
  %m1 = arith.constant -1 : i8
  %0 = arith.divsi %m128, %m1 : i8
  %1 = arith.remsi %m128, %m1 : i8
  %2 = arith.floordivsi %m128, %m1 : i8
  %3 = arith.ceildivsi %m128, %m1 : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}
// -----
func.func @rounded_division() -> (i32, i32, i32, i32, i32, i32) {
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %0 = arith.divsi %a, %b : i32
  %1 = arith.floordivsi %a, %b : i32
  %2 = arith.ceildivsi %a, %b : i32
  %3 = arith.ceildivui %b, %a : i32
  %4 = arith.remsi %a, %b : i32
  %5 = arith.divui %a, %b : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}
// -----
func.func @shifts(%a: i8) -> (i8, i8, i8, i8, i8, i8) {
  %c0 = arith.constant 0 : i8
  %c3 = arith.constant 3 : i8
  %c9 = arith.constant 9 : i8
  %m5 = arith.constant -5 : i8
  %0 = arith.shli %a, %c0 : i8
  %1 = arith.shrsi %m5, %c3 : i8
  %2 = arith.shrui %m5, %c3 : i8
  %3 = arith.shli %m5, %c9 : i8
  %4 = arith.shrui %a, %c0 : i8
  %5 = arith.shrsi %c3, %c9 : i8
  return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i8
}
// -----
func.func @bits_of_constants(%a: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %m1 = arith.constant -1 : i32
  %c6 = arith.constant 6 : i32
  %c12 = arith.constant 12 : i32
  %0 = arith.andi %a, %m1 : i32
  %1 = arith.ori %a, %m1 : i32
  %2 = arith.xori %a, %c0 : i32
  %3 = arith.andi %a, %c6 : i32
  %4 = arith.andi %3, %c12 : i32
  %5 = arith.ori %a, %c6 : i32
  %6 = arith.ori %5, %c12 : i32
  %7 = arith.xori %a, %c6 : i32
  %8 = arith.xori %7, %c6 : i32
  return %0, %1, %2, %4, %6, %8 : i32, i32, i32, i32, i32, i32
}
// -----
func.func @not_and(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32) {
  %m1 = arith.constant -1 : i32
  %0 = arith.xori %a, %m1 : i32
  %1 = arith.andi %a, %0 : i32
  %2 = arith.ori %0, %a : i32
  %3 = arith.xori %0, %m1 : i32
  %4 = arith.xori %0, %b : i32
  %5 = arith.xori %4, %b : i32
  %6 = arith.xori %b, %4 : i32
  return %1, %2, %3, %5, %6 : i32, i32, i32, i32, i32
}
// -----
func.func @nested_bits(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.andi %a, %b : i32
  %1 = arith.andi %0, %a : i32
  %2 = arith.ori %a, %b : i32
  %3 = arith.ori %b, %2 : i32
  %4 = arith.andi %b, %0 : i32
  return %1, %3, %4 : i32, i32, i32
}
// -----
func.func @min_max_of_constants(%a: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8) {
  %lo = arith.constant -128 : i8
  %hi = arith.constant 127 : i8
  %z = arith.constant 0 : i8
  %m = arith.constant -1 : i8
  %0 = arith.maxsi %a, %lo : i8
  %1 = arith.maxsi %a, %hi : i8
  %2 = arith.minsi %a, %lo : i8
  %3 = arith.minsi %hi, %a : i8
  %4 = arith.maxui %a, %z : i8
  %5 = arith.maxui %a, %m : i8
  %6 = arith.minui %a, %z : i8
  %7 = arith.minui %m, %a : i8
  return %0, %1, %2, %3, %4, %5, %6, %7 : i8, i8, i8, i8, i8, i8, i8, i8
}
// -----
func.func @compare_same(%a: i32) -> (i1, i1, i1, i1, i1, i1) {
  %0 = arith.cmpi eq, %a, %a : i32
  %1 = arith.cmpi ne, %a, %a : i32
  %2 = arith.cmpi slt, %a, %a : i32
  %3 = arith.cmpi uge, %a, %a : i32
  %4 = arith.cmpi sle, %a, %a : i32
  %5 = arith.cmpi ugt, %a, %a : i32
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}
// -----
func.func @compare_constant_left(%a: i32) -> (i1, i1, i1, i1) {
  %c = arith.constant 4 : i32
  %0 = arith.cmpi slt, %c, %a : i32
  %1 = arith.cmpi uge, %c, %a : i32
  %2 = arith.cmpi eq, %c, %a : i32
  %3 = arith.cmpi sgt, %c, %c : i32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}
// -----
func.func @compare_with_zero(%p: i1, %v: vector<4xi1>) -> (i1, i1, i1, vector<4xi1>, i1) {
  %f = arith.constant false
  %t = arith.constant true
  %vt = arith.constant dense<true> : vector<4xi1>
  %0 = arith.cmpi ne, %p, %f : i1
  %1 = arith.cmpi eq, %p, %t : i1
  %2 = arith.cmpi ne, %p, %t : i1
  %3 = arith.cmpi eq, %v, %vt : vector<4xi1>
  %4 = arith.cmpi eq, %p, %f : i1
  return %0, %1, %2, %3, %4 : i1, i1, i1, vector<4xi1>, i1
}
// -----
func.func @compare_extended(%a: i8, %b: i8) -> (i1, i1, i1) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extsi %b : i8 to i32
  %2 = arith.cmpi slt, %0, %1 : i32
  %3 = arith.extui %a : i8 to i32
  %4 = arith.extui %b : i8 to i32
  %5 = arith.cmpi ult, %3, %4 : i32
  %6 = arith.cmpi eq, %3, %4 : i32
  return %2, %5, %6 : i1, i1, i1
}
// -----
func.func @compare_difference(%a: i32, %b: i32) -> (i1, i1) {
  %0 = arith.subi %a, %b : i32
  %z = arith.constant 0 : i32
  %1 = arith.cmpi eq, %0, %z : i32
  %2 = arith.cmpi ne, %0, %z : i32
  return %1, %2 : i1, i1
}
// -----
func.func @not_compare(%a: i32, %b: i32, %x: f32, %y: f32) -> (i1, i1) {
  %t = arith.constant true
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.xori %0, %t : i1
  %2 = arith.cmpf olt, %x, %y : f32
  %3 = arith.xori %2, %t : i1
  return %1, %3 : i1, i1
}
// -----
func.func @selects(%c: i1, %a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.select %t, %a, %b : i32
  %1 = arith.select %f, %a, %b : i32
  %2 = arith.select %c, %a, %a : i32
  %n = arith.xori %c, %t : i1
  %3 = arith.select %n, %a, %b : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
// -----
func.func @selects_of_truth(%c: i1, %d: i1) -> (i1, i1, i1, i32, i64) {
  %t = arith.constant true
  %f = arith.constant false
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %l1 = arith.constant 1 : i64
  %l0 = arith.constant 0 : i64
  %0 = arith.select %c, %t, %f : i1
  %1 = arith.select %c, %f, %t : i1
  %2 = arith.select %c, %d, %f : i1
  %3 = arith.select %c, %c1, %c0 : i32
  %4 = arith.select %c, %l0, %l1 : i64
  return %0, %1, %2, %3, %4 : i1, i1, i1, i32, i64
}
// -----
func.func @select_nested(%c: i1, %d: i1, %a: i32, %b: i32, %e: i32) -> (i32, i32, i32, i32) {
  %0 = arith.select %c, %a, %b : i32
  %1 = arith.select %c, %0, %e : i32
  %2 = arith.select %c, %e, %0 : i32
  %3 = arith.select %d, %0, %b : i32
  %4 = arith.select %d, %0, %a : i32
  return %1, %2, %3, %4 : i32, i32, i32, i32
}
// -----
func.func @select_of_compare(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.select %0, %a, %b : i32
  %2 = arith.cmpi ne, %a, %b : i32
  %3 = arith.select %2, %a, %b : i32
  return %1, %3 : i32, i32
}
// -----
func.func @select_vectors() -> (vector<4xi32>, vector<4xi32>, tensor<2xf32>) {
  %m = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %a = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %b = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>
  %t = arith.constant dense<true> : vector<4xi1>
  %n = arith.constant dense<[false, true]> : tensor<2xi1>
  %p = arith.constant dense<[0.5, 1.5]> : tensor<2xf32>
  %q = arith.constant dense<2.5> : tensor<2xf32>
  %0 = arith.select %m, %a, %b : vector<4xi1>, vector<4xi32>
  %1 = arith.select %t, %a, %b : vector<4xi1>, vector<4xi32>
  %2 = arith.select %n, %p, %q : tensor<2xi1>, tensor<2xf32>
  return %0, %1, %2 : vector<4xi32>, vector<4xi32>, tensor<2xf32>
}
// -----
func.func @float_identities(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32) {
  %z = arith.constant 0.0 : f32
  %nz = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %m1 = arith.constant -1.0 : f32
  %0 = arith.addf %x, %z : f32
  %1 = arith.addf %x, %nz : f32
  %2 = arith.subf %x, %z : f32
  %3 = arith.subf %x, %nz : f32
  %4 = arith.mulf %x, %one : f32
  %5 = arith.divf %x, %one : f32
  %6 = arith.mulf %x, %m1 : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}
// -----
func.func @float_fast(%x: f32) -> (f32, f32, f32, f32) {
  %z = arith.constant 0.0 : f32
  %0 = arith.mulf %x, %z fastmath<nnan, nsz> : f32
  %1 = arith.mulf %x, %z : f32
  %2 = arith.divf %x, %x fastmath<nnan> : f32
  %3 = arith.subf %x, %x fastmath<nnan> : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
// -----
func.func @float_signs(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %0 = arith.negf %x : f32
  %1 = arith.negf %y : f32
  %2 = arith.mulf %0, %1 : f32
  %3 = arith.divf %0, %1 : f32
  %4 = arith.negf %0 : f32
  %5 = arith.subf %x, %1 : f32
  return %2, %3, %4, %5 : f32, f32, f32, f32
}
// -----
func.func @float_min_max(%x: f32) -> (f32, f32, f32, f32, f32, f32) {
  %inf = arith.constant 0x7F800000 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.maximumf %x, %ninf : f32
  %1 = arith.minimumf %x, %inf : f32
  %2 = arith.maxnumf %x, %ninf : f32
  %3 = arith.minnumf %x, %nan : f32
  %4 = arith.maximumf %x, %x : f32
  %5 = arith.maxnumf %x, %nan : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}
// -----
func.func @float_constants() -> (f32, f32, f32, f32, f32, f32, f32, f16) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant -2.25 : f32
  %h = arith.constant 65504.0 : f16
  %0 = arith.addf %a, %b : f32
  %1 = arith.mulf %a, %b : f32
  %2 = arith.divf %a, %b : f32
  %3 = arith.remf %b, %a : f32
  %4 = arith.maximumf %a, %b : f32
  %5 = arith.minnumf %a, %b : f32
  %6 = arith.negf %b : f32
  %7 = arith.addf %h, %h : f16
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f16
}
// -----
func.func @compare_floats(%x: f32) -> (i1, i1, i1, i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %a = arith.constant 1.0 : f32
  %0 = arith.cmpf oeq, %a, %nan : f32
  %1 = arith.cmpf une, %a, %nan : f32
  %2 = arith.cmpf ult, %x, %nan : f32
  %3 = arith.cmpf ogt, %x, %nan : f32
  %4 = arith.cmpf true, %x, %x : f32
  %5 = arith.cmpf ord, %x, %nan : f32
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}
// -----
func.func @compare_converted(%a: i32, %b: i16) -> (i1, i1, i1, i1) {
  %h = arith.constant 2.5 : f32
  %big = arith.constant 1.0e30 : f64
  %0 = arith.sitofp %b : i16 to f32
  %1 = arith.cmpf olt, %0, %h : f32
  %2 = arith.cmpf oeq, %0, %h : f32
  %3 = arith.uitofp %a : i32 to f64
  %4 = arith.cmpf oge, %3, %big : f64
  %5 = arith.sitofp %a : i32 to f32
  %6 = arith.cmpf ogt, %5, %h : f32
  return %1, %2, %4, %6 : i1, i1, i1, i1
}
// -----
func.func @extended_arithmetic(%a: i32, %b: vector<2xi16>) -> (i32, i1, i32, i32, i32, vector<2xi16>) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %m = arith.constant -1 : i32
  %s, %o = arith.addui_extended %a, %z : i32, i1
  %s1, %o1 = arith.addui_extended %m, %one : i32, i1
  %lo, %hi = arith.mulsi_extended %a, %one : i32
  %lo1, %hi1 = arith.mului_extended %a, %a : i32
  %lo2, %hi2 = arith.mului_extended %m, %m : i32
  %vlo, %vhi = arith.mulsi_extended %b, %b : vector<2xi16>
  %x = arith.addi %s1, %lo2 : i32
  return %s, %o1, %hi, %hi1, %x, %vhi : i32, i1, i32, i32, i32, vector<2xi16>
}
// -----
func.func @extended_known() -> (i32, i1, i32, i32, i32, i32) {
  %m = arith.constant -1 : i32
  %c2 = arith.constant 2 : i32
  %s, %o = arith.addui_extended %m, %c2 : i32, i1
  %lo, %hi = arith.mulsi_extended %m, %c2 : i32
  %lo1, %hi1 = arith.mului_extended %m, %c2 : i32
  return %s, %o, %lo, %hi, %lo1, %hi1 : i32, i1, i32, i32, i32, i32
}
// -----
func.func @dense_constants() -> (tensor<3xi32>, tensor<3xi32>, vector<2x2xf32>, tensor<2xi1>, vector<2xi64>) {
  %a = arith.constant dense<[1, -2, 3]> : tensor<3xi32>
  %b = arith.constant dense<4> : tensor<3xi32>
  %f = arith.constant dense<[[0.5, 1.0], [2.0, -1.0]]> : vector<2x2xf32>
  %p = arith.constant dense<[7, 8]> : tensor<2xi8>
  %q = arith.constant dense<[8, 7]> : tensor<2xi8>
  %s = arith.constant dense<9> : vector<2xi64>
  %0 = arith.muli %a, %b : tensor<3xi32>
  %1 = arith.addi %b, %b : tensor<3xi32>
  %2 = arith.mulf %f, %f : vector<2x2xf32>
  %3 = arith.cmpi slt, %p, %q : tensor<2xi8>
  %4 = arith.shli %s, %s : vector<2xi64>
  return %0, %1, %2, %3, %4 : tensor<3xi32>, tensor<3xi32>, vector<2x2xf32>, tensor<2xi1>, vector<2xi64>
}
// -----
func.func @overflow_flags_merge(%a: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %big = arith.constant 2147483647 : i32
  %0 = arith.addi %a, %c1 overflow<nsw, nuw> : i32
  %1 = arith.addi %0, %c2 overflow<nsw> : i32
  %2 = arith.addi %a, %big overflow<nsw> : i32
  %3 = arith.addi %2, %c2 overflow<nsw> : i32
  %4 = arith.muli %a, %c2 overflow<nuw> : i32
  %5 = arith.muli %4, %c2 overflow<nuw> : i32
  %6 = arith.subi %a, %c1 overflow<nsw> : i32
  %7 = arith.subi %6, %c2 overflow<nsw> : i32
  return %1, %3, %5, %7 : i32, i32, i32, i32
}
// -----
func.func @constants_move_right(%a: index, %b: index) -> (index, index, index, i1) {
  %c4 = arith.constant 4 : index
  %0 = arith.addi %c4, %a : index
  %1 = arith.muli %c4, %b : index
  %2 = arith.maxsi %c4, %b : index
  %3 = arith.cmpi sgt, %c4, %b : index
  return %0, %1, %2, %3 : index, index, index, i1
}
// -----
func.func @unused(%a: i32, %b: f32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.divsi %0, %a : i32
  %2 = arith.mulf %b, %b : f32
  %3 = arith.fptosi %2 : f32 to i32
  return
}
// -----
func.func @poison(%a: i32, %c: i1) -> (i32, i32, i32, i32) {
  %p = ub.poison : i32
  %0 = arith.addi %a, %p : i32
  %1 = arith.select %c, %a, %p : i32
  %2 = arith.divui %p, %a : i32
  %3 = arith.shli %a, %p : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

func.func private @declared(i32, tensor<?xf32> {a.b = "c"}) -> (f32 {d.e}, index)
func.func public @defined(%x: i32 {arg.attr = [1, 2]}, %y: f32) -> (f32 {res.attr = {k = 3 : i8}}) attributes {llvm.emit_c_interface} {
  return %y : f32
}
// -----
module @outer attributes {m.attr = 1 : i64} {
  module @inner {
    func.func @f() {
      return
    }
  }
  func.func @g() {
    "use"() {callee = @inner::@f} : () -> ()
    return
  }
}
// -----
func.func @caller(%a: i32) -> i32 {
  %0 = call @callee(%a) : (i32) -> i32
  %1 = func.call @callee(%0) {some.attr} : (i32) -> i32
  return %1 : i32
}
func.func private @callee(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}
// -----
func.func private @even(%n: i32) -> i1 {
  %0 = call @odd(%n) : (i32) -> i1
  return %0 : i1
}
func.func private @odd(%n: i32) -> i1 {
  %0 = call @even(%n) : (i32) -> i1
  return %0 : i1
}
func.func @start(%n: i32) -> i1 {
  %0 = call @even(%n) : (i32) -> i1
  return %0 : i1
}
// -----
func.func private @blocks(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^t(%a : i32), ^f
^t(%x: i32):
  %0 = arith.addi %x, %x : i32
  return %0 : i32
^f:
  %1 = arith.constant 7 : i32
  return %1 : i32
}
func.func @inlined(%c: i1, %a: i32) -> i32 {
  %0 = call @blocks(%c, %a) : (i1, i32) -> i32
  %1 = arith.muli %0, %a : i32
  %2 = call @blocks(%c, %1) : (i1, i32) -> i32
  return %2 : i32
}
// -----
func.func private @unused() {
  return
}
func.func private @used_by_unused() {
  call @unused() : () -> ()
  return
}
func.func nested @nested() {
  return
}
func.func @kept() {
  %f = constant @nested : () -> ()
  call_indirect %f() : () -> ()
  return
}
// -----
func.func private @kept_out(%a: f32) -> f32 attributes {no_inline} {
  return %a : f32
}
func.func @with_no_inline(%a: f32) -> f32 {
  %0 = call @kept_out(%a) : (f32) -> f32
  %1 = call @kept_out(%0) {no_inline} : (f32) -> f32
  return %1 : f32
}
// -----
func.func private @several(%a: i32, %b: f32) -> (f32, i32) {
  return %b, %a : f32, i32
}
func.func @swapped(%a: i32, %b: f32) -> (i32, f32) {
  %0:2 = call @several(%a, %b) : (i32, f32) -> (f32, i32)
  return %0#1, %0#0 : i32, f32
}
// -----
func.func @indirect(%f: (i32) -> i32, %a: i32) -> i32 {
  %0 = call_indirect %f(%a) : (i32) -> i32
  %g = constant @known : (i32) -> i32
  %1 = call_indirect %g(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @known(i32) -> i32
// -----
func.func private @with_alloca(%n: index) -> f32 {
  %0 = memref.alloca() : memref<4xf32>
  %1 = memref.load %0[%n] : memref<4xf32>
  return %1 : f32
}
func.func @in_loop(%n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %0 = func.call @with_alloca(%i) : (index) -> f32
    affine.store %0, %m[%i] : memref<?xf32>
  }
  return
}
// -----
memref.global "private" @unread : memref<4xf32>
memref.global "private" constant @read : memref<2x2xi8> = dense<[[1, 2], [3, 4]]>
memref.global @visible : memref<f32> = dense<0.5>
func.func @reads(%i: index) -> i8 {
  %0 = memref.get_global @read : memref<2x2xi8>
  %1 = memref.load %0[%i, %i] : memref<2x2xi8>
  return %1 : i8
}
// -----
func.func @locations(%a: i32 loc("arg")) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("f.c":3:4)
  %1 = arith.muli %0, %a : i32 loc(fused["x", callsite("y" at "z")])
  return %1 : i32 loc(unknown)
} loc("whole"("g.c":1:1))
// -----
#l = loc("named")
module attributes {a.dict = {x = 1 : i32, y = [true, unit, "s\0A\22"], z = @s::@t}, b = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 4)>} {
  func.func @attributes() attributes {c = affine_set<(d0) : (d0 >= 0, d0 - 3 == 0)>, d = dense<[1, 2]> : tensor<2xi8>, e = tensor<?x2xf32>, f = array<i32: 1, 2>, g = array<i1: true>, h = 0x7FF0000000000000 : f64, i = -1 : si8, k = strided<[?, 1], offset: 3>} {
    return loc(#l)
  }
}
// -----
func.func @types(%a: tuple<i32, tuple<>, f80>, %b: complex<f64>, %c: none, %d: (i1) -> (f32, f64), %e: memref<2x?xf32, strided<[?, 1], offset: 4>, 3>, %f: vector<[4]x2xi1>, %g: tensor<2x?xi7, "enc">, %h: !llvm.ptr<3>, %i: memref<*xui16, 2>, %j: f128) {
  return
}
// -----
"builtin.module"() ({
  "func.func"() ({
  ^bb0(%a: i32, %b: i1):
    "cf.cond_br"(%b, %a, %a)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> ()
  ^bb1(%c: i32):
    "func.return"(%c) : (i32) -> ()
  ^bb2(%d: i32):
    "cf.br"(%d)[^bb1] : (i32) -> ()
  }) {sym_name = "generic", function_type = (i32, i1) -> i32} : () -> ()
}) : () -> ()
// -----
func.func @unregistered(%a: i32) -> i32 {
  %0:2 = "foo.op"(%a) ({
  ^bb0(%x: i32):
    "foo.yield"(%x) : (i32) -> ()
  }, {
    "foo.end"() : () -> ()
  }) {attr = 3 : i8} : (i32) -> (i32, f32)
  %1 = "foo.other"() <{prop = "p"}> : () -> i32
  return %0#0 : i32
}

// RUN: tf-translate --mlir-to-relax %s | filecheck %s
// RUN: tf-translate --mlir-to-relax %s --params-output=%t.npz | filecheck %s --check-prefix=PARAMS
// RUN: tf-translate --mlir-to-relax %s --params=%t.npz | filecheck %s --check-prefix=PARAMS

// CHECK: from tvm.script import ir as I, relax as R, tirx as T
// CHECK: @I.ir_module
// CHECK-NEXT: class Module:

// A maximum of TVM loses NaN: loops that keep it. Its constant stands where it is read.
// CHECK: @T.prim_func(private=True, s_tir=True)
// CHECK-NEXT: def maximum(x: T.Buffer((2, 4), "float32"), out: T.Buffer((2, 4), "float32")):
// CHECK-NEXT: for i, i_1 in T.grid(2, 4):
// CHECK-NEXT: with T.sblock("maximum"):
// CHECK-NEXT: vi, vi_1 = T.axis.remap("SS", [i, i_1])
// CHECK-NEXT: out[vi, vi_1] = T.if_then_else(T.isnan(x[vi, vi_1]) or x[vi, vi_1] >= T.float32(0.0), x[vi, vi_1], T.float32(0.0))

// Signed integers wrap.
// CHECK: def add(x: T.Buffer((), "int32"), out: T.Buffer((), "int32")):
// CHECK: out[()] = T.Cast("int32", T.Cast("int64", x[()]) + T.Cast("int64", T.int32(1)))

// CHECK: @R.function
// CHECK-NEXT: def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((3, 4), dtype="float32"), def_: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(
// CHECK-NEXT: cls = Module
// CHECK-NEXT: with R.dataflow():
// CHECK: = R.matmul(x, y)
// CHECK: = R.call_tir(cls.maximum, ({{.*}},), out_ty=R.Tensor((2, 4), dtype="float32"))
// CHECK: cls.main_loop(R.const(62, "int32"), {{.*}}, x, def_)
// CHECK: R.const([0, 1, {{.*}}, 64], "int32")

// CHECK: @R.function(private=True)
// CHECK-NEXT: def main_loop(turns: R.Tensor((), dtype="int32"), a: R.Tensor((), dtype="int32"), b: R.Tensor((2, 3), dtype="float32"), def_: R.Tensor((2, 3), dtype="float32"))
// CHECK: if k:
// CHECK: if is_last:
// CHECK: R.add(b, def_)
// CHECK: else:
// CHECK: half = cls.main_loop(fewer, a, b, def_)
// CHECK: cls.main_loop(fewer, at_half, at_half_1, def_)
// CHECK: else:
// CHECK: return branch

// PARAMS: def main({{.*}}, many: R.Tensor((65,), dtype="int32"))
// PARAMS-NEXT: R.func_attr({"num_input": 3})
// PARAMS: R.astype(many, dtype="float32")
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %def: tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x3xf32>, tensor<65xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.maximum %0, %zero : tensor<2x4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%a = %i, %b = %x) : tensor<i32>, tensor<2x3xf32>
    cond {
      %k = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %k : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %a, %one : tensor<i32>
      %sum = stablehlo.add %b, %def : tensor<2x3xf32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<2x3xf32>
    }
  %many = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64]> : tensor<65xi32>
  %floats = stablehlo.convert %many : (tensor<65xi32>) -> tensor<65xf32>
  return %1, %r#1, %floats : tensor<2x4xf32>, tensor<2x3xf32>, tensor<65xf32>
}

// RUN: tf-translate --hlo-text-to-mlir %S/Inputs/dump.hlo --mlir-print-debuginfo | filecheck %s
// RUN: tf-translate --hlo-text-to-mlir %S/Inputs/dump.hlo | tf-run - --device=interpreter --input=4xf32=1,2,3,4 --input=f32=-2 | filecheck %s --check-prefix=NUMBERS
// RUN: tf-translate --hlo-text-to-mlir %S/Inputs/dump.hlo | tf-translate --mlir-to-hlo-text | filecheck %s --check-prefix=TEXT
// RUN: tf-translate --hlo-text-to-mlir %S/Inputs/dump.hlo | tf-translate --mlir-to-hlo-proto -o %t.pb && tf-translate --hlo-proto-to-mlir %t.pb | filecheck %s --check-prefix=PROTO
// RUN: not tf-translate --hlo-text-to-mlir %s 2>&1 | filecheck %s --check-prefix=REFUSED
// RUN: not tf-translate --graphdef-to-mlir %S/Inputs/dump.hlo 2>&1 | filecheck %s --check-prefix=OTHER

// CHECK: module @jit_scaled
// CHECK: func.func private @fused_computation(%param_0: tensor<4xf32> {{.*}}, %param_1: tensor<f32>
// CHECK: %broadcast.1 = stablehlo.broadcast_in_dim %param_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK: %multiply.1 = stablehlo.multiply %param_0, %broadcast.1 : tensor<4xf32> loc([[NAME:#.*]])
// CHECK: func.func public @main(%x.1: tensor<4xf32> {{.*}}, %s.1: tensor<f32>
// CHECK: %scaled = call @fused_computation(%x.1, %s.1) {mhlo.fusion_kind = "kLoop"} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK: [[PLACE:#.*]] = loc("scaled.py":3:0)
// CHECK: [[NAME]] = loc("jit(scaled)/mul"([[PLACE]]))

// NUMBERS: -2{{.*}}-4{{.*}}-6{{.*}}-8

// TEXT: HloModule jit_scaled, entry_computation_layout={(f32[4]{0}, f32[])->f32[4]{0}}
// TEXT: fused_computation {
// TEXT: ROOT multiply.1 = f32[4]{0} multiply(param_0, broadcast.1)
// TEXT: ENTRY main {
// TEXT: ROOT scaled = f32[4]{0} fusion(x.1, s.1), kind=kLoop, calls=fused_computation

// PROTO: %scaled = call @fused_computation

// REFUSED: hlo_text_to_mlir.mlir:{{.*}}: error: expected 'HloModule'
// OTHER: dump.hlo: not a GraphDef but a module of HLO as text; --hlo-text-to-mlir reads that

// RUN: tf-opt %s --split-input-file --convert-vector-to-llvm | filecheck %s

/// What is expected is what upstream's pass prints: contractions taken apart dimension by dimension. Of other kinds, or of mixed types, they stay.
// CHECK: func.func @contract_vecmat(%arg0: vector<3xf32>, %arg1: vector<3x2xf32>, %arg2: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<3x2xf32> to !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT: %1 = ub.poison : vector<2x3xf32>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %1 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %3 = llvm.extractvalue %0[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %4 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %5 = llvm.extractelement %3[%4 : i64] : vector<2xf32>
// CHECK-NEXT: %6 = llvm.extractvalue %2[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %7 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %8 = llvm.insertelement %5, %6[%7 : i64] : vector<3xf32>
// CHECK-NEXT: %9 = llvm.insertvalue %8, %2[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %10 = llvm.extractvalue %0[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %11 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %12 = llvm.extractelement %10[%11 : i64] : vector<2xf32>
// CHECK-NEXT: %13 = llvm.extractvalue %9[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %14 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %15 = llvm.insertelement %12, %13[%14 : i64] : vector<3xf32>
// CHECK-NEXT: %16 = llvm.insertvalue %15, %9[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %17 = llvm.extractvalue %0[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %18 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %19 = llvm.extractelement %17[%18 : i64] : vector<2xf32>
// CHECK-NEXT: %20 = llvm.extractvalue %16[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %21 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %22 = llvm.insertelement %19, %20[%21 : i64] : vector<3xf32>
// CHECK-NEXT: %23 = llvm.insertvalue %22, %16[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %24 = llvm.extractvalue %0[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %25 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %26 = llvm.extractelement %24[%25 : i64] : vector<2xf32>
// CHECK-NEXT: %27 = llvm.extractvalue %23[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %28 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %29 = llvm.insertelement %26, %27[%28 : i64] : vector<3xf32>
// CHECK-NEXT: %30 = llvm.insertvalue %29, %23[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %31 = llvm.extractvalue %0[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %32 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %33 = llvm.extractelement %31[%32 : i64] : vector<2xf32>
// CHECK-NEXT: %34 = llvm.extractvalue %30[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %35 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %36 = llvm.insertelement %33, %34[%35 : i64] : vector<3xf32>
// CHECK-NEXT: %37 = llvm.insertvalue %36, %30[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %38 = llvm.extractvalue %0[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %39 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %40 = llvm.extractelement %38[%39 : i64] : vector<2xf32>
// CHECK-NEXT: %41 = llvm.extractvalue %37[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %42 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %43 = llvm.insertelement %40, %41[%42 : i64] : vector<3xf32>
// CHECK-NEXT: %44 = llvm.insertvalue %43, %37[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %45 = llvm.extractvalue %44[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %46 = arith.mulf %45, %arg0 : vector<3xf32>
// CHECK-NEXT: %47 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %48 = "llvm.intr.vector.reduce.fadd"(%47, %46) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %49 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %50 = llvm.insertelement %48, %cst[%49 : i64] : vector<2xf32>
// CHECK-NEXT: %51 = llvm.extractvalue %44[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %52 = arith.mulf %51, %arg0 : vector<3xf32>
// CHECK-NEXT: %53 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %54 = "llvm.intr.vector.reduce.fadd"(%53, %52) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %55 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %56 = llvm.insertelement %54, %50[%55 : i64] : vector<2xf32>
// CHECK-NEXT: %57 = arith.addf %56, %arg2 : vector<2xf32>
// CHECK-NEXT: return %57 : vector<2xf32>
// CHECK-NEXT: }
#a = affine_map<(i,k)->(k)>
#b = affine_map<(i,k)->(k,i)>
#c = affine_map<(i,k)->(i)>
func.func @contract_vecmat(%a: vector<3xf32>, %b: vector<3x2xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps=[#a,#b,#c], iterator_types=["parallel","reduction"], kind=#vector.kind<add>} %a,%b,%c : vector<3xf32>, vector<3x2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
// CHECK: func.func @contract_two_red(%arg0: vector<2x3xf32>, %arg1: vector<2x3xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %2 = llvm.extractvalue %1[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %3 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %4 = arith.mulf %2, %3 : vector<3xf32>
// CHECK-NEXT: %5 = "llvm.intr.vector.reduce.fadd"(%arg2, %4) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %6 = llvm.extractvalue %1[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %7 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %8 = arith.mulf %6, %7 : vector<3xf32>
// CHECK-NEXT: %9 = "llvm.intr.vector.reduce.fadd"(%5, %8) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: return %9 : f32
// CHECK-NEXT: }
#a = affine_map<(i,j)->(i,j)>
#c = affine_map<(i,j)->()>
func.func @contract_two_red(%a: vector<2x3xf32>, %b: vector<2x3xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps=[#a,#a,#c], iterator_types=["reduction","reduction"], kind=#vector.kind<add>} %a,%b,%c : vector<2x3xf32>, vector<2x3xf32> into f32
  return %0 : f32
}
// -----
// CHECK: func.func @contract_batch_dot(%arg0: vector<2x3xf32>, %arg1: vector<2x3xf32>, %arg2: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT: %2 = llvm.extractvalue %1[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %3 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %4 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %5 = llvm.extractelement %arg2[%4 : i64] : vector<2xf32>
// CHECK-NEXT: %6 = arith.mulf %2, %3 : vector<3xf32>
// CHECK-NEXT: %7 = "llvm.intr.vector.reduce.fadd"(%5, %6) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %8 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %9 = llvm.insertelement %7, %cst[%8 : i64] : vector<2xf32>
// CHECK-NEXT: %10 = llvm.extractvalue %1[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %11 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %12 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %13 = llvm.extractelement %arg2[%12 : i64] : vector<2xf32>
// CHECK-NEXT: %14 = arith.mulf %10, %11 : vector<3xf32>
// CHECK-NEXT: %15 = "llvm.intr.vector.reduce.fadd"(%13, %14) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %16 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %17 = llvm.insertelement %15, %9[%16 : i64] : vector<2xf32>
// CHECK-NEXT: return %17 : vector<2xf32>
// CHECK-NEXT: }
#a = affine_map<(b,k)->(b,k)>
#c = affine_map<(b,k)->(b)>
func.func @contract_batch_dot(%a: vector<2x3xf32>, %b: vector<2x3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps=[#a,#a,#c], iterator_types=["parallel","reduction"], kind=#vector.kind<add>} %a,%b,%c : vector<2x3xf32>, vector<2x3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
// CHECK: func.func @contract_kpar_order(%arg0: vector<2x3xf32>, %arg1: vector<3x2xf32>, %arg2: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg2 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg1 : vector<3x2xf32> to !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg0 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<3xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT: %cst_1 = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT: %3 = builtin.unrealized_conversion_cast %cst_1 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %4 = llvm.extractvalue %2[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %5 = llvm.extractvalue %1[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %6 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %7 = llvm.extractelement %5[%6 : i64] : vector<2xf32>
// CHECK-NEXT: %8 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %9 = llvm.insertelement %7, %cst[%8 : i64] : vector<3xf32>
// CHECK-NEXT: %10 = llvm.extractvalue %1[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %11 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %12 = llvm.extractelement %10[%11 : i64] : vector<2xf32>
// CHECK-NEXT: %13 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %14 = llvm.insertelement %12, %9[%13 : i64] : vector<3xf32>
// CHECK-NEXT: %15 = llvm.extractvalue %1[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %16 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %17 = llvm.extractelement %15[%16 : i64] : vector<2xf32>
// CHECK-NEXT: %18 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %19 = llvm.insertelement %17, %14[%18 : i64] : vector<3xf32>
// CHECK-NEXT: %20 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %21 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %22 = llvm.extractelement %20[%21 : i64] : vector<2xf32>
// CHECK-NEXT: %23 = arith.mulf %4, %19 : vector<3xf32>
// CHECK-NEXT: %24 = "llvm.intr.vector.reduce.fadd"(%22, %23) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %25 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %26 = llvm.insertelement %24, %cst_0[%25 : i64] : vector<2xf32>
// CHECK-NEXT: %27 = llvm.extractvalue %1[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %28 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %29 = llvm.extractelement %27[%28 : i64] : vector<2xf32>
// CHECK-NEXT: %30 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %31 = llvm.insertelement %29, %cst[%30 : i64] : vector<3xf32>
// CHECK-NEXT: %32 = llvm.extractvalue %1[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %33 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %34 = llvm.extractelement %32[%33 : i64] : vector<2xf32>
// CHECK-NEXT: %35 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %36 = llvm.insertelement %34, %31[%35 : i64] : vector<3xf32>
// CHECK-NEXT: %37 = llvm.extractvalue %1[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %38 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %39 = llvm.extractelement %37[%38 : i64] : vector<2xf32>
// CHECK-NEXT: %40 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %41 = llvm.insertelement %39, %36[%40 : i64] : vector<3xf32>
// CHECK-NEXT: %42 = llvm.extractvalue %0[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %43 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %44 = llvm.extractelement %42[%43 : i64] : vector<2xf32>
// CHECK-NEXT: %45 = arith.mulf %4, %41 : vector<3xf32>
// CHECK-NEXT: %46 = "llvm.intr.vector.reduce.fadd"(%44, %45) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %47 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %48 = llvm.insertelement %46, %26[%47 : i64] : vector<2xf32>
// CHECK-NEXT: %49 = llvm.insertvalue %48, %3[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %50 = llvm.extractvalue %2[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %51 = llvm.extractvalue %1[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %52 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %53 = llvm.extractelement %51[%52 : i64] : vector<2xf32>
// CHECK-NEXT: %54 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %55 = llvm.insertelement %53, %cst[%54 : i64] : vector<3xf32>
// CHECK-NEXT: %56 = llvm.extractvalue %1[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %57 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %58 = llvm.extractelement %56[%57 : i64] : vector<2xf32>
// CHECK-NEXT: %59 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %60 = llvm.insertelement %58, %55[%59 : i64] : vector<3xf32>
// CHECK-NEXT: %61 = llvm.extractvalue %1[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %62 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %63 = llvm.extractelement %61[%62 : i64] : vector<2xf32>
// CHECK-NEXT: %64 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %65 = llvm.insertelement %63, %60[%64 : i64] : vector<3xf32>
// CHECK-NEXT: %66 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %67 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %68 = llvm.extractelement %66[%67 : i64] : vector<2xf32>
// CHECK-NEXT: %69 = arith.mulf %50, %65 : vector<3xf32>
// CHECK-NEXT: %70 = "llvm.intr.vector.reduce.fadd"(%68, %69) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %71 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %72 = llvm.insertelement %70, %cst_0[%71 : i64] : vector<2xf32>
// CHECK-NEXT: %73 = llvm.extractvalue %1[0] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %74 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %75 = llvm.extractelement %73[%74 : i64] : vector<2xf32>
// CHECK-NEXT: %76 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %77 = llvm.insertelement %75, %cst[%76 : i64] : vector<3xf32>
// CHECK-NEXT: %78 = llvm.extractvalue %1[1] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %79 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %80 = llvm.extractelement %78[%79 : i64] : vector<2xf32>
// CHECK-NEXT: %81 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %82 = llvm.insertelement %80, %77[%81 : i64] : vector<3xf32>
// CHECK-NEXT: %83 = llvm.extractvalue %1[2] : !llvm.array<3 x vector<2xf32>>
// CHECK-NEXT: %84 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %85 = llvm.extractelement %83[%84 : i64] : vector<2xf32>
// CHECK-NEXT: %86 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %87 = llvm.insertelement %85, %82[%86 : i64] : vector<3xf32>
// CHECK-NEXT: %88 = llvm.extractvalue %0[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %89 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %90 = llvm.extractelement %88[%89 : i64] : vector<2xf32>
// CHECK-NEXT: %91 = arith.mulf %50, %87 : vector<3xf32>
// CHECK-NEXT: %92 = "llvm.intr.vector.reduce.fadd"(%90, %91) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %93 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %94 = llvm.insertelement %92, %72[%93 : i64] : vector<2xf32>
// CHECK-NEXT: %95 = llvm.insertvalue %94, %49[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %96 = builtin.unrealized_conversion_cast %95 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: return %96 : vector<2x2xf32>
// CHECK-NEXT: }
#a = affine_map<(k,i,j)->(i,k)>
#b = affine_map<(k,i,j)->(k,j)>
#c = affine_map<(k,i,j)->(i,j)>
func.func @contract_kpar_order(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps=[#a,#b,#c], iterator_types=["reduction","parallel","parallel"], kind=#vector.kind<add>} %a,%b,%c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
// -----
// CHECK: func.func @contract_batch_inner(%arg0: vector<2x2x3xf32>, %arg1: vector<2x3x2xf32>, %arg2: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : vector<2x3x2xf32> to !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg2 : vector<2x2x2xf32> to !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg0 : vector<2x2x3xf32> to !llvm.array<2 x array<2 x vector<3xf32>>>
// CHECK-NEXT: %3 = ub.poison : vector<2x3xf32>
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %3 : vector<2x3xf32> to !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT: %5 = builtin.unrealized_conversion_cast %cst : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %cst_0 = arith.constant dense<0.000000e+00> : vector<2x2x2xf32>
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %cst_0 : vector<2x2x2xf32> to !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %7 = llvm.extractvalue %2[0, 0] : !llvm.array<2 x array<2 x vector<3xf32>>>
// CHECK-NEXT: %8 = llvm.extractvalue %2[1, 0] : !llvm.array<2 x array<2 x vector<3xf32>>>
// CHECK-NEXT: %9 = llvm.extractvalue %1[0, 0] : !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %10 = llvm.insertvalue %9, %5[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %11 = llvm.extractvalue %1[1, 0] : !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %12 = llvm.insertvalue %11, %10[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %13 = builtin.unrealized_conversion_cast %12 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: %14 = llvm.extractvalue %0[0, 0] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %15 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %16 = llvm.extractelement %14[%15 : i64] : vector<2xf32>
// CHECK-NEXT: %17 = llvm.extractvalue %4[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %18 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %19 = llvm.insertelement %16, %17[%18 : i64] : vector<3xf32>
// CHECK-NEXT: %20 = llvm.insertvalue %19, %4[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %21 = llvm.extractvalue %0[0, 0] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %22 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %23 = llvm.extractelement %21[%22 : i64] : vector<2xf32>
// CHECK-NEXT: %24 = llvm.extractvalue %20[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %25 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %26 = llvm.insertelement %23, %24[%25 : i64] : vector<3xf32>
// CHECK-NEXT: %27 = llvm.insertvalue %26, %20[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %28 = llvm.extractvalue %0[0, 1] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %29 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %30 = llvm.extractelement %28[%29 : i64] : vector<2xf32>
// CHECK-NEXT: %31 = llvm.extractvalue %27[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %32 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %33 = llvm.insertelement %30, %31[%32 : i64] : vector<3xf32>
// CHECK-NEXT: %34 = llvm.insertvalue %33, %27[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %35 = llvm.extractvalue %0[0, 1] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %36 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %37 = llvm.extractelement %35[%36 : i64] : vector<2xf32>
// CHECK-NEXT: %38 = llvm.extractvalue %34[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %39 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %40 = llvm.insertelement %37, %38[%39 : i64] : vector<3xf32>
// CHECK-NEXT: %41 = llvm.insertvalue %40, %34[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %42 = llvm.extractvalue %0[0, 2] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %43 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %44 = llvm.extractelement %42[%43 : i64] : vector<2xf32>
// CHECK-NEXT: %45 = llvm.extractvalue %41[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %46 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %47 = llvm.insertelement %44, %45[%46 : i64] : vector<3xf32>
// CHECK-NEXT: %48 = llvm.insertvalue %47, %41[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %49 = llvm.extractvalue %0[0, 2] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %50 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %51 = llvm.extractelement %49[%50 : i64] : vector<2xf32>
// CHECK-NEXT: %52 = llvm.extractvalue %48[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %53 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %54 = llvm.insertelement %51, %52[%53 : i64] : vector<3xf32>
// CHECK-NEXT: %55 = llvm.insertvalue %54, %48[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %56 = llvm.extractvalue %55[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %57 = arith.mulf %7, %56 : vector<3xf32>
// CHECK-NEXT: %58 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %59 = "llvm.intr.vector.reduce.fadd"(%58, %57) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %60 = llvm.extractvalue %5[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %61 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %62 = llvm.insertelement %59, %60[%61 : i64] : vector<2xf32>
// CHECK-NEXT: %63 = llvm.insertvalue %62, %5[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %64 = llvm.extractvalue %55[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %65 = arith.mulf %7, %64 : vector<3xf32>
// CHECK-NEXT: %66 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %67 = "llvm.intr.vector.reduce.fadd"(%66, %65) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %68 = llvm.extractvalue %63[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %69 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %70 = llvm.insertelement %67, %68[%69 : i64] : vector<2xf32>
// CHECK-NEXT: %71 = llvm.insertvalue %70, %63[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %72 = arith.mulf %8, %56 : vector<3xf32>
// CHECK-NEXT: %73 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %74 = "llvm.intr.vector.reduce.fadd"(%73, %72) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %75 = llvm.extractvalue %71[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %76 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %77 = llvm.insertelement %74, %75[%76 : i64] : vector<2xf32>
// CHECK-NEXT: %78 = llvm.insertvalue %77, %71[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %79 = arith.mulf %8, %64 : vector<3xf32>
// CHECK-NEXT: %80 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %81 = "llvm.intr.vector.reduce.fadd"(%80, %79) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %82 = llvm.extractvalue %78[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %83 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %84 = llvm.insertelement %81, %82[%83 : i64] : vector<2xf32>
// CHECK-NEXT: %85 = llvm.insertvalue %84, %78[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %86 = builtin.unrealized_conversion_cast %85 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: %87 = arith.addf %86, %13 : vector<2x2xf32>
// CHECK-NEXT: %88 = builtin.unrealized_conversion_cast %87 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %89 = llvm.extractvalue %88[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %90 = llvm.insertvalue %89, %5[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %91 = llvm.insertvalue %90, %6[0] : !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %92 = llvm.extractvalue %88[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %93 = llvm.insertvalue %92, %5[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %94 = llvm.insertvalue %93, %91[1] : !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %95 = llvm.extractvalue %2[0, 1] : !llvm.array<2 x array<2 x vector<3xf32>>>
// CHECK-NEXT: %96 = llvm.extractvalue %2[1, 1] : !llvm.array<2 x array<2 x vector<3xf32>>>
// CHECK-NEXT: %97 = llvm.extractvalue %1[0, 1] : !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %98 = llvm.insertvalue %97, %5[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %99 = llvm.extractvalue %1[1, 1] : !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %100 = llvm.insertvalue %99, %98[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %101 = builtin.unrealized_conversion_cast %100 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: %102 = llvm.extractvalue %0[1, 0] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %103 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %104 = llvm.extractelement %102[%103 : i64] : vector<2xf32>
// CHECK-NEXT: %105 = llvm.extractvalue %4[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %106 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %107 = llvm.insertelement %104, %105[%106 : i64] : vector<3xf32>
// CHECK-NEXT: %108 = llvm.insertvalue %107, %4[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %109 = llvm.extractvalue %0[1, 0] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %110 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %111 = llvm.extractelement %109[%110 : i64] : vector<2xf32>
// CHECK-NEXT: %112 = llvm.extractvalue %108[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %113 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %114 = llvm.insertelement %111, %112[%113 : i64] : vector<3xf32>
// CHECK-NEXT: %115 = llvm.insertvalue %114, %108[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %116 = llvm.extractvalue %0[1, 1] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %117 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %118 = llvm.extractelement %116[%117 : i64] : vector<2xf32>
// CHECK-NEXT: %119 = llvm.extractvalue %115[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %120 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %121 = llvm.insertelement %118, %119[%120 : i64] : vector<3xf32>
// CHECK-NEXT: %122 = llvm.insertvalue %121, %115[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %123 = llvm.extractvalue %0[1, 1] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %124 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %125 = llvm.extractelement %123[%124 : i64] : vector<2xf32>
// CHECK-NEXT: %126 = llvm.extractvalue %122[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %127 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %128 = llvm.insertelement %125, %126[%127 : i64] : vector<3xf32>
// CHECK-NEXT: %129 = llvm.insertvalue %128, %122[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %130 = llvm.extractvalue %0[1, 2] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %131 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %132 = llvm.extractelement %130[%131 : i64] : vector<2xf32>
// CHECK-NEXT: %133 = llvm.extractvalue %129[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %134 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %135 = llvm.insertelement %132, %133[%134 : i64] : vector<3xf32>
// CHECK-NEXT: %136 = llvm.insertvalue %135, %129[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %137 = llvm.extractvalue %0[1, 2] : !llvm.array<2 x array<3 x vector<2xf32>>>
// CHECK-NEXT: %138 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %139 = llvm.extractelement %137[%138 : i64] : vector<2xf32>
// CHECK-NEXT: %140 = llvm.extractvalue %136[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %141 = llvm.mlir.constant(2 : i64) : i64
// CHECK-NEXT: %142 = llvm.insertelement %139, %140[%141 : i64] : vector<3xf32>
// CHECK-NEXT: %143 = llvm.insertvalue %142, %136[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %144 = llvm.extractvalue %143[0] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %145 = arith.mulf %95, %144 : vector<3xf32>
// CHECK-NEXT: %146 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %147 = "llvm.intr.vector.reduce.fadd"(%146, %145) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %148 = llvm.extractvalue %5[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %149 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %150 = llvm.insertelement %147, %148[%149 : i64] : vector<2xf32>
// CHECK-NEXT: %151 = llvm.insertvalue %150, %5[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %152 = llvm.extractvalue %143[1] : !llvm.array<2 x vector<3xf32>>
// CHECK-NEXT: %153 = arith.mulf %95, %152 : vector<3xf32>
// CHECK-NEXT: %154 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %155 = "llvm.intr.vector.reduce.fadd"(%154, %153) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %156 = llvm.extractvalue %151[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %157 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %158 = llvm.insertelement %155, %156[%157 : i64] : vector<2xf32>
// CHECK-NEXT: %159 = llvm.insertvalue %158, %151[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %160 = arith.mulf %96, %144 : vector<3xf32>
// CHECK-NEXT: %161 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %162 = "llvm.intr.vector.reduce.fadd"(%161, %160) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %163 = llvm.extractvalue %159[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %164 = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT: %165 = llvm.insertelement %162, %163[%164 : i64] : vector<2xf32>
// CHECK-NEXT: %166 = llvm.insertvalue %165, %159[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %167 = arith.mulf %96, %152 : vector<3xf32>
// CHECK-NEXT: %168 = llvm.mlir.constant(0.000000e+00 : f32) : f32
// CHECK-NEXT: %169 = "llvm.intr.vector.reduce.fadd"(%168, %167) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<3xf32>) -> f32
// CHECK-NEXT: %170 = llvm.extractvalue %166[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %171 = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %172 = llvm.insertelement %169, %170[%171 : i64] : vector<2xf32>
// CHECK-NEXT: %173 = llvm.insertvalue %172, %166[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %174 = builtin.unrealized_conversion_cast %173 : !llvm.array<2 x vector<2xf32>> to vector<2x2xf32>
// CHECK-NEXT: %175 = arith.addf %174, %101 : vector<2x2xf32>
// CHECK-NEXT: %176 = builtin.unrealized_conversion_cast %175 : vector<2x2xf32> to !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %177 = llvm.extractvalue %176[0] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %178 = llvm.insertvalue %177, %90[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %179 = llvm.insertvalue %178, %94[0] : !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %180 = llvm.extractvalue %176[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %181 = llvm.insertvalue %180, %93[1] : !llvm.array<2 x vector<2xf32>>
// CHECK-NEXT: %182 = llvm.insertvalue %181, %179[1] : !llvm.array<2 x array<2 x vector<2xf32>>>
// CHECK-NEXT: %183 = builtin.unrealized_conversion_cast %182 : !llvm.array<2 x array<2 x vector<2xf32>>> to vector<2x2x2xf32>
// CHECK-NEXT: return %183 : vector<2x2x2xf32>
// CHECK-NEXT: }
#a = affine_map<(b,i,j,k)->(i,b,k)>
#b = affine_map<(b,i,j,k)->(b,k,j)>
#c = affine_map<(b,i,j,k)->(i,b,j)>
func.func @contract_batch_inner(%a: vector<2x2x3xf32>, %b: vector<2x3x2xf32>, %c: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
  %0 = vector.contract {indexing_maps=[#a,#b,#c], iterator_types=["parallel","parallel","parallel","reduction"], kind=#vector.kind<add>} %a,%b,%c : vector<2x2x3xf32>, vector<2x3x2xf32> into vector<2x2x2xf32>
  return %0 : vector<2x2x2xf32>
}
// -----
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> ()>
// CHECK: func.func @contract_dot_max(%arg0: vector<3xf32>, %arg1: vector<3xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %arg0, %arg1, %arg2 : vector<3xf32>, vector<3xf32> into f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
#a = affine_map<(k)->(k)>
#c = affine_map<(k)->()>
func.func @contract_dot_max(%a: vector<3xf32>, %b: vector<3xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps=[#a,#a,#c], iterator_types=["reduction"], kind=#vector.kind<maxnumf>} %a,%b,%c : vector<3xf32>, vector<3xf32> into f32
  return %0 : f32
}
// -----
// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-NEXT: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-NEXT: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK: func.func @contract_mixed(%arg0: vector<2x3xf16>, %arg1: vector<3x2xf16>, %arg2: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x3xf16>, vector<3x2xf16> into vector<2x2xf32>
// CHECK-NEXT: return %0 : vector<2x2xf32>
// CHECK-NEXT: }
#a = affine_map<(i,j,k)->(i,k)>
#b = affine_map<(i,j,k)->(k,j)>
#c = affine_map<(i,j,k)->(i,j)>
func.func @contract_mixed(%a: vector<2x3xf16>, %b: vector<3x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps=[#a,#b,#c], iterator_types=["parallel","parallel","reduction"], kind=#vector.kind<add>} %a,%b,%c : vector<2x3xf16>, vector<3x2xf16> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

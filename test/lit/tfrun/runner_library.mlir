// RUN: tf-run %s --device=interpreter | filecheck %s
// RUN: tf-opt %s --expand-strided-metadata --finalize-memref-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts -o %t.llvm.mlir
// RUN: tf-run %t.llvm.mlir --device=interpreter | filecheck %s

/// What MLIR's runner libraries do, for functions that are declared only. What is printed is what mlir-runner 22 prints.
// CHECK: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 0 sizes = [2, 3] strides = [3, 1] data = {{$}}
// CHECK-NEXT: {{\[\[}}1.5,   -2.25,   1e+10], {{$}}
// CHECK-NEXT: {{^}} [0.1,   3.14159,   nan]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 1 sizes = [2, 2] strides = [3, 1] data =
// CHECK-NEXT: {{\[\[}}-2.25,   1e+10],
// CHECK-NEXT: {{^}} [3.14159,   nan]]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 0 sizes = [2, 3] strides = [3, 1]{{$}}
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 3 offset = 0 sizes = [2, 1, 2] strides = [2, 2, 1] data =
// CHECK-NEXT: {{\[\[\[}}18446744073709551615,    2]],
// CHECK-NEXT: {{^}} {{\[\[}}3,    4{{\]\]\]}}
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 0 offset = 0 sizes = [] strides = [] data =
// CHECK-NEXT: [0.0999756]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [2] strides = [1] data =
// CHECK-NEXT: [(1.5,-0.25),  (2,0)]
// CHECK-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [3] strides = [1] data =
// CHECK-NEXT: [a,  b,  c]
// CHECK-NEXT: Memref base@ = 0x{{[0-9a-f]+}} rank = 1 offset = 0 sizes = [4] strides = [1] data =
// CHECK-NEXT: [1,  2,  3,  0]
// CHECK-NEXT: 0, 2
// CHECK-NEXT: ( 18446744073709551613 )7.38906
memref.global "private" constant @floats : memref<2x3xf32> = dense<[[1.5, -2.25, 1.0e10], [0.1, 3.14159274, 0x7FC00000]]>
memref.global "private" constant @indices : memref<2x1x2xindex> = dense<[[[-1, 2]], [[3, 4]]]>
memref.global "private" constant @half : memref<f16> = dense<0.1>
memref.global "private" constant @complex : memref<2xcomplex<f32>> = dense<[(1.5, -0.25), (2.0, 0.0)]>
memref.global "private" constant @letters : memref<3xi8> = dense<[97, 98, 99]>
memref.global "private" @unsorted : memref<4xf32> = dense<[3.0, 1.0, 2.0, 0.0]>
/// 1e-6 of what is expected is allowed, of 0 nothing.
memref.global "private" constant @near : memref<4xf32> = dense<[1.000001, 2.0, 3.1, 1.0e-9]>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefShapeF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefInd(memref<*xindex>)
func.func private @printMemrefF16(memref<*xf16>) attributes {llvm.emit_c_interface}
func.func private @printMemrefC32(memref<*xcomplex<f32>>)
func.func private @printMemrefI8(memref<*xi8>) attributes {llvm.emit_c_interface}
func.func private @printMemref1dF32(memref<?xf32>) attributes {llvm.emit_c_interface}
func.func private @stdSortF32(i64, memref<?xf32>) attributes {llvm.emit_c_interface}
func.func private @verifyMemRefF32(memref<*xf32>, memref<*xf32>) -> i64 attributes {llvm.emit_c_interface}
func.func private @printI64(i64)
func.func private @printU64(i64)
func.func private @printF32(f32)
func.func private @printOpen()
func.func private @printClose()
func.func private @printComma()
func.func private @printNewline()
func.func private @expf(f32) -> f32
func.func @main() {
  %floats = memref.get_global @floats : memref<2x3xf32>
  %0 = memref.cast %floats : memref<2x3xf32> to memref<*xf32>
  call @printMemrefF32(%0) : (memref<*xf32>) -> ()
  %part = memref.subview %floats[0, 1] [2, 2] [1, 1] : memref<2x3xf32> to memref<2x2xf32, strided<[3, 1], offset: 1>>
  %1 = memref.cast %part : memref<2x2xf32, strided<[3, 1], offset: 1>> to memref<*xf32>
  call @printMemrefF32(%1) : (memref<*xf32>) -> ()
  call @printMemrefShapeF32(%0) : (memref<*xf32>) -> ()
  %indices = memref.get_global @indices : memref<2x1x2xindex>
  %2 = memref.cast %indices : memref<2x1x2xindex> to memref<*xindex>
  call @printMemrefInd(%2) : (memref<*xindex>) -> ()
  %half = memref.get_global @half : memref<f16>
  %3 = memref.cast %half : memref<f16> to memref<*xf16>
  call @printMemrefF16(%3) : (memref<*xf16>) -> ()
  %complex = memref.get_global @complex : memref<2xcomplex<f32>>
  %4 = memref.cast %complex : memref<2xcomplex<f32>> to memref<*xcomplex<f32>>
  call @printMemrefC32(%4) : (memref<*xcomplex<f32>>) -> ()
  %letters = memref.get_global @letters : memref<3xi8>
  %5 = memref.cast %letters : memref<3xi8> to memref<*xi8>
  call @printMemrefI8(%5) : (memref<*xi8>) -> ()
  %unsorted = memref.get_global @unsorted : memref<4xf32>
  %6 = memref.cast %unsorted : memref<4xf32> to memref<?xf32>
  %three = arith.constant 3 : i64
  call @stdSortF32(%three, %6) : (i64, memref<?xf32>) -> ()
  call @printMemref1dF32(%6) : (memref<?xf32>) -> ()
  %7 = memref.cast %unsorted : memref<4xf32> to memref<*xf32>
  %near = memref.get_global @near : memref<4xf32>
  %8 = memref.cast %near : memref<4xf32> to memref<*xf32>
  %9 = call @verifyMemRefF32(%7, %7) : (memref<*xf32>, memref<*xf32>) -> i64
  %10 = call @verifyMemRefF32(%7, %8) : (memref<*xf32>, memref<*xf32>) -> i64
  call @printI64(%9) : (i64) -> ()
  call @printComma() : () -> ()
  call @printI64(%10) : (i64) -> ()
  call @printNewline() : () -> ()
  %11 = arith.constant -3 : i64
  call @printOpen() : () -> ()
  call @printU64(%11) : (i64) -> ()
  call @printClose() : () -> ()
  %two = arith.constant 2.0 : f32
  %12 = call @expf(%two) : (f32) -> f32
  call @printF32(%12) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}

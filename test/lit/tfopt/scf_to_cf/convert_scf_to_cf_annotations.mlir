// RUN: tf-opt --convert-scf-to-cf %s | filecheck %s

#unroll = #llvm.loop_unroll<count = 4 : i32>
#annotation = #llvm.loop_annotation<unroll = #unroll>
func.func @counted(%low: index, %high: index, %by: index, %m: memref<?xf32>) {
  scf.for %i = %low to %high step %by {
    %0 = memref.load %m[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %m[%i] : memref<?xf32>
  } {llvm.loop_annotation = #annotation, mine = 1 : i32}
  return
}
func.func @repeated(%x: i32, %limit: i32) -> i32 {
  %0 = scf.while (%y = %x) : (i32) -> i32 {
    %1 = arith.cmpi slt, %y, %limit : i32
    scf.condition(%1) %y : i32
  } do {
  ^bb0(%y: i32):
    %2 = arith.addi %y, %y : i32
    scf.yield %2 : i32
  } attributes {llvm.loop_annotation = #annotation}
  return %0 : i32
}
func.func @at_the_end(%x: i32, %limit: i32) -> i32 {
  %0 = scf.while (%y = %x) : (i32) -> i32 {
    %1 = arith.addi %y, %y : i32
    %2 = arith.cmpi slt, %1, %limit : i32
    scf.condition(%2) %1 : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  } attributes {llvm.loop_annotation = #annotation}
  return %0 : i32
}
func.func @not_parallel(%low: index, %high: index, %by: index, %m: memref<?xf32>, %x: f32) {
  scf.parallel (%i) = (%low) to (%high) step (%by) {
    memref.store %x, %m[%i] : memref<?xf32>
    scf.reduce
  } {llvm.loop_annotation = #annotation}
  return
}

// CHECK: #loop_unroll = #llvm.loop_unroll<count = 4 : i32>
// CHECK-NEXT: #loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll>
// CHECK: func.func @counted(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<?xf32>) {
// CHECK-NEXT: cf.br ^bb1(%arg0 : index)
// CHECK-NEXT: ^bb1(%0: index):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: %2 = memref.load %arg3[%0] : memref<?xf32>
// CHECK-NEXT: %3 = arith.addf %2, %2 : f32
// CHECK-NEXT: memref.store %3, %arg3[%0] : memref<?xf32>
// CHECK-NEXT: %4 = arith.addi %0, %arg2 : index
// CHECK-NEXT: cf.br ^bb1(%4 : index) {llvm.loop_annotation = #loop_annotation}
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: return
// CHECK: func.func @repeated(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg1 : i32
// CHECK-NEXT: cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// CHECK-NEXT: ^bb2(%2: i32):  // pred: ^bb1
// CHECK-NEXT: %3 = arith.addi %2, %2 : i32
// CHECK-NEXT: cf.br ^bb1(%3 : i32) {llvm.loop_annotation = #loop_annotation}
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: return %0 : i32
// CHECK: func.func @at_the_end(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %1 = arith.addi %0, %0 : i32
// CHECK-NEXT: %2 = arith.cmpi slt, %1, %arg1 : i32
// CHECK-NEXT: cf.cond_br %2, ^bb1(%1 : i32), ^bb2 {llvm.loop_annotation = #loop_annotation}
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: return %1 : i32
// CHECK: func.func @not_parallel(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<?xf32>, %arg4: f32) {
// CHECK-NEXT: cf.br ^bb1(%arg0 : index)
// CHECK-NEXT: ^bb1(%0: index):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: memref.store %arg4, %arg3[%0] : memref<?xf32>
// CHECK-NEXT: %2 = arith.addi %0, %arg2 : index
// CHECK-NEXT: cf.br ^bb1(%2 : index)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: return

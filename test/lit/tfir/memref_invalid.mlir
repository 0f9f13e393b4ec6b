// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.load' op incorrect number of indices for load, expected 1 but got 0}}
  %0 = memref.load %m[] : memref<4xf32>
  return
}

// -----

func.func @f(%m: tensor<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op operand #0 must be memref of any type values, but got 'tensor<4xf32>'}}
  %0 = "memref.load"(%m, %i) : (tensor<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op failed to verify that result type matches element type of 'memref'}}
  %0 = "memref.load"(%m, %i) : (memref<4xf32>, index) -> f64
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: i32) {
  // expected-error @+1 {{'memref.load' op operand #1 must be variadic of index, but got 'i32'}}
  %0 = "memref.load"(%m, %i) : (memref<4xf32>, i32) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  %0 = memref.load %m[%i] {nontemporal = true} : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %v: f32) {
  // expected-error @+1 {{'memref.store' op store index operand count not equal to memref rank}}
  memref.store %v, %m[] : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f64) {
  // expected-error @+1 {{'memref.store' op failed to verify that type of 'value' matches element type of 'memref'}}
  "memref.store"(%v, %m, %i) : (f64, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.alloc() : memref<?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
  %0 = memref.alloc()[%i] : memref<4xf32>
  return
}

// -----

func.func @f(%i: index) {
  %0 = memref.alloc()[%i] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloca' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = memref.alloca(%i) : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
%0 = memref.alloca() : memref<4xf32>

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.alloc' op operand #0 must be variadic of index, but got 'memref<4xf32>'}}
  %0 = "memref.alloc"(%m) <{operandSegmentSizes = array<i32: 1, 0>}> : (memref<4xf32>) -> memref<4xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloc' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "memref.alloc"(%i) <{operandSegmentSizes = array<i32: 1, 1>}> : (index) -> memref<?xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloca_scope' op region should have no arguments}}
  "memref.alloca_scope"() ({
  ^bb0(%x: index):
    memref.alloca_scope.return
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloca_scope' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
  "memref.alloca_scope"() ({
  }) : () -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.assume_alignment' op alignment must be power of 2}}
  %0 = memref.assume_alignment %m, 3 : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.assume_alignment' op requires the same type for all operands and results}}
  %0 = "memref.assume_alignment"(%m) {alignment = 4 : i32} : (memref<4xf32>) -> memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
  %0 = memref.atomic_rmw addf %v, %m[] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
  %0 = memref.atomic_rmw addi %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: i32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'addf' expects a floating-point type}}
  %0 = memref.atomic_rmw addf %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op failed to verify that value type matches element type of memref}}
  %0 = memref.atomic_rmw assign %v, %m[%i] : (f32, memref<4xi32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: i32) {
  // expected-error @+1 {{'memref.atomic_rmw' op failed to verify that all of {value, result} have same type}}
  %0 = memref.atomic_rmw assign %v, %m[%i] : (i32, memref<4xi32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xindex>, %i: index, %v: index) {
  // expected-error @+1 {{'memref.atomic_rmw' op operand #0 must be signless integer or floating-point, but got 'index'}}
  %0 = memref.atomic_rmw addi %v, %m[%i] : (index, memref<4xindex>) -> index
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'ori' expects an integer type}}
  %0 = memref.atomic_rmw ori %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'xori' expects an integer type}}
  %0 = memref.atomic_rmw xori %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'minu' expects an integer type}}
  %0 = memref.atomic_rmw minu %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f64) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%a: f32):
    // expected-error @+1 {{'memref.atomic_yield' op types mismatch between yield op: 'f64' and its parent: 'f32'}}
    memref.atomic_yield %v : f64
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expected block argument of the same type result type}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%a: f64):
    memref.atomic_yield %a : f64
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expected single number of entry block arguments}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
    memref.atomic_yield %v : f32
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%a: f32):
    // expected-error @+1 {{body of 'memref.generic_atomic_rmw' should contain only operations with no side effects}}
    "t.end"() : () -> ()
  }
  return
}

// -----

func.func @f(%m: memref<4xindex>, %i: index) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op operand #0 must be memref of signless integer or floating-point values, but got 'memref<4xindex>'}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xindex> {
  ^bb0(%a: index):
    memref.atomic_yield %a : index
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op collapsed dim size (21) must equal reassociation group size (20)}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32> into memref<21xf32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<20xf32>' but found 'memref<20xf64>'}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32> into memref<20xf64>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1}}
  %0 = memref.collapse_shape %m [[0], [1]] : memref<4x5xf32> into memref<20xf32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op expanded rank (2) inconsistent with number of reassociation indices (1)}}
  %0 = memref.collapse_shape %m [[0]] : memref<4x5xf32> into memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op reassociation indices must be contiguous}}
  %0 = memref.collapse_shape %m [[1, 0]] : memref<4x5xf32> into memref<20xf32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op rank 0 memrefs can only be extended/collapsed with/from ones}}
  %0 = memref.collapse_shape %m [] : memref<4x5xf32> into memref<f32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32, strided<[10, 1]>>) {
  // expected-error @+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32, strided<[10, 1]>> into memref<20xf32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32, strided<[5, 1], offset: 3>>) {
  // expected-error @+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<20xf32, strided<[1], offset: 3>>' but found 'memref<20xf32>'}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x5xf32, strided<[5, 1], offset: 3>> into memref<20xf32>
  return
}

// -----

func.func @f(%m: memref<?x5xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<?x5xf32> into memref<20xf32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>, %t: memref<4x6xf32>) {
  // expected-error @+1 {{'memref.copy' op requires the same shape for all operands}}
  memref.copy %m, %t : memref<4x5xf32> to memref<4x6xf32>
  return
}

// -----

func.func @f(%m: memref<4x5xf32>, %t: memref<4x5xf64>) {
  // expected-error @+1 {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %m, %t : memref<4x5xf32> to memref<4x5xf64>
  return
}

// -----

func.func @f(%m: memref<f32>, %i: index) {
  // expected-error @+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %0 = memref.dim %m, %i : memref<f32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.distinct_objects' op expected at least one operand}}
  "memref.distinct_objects"() : () -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.distinct_objects' op operand types and result types must match}}
  %0:2 = "memref.distinct_objects"(%m, %m) : (memref<4xf32>, memref<4xf32>) -> (memref<4xf32>, memref<5xf32>)
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.rank' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  %0 = "memref.rank"(%m) : (f32) -> index
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.cast' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  %0 = "memref.cast"(%m) : (f32) -> f32
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.copy' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  "memref.copy"(%m, %m) : (f32, f32) -> ()
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.dealloc' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  "memref.dealloc"(%m) : (f32) -> ()
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.extract_aligned_pointer_as_index' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  %0 = "memref.extract_aligned_pointer_as_index"(%m) : (f32) -> index
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  %0 = "memref.memory_space_cast"(%m) : (f32) -> f32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.get_global' op result #0 must be statically shaped memref of any type values, but got 'memref<?xf32>'}}
  %0 = "memref.get_global"() <{name = @g}> : () -> memref<?xf32>
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.collapse_shape' op operand #0 must be strided memref of any type values, but got 'f32'}}
  %0 = "memref.collapse_shape"(%m) <{reassociation = [[0]]}> : (f32) -> f32
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.transpose' op operand #0 must be strided memref of any type values, but got 'f32'}}
  %0 = "memref.transpose"(%m) <{permutation = affine_map<(d0) -> (d0)>}> : (f32) -> f32
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.assume_alignment' op operand #0 must be memref of any type values, but got 'f32'}}
  %0 = "memref.assume_alignment"(%m) <{alignment = 4 : i32}> : (f32) -> f32
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.reshape' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  %0 = "memref.reshape"(%m, %m) : (f32, f32) -> f32
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.distinct_objects' op operand #0 must be variadic of memref of any type values, but got 'f32'}}
  "memref.distinct_objects"(%m) : (f32) -> f32
  return
}

// -----

func.func @f(%m: f32, %i: index) {
  // expected-error @+1 {{'memref.dma_wait' op operand #0 must be memref of any type values, but got 'f32'}}
  "memref.dma_wait"(%m, %i, %i) : (f32, index, index) -> ()
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.prefetch' op operand #0 must be memref of any type values, but got 'f32'}}
  "memref.prefetch"(%m) <{isWrite = true, isDataCache = true, localityHint = 3 : i32}> : (f32) -> ()
  return
}

// -----

func.func @f(%m: f32, %i: index) {
  // expected-error @+1 {{'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'f32'}}
  %0 = "memref.view"(%m, %i) : (f32, index) -> f32
  return
}

// -----

func.func @f(%m: memref<16xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op result #0 must be memref of any type values, but got 'f32'}}
  %0 = "memref.view"(%m, %i) : (memref<16xi8>, index) -> f32
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.subview' op operand #0 must be memref of any type values, but got 'f32'}}
  %0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0,0,0>, static_offsets=array<i64>, static_sizes=array<i64>, static_strides=array<i64>}> : (f32) -> f32
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.reinterpret_cast' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  %0 = "memref.reinterpret_cast"(%m) <{operandSegmentSizes = array<i32: 1, 0,0,0>, static_offsets=array<i64: 0>, static_sizes=array<i64>, static_strides=array<i64>}> : (f32) -> memref<f32>
  return
}

// -----

func.func @f(%m: f32) {
  // expected-error @+1 {{'memref.expand_shape' op operand #0 must be strided memref of any type values, but got 'f32'}}
  %0 = "memref.expand_shape"(%m) <{reassociation = [[0]], static_output_shape = array<i64>}> : (f32) -> f32
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'index'}}
  %0 = "memref.realloc"(%i) : (index) -> memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloca' op result #0 must be memref of any type values, but got 'f32'}}
  %0 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> f32
  return
}

// -----

func.func @f(%i: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op operand #1 must be memref of signless integer or floating-point values, but got 'f32'}}
  %0 = "memref.atomic_rmw"(%i, %i) <{kind = 0 : i64}> : (f32, f32) -> f32
  return
}

// -----

func.func @f(%i: f32) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 4 operands}}
  "memref.dma_start"(%i) : (f32) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected destination indices to be of index type}}
  "memref.dma_start"(%m, %i, %m, %m, %i, %m, %i) : (memref<4xf32>, index, memref<4xf32>, memref<4xf32>, index, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'memref.dma_start' op expected num elements to be of index type}}
  "memref.dma_start"(%m, %i, %m, %i, %f, %m, %i) : (memref<4xf32>, index, memref<4xf32>, index, f32, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected tag to be of memref type}}
  "memref.dma_start"(%m, %i, %m, %i, %i, %i, %i) : (memref<4xf32>, index, memref<4xf32>, index, index, index, index) -> ()
  return
}

// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%i: i32, %j: i64) {
  // expected-error @+1 {{'llvm.add' op requires the same type for all operands and results}}
  %0 = "llvm.add"(%i, %j) : (i32, i64) -> i32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = "llvm.add"(%f, %f) : (f32, f32) -> f32
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.fadd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  %0 = "llvm.fadd"(%i, %i) : (i32, i32) -> i32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'llvm.fadd' op requires the same type for all operands and results}}
  %0 = "llvm.fadd"(%f, %f) : (f32, f32) -> f64
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'index'}}
  %0 = "llvm.add"(%i, %i) : (index, index) -> index
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  %0 = llvm.icmp "eq" %p, %p : !llvm.ptr
  return
}

// -----

func.func @f(%i: i32, %j: i64) {
  // expected-error @+1 {{'llvm.icmp' op requires all operands to have the same type}}
  %0 = "llvm.icmp"(%i, %j) <{predicate = 0 : i64}> : (i32, i64) -> i1
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.icmp' op result #0 must be 1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer, but got 'i32'}}
  %0 = "llvm.icmp"(%i, %i) <{predicate = 0 : i64}> : (i32, i32) -> i32
  return
}

// -----

func.func @f(%i: f32) {
  // expected-error @+1 {{'llvm.icmp' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'f32'}}
  %0 = "llvm.icmp"(%i, %i) <{predicate = 0 : i64}> : (f32, f32) -> i1
  return
}

// -----

func.func @f(%i: vector<4xi32>) {
  // expected-error @+1 {{'llvm.icmp' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "llvm.icmp"(%i, %i) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1
  return
}

// -----

func.func @f(%c: i1, %f: f32, %g: f64) {
  // expected-error @+1 {{'llvm.select' op failed to verify that all of {trueValue, falseValue, res} have same type}}
  %0 = "llvm.select"(%c, %f, %g) : (i1, f32, f64) -> f32
  return
}

// -----

func.func @f(%c: i32, %f: f32) {
  // expected-error @+1 {{'llvm.select' op operand #0 must be 1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer, but got 'i32'}}
  %0 = "llvm.select"(%c, %f, %f) : (i32, f32, f32) -> f32
  return
}

// -----

func.func @f(%c: vector<4xi1>, %f: f32) {
  %0 = "llvm.select"(%c, %f, %f) : (vector<4xi1>, f32, f32) -> f32
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{integer width of the output type is smaller or equal to the integer width of the input type}}
  %0 = llvm.zext %i : i32 to i16
  return
}

// -----

func.func @f(%i: i32) {
  %0 = llvm.trunc %i : i32 to i64
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.zext' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = llvm.zext %i : i32 to f32
  return
}

// -----

func.func @f(%i: vector<4xi32>) {
  // expected-error @+1 {{input type is a vector but output type is an integer}}
  %0 = llvm.zext %i : vector<4xi32> to i64
  return
}

// -----

func.func @f(%i: vector<4xi32>) {
  // expected-error @+1 {{input and output vectors are of incompatible shape}}
  %0 = llvm.zext %i : vector<4xi32> to vector<5xi64>
  return
}

// -----

func.func @f(%i: vector<4xi32>) {
  %0 = llvm.trunc %i : vector<4xi32> to vector<5xi16>
  return
}

// -----

func.func @f(%f: f32) {
  %0 = llvm.fpext %f : f32 to f16
  return
}

// -----

func.func @f(%f: f32) {
  %0 = llvm.fptrunc %f : f32 to f64
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'llvm.fptosi' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f64'}}
  %0 = llvm.fptosi %f : f32 to f64
  return
}

// -----

func.func @f(%f: i32) {
  // expected-error @+1 {{'llvm.sitofp' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i64'}}
  %0 = llvm.sitofp %f : i32 to i64
  return
}

// -----

func.func @f(%f: i32) {
  %0 = llvm.bitcast %f : i32 to i64
  return
}

// -----

func.func @f(%f: i32) {
  %0 = llvm.bitcast %f : i32 to f32
  return
}

// -----

func.func @f(%f: i32) {
  // expected-error @+1 {{'llvm.bitcast' op can only cast pointers from and to pointers}}
  %0 = llvm.bitcast %f : i32 to !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.bitcast' op cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead}}
  %0 = llvm.bitcast %p : !llvm.ptr to !llvm.ptr<1>
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  %0 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.addrspacecast' op result #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'i32'}}
  %0 = llvm.addrspacecast %p : !llvm.ptr to i32
  return
}

// -----

func.func @f(%f: vector<4xi32>) {
  %0 = llvm.bitcast %f : vector<4xi32> to vector<4xi16>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'llvm.inttoptr' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = llvm.inttoptr %f : f32 to !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.ptrtoint' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = llvm.ptrtoint %p : !llvm.ptr to f32
  return
}

// -----

func.func @f(%i: i32) {
  %0 = llvm.alloca %i x i32 : (i32) -> !llvm.ptr
  return
}

// -----

func.func @f(%i: f32) {
  // expected-error @+1 {{'llvm.alloca' op operand #0 must be signless integer, but got 'f32'}}
  %0 = llvm.alloca %i x i32 : (f32) -> !llvm.ptr
  return
}

// -----

func.func @f(%i: i32) {
  %0 = llvm.alloca %i x !llvm.void : (i32) -> !llvm.ptr
  return
}

// -----

func.func @f(%i: i32) {
  %0 = llvm.alloca %i x tensor<4xi32> : (i32) -> !llvm.ptr
  return
}

// -----

func.func @f(%i: i32) {
  %0 = llvm.alloca inalloca %i x i32 {alignment = -1} : (i32) -> !llvm.ptr
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.alloca' op requires attribute 'elem_type'}}
  %0 = "llvm.alloca"(%i) : (i32) -> !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i64) {
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error @+1 {{'llvm.getelementptr' op type 'f32' cannot be indexed (index #1)}}
  %0 = llvm.getelementptr %p[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i64) {
  %0 = llvm.getelementptr %p[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error @+1 {{'llvm.getelementptr' op index 1 indexing a struct is out of bounds}}
  %0 = llvm.getelementptr %p[%i, 2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error @+1 {{'llvm.getelementptr' op expected index 1 indexing a struct to be constant}}
  %0 = llvm.getelementptr %p[%i, %i] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i64) {
  %0 = llvm.getelementptr %p[%i, %i] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x f32>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error @+1 {{'llvm.getelementptr' op expected as many dynamic indices as specified in 'rawConstantIndices'}}
  %0 = "llvm.getelementptr"(%p, %i) <{elem_type = f32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr, i64) -> !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: f32) {
  // expected-error @+1 {{'llvm.getelementptr' op operand #1 must be variadic of signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = "llvm.getelementptr"(%p, %i) <{elem_type = f32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, f32) -> !llvm.ptr
  return
}

// -----

func.func @f(%p: i32, %i: i64) {
  // expected-error @+1 {{'llvm.getelementptr' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'i32'}}
  %0 = "llvm.getelementptr"(%p, %i) <{elem_type = f32, rawConstantIndices = array<i32: -2147483648>}> : (i32, i64) -> !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> f32
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op result #0 must be LLVM type with size, but got 'tensor<4xf32>'}}
  %0 = llvm.load %p : !llvm.ptr -> tensor<4xf32>
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op result #0 must be LLVM type with size, but got '!llvm.void'}}
  %0 = llvm.load %p : !llvm.ptr -> !llvm.void
  return
}

// -----

func.func @f(%p: i32) {
  // expected-error @+1 {{'llvm.load' op operand #0 must be LLVM pointer type, but got 'i32'}}
  %0 = "llvm.load"(%p) : (i32) -> f32
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op expected alignment for atomic access}}
  %0 = llvm.load %p atomic monotonic : !llvm.ptr -> f32
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op unsupported ordering 'release'}}
  %0 = llvm.load %p atomic release {alignment = 4 : i64} : !llvm.ptr -> f32
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op unsupported ordering 'acq_rel'}}
  %0 = llvm.load %p atomic acq_rel {alignment = 4 : i64} : !llvm.ptr -> f32
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op unsupported type 'i1' for atomic access}}
  %0 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i1
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op expected syncscope to be null for non-atomic access}}
  %0 = "llvm.load"(%p) <{ordering = 0 : i64, syncscope = "x"}> : (!llvm.ptr) -> f32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %f: f32) {
  // expected-error @+1 {{'llvm.store' op expected alignment for atomic access}}
  llvm.store %f, %p atomic monotonic : f32, !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %f: f32) {
  // expected-error @+1 {{'llvm.store' op unsupported ordering 'acquire'}}
  llvm.store %f, %p atomic acquire {alignment = 4 : i64} : f32, !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %f: f32) {
  // expected-error @+1 {{'llvm.store' op unsupported ordering 'acq_rel'}}
  llvm.store %f, %p atomic acq_rel {alignment = 4 : i64} : f32, !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %f: tensor<4xf32>) {
  // expected-error @+1 {{'llvm.store' op operand #0 must be LLVM type with size, but got 'tensor<4xf32>'}}
  "llvm.store"(%f, %p) : (tensor<4xf32>, !llvm.ptr) -> ()
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'llvm.store' op operand #1 must be LLVM pointer type, but got 'f32'}}
  "llvm.store"(%f, %f) : (f32, f32) -> ()
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32) {
  %0 = llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: f32) {
  // expected-error @+1 {{'llvm.atomicrmw' op expected LLVM IR integer type}}
  %0 = llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, f32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @+1 {{'llvm.atomicrmw' op expected LLVM IR floating point type}}
  %0 = llvm.atomicrmw fadd %p, %i monotonic : !llvm.ptr, i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @+1 {{'llvm.atomicrmw' op expected at least 'monotonic' ordering}}
  %0 = llvm.atomicrmw add %p, %i unordered : !llvm.ptr, i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i1) {
  // expected-error @+1 {{'llvm.atomicrmw' op unexpected LLVM IR type for 'xchg' bin_op}}
  %0 = llvm.atomicrmw xchg %p, %i monotonic : !llvm.ptr, i1
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: f32) {
  %0 = llvm.atomicrmw xchg %p, %i monotonic : !llvm.ptr, f32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @+1 {{'llvm.atomicrmw' op failed to verify that result #0 and operand #1 have the same type}}
  %0 = "llvm.atomicrmw"(%p, %i) <{bin_op = 1 : i64, ordering = 2 : i64}> : (!llvm.ptr, i32) -> i64
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32) {
  %0 = llvm.cmpxchg %p, %i, %i acq_rel monotonic : !llvm.ptr, i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @+1 {{'llvm.cmpxchg' op ordering must be at least 'monotonic'}}
  %0 = llvm.cmpxchg %p, %i, %i unordered monotonic : !llvm.ptr, i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @+1 {{'llvm.cmpxchg' op failure ordering cannot be 'release' or 'acq_rel'}}
  %0 = llvm.cmpxchg %p, %i, %i acq_rel acq_rel : !llvm.ptr, i32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32, %j: i64) {
  // expected-error @+1 {{'llvm.cmpxchg' op failed to verify that operand #1 and operand #2 have the same type}}
  %0 = "llvm.cmpxchg"(%p, %i, %j) <{failure_ordering = 2 : i64, success_ordering = 6 : i64}> : (!llvm.ptr, i32, i64) -> !llvm.struct<(i32, i1)>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @+1 {{'llvm.cmpxchg' op failed to verify that result #0 has an LLVM struct type consisting of the type of operand #2 and a bool}}
  %0 = "llvm.cmpxchg"(%p, %i, %i) <{failure_ordering = 2 : i64, success_ordering = 6 : i64}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i64, i1)>
  return
}

// -----

func.func @f() {
  llvm.fence acquire
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.fence' op can be given only acquire, release, acq_rel, and seq_cst orderings}}
  llvm.fence monotonic
  return
}

// -----

func.func @f(%v: vector<4xf32>, %i: i32) {
  %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %i: i32) {
  // expected-error @+1 {{'llvm.extractelement' op failed to verify that result type matches vector element type}}
  %0 = "llvm.extractelement"(%v, %i) : (vector<4xf32>, i32) -> f64
  return
}

// -----

func.func @f(%v: vector<4xf32>, %i: i32, %d: f64) {
  // expected-error @+1 {{'llvm.insertelement' op failed to verify that argument type matches vector element type}}
  %0 = "llvm.insertelement"(%v, %d, %i) : (vector<4xf32>, f64, i32) -> vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %i: i32, %d: f32) {
  // expected-error @+1 {{'llvm.insertelement' op failed to verify that all of {res, vector} have same type}}
  %0 = "llvm.insertelement"(%v, %d, %i) : (vector<4xf32>, f32, i32) -> vector<5xf32>
  return
}

// -----

func.func @f(%v: f32, %i: i32) {
  // expected-error @+1 {{'llvm.extractelement' op operand #0 must be LLVM dialect-compatible vector type, but got 'f32'}}
  %0 = "llvm.extractelement"(%v, %i) : (f32, i32) -> f32
  return
}

// -----

func.func @f(%v: vector<4xf32>, %w: vector<5xf32>) {
  // expected-error @+1 {{'llvm.shufflevector' op failed to verify that all of {v1, v2} have same type}}
  %0 = "llvm.shufflevector"(%v, %w) <{mask = array<i32: 0, 1>}> : (vector<4xf32>, vector<5xf32>) -> vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  %0 = "llvm.shufflevector"(%v, %v) <{mask = array<i32: 0, 9>}> : (vector<4xf32>, vector<4xf32>) -> vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<[4]xf32>) {
  // expected-error @+1 {{'llvm.shufflevector' op expected a splat operation for scalable vectors}}
  %0 = llvm.shufflevector %v, %v [0, 1, 0, 0] : vector<[4]xf32>
  return
}

// -----

func.func @f(%s: !llvm.struct<(i32, f32)>) {
  // expected-error @+1 {{'llvm.extractvalue' op Type mismatch: extracting from '!llvm.struct<(i32, f32)>' should produce 'f32' but this op returns 'i32'}}
  %0 = "llvm.extractvalue"(%s) <{position = array<i64: 1>}> : (!llvm.struct<(i32, f32)>) -> i32
  return
}

// -----

func.func @f(%s: i32) {
  // expected-error @+1 {{'llvm.extractvalue' op operand #0 must be LLVM aggregate type, but got 'i32'}}
  %0 = "llvm.extractvalue"(%s) <{position = array<i64: 1>}> : (i32) -> i32
  return
}

// -----

func.func @f(%s: !llvm.struct<(i32, f32)>, %f: f64) {
  // expected-error @+1 {{'llvm.insertvalue' op Type mismatch: cannot insert 'f64' into '!llvm.struct<(i32, f32)>'}}
  %0 = "llvm.insertvalue"(%s, %f) <{position = array<i64: 1>}> : (!llvm.struct<(i32, f32)>, f64) -> !llvm.struct<(i32, f32)>
  return
}

// -----

func.func @f(%s: !llvm.struct<(i32, f32)>, %f: f32) {
  // expected-error @+1 {{'llvm.insertvalue' op failed to verify that all of {container, res} have same type}}
  %0 = "llvm.insertvalue"(%s, %f) <{position = array<i64: 1>}> : (!llvm.struct<(i32, f32)>, f32) -> !llvm.struct<(i32, f64)>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected integer type}}
  %0 = llvm.mlir.constant(1 : i32) : f32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op attribute and type have different float semantics}}
  %0 = llvm.mlir.constant(1.0 : f32) : f64
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected array type of 3 i8 elements for the string constant}}
  %0 = llvm.mlir.constant("abc") : !llvm.array<2 x i8>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected vector or array type}}
  %0 = llvm.mlir.constant(dense<1> : tensor<4xi32>) : i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op type and attribute have a different number of elements: 5 vs. 4}}
  %0 = llvm.mlir.constant(dense<1> : tensor<4xi32>) : vector<5xi32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op only supports integer, float, string or elements attributes}}
  %0 = llvm.mlir.constant(unit) : i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected array or struct type for array attribute}}
  %0 = llvm.mlir.constant([1 : i32, 2 : i32]) : i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected array attribute of size 2}}
  %0 = llvm.mlir.constant([1.0 : f32]) : !llvm.struct<(f32, f32)>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op struct element at index 1 is of wrong type}}
  %0 = llvm.mlir.constant([1.0 : f32, 2.0 : f64]) : !llvm.struct<(f32, f32)>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.undef' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %0 = llvm.mlir.undef : tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.zero' op result #0 must be LLVM dialect-compatible type, but got 'index'}}
  %0 = llvm.mlir.zero : index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'}}
  %0 = llvm.mlir.addressof @nothing : !llvm.ptr
  return
}

// -----

llvm.mlir.global external @g(1 : i32) : i32
llvm.func @f() {
  // expected-error @+1 {{'llvm.mlir.addressof' op pointer address space must match address space of the referenced global or alias}}
  %0 = llvm.mlir.addressof @g : !llvm.ptr<3>
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.mlir.global' op requires an i8 array type of the length equal to that of the string attribute}}
llvm.mlir.global internal constant @g("abc") : i32

// -----

// expected-error @+1 {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM global}}
llvm.mlir.global internal @g(1 : i64) : tensor<3xi32>

// -----

// expected-error @+1 {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @g(1 : i32) : i32

// -----

// expected-error @+1 {{'llvm.mlir.global' op expected array type for 'appending' linkage}}
llvm.mlir.global appending @g(0 : i32) : i32

// -----

// expected-error @+1 {{alignment attribute is not a power of 2}}
llvm.mlir.global internal @g(0 : i32) {alignment = 3 : i64} : i32

// -----

// expected-error @+1 {{'llvm.mlir.global' op initializer region type 'i32' does not match global type 'i64'}}
llvm.mlir.global internal @g() : i64 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}

// -----

// expected-error @+1 {{'llvm.mlir.global' op cannot have both initializer value and region}}
llvm.mlir.global internal @g(1 : i32) : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}

// -----

// expected-error @+1 {{'llvm.mlir.global' op initializer region cannot return void}}
llvm.mlir.global internal @g() : i32 {
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.func' op external functions must have 'external' or 'extern_weak' linkage}}
llvm.func internal @f()

// -----

// expected-error @+1 {{'llvm.func' op functions cannot have 'common' linkage}}
llvm.func common @f()

// -----

// expected-error @+1 {{'llvm.func' op attribute 'function_type' failed to satisfy constraint: type attribute of LLVM function type}}
"llvm.func"() <{sym_name = "f", function_type = i32, linkage = #llvm.linkage<external>}> ({
}) : () -> ()

// -----

// expected-error @+1 {{'llvm.func' op entry block must have 1 arguments to match function signature}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>, linkage = #llvm.linkage<external>}> ({
^bb0:
  llvm.return
}) : () -> ()

// -----

// expected-error @+1 {{'llvm.func' op type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>, linkage = #llvm.linkage<external>}> ({
^bb0(%a: i64):
  llvm.return
}) : () -> ()

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i64) {
  // expected-error @+1 {{'llvm.call' op operand type mismatch for operand 0: 'i64' != 'i32'}}
  %0 = llvm.call @g(%a) : (i64) -> i32
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op result type mismatch: 'i64' != 'i32'}}
  %0 = llvm.call @g(%a) : (i32) -> i64
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op incorrect number of operands (2) for callee (expecting: 1)}}
  %0 = llvm.call @g(%a, %a) : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op expected function call to produce a value}}
  llvm.call @g(%a) : (i32) -> ()
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op 'h' does not reference a symbol in the current scope}}
  %0 = llvm.call @h(%a) : (i32) -> i32
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op var_callee_type parameter type mismatch: 'i64' != 'i32'}}
  %0 = llvm.call @g(%a) vararg(!llvm.func<i32 (i64, ...)>) : (i32) -> i32
  llvm.return
}

// -----

llvm.func @g()
llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op calling function with void result must not produce values}}
  %0 = "llvm.call"() <{callee = @g, CConv = #llvm.cconv<ccc>, fastmathFlags = #llvm.fastmath<none>, operandSegmentSizes = array<i32: 0, 0>, op_bundle_sizes = array<i32>}> : () -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op indirect call expects a pointer as callee: 'i32'}}
  llvm.call %a() : i32, () -> ()
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op must have either a `callee` attribute or at least an operand}}
  "llvm.call"() <{CConv = #llvm.cconv<ccc>, fastmathFlags = #llvm.fastmath<none>, operandSegmentSizes = array<i32: 0, 0>, op_bundle_sizes = array<i32>}> : () -> ()
  llvm.return
}

// -----

func.func @g() {
  return
}
llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call' op 'g' does not reference a valid LLVM function or IFunc}}
  llvm.call @g() : () -> ()
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{branch has 0 operands for successor #0, but target block has 1}}
  llvm.br ^bb1
^bb1(%x: i32):
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{type mismatch for bb argument #0 of successor #0}}
  llvm.br ^bb1(%a : i32)
^bb1(%x: i64):
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: i1) {
  // expected-error @+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
  llvm.cond_br %c weights([1]), ^bb1, ^bb1
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: i1) {
  // expected-error @+1 {{'llvm.switch' op expects number of case values to match number of case destinations}}
  "llvm.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %c: i1) {
  // expected-error @+1 {{expects case value type to match condition value type}}
  "llvm.switch"(%a)[^bb1, ^bb1] <{case_values = dense<[1]> : vector<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.return' op must be the last operation in the parent block}}
  llvm.return
  return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{llvm.landingpad needs to be in a function with a personality}}
  %0 = llvm.landingpad cleanup : i32
  llvm.return
}

// -----

llvm.comdat @c {
  // expected-error @+1 {{'llvm.mlir.global' op must appear at the module level}}
  llvm.mlir.global internal @g(1 : i32) : i32
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.intr.sqrt' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  %0 = "llvm.intr.sqrt"(%i) : (i32) -> i32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'llvm.intr.sqrt' op requires the same type for all operands and results}}
  %0 = "llvm.intr.sqrt"(%f) : (f32) -> f64
  return
}

// -----

func.func @f(%f: f32, %d: f64) {
  // expected-error @+1 {{'llvm.intr.pow' op requires the same type for all operands and results}}
  %0 = "llvm.intr.pow"(%f, %d) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%f: f32, %d: f64) {
  // expected-error @+1 {{'llvm.intr.fma' op requires the same type for all operands and results}}
  %0 = "llvm.intr.fma"(%f, %f, %d) : (f32, f32, f64) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'llvm.intr.smax' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = "llvm.intr.smax"(%f, %f) : (f32, f32) -> f32
  return
}

// -----

func.func @f(%i: i32, %d: i64) {
  // expected-error @+1 {{'llvm.intr.smax' op requires the same type for all operands and results}}
  %0 = "llvm.intr.smax"(%i, %d) : (i32, i64) -> i32
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.intr.ctpop' op requires the same type for all operands and results}}
  %0 = "llvm.intr.ctpop"(%i) : (i32) -> i64
  return
}

// -----

func.func @f(%i: i32, %p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.intr.memcpy' op operand #1 must be LLVM pointer type, but got 'i32'}}
  "llvm.intr.memcpy"(%p, %i, %i) <{isVolatile = false}> : (!llvm.ptr, i32, i32) -> ()
  return
}

// -----

func.func @f(%p: !llvm.ptr, %f: f32) {
  // expected-error @+1 {{'llvm.intr.memcpy' op operand #2 must be signless integer, but got 'f32'}}
  "llvm.intr.memcpy"(%p, %p, %f) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, f32) -> ()
  return
}

// -----

func.func @f(%i: i32, %p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.intr.memcpy' op requires attribute 'isVolatile'}}
  "llvm.intr.memcpy"(%p, %p, %i) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  return
}

// -----

func.func @f(%v: vector<4xf32>, %f: f32) {
  // expected-error @+1 {{'llvm.intr.vector.reduce.fadd' op requires the same element type for all operands and results}}
  %0 = "llvm.intr.vector.reduce.fadd"(%f, %v) : (f32, vector<4xf32>) -> f64
  return
}

// -----

func.func @f(%v: vector<4xi32>) {
  // expected-error @+1 {{'llvm.intr.vector.reduce.add' op requires the same element type for all operands and results}}
  %0 = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi32>) -> i64
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'llvm.intr.vector.reduce.add' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  %0 = "llvm.intr.vector.reduce.add"(%v) : (vector<4xf32>) -> f32
  return
}

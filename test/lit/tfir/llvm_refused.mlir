// RUN: tf-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Constants.

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected integer type of width 64}}
  %0 = llvm.mlir.constant(0.5 : f64) : i32
  %1 = llvm.mlir.constant(0.5 : f64) : i64
  return
}

// -----

func.func @f() {
  %0 = llvm.mlir.constant(dense<7> : vector<4xi32>) : vector<[4]xi32>
  // expected-error @+1 {{'llvm.mlir.constant' op scalable vector type requires a splat attribute}}
  %1 = llvm.mlir.constant(dense<[7, 8, 7, 7]> : vector<4xi32>) : vector<[4]xi32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected integer element type for integer elements attribute}}
  %0 = llvm.mlir.constant(dense<3> : tensor<2xi16>) : !llvm.array<2 x f16>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected array attribute for struct type}}
  %0 = llvm.mlir.constant(1 : i32) : !llvm.struct<(i32)>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected struct element types to be floating point type or integer type}}
  %0 = llvm.mlir.constant([1 : i32, 2 : i32]) : !llvm.struct<(i32, ptr)>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op expected element of array attribute to be floating point or integer}}
  %0 = llvm.mlir.constant([1 : i32, "two"]) : !llvm.struct<(i32, i32)>
  return
}

// -----

func.func @f() {
  %0 = llvm.mlir.constant([[1 : i8, 2 : i16], #llvm.zero]) : !llvm.array<2 x struct<(i8, i16)>>
  // expected-error @+1 {{'llvm.mlir.constant' op nested array attribute size for struct element at index 1 must match struct size: 1 vs. 2}}
  %1 = llvm.mlir.constant([[1 : i8, 2 : i16], [3 : i8]]) : !llvm.array<2 x struct<(i8, i16)>>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.constant' op for array with an array attribute must have a struct element type}}
  %0 = llvm.mlir.constant([1 : i8, 2 : i8]) : !llvm.array<2 x i8>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.zero' op target extension type does not support zero-initializer}}
  %0 = llvm.mlir.zero : !llvm.target<"of.nothing">
  return
}

// -----

// Globals and what else a module holds.

llvm.func @start() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@start], priorities = [3 : i32], data = [#llvm.zero]
// expected-error @+1 {{dtors, priorities, and data must have the same number of elements}}
llvm.mlir.global_dtors dtors = [@start], priorities = [3 : i32, 4 : i32], data = [#llvm.zero]

// -----

llvm.func @elsewhere()
// expected-error @+1 {{'llvm.mlir.global_ctors' op 'elsewhere' does not have a definition}}
llvm.mlir.global_ctors ctors = [@elsewhere], priorities = [3 : i32], data = [#llvm.zero]

// -----

// expected-error @+1 {{'llvm.mlir.global_dtors' op 'nowhere' does not reference a valid LLVM function}}
llvm.mlir.global_dtors dtors = [@nowhere], priorities = [3 : i32], data = [#llvm.zero]

// -----

// expected-error @+1 {{'llvm.mlir.global' op attribute 'addr_space' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
llvm.mlir.global external @far(1 : i32) {addr_space = -2 : i32} : i32

// -----

llvm.mlir.global internal @read() : i32 {
  %0 = llvm.mlir.addressof @read : !llvm.ptr
  // expected-error @+1 {{ops with side effects not allowed in global initializers}}
  %1 = llvm.load %0 : !llvm.ptr -> i32
  llvm.return %1 : i32
}

// -----

llvm.comdat @both {
  llvm.comdat_selector @one any
}
llvm.func @one() comdat(@both::@one) {
  llvm.return
}
// expected-error @+1 {{expected comdat symbol}}
llvm.func @two() comdat(@both::@two) {
  llvm.return
}

// -----

llvm.mlir.global internal @held(1 : i32) : i32
llvm.mlir.alias weak @other : i32 {
  %0 = llvm.mlir.addressof @held : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// expected-error @+1 {{'llvm.mlir.alias' op 'common' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally}}
llvm.mlir.alias common @again : i32 {
  %0 = llvm.mlir.addressof @held : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// -----

// expected-error @+1 {{'llvm.mlir.alias' op initializer region must always return a pointer}}
llvm.mlir.alias external @number : i32 {
  %0 = llvm.mlir.constant(2 : i32) : i32
  llvm.return %0 : i32
}

// -----

llvm.func @choose() -> !llvm.ptr
// expected-error @+1 {{'llvm.mlir.ifunc' op resolver must be a definition}}
llvm.mlir.ifunc external @chosen : !llvm.func<i32 (i32)>, !llvm.ptr @choose

// -----

llvm.func @choose() -> i32 {
  %0 = llvm.mlir.constant(2 : i32) : i32
  llvm.return %0 : i32
}
// expected-error @+1 {{'llvm.mlir.ifunc' op resolver must return a pointer}}
llvm.mlir.ifunc external @chosen : !llvm.func<i32 (i32)>, !llvm.ptr @choose

// -----

llvm.mlir.global internal @held(1 : i32) : i32
func.func @f() {
  // expected-error @+1 {{'llvm.dso_local_equivalent' op must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'}}
  %0 = llvm.dso_local_equivalent @held : !llvm.ptr
  return
}

// -----

llvm.func @tagged() {
  llvm.blocktag <id = 4>
  llvm.br ^next
^next:
  // expected-error @+1 {{duplicate block tag '4' in the same function: }}
  llvm.blocktag <id = 4>
  llvm.return
}

// -----

llvm.func @tagged() -> !llvm.ptr {
  llvm.blocktag <id = 4>
  // expected-error @+1 {{'llvm.blockaddress' op expects an existing block label target in the referenced function}}
  %0 = llvm.blockaddress <function = @tagged, tag = <id = 5>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// -----

// expected-error @+1 {{only integer and string values are currently supported for unknown key '"mine"'}}
llvm.module_flags [#llvm.mlir.module_flag<error, "mine", [1 : i32]>]

// -----

// expected-error @+1 {{target features must start with '+' or '-'}}
llvm.func @f() attributes {target_features = #llvm.target_features<["+fma", "avx"]>}

// -----

// Calls.

llvm.func @several(i32, ...)
llvm.func @f(%i: i32) {
  llvm.call @several(%i, %i) vararg(!llvm.func<void (i32, ...)>) : (i32, i32) -> ()
  // expected-error @+1 {{'llvm.call' op var_callee_type parameter type mismatch: 'i8' != 'i32'}}
  llvm.call @several(%i, %i) vararg(!llvm.func<void (i8, ...)>) : (i32, i32) -> ()
  llvm.return
}

// -----

llvm.func @several(i32, ...)
llvm.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.call' op missing var_callee_type attribute for vararg call}}
  llvm.call @several(%i, %i) : (i32, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @+1 {{'llvm.call' op expected var_callee_type to have at most 1 parameters}}
  llvm.call %p(%i) vararg(!llvm.func<void (i32, i32, ...)>) : !llvm.ptr, (i32) -> ()
  llvm.return
}

// -----

llvm.func @g()
llvm.func @f(%i: i32) {
  // expected-error @+1 {{expected 1 types for operand bundle operands for operand bundle #0, but actually got 2}}
  llvm.call @g() ["two"(%i : i32, i64)] : () -> ()
  llvm.return
}

// -----

llvm.func @personality(...) -> i32
llvm.func @f(%p: !llvm.ptr) attributes {personality = @personality} {
  // expected-error @+1 {{landingpad instruction expects at least one clause or cleanup attribute}}
  %0 = llvm.landingpad : !llvm.struct<(ptr, i32)>
  llvm.resume %0 : !llvm.struct<(ptr, i32)>
}

// -----

llvm.func @personality(...) -> i32
llvm.func @f(%p: !llvm.ptr) attributes {personality = @personality} {
  // expected-error @+1 {{clause #0 is not a known constant - null, addressof, bitcast}}
  %0 = llvm.landingpad (catch %p : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %0 : !llvm.struct<(ptr, i32)>
}

// -----

// Memory and vectors.

func.func @f(%p: !llvm.ptr, %i: i64) {
  %0 = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // expected-error @+1 {{'llvm.getelementptr' op 'inbounds_flag' cannot be used directly.}}
  %1 = llvm.getelementptr inbounds_flag %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p dereferenceable<bytes = 4> : !llvm.ptr -> !llvm.ptr
  // expected-error @+1 {{'llvm.load' op expected op to return a single LLVM pointer type}}
  %1 = llvm.load %p dereferenceable<bytes = 4> : !llvm.ptr -> f32
  return
}

// -----

func.func @f(%p: !llvm.ptr, %v: vector<2x!llvm.ptr>) {
  // expected-error @+1 {{'llvm.bitcast' op cannot cast vector of pointers to pointer}}
  %0 = llvm.bitcast %v : vector<2x!llvm.ptr> to !llvm.ptr
  return
}

// -----

func.func @f(%v: vector<[8]xi8>) {
  // expected-error @+1 {{'llvm.intr.vector.interleave2' op failed to verify that result has twice as many elements as 'vec1'}}
  %0 = "llvm.intr.vector.interleave2"(%v, %v) : (vector<[8]xi8>, vector<[8]xi8>) -> vector<16xi8>
  return
}

// -----

func.func @f(%p: vector<4x!llvm.ptr>, %m: vector<3xi1>) {
  // expected-error @+1 {{'llvm.intr.masked.gather' op expected operand #1 type to be 'vector<3x!llvm.ptr>'}}
  %0 = llvm.intr.masked.gather %p, %m {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<3xi1>) -> vector<3xf32>
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.inline_asm' op tail call kind 'musttail' is not supported by this operation}}
  llvm.inline_asm tail_call_kind = <musttail> "nop", "r" %i : (i32) -> ()
  return
}

// -----

// Types and nodes.

// expected-error @+1 {{invalid array element type: '!llvm.label'}}
func.func private @f(!llvm.array<3 x label>)

// -----

// expected-error @+1 {{invalid function argument type: '!llvm.void'}}
func.func private @f(!llvm.func<i32 (void)>)

// -----

// expected-error @+1 {{invalid LLVM structure element type: '!llvm.token'}}
func.func private @f(!llvm.struct<(i32, token)>)

// -----

func.func private @f(!llvm.struct<"node", (i32, struct<"node">)>, !llvm.struct<"node", (i32, struct<"node">)>)
// expected-error @+1 {{identified type already used with a different body}}
func.func private @g(!llvm.struct<"node", (i64)>)

// -----

func.func private @f(!llvm.struct<"node", (i32)>)
// expected-error @+1 {{redeclaring defined struct as opaque}}
func.func private @g(!llvm.struct<"node", opaque>)

// -----

// expected-error @+1 {{struct without a body only allowed in a recursive struct}}
func.func private @g(!llvm.struct<"node">)

// -----

// expected-error @+1 {{failed to parse parameter list for target extension type}}
func.func private @g(!llvm.target<"mine", i32, 4, f32>)

// -----

#root = #llvm.tbaa_root<id = "mine">
#whole = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#read = #llvm.tbaa_tag<base_type = #whole, access_type = #whole, offset = 0>
// expected-error @+1 {{invalid kind of attribute specified}}
#wrong = #llvm.tbaa_tag<base_type = #read, access_type = #whole, offset = 0>
func.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p {tbaa = [#wrong]} : !llvm.ptr -> i32
  return
}

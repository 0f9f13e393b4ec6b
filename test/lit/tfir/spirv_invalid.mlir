// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// An instruction works on elements of its own family.
spirv.func @f() "None" {
  %0 = spirv.Constant 1 : i32
  // expected-error @+1 {{operand #0 must be 16/32/64-bit float or fixed-length vector of 16/32/64-bit float values of length 2/3/4/8/16 of ranks 1 or Cooperative Matrix of 16/32/64-bit float values, but got 'i32'}}
  %1 = spirv.FAdd %0, %0 : i32
  spirv.Return
}

// -----

/// A comparison of vectors gives as many truth values; a choice among vectors takes as many, or one.
spirv.func @f() "None" {
  %0 = spirv.Constant dense<1> : vector<4xi32>
  %1 = spirv.Constant dense<true> : vector<2xi1>
  // expected-error @+1 {{has 2 truth values for 4 elements}}
  %2 = spirv.Select %1, %0, %0 : vector<2xi1>, vector<4xi32>
  spirv.Return
}

// -----

/// Steps lead from type to type.
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
  spirv.func @f() "None" {
    %0 = spirv.Constant 0 : i32
    %1 = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>
    // expected-error @+1 {{leads to '!spirv.ptr<f32, StorageBuffer>', not to '!spirv.ptr<i32, StorageBuffer>'}}
    %2 = spirv.AccessChain %1[%0, %0] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    spirv.Return
  }
}

// -----

/// The members of a structure are chosen by constants that there are.
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
  spirv.func @f() "None" {
    %0 = spirv.Constant 1 : i32
    %1 = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
    // expected-error @+1 {{needs a constant from 0 to 0 to step into}}
    %2 = spirv.AccessChain %1[%0] : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>, i32 -> !spirv.ptr<f32, StorageBuffer>
    spirv.Return
  }
}

// -----

/// A text is no number of a member.
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
  spirv.func @f() "None" {
    // expected-error @+1 {{has the value "0" for 'i32'}}
    %0 = "spirv.Constant"() {value = "0"} : () -> i32
    %1 = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
    // expected-error @+1 {{needs a constant from 0 to 0 to step into}}
    %2 = spirv.AccessChain %1[%0] : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>, i32 -> !spirv.ptr<f32, StorageBuffer>
    spirv.Return
  }
}

// -----

/// A vector has the parts that it has.
spirv.func @f() "None" {
  %0 = spirv.Constant dense<1> : vector<3xi32>
  // expected-error @+1 {{has no part 3 in 'vector<3xi32>'}}
  %1 = spirv.CompositeExtract %0[3 : i32] : vector<3xi32>
  spirv.Return
}

// -----

/// A part is told by numbers.
spirv.func @f() "None" {
  %0 = spirv.Constant dense<1> : vector<3xi32>
  // expected-error @+1 {{has unit as an index; expected an integer}}
  %1 = "spirv.CompositeExtract"(%0) {indices = [unit]} : (vector<3xi32>) -> i32
  spirv.Return
}

// -----

/// A branch brings what the block has arguments for.
spirv.func @f() "None" {
  %0 = spirv.Constant 1 : i32
  spirv.mlir.selection {
    // expected-error @+1 {{brings other values than its successor has arguments for}}
    spirv.Branch ^end(%0 : i32)
  ^end:
    spirv.mlir.merge
  }
  spirv.Return
}

// -----

/// A loop goes back to its header from the block before its last.
spirv.func @f() "None" {
  %0 = spirv.Constant true
  // expected-error @+1 {{needs an entry that goes to the header, and a block before the last that goes back to it}}
  spirv.mlir.loop {
    spirv.Branch ^header
  ^header:
    spirv.BranchConditional %0, ^body, ^end
  ^body:
    spirv.Branch ^end
  ^end:
    spirv.mlir.merge
  }
  spirv.Return
}

// -----

/// A loop gives what it has results for.
spirv.func @f() "None" {
  %0 = spirv.Constant true
  %1 = spirv.mlir.selection -> i1 {
    spirv.BranchConditional %0, ^then, ^end
  ^then:
    spirv.Branch ^end
  ^end:
    // expected-error @+1 {{gives other values than the operation around it has results for}}
    spirv.mlir.merge
  }
  spirv.Return
}

// -----

/// What is bound is behind a pointer.
spirv.module Logical GLSL450 {
  // expected-error @+1 {{expected a pointer, but got 'f32'}}
  spirv.GlobalVariable @a bind(0, 0) : f32
}

// -----

// expected-error @+1 {{unknown spirv type: strct}}
"spirv.GlobalVariable"() <{sym_name = "a", type = !spirv.ptr<!spirv.strct<(f32 [0])>, Input>}> : () -> ()

// -----

// expected-error @+1 {{cannot use 'tensor<4xf32>' to compose SPIR-V types}}
"spirv.GlobalVariable"() <{sym_name = "a", type = !spirv.ptr<tensor<4xf32>, Input>}> : () -> ()

// -----

// expected-error @+1 {{expected 'stride', found 'strides'}}
"spirv.GlobalVariable"() <{sym_name = "a", type = !spirv.ptr<!spirv.array<4 x f32, strides=4>, Input>}> : () -> ()

// -----

func.func @lanes(%v: vector<5xf32>) {
  // expected-error @+1 {{operand #0 must be 16/32/64-bit float or fixed-length vector of 16/32/64-bit float values of length 2/3/4/8/16 of ranks 1, but got 'vector<5xf32>'}}
  %0 = spirv.GL.Sqrt %v : vector<5xf32>
  return
}

// -----

func.func @same_width(%x: i32) {
  // expected-error @+1 {{expected the different bit widths for operand type and result type, but provided 'i32' and 'i32'}}
  %0 = spirv.SConvert %x : i32 to i32
  return
}

// -----

func.func @other_width(%x: f32) {
  // expected-error @+1 {{mismatch in result type bitwidth 64 and operand type bitwidth 32}}
  %0 = spirv.Bitcast %x : f32 to i64
  return
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{function 'nothing' not found in 'spirv.module'}}
  spirv.EntryPoint "GLCompute" @nothing
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.module' can only contain spirv.* ops}}
  func.func @f() {
    return
  }
}

// -----

/// A value without a type is no constant.
spirv.func @f() "None" {
  // expected-error @+1 {{'spirv.Constant' op has the value "x" for 'i32'}}
  %0 = "spirv.Constant"() {value = "x"} : () -> i32
  spirv.Return
}

// -----

spirv.func @f() "None" {
  // expected-error @+1 {{for '!spirv.array<1 x f32>'}}
  %0 = "spirv.Constant"() {value = [unit]} : () -> !spirv.array<1 x f32>
  spirv.Return
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op is imported, and has a body}}
  spirv.func @f() "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "there", linkage_type = <Import>>} {
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  // expected-error @+1 {{'spirv.func' op needs a body whose arguments are those of its type}}
  spirv.func @f() "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "here", linkage_type = <Export>>}
}

// -----

// expected-error @+1 {{'spirv.func' op requires attribute 'function_type'}}
"spirv.func"() <{function_control = #spirv.function_control<None>, sym_name = "without"}> ({
  "spirv.Return"() : () -> ()
}) : () -> ()

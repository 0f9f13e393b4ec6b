// RUN: tf-opt %s --split-input-file --verify-diagnostics

/// As mlir-opt says it, but for the last, of which it knows nothing.
spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{expected ','}}
    %v = spirv.Load "StorageBuffer" %p ["Aligned"] : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{expected ']'}}
    %v = spirv.Load "StorageBuffer" %p ["Volatile", 4] : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{custom op 'spirv.Load' invalid memory_access attribute specification: "Foo"}}
    %v = spirv.Load "StorageBuffer" %p ["Foo"] : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{'spirv.Load' op attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
    %v = spirv.Load "StorageBuffer" %p ["Aligned", 3] : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{'spirv.Load' op missing alignment value}}
    %v = spirv.Load "StorageBuffer" %p {memory_access = #spirv.memory_access<Aligned>} : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{'spirv.Load' op invalid alignment specification without aligned memory access specification}}
    %v = spirv.Load "StorageBuffer" %p {alignment = 4 : i32} : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{'spirv.Load' op invalid alignment specification with non-aligned memory access specification}}
    %v = spirv.Load "StorageBuffer" %p ["Volatile"] {alignment = 4 : i32} : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{attribute 'memory_access' occurs more than once in the attribute list}}
    %v = spirv.Load "StorageBuffer" %p ["Aligned", 4] {memory_access = #spirv.memory_access<Volatile>} : f32
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 {
  spirv.func @f(%p: !spirv.ptr<f32, StorageBuffer>) "None" {
    // expected-error @+1 {{'spirv.Load' op has a 'memory_scope' but makes nothing available or visible}}
    %v = spirv.Load "StorageBuffer" %p ["Volatile"] {memory_scope = #spirv.scope<Device>} : f32
    spirv.Return
  }
}

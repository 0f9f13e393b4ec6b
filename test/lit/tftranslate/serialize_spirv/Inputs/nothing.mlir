spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
  spirv.func @nothing() "None" {
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @nothing
  spirv.ExecutionMode @nothing "LocalSize", 1, 1, 1
}

// RUN: tf-opt %s --iree-convert-to-llvm --split-input-file | filecheck %s

/// A kernel is a function of where its buffers are, what it is told, and which workgroups to run: a loop over these, and within it one over the
/// invocations of a workgroup. Buffers go by their bindings.
// CHECK: iree.executable(LLVM)
// CHECK-NOT: spirv.
// CHECK: llvm.func @add(%[[BUFFERS:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[FIRST:.*]]: i32, %[[LAST:.*]]: i32)
// CHECK-SAME: iree.workgroups = dense<[2, 1, 1]> : tensor<3xi32>
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[BUFFERS]][%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.ptr
// CHECK: %[[BASE:.*]] = llvm.load %[[AT]] {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.br ^[[HEADER:.*]](%[[FIRST]] : i32)
// CHECK: ^[[HEADER]](%[[GROUP:.*]]: i32)
// CHECK: llvm.icmp "slt" %[[GROUP]], %[[LAST]] : i32
// CHECK: %[[INVOCATION:.*]] = llvm.urem
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[BASE]][%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: %[[X:.*]] = llvm.load %[[PLACE]] {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: %[[Y:.*]] = llvm.fadd %[[X]], %[[X]] {fastmathFlags = #llvm.fastmath<contract>} : f32
// CHECK: %[[Z:.*]] = llvm.fmul %[[Y]], %[[X]] : f32
// CHECK: llvm.store %[[Z]], %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr
module {
  iree.multi_arch_executable @ex() {
    iree.executable(SPIRV) {
      spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
        spirv.GlobalVariable @in bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
        spirv.GlobalVariable @__builtin__LocalInvocationId__ built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
        spirv.func @add() "None" attributes {iree.workgroups = dense<[2, 1, 1]> : tensor<3xi32>} {
          %0 = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
          %1 = spirv.Load "Input" %0 : vector<3xi32>
          %2 = spirv.CompositeExtract %1[0 : i32] : vector<3xi32>
          %zero = spirv.Constant 0 : i32
          %3 = spirv.mlir.addressof @in : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
          %4 = spirv.AccessChain %3[%zero, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
          %5 = spirv.Load "StorageBuffer" %4 : f32
          %6 = spirv.FAdd %5, %5 : f32
          %7 = spirv.FMul %6, %5 {no_contraction} : f32
          spirv.Store "StorageBuffer" %4, %7 : f32
          spirv.Return
        }
        spirv.EntryPoint "GLCompute" @add, @__builtin__LocalInvocationId__
        spirv.ExecutionMode @add "LocalSize", 4, 1, 1
      }
    }
  }
}

// -----

/// Loops and selections become branches; what a loop hands on, arguments of its blocks. A float too large for an integer is some number: frozen.
// CHECK: llvm.func @sum
// CHECK: llvm.br ^[[LOOP:.*]](%{{.*}}, %{{.*}} : i32, i32)
// CHECK: ^[[LOOP]](%[[I:.*]]: i32, %[[TOTAL:.*]]: i32)
// CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[I]], %{{.*}} : i32
// CHECK: llvm.cond_br %[[MORE]], ^[[BODY:.*]], ^[[END:.*]]
// CHECK: ^[[BODY]]:
// CHECK: %[[NEXT:.*]] = llvm.add %[[TOTAL]], %[[I]] : i32
// CHECK: llvm.br ^[[LOOP]](%{{.*}}, %[[NEXT]] : i32, i32)
// CHECK: %[[FLOAT:.*]] = llvm.sitofp %[[TOTAL]] : i32 to f32
// CHECK: %[[WHOLE:.*]] = llvm.fptosi %[[FLOAT]] : f32 to i32
// CHECK: llvm.freeze %[[WHOLE]] : i32
module {
  iree.multi_arch_executable @ex() {
    iree.executable(SPIRV) {
      spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
        spirv.GlobalVariable @out bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<1 x i32, stride=4> [0])>, StorageBuffer>
        spirv.func @sum() "None" attributes {iree.workgroups = dense<1> : tensor<3xi32>} {
          %zero = spirv.Constant 0 : i32
          %one = spirv.Constant 1 : i32
          %ten = spirv.Constant 10 : i32
          %0 = spirv.mlir.addressof @out : !spirv.ptr<!spirv.struct<(!spirv.array<1 x i32, stride=4> [0])>, StorageBuffer>
          %1 = spirv.AccessChain %0[%zero, %zero] : !spirv.ptr<!spirv.struct<(!spirv.array<1 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
          %2 = spirv.mlir.loop -> i32 {
            spirv.Branch ^bb1(%zero, %zero : i32, i32)
          ^bb1(%i: i32, %total: i32):
            %3 = spirv.SLessThan %i, %ten : i32
            spirv.BranchConditional %3, ^bb2, ^bb4
          ^bb2:
            %4 = spirv.IAdd %total, %i : i32
            spirv.Branch ^bb3
          ^bb3:
            %5 = spirv.IAdd %i, %one : i32
            spirv.Branch ^bb1(%5, %4 : i32, i32)
          ^bb4:
            spirv.mlir.merge %total : i32
          }
          %6 = spirv.ConvertSToF %2 : i32 to f32
          %7 = spirv.ConvertFToS %6 : f32 to i32
          spirv.Store "StorageBuffer" %1, %7 : i32
          spirv.Return
        }
        spirv.EntryPoint "GLCompute" @sum
        spirv.ExecutionMode @sum "LocalSize", 1, 1, 1
      }
    }
  }
}

// -----

/// Memory of an invocation's own is on the stack up to half a MiB, here 400,000 bytes; what is more comes from the heap, before the first workgroup,
/// and goes back behind the last.
// CHECK: llvm.func @own
// CHECK-DAG: %[[BYTES:.*]] = llvm.mlir.constant(200000 : i64) : i64
// CHECK: llvm.alloca %{{.*}} x f32
// CHECK: %[[HEAP:.*]] = llvm.call @malloc(%[[BYTES]]) : (i64) -> !llvm.ptr
// CHECK: llvm.br
// CHECK: llvm.getelementptr %[[HEAP]]
// CHECK: llvm.call @free(%[[HEAP]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.return
// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK: llvm.func @free(!llvm.ptr)
module {
  iree.multi_arch_executable @ex() {
    iree.executable(SPIRV) {
      spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
        spirv.GlobalVariable @one : !spirv.ptr<!spirv.struct<(!spirv.array<100000 x f32, stride=4> [0])>, Private>
        spirv.GlobalVariable @other : !spirv.ptr<!spirv.struct<(!spirv.array<50000 x f32, stride=4> [0])>, Private>
        spirv.func @own() "None" attributes {iree.workgroups = dense<[2, 1, 1]> : tensor<3xi32>} {
          %zero = spirv.Constant 0 : i32
          %0 = spirv.mlir.addressof @one : !spirv.ptr<!spirv.struct<(!spirv.array<100000 x f32, stride=4> [0])>, Private>
          %1 = spirv.mlir.addressof @other : !spirv.ptr<!spirv.struct<(!spirv.array<50000 x f32, stride=4> [0])>, Private>
          %2 = spirv.AccessChain %0[%zero, %zero] : !spirv.ptr<!spirv.struct<(!spirv.array<100000 x f32, stride=4> [0])>, Private>, i32, i32 -> !spirv.ptr<f32, Private>
          %3 = spirv.AccessChain %1[%zero, %zero] : !spirv.ptr<!spirv.struct<(!spirv.array<50000 x f32, stride=4> [0])>, Private>, i32, i32 -> !spirv.ptr<f32, Private>
          %4 = spirv.Load "Private" %2 : f32
          spirv.Store "Private" %3, %4 : f32
          spirv.Return
        }
        spirv.EntryPoint "GLCompute" @own
        spirv.ExecutionMode @own "LocalSize", 1, 1, 1
      }
    }
  }
}

// -----

/// What a load or store says of its access, LLVM's says too.
// CHECK: llvm.func @accesses
// CHECK: llvm.load volatile %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> f32
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64, nontemporal} : f32, !llvm.ptr
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr
module {
  iree.multi_arch_executable @ex() {
    iree.executable(SPIRV) {
      spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
        spirv.GlobalVariable @in bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
        spirv.GlobalVariable @__builtin__LocalInvocationId__ built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
        spirv.func @accesses() "None" attributes {iree.workgroups = dense<[2, 1, 1]> : tensor<3xi32>} {
          %0 = spirv.mlir.addressof @__builtin__LocalInvocationId__ : !spirv.ptr<vector<3xi32>, Input>
          %1 = spirv.Load "Input" %0 : vector<3xi32>
          %2 = spirv.CompositeExtract %1[0 : i32] : vector<3xi32>
          %zero = spirv.Constant 0 : i32
          %3 = spirv.mlir.addressof @in : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
          %4 = spirv.AccessChain %3[%zero, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
          %5 = spirv.Load "StorageBuffer" %4 ["Volatile|Aligned", 16] : f32
          %6 = spirv.FAdd %5, %5 : f32
          %7 = spirv.FMul %6, %5 {no_contraction} : f32
          spirv.Store "StorageBuffer" %4, %7 ["Nontemporal"] : f32
          spirv.Store "StorageBuffer" %4, %7 ["None"] : f32
          spirv.Return
        }
        spirv.EntryPoint "GLCompute" @accesses, @__builtin__LocalInvocationId__
        spirv.ExecutionMode @accesses "LocalSize", 4, 1, 1
      }
    }
  }
}

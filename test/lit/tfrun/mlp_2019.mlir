// REQUIRES: vulkan
/// The second worked example of IREE's documents of 2019, a perceptron with a hidden layer, in the forms of its listings and with small weights. For the
/// pixels 1, 2, 3, 4 the hidden layer is relu([6.5, 1.5, 1.5] + [0.5, -4, 1]) = [7, 0, 2.5], the logits are [7 - 2.5, 3.5] + [0.5, 0.25] = [5, 3.75], and
/// their softmax is 1 / (1 + exp(-1.25)) = 0.7772999 and 0.2227001. First as XLA's program, whose result is a tuple:
// RUN: tf-opt %S/Inputs/mlp_2019.mlir --stablehlo-expand-tuples | tf-run - --device=interpreter --input=1x2x2x1xf32=1,2,3,4 --expected-output=1x2xf32=0.7772999,0.2227001 --rtol=1e-6
// RUN: tf-opt %S/Inputs/mlp_2019.mlir --pipeline=vm | tf-run - --device=vm --input=1x2x2x1xf32=1,2,3,4 --expected-output=1x2xf32=0.7772999,0.2227001 --rtol=1e-6
// RUN: tf-opt %S/Inputs/mlp_2019.mlir --pipeline=vulkan | tf-run - --device=vulkan --input=1x2x2x1xf32=1,2,3,4 --expected-output=1x2xf32=0.7772999,0.2227001 --rtol=1e-6
// RUN: tf-opt %S/Inputs/mlp_2019.mlir --pipeline=cpu | tf-run - --device=cpu --input=1x2x2x1xf32=1,2,3,4 --expected-output=1x2xf32=0.7772999,0.2227001 --rtol=1e-6
// RUN: not tf-run %S/Inputs/mlp_2019.mlir --device=interpreter --input=1x2x2x1xf32=1,2,3,4 2>&1 | filecheck %s --check-prefix=TUPLE
// TUPLE: mlp_2019.mlir:2:3: error: 'func.func' op gives a tuple<tensor<1x2xf32>>, which is no value here: tf-opt --stablehlo-expand-tuples passes its elements

/// Then as its sequence of nine dispatches, on the interpreter, as bytecode, and as SPIR-V.
// RUN: tf-run %s --device=interpreter --input=1x2x2x1xf32=1,2,3,4 --expected-output=1x2xf32=0.7772999,0.2227001 --rtol=1e-6
// RUN: tf-opt %s --iree-legalize-interpreter-ops --iree-lower-interpreter-dialect | tf-run - --device=vm --input=1x2x2x1xf32=1,2,3,4 --expected-output=1x2xf32=0.7772999,0.2227001 --rtol=1e-6
// RUN: tf-opt %s --iree-set-target=target=lavapipe --iree-choose-schedules --iree-convert-to-spirv -o %t.mlir
// RUN: tf-run %t.mlir --device=vulkan --input=1x2x2x1xf32=1,2,3,4 --expected-output=1x2xf32=0.7772999,0.2227001 --rtol=1e-6
// RUN: filecheck %s --check-prefix=SPIRV --input-file=%t.mlir
// SPIRV-COUNT-9: spirv.module Logical GLSL450
// SPIRV-NOT: spirv.module
module {
  iree.multi_arch_executable @main_ex_dispatch_0[0]() {
    iree.executable[0](Unspecified) {
      module {
        func @main_entry_dispatch_0(%arg0: memref<1x2x2x1xf32>, %arg1: memref<1x4xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<[4, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1x2x2x1xf32>) : tensor<1x2x2x1xf32>
          %1 = "xla_hlo.copy"(%0) {name = "copy.1"} : (tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
          %2 = "xla_hlo.reshape"(%1) {name = "reshape.3"} : (tensor<1x2x2x1xf32>) -> tensor<1x4xf32>
          iree.store_output(%2 : tensor<1x4xf32>, %arg1 : memref<1x4xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @main_ex_dispatch_1[1]() {
    iree.executable[1](Unspecified) {
      module {
        func @main_entry_dispatch_1(%arg0: memref<1x4xf32>, %arg1: memref<4x3xf32>, %arg2: memref<1x3xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<[3, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1x4xf32>) : tensor<1x4xf32>
          %1 = iree.load_input(%arg1 : memref<4x3xf32>) : tensor<4x3xf32>
          %2 = "xla_hlo.dot"(%0, %1) {name = "dot.5", precision_config = ["DEFAULT", "DEFAULT"]} : (tensor<1x4xf32>, tensor<4x3xf32>) -> tensor<1x3xf32>
          iree.store_output(%2 : tensor<1x3xf32>, %arg2 : memref<1x3xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @main_ex_dispatch_2[2]() {
    iree.executable[2](Unspecified) {
      module {
        func @main_entry_dispatch_2(%arg0: memref<1x3xf32>, %arg1: memref<1x3xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<[3, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1x3xf32>) : tensor<1x3xf32>
          %cst = constant dense<[0.5, -4.0, 1.0]> : tensor<3xf32>
          %cst_0 = constant dense<0.0> : tensor<f32>
          %1 = "xla_hlo.broadcast_in_dim"(%cst_0) {name = "broadcast.10"} : (tensor<f32>) -> tensor<1x3xf32>
          %2 = "xla_hlo.broadcast_in_dim"(%cst) {broadcast_dimensions = dense<1> : tensor<1xi64>, name = "broadcast.7"} : (tensor<3xf32>) -> tensor<1x3xf32>
          %3 = addf %0, %2 : tensor<1x3xf32>
          %4 = xla_hlo.max %1, %3 {name = "maximum.11"} : tensor<1x3xf32>
          iree.store_output(%4 : tensor<1x3xf32>, %arg1 : memref<1x3xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @main_ex_dispatch_3[3]() {
    iree.executable[3](Unspecified) {
      module {
        func @main_entry_dispatch_3(%arg0: memref<1x3xf32>, %arg1: memref<3x2xf32>, %arg2: memref<1x2xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<[2, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1x3xf32>) : tensor<1x3xf32>
          %1 = iree.load_input(%arg1 : memref<3x2xf32>) : tensor<3x2xf32>
          %2 = "xla_hlo.dot"(%0, %1) {name = "dot.13", precision_config = ["DEFAULT", "DEFAULT"]} : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
          iree.store_output(%2 : tensor<1x2xf32>, %arg2 : memref<1x2xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @main_ex_dispatch_4[4]() {
    iree.executable[4](Unspecified) {
      module {
        func @main_entry_dispatch_4(%arg0: memref<1x2xf32>, %arg1: memref<1x2xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<[2, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1x2xf32>) : tensor<1x2xf32>
          %cst = constant dense<[0.5, 0.25]> : tensor<2xf32>
          %1 = "xla_hlo.broadcast_in_dim"(%cst) {broadcast_dimensions = dense<1> : tensor<1xi64>, name = "broadcast.15"} : (tensor<2xf32>) -> tensor<1x2xf32>
          %2 = addf %0, %1 : tensor<1x2xf32>
          iree.store_output(%2 : tensor<1x2xf32>, %arg1 : memref<1x2xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @main_ex_dispatch_5[5]() {
    iree.executable[5](Unspecified) {
      module {
        func @main_entry_dispatch_5(%arg0: memref<1x2xf32>, %arg1: memref<1xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<1> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1x2xf32>) : tensor<1x2xf32>
          %cst = constant dense<0xFF800000> : tensor<f32>
          %1 = "xla_hlo.reduce"(%0, %cst) ( {
          ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>): // no predecessors
            %2 = xla_hlo.max %arg2, %arg3 {name = "maximum.21"} : tensor<f32>
            "xla_hlo.return"(%2) : (tensor<f32>) -> ()
          }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<1x2xf32>, tensor<f32>) -> tensor<1xf32>
          iree.store_output(%1 : tensor<1xf32>, %arg1 : memref<1xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @main_ex_dispatch_6[6]() {
    iree.executable[6](Unspecified) {
      module {
        func @main_entry_dispatch_6(%arg0: memref<1x2xf32>, %arg1: memref<1xf32>, %arg2: memref<1x2xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<[2, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1x2xf32>) : tensor<1x2xf32>
          %1 = iree.load_input(%arg1 : memref<1xf32>) : tensor<1xf32>
          %2 = "xla_hlo.broadcast_in_dim"(%1) {broadcast_dimensions = dense<0> : tensor<1xi64>, name = "broadcast.23"} : (tensor<1xf32>) -> tensor<1x2xf32>
          %3 = subf %0, %2 : tensor<1x2xf32>
          %4 = "xla_hlo.exp"(%3) {name = "exponential.25"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
          iree.store_output(%4 : tensor<1x2xf32>, %arg2 : memref<1x2xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @main_ex_dispatch_7[7]() {
    iree.executable[7](Unspecified) {
      module {
        func @main_entry_dispatch_7(%arg0: memref<1x2xf32>, %arg1: memref<1xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<1> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1x2xf32>) : tensor<1x2xf32>
          %cst = constant dense<0.0> : tensor<f32>
          %1 = "xla_hlo.reduce"(%0, %cst) ( {
          ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>): // no predecessors
            %2 = addf %arg2, %arg3 : tensor<f32>
            "xla_hlo.return"(%2) : (tensor<f32>) -> ()
          }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<1x2xf32>, tensor<f32>) -> tensor<1xf32>
          iree.store_output(%1 : tensor<1xf32>, %arg1 : memref<1xf32>)
          iree.return
        }
      }
    }
  }
  iree.multi_arch_executable @main_ex_dispatch_8[8]() {
    iree.executable[8](Unspecified) {
      module {
        func @main_entry_dispatch_8(%arg0: memref<1xf32>, %arg1: memref<1x2xf32>, %arg2: memref<1x2xf32>)
            attributes {iree.executable.export, iree.executable.workload = dense<[2, 1, 1]> : tensor<3xi32>, iree.ordinal = 0 : i32} {
          %0 = iree.load_input(%arg0 : memref<1xf32>) : tensor<1xf32>
          %1 = iree.load_input(%arg1 : memref<1x2xf32>) : tensor<1x2xf32>
          %2 = "xla_hlo.broadcast_in_dim"(%0) {broadcast_dimensions = dense<0> : tensor<1xi64>, name = "broadcast.34"} : (tensor<1xf32>) -> tensor<1x2xf32>
          %3 = divf %1, %2 : tensor<1x2xf32>
          iree.store_output(%3 : tensor<1x2xf32>, %arg2 : memref<1x2xf32>)
          iree.return
        }
      }
    }
  }
  func @main(%arg0: memref<1x2x2x1xf32>) -> memref<1x2xf32>
      attributes {iree.module.export} {
    %0 = "iree_ll_seq.constant"() {value = dense<[[1.0, 0.0, -1.0], [0.0, 2.0, 0.5], [0.5, 0.5, 0.5], [1.0, -1.0, 0.0]]> : tensor<4x3xf32>} : () -> memref<4x3xf32>
    %1 = "iree_ll_seq.constant"() {value = dense<[[1.0, 0.5], [0.25, 1.0], [-1.0, 0.0]]> : tensor<3x2xf32>} : () -> memref<3x2xf32>
    %2 = "iree_ll_seq.alloc_heap"() : () -> memref<1x4xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_0::main_entry_dispatch_0[dense<[4, 1, 1]> : tensor<3xi32>](%arg0, %2) : (memref<1x2x2x1xf32>, memref<1x4xf32>) -> ()
    %3 = "iree_ll_seq.alloc_heap"() : () -> memref<1x3xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_1::main_entry_dispatch_1[dense<[3, 1, 1]> : tensor<3xi32>](%2, %0, %3) : (memref<1x4xf32>, memref<4x3xf32>, memref<1x3xf32>) -> ()
    %4 = "iree_ll_seq.alloc_heap"() : () -> memref<1x3xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_2::main_entry_dispatch_2[dense<[3, 1, 1]> : tensor<3xi32>](%3, %4) : (memref<1x3xf32>, memref<1x3xf32>) -> ()
    %5 = "iree_ll_seq.alloc_heap"() : () -> memref<1x2xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_3::main_entry_dispatch_3[dense<[2, 1, 1]> : tensor<3xi32>](%4, %1, %5) : (memref<1x3xf32>, memref<3x2xf32>, memref<1x2xf32>) -> ()
    %6 = "iree_ll_seq.alloc_heap"() : () -> memref<1x2xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_4::main_entry_dispatch_4[dense<[2, 1, 1]> : tensor<3xi32>](%5, %6) : (memref<1x2xf32>, memref<1x2xf32>) -> ()
    %7 = "iree_ll_seq.alloc_heap"() : () -> memref<1xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_5::main_entry_dispatch_5[dense<1> : tensor<3xi32>](%6, %7) : (memref<1x2xf32>, memref<1xf32>) -> ()
    %8 = "iree_ll_seq.alloc_heap"() : () -> memref<1x2xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_6::main_entry_dispatch_6[dense<[2, 1, 1]> : tensor<3xi32>](%6, %7, %8) : (memref<1x2xf32>, memref<1xf32>, memref<1x2xf32>) -> ()
    %9 = "iree_ll_seq.alloc_heap"() : () -> memref<1xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_7::main_entry_dispatch_7[dense<1> : tensor<3xi32>](%8, %9) : (memref<1x2xf32>, memref<1xf32>) -> ()
    %10 = "iree_ll_seq.alloc_heap"() : () -> memref<1x2xf32>
    iree_ll_seq.static_dispatch main_ex_dispatch_8::main_entry_dispatch_8[dense<[2, 1, 1]> : tensor<3xi32>](%9, %8, %10) : (memref<1xf32>, memref<1x2xf32>, memref<1x2xf32>) -> ()
    iree_ll_seq.return %10 : memref<1x2xf32>
  }
}

// RUN: tf-opt %s | filecheck %s

func.func @terminators(%a: index, %x: i32, %t: tensor<4xf32>) {
  %0:2 = scf.index_switch %a -> i32, i32
  case 1 {
    scf.yield %x, %x : i32, i32
  }
  default {
    scf.yield %x, %x : i32, i32
  }
  scf.index_switch %a
  case 1 {
    scf.yield
  }
  default {
  }
  %1 = scf.forall (%i) in (%a) shared_outs(%o = %t) -> (tensor<4xf32>) {
  }
  return
}

// CHECK-LABEL: @terminators
// CHECK:         scf.index_switch %arg0 -> i32, i32
// CHECK:         scf.index_switch %arg0 {{$}}
// CHECK-NEXT:    case 1 {
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    default {
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.forall (%arg3) in (%arg0)
// CHECK-NEXT:      scf.forall.in_parallel {
// CHECK-NEXT:      }

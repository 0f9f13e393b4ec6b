/// Affine and structured loops and conditions, with several bounds. The number is what mlir-runner 22 gives.
// RUN: tf-run %s --device=interpreter | filecheck %s
// CHECK: i64=2383
#map = affine_map<(d0)[s0] -> (d0 * 2 + s0, 20)>
#low = affine_map<(d0) -> (d0 floordiv 2, 1)>
#set = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, s0 - d0 - 1 >= 0)>
func.func @main() -> i64 {
  %k = arith.constant 31 : i64
  %z = arith.constant 7 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %r = affine.for %i = 0 to 9 step 2 iter_args(%a = %z) -> i64 {
    %q = affine.for %j = max #low(%i) to min #map(%i)[%c3] iter_args(%b = %a) -> i64 {
      %m = affine.apply affine_map<(d0, d1) -> ((d0 - d1) mod 5 + (d0 - 7) ceildiv 3)>(%i, %j)
      %n = affine.min affine_map<(d0, d1) -> (d0 + 1, d1, 4)>(%i, %j)
      %s = arith.addi %m, %n : index
      %t = arith.index_cast %s : index to i64
      %u = affine.if #set(%i, %j)[%c9] -> i64 {
        %x = arith.muli %b, %k : i64
        affine.yield %x : i64
      } else {
        %x = arith.subi %b, %k : i64
        affine.yield %x : i64
      }
      %v = arith.addi %u, %t : i64
      affine.yield %v : i64
    }
    affine.yield %q : i64
  }
  %w:2 = scf.while (%p = %r, %n = %c0) : (i64, index) -> (i64, index) {
    %c = arith.cmpi ult, %n, %c9 : index
    %pp = arith.addi %p, %k : i64
    scf.condition(%c) %pp, %n : i64, index
  } do {
  ^bb0(%p: i64, %n: index):
    %n1 = arith.addi %n, %c1 : index
    %one = arith.constant 1 : i64
    %p2 = arith.shli %p, %one : i64
    %sw = scf.index_switch %n -> i64
    case 2 {
      %x = arith.xori %p2, %k : i64
      scf.yield %x : i64
    }
    case 5 {
      scf.yield %k : i64
    }
    default {
      scf.yield %p2 : i64
    }
    scf.yield %sw, %n1 : i64, index
  }
  %lin = affine.linearize_index [%c1, %w#1, %c3] by (3, 11, 5) : index
  %de:3 = affine.delinearize_index %lin into (2, 4, 7) : index, index, index
  %d0 = arith.index_cast %de#0 : index to i64
  %d1 = arith.index_cast %de#1 : index to i64
  %d2 = arith.index_cast %de#2 : index to i64
  %e0 = arith.muli %d0, %k : i64
  %e1 = arith.addi %e0, %d1 : i64
  %e2 = arith.muli %e1, %k : i64
  %e3 = arith.addi %e2, %d2 : i64
  %f = arith.xori %e3, %w#0 : i64
  return %f : i64
}

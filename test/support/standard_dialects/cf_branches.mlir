func.func @both_the_same(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^x(%a : i32), ^x(%b : i32)
^x(%y: i32):
  return %y : i32
}
// -----
func.func @through_blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^t, ^f
^t:
  cf.br ^x(%a : i32)
^f:
  cf.br ^x(%b : i32)
^x(%y: i32):
  return %y : i32
}
// -----
func.func @known_condition(%a: i32, %b: i32) -> i32 {
  %f = arith.constant false
  cf.cond_br %f, ^t(%a : i32), ^f(%b : i32)
^t(%x: i32):
  return %x : i32
^f(%y: i32):
  %0 = arith.addi %y, %y : i32
  return %0 : i32
}
// -----
func.func @condition_known_inside(%c: i1) -> (i1, i1) {
  cf.cond_br %c, ^t, ^f
^t:
  %0 = "use"(%c) : (i1) -> i1
  return %c, %0 : i1, i1
^f:
  %1 = "use"(%c) : (i1) -> i1
  return %1, %c : i1, i1
}
// -----
func.func @same_condition_again(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^t, ^f
^t:
  "one"() : () -> ()
  cf.cond_br %c, ^x(%a : i32), ^y(%b : i32)
^f:
  "two"() : () -> ()
  cf.cond_br %c, ^y(%a : i32), ^x(%b : i32)
^x(%p: i32):
  "three"() : () -> ()
  return %p : i32
^y(%q: i32):
  "four"() : () -> ()
  return %q : i32
}
// -----
func.func @pass_through_self(%c: i1) {
  cf.br ^a
^a:
  cf.cond_br %c, ^b, ^c
^b:
  cf.br ^a
^c:
  return
}
// -----
func.func @loop_argument_constant(%c: i1, %a: i32) -> i32 {
  %z = arith.constant 0 : i32
  cf.br ^l(%a, %z : i32, i32)
^l(%x: i32, %k: i32):
  %0 = "step"(%x, %k) : (i32, i32) -> i32
  %1 = "go"(%0) : (i32) -> i1
  cf.cond_br %1, ^l(%0, %k : i32, i32), ^e
^e:
  return %0 : i32
}
// -----
func.func @unused_arguments(%c: i1, %a: i32) -> i32 {
  cf.br ^l(%a, %a : i32, i32)
^l(%x: i32, %unused: i32):
  %0 = "go"(%x) : (i32) -> i1
  cf.cond_br %0, ^l(%x, %unused : i32, i32), ^e(%x : i32)
^e(%y: i32):
  return %y : i32
}
// -----
func.func @unreachable_blocks(%a: i32) -> i32 {
  return %a : i32
^dead(%x: i32):
  cf.br ^dead2(%x : i32)
^dead2(%y: i32):
  cf.br ^dead(%y : i32)
}
// -----
func.func @switch_known(%a: i32, %b: i32) -> i32 {
  %k = arith.constant 7 : i32
  cf.switch %k : i32, [
    default: ^d(%a : i32),
    7: ^e(%b : i32),
    9: ^d(%b : i32)
  ]
^d(%x: i32):
  return %x : i32
^e(%y: i32):
  "seven"() : () -> ()
  return %y : i32
}
// -----
func.func @switch_all_default(%k: i8, %a: i32) -> i32 {
  cf.switch %k : i8, [
    default: ^d(%a : i32),
    1: ^d(%a : i32),
    2: ^d(%a : i32)
  ]
^d(%x: i32):
  return %x : i32
}
// -----
func.func @switch_through(%k: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %k : i32, [
    default: ^p,
    3: ^q,
    4: ^r(%a : i32)
  ]
^p:
  cf.br ^r(%b : i32)
^q:
  cf.br ^s
^r(%x: i32):
  "r"() : () -> ()
  return %x : i32
^s:
  "s"() : () -> ()
  return %b : i32
}
// -----
func.func @switch_again(%k: i32, %a: i32) -> i32 {
  cf.switch %k : i32, [
    default: ^p,
    3: ^q
  ]
^p:
  "p"() : () -> ()
  cf.switch %k : i32, [
    default: ^r,
    3: ^s,
    5: ^q
  ]
^q:
  "q"() : () -> ()
  cf.switch %k : i32, [
    default: ^r,
    3: ^s
  ]
^r:
  "r"() : () -> ()
  return %a : i32
^s:
  "s"() : () -> ()
  return %k : i32
}
// -----
func.func @switch_without_cases(%k: i32) {
  cf.switch %k : i32, [
    default: ^a
  ]
^a:
  return
}
// -----
func.func @asserts(%c: i1, %v: i1) {
  %t = arith.constant true
  %f = arith.constant false
  cf.assert %t, "always"
  cf.assert %c, "perhaps \22quoted\22"
  cf.assert %f, "never"
  return
}
// -----
func.func @weights(%c: i1) {
  cf.cond_br %c weights([1, 99]), ^a, ^b
^a:
  "a"() : () -> ()
  cf.br ^c
^b:
  "b"() : () -> ()
  cf.br ^c
^c:
  return
}
// -----
func.func @diamond_to_select(%c: i1, %a: i32, %b: f32, %d: f32) -> (i32, f32) {
  cf.cond_br %c, ^x(%a, %b : i32, f32), ^x(%a, %d : i32, f32)
^x(%p: i32, %q: f32):
  return %p, %q : i32, f32
}
// -----
func.func @entry_is_a_loop(%a: i32) {
  cf.br ^a
^a:
  %0 = "go"() : () -> i1
  cf.cond_br %0, ^a, ^b
^b:
  cf.br ^b
}
// -----
func.func @equal_blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^t, ^f
^t:
  %0 = "op"(%a) : (i32) -> i32
  return %0 : i32
^f:
  %1 = "op"(%b) : (i32) -> i32
  return %1 : i32
}
// -----
func.func @exact_blocks(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^t, ^f
^t:
  %0 = arith.addi %a, %a : i32
  return %0 : i32
^f:
  %1 = arith.addi %a, %a : i32
  return %1 : i32
}
// -----
func.func @cse_across(%c: i1, %a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.cond_br %c, ^t, ^f
^t:
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %1, %a : i32
  return %2 : i32
^f:
  %3 = arith.muli %a, %a : i32
  %4 = arith.addi %a, %a : i32
  %5 = arith.subi %4, %0 : i32
  %6 = arith.addi %5, %3 : i32
  return %6 : i32
}

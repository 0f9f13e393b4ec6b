func.func @branches(%c: i1, %a: i32, %b: i32, %k: i32) -> i32 {
  cf.cond_br %c, ^a(%a : i32), ^b
^a(%x: i32):
  cf.br ^d(%x : i32)
^b:
  cf.switch %k : i32, [
    default: ^a(%b : i32),
    42: ^d(%a : i32),
    -1: ^c
  ]
^c:
  cf.assert %c, "no"
  cf.cond_br %c weights([20, 30]), ^d(%a : i32), ^d(%b : i32)
^d(%y: i32):
  return %y : i32
}
func.func @known(%a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  %k = arith.constant 2 : i32
  cf.cond_br %t, ^a, ^b
^a:
  cf.switch %k : i32, [default: ^b, 2: ^c(%a : i32)]
^b:
  return %b : i32
^c(%x: i32):
  cf.br ^e
^e:
  return %x : i32
}
func.func @stop(%c: i1) { 
  cf.cond_br %c, ^a, ^b
^a:
  ub.unreachable
^b:
  return
}

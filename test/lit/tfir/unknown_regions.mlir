// RUN: tf-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics

/// Whether a block of an unknown operation has an order nobody knows; its blocks have one among themselves.

"t.op"() ({
  %a = "t.a"() : () -> i32
  "t.br"()[^bb1, ^bb2] : () -> ()
^bb1:
  "t.b"(%a, %c) : (i32, i32) -> ()
  // expected-note@+1 {{operand defined here (op in the same region)}}
  %c = "t.a"() : () -> i32
  "t.end"() : () -> ()
^bb2:
  // expected-error@+1 {{operand #1 does not dominate this use}}
  "t.b"(%a, %c) : (i32, i32) -> ()
}) : () -> ()

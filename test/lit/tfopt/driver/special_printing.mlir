// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-value-users | filecheck %s --check-prefix=USERS
// RUN: tf-opt %s --allow-unregistered-dialect --mlir-use-nameloc-as-prefix | filecheck %s --check-prefix=NAMES
// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-unique-ssa-ids | filecheck %s --check-prefix=UNIQUE
// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-skip-regions | filecheck %s --check-prefix=SKIP
// RUN: tf-opt %s --allow-unregistered-dialect | filecheck %s --check-prefix=PLAIN

/// The last user of a value comes first. Operations without results have numbers, so that they can be named as users, functions too.

// USERS:       func.func @f(%arg0: i32, %arg1: i32) -> i32 {
// USERS-NEXT:    // %arg0 is used by %3, %2#0, %2#1
// USERS-NEXT:    // %arg1 is unused
// USERS-NEXT:    %2:2 = "t.a"(%arg0) : (i32) -> (i32, i32) // users: (%5), (unused)
// USERS-NEXT:    %3 = "t.b"(%arg0) ({
// USERS-NEXT:    ^bb0(%arg2: i32):
// USERS-NEXT:      // %arg2 is used by %6
// USERS-NEXT:      "t.d"(%arg2) : (i32) -> () // id: %6
// USERS-NEXT:    }) : (i32) -> i32 // unused
// USERS-NEXT:    "t.none"() : () -> (){{$}}
// USERS-NEXT:    return %2#0 : i32 // id: %5
// USERS:       func.func @g() -> i32 {
// USERS-NEXT:    %2 = "t.a"() : () -> i32 // user: %3
// USERS-NEXT:    return %2 : i32 // id: %3

// NAMES:       func.func @f(%left: i32, %arg1: i32) -> i32 {
// NAMES-NEXT:    %both:2 = "t.a"(%left) : (i32) -> (i32, i32)
// NAMES-NEXT:    %left_0 = "t.b"(%left) ({
// NAMES-NEXT:    ^bb0(%arg2: i32):
// NAMES:         return %both#0 : i32
// NAMES:       func.func @g() -> i32 {
// NAMES-NEXT:    %0 = "t.a"() : () -> i32

// UNIQUE:      func.func @f(%arg0: i32, %arg1: i32) -> i32 {
// UNIQUE-NEXT:   %1:2 = "t.a"(%arg0)
// UNIQUE-NEXT:   %2 = "t.b"(%arg0) ({
// UNIQUE-NEXT:   ^bb0(%arg2: i32):
// UNIQUE:      func.func @g() -> i32 {
// UNIQUE-NEXT:   %0 = "t.a"() : () -> i32

// SKIP:        module {...}

// PLAIN:       func.func @f(%arg0: i32, %arg1: i32) -> i32 {
// PLAIN-NEXT:    %0:2 = "t.a"(%arg0) : (i32) -> (i32, i32){{$}}
// PLAIN:       func.func @g() -> i32 {
// PLAIN-NEXT:    %0 = "t.a"() : () -> i32{{$}}

func.func @f(%a: i32 loc("left"), %b: i32) -> i32 {
  %0:2 = "t.a"(%a) : (i32) -> (i32, i32) loc(fused["f.py":1:2, "both"])
  %1 = "t.b"(%a) ({
  ^bb0(%c: i32):
    "t.d"(%c) : (i32) -> ()
  }) : (i32) -> i32 loc("left"("f.py":3:4))
  "t.none"() : () -> ()
  return %0#0 : i32
}
func.func @g() -> i32 {
  %0 = "t.a"() : () -> i32
  return %0 : i32
}

// RUN: tf-opt --allow-unregistered-dialect --reconcile-unrealized-casts %s | filecheck %s

/// What is expected is what upstream's pass prints.

func.func @a(%x: i64, %y: i32) -> i64 {
  %0 = builtin.unrealized_conversion_cast %x : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i64
  %3 = builtin.unrealized_conversion_cast %2 : i64 to index
  %4:2 = builtin.unrealized_conversion_cast %x : i64 to i32, i32
  %5 = builtin.unrealized_conversion_cast %4#0, %4#1 : i32, i32 to i64
  %6 = builtin.unrealized_conversion_cast %4#1, %4#0 : i32, i32 to i64
  "test.u"(%5, %6) : (i64, i64) -> ()
  %7 = builtin.unrealized_conversion_cast %y : i32 to i32
  %8 = builtin.unrealized_conversion_cast %7 : i32 to index
  "test.u"(%8) : (index) -> ()
  return %2 : i64
}

// CHECK: module {
// CHECK: func.func @a(%arg0: i64, %arg1: i32) -> i64 {
// CHECK-NEXT: %0:2 = builtin.unrealized_conversion_cast %arg0 : i64 to i32, i32
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0#1, %0#0 : i32, i32 to i64
// CHECK-NEXT: "test.u"(%arg0, %1) : (i64, i64) -> ()
// CHECK-NEXT: %2 = builtin.unrealized_conversion_cast %arg1 : i32 to index
// CHECK-NEXT: "test.u"(%2) : (index) -> ()
// CHECK-NEXT: return %arg0 : i64
// CHECK-NEXT: }

// RUN: tf-opt --allow-unregistered-dialect --convert-to-llvm='filter-dialects=arith allow-pattern-rollback=0' %s | filecheck --check-prefix=OWN %s
// RUN: tf-opt --allow-unregistered-dialect --convert-to-llvm=filter-dialects=arith %s | filecheck --check-prefix=SHARED %s

func.func @twice(%a: index, %b: index) -> index {
  %0 = arith.muli %a, %a : index
  %1 = "test.used"(%0) : (index) -> index
  %2 = arith.addi %1, %b : index
  %3 = arith.subi %2, %1 : index
  return %3 : index
}

// OWN: func.func @twice(%arg0: index, %arg1: index) -> index {
// OWN-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// OWN-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : index to i64
// OWN-NEXT: %2 = builtin.unrealized_conversion_cast %arg0 : index to i64
// OWN-NEXT: %3 = llvm.mul %2, %1 : i64
// OWN-NEXT: %4 = builtin.unrealized_conversion_cast %3 : i64 to index
// OWN-NEXT: %5 = "test.used"(%4) : (index) -> index
// OWN-NEXT: %6 = builtin.unrealized_conversion_cast %5 : index to i64
// OWN-NEXT: %7 = builtin.unrealized_conversion_cast %5 : index to i64
// OWN-NEXT: %8 = llvm.add %7, %0 : i64
// OWN-NEXT: %9 = llvm.sub %8, %6 : i64
// OWN-NEXT: %10 = builtin.unrealized_conversion_cast %9 : i64 to index
// OWN-NEXT: return %10 : index

// SHARED: func.func @twice(%arg0: index, %arg1: index) -> index {
// SHARED-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// SHARED-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : index to i64
// SHARED-NEXT: %2 = llvm.mul %1, %1 : i64
// SHARED-NEXT: %3 = builtin.unrealized_conversion_cast %2 : i64 to index
// SHARED-NEXT: %4 = "test.used"(%3) : (index) -> index
// SHARED-NEXT: %5 = builtin.unrealized_conversion_cast %4 : index to i64
// SHARED-NEXT: %6 = llvm.add %5, %0 : i64
// SHARED-NEXT: return %arg1 : index

; RUN: not tf-translate --llvmir-to-mlir %s 2>&1 | filecheck %s
; Types that grow eightfold each: written out, as MLIR has them, the first has 8 ** 13 members. That is refused where it is seen.
; CHECK: error: a structure of more than 1048576 characters
%0 = type { %1, %1, %1, %1, %1, %1, %1, %1 }
%1 = type { %2, %2, %2, %2, %2, %2, %2, %2 }
%2 = type { %3, %3, %3, %3, %3, %3, %3, %3 }
%3 = type { %4, %4, %4, %4, %4, %4, %4, %4 }
%4 = type { %5, %5, %5, %5, %5, %5, %5, %5 }
%5 = type { %6, %6, %6, %6, %6, %6, %6, %6 }
%6 = type { %7, %7, %7, %7, %7, %7, %7, %7 }
%7 = type { %8, %8, %8, %8, %8, %8, %8, %8 }
%8 = type { %9, %9, %9, %9, %9, %9, %9, %9 }
%9 = type { %10, %10, %10, %10, %10, %10, %10, %10 }
%10 = type { %11, %11, %11, %11, %11, %11, %11, %11 }
%11 = type { %12, %12, %12, %12, %12, %12, %12, %12 }
%12 = type { %13, %13, %13, %13, %13, %13, %13, %13 }
%13 = type { i32, i32 }
@g = external global %0

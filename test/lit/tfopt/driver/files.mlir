/// A file that cannot be read or written is one error; no output is left behind.

// RUN: not tf-opt %t.absent.mlir 2>&1 | filecheck %s --check-prefix=ABSENT
// ABSENT: error: cannot read '{{.*}}absent.mlir': No such file or directory

// RUN: not tf-opt %S 2>&1 | filecheck %s --check-prefix=FOLDER
// FOLDER: error: cannot read '{{.*}}': it is a directory; expected a file

// RUN: not tf-opt %s -o %S 2>&1 | filecheck %s --check-prefix=INTO-FOLDER
// INTO-FOLDER: error: cannot write '{{.*}}': it is a directory

// RUN: rm -rf %t.dir && mkdir %t.dir && echo "not IR" > %t.dir/in.mlir
// RUN: not tf-opt %t.dir/in.mlir -o %t.dir/out.mlir 2>&1 | filecheck %s --check-prefix=TEXT
// RUN: ls -a %t.dir | filecheck %s --check-prefix=LEFT
// TEXT: in.mlir:1:1: error:
// LEFT: in.mlir
// LEFT-NOT: out.mlir

/// Standard input and output are called "-".
// RUN: cat %s | tf-opt - -o - | filecheck %s --check-prefix=PIPE
// RUN: tf-opt -o %t.dir/ok.mlir < %s && cat %t.dir/ok.mlir | filecheck %s --check-prefix=PIPE
// PIPE: module {
module {}

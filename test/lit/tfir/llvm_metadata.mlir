// RUN: tf-opt %s | filecheck %s

/// An arrow in a node of metadata closes no bracket, and nodes in it are told apart as before.
// CHECK: #di_file = #llvm.di_file<"d.c" in "/x">
// CHECK: #di_basic_type = #llvm.di_basic_type<name = "i" -> 32, file = #di_file>
// CHECK: llvm.func @f() attributes {x = #di_basic_type}
llvm.func @f() attributes {x = #llvm.di_basic_type<name = "i" -> 32, file = #llvm.di_file<"d.c" in "/x">>} {
  llvm.return
}

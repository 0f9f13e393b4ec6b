// RUN: tf-opt %s | filecheck %s
// RUN: tf-opt %s | tf-opt | filecheck %s

/// An alias inside of an attribute is what it means, over several lines too; in a text it is none.

#root = #llvm.tbaa_root<id = "#root">
#int = #llvm.tbaa_type_desc<id = "int",
                            members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
// CHECK: #tbaa_root = #llvm.tbaa_root<id = "#root">
// CHECK-NEXT: #tbaa_type_desc = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_root, 0>}>
// CHECK-NEXT: #tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
llvm.func @f(%p: !llvm.ptr) -> i32 {
  // CHECK: llvm.load %arg0 {tbaa = [#tbaa_tag]}
  %0 = llvm.load %p {tbaa = [#tag]} : !llvm.ptr -> i32
  llvm.return %0 : i32
}

// RUN: echo '#x = #llvm.access_group<id = #nowhere>' | not tf-opt 2>&1 | filecheck %s --check-prefix=UNDEFINED
// UNDEFINED: undefined symbol alias id 'nowhere'

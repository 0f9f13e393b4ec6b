// RUN: tf-opt %s --allow-unregistered-dialect | filecheck %s
// RUN: tf-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=16 | filecheck %s --check-prefix=SOME
// RUN: tf-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=15 | filecheck %s --check-prefix=NONE
// RUN: tf-opt %s --allow-unregistered-dialect --mlir-print-local-scope | filecheck %s --check-prefix=LOCAL

/// Resources stand in the order in which they are met, with the alignment that they had. What nobody refers to is dropped, what has
/// no data is left without.

// CHECK:      "t.a"() {a = dense_resource<zz> : tensor<2xi8>, b = dense_resource<"a b"> : tensor<4xi8>, c = dense_resource<missing> : tensor<2xi8>} : () -> ()
// CHECK:      {-#
// CHECK-NEXT:   dialect_resources: {
// CHECK-NEXT:     builtin: {
// CHECK-NEXT:       zz: "0x100000000102",
// CHECK-NEXT:       "a b": "0x0400000001020304"
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: #-}

// SOME:       builtin: {
// SOME-NEXT:    zz: "0x100000000102"
// SOME-NEXT:  }

// NONE:       {-#
// NONE-EMPTY:
// NONE-NEXT:  #-}

// LOCAL-NOT:  {-#

"t.a"() {a = dense_resource<zz> : tensor<2xi8>, b = dense_resource<"a b"> : tensor<4xi8>, c = dense_resource<missing> : tensor<2xi8>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      "a b": "0x0400000001020304",
      unused: "0x010000000304",
      zz: "0x100000000102"
    }
  }
#-}

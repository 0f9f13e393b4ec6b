// RUN: not tf-opt %s --split-input-file 2>&1 | filecheck %s
// RUN: not tf-opt %s --split-input-file 2>/dev/null | filecheck %s --check-prefix=TAKEN
// Attributes of LLVM's on arguments and results; those of other names, and on types that LLVM does not have, are taken.

// CHECK: {{.*}}error: "llvm.noalias" attribute attached to non-pointer LLVM type
llvm.func @a(%0: i32 {llvm.noalias}, %1: !llvm.ptr {llvm.byval}) { llvm.return }

// -----

// CHECK: {{.*}}error: "llvm.byval" should be a type attribute
llvm.func @b(%0: !llvm.ptr {llvm.byval = 1 : i32}) { llvm.return }

// -----

// CHECK: {{.*}}error: "llvm.signext" attribute attached to non-integer LLVM type
llvm.func @c(%0: vector<2xi32> {llvm.signext}) { llvm.return }

// -----

// CHECK: {{.*}}error: "llvm.noalias" attribute attached to non-pointer LLVM type
llvm.func @d(%0: vector<2x!llvm.ptr> {llvm.noalias}) { llvm.return }

// -----

// TAKEN: @e
llvm.func @e(%0: i32 {llvm.foo}) { llvm.return }

// -----

// CHECK: {{.*}}error: "llvm.nonnull" attribute attached to non-pointer LLVM type
llvm.func @f(%0: !llvm.array<2 x ptr> {llvm.nonnull}) { llvm.return }

// -----

// TAKEN: @g
llvm.func @g(%0: i32 {llvm.range = 3 : i32}) { llvm.return }

// -----

// CHECK: {{.*}}error: "llvm.inreg" should be a unit attribute
llvm.func @h(%0: i32 {llvm.inreg = 1 : i32}) { llvm.return }

// -----

// TAKEN: @i
llvm.func @i(%0: i32 {llvm.allocptr}) { llvm.return }

// -----

// TAKEN: @j
llvm.func @j(%0: i32 {llvm.swiftself}) { llvm.return }

// -----

// CHECK: {{.*}}error: "llvm.noalias" attribute attached to non-pointer LLVM type
func.func @k(%0: i32 {llvm.noalias}) { return }

// -----

// CHECK: {{.*}}error: "llvm.noalias" attribute attached to non-pointer LLVM type
func.func @l(%0: memref<2xf32> {llvm.noalias}) -> (i32 {llvm.noalias}) { %1 = arith.constant 1 : i32 return %1 : i32}

// -----

// CHECK: {{.*}}error: "llvm.noalias" should be a unit attribute
func.func @m(%0: memref<2xf32> {llvm.noalias = 1 : i32}, %1 : index {llvm.signext}, %2: !llvm.ptr {llvm.sret}) { return}

// -----

// CHECK: {{.*}}error: "llvm.dereferenceable" attribute attached to non-pointer LLVM type
llvm.func @n(%0: i32) -> (i32 {llvm.foo, llvm.dereferenceable = 3 : i64})

// -----

// TAKEN: @o
llvm.func @o(%0: i32) -> (i32 {llvm.range = 3 : i32})

// -----

// CHECK: {{.*}}error: "llvm.nonnull" attribute attached to non-pointer LLVM type
llvm.func @p(%0: i32) -> (i32 {llvm.inreg, llvm.nonnull})

// -----

// CHECK: {{.*}}error: "llvm.elementtype" attribute attached to non-pointer LLVM type
llvm.func @q(%0: f32 {llvm.nofpclass = 1 : i32, llvm.initializes = 1 : i32, llvm.noext, llvm.writable, llvm.dead_on_unwind, llvm.elementtype = i32})

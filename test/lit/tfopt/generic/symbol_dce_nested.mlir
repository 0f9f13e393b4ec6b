// RUN: tf-opt %s --symbol-dce --split-input-file --verify-diagnostics --allow-unregistered-dialect | filecheck %s

// What is nested stays where a path from outside names it. Nobody sees it from beyond the whole module.
// CHECK: module @inner {
// CHECK-NEXT: func.func nested @named
// CHECK-NEXT: func.func @public
// CHECK: func.func private @used
// CHECK-NOT: @unnamed
// CHECK-NOT: @hidden
module {
  module @inner {
    func.func nested @named()
    func.func nested @unnamed()
    func.func @public() {
      call @used() : () -> ()
      return
    }
    func.func private @used()
  }
  func.func nested @hidden()
  "t.user"() {of = [@inner::@named]} : () -> ()
}

// -----

func.func private @maybe()
// expected-error @+1 {{operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses}}
"t.region"() ({
  "t.user"() {of = @maybe} : () -> ()
}) : () -> ()

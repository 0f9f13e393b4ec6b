// RUN: tf-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error@+1 {{'scf.execute_region' op region needs to have at least one block}}
  scf.execute_region {
  }
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'scf.execute_region' op region cannot have any arguments}}
  "scf.execute_region"() ({
  ^bb0(%a: i32):
    scf.yield
  }) : () -> ()
  return
}

// -----

func.func @f(%x: i32) -> i64 {
  // expected-error@+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to Operation scf.execute_region: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  %0 = scf.execute_region -> i64 {
    // expected-note@+1 {{region branch point}}
    scf.yield %x : i32
  }
  return %0 : i64
}

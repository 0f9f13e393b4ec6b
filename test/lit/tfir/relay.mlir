// RUN: tf-opt %s | tf-opt | filecheck %s
// RUN: tf-run %s --device=interpreter --input=i32=3000 | filecheck %s --check-prefix=VALUE

// CHECK: relay.type_def @List["A"] {
// CHECK: relay.constructor @Cons(!relay.var<A>, !relay.adt<@List, !relay.var<A>>)
// CHECK: relay.constructor @Nil()
relay.type_def @List["A"] {
  relay.constructor @Cons(!relay.var<A>, !relay.adt<@List, !relay.var<A>>)
  relay.constructor @Nil()
}
// CHECK: relay.type_def @Foreign["A", "B"] extern
relay.type_def @Foreign["A", "B"] extern

// A call that is followed by something: as many calls are open as the list has elements.
// CHECK: relay.match %arg0 : (!relay.adt<@List, tensor<i32>>) -> tensor<i32>
// CHECK: case [@List::@Cons, "_", "%"](%arg1: !relay.adt<@List, tensor<i32>>) {
// CHECK: case [@List::@Nil]() {
func.func private @length(%xs: !relay.adt<@List, tensor<i32>>) -> tensor<i32> {
  %0 = relay.match %xs : (!relay.adt<@List, tensor<i32>>) -> tensor<i32>
  case [@List::@Cons, "_", "%"](%rest: !relay.adt<@List, tensor<i32>>) {
    %1 = func.call @length(%rest) : (!relay.adt<@List, tensor<i32>>) -> tensor<i32>
    %2 = relay.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %1, %2 : tensor<i32>
    relay.yield %3 : tensor<i32>
  }
  case [@List::@Nil]() {
    %2 = relay.constant dense<0> : tensor<i32>
    relay.yield %2 : tensor<i32>
  }
  return %0 : tensor<i32>
}

func.func private @twice(%f: (!relay.var<A>) -> !relay.var<A>, %x: !relay.var<A>) -> !relay.var<A> {
  %0 = relay.call %f(%x) : (!relay.var<A>) -> !relay.var<A>
  %1 = relay.call %f(%0) : (!relay.var<A>) -> !relay.var<A>
  return %1 : !relay.var<A>
}

// VALUE: i32=3000
// VALUE: i32=7
// VALUE: i32=4
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  // CHECK: relay.fn %arg1(%arg2: tensor<i32>, %arg3: !relay.adt<@List, tensor<i32>>) -> !relay.adt<@List, tensor<i32>> attributes {attrs = {Inline = 1 : i32}} {
  %loop = relay.fn %self(%i: tensor<i32>, %xs: !relay.adt<@List, tensor<i32>>) -> !relay.adt<@List, tensor<i32>> attributes {attrs = {Inline = 1 : i32}} {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    // CHECK: relay.if %{{.*}} : (tensor<i1>) -> !relay.adt<@List, tensor<i32>> {
    %r = relay.if %c : (tensor<i1>) -> !relay.adt<@List, tensor<i32>> {
      %one = relay.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      // CHECK: relay.construct @List::@Cons(%arg2, %arg3) : (tensor<i32>, !relay.adt<@List, tensor<i32>>) -> !relay.adt<@List, tensor<i32>>
      %ys = relay.construct @List::@Cons(%i, %xs) : (tensor<i32>, !relay.adt<@List, tensor<i32>>) -> !relay.adt<@List, tensor<i32>>
      // CHECK: relay.call %arg1(
      %1 = relay.call %self(%j, %ys) : (tensor<i32>, !relay.adt<@List, tensor<i32>>) -> !relay.adt<@List, tensor<i32>>
      relay.yield %1 : !relay.adt<@List, tensor<i32>>
    } else {
      relay.yield %xs : !relay.adt<@List, tensor<i32>>
    }
    relay.yield %r : !relay.adt<@List, tensor<i32>>
  }
  %z = relay.constant dense<0> : tensor<i32>
  %nil = relay.construct @List::@Nil() : () -> !relay.adt<@List, tensor<i32>>
  %l = relay.call %loop(%z, %nil) : (tensor<i32>, !relay.adt<@List, tensor<i32>>) -> !relay.adt<@List, tensor<i32>>
  // CHECK: relay.global @length : (!relay.adt<@List, tensor<i32>>) -> tensor<i32>
  %f = relay.global @length : (!relay.adt<@List, tensor<i32>>) -> tensor<i32>
  %k = relay.call %f(%l) : (!relay.adt<@List, tensor<i32>>) -> tensor<i32>
  // What was read stays what it was.
  %ref = relay.ref_create %z : (tensor<i32>) -> !relay.ref<tensor<i32>>
  %before = relay.ref_read %ref : (!relay.ref<tensor<i32>>) -> tensor<i32>
  %seven = relay.constant dense<7> : tensor<i32>
  %u = relay.ref_write %ref, %seven : (!relay.ref<tensor<i32>>, tensor<i32>) -> tuple<>
  %after = relay.ref_read %ref : (!relay.ref<tensor<i32>>) -> tensor<i32>
  %t = relay.tuple %before, %after : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  // CHECK: relay.tuple_get_item %{{.*}}[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %first = relay.tuple_get_item %t[0] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %second = relay.tuple_get_item %t[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %sum = stablehlo.add %first, %second : tensor<i32>
  %double = relay.fn (%x: tensor<?xi32>) -> tensor<?xi32> {
    %2 = stablehlo.add %x, %x : tensor<?xi32>
    relay.yield %2 : tensor<?xi32>
  }
  %one = relay.constant dense<1> : tensor<1xi32>
  // CHECK: relay.as %{{.*}} : tensor<1xi32> to tensor<?xi32>
  %open = relay.as %one : tensor<1xi32> to tensor<?xi32>
  %twice = relay.global @twice : ((tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %four = relay.call %twice(%double, %open) : ((tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %known = relay.as %four : tensor<?xi32> to tensor<1xi32>
  %scalar = stablehlo.reshape %known : (tensor<1xi32>) -> tensor<i32>
  return %k, %sum, %scalar : tensor<i32>, tensor<i32>, tensor<i32>
}

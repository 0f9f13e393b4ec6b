"""A loop by a frame, the first trip of which takes from a queue what all trips put there: graphs for tests, and what TensorFlow 2.21 (CPU) says of them.

TensorFlow ends with 0 + 1 + 2 where three trips may run at a time. With fewer it waits until its time is over (DeadlineExceededError).
"""

HANDLE = "tensor<*x!tf_type.resource>"
QUEUE = f'%q, %qc = FIFOQueueV2 name("q") {{component_types = [i32], shapes = [#tf_type.shape<>], capacity = 10 : i64}} : () -> ({HANDLE})'
LOOP = """
  %zero, %zeroc = Const name("zero") {{dtype = i32, value = dense<0> : tensor<i32>}} : () -> (tensor<i32>)
  %three, %threec = Const name("three") {{dtype = i32, value = dense<3> : tensor<i32>}} : () -> (tensor<i32>)
  %inside, %insidec = Enter(%q) name("inside") {{T = !tf_type.resource, frame_name = "round", is_constant = true, parallel_iterations = {most} : i64}} : (tensor<*x!tf_type.resource>) -> (tensor<*x!tf_type.resource>)
  %i.e, %i.ec = Enter(%zero) name("i/enter") {{T = i32, frame_name = "round", parallel_iterations = {most} : i64}} : (tensor<i32>) -> (tensor<i32>)
  %m.e, %m.ec = Enter(%three) name("m/enter") {{T = i32, frame_name = "round", parallel_iterations = {most} : i64}} : (tensor<i32>) -> (tensor<i32>)
  %s.e, %s.ec = Enter(%zero) name("s/enter") {{T = i32, frame_name = "round", parallel_iterations = {most} : i64}} : (tensor<i32>) -> (tensor<i32>)
  %i, %i.at, %i.c = Merge(%i.e, %i.next) name("i") {{N = 2 : i64, T = i32}} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %m, %m.at, %m.c = Merge(%m.e, %m.next) name("m") {{N = 2 : i64, T = i32}} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %s, %s.at, %s.c = Merge(%s.e, %s.next) name("s") {{N = 2 : i64, T = i32}} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %trips, %tripsc = Const [%i.c] name("trips") {{dtype = i32, value = dense<3> : tensor<i32>}} : () -> (tensor<i32>)
  %less, %lessc = Less(%i, %trips) name("less") {{T = i32}} : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
  %going, %goingc = LoopCond(%less) name("going") : (tensor<i1>) -> (tensor<i1>)
  %i.no, %i.yes, %i.sc = Switch(%i, %going) name("i/switch") {{T = i32}} : (tensor<i32>, tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %m.no, %m.yes, %m.sc = Switch(%m, %going) name("m/switch") {{T = i32}} : (tensor<i32>, tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %s.no, %s.yes, %s.sc = Switch(%s, %going) name("s/switch") {{T = i32}} : (tensor<i32>, tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %here, %herec = Identity(%i.yes) name("here") {{T = i32}} : (tensor<i32>) -> (tensor<i32>)
  %one, %onec = Const [%herec] name("one") {{dtype = i32, value = dense<1> : tensor<i32>}} : () -> (tensor<i32>)
  %none, %nonec = Const [%herec] name("none") {{dtype = i32, value = dense<0> : tensor<i32>}} : () -> (tensor<i32>)
  %following, %followingc = AddV2(%here, %one) name("following") {{T = i32}} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %put = QueueEnqueueV2(%inside, %here) name("put") {{Tcomponents = [i32]}} : tensor<*x!tf_type.resource>, tensor<i32>
  %taken, %takenc = QueueDequeueManyV2(%inside, %m.yes) name("taken") {{component_types = [i32]}} : (tensor<*x!tf_type.resource>, tensor<i32>) -> (tensor<?xi32>)
  %sum, %sumc = Sum(%taken, %none) name("sum") {{T = i32, Tidx = i32, keep_dims = false}} : (tensor<?xi32>, tensor<i32>) -> (tensor<i32>)
  %total, %totalc = AddV2(%s.yes, %sum) name("total") {{T = i32}} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %i.next, %i.nc = NextIteration(%following) [%put] name("i/next") {{T = i32}} : (tensor<i32>) -> (tensor<i32>)
  %m.next, %m.nc = NextIteration(%none) name("m/next") {{T = i32}} : (tensor<i32>) -> (tensor<i32>)
  %s.next, %s.nc = NextIteration(%total) name("s/next") {{T = i32}} : (tensor<i32>) -> (tensor<i32>)
  %exit, %exitc = Exit(%s.no) name("exit") {{T = i32}} : (tensor<i32>) -> (tensor<i32>)"""
VERSION = "#tf_type.version<producer = 1087, min_consumer = 12>"


def loop_that_waits(most: int) -> str:
    """A graph of which `exit` is to be fetched, with so many iterations at a time."""
    return f"tfg.graph {VERSION} {{\n  {QUEUE}{LOOP.format(most=most)}\n}}\n"


def function_that_waits(most: int) -> str:
    """The same, but for trips that take alone: in a function, and what it takes is put by the graph that calls it."""
    lines = [line for line in LOOP.format(most=most).splitlines() if "%put = " not in line]
    body = "\n".join(lines).replace(" [%put]", "")
    return f"""module {{
tfg.graph {VERSION} {{
  {QUEUE}
  %call, %callc = StatefulPartitionedCall(%q) name("call") {{Tin = [!tf_type.resource], Tout = [i32], f = #tf_type.func<@taking, {{}}>, config = "", config_proto = "", executor_type = ""}} : ({HANDLE}) -> (tensor<i32>)
  %many, %manyc = Const name("many") {{dtype = i32, value = dense<[4, 5, 6]> : tensor<3xi32>}} : () -> (tensor<3xi32>)
  %puts = QueueEnqueueManyV2(%q, %many) name("puts") {{Tcomponents = [i32]}} : {HANDLE}, tensor<3xi32>
}}
tfg.func @taking(%q: {HANDLE} {{tfg.name = "q"}})
     -> (tensor<i32> {{tfg.name = "out"}})
 attributes {{is_stateful}} {{{body}
  return(%exit) : tensor<i32>
}}
}}
"""


def loop_that_takes_once_more() -> str:
    """A take that no value of a trip goes to: it is done in the last turn too, in which the condition is false. `puts` puts six elements in, `size`
    tells how many there are."""
    more = f"""
  %many, %manyc = Const name("many") {{dtype = i32, value = dense<7> : tensor<6xi32>}} : () -> (tensor<6xi32>)
  %puts = QueueEnqueueManyV2(%q, %many) name("puts") {{Tcomponents = [i32]}} : {HANDLE}, tensor<6xi32>
  %size, %sizec = QueueSizeV2(%q) name("size") : ({HANDLE}) -> (tensor<i32>)
  %extra, %extrac = QueueDequeueV2(%inside) name("extra") {{component_types = [i32]}} : ({HANDLE}) -> (tensor<i32>)
}}
"""
    return loop_that_waits(10).replace("NextIteration(%none)", "NextIteration(%none) [%extrac]").replace("\n}\n", more)


def loop_fed_by_what_leaves_it() -> str:
    """The trips put nothing. What is put stands behind the Exit of the counter, which is alive while the first trip still waits."""
    more = f"""
  %many, %manyc = Const name("many") {{dtype = i32, value = dense<7> : tensor<3xi32>}} : () -> (tensor<3xi32>)
  %count, %countc = Exit(%i.no) name("count") {{T = i32}} : (tensor<i32>) -> (tensor<i32>)
  %all, %allc = AddV2(%many, %count) name("all") {{T = i32}} : (tensor<3xi32>, tensor<i32>) -> (tensor<3xi32>)
  %puts = QueueEnqueueManyV2(%q, %all) name("puts") {{Tcomponents = [i32]}} : {HANDLE}, tensor<3xi32>
}}
"""
    lines = [line for line in loop_that_waits(10).splitlines() if "%put = " not in line]
    return ("\n".join(lines) + "\n").replace(" [%put]", "").replace("\n}\n", more)


def loop_in_a_branch(is_taken: bool) -> str:
    """What leaves the loop, or -1 where its branch is not taken: `chosen`. Behind it `size` tells how many elements there are."""
    more = f"""
  %p, %pc = Const name("p") {{dtype = i1, value = dense<{str(is_taken).lower()}> : tensor<i1>}} : () -> (tensor<i1>)
  %zero.no, %zero.yes, %zero.sc = Switch(%zero, %p) name("zero/switch") {{T = i32}} : (tensor<i32>, tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %three.no, %three.yes, %three.sc = Switch(%three, %p) name("three/switch") {{T = i32}} : (tensor<i32>, tensor<i1>) -> (tensor<i32>, tensor<i32>)
  %q.no, %q.yes, %q.sc = Switch(%q, %p) name("q/switch") {{T = !tf_type.resource}} : ({HANDLE}, tensor<i1>) -> ({HANDLE}, {HANDLE})
  %less.than, %less.thanc = Sub(%zero.no, %minus) name("else") {{T = i32}} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
  %minus, %minusc = Const name("minus") {{dtype = i32, value = dense<1> : tensor<i32>}} : () -> (tensor<i32>)
  %chosen, %chosen.at, %chosenc = Merge(%less.than, %exit) name("chosen") {{N = 2 : i64, T = i32}} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %size, %sizec = QueueSizeV2(%q) name("size") : ({HANDLE}) -> (tensor<i32>)
}}
"""
    text = (
        loop_that_waits(10).replace("\n}\n", more).replace("Enter(%zero)", "Enter(%zero.yes)").replace("Enter(%three)", "Enter(%three.yes)")
    )
    return text.replace("Enter(%q)", "Enter(%q.yes)")

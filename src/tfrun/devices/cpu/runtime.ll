; Runs commands one after the other, on several threads at once: each takes its share of the workgroups of a dispatch, and waits for the others
; behind it, unless the command is one that the first thread alone runs, and the next one is too. Commands have 48 bytes: { i32 kind, i32 number,
; ptr, ptr, ptr, i64 length, i64 is followed at once }; `commands.py` writes them.
%command = type { i32, i32, ptr, ptr, ptr, i64, i64 }

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @sched_yield()

; All threads meet: `barrier` counts arrivals of a run, which begins at 0, and all have arrived when there are `%target`, with wraparound.
define internal void @meet(ptr %barrier, i32 %threads, i32 %target) {
entry:
  %alone = icmp eq i32 %threads, 1
  br i1 %alone, label %done, label %together
together:
  %before = atomicrmw add ptr %barrier, i32 1 acq_rel
  br label %wait
wait:
  %spins = phi i32 [ 0, %together ], [ %more, %again ], [ 0, %yield ]
  %now = load atomic i32, ptr %barrier acquire, align 4
  %missing = sub i32 %now, %target
  %too_few = icmp slt i32 %missing, 0
  br i1 %too_few, label %look, label %done
look:
  %more = add i32 %spins, 1
  %many = icmp eq i32 %more, 20000
  br i1 %many, label %yield, label %again
again:
  br label %wait
yield:
  call i32 @sched_yield()
  br label %wait
done:
  ret void
}

; From command `at` on, until one says stop.
define void @tfir.run(ptr %commands, i32 %start, i32 %thread, i32 %threads, ptr %barrier) {
entry:
  %first_thread = icmp eq i32 %thread, 0
  br label %next
next:
  %at = phi i32 [ %start, %entry ], [ %following, %advance ]
  %arrivals = phi i32 [ 0, %entry ], [ %arrivals_then, %advance ]
  %command = getelementptr %command, ptr %commands, i32 %at
  %kind = load i32, ptr %command, align 4
  %number_at = getelementptr %command, ptr %command, i32 0, i32 1
  %number = load i32, ptr %number_at, align 4
  %a_at = getelementptr %command, ptr %command, i32 0, i32 2
  %a = load ptr, ptr %a_at, align 8
  %b_at = getelementptr %command, ptr %command, i32 0, i32 3
  %b = load ptr, ptr %b_at, align 8
  %c_at = getelementptr %command, ptr %command, i32 0, i32 4
  %c = load ptr, ptr %c_at, align 8
  %length_at = getelementptr %command, ptr %command, i32 0, i32 5
  %length = load i64, ptr %length_at, align 8
  %behind = add i32 %at, 1
  %arrivals_here = add i32 %arrivals, %threads
  switch i32 %kind, label %stop [ i32 1, label %dispatch
                                  i32 2, label %copy
                                  i32 3, label %fill
                                  i32 4, label %jump
                                  i32 5, label %branch ]
dispatch:
  %count = trunc i64 %length to i32
  %whole = udiv i32 %count, %threads
  %rest = urem i32 %count, %threads
  %plain = mul i32 %whole, %thread
  %extra = call i32 @llvm.umin.i32(i32 %rest, i32 %thread)
  %from = add i32 %plain, %extra
  %has_more = icmp ult i32 %thread, %rest
  %one = zext i1 %has_more to i32
  %share = add i32 %whole, %one
  %to = add i32 %from, %share
  call void %a(ptr %b, ptr %c, i32 %from, i32 %to)
  br label %met
copy:
  br i1 %first_thread, label %do_copy, label %met
do_copy:
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %a, i64 %length, i1 false)
  br label %met
fill:
  br i1 %first_thread, label %filling, label %met
filling:
  %place = phi i64 [ 0, %fill ], [ %place_behind, %one_more ]
  %inside = icmp ult i64 %place, %length
  br i1 %inside, label %one_more, label %met
one_more:
  %element = getelementptr i8, ptr %a, i64 %place
  store i32 %number, ptr %element, align 1
  %place_behind = add i64 %place, 4
  br label %filling
met:
  %at_once_at = getelementptr %command, ptr %command, i32 0, i32 6
  %at_once = load i64, ptr %at_once_at, align 8
  %waits = icmp eq i64 %at_once, 0
  br i1 %waits, label %meeting, label %advance
meeting:
  call void @meet(ptr %barrier, i32 %threads, i32 %arrivals_here)
  br label %advance
jump:
  br label %advance
branch:
  %truth = load i8, ptr %a, align 1
  %holds = icmp ne i8 %truth, 0
  %chosen = select i1 %holds, i32 %behind, i32 %number
  call void @meet(ptr %barrier, i32 %threads, i32 %arrivals_here)
  br label %advance
advance:
  %following = phi i32 [ %behind, %met ], [ %behind, %meeting ], [ %number, %jump ], [ %chosen, %branch ]
  %arrivals_then = phi i32 [ %arrivals, %met ], [ %arrivals_here, %meeting ], [ %arrivals, %jump ], [ %arrivals_here, %branch ]
  br label %next
stop:
  ret void
}

declare i32 @llvm.umin.i32(i32, i32)

; The values of hexadecimal digits; what is none sets the highest bit.
define internal <16 x i8> @digits(<16 x i8> %characters) alwaysinline {
  %number = sub <16 x i8> %characters, splat (i8 48)
  %is_number = icmp ult <16 x i8> %number, splat (i8 10)
  %lower = or <16 x i8> %characters, splat (i8 32)
  %letter = sub <16 x i8> %lower, splat (i8 97)
  %is_letter = icmp ult <16 x i8> %letter, splat (i8 6)
  %of_letter = add <16 x i8> %letter, splat (i8 10)
  %else = select <16 x i1> %is_letter, <16 x i8> %of_letter, <16 x i8> splat (i8 -128)
  %value = select <16 x i1> %is_number, <16 x i8> %number, <16 x i8> %else
  ret <16 x i8> %value
}

; Writes the bytes that pairs of hexadecimal digits stand for, of which there are 16 or more; the last ones once more with those before them.
; Gives 0, or another number where something is no digit.
define i32 @tfir.decode(ptr noalias %digits, ptr noalias %bytes, i64 %count) {
entry:
  %last = sub i64 %count, 16
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %place, %loop ]
  %bad = phi <16 x i8> [ zeroinitializer, %entry ], [ %worse, %loop ]
  %first = shl i64 %at, 1
  %from = getelementptr i8, ptr %digits, i64 %first
  %characters = load <32 x i8>, ptr %from, align 1
  %high_characters = shufflevector <32 x i8> %characters, <32 x i8> poison, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %low_characters = shufflevector <32 x i8> %characters, <32 x i8> poison, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %high = call <16 x i8> @digits(<16 x i8> %high_characters)
  %low = call <16 x i8> @digits(<16 x i8> %low_characters)
  %shifted = shl <16 x i8> %high, splat (i8 4)
  %both = or <16 x i8> %shifted, %low
  %to = getelementptr i8, ptr %bytes, i64 %at
  store <16 x i8> %both, ptr %to, align 1
  %beyond = or <16 x i8> %high, %low
  %worse = or <16 x i8> %bad, %beyond
  %next = add i64 %at, 16
  %is_last = icmp eq i64 %at, %last
  %place = call i64 @llvm.umin.i64(i64 %next, i64 %last)
  br i1 %is_last, label %done, label %loop
done:
  %most = call i8 @llvm.vector.reduce.or.v16i8(<16 x i8> %worse)
  %refused = and i8 %most, -128
  %result = zext i8 %refused to i32
  ret i32 %result
}

declare i8 @llvm.vector.reduce.or.v16i8(<16 x i8>)
declare i64 @llvm.umin.i64(i64, i64)

; What LLVM calls to round a double to a half, which processors have no instruction for: by way of a float that is odd where it is not exact,
; so that the second rounding decides as the first would have.
define half @__truncdfhf2(double %number) {
  %near = fptrunc double %number to float
  %back = fpext float %near to double
  %is_off = fcmp one double %back, %number
  %size = call double @llvm.fabs.f64(double %number)
  %size_back = call double @llvm.fabs.f64(double %back)
  %is_beyond = fcmp ogt double %size_back, %size
  %bits = bitcast float %near to i32
  %before = sub i32 %bits, 1
  %toward_zero = select i1 %is_beyond, i32 %before, i32 %bits
  %odd = or i32 %toward_zero, 1
  %chosen = select i1 %is_off, i32 %odd, i32 %bits
  %float = bitcast i32 %chosen to float
  %half = fptrunc float %float to half
  ret half %half
}

declare double @llvm.fabs.f64(double)

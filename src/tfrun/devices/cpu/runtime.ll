; Runs commands one after the other. The thread that calls walks through them; of a dispatch that is worth it, which says so by a number of chunks for
; each thread, others take chunks of the workgroups, it from the first on, they from the last. A thread that comes late finds none left, and is not
; waited for. Commands have 48 bytes: { i32 kind, i32 number, ptr, ptr, ptr, i64 length, i32 chunks, i32 lines }; `commands.py` writes them. How a
; thread pauses, sleeps and is woken is the system's: `waiting.py`.
%command = type { i32, i32, ptr, ptr, ptr, i64, i32, i32 }

; Workgroups may stand in lines that read the same rows of memory: then a chunk is the same part of each line. It has as many workgroups of one as the
; command's number says, since each line reads something else from a far cache, and parts are alike; else all workgroups are one line.

; What threads have in common, in lines of the cache of their own. `ticket` says which chunks of a dispatch are left: the number of the dispatch
; in its upper half, on which threads wait, below it, in 16 bits each, where those that are left end and where they begin. `done` counts chunks of others.
;              ticket, sleepers, are told to end, command, chunks, lines, ..., done, sleepers
%pool = type { i64, i32, i32, ptr, i32, i32, [96 x i8], i32, i32 }

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)

; Waits until a counter is as far as `%target`, with wraparound: for some tens of microseconds by looking again and again, then asleep.
define internal void @await(ptr %counter, ptr %sleepers, i32 %target) {
entry:
  br label %look
look:
  %looks = phi i32 [ 0, %entry ], [ %more, %pause ], [ 0, %woken ]
  %now = load atomic i32, ptr %counter acquire, align 4
  %missing = sub i32 %target, %now
  %is_there = icmp sle i32 %missing, 0
  br i1 %is_there, label %done, label %wait
wait:
  %more = add i32 %looks, 1
  %is_long = icmp ugt i32 %looks, 1500
  br i1 %is_long, label %tired, label %pause
pause:
  call void @tfir.pause()
  br label %look
tired:
  %others = atomicrmw add ptr %sleepers, i32 1 seq_cst
  %then = load atomic i32, ptr %counter seq_cst, align 4
  %is_same = icmp eq i32 %then, %now
  br i1 %is_same, label %sleep, label %woken
sleep:
  call void @tfir.sleep(ptr %counter, i32 %now)
  br label %woken
woken:
  %before = atomicrmw sub ptr %sleepers, i32 1 seq_cst
  br label %look
done:
  ret void
}

; Wakes those who wait for a counter that was just changed.
define internal void @wake(ptr %counter, ptr %sleepers) {
  %asleep = load atomic i32, ptr %sleepers seq_cst, align 4
  %is_none = icmp eq i32 %asleep, 0
  br i1 %is_none, label %done, label %waking
waking:
  call void @tfir.wake(ptr %counter)
  br label %done
done:
  ret void
}

; Workgroups of a chunk, of which there are so many, by the kernel of a command, which stand in so many lines.
define internal void @chunk(ptr %command, i32 %number, i32 %chunks, i32 %lines) {
entry:
  %kernel_at = getelementptr %command, ptr %command, i32 0, i32 2
  %kernel = load ptr, ptr %kernel_at, align 8
  %places_at = getelementptr %command, ptr %command, i32 0, i32 3
  %places = load ptr, ptr %places_at, align 8
  %sizes_at = getelementptr %command, ptr %command, i32 0, i32 4
  %sizes = load ptr, ptr %sizes_at, align 8
  %length_at = getelementptr %command, ptr %command, i32 0, i32 5
  %length = load i64, ptr %length_at, align 8
  %all = trunc i64 %length to i32
  %count = udiv i32 %all, %lines
  %whole = udiv i32 %count, %chunks
  %rest = urem i32 %count, %chunks
  %plain = mul i32 %whole, %number
  %extra = call i32 @llvm.umin.i32(i32 %rest, i32 %number)
  %from = add i32 %plain, %extra
  %has_more = icmp ult i32 %number, %rest
  %one = zext i1 %has_more to i32
  %share = add i32 %whole, %one
  br label %line
line:
  %begin = phi i32 [ %from, %entry ], [ %next, %line ]
  %end = add i32 %begin, %share
  call void %kernel(ptr %places, ptr %sizes, i32 %begin, i32 %end)
  %next = add i32 %begin, %count
  %is_inside = icmp ult i32 %next, %all
  br i1 %is_inside, label %line, label %done
done:
  ret void
}

; Takes a chunk of the current dispatch, the first that is left or the last; gives its number, or -1 where none is left.
define internal i32 @take(ptr %pool, i1 %first) {
entry:
  %shown = load atomic i64, ptr %pool acquire, align 8
  br label %look
look:
  %ticket = phi i64 [ %shown, %entry ], [ %changed, %try ]
  %half = lshr i64 %ticket, 16
  %begin = and i64 %ticket, 65535
  %end = and i64 %half, 65535
  %is_left = icmp ult i64 %begin, %end
  br i1 %is_left, label %try, label %none
try:
  %without_first = add i64 %ticket, 1
  %without_last = sub i64 %ticket, 65536
  %less = select i1 %first, i64 %without_first, i64 %without_last
  %exchange = cmpxchg ptr %pool, i64 %ticket, i64 %less seq_cst seq_cst
  %changed = extractvalue { i64, i1 } %exchange, 0
  %is_taken = extractvalue { i64, i1 } %exchange, 1
  br i1 %is_taken, label %taken, label %look
taken:
  %last = sub i64 %end, 1
  %number = select i1 %first, i64 %begin, i64 %last
  %result = trunc i64 %number to i32
  ret i32 %result
none:
  ret i32 -1
}

; Shows a ticket of the next dispatch, with chunks from the second to the last.
define internal void @show(ptr %pool, i32 %chunks) {
  %sleepers = getelementptr %pool, ptr %pool, i32 0, i32 1
  %ticket = load i64, ptr %pool, align 8
  %number = lshr i64 %ticket, 32
  %next = add i64 %number, 1
  %upper = shl i64 %next, 32
  %wide = zext i32 %chunks to i64
  %end = shl i64 %wide, 16
  %above = or i64 %upper, %end
  %new = or i64 %above, 1
  %old = atomicrmw xchg ptr %pool, i64 %new seq_cst
  %counter = getelementptr i8, ptr %pool, i64 4
  call void @wake(ptr %counter, ptr %sleepers)
  ret void
}

; A dispatch by all threads, of which this one is the first.
define internal void @share(ptr %command, i32 %chunks, i32 %lines, ptr %pool) {
entry:
  %done_at = getelementptr %pool, ptr %pool, i32 0, i32 7
  %sleepers = getelementptr %pool, ptr %pool, i32 0, i32 8
  %command_at = getelementptr %pool, ptr %pool, i32 0, i32 3
  %chunks_at = getelementptr %pool, ptr %pool, i32 0, i32 4
  %done = load atomic i32, ptr %done_at acquire, align 4
  %all = add i32 %done, %chunks
  store ptr %command, ptr %command_at, align 8
  store i32 %chunks, ptr %chunks_at, align 4
  %lines_at = getelementptr %pool, ptr %pool, i32 0, i32 5
  store i32 %lines, ptr %lines_at, align 4
  call void @show(ptr %pool, i32 %chunks)
  br label %work
work:
  %number = phi i32 [ 0, %entry ], [ %next, %work ]
  %target = phi i32 [ %all, %entry ], [ %fewer, %work ]
  call void @chunk(ptr %command, i32 %number, i32 %chunks, i32 %lines)
  %fewer = sub i32 %target, 1
  %next = call i32 @take(ptr %pool, i1 true)
  %is_none = icmp eq i32 %next, -1
  br i1 %is_none, label %finish, label %work
finish:
  call void @await(ptr %done_at, ptr %sleepers, i32 %fewer)
  ret void
}

; What other threads do until they are told to end.
define void @tfir.work(ptr %pool) {
entry:
  %counter = getelementptr i8, ptr %pool, i64 4
  %sleepers = getelementptr %pool, ptr %pool, i32 0, i32 1
  %end_at = getelementptr %pool, ptr %pool, i32 0, i32 2
  %command_at = getelementptr %pool, ptr %pool, i32 0, i32 3
  %chunks_at = getelementptr %pool, ptr %pool, i32 0, i32 4
  %lines_at = getelementptr %pool, ptr %pool, i32 0, i32 5
  %done_at = getelementptr %pool, ptr %pool, i32 0, i32 7
  %waiting_at = getelementptr %pool, ptr %pool, i32 0, i32 8
  br label %next
next:
  %shown = load atomic i32, ptr %counter acquire, align 4
  %number = call i32 @take(ptr %pool, i1 false)
  %is_none = icmp eq i32 %number, -1
  br i1 %is_none, label %idle, label %work
work:
  %command = load ptr, ptr %command_at, align 8
  %chunks = load i32, ptr %chunks_at, align 4
  %lines = load i32, ptr %lines_at, align 4
  call void @chunk(ptr %command, i32 %number, i32 %chunks, i32 %lines)
  %before = atomicrmw add ptr %done_at, i32 1 seq_cst
  call void @wake(ptr %done_at, ptr %waiting_at)
  br label %next
idle:
  %end = load atomic i32, ptr %end_at acquire, align 4
  %goes_on = icmp eq i32 %end, 0
  br i1 %goes_on, label %wait, label %done
wait:
  %following = add i32 %shown, 1
  call void @await(ptr %counter, ptr %sleepers, i32 %following)
  br label %next
done:
  ret void
}

; Tells the other threads to end.
define void @tfir.end(ptr %pool) {
  %end_at = getelementptr %pool, ptr %pool, i32 0, i32 2
  store atomic i32 1, ptr %end_at release, align 4
  call void @show(ptr %pool, i32 0)
  ret void
}

; From the first command on, until one says stop, as one of so many threads.
define void @tfir.run(ptr %commands, i32 %threads, ptr %pool) {
entry:
  %is_alone = icmp eq i32 %threads, 1
  br label %next
next:
  %at = phi i32 [ 0, %entry ], [ %following, %advance ]
  %command = getelementptr %command, ptr %commands, i32 %at
  %kind = load i32, ptr %command, align 4
  %number_at = getelementptr %command, ptr %command, i32 0, i32 1
  %number = load i32, ptr %number_at, align 4
  %a_at = getelementptr %command, ptr %command, i32 0, i32 2
  %a = load ptr, ptr %a_at, align 8
  %b_at = getelementptr %command, ptr %command, i32 0, i32 3
  %b = load ptr, ptr %b_at, align 8
  %length_at = getelementptr %command, ptr %command, i32 0, i32 5
  %length = load i64, ptr %length_at, align 8
  %behind = add i32 %at, 1
  switch i32 %kind, label %stop [ i32 1, label %dispatch
                                  i32 2, label %copy
                                  i32 3, label %fill
                                  i32 4, label %advance
                                  i32 5, label %branch ]
dispatch:
  %chunks_at = getelementptr %command, ptr %command, i32 0, i32 6
  %each = load i32, ptr %chunks_at, align 8
  %is_little = icmp eq i32 %each, 0
  %by_one = or i1 %is_alone, %is_little
  br i1 %by_one, label %whole, label %shared
whole:
  call void @chunk(ptr %command, i32 0, i32 1, i32 1)
  br label %advance
shared:
  %lines_at = getelementptr %command, ptr %command, i32 0, i32 7
  %lines = load i32, ptr %lines_at, align 4
  %all = trunc i64 %length to i32
  %count = udiv i32 %all, %lines
  %of_thread = udiv i32 %count, %threads  ; of a line
  %long_least = mul i32 %number, 3
  %long = udiv i32 %of_thread, %long_least
  %some = call i32 @llvm.umin.i32(i32 %long, i32 %each)
  %of_line = call i32 @llvm.umax.i32(i32 %some, i32 1)
  %parts = mul i32 %threads, %of_line
  %size = udiv i32 %count, %parts  ; of the least of them
  %left = urem i32 %count, %parts
  %is_even = icmp eq i32 %left, 0
  %gap = sub i32 %parts, %left  ; workgroups that smaller parts have less than larger ones
  %more_gap = shl i32 %gap, 4
  %is_small_gap = icmp ule i32 %more_gap, %count
  %are_alike = or i1 %is_even, %is_small_gap
  %are_several = icmp uge i32 %size, %number
  %are_good = and i1 %are_alike, %are_several
  %wished = mul i32 %threads, %each
  %had = call i32 @llvm.umin.i32(i32 %wished, i32 %all)
  %most = call i32 @llvm.umin.i32(i32 %had, i32 65535)
  %has_lines = icmp ugt i32 %lines, 1
  %by_lines = and i1 %has_lines, %are_good
  %chunks = select i1 %by_lines, i32 %parts, i32 %most
  %used = select i1 %by_lines, i32 %lines, i32 1
  call void @share(ptr %command, i32 %chunks, i32 %used, ptr %pool)
  br label %advance
copy:
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %a, i64 %length, i1 false)
  br label %advance
fill:
  %place = phi i64 [ 0, %next ], [ %place_behind, %one_more ]
  %inside = icmp ult i64 %place, %length
  br i1 %inside, label %one_more, label %advance
one_more:
  %element = getelementptr i8, ptr %a, i64 %place
  store i32 %number, ptr %element, align 1
  %place_behind = add i64 %place, 4
  br label %fill
branch:
  %truth = load i8, ptr %a, align 1
  %holds = icmp ne i8 %truth, 0
  %chosen = select i1 %holds, i32 %behind, i32 %number
  br label %advance
advance:
  %following = phi i32 [ %behind, %whole ], [ %behind, %shared ], [ %behind, %copy ], [ %behind, %fill ], [ %number, %next ], [ %chosen, %branch ]
  br label %next
stop:
  ret void
}

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

; Runs commands one after the other, on several threads at once: each takes its share of the workgroups of a dispatch, and waits for the others
; behind it. Commands have 48 bytes: { i32 kind, i32 number, ptr, ptr, ptr, i64, i64 }; `commands.py` writes them.
%command = type { i32, i32, ptr, ptr, ptr, i64, i64 }

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @sched_yield()

; All threads meet: the last one opens the next round. `barrier` is { i32 arrived, i32 round }.
define internal void @meet(ptr %barrier, i32 %threads) {
entry:
  %alone = icmp eq i32 %threads, 1
  br i1 %alone, label %done, label %together
together:
  %round_at = getelementptr i32, ptr %barrier, i32 1
  %round = load atomic i32, ptr %round_at acquire, align 4
  %before = atomicrmw add ptr %barrier, i32 1 acq_rel
  %arrived = add i32 %before, 1
  %last = icmp eq i32 %arrived, %threads
  br i1 %last, label %open, label %wait
open:
  store atomic i32 0, ptr %barrier monotonic, align 4
  %next = add i32 %round, 1
  store atomic i32 %next, ptr %round_at release, align 4
  br label %done
wait:
  %spins = phi i32 [ 0, %together ], [ %more, %again ], [ 0, %yield ]
  %now = load atomic i32, ptr %round_at acquire, align 4
  %same = icmp eq i32 %now, %round
  br i1 %same, label %look, label %done
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
define void @run(ptr %commands, i32 %start, i32 %thread, i32 %threads, ptr %barrier) {
entry:
  %first_thread = icmp eq i32 %thread, 0
  br label %next
next:
  %at = phi i32 [ %start, %entry ], [ %following, %advance ]
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
  call void @meet(ptr %barrier, i32 %threads)
  br label %advance
jump:
  br label %advance
branch:
  %truth = load i8, ptr %a, align 1
  %holds = icmp ne i8 %truth, 0
  %chosen = select i1 %holds, i32 %behind, i32 %number
  call void @meet(ptr %barrier, i32 %threads)
  br label %advance
advance:
  %following = phi i32 [ %behind, %met ], [ %number, %jump ], [ %chosen, %branch ]
  br label %next
stop:
  ret void
}

declare i32 @llvm.umin.i32(i32, i32)

; The value of a hexadecimal digit; what is none sets all bits of the result.
define internal i32 @digit(i8 %character) alwaysinline {
  %number = sub i8 %character, 48
  %is_number = icmp ult i8 %number, 10
  %lower = or i8 %character, 32
  %letter = sub i8 %lower, 97
  %is_letter = icmp ult i8 %letter, 6
  %of_letter = add i8 %letter, 10
  %wide_number = zext i8 %number to i32
  %wide_letter = zext i8 %of_letter to i32
  %else = select i1 %is_letter, i32 %wide_letter, i32 -1
  %value = select i1 %is_number, i32 %wide_number, i32 %else
  ret i32 %value
}

; Writes the bytes that pairs of hexadecimal digits stand for; gives 0, or another number where something is no digit.
define i32 @decode(ptr noalias %digits, ptr noalias %bytes, i64 %count) {
entry:
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %loop ]
  %bad = phi i32 [ 0, %entry ], [ %worse, %loop ]
  %first = shl i64 %at, 1
  %second = or i64 %first, 1
  %high_at = getelementptr i8, ptr %digits, i64 %first
  %low_at = getelementptr i8, ptr %digits, i64 %second
  %high_character = load i8, ptr %high_at, align 1
  %low_character = load i8, ptr %low_at, align 1
  %high = call i32 @digit(i8 %high_character)
  %low = call i32 @digit(i8 %low_character)
  %shifted = shl i32 %high, 4
  %both = or i32 %shifted, %low
  %byte = trunc i32 %both to i8
  %place = getelementptr i8, ptr %bytes, i64 %at
  store i8 %byte, ptr %place, align 1
  %beyond = and i32 %both, -256
  %worse = or i32 %bad, %beyond
  %next = add i64 %at, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  %result = phi i32 [ 0, %entry ], [ %worse, %loop ]
  ret i32 %result
}

info cuda kernels
info barriers
info registers
info frame
info locals
backtrace
x/4x 0x10
finish
until
cuda thread 1
break shapes if threadIdx.x == 40
info breakpoints
run
info breakpoints
info cuda clusters
info cuda blocks
info cuda lanes
info cuda threads
info cuda kernels
info cuda contexts
info cuda managed
info cuda line
info cuda launch trace
info cuda nothing
info cuda
info threads
info stack
info source
info history
delete 1
break 51
continue
info barriers
info registers %r1 %p1
info registers nothing
print $nothing
print %laneid
print %lanemask_eq
print %lanemask_lt
print %lanemask_le
print %lanemask_gt
print %lanemask_ge
print %tid.x
print %smid
print threadIdx
print blockIdx.x
print gridDim
cuda
cuda kernel block thread
cuda device sm warp lane grid
cuda lane 5
cuda thread 33
cuda thread (34)
cuda thread (34,0,0)
cuda thread (99,0,0)
cuda thread (34
cuda block 1 thread 0
cuda block 9
cuda warp 0
cuda sm 0 warp 1 lane 3
cuda sm 99
cuda kernel 0
cuda kernel 7
cuda grid 1
cuda grid 8
cuda device 0
cuda device 3
cuda nothing
print part[3]
print &part[3]
print s.wide
x/2fw part
lanes n
lanes
frame 0
frame 5
frame nothing
up
down
backtrace 1
bt -1
tbreak +2
break -1
break *$pc
break
break 9999
break look if nothing
break *1
break look if s.sides == 3
condition 1 n == 36
condition 3 threadIdx.x == 2
condition 3
condition 99 1
condition
condition 3 (
ignore 3 2
ignore 3 1
ignore 3 0
ignore 99 1
ignore 3
ignore
disable 3.1
disable 3.9
enable 3.1
disable breakpoints 3
enable 3
disable 3 4-5
enable
info breakpoints
clear shapes.cu:51
clear nothing
clear 56
delete breakpoints 3-9
delete 99
delete x
info breakpoints
watch n
watch s.wide
rwatch n
awatch s.sides
watch s
watch 1 + 1
watch -l n
watch part[40] if part[40] > 1
watch nothing
info watchpoints
continue
continue
delete
tbreak look
continue
info frame
backtrace
up
info locals
down
goto +5
goto 1
goto begin
goto -3
frame 1x
up nothing
goto 99999999
goto end
goto x
goto
reverse-step
reverse-next 2
reverse-stepi
reverse-finish
reverse-continue
step 3
stepi 2
nexti
next nothing
step -1
advance 56
advance
advance nothing
until 56
until
continue nothing
set cuda break_on_launch application
show cuda
set cuda break_on_exit on
set cuda nothing
set listsize 4
show listsize
list 30
set scheduler-locking step
show scheduler-locking
set scheduler-locking nothing
set nothing
show nothing
display n
display/x n
display/i $pc
display nothing
info display
next
undisplay 1
undisplay 9
undisplay
tbreak twice
commands
silent
end
continue
help
help break
help nothing
inspect n
finish
finish
continue
continue

set cuda break_on_launch application
show cuda
show cuda break_on_launch
show print
show listsize
show nothing
show version
show
set
set nothing on
set confirm off
set print
set print nothing 1
set print pretty on
show print
set print pretty off
set listsize 4
set listsize 0
set listsize unlimited
set listsize 5
set scheduler-locking
set scheduler-locking maybe
set scheduler-locking off
show scheduler-locking
set scheduler-locking lane
show scheduler-locking
set cuda step_divergent_lanes on
set cuda step_divergent_lanes off
set cuda step_divergent_lanes 1
set scheduler-locking step
show scheduler-locking
set cuda
set cuda nothing
set var
set var 5 +
break small
break down if n == 2
break every.cu:54
break every.cu:9999
break every.cu:down
break :54
break *0
break *
break if
break every.cu:55 if
break every.cu:55 if t ==
condition 1 nothing
condition 99 1
condition
condition 1
ignore
ignore 99 1
ignore 1
ignore 1 1
ignore 2 2
info breakpoints
tbreak every.cu:57
run
info breakpoints
backtrace
backtrace 1
backtrace -1
where
frame
frame 5
frame 0
frame x
up 3
down 3
up
continue
backtrace
bt 1
up
print more
print n
info locals
up 2
info locals
print n
down
frame 1
info frame
finish
finish
next
step
stepi
stepi 2
nexti
info all-registers
nexti 2
until
until every.cu:53
until down
until nowhere
advance every.cu:54
advance
continue
bt
bt 2
bt -2
up
print n
print left
up
up
info frame
finish
delete 2
watch tile[t]
watch n
rwatch o.in[0].a[0]
awatch rest[3]
watch floats[1]
watch 5
watch
watch nothing
watch o
watch t + 1
watch *word
watch *at
watch n if n > 100
watch *(int*)word
watch at->ref
info watchpoints
condition 6 n > 3
ignore 5 1
continue
continue
continue
info watchpoints
delete 4-6
delete 99
delete x
delete 3-
delete 7 8
disable
enable
disable 1
disable 99
enable once 1
enable delete 1
enable nothing 1
enable 1
disable 1.1
enable 1.1
disable 1.5
disable 1.
tbreak down
info breakpoints
commands 99
watch nothing
commands 1
silent
print n
end
commands 20
print left
whatis n
end
info breakpoints
delete 11 12 13 16-19
continue
clear
clear every.cu:48
clear nowhere
delete
reverse-continue
reverse-step
reverse-next
reverse-stepi
reverse-nexti 3
reverse-finish
goto begin
goto 100
goto 5
goto end
goto
goto x
goto -1
goto 999999999
goto 700
info history
info hash
cuda
cuda kernel
cuda block
cuda thread
cuda warp
cuda lane
cuda sm
cuda device
cuda grid
cuda kernel block thread
cuda kernel 0 block 1 thread 5
cuda thread 3
cuda thread (3,0,0)
cuda thread (3
cuda thread 3,0
cuda thread 64
cuda thread (0,1,0)
cuda block 5
cuda block (1,0)
cuda warp 1
cuda warp 1 lane 3
cuda warp 9
cuda lane 40
cuda lane 5
cuda kernel 9
cuda grid 1
cuda grid 9
cuda device 3
cuda device 0 sm 0 warp 1 lane 2
cuda sm 1
cuda sm 99
cuda nothing
cuda block 0 nothing
cuda block x
lanes t
lanes n * 2
lanes
lanes nothing
display n
display/x n
display/i $pc
display nothing
display/s letters
display
info display
undisplay 1
undisplay 99
undisplay x
undisplay
display t
next
disassemble down
disassemble nothing
list
list 30
list 20,22
list 40,
list down
list every.cu:down
list -
list -
list -
list 1,2,3
list 58,70
list nowhere.cu:1
echo
echo a\tb\x\101\n
printf
printf "a
printf "%d %s %c %5.2f %x %u %%\n", n, letters, 65, d, t, t
printf "%d\n"
printf "%d %d\n", n
printf "%q\n", n
printf "%s\n", 0
printf "%s\n", word
printf "%lld %hd %p\n", 1ll << 40, n, at
printf "%d\n", nothing
printf "%99999d\n", n
printf "%-5d|%05d|%+d|\n", n, n, n
printf "\101\x\"\n"
printf "%f %e %g\n", d, 1.5f, (half)0.5
printf "%s %s\n", $1, o.quote
printf "%d" n
printf "%5.99999d\n", n
printf %d
output/x o.bits
echo \n
help
help break
help b
help nothing
help info
help cuda
help s
complete
complete br
complete info
complete info b
complete print t
complete print o.
complete print %rd1
complete print at->
complete print at->in[0].
complete print 1 + o.w
complete print nothing.
complete print t.
complete set
complete set p
complete cuda
complete cuda b
complete help
complete help de
complete break
complete break d
complete break _Z
complete list s
complete x/2 t
complete nothing here
complete run
inspect n
i b
wh n
de nothing
disas nothing
e
n 2
s
si
ni
source
source /nowhere/at/all
define
document x
file x
attach 1
signal 0
kill
shell ls
!ls
# nothing
   print 5   
silent
end
python print(1)
alias x = y

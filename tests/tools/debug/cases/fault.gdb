break fault.ptx:16
break nowhere
break fault.ptx:99
tbreak *$pc
run
info registers rd2 r1
print $rd2
lanes %rd2
stepi
print/x %rd2
cuda lane 9
print/x %rd2
print seen
info line fault.ptx:18
continue
info cuda lanes
reverse-stepi
print/x $rd3
disassemble
watch seen
reverse-continue
no such command
print 1 +
print nothing
print *0
x/3z 16
cuda thread 40
frame 3
goto x
continue
continue
continue
info cuda kernels

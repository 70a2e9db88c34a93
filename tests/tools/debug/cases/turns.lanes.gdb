break turns.ptx:21
run
info cuda threads
set scheduler-locking lane
cuda thread 20
stepi
stepi
stepi
info cuda threads
cuda thread 2
stepi
info cuda threads
cuda thread 20
stepi
info cuda threads
stepi
stepi
info cuda threads
stepi
info cuda threads
delete
set scheduler-locking off
stepi
break turns.ptx:34
continue
info cuda blocks
print *(@global unsigned *)out@4
continue
reverse-stepi 2
print *(@global unsigned *)out@4
delete
continue

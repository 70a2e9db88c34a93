break k
break k2
break k4
run
backtrace
print p
info breakpoints
next
continue
backtrace
continue
step
backtrace
finish
reverse-step

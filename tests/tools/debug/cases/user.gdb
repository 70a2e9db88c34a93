set cuda break_on_launch application
run
info args
print n + 1
set cuda break_on_launch none
break scan
break first
dprintf user.cu:12,"i is %d of %d\n", i, n
dprintf user.cu:12
define twice
print $arg0 * 2
print $argc
end
document twice
Prints twice its argument.
end
help twice
alias pp = print
alias qq = no_such_command
info breakpoints
continue
info args
backtrace
pp/x n
twice n
continue
info args
shell echo from the shell
!echo once more
layout src
next
layout asm
layout off
define go
delete 1
continue
end
set cuda api_failures stop
set cuda api_failures sometimes
show cuda
go
info cuda kernels
continue
set cuda api_failures ignore
continue

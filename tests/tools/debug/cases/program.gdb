list
set cuda break_on_exit on
set cuda break_on_launch application
break program.cu:14 if i == 3
run
set cuda break_on_launch none
info cuda kernels
continue
print *head
print head->next->next->value
print fresh->value + i
info hash
continue
info hash
reverse-continue
info hash
print i
goto end
info hash
goto begin
set var n = 2
goto end
break drop
continue
info cuda kernels
info breakpoints
next
next
print *first
print $1.next->value
print *sum
finish
delete 2
continue
continue
info breakpoints

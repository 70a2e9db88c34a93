set cuda break_on_launch application
run
reverse-continue
info hash
continue
info hash
info history
continue
print factor
continue
print total
info hash
reverse-continue
cuda kernel block thread
print factor
info hash
reverse-stepi
cuda kernel block thread
info history
print total
reverse-continue
info hash
print total
break past.cu:13 if i == 2
continue
print sum
print v[i]
set var sum = 100
reverse-next
reverse-continue
reverse-continue
reverse-continue
reverse-continue
info hash
goto end
goto begin
continue
delete
continue
info hash
continue
info hash
print factor
set cuda break_on_launch none
break add if n == 2
continue
reverse-continue
reverse-continue
reverse-stepi
continue
info cuda kernels

break prints.cu:12
run
next
next
print p[threadIdx.x]
reverse-next
reverse-next
next
next
next
print kept
continue
info cuda lanes
print far
reverse-continue
reverse-continue
reverse-continue
info history
continue
delete
goto end
goto begin
continue

set cuda break_on_exit on
break back.cu:20
run
print part[0]
info hash
reverse-step
reverse-next
reverse-stepi
reverse-nexti
watch part[0]
reverse-continue
reverse-continue
reverse-continue
info history
delete
break square
reverse-continue
bt
reverse-finish
reverse-continue
reverse-continue
goto 0
goto end
info hash
delete
rwatch total
awatch part[1]
reverse-continue
continue
continue
print total
print total = 7
reverse-stepi
print total
stepi
print total
continue
goto 20
up
set var i = 5
print i
info history
continue
reverse-stepi
stepi
print part[1]
delete
continue

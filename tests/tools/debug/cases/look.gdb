info types B
info variables
info variables [
info scope area
info symbol 0x10
printf "no kernel yet: %d\n", 3 * 4
complete info ty
complete tbreak lo
info cuda devices
break area
run
info cuda devices
info cuda sms
info cuda warps
print b
set print pretty on
print b
print/x b.count
show print
set print repeats 2
print b.count
set print pretty off
set print pretty
set print nonsense on
set print object on
print b.from
printf "%s of kind %u: %5.1f..%-6g|%c|%p|%x %%\n", name, b.kind, b.to.x, b.to.y, name[0], name, -1
printf "%d %d\n", 1
printf "%d\n", 1, 2
printf "%d
printf
printf "%y\n", 1
printf "tab\there \x\101\n"
info symbol area
info symbol $pc
info symbol &tile[3]
info symbol total
info symbol &total
info symbol &scale
info symbol 0x10
info symbol
info address b
info address total
info address area
info address nothing
info address
info scope look.cu:25
info scope nowhere
info cuda contexts
info cuda launch
info cuda managed
info cuda nonsense
complete print ti
complete print b
complete info s
complete cuda
complete reverse-s
complete whatis thr
finish
print tile[2]@3
info symbol &tile[3]
info address tile
info symbol tile
kill

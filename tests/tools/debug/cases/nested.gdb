info cuda launch trace
break top
break middle
break leaf
run
info cuda launch trace
info cuda launch children
info cuda clusters
continue
info cuda kernels
info cuda launch trace
info cuda launch children
continue
info cuda launch
info cuda clusters
delete 3
reverse-continue
reverse-continue
info cuda launch children
info cuda launch nothing
info cuda cl

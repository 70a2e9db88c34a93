break kern
break walk.cu:20 if threadIdx.x == 3 && j > 1
break twice
info breakpoints
run
info cuda blocks
info cuda threads
next
next
next
print p
print i
print threadIdx
print blockDim.x * 2
print &p
print/x *out@4
whatis p.y
ptype p
next
bt
disable 1
disable 3
continue
print j
lanes tile[i] * 2 + 1
info locals
info args
print (char)65
print -7 / 2
print 7.5f * 2
print sizeof(pt)
print *(@shared int *)&tile[2]
print *(int *)&tile[2]
print &tile
whatis *&tile
x/4dw &tile[0]
x/2i $pc
print %r1
info shared
print $laneid
set var tile[3] = 77
print tile[3]@2
cuda block (1,0,0) thread (33,0,0)
cuda block thread
print threadIdx.x + blockIdx.x * 1000
cuda block 0 thread 3
step lane
step warp
step cta
enable 3
continue
bt
up
info frame
print v
finish
info breakpoints
delete
tbreak deep
continue
print *p
bt
finish
x/2i $pc
continue

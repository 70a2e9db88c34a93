break kern
run
display/2xb &n
display/2i $pc
display n + 1
info display
undisplay 2
next
print 0x10 + 010
print 1.5 < 2 ? 7 : 1 / 0
print 0 && 1 / 0
print -1 >> 1
print 1u << 31
print (short)65537
print sizeof(int[3])
print !n
print ~0
print $x += 4
print $x
print *n
print n.x
print &$x
print 1 = 2
print @shared
print 5 % 0
print n[1]
print out == 0
print out + 1 - out
print kern
print nothing
print (
print 3x
print/i n
whatis (long long)n
whatis out
ptype unsigned long
print/t 10
print/o 8
print/c 65
print/z 5
print/d -1
print/u (char)-1
print/x -1
print 1.0f / 3
print 1.0 / 0.0
print -(1.0 / 0.0)
print 2.5 % 2
print true
print nullptr
print $9999
print $
print $$2
delete
kill

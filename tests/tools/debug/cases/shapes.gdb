list
list 10
list 5,8
list -
list
list twice
list shapes.cu:3
list 9999
list nothing
list 50
list
print table
print rows
whatis rows
ptype Shape
ptype struct Base
ptype Kind
whatis Kind
break look
run
next 4
print s
print/x s
print s.name
print s.kind
print (Kind)6
print (Kind)9
print (Kind)12
print (Kind)8
print s.low
print/x s.few
print s.as.f
print *&s
print s.call
print rows[1]
print rows[0]@2
print rows[1][2]
print &rows[1]
print text
set print elements 24
print text
set print repeats 3
print text
print "no strings"
set print elements 200
set print repeats 10
print $1
print $1.id
print $1.name[1]
print $1.name[9]
print $keep = s
print $keep.wide
print *at
print *at * 2
print *at + d
print *at - d
print *at / d
print d == 17.25
print d < 17.0
print d != 17.25
print d >= 3
print d <= 3
print d > 3 && d
print -d
print +d
print !d
print ~d
print d % 2
print (int)d
print (float)u
print (double)byte
print (bool)7
print (short)far
print (unsigned long long)far >> 4
print byte & 3
print byte | 3
print byte ^ 3
print byte % 7
print byte - 201
print byte << 2
print byte >> 2
print -7 / 2
print -7 % 3
print 7u % 4
print 1 + at
print at + 1
print (at + 3) - at
print at[1]
print at == at + 0
print at * 2
print (long)at != 0
print sizeof u
print sizeof(struct Shape)
print sizeof(rows)
print sizeof(nothing)
whatis &rows
whatis s.as
whatis (unsigned char)1
whatis far
whatis nothing
ptype s.as
ptype rows
print/f byte
print/f d
print/f u
print/x *at
print/d d
print/t byte
print/c s.name
print/o byte
print/a s.call
print/z u
print/y u
print '\n'
print '\101'
print 'A' + 1
print s == s
print s + 1
print s.nothing
print s.
print u.x
print at->x
print &1
print &s.low
print 1 2
print 07
print 1e3
print 1.5e
print .5f
print 1 ? 2 : 3
print 0 ? 2 : 3
print 0x7fffffff + 1u
print 5000000000
print 10ul
print rows@0
print 1@2
print s.next[0]@3
print *s.next@2
output byte
output/x byte
output
call byte + 1
call
echo said\n
printf "%5.2f %s %c %d %llu %p\n", d, s.name, text[0], s.sides, far, 0
printf "%s\n", text
print s.low = 3
print s
print s.few = -2
print s.name[0] = 'R'
print s.kind = EXEC
print s.wide = 2.5
print s.area = 7
print s.big = 0
print byte = 300
print u = 1.9
print rows[2] = rows[0]
print rows
print rows = 1
print table[0] = 1
print @shared
print *(int *)0
print *(int *)0 = 1
set variable s.sides = 12
set var u = 3
print s.sides + u
print $r1
print $nothing_yet + 1
x/s text
x/2s &text[18]
x/8c text
x/4dw rows
x
x/2fw at
x/fg &d
x/3ub &byte
x/2xh rows
x/y rows
x/2i twice
x
x/a &s.call
x/x 0
x/i 0
x/ta u
x s
info line
info line look
info line nothing
info source
info symbol look
info symbol rows
info symbol &rows[1]
info symbol 1
info address rows
info address byte
info address table
info address nothing
info scope look
info scope nothing
info scope
info types Sh
info functions tw
info variables ta
info locals
info args
info frame
info display
info nothing
info
list
kill

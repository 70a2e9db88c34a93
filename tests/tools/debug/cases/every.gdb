info source
break nowhere.cu:3
break
tbreak every.cu:47 if t == 40
info breakpoints
delete 1
run
info breakpoints
break 55
break +1
info breakpoints
delete
next 3
next
print o
print *at
print at->ref
print o.ref = 8
print n
print o.in[1]
print $.a[2]
print $1
print $.in[2].a
print $1.in
print $[1].a[0]
print $1.in[-1]
print $1.quote
print $1.ref
print o.i
print o.f
print o.wide = 0xfffff
print o.wide = 0x100000
print &o.wide
print o.nothing
print 5 .x
print n.x
print at->
print o.
print *o
print *5
print *(void*)0
print *down
print &down
print down
print n[0]
print at[0].bits
print (Bits)7
print (Bits)8
print (Bits)0
print/d o.bits
print o.bits + 1
print floats
print letters
print/x letters
print/c letters[0]@3
print zeros
set print elements 3
print zeros
print letters
set print elements 0
set print elements 200
print tile
print tile + 1
print *(tile + 1)
print word - tile
print tile == word
print word + 1 - word
print 1 + word
print word * 2
print -word
print rest
whatis rest
ptype Outer
ptype o.in
ptype struct Nothing
ptype union Outer
ptype int
whatis (char)1
whatis 1.5f
whatis 1.5F
whatis 2e3
whatis 0X1F
whatis 5u
whatis 5U
whatis 5l
whatis 5L
whatis 5ul
whatis 4294967296
whatis 0xffffffff
whatis 0xffffffffL
whatis 0x1ffffffff
whatis 'a'
whatis "abc"
whatis 1 == 2
whatis true
whatis nullptr
whatis (long long unsigned)1
whatis (unsigned short int)1
whatis (signed char)1
whatis (unsigned char)1
whatis (const int)1
whatis (volatile unsigned)1
whatis (int * const)0
whatis (int @shared * @global *)0
whatis (@shared int*)0
whatis (@nothing int*)0
whatis (int[3])0
whatis (half)1
whatis (__half)1.5 + 1
whatis (unsigned __int128)1
print (unsigned __int128)-1
print (half)1.5
print -(half)1.5
print/x (half)1.5
print sizeof(Outer)
print sizeof (int[3])
print sizeof o
print sizeof n + 1
print sizeof(
print (int)
print (Bits
print 1.2.3
print 3abc
print 08
print 0x
print '\101'
print '\0'
print '\n' + 0
print '\q'
print 'a
print ''
print "a\tb\"c
print "x\101y"
print 0.0/0
print -(0.0/0)
print 1/0.0
print -1/0.0
print (0.0/0) == (0.0/0)
print (0.0/0) != 1
print 1.5 < 2
print 2.5 > d
print d >= 2.5
print d <= 2
print d * 2
print d % 2
print ~d
print !d
print ~n
print !n
print +n
print -(short)5
print o + 1
print 1 + o
print o == o
print -o
print !o
print o && 1
print 7 & 12
print 7 | 8
print 6 ^ 3
print 1 << 40
print 1ll << 40
print 1ll << 64
print -16 >> 2
print -16 >> 70
print 16u >> 2
print 16u >> 70
print 16u / 3
print 16u % 3
print -7 / 2
print -7 % 2
print -7 / -1
print -7 % -1
print 5 / 0
print 5 % 0
print 5u % 0
print 0 && nothing
print 1 || nothing
print 1 ? 2 : nothing
print 0 ? nothing : 3
print nothing ? 1 : 2
print 1 ? 2
print 1 && 0 || 1
print 5 = 3
print n = o
print o = 5
print o = *at
print tile = rest
print o.in[0] = o.in[2]
print o.in[0]
print $v
print $v = n
print $v += 2
print $v = "text"
print $v = o.in[1]
print $v.a[1]
print n = 100
print n += 5
print n -= 1
print n *= 2
print n /= 4
print n %= 40
print n <<= 3
print n >>= 1
print n |= 1
print n &= 3
print n ^= 7
print n++
print fixed = 1
print &n = 3
print $r1 = 5
print %laneid = 3
print %nothing
print $r99999
print %tid.x
print %ntid.x
print %globaltimer != 0
print %lanemask_lt
print $$2
print $99999
print $0
print blockIdx
print gridDim.x
print clusterIdx
print warpSize
print threadIdx.w
print (((((((((((((((((((((((((1)))))))))))))))))))))))))
print a_name_that_is_so_long_that_no_word_may_be_as_long_as_it_is_and_still_be_a_word_to_whoever_reads_it_and_more
print n +
print n + )
print (n
print tile[1
print tile[]
print @
print tile@2
print tile[1]@0
print tile[1]@-1
print tile[1]@3
print 5@3
print n, t
print/s letters
print/a down
print/a &n
print/t 10
print/t 0
print/o 8
print/o 0
print/z 5
print/f 3
print/f n
print/c 65
print/d 1.5
print/x -1
print/x 1.5
print/x o
print/x floats
print/u (char)-1
print/2x n
print/i n
output n
output/x n
output
call n + 1
call
call (void)n
x/2xw tile
x/2dh tile
x/2ug tile
x/3c letters
x/3cb letters
x/2f floats
x/2fg floats
x/2a tile
x/s letters
x/2s letters
x/-1x tile
x/2i $pc
x/i down
x/1i n
x
x/x 0
x/3xw 0x10
x/zz tile
x o
x tile + 2
x &floats
x/s 0
x/b
info line
info line down
info line 999
info line every.cu:27
info symbol every
info symbol n
info symbol &floats
info symbol tile
info symbol 0
info symbol
info address n
info address tile
info address floats
info address fixed
info address down
info address out
info address $pc
info address nothing
info address blockIdx
info scope down
info scope every.cu:27
info scope nowhere
info scope
info types
info types Out
info types (
info variables
info variables float
info variables zzz
info functions
info functions ow
info functions [
info functions zzz
info frame
info locals
info args
info registers %r1 %rd1
info registers nothing
info display
info nothing
info
info s
info b
info cuda
info cuda nothing
info cuda sms
info cuda warps
info cuda lanes
info cuda threads
info cuda lines
info cuda line
info cuda blocks
info cuda kernels
info cuda devices
info cuda contexts
info cuda managed
info cuda barriers
info cuda launch
info barriers

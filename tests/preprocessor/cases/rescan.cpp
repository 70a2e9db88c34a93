// The examples of [cpp.rescan] and [cpp.concat], and what GCC does where the standard leaves a choice.
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define ff(a) a*gg
#define gg(a) ff(a)
ff(2)(9)
#define AA BB
#define BB AA
AA BB
#define foo() bar
foo
()
foo ( /* c
*/ ) after
foo without
#define lparen (
#define func(x) [x]
func lparen 1)
#define two(a, b) b a
two(f, (1))  two(two, (1,2)) two two (1,2)
#define three(a) {a}
three(1
#pragma between the arguments
2) three(__LINE__)
three(
#ifdef three
yes
#else
no
#endif
)

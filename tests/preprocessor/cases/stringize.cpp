// The examples of [cpp.stringize], [cpp.concat] and [cpp.subst].
#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", \
                           x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') // this goes away
        == 0) str(: @\n), s);
#define x q
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p[] = join(a, b);
#define t2(x,y,z) x ## y ## z
int j[] = { t2(1,2,3), t2(,4,5), t2(6,,7), t2(8,9,), t2(10,,), t2(,11,), t2(,,12), t2(,,) };
#define EMPTY
-EMPTY- +EMPTY+EMPTY + y=EMPTY= a EMPTY b
xstr(EMPTY a EMPTY  b) xstr( a   b "q\"\n" 'c' '\'' L"x\y" R"(raw "x\y)" )
mkstr() mkstr( ) mkstr(/* */) xstr(foo
) str(a
b)
#define cat(a, b) a ## b
cat(L, 'a') cat(L, "x") cat(., 5) cat(1, .) cat(<, <=) cat(-, >) cat(y, 1) cat(1, y) cat(a, ) cat(, ) |

#defin A
#define
#define defined 1
#define B(x, x) x
#define C(x) # y
#define D ## x
#define E x ##
#define F(a) a
#define F(a) b
#if
#endif
#if 1 +
#elif (2
#endif
#if 1.5 || "s" || 1 2
#endif
#if 08 || 1 / 0
#endif
#else
#endif
#if 0
#else
#else
#endif
#error no  good
#warning mind this
#undef 3
#include
#line x
#define P(a, b) a ## b
P(+, /)

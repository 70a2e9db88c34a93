#define F(a) b
#define P(a, b) a ## b
F(1, 2) P(1)
#define V(...) __VA_OPT__
#pragma GCC poison evil
evil
_Pragma(1)
#if F
#endif
#include "sub/broken.h"
#pragma GCC error "stop"
#if 2 (3)
#elif F(
#endif
#ifdef 1
#endif
#endif
# 1 x

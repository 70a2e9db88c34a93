// #pragma and _Pragma.
#define X 1
#pragma push_macro("X")
#undef X
#define X 2
#pragma pop_macro("X")
X
#pragma unroll X
#pragma   GCC    diagnostic ignored "-Wall"
#define P(x) _Pragma(#x)
#define PRAG a _Pragma("foo \"x\"") b
before PRAG after
P(unroll 4) for
_Pragma("push_macro(\"X\")")
#undef X
_Pragma("pop_macro(\"X\")") X
#pragma GCC warning "careful"
#pragma message X
_Pragma(L"wide") end
int before;
  #pragma indented
	int after;

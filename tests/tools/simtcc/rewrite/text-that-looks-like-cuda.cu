# 1 "k.cu"
const char *s = "__global__ void k() { k<<<1,1>>>(); }";
const char *r = R"x(__device__ { <<< )x";
int shift(int a) { return a << 2 >> 1; }
template<class T> struct V {}; V<V<V<int>>> nested;
enum class E : int { a = 1 << 2, b };
struct B { unsigned x : 3; unsigned y : 4; int f() { return 1; } } b1, b2;
int x = 3 < 4, y = (3 > 2);
auto lambda = [](int i) { return i < 3; };
#pragma GCC diagnostic push
#pragma GCC diagnostic pop
struct __attribute__((packed)) P { char c; };

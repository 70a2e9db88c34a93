// offsetof of members of bases and of unnamed unions, of members of members, and of elements.
struct first { int x; char c[3]; };
struct second { short y; };
struct part { char a; double d[3]; };
struct whole : first, second {
	int z;
	union {
		int u;
		struct { char low, high; };
	};
	part p[2];
	int &r;
	static int s;
	int bits : 3;
};
enum { two = 2 };
template <class T, int N> constexpr unsigned long at() { return __builtin_offsetof(T, p[N].d[two]); }
static_assert(__builtin_offsetof(whole, x) == 0 && __builtin_offsetof(whole, c[1]) == 5, "");
static_assert(__builtin_offsetof(whole, y) == 8, "");
static_assert(__builtin_offsetof(whole, z) == 12, "");
static_assert(__builtin_offsetof(whole, u) == 16 && __builtin_offsetof(whole, high) == 17, "");
static_assert(__builtin_offsetof(whole, p) == 24 && __builtin_offsetof(whole, p[1]) == 56, "");
static_assert(__builtin_offsetof(whole, p[1].d[2]) == 80 && at<whole, 1>() == 80, "");
static_assert(__builtin_offsetof(const whole, p[0].a) == 24, "");

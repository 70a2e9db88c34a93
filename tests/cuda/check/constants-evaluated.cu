// What constant expressions can do; each value is the C++ standard's.
constexpr float quarter = 0.25f;
static_assert(quarter + quarter == 0.5f, "");
static_assert(quarter - 1.0f < 0.0f, "");
static_assert(quarter * 8 >= 2.0f && quarter / 2 <= 0.125f, "");
static_assert(1.5 > 1.25 && 1.5 != 1.25 && !(1.5 == 1.25), "");
static_assert((int)2.9 == 2 && (int)-2.9 == -2 && (unsigned char)65.5f == 65, "");
static_assert((float)16777217 == 16777216.0f, "rounded to nearest even");
static_assert((double)0xffffffffffffffffull == 18446744073709551616.0, "");
static_assert((float)-3ll == -3.0f && (bool)0.5 && !(bool)0.0, "");
static_assert((unsigned long long)1.8e19 == 18000000000000000000ull, "");
static_assert(-quarter == -0.25f && +quarter == 0.25f, "");

constexpr int classify(int x) {
	switch (x) {
	case 0: return 100;
	case 1:
	case 2: x += 10; break;
	case 3 ... 5: return -x;
	default: x = 7;
	}
	return x;
}
static_assert(classify(0) == 100 && classify(1) == 11 && classify(2) == 12, "");
static_assert(classify(3) == -3 && classify(5) == -5 && classify(6) == 7, "");

constexpr int loops(int n) {
	int sum = 0;
	for (int i = 0;; i++) {
		if (i == n)
			break;
		if (i % 3 == 0)
			continue;
		sum += i;
	}
	while (n-- > 0) {
		if (n == 2)
			continue;
		sum++;
		if (n == 1)
			break;
	}
	do
		sum *= 2;
	while (sum < 100);
	return sum;
}
static_assert(loops(10) == 140, "27 + 8 - 0 = 35, then 70, 140");

struct Point {
	int x, y;
	constexpr Point(int x, int y) : x(x), y(y) {}
	constexpr Point operator+(const Point &o) const { return Point(x + o.x, y + o.y); }
	constexpr Point &operator+=(int n) {
		x += n;
		y += n;
		return *this;
	}
	constexpr bool operator==(const Point &o) const { return x == o.x && y == o.y; }
	constexpr int &at(int i) { return i ? y : x; }
};
struct Named : Point {
	int name;
	constexpr Named(int n) : Point(n, -n), name(n * n) {}
};
static_assert(Point(1, 2) + Point(3, 4) == Point(4, 6), "");
static_assert(Named(3) == Point(3, -3) && Named(4).name == 16, "");
constexpr int changed() {
	Point p(1, 2);
	p += 5;
	p.at(1) = 40;
	Point q = p;
	q.x++;
	int *at = &q.y;
	*at += 2;
	return q.x * 100 + *at + (p == Point(6, 40));
}
static_assert(changed() == 743, "");

constexpr int table[] = {5, 3, 8, 1, 9};
constexpr int largest(const int *p, int n) {
	int best = *p;
	for (const int *q = p + 1; q != p + n; ++q)
		best = *q > best ? *q : best;
	return best;
}
static_assert(largest(table, 5) == 9 && largest(table, 2) == 5, "");
static_assert(sizeof table / sizeof *table == 5 && &table[4] - &table[1] == 3, "");
static_assert(&table[1] < &table[2] && table + 2 == &table[2], "");

constexpr int sorted(int k) {
	int a[5] = {5, 3, 8, 1, 9};
	for (int i = 0; i < 5; i++)
		for (int j = i + 1; j < 5; j++)
			if (a[j] < a[i]) {
				int t = a[i];
				a[i] = a[j];
				a[j] = t;
			}
	return a[k];
}
static_assert(sorted(0) == 1 && sorted(2) == 5 && sorted(4) == 9, "");

constexpr int twice(int x) { return 2 * x; }
constexpr int thrice(int x) { return 3 * x; }
typedef int (*Function)(int);
constexpr int apply(Function f, int x) { return f(x); }
static_assert(apply(twice, 4) == 8 && apply(&thrice, 4) == 12, "");
constexpr Function chosen[] = {twice, thrice};
static_assert(chosen[1](5) == 15, "");

constexpr int comma(int x) { return (x++, x *= 2, x); }
static_assert(comma(3) == 8, "");
constexpr unsigned bits(unsigned x) {
	unsigned n = 0;
	for (; x; x &= x - 1)
		n += x & 1 ? 1u : 1u;
	return n | 0u;
}
static_assert(bits(0xf0f0u) == 8 && (~0u >> 28) == 15 && (1 << 4 ^ 3) == 19 && -7 / 2 == -3 && -7 % 3 == -1, "");
static_assert(0x7fffffffffffffffll + 0ull == 9223372036854775807ull, "");
constexpr int add = [](int a, int b) { return a + b; }(20, 22);
static_assert(add == 42, "");
template <int N> struct Factorial {
	static constexpr long long value = N * Factorial<N - 1>::value;
};
template <> struct Factorial<0> {
	static constexpr long long value = 1;
};
static_assert(Factorial<15>::value == 1307674368000ll, "");
union Word {
	int i;
	float f;
	constexpr Word(int i) : i(i) {}
};
static_assert(Word(7).i == 7, "");
constexpr int length(const char *s) {
	int n = 0;
	while (s[n])
		n++;
	return n;
}
static_assert(length("constant") == 8 && "abc"[1] == 'b' && length(u8"") == 0, "");
__device__ int use[classify(1) + length("four")];

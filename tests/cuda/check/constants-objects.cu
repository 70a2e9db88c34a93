// Objects in constant expressions: bit-fields, 128 bits, pointers, and what ends when. In a function, for what is said
// in a namespace is the host compiler's to judge.
struct Bits {
	int a : 3, b : 5;
	unsigned c : 8;
};
constexpr int bits_changed() {
	Bits x{1, 2, 3};
	x.a = 3;
	x.c += 7;
	++x.b;
	return x.a * 10000 + x.b * 100 + (int)x.c;
}
struct Packed {
	unsigned a : 3, b : 5;
	constexpr Packed(int a, int b) : a(a), b(b) {}
};
constexpr int bits_cut() {
	Bits x{0, 0, 0};
	x.c = 300;
	int r = (x.c = 258);
	return r * 1000 + x.c;
}
constexpr int bits_after() {
	Bits x{0, 2, 255};
	unsigned old = x.c++;
	return (int)(old * 10 + x.c) * 10 + x.b--;
}
constexpr int bits_made() {
	Bits x;
	x.a = -4, x.b = x.a, x.c = 1;
	return x.a * 100 + x.b + (x.c, x.c) + (true ? x.c : x.c);
}
constexpr int bits_chosen(bool first) {
	Bits x{1, 2, 3};
	(first ? x.a : x.b) = 3;
	return x.a * 10 + x.b;
}
struct Rank {
	int x;
	constexpr int get() const { return x + 1; }
	constexpr int times(int k) const { return x * k; }
};
constexpr int by_member() {
	int Rank::*m = &Rank::x;
	int (Rank::*get)() const = &Rank::get;
	int (Rank::*times)(int) const = &Rank::times;
	Rank r{1};
	r.*m += 3;
	return (r.*get)() * 100 + (r.*times)(3);
}
constexpr int by_pointer() {
	int q[3] = {1, 2, 3};
	int *p = q;
	p++;
	*p++ = 7;
	p -= 1;
	return *p * 10 + q[2] + (int)(p - q);
}
constexpr int to_the_end() {
	int a[4] = {}, n = 0;
	int *b = a, *e = a + 4;
	for (int *p = b; p != e; ++p)
		*p = n++;
	return e[-1] * 10 + *(b + 2) + (b < e && e >= b);
}
constexpr float steps() {
	float f = 1;
	f += 0.5f;
	f++;
	--f;
	f *= 3;
	return f--;
}
constexpr int narrow() {
	unsigned char c = 255;
	unsigned short s = 0;
	c++;
	--s;
	return c + s;
}
constexpr int references() {
	int a = 1;
	struct {
		int &r;
		int v;
	} s{a, 2};
	s.r += 5;
	return a * 10 + s.v;
}
constexpr const int &larger(const int &a, const int &b) { return a < b ? b : a; }
struct Counted {
	mutable int m = 1;
	int q[3] = {4, 5, 6};
	constexpr int bump() const { return ++m; }
};
constexpr int bumped() {
	const Counted c;
	c.bump();
	return c.bump() + c.q[2];
}
constexpr __int128 big = (__int128)1 << 100;
constexpr unsigned __int128 most = ~(unsigned __int128)0;
constexpr __int128 negative = -5;
constexpr __int128 pair[2] = {big, negative};
constexpr __int128 factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

/* Ends. */
struct Log {
	int *log, k;
	constexpr Log(int *log, int k) : log(log), k(k) {}
	constexpr ~Log() { *log = *log * 10 + k; }
};
constexpr int blocks() {
	int t = 0;
	{
		Log a(&t, 1);
		Log b(&t, 2);
	}
	for (int i = 0; i < 2; i++) {
		Log c(&t, 3);
		if (i)
			break;
	}
	return t;
}
constexpr int temporaries() {
	int t = 0;
	(Log(&t, 5), Log(&t, 6));
	int x = t;
	return x;
}
constexpr int arrays() {
	int t = 0;
	{
		Log two[2] = {{&t, 1}, {&t, 2}};
		Log *p = new Log(&t, 3);
		delete p;
		const Log &longer = Log(&t, 4);
		(void)longer;
		t *= 10;
	}
	return t;
}
constexpr int argument(Log l) { return *l.log = 7; }
constexpr int arguments() {
	int t = 0, r = argument(Log(&t, 5));
	return t * 10 + r;
}
constexpr int left_early(int n) {
	int t = 0;
	[&] {
		for (int i = 0; i < 3; i++) {
			Log l(&t, i);
			if (i == n)
				return;
			if (i == 0)
				continue;
		}
	}();
	return t;
}
struct Link {
	int v;
	Link *next;
};
constexpr int list(int n) {
	Link *head = nullptr;
	for (int i = 0; i < n; i++)
		head = new Link{i, head};
	int s = 0;
	while (head) {
		s = s * 10 + head->v;
		Link *next = head->next;
		delete head;
		head = next;
	}
	return s;
}
constexpr int made(int n) {
	int *p = new int[n]{1, 2}, *q = new int[n](), *none = nullptr, *fixed = new int[3]{1, 2, 3};
	int s = p[0] + p[1] * 10 + p[n - 1] * 100 + q[n - 1] + fixed[2] * 1000;
	delete[] p;
	delete[] q;
	delete none;
	delete[] fixed;
	return s;
}

/* The table of virtual functions. */
struct First {
	int x = 1;
	virtual constexpr int f() const { return x; }
};
struct Second {
	int y = 2;
	virtual constexpr int g() const { return y; }
};
struct Both : First, Second {
	int z = 3;
	constexpr int f() const override { return x * 100 + z; }
	constexpr int g() const override { return y * 1000 + z; }
};
constexpr int called() {
	Both c;
	const Second &b = c;
	const First *a = &c, base;
	return b.g() + a->f() + base.f();
}

/* Labels in statements of the switch. */
constexpr int duff(int n) {
	int c = 0;
	switch (n % 4) {
	case 0:
		do {
			c += 1;
		case 3: c += 10;
		case 2: c += 100;
		case 1: c += 1000;
		} while ((n -= 4) > 0);
	}
	return c;
}
constexpr int in_if(int n) {
	switch (n)
		if (n > 100) {
		case 1: return 10;
		} else {
		case 2: return 20;
		}
	return 30;
}
constexpr int in_loops(int n) {
	int s = 0;
	switch (n) {
		while (n < 5) {
			s += 100;
		case 3:
			s++;
			n++;
			continue;
		}
	default: s += 7; break;
		for (;; s += 10) {
		case 4:
			if (s > 30)
				break;
		}
		return s;
	}
	return -s;
}

__device__ void checks() {
	static_assert(bits_changed() == 30310 && bits_cut() == 2002, "");
	static_assert(bits_after() == 25502 && bits_made() == -402, "");
	static_assert(Packed(3, 9).a == 3 && Packed(3, 9).b == 9 && Packed(15, 33).b == 1, "");
	static_assert(by_member() == 512 && by_pointer() == 74 && to_the_end() == 33, "");
	static_assert(steps() == 4.5f && narrow() == 65535, "");
	static_assert(references() == 62 && larger(3, 4) == 4, "");
	static_assert(bumped() == 9, "");
	static_assert(big >> 98 == 4 && (unsigned long long)(big >> 60) == 1ull << 40, "");
	static_assert(most / 3 * 3 == most && most % 10 == 5 && most > 1 && !(most < 1), "");
	static_assert((double)most > 3.4e38 && (float)big == 1267650600228229401496703205376.f, "");
	static_assert(negative < 0 && negative * negative == 25 && -negative == 5, "");
	static_assert((int)negative == -5 && !!negative && ~negative == 4 && -17 / negative == 3, "");
	static_assert(pair[0] + pair[1] == big - 5 && pair[1] % 3 == -2, "");
	static_assert(negative / (__int128)-1 == 5 && big % (__int128)-1 == 0, "");
	static_assert((__int128)1e20 / 10000000000 == 10000000000 && (__int128)-2.5 == -2, "");
	static_assert(factorial(30) / factorial(28) == 870 && factorial(25) >> 80 == 12, "");
	static_assert(blocks() == 2133 && temporaries() == 65 && arrays() == 30421, "");
	static_assert(arguments() == 757, "");
	static_assert(left_early(0) == 0 && left_early(1) == 1 && left_early(5) == 12, "");
	static_assert(list(4) == 3210 && made(3) == 3021 && made(2) == 3221, "");
	static_assert(called() == 2003 + 103 + 1, "");
	static_assert(duff(6) == 2211 && duff(1) == 1000 && duff(4) == 1111, "");
	static_assert(in_if(1) == 10 && in_if(2) == 20 && in_if(3) == 30, "");
	static_assert(in_loops(3) == -109 && in_loops(1) == -7 && in_loops(4) == 40, "");
}

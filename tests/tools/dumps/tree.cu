// kinds: const string func var this load addr deref member to-base to-derived temp neg not compl mul div rem add sub and or xor shl shr lt gt le ge eq ne ptr-add ptr-diff logand logor cond comma hold assign compound preinc predec postinc postdec cast bitcast call builtin construct init-list zero array-copy fill init new delete destroy stmt-expr sreg memptr expr decl block if while do for switch case default break continue return goto label asm null
// Every kind of expression and statement at least once (trees.py).

struct base {
	int b;
	__device__ base() : b(1) {}
	__device__ ~base() { b = 0; }
	__device__ virtual int get() const { return b; }
};

struct derived : base {
	int a[3];
	__device__ derived() { a[0] = a[1] = a[2] = 0; }
	__device__ int get() const override { return a[0]; }
	__device__ derived *self() { return this; }
};

struct second {
	int s;
};

struct both : base, second {};

__device__ both *made() { return new both; }

struct plain {
	int x;
	float y[4];
};

struct copied {
	plain p[2];
	base b[2];
};

__device__ int twice(int x) { return 2 * x; }

__device__ void operators(int a, unsigned b, float f, bool *out) {
	int c = +a * 3 / (a + 1) % 5 - (a & 6 | a ^ 1) + (a << 2 >> 1) + -a + ~a;
	out[0] = a < 1 || a > 2 && a <= 3;
	out[1] = !(a >= 4) == (b != 5);
	c += f, c -= 1, ++c, --c, c++, c--;
	out[2] = c ? f == 1e300 * 1e300 : __builtin_popcount(b) == 1;
	out[3] = __int_as_float(c) < f;
}

__device__ void objects(derived *d, int derived::*m, int (*fn)(int)) {
	base *b = d;
	derived *back = static_cast<derived *>(b);
	b = back->self();
	plain z = {}, l = {1, {1.5f, 2.5f}}, n = l;
	int zeros[100] = {}, ones[2] = {1, 1};
	copied from, to = from;
	to = from;
	long far = &zeros[3] - zeros + (*fn)(3) + twice(d->*m);
	int derived::*none = nullptr;
	int derived::*first = (int derived::*)&base::b;
	base *many = new base[2];
	int *one = new int(7);
	delete[] many;
	delete one;
	b->~base();
	const base &kept = base();
	second *later = made(); // null stays null: the pointer is looked at twice
	fn = &twice;
	const char *text = "a\"\tb";
	l = plain();
	z.x = text[0] + later->s + (first == none) + far + n.x + ones[0] + kept.b;
	z.x = ({ int inner = 5; inner; });
}

__device__ int statements(int n, int *p) {
	int sum = 0;
#pragma unroll 4
	for (int i = 0; i < n; i++) {
		if (i == 3)
			continue;
		else
			sum += p[i];
	}
#pragma unroll
	while (sum > 1000)
		sum /= 2;
	do
		sum++;
	while (sum < 10);
	switch (n) {
	case 1: break;
	case 2 ... 4: sum = 1; break;
	default: goto end;
	}
	;
	asm volatile("add.u32 %0, %1, %2;" : "=r"(sum) : "r"(n), "n"(3));
	for (;;)
		break;
end:
	return sum;
}

__global__ void k(int *p, bool *out) {
	derived d;
	operators(p[threadIdx.x], 1, 2, out);
	objects(&d, (int derived::*)&derived::b, twice);
	p[0] = statements(p[0], p);
}

// Virtual base classes: where they lie, who makes them, what virtual functions do meanwhile. The host does the same with
// the same classes, and both print the same.
#include <cstdio>

#pragma GCC diagnostic ignored "-Winaccessible-base"

__device__ int device_log[4096], device_n;
int host_log[4096], host_n;

__host__ __device__ void tell(int x) {
#ifdef __CUDA_ARCH__
	device_log[device_n++] = x;
#else
	host_log[host_n++] = x;
#endif
}

#define BOTH __host__ __device__

struct Shape { // nothing but functions: it is the primary base of the first that derives from it
	BOTH virtual int sides() const = 0;
	BOTH virtual Shape *self() { return this; }
	BOTH virtual ~Shape() { tell(1); }
};
struct Named {
	int name;
	BOTH Named(int n = 7) : name(n) { tell(100 + n); }
	BOTH Named(const Named &o) : name(o.name + 1) { tell(200 + name); }
	BOTH Named &operator=(const Named &o) {
		name = o.name + 10;
		tell(300 + name);
		return *this;
	}
	BOTH ~Named() { tell(400 + name); }
};
struct Left : virtual Shape, virtual Named {
	char l = 'l';
	BOTH Left() : Named(1) {
		tell(sides());
		tell(name);
	}
	BOTH int sides() const override { return 500 + l; }
	BOTH Left *self() override { return this; } // by way of a virtual base
	BOTH ~Left() { tell(sides()); }
};
struct Right : virtual Named, virtual Shape {
	double r = 2.5;
	BOTH Right(int n) : Named(n) { tell((int)(r * 10)); }
	BOTH virtual int own() { return 600 + name; }
};
struct Both : Left, Right {
	short b = 3;
	BOTH Both() : Right(2), Named(3) { tell(sides()); }
	BOTH int sides() const override { return 700 + b; }
	BOTH int own() override { return 800 + Right::own(); }
	BOTH Both *self() override { return this; }
};
struct Last : Both {
	int a[2] = {4, 5};
	using Both::Both;
	BOTH int sides() const override { return 900 + a[1]; }
};
struct Inherits : virtual Named {
	using Named::Named;
	int i = 6;
};
struct Delegates : virtual Named {
	int d;
	BOTH Delegates(int x, int y) : Named(x), d(y) {}
	BOTH Delegates() : Delegates(8, 9) { tell(name * 10 + d); }
};
struct Empty {};
struct OfEmpty : Empty {};
struct Holds : OfEmpty, virtual Empty { // two of Empty, which may not be at one place
	Empty e;
	int h = 1;
};
struct Deep : Empty {
	int i = 13;
};
struct Again : Deep, virtual Holds { // the empty classes of a virtual base
	BOTH Again() { tell(this->h); }
};

BOTH int offset(const void *of, const void *in) {
	return (int)((const char *)of - (const char *)in);
}

#ifdef __CUDACC__
BOTH __noinline__
#endif
int far(Shape *s, Named *n) { // nothing is known of the objects here
	return s->sides() * 10 + n->name;
}

BOTH void look(Both &b) {
	Left *l = &b;
	Right *r = &b;
	tell(offset(l, &b));
	tell(offset(r, &b));
	tell(offset(static_cast<Shape *>(l), &b));
	tell(offset(static_cast<Named *>(r), &b));
	tell(offset(&b.name, &b));
	tell(offset(&b.r, &b));
	tell(offset(&b.b, &b));
	tell(far(l, r));
	tell(far(r, l));
	tell(r->own());
	tell(offset(static_cast<Shape *>(l)->self(), &b));
	tell(l->self() == l);
	int Named::*p = &Named::name;
	tell(b.*p);
	int (Shape::*f)() const = &Shape::sides;
	tell((b.*f)());
	Right *none = nullptr;
	Named *still = none;
	tell(still == nullptr);
}

BOTH void all() {
	tell(sizeof(Left)), tell(sizeof(Right)), tell(sizeof(Both)), tell(sizeof(Last)), tell(sizeof(Holds));
	{
		Both b;
		look(b);
		Both copy(b);
		look(copy);
		copy = b;
		tell(copy.name);
	}
	{
		Last l;
		look(l);
		Last pair[2];
		tell(offset(&pair[1].name, pair));
		static_cast<Left &>(l).name = 40;
		pair[0] = l;
		tell(pair[0].name);
	}
	Shape *s = new Last;
	tell(s->sides());
	delete s;
	Inherits i(12);
	tell(i.name + i.i);
	Delegates d;
	Holds h;
	tell(offset(static_cast<OfEmpty *>(&h), &h));
	tell(offset(&h.e, &h));
	tell(offset(&h.h, &h));
	Again a;
	tell(offset(static_cast<Holds *>(&a), &a));
	tell(a.i * a.h);
	tell(sizeof a);
}

__global__ void kernel() { all(); }

int main() {
	kernel<<<1, 1>>>();
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	all();
	int n;
	static int log[4096];
	cudaMemcpyFromSymbol(&n, device_n, sizeof n);
	cudaMemcpyFromSymbol(log, device_log, sizeof log);
	printf("%d %d\n", n, host_n);
	for (int i = 0; i < host_n; i++)
		if (log[i] != host_log[i])
			printf("%d: %d, not %d\n", i, log[i], host_log[i]);
	for (int i = 0; i < n; i++)
		printf("%d%c", log[i], i % 16 == 15 || i + 1 == n ? '\n' : ' ');
}

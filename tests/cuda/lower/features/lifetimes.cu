/* lifetimes.cu - when objects end: parameters and temporaries with the full-expression, temporaries
 * that a reference extends, those of an array's elements; what a discarded object of a static
 * member does. The same source runs on the host, which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
struct Log {
	int made, copied, ended, text;
	__device__ void add(int digit) {
		text = text * 10 + digit;
	}
};
struct Thing {
	Log *log;
	int n;
	__device__ Thing(Log *l, int n = 1) : log(l), n(n) {
		log->made++;
		log->add(n);
	}
	__device__ Thing(const Thing &o) : log(o.log), n(o.n + 1) {
		log->copied++;
		log->add(n);
	}
	__device__ ~Thing() {
		log->ended++;
		log->add(9 - n);
	}
};

__device__ Log *traced_logs[64];
__device__ Log *current_log() {
	return traced_logs[threadIdx.x];
}
__device__ void set_log(Log *log) {
	traced_logs[threadIdx.x] = log;
}

/* parameters end with the full-expression of the call, not with the call */
__device__ int inlined(Thing t) {
	return t.log->ended;
}
__device__ __noinline__ int called(Thing t, int more) {
	return t.log->ended + more;
}
struct Taker {
	int n;
	__device__ Taker(Thing t) : n(t.log->ended) {
	}
	__device__ int operator()(Thing t) const {
		return n + t.log->ended;
	}
};
__device__ int parameters(int x) {
	Log log = {};
	int r = inlined(Thing(&log)) + 10 * inlined(Thing(&log, 2));
	r += 100 * called(Thing(&log, 3), log.ended);
	int both = (inlined(Thing(&log)), log.ended);
	int kept = Taker(Thing(&log)).n + Taker(Thing(&log))(Thing(&log));
	r += x > 0 && inlined(Thing(&log)) > 2 ? called(Thing(&log), x) : inlined(Thing(&log, 4));
	for (int i = 0; i < 2 && called(Thing(&log), i) >= 0; i++)
		log.add(i);
	return r + both * 3 + kept * 5 + log.ended * 7 + log.text;
}

__device__ int defaults(const Thing &a, Thing b = Thing(current_log(), 2), const Thing &c = Thing(current_log(), 3), Thing d = Thing(current_log(), 4)) {
	return a.n + b.n + c.n + d.n;
}
__device__ __noinline__ int defaults_called(Thing a, const Thing &b = Thing(current_log(), 2), Thing c = Thing(current_log(), 3)) {
	return a.n + b.n + c.n;
}
/* the value of a statement expression is a copy */
__device__ int values(int x) {
	Log log = {};
	set_log(&log);
	int r = defaults(Thing(&log, 1)) + defaults(Thing(&log, 5), Thing(&log, 6)) * 3 + defaults_called(Thing(&log, 7)) * 5;
	log.text = 0; /* compilers evaluate arguments in different orders */
	{
		Thing y = ({
			Thing t(&log, 1);
			Thing u(t);
			u;
		});
		r += ({
			Thing t(&log, 4);
			t;
		}).n;
		const Thing &z = ({ Thing(&log, 5); });
		log.add(y.n + z.n);
	}
	return r + log.text + log.copied * 7 + log.ended * 11;
}

/* members and bases of temporaries are no temporaries: what takes them by value copies */
struct Holder {
	Thing thing, pair[2];
	__device__ Holder(Log *l) : thing(l, 1), pair{{l, 2}, {l, 3}} {
	}
};
struct Derived : Thing {
	__device__ Derived(Log *l) : Thing(l, 5) {
	}
};
struct Counter {
	int *n;
	__device__ Counter(int *n) : n(n) {
		++*n;
	}
	__device__ Counter(const Counter &o) : n(o.n) {
		*n += 10;
	}
	__device__ Counter(Counter &&o) : n(o.n) {
		*n += 100;
	}
};
struct CounterHolder {
	Counter c;
};
struct CounterDerived : CounterHolder, Counter {
	__device__ CounterDerived(int *n) : CounterHolder{n}, Counter(n) {
	}
};
__device__ int value(Counter c) {
	return *c.n;
}
__device__ int parts() {
	Log log = {};
	int n = 0, r = inlined(Holder(&log).thing) + 3 * inlined(Holder(&log).pair[1]);
	r += called(Derived(&log), 0) + log.copied * 7 + log.text;
	r += value(CounterHolder{&n}.c);
	r += value(static_cast<const Counter &&>(CounterHolder{&n}.c));
	r += value(CounterDerived(&n)) + value(CounterDerived(&n).c);
	Counter c = CounterHolder{&n}.c, d = CounterDerived(&n);
	CounterHolder h{CounterDerived(&n)}, g = CounterDerived(&n);
	return r + *c.n + *d.n + *h.c.n + *g.c.n;
}

/* a reference extends the temporary that it is bound to a part of */
struct Aggregate {
	const Thing &a;
	Thing &&b;
	int n;
};
struct Nested {
	Aggregate one;
	const Thing &c;
};
struct Refers {
	const Thing &r;
};
typedef Thing Things[2];
__device__ const Thing &same(const Thing &t) {
	return t;
}
__device__ int extended(int x) {
	Log log = {};
	{
		const int &n = Thing(&log, 1).n;
		const Thing &t = Holder(&log).pair[x & 1];
		Thing &&m = static_cast<Thing &&>(Holder(&log).thing);
		const Thing &base = Derived(&log);
		log.add(n + t.n + m.n + base.n - 8);
	}
	{
		const Thing &not_extended = Refers{Thing(&log, 1)}.r;
		log.add((&not_extended != nullptr) + 1);
	}
	{
		Aggregate a{Thing(&log, 1), Thing(&log, 2), 3};
		log.add(8);
		Nested many[] = {{{Thing(&log, 1), Thing(&log, 2), 3}, Thing(&log, 3)},
		                 {{Thing(&log, 4), Thing(&log, 2), 3}, same(Thing(&log, 1))}};
		const Aggregate &whole = Aggregate{Thing(&log, 1), Thing(&log, 6), 3};
		log.add(a.n + many[1].one.n + whole.n - 2);
	}
	{
		Thing &&element = Things{Thing(&log, 1), Thing(&log, 4)}[1];
		log.add(element.n);
	}
	{
		const Thing &either = x & 1 ? Thing(&log, 1) : Thing(&log, 2);
		const Thing &comma = (log.add(7), Thing(&log, 3));
		auto &&[first, second, third] = Aggregate{Thing(&log, 1), Thing(&log, 2), 3};
		log.add(either.n + comma.n + third - 5);
	}
	return log.text + log.ended * 3;
}

/* the temporaries of default arguments end with each element */
struct Element {
	int n;
	__device__ Element(const Thing &t) : n(t.n) {
	}
};
struct WithDefault {
	Log *log;
	__device__ WithDefault(Log *l, Thing t) : log(l) {
		log->add(t.n);
	}
};
struct Traced {
	__device__ Traced(const Thing &t = Thing(current_log(), 6)) {
		t.log->add(5);
	}
};
struct Row {
	Traced t[2];
	int n;
};
struct Copied {
	Thing t;
	int n;
};
__device__ int elements(int n) {
	Log log = {};
	{
		Element few[2] = {Thing(&log, 1), Thing(&log, 2)};
		log.add(few[0].n + few[1].n);
		WithDefault *w = new WithDefault[2]{{&log, Thing(&log, 3)}, {&log, Thing(&log, 4)}};
		delete[] w;
		Copied from[2] = {{{&log, 1}, 2}, {{&log, 2}, 3}};
		auto copy = [from] { return from[1].t.n; };
		log.add(copy());
	}
	set_log(&log);
	{
		Traced few[2], given[3] = {Thing(&log, 1)}, none[9] = {}, rows[2][2] = {{Thing(&log, 2)}};
		Row row = {}, value{{}, 2};
		Traced *many = new Traced[10];
		delete[] many;
		log.add(row.n + value.n);
	}
	return log.text + log.ended + n;
}

/* the object before a static member is evaluated */
struct Static {
	int n;
	static const int three = 3;
	enum { four = 4 };
	static __device__ int twice(int x) {
		return 2 * x;
	}
	static __device__ int other(int x) {
		return 3 * x;
	}
	static __device__ int other(char *) {
		return 0;
	}
	__device__ Static &next() {
		n++;
		return *this;
	}
	__device__ Static *operator->() {
		n += 10;
		return this;
	}
};
struct Base {
	static const int i = 3, zero = 0;
	static constexpr int later = 5;
};
const int Base::i;
const int Base::zero;
template <class T> struct OfTemplate {
	static const T value = 6, given;
};
template <class T> const T OfTemplate<T>::value;
template <class T> const T OfTemplate<T>::given = 7;
template <> const int OfTemplate<int>::given = 8;
__device__ int statics() {
	Static s{0};
	int r = s.next().twice(4) + s.next().three + s.next().four + s->twice(1);
	int (*f)(int) = &s.next().twice, (*g)(int) = s.next().other;
	r += f(1) + g(1) + Static{1}.twice(2);
	switch (r) {
	case Static{2}.three: break;
	}
	char c{Static{1}.three};
	return r + 100 * s.n + c;
}
__device__ Thing made(Log *l) {
	return Thing(l);
}
typedef decltype(nullptr) null;
__device__ null count(int *n) {
	++*n;
	return nullptr;
}
__device__ const null &count_too(int *n) {
	static const null same = nullptr;
	++*n;
	return same;
}
struct Members {
	int a;
	__device__ int f() {
		return a;
	}
};
__device__ int nulls() {
	int n = 0, r = 0;
	int *p = count(&n);
	null q = count_too(&n);
	int Members::*m = count(&n);
	int (Members::*f)() = count(&n);
	bool b(count(&n));
	p = (n++, nullptr);
	r += p == count(&n);
	r += count(&n) == p && m == count(&n);
	r += (n & 1 ? p : count(&n)) == nullptr;
	p = static_cast<int *>(count(&n));
	r += (void *)count(&n) == nullptr && !f && !m && !b && q == nullptr;
	return n * 10 + r;
}

/* a temporary of the left side of && and || lives until the whole is known ([class.temporary]/4) */
struct Ends {
	int *n;
	__device__ ~Ends() {
		++*n;
	}
};
__device__ bool holds(const Ends &e, int x) {
	return *e.n == x;
}
__device__ int left_sides(int n) {
	int ended = 0, *p = &ended, r = 0;
	bool a = holds(Ends{p}, 0) && *p == 0, b = holds(Ends{p}, 7) || *p == 1;
	if (holds(Ends{p}, 2) && p[0] * n == 2 * n)
		r = 1;
	if (!(holds(Ends{p}, 9) || *p == 4))
		r += 2;
	return r + 4 * a + 8 * b + 100 * ended;
}

extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64, n = o[0];
	o[1] = parameters(n);
	o[2] = parts();
	o[3] = extended(n);
	o[4] = elements(n);
	o[5] = statics();
	o[6] = Base::i + 10 * Base::zero + 100 * Base::later;
	o[7] = OfTemplate<int>::value + 10 * OfTemplate<int>::given + 100 * OfTemplate<long>::given;
	o[8] = nulls();
	o[11] = left_sides(n);
	o[10] = values(n);
	Log log = {};
	o[9] = made(&log).n + log.ended;
}

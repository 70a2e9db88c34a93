// Operators new and delete of a class, and the program's own with further arguments: device and host
// do the same.
#include <cstdio>
#include <cstring>
#include <new>

#define HD __host__ __device__

struct journal {
	char text[1024];
	int n;
	HD void add(const char *what, unsigned long value) {
		while (*what)
			text[n++] = *what++;
		char digit[20];
		int k = 0;
		do
			digit[k++] = (char)('0' + value % 10);
		while ((value /= 10) != 0);
		while (k)
			text[n++] = digit[--k];
		text[n++] = '\n';
		text[n] = 0;
	}
};

struct pool {
	alignas(16) char room[1024];
	size_t used;
	journal *log;
	HD void *take(size_t n) {
		void *p = room + used;
		used += (n + 15) / 16 * 16;
		return p;
	}
};

HD void *operator new(size_t n, pool &from) { return from.log->add("one ", n), from.take(n); }
HD void *operator new[](size_t n, pool &from, int spare) {
	return from.log->add("many ", n), from.take(n + (size_t)spare);
}
HD void *operator new(size_t n, pool *from, size_t limit) noexcept {
	return n > limit ? nullptr : from->take(n);
}
HD void operator delete(void *, pool &) {}
HD void operator delete[](void *, pool &, int) {}
HD void operator delete(void *, pool *, size_t) {}

struct counted {
	static HD void *operator new(size_t n, journal &log) { return log.add("new ", n), malloc(n); }
	HD void *operator new[](size_t n, journal &log) { return log.add("new[] ", n), malloc(n); }
	HD void operator delete(void *p) { free(p); }
	HD void operator delete(void *p, journal &) { free(p); }
	HD void operator delete[](void *p, journal &) { free(p); }
	HD void operator delete[](void *p, size_t n) {
		*(unsigned long *)p = 0;
		(*sizes())->add("delete[] ", n);
		free(p);
	}
	static HD journal **sizes();
};

__device__ journal *device_sizes;
journal *host_sizes;
HD journal **counted::sizes() {
#ifdef __CUDA_ARCH__
	return &device_sizes;
#else
	return &host_sizes;
#endif
}

struct part : counted {
	int id;
	HD part() : id(7) {}
	HD ~part() { (*sizes())->add("~part ", (unsigned long)id); }
};

struct alignas(16) wide : counted {
	float v[4];
};

struct shape {
	int sides;
	HD shape(int n) : sides(n) {}
	HD virtual ~shape() { (*counted::sizes())->add("~shape ", (unsigned long)sides); }
};

struct round : shape {
	double radius[3];
	HD round() : shape(0), radius{1, 2, 3} {}
	HD static void operator delete(void *p, size_t n) {
		(*counted::sizes())->add("round's delete ", n);
		free(p);
	}
	HD static void *operator new(size_t n) { return malloc(n); }
};

struct ring : round {
	int inner = 3;
	HD ~ring() { (*counted::sizes())->add("~ring ", (unsigned long)inner); }
};

struct square : shape {
	HD square() : shape(4) {}
	HD static void *operator new(size_t n) { return malloc(n); }
	HD void operator delete(void *p) {
		(*counted::sizes())->add("square's delete ", 1);
		free(p);
	}
};

struct extra {
	int first = 1;
	HD virtual ~extra() {}
};

struct both : extra, square {};

template <class T> struct from_pool {
	template <class P> static HD void *operator new(size_t n, P &p) {
		p.log->add("template ", n + sizeof(T));
		return p.take(n);
	}
	HD static void operator delete(void *) {}
};
struct user : from_pool<char> {
	int a = 5, b = 6;
};

HD void play(journal *log) {
	static_assert(!noexcept(new square), "");
	pool p{{}, 0, log};
	*counted::sizes() = log;
	int *one = new (p) int(41);
	log->add("value ", (unsigned long)*one);
	int n = 3;
	long *many = new (p, 8) long[n]{1, 2, 3};
	log->add("sum ", (unsigned long)(many[0] + many[1] + many[2]));
	log->add("null ", new (&p, 2) int(3) == nullptr);
	log->add("not null ", *new (&p, 4) int(3));
	part *single = ::new (p) part;
	single->~part();
	part *some = new (*log) part[n];
	some[2].id = 9;
	delete[] some;
	wide *aligned = new (*log) wide[2];
	log->add("aligned ", (unsigned long)aligned % 16);
	delete[] aligned;
	counted *none = nullptr;
	delete none;
	shape *s = new ring;
	delete s;
	s = new square;
	delete s;
	s = ::new shape(5);
	delete s;
	extra *e = new both;
	delete e;
	user *u = new (p) user;
	log->add("user ", (unsigned long)(u->a * u->b));
	delete u;
	void *raw = ::operator new(16);
	::operator delete(raw);
	raw = ::operator new[](16);
	::operator delete[](raw);
	char bytes[sizeof(int)];
	log->add("here ", (unsigned long)*::new ((void *)bytes) int(6));
	log->add("used ", p.used);
}

__global__ void run(journal *log) { play(log); }

int main() {
	journal *log, *host = new journal();
	cudaMallocManaged(&log, sizeof *log);
	memset(log, 0, sizeof *log);
	run<<<1, 1>>>(log);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return printf("failed\n"), 1;
	play(host);
	printf("%s", log->text);
	printf("%s\n", strcmp(log->text, host->text) ? host->text : "the same");
}

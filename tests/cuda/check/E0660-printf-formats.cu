// A format that is a literal is held against the arguments: nvcc's 181, 224, 225 and 226.
typedef unsigned long size_t;
extern "C" __device__ __host__ int printf(const char *, ...);
struct P {
	int x;
};
template <class T> __device__ void shows(T v) {
	printf("%d\n", v);
}
enum E { ONE };
enum class C : long { ONE };
__global__ void k(int *p, float f, long l, const char *s, const void *v, unsigned char b, bool t, short h) {
	printf("%d\n", f);
	printf("%f\n", p[0]);
	printf("%d %d\n", 1);
	printf("%d\n", 1, 2);
	printf("%ld %d\n", 1, l);
	printf("%s\n", 3);
	printf("%s\n", p);
	printf("%q\n", 3);
	printf("%Lf\n", 1.0);
	printf("%*d %.*f\n", 3, 4, 5, 1.0);
	printf("%*d\n", l, 4);
	printf("%p %p\n", v, l);
	printf("%u %x %lu %llu %ld\n", p[0], p[1], l, (unsigned long long)l, 1ull);
	printf("%c %hd %hhu %d %d %i\n", 'a', h, b, t, ONE, b);
	printf("100%% %s %5.3e %-8g %+a\n", s, f, 1.0, f);
	printf("%zu %td %jd\n", sizeof(int), l, l);
	printf("%d\n");
	printf("%");
	printf("nothing\n", 1);
	printf(s, 1, 2.0);
	printf("%d\n", l); // one
#pragma nv_diag_suppress 181
	printf("%d\n", l);
#pragma nv_diag_default 181
	shows(1.5);
	shows(2);
}

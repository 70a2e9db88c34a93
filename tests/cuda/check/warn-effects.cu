// Values that are not used (E0647), constants as conditions (E0648), and other things that are hardly meant (E0655 to E0659).
__device__ void use(int); __device__ int get(); __device__ void text(char *); __device__ void text(const char *, int);
struct pair { int a, b; __device__ int operator+(int) const { return 1; } };
__device__ void without(int x, int *p, pair q, float f) {
	x;
	x == 3;
	*p;
	p[3];
	q.a;
	(float)x;
	f * 2;
	!x;
	sizeof(x);
	"text";
	x ? 1 : 2;
	x, get();
	use((x, 3));
	for (x; x < 3; x++) {}
	threadIdx.x;
	0 && get();
	get;
}
__device__ void with(int x, int *p, pair q, volatile int *v) {
	(void)x; *p++; x++; get() + 1; (int)get(); x && get(); x ? get() : 2; *v; q + 1; x = x; pair{}; [] {}; ;
	int y = ({ use(x); 3; });
	use(y);
	({ get(); x; });
	x ? (void)0 : use(1);
}
template <class T> __device__ void dependent(T x) { x + 1; }
__device__ void instances(pair q) { dependent(q); dependent(1); }
__device__ void conditions(int x, int y, bool b, float f, int *p) {
	if (x = 3) use(1);
	while ((x = 3)) use(1);
	if (!(x = 0)) use(1);
	if (x && (y = 3)) use(1);
	(b = true) ? use(1) : use(2);
	if (p = nullptr) use(1);
	for (; f = 1.0f;) use(1);
	if (x = y) use(1);
	if ((x = get()) == 3) use(1);
	if (x == 3) use(1);
	b = x = 3;
	while (x += 3) use(1);
}
__device__ void strings() {
	char *a = "abc";
	text("abc");
	const char *b = "abc";
	text(a);
	text(b, 1);
	text((char *)"abc");
}
__device__ char *literal() { return "abc"; }
__device__ int null() { int &r = *(int *)0; return r + sizeof(*(int *)0); }
__device__ void bools(bool b) { b++; ++b; use(b); }
__device__ void loops(int k) {
	for (;;) {
		use(k);
		return;
		while (k) use(3);
	}
	for (int i = 0; i < k; i++) use(i);
}
__device__ void not_the_first(int k) {
	return;
	use(2);
	while (k) use(3);
}
__device__ void reached(int k) {
	goto in;
	while (k) { in: use(k); }
	return;
out:
	while (k) use(1);
	goto out;
}
__device__ void addresses(int *p) { use((int)p); use((int)(long)p); unsigned char c = (unsigned char)p; use(c); }

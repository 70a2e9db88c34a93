# 1 "k.cu"
__global__ void k(int) {}
template<int N> __global__ void t(int) {}
namespace a { namespace b { template<class T> __global__ void q(T) {} } }
typedef void (*fn)(int);
struct holder { fn f; fn get() { return f; } template<int N> static void launch() { t<N><<<1, 1>>>(N); } };
fn table[3];
fn pick(int) { return k; }
template<class T> void dependent(T x) { a::b::q<T><<<dim3(1), sizeof(T)>>>(x); }
void f(holder h, holder *p, int n)
{
	k<<<n, n>>>(1);
	if (n) k<<<1, 2, 3>>>(n > 1 ? 2 : 3); else ::k <<<dim3(1, 2), dim3(n), 0, 0>>> (4);
	for (int i = 0; i < 3; i++) (*table[i])<<<1, 1>>>(i);
	h.f<<<1, 1>>>(1); p->f<<<1, 1>>>(2); h.get()<<<1, 1>>>(3); pick(n)<<<1, 1>>>(4); table[n]<<<1, 1>>>(5);
	if (n) (table[0])<<<1, 1>>>(6);
	t<(3 > 2)><<<n << 1, (n >> 1) + 1>>>(
		7);
	[&] { t<1 + 2><<<1, 1>>>(n); }();
	static_cast<fn>(k)<<<1, 1>>>(1); k<<<2, 1>>>(1);
	return k<<<1, 1>>>(8);
}

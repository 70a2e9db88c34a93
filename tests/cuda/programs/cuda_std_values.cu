#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/optional>
#include <cuda/std/variant>
#include <cuda/std/algorithm>
#include <cuda/std/numeric>
#include <cuda/std/utility>
#include <cuda/std/chrono>
struct P { int a; float b; };
__global__ void k(long long *out) {
  int n=0;
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)
  int a=1,b=2; cuda::std::swap(a,b); PUT(a); PUT(b);
  cuda::std::array<int,4> r = {4,3,2,1}; r.fill(7); PUT(r[2]); 
  cuda::std::array<int,4> q = {4,3,2,1}; r.swap(q); PUT(r[3]);
  cuda::std::sort(r.begin(), r.end()); PUT(r[0]); PUT(r[3]);
  cuda::std::tuple<int,float> t(1,2.5f), u(3, 4.5f); t = u; PUT(cuda::std::get<0>(t)); swap(t,u);
  cuda::std::tie(a, b) = cuda::std::make_tuple(5, 6); PUT(a*10+b);
  cuda::std::optional<P> o; o = P{1, 2}; PUT(o->a); o.emplace(P{5,6}); PUT(o->a); o.reset(); PUT(o.has_value());
  cuda::std::variant<int,float> v = 2.5f; v = 3; PUT(cuda::std::get<int>(v)); v = 1.5f; PUT(v.index());
 
  cuda::std::pair<int,int> p(1,2), s(3,4); p = s; PUT(p.second); 
  PUT(cuda::std::accumulate(r.begin(), r.end(), 0));
  PUT(cuda::std::exchange(a, 9)); PUT(a);
  cuda::std::chrono::milliseconds ms(5); PUT(cuda::std::chrono::duration_cast<cuda::std::chrono::nanoseconds>(ms).count());
  PUT(*cuda::std::lower_bound(r.begin(), r.end(), 3));
  cuda::std::reverse(r.begin(), r.end()); PUT(r[0]);
  PUT(cuda::std::count_if(r.begin(), r.end(), [](int x){return x>2;}));
  out[63]=n;
}
int main(){ long long*d; cudaMallocManaged(&d,512); k<<<1,1>>>(d); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); for(int i=0;i<d[63];i++) printf("%lld ", d[i]); puts(""); }

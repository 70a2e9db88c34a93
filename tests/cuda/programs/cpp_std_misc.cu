// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#include <type_traits>
#include <limits>
#include <functional>
#include <algorithm>
#include <numeric>

#include <cmath>
#include <optional>
#include <variant>
#include <cstdint>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

template <class T> __device__ std::enable_if_t<std::is_integral_v<T>, int> kind(T) { return 1; }
template <class T> __device__ std::enable_if_t<std::is_floating_point_v<T>, int> kind(T) { return 2; }
template <class T, class = void> struct has : std::false_type {}; template <class T> struct has<T, std::void_t<typename T::value_type>> : std::true_type {};
struct Q { using value_type = int; };
__global__ void run(long long *out) {
    int n = 0;
    PUT(kind(1)); PUT(kind(1.f)); PUT(1 + has<int>::value); PUT(1 + has<Q>::value);
    PUT(std::numeric_limits<int>::max()); PUT(std::numeric_limits<float>::digits); PUT(std::numeric_limits<double>::epsilon() * 1e18);
    PUT(std::max(3, 9)); PUT(std::min(3, 9)); PUT(std::clamp(15, 0, 10));
    PUT(std::min({4, 2, 8}));
    PUT(std::plus<int>{}(3, 4)); PUT(std::less<>{}(3, 4) + 1);
    PUT(std::gcd(12, 18));
    constexpr std::optional<int> o = 5; PUT(o.value_or(3)); PUT(*o); std::optional<int> e; PUT(e.value_or(8)); PUT(o.has_value());
    std::variant<int, float> v = 3; PUT(v.index() + 1); PUT(*std::get_if<int>(&v));
   
    PUT(std::abs(-4)); PUT(std::sqrt(81.0)); PUT(std::floor(2.7f)); PUT(std::fmin(2.0, 3.0)); PUT(std::isnan(0.0) + 1);
    int a[6] = {5, 2, 9, 1, 7, 3};
    PUT(*std::max_element(a, a + 6) + 0);
    PUT(std::make_unsigned_t<int>(-1)); PUT(sizeof(std::conditional_t<true, char, long>)); PUT(std::is_same_v<std::common_type_t<int, double>, double>);
    PUT(std::is_invocable_v<decltype(kind<int>), int>); PUT(std::is_convertible_v<int, double>); PUT(std::is_constructible_v<Q> );
    PUT(std::decay_t<const int &>(4)); PUT((int)std::underlying_type_t<std::byte>(3)); 
}

int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    for (int i = 0; i < 256; i++)
        if (h[i]) printf("%d: %lld\n", i, h[i]);
    return 0;
}

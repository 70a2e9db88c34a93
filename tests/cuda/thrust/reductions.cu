// Reductions and scans, with and without keys.
// build: --extended-lambda
#include <cmath>
#include <thrust/adjacent_difference.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include "check.h"

template <class T> struct square {
	__host__ __device__ T operator()(T x) const { return x * x; }
};

struct above {
	int least;
	__host__ __device__ bool operator()(int x) const { return x > least; }
};

// Mean and variance in one pass.
struct moments {
	double n, mean, m2;
};

struct start {
	__host__ __device__ moments operator()(double x) const { return {1, x, 0}; }
};

struct join {
	__host__ __device__ moments operator()(const moments &a, const moments &b) const
	{
		double n = a.n + b.n, d = b.mean - a.mean;
		return {n, a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n};
	}
};

static void reductions()
{
	std::vector<int> h = numbers<int>(5000, 1000);
	thrust::device_vector<int> d(h.begin(), h.end());
	long long sum = std::accumulate(h.begin(), h.end(), 0ll), squares = 0;
	for (int x : h)
		squares += (long long)x * x;
	say("reduce", thrust::reduce(d.begin(), d.end()) == sum);
	say("reduce to long long", thrust::reduce(thrust::device, d.begin(), d.end(), 5ll) == sum + 5);
	say("reduce, maximum", thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()) ==
	                           *std::max_element(h.begin(), h.end()));
	say("inner_product", thrust::inner_product(d.begin(), d.end(), d.begin(), 0ll) == squares);
	thrust::device_vector<float> f(h.begin(), h.end());
	float norm = std::sqrt(thrust::transform_reduce(f.begin(), f.end(), square<float>(), 0.0f, thrust::plus<float>()));
	say("transform_reduce", std::fabs(norm - std::sqrt((double)squares)) < 0.1);
	say("count", thrust::count(d.begin(), d.end(), h[7]) == std::count(h.begin(), h.end(), h[7]));
	say("count_if", thrust::count_if(d.begin(), d.end(), above{500}) == std::count_if(h.begin(), h.end(), above{500}));
	say("any_of, all_of", thrust::any_of(d.begin(), d.end(), above{998}) && !thrust::all_of(d.begin(), d.end(), above{1}));
	auto ends = thrust::minmax_element(d.begin(), d.end());
	auto host = std::minmax_element(h.begin(), h.end());
	say("minmax_element", *ends.first == *host.first && *ends.second == *host.second);
	say("max_element", thrust::max_element(d.begin(), d.end()) - d.begin() == std::max_element(h.begin(), h.end()) - h.begin());
	moments m = thrust::transform_reduce(d.begin() + 1, d.end(), start(), start()(h[0]), join());
	double mean = (double)sum / h.size(), variance = (double)squares / h.size() - mean * mean;
	say("mean and variance", m.n == 5000 && std::fabs(m.mean - mean) < 1e-6 && std::fabs(m.m2 / m.n - variance) < 1e-3);
}

static void scans()
{
	std::vector<int> h = numbers<int>(4500, 100), e(h.size());
	thrust::device_vector<int> d(h.begin(), h.end()), o(h.size());
	std::partial_sum(h.begin(), h.end(), e.begin());
	thrust::inclusive_scan(d.begin(), d.end(), o.begin());
	say("inclusive_scan", same(o, e));
	thrust::exclusive_scan(d.begin(), d.end(), o.begin(), 10);
	e.insert(e.begin(), 0);
	e.pop_back();
	for (int &x : e)
		x += 10;
	say("exclusive_scan", same(o, e));
	std::partial_sum(h.begin(), h.end(), e.begin(), [](int a, int b) { return std::max(a, b); });
	thrust::inclusive_scan(d.begin(), d.end(), d.begin(), thrust::maximum<int>());
	say("inclusive_scan in place", same(d, e));
	d.assign(h.begin(), h.end());
	thrust::transform_inclusive_scan(d.begin(), d.end(), o.begin(), square<int>(), thrust::plus<int>());
	std::vector<int> q(h.size());
	for (size_t i = 0; i < h.size(); i++)
		q[i] = h[i] * h[i] + (i ? q[i - 1] : 0);
	say("transform_inclusive_scan", same(o, q));
	thrust::adjacent_difference(d.begin(), d.end(), o.begin());
	std::adjacent_difference(h.begin(), h.end(), e.begin());
	say("adjacent_difference", same(o, e));
}

static void keys()
{
	std::vector<int> k = numbers<int>(3000, 40), v = numbers<int>(3000, 50, 3), rk, rv, rc, scan(3000);
	std::sort(k.begin(), k.end());
	for (size_t i = 0; i < k.size(); i++) {
		bool first = !i || k[i] != k[i - 1];
		if (first)
			rk.push_back(k[i]), rv.push_back(0), rc.push_back(0);
		rv.back() += v[i];
		rc.back()++;
		scan[i] = v[i] + (first ? 0 : scan[i - 1]);
	}
	thrust::device_vector<int> dk(k.begin(), k.end()), dv(v.begin(), v.end()), ok(3000), ov(3000);
	auto end = thrust::reduce_by_key(dk.begin(), dk.end(), dv.begin(), ok.begin(), ov.begin());
	ok.erase(end.first, ok.end());
	ov.erase(end.second, ov.end());
	say("reduce_by_key", same(ok, rk) && same(ov, rv));
	ok.resize(3000), ov.resize(3000);
	end = thrust::reduce_by_key(dk.begin(), dk.end(), thrust::constant_iterator<int>(1), ok.begin(), ov.begin(),
	                            thrust::equal_to<int>(), thrust::plus<int>());
	ov.resize(end.second - ov.begin());
	say("reduce_by_key of ones", same(ov, rc));
	ov.resize(3000);
	thrust::inclusive_scan_by_key(dk.begin(), dk.end(), dv.begin(), ov.begin());
	say("inclusive_scan_by_key", same(ov, scan));
	thrust::exclusive_scan_by_key(dk.begin(), dk.end(), dv.begin(), ov.begin());
	for (size_t i = 0; i < k.size(); i++)
		scan[i] -= v[i];
	say("exclusive_scan_by_key", same(ov, scan));
}

int main()
{
	reductions();
	scans();
	keys();
}

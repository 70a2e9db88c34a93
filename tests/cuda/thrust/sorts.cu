// Sorts, merges and searches: radix sort for numbers, merge sort for what has an order of its own.
// build: --extended-lambda
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>
#include "check.h"

struct by_last_digit {
	__host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

struct point {
	float x, y;
	__host__ __device__ bool operator==(const point &o) const { return x == o.x && y == o.y; }
};

struct nearer {
	__host__ __device__ bool operator()(const point &a, const point &b) const
	{
		return a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y;
	}
};

template <class T> static void sort_type(const char *name, unsigned limit)
{
	std::vector<T> h = numbers<T>(3000, limit);
	thrust::device_vector<T> d(h.begin(), h.end());
	thrust::sort(d.begin(), d.end());
	std::sort(h.begin(), h.end());
	bool right = same(d, h) && thrust::is_sorted(d.begin(), d.end());
	thrust::sort(d.begin(), d.end(), thrust::greater<T>());
	std::reverse(h.begin(), h.end());
	say(name, right && same(d, h));
}

static void with_values()
{
	std::vector<int> keys = numbers<int>(2000, 100), index(keys.size());
	std::iota(index.begin(), index.end(), 0);
	thrust::device_vector<int> k(keys.begin(), keys.end()), v(keys.size());
	thrust::sequence(v.begin(), v.end());
	thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
	std::stable_sort(index.begin(), index.end(), [&](int a, int b) { return keys[a] < keys[b]; });
	std::sort(keys.begin(), keys.end());
	say("stable_sort_by_key", same(k, keys) && same(v, index));
	std::vector<float> f = numbers<float>(700, 1 << 20), sorted = f;
	thrust::device_vector<float> fk(f.begin(), f.end());
	thrust::device_vector<double> fv(f.begin(), f.end());
	thrust::sort_by_key(fk.begin(), fk.end(), fv.begin(), thrust::greater<float>());
	std::sort(sorted.rbegin(), sorted.rend());
	say("sort_by_key, floats", same(fk, sorted) && same(fv, std::vector<double>(sorted.begin(), sorted.end())));
}

static void with_order()
{
	std::vector<int> h = numbers<int>(1500, 10000);
	thrust::device_vector<int> d(h.begin(), h.end());
	thrust::stable_sort(d.begin(), d.end(), by_last_digit());
	std::stable_sort(h.begin(), h.end(), by_last_digit());
	say("stable_sort with an order", same(d, h));
	std::vector<float> c = numbers<float>(1000, 1000);
	std::vector<point> hp;
	for (int i = 0; i < 500; i++)
		hp.push_back({c[i], c[500 + i]});
	thrust::device_vector<point> dp(hp.begin(), hp.end());
	thrust::stable_sort(dp.begin(), dp.end(), nearer());
	std::stable_sort(hp.begin(), hp.end(), nearer());
	say("stable_sort of a class", same(dp, hp));
}

static void zipped()
{
	std::vector<int> a = numbers<int>(800, 20), b = numbers<int>(800, 1000, 2);
	thrust::device_vector<int> da(a.begin(), a.end()), db(b.begin(), b.end());
	auto first = thrust::make_zip_iterator(thrust::make_tuple(da.begin(), db.begin()));
	thrust::sort(first, first + a.size());
	std::vector<std::pair<int, int>> pairs;
	for (size_t i = 0; i < a.size(); i++)
		pairs.emplace_back(a[i], b[i]);
	std::sort(pairs.begin(), pairs.end());
	for (size_t i = 0; i < a.size(); i++)
		a[i] = pairs[i].first, b[i] = pairs[i].second;
	say("sort of a zip", same(da, a) && same(db, b));
}

static void merges_and_searches()
{
	std::vector<int> a = numbers<int>(900, 5000), b = numbers<int>(300, 5000, 7), both(1200), places(b.size());
	std::sort(a.begin(), a.end());
	std::sort(b.begin(), b.end());
	thrust::device_vector<int> da(a.begin(), a.end()), db(b.begin(), b.end()), d(1200), low(b.size());
	thrust::merge(da.begin(), da.end(), db.begin(), db.end(), d.begin());
	std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
	say("merge", same(d, both));
	thrust::lower_bound(da.begin(), da.end(), db.begin(), db.end(), low.begin());
	for (size_t i = 0; i < b.size(); i++)
		places[i] = std::lower_bound(a.begin(), a.end(), b[i]) - a.begin();
	say("lower_bound", same(low, places));
	thrust::device_vector<bool> in(b.size());
	thrust::binary_search(da.begin(), da.end(), db.begin(), db.end(), in.begin());
	std::vector<bool> expected;
	for (int x : b)
		expected.push_back(std::binary_search(a.begin(), a.end(), x));
	say("binary_search", same(in, expected));
	say("upper_bound of one", thrust::upper_bound(da.begin(), da.end(), 2500) - da.begin() ==
	                              std::upper_bound(a.begin(), a.end(), 2500) - a.begin());
}

int main()
{
	sort_type<int>("sort int", 1 << 24);
	sort_type<unsigned char>("sort unsigned char", 256);
	sort_type<long long>("sort long long", 1 << 24);
	sort_type<float>("sort float", 1 << 24);
	sort_type<double>("sort double", 1 << 24);
	with_values();
	with_order();
	zipped();
	merges_and_searches();
	thrust::host_vector<int> h(100);
	thrust::sequence(h.rbegin(), h.rend());
	thrust::sort(h.begin(), h.end());
	say("sort on the host", h[0] == 0 && h[99] == 99);
}

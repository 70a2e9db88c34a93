// CUB's algorithms of a whole device, each with its two calls: how much memory, then the work.
// build: --extended-lambda
#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include "check.h"

struct less_than {
	int limit;
	__host__ __device__ bool operator()(const int &x) const { return x < limit; }
};

struct smaller {
	template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};

struct backwards {
	__host__ __device__ bool operator()(const int &a, const int &b) const { return b < a; }
};

template <class Call> static void twice(Call call)
{
	size_t bytes = 0;
	call(nullptr, bytes);
	thrust::device_vector<unsigned char> storage(bytes);
	if (call((void *)thrust::raw_pointer_cast(storage.data()), bytes) != cudaSuccess)
		printf("a call failed\n");
	cudaDeviceSynchronize();
}

template <class T> static T *raw(thrust::device_vector<T> &v)
{
	return thrust::raw_pointer_cast(v.data());
}

static const int n = 4000;
static std::vector<int> h = numbers<int>(n, 1000);

static void sums()
{
	thrust::device_vector<int> d(h.begin(), h.end()), o(n), one(1);
	twice([&](void *s, size_t &b) { return cub::DeviceReduce::Sum(s, b, raw(d), raw(one), n); });
	say("Reduce::Sum", one[0] == std::accumulate(h.begin(), h.end(), 0));
	twice([&](void *s, size_t &b) { return cub::DeviceReduce::Reduce(s, b, raw(d), raw(one), n, smaller(), 1 << 30); });
	say("Reduce::Reduce", one[0] == *std::min_element(h.begin(), h.end()));
	thrust::device_vector<cub::KeyValuePair<int, int>> best(1);
	twice([&](void *s, size_t &b) { return cub::DeviceReduce::ArgMax(s, b, raw(d), raw(best), n); });
	cub::KeyValuePair<int, int> found = best[0];
	say("Reduce::ArgMax", found.key == std::max_element(h.begin(), h.end()) - h.begin());
	std::vector<int> e(n);
	std::partial_sum(h.begin(), h.end(), e.begin());
	twice([&](void *s, size_t &b) { return cub::DeviceScan::InclusiveSum(s, b, raw(d), raw(o), n); });
	say("Scan::InclusiveSum", same(o, e));
	twice([&](void *s, size_t &b) { return cub::DeviceScan::ExclusiveScan(s, b, raw(d), raw(o), smaller(), 500, n); });
	for (int i = 0, least = 500; i < n; i++)
		e[i] = least, least = std::min(least, h[i]);
	say("Scan::ExclusiveScan", same(o, e));
	std::vector<int> offsets = {0, 10, 10, 700, 3999, n}, parts;
	for (size_t i = 0; i + 1 < offsets.size(); i++)
		parts.push_back(std::accumulate(h.begin() + offsets[i], h.begin() + offsets[i + 1], 0));
	thrust::device_vector<int> begin(offsets.begin(), offsets.end()), p(parts.size());
	twice([&](void *s, size_t &b) {
		return cub::DeviceSegmentedReduce::Sum(s, b, raw(d), raw(p), 5, raw(begin), raw(begin) + 1); });
	say("SegmentedReduce::Sum", same(p, parts));
}

static void sorts()
{
	std::vector<int> index(n), sorted = h;
	std::iota(index.begin(), index.end(), 0);
	thrust::device_vector<int> k(h.begin(), h.end()), v(index.begin(), index.end()), ko(n), vo(n);
	twice([&](void *s, size_t &b) {
		return cub::DeviceRadixSort::SortPairs(s, b, raw(k), raw(ko), raw(v), raw(vo), n); });
	std::stable_sort(index.begin(), index.end(), [](int a, int b) { return h[a] < h[b]; });
	std::sort(sorted.begin(), sorted.end());
	say("RadixSort::SortPairs", same(ko, sorted) && same(vo, index));
	cub::DoubleBuffer<int> keys(raw(k), raw(ko));
	twice([&](void *s, size_t &b) { return cub::DeviceRadixSort::SortKeysDescending(s, b, keys, n, 0, 10); });
	std::vector<int> got(n);
	cudaMemcpy(got.data(), keys.Current(), n * sizeof(int), cudaMemcpyDeviceToHost);
	std::reverse(sorted.begin(), sorted.end());
	say("RadixSort::SortKeysDescending", got == sorted);
	k.assign(h.begin(), h.end());
	twice([&](void *s, size_t &b) { return cub::DeviceMergeSort::SortKeys(s, b, raw(k), n, backwards()); });
	say("MergeSort::SortKeys", same(k, sorted));
}

static void selections()
{
	thrust::device_vector<int> d(h.begin(), h.end()), o(n), count(1);
	std::vector<int> e, lengths;
	twice([&](void *s, size_t &b) {
		return cub::DeviceSelect::If(s, b, raw(d), raw(o), raw(count), n, less_than{300}); });
	std::copy_if(h.begin(), h.end(), std::back_inserter(e), less_than{300});
	o.resize(count[0]);
	say("Select::If", same(o, e));
	o.resize(n);
	std::vector<char> flag = numbers<char>(n, 2, 4);
	thrust::device_vector<char> f(flag.begin(), flag.end());
	twice([&](void *s, size_t &b) {
		return cub::DeviceSelect::Flagged(s, b, raw(d), raw(f), raw(o), raw(count), n); });
	e.clear();
	for (int i = 0; i < n; i++)
		if (flag[i])
			e.push_back(h[i]);
	o.resize(count[0]);
	say("Select::Flagged", same(o, e));
	std::vector<int> few = numbers<int>(n, 2);
	thrust::device_vector<int> r(few.begin(), few.end()), u(n), l(n);
	twice([&](void *s, size_t &b) {
		return cub::DeviceRunLengthEncode::Encode(s, b, raw(r), raw(u), raw(l), raw(count), n); });
	e.clear();
	for (int i = 0; i < n; i++) {
		if (!i || few[i] != few[i - 1])
			e.push_back(few[i]), lengths.push_back(0);
		lengths.back()++;
	}
	u.resize(count[0]), l.resize(count[0]);
	say("RunLengthEncode::Encode", same(u, e) && same(l, lengths));
}

static void histogram()
{
	thrust::device_vector<int> d(h.begin(), h.end()), bins(20);
	twice([&](void *s, size_t &b) {
		return cub::DeviceHistogram::HistogramEven(s, b, raw(d), raw(bins), 21, 0, 1000, n); });
	std::vector<int> e(20);
	for (int x : h)
		e[x / 50]++;
	say("Histogram::HistogramEven", same(bins, e));
}

int main()
{
	sums();
	sorts();
	selections();
	histogram();
}

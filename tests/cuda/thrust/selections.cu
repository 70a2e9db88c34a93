// What keeps some of the elements: copies with a condition, unique, partitions, sets.
// build: --extended-lambda
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/set_operations.h>
#include <thrust/unique.h>
#include "check.h"

struct even {
	__host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

static std::vector<int> series = numbers<int>(3500, 1000);

static void copies()
{
	thrust::device_vector<int> d(series.begin(), series.end()), o(series.size());
	std::vector<int> e;
	std::copy_if(series.begin(), series.end(), std::back_inserter(e), even());
	o.resize(thrust::copy_if(d.begin(), d.end(), o.begin(), even()) - o.begin());
	say("copy_if", same(o, e));
	std::vector<int> stencil = numbers<int>(series.size(), 10, 9), s;
	for (size_t i = 0; i < series.size(); i++)
		if (stencil[i] % 2 == 0)
			s.push_back(series[i]);
	thrust::device_vector<int> ds(stencil.begin(), stencil.end());
	o.resize(series.size());
	o.resize(thrust::copy_if(d.begin(), d.end(), ds.begin(), o.begin(), even()) - o.begin());
	say("copy_if with a stencil", same(o, s));
	d.erase(thrust::remove_if(d.begin(), d.end(), even()), d.end());
	e.clear();
	std::remove_copy_if(series.begin(), series.end(), std::back_inserter(e), even());
	say("remove_if", same(d, e));
	thrust::replace_if(d.begin(), d.end(), [] __host__ __device__(int x) { return x < 500; }, 0);
	std::replace_if(e.begin(), e.end(), [](int x) { return x < 500; }, 0);
	say("replace_if", same(d, e));
	std::vector<int> u = numbers<int>(2000, 3), uv(u.size());
	std::iota(uv.begin(), uv.end(), 0);
	thrust::device_vector<int> du(u.begin(), u.end()), dv(uv.begin(), uv.end());
	auto ends = thrust::unique_by_key(du.begin(), du.end(), dv.begin());
	du.erase(ends.first, du.end()), dv.erase(ends.second, dv.end());
	size_t n = 0;
	for (size_t i = 0; i < u.size(); i++)
		if (!i || u[i] != u[i - 1])
			uv[n++] = i;
	uv.resize(n);
	u.erase(std::unique(u.begin(), u.end()), u.end());
	say("unique_by_key", same(du, u) && same(dv, uv));
	thrust::device_vector<int> again(2 * u.size());
	thrust::copy(du.begin(), du.end(), again.begin());
	thrust::copy(du.begin(), du.end(), again.begin() + u.size());
	again.erase(thrust::unique(again.begin(), again.end()), again.end());
	std::vector<int> twice = u;
	twice.insert(twice.end(), u.begin() + (u.back() == u.front()), u.end());
	say("unique", same(again, twice));
}

static void partitions()
{
	thrust::device_vector<int> d(series.begin(), series.end()), yes(series.size()), no(series.size());
	std::vector<int> h = series, y, n;
	auto middle = thrust::stable_partition(d.begin(), d.end(), even());
	auto host = std::stable_partition(h.begin(), h.end(), even());
	say("stable_partition", same(d, h) && middle - d.begin() == host - h.begin());
	say("is_partitioned", thrust::is_partitioned(d.begin(), d.end(), even()));
	d.assign(series.begin(), series.end());
	auto ends = thrust::partition_copy(d.begin(), d.end(), yes.begin(), no.begin(), even());
	yes.erase(ends.first, yes.end()), no.erase(ends.second, no.end());
	y.assign(h.begin(), host), n.assign(host, h.end());
	say("partition_copy", same(yes, y) && same(no, n));
	middle = thrust::partition(d.begin(), d.end(), even());
	thrust::host_vector<int> left(d.begin(), middle);
	std::sort(left.begin(), left.end());
	std::sort(y.begin(), y.end());
	say("partition", std::equal(y.begin(), y.end(), left.begin()));
}

template <class Device, class Host> static void set(const char *name, Device device, Host host)
{
	std::vector<int> a = numbers<int>(900, 700), b = numbers<int>(600, 700, 5), e;
	std::sort(a.begin(), a.end());
	std::sort(b.begin(), b.end());
	thrust::device_vector<int> da(a.begin(), a.end()), db(b.begin(), b.end()), o(a.size() + b.size());
	o.resize(device(da, db, o) - o.begin());
	host(a, b, std::back_inserter(e));
	say(name, same(o, e));
}

#define SET(name) \
	set(#name, [](const auto &a, const auto &b, auto &o) { \
		return thrust::name(a.begin(), a.end(), b.begin(), b.end(), o.begin()); }, \
		[](const auto &a, const auto &b, auto o) { std::name(a.begin(), a.end(), b.begin(), b.end(), o); })

int main()
{
	copies();
	partitions();
	SET(set_union);
	SET(set_intersection);
	SET(set_difference);
	SET(set_symmetric_difference);
}

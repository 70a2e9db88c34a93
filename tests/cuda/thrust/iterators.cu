// Iterators that are not pointers, placeholders, and what moves elements.
// build: --extended-lambda
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include "check.h"

struct cube {
	__host__ __device__ long operator()(int x) const { return (long)x * x * x; }
};

struct fused {
	template <class Tuple> __host__ __device__ void operator()(Tuple t) const
	{
		thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
	}
};

struct dot {
	typedef thrust::tuple<float, float> pair;
	__host__ __device__ float operator()(const pair &a, const pair &b) const
	{
		return thrust::get<0>(a) * thrust::get<0>(b) + thrust::get<1>(a) * thrust::get<1>(b);
	}
};

struct dice {
	__host__ __device__ int operator()(unsigned i) const
	{
		thrust::default_random_engine engine(7);
		engine.discard(i);
		return thrust::uniform_int_distribution<int>(1, 6)(engine);
	}
};

static void made_up()
{
	thrust::counting_iterator<int> from(0);
	say("counting", thrust::reduce(from, from + 1000) == 499500);
	auto cubes = thrust::make_transform_iterator(from, cube());
	say("transform of counting", thrust::reduce(cubes, cubes + 200) == 199l * 199 * 200 * 200 / 4);
	thrust::device_vector<int> v(100);
	thrust::copy(thrust::make_constant_iterator(4), thrust::make_constant_iterator(4) + 100, v.begin());
	say("constant", same(v, std::vector<int>(100, 4)));
	thrust::transform(v.begin(), v.end(), thrust::counting_iterator<int>(1), v.begin(), thrust::multiplies<int>());
	std::vector<int> fours(100);
	for (int i = 0; i < 100; i++)
		fours[i] = 4 * (i + 1);
	say("transform of two", same(v, fours));
	thrust::device_vector<int> back(100);
	thrust::copy(thrust::make_reverse_iterator(v.end()), thrust::make_reverse_iterator(v.begin()), back.begin());
	thrust::reverse(back.begin(), back.end());
	say("reverse", same(back, fours));
	thrust::device_vector<long> l(100);
	thrust::copy(v.begin(), v.end(), thrust::make_transform_output_iterator(l.begin(), cube()));
	say("transform_output", l[9] == 64000);
	auto ends = thrust::reduce_by_key(v.begin(), v.end(), v.begin(), thrust::make_discard_iterator(), back.begin());
	say("discard", same(back, fours) && ends.second == back.end());
}

static void permuted()
{
	std::vector<int> map(256), values = numbers<int>(256, 1000), e(256);
	for (int i = 0; i < 256; i++)
		map[i] = i * 37 % 256, e[i] = values[map[i]];
	thrust::device_vector<int> dm(map.begin(), map.end()), dv(values.begin(), values.end()), o(256);
	thrust::gather(dm.begin(), dm.end(), dv.begin(), o.begin());
	say("gather", same(o, e));
	thrust::copy_n(thrust::make_permutation_iterator(dv.begin(), dm.begin()), 256, o.begin());
	say("permutation", same(o, e));
	thrust::scatter(o.begin(), o.end(), dm.begin(), dv.begin());
	say("scatter", same(dv, values));
	int sum = thrust::reduce(thrust::make_permutation_iterator(dv.begin(), dm.begin()),
	                         thrust::make_permutation_iterator(dv.begin(), dm.begin() + 3));
	say("reduce of a permutation", sum == e[0] + e[1] + e[2]);
}

static void zipped()
{
	thrust::device_vector<float> a(500), b(500), c(500, 2.0f), d(500);
	thrust::sequence(a.begin(), a.end());
	thrust::sequence(b.begin(), b.end(), 1.0f, 0.5f);
	auto first = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin(), d.begin()));
	thrust::for_each(first, first + 500, fused());
	say("for_each of a zip", d[0] == 2.0f && d[10] == 10.0f + 6.0f * 2 && d[499] == 499 + 250.5f * 2);
	auto two = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
	thrust::transform(two, two + 500, two, d.begin(), dot());
	say("transform of zips", d[2] == 4 + 4 && d[100] == 10000 + 51.0f * 51);
	using namespace thrust::placeholders;
	thrust::transform(a.begin(), a.end(), b.begin(), d.begin(), 2.0f * _1 + _2);
	say("placeholders", d[0] == 1 && d[100] == 251);
	thrust::tuple<float, float> largest = *(two + 499);
	say("element of a zip", thrust::get<0>(largest) == 499 && thrust::get<1>(largest) == 250.5f);
}

static void made()
{
	thrust::device_vector<int> v(300);
	thrust::tabulate(v.begin(), v.end(), dice());
	std::vector<int> e(300);
	for (int i = 0; i < 300; i++)
		e[i] = dice()(i);
	say("random numbers", same(v, e) && *std::max_element(e.begin(), e.end()) == 6);
	thrust::generate(v.begin(), v.end(), [] __host__ __device__() { return 17; });
	say("generate with a lambda", same(v, std::vector<int>(300, 17)));
	thrust::fill(v.begin() + 10, v.begin() + 20, -1);
	thrust::device_ptr<int> p = v.data();
	p[3] = 5;
	int *raw = thrust::raw_pointer_cast(v.data());
	say("device_ptr", v[3] == 5 && *(p + 12) == -1 && raw + 12 == thrust::raw_pointer_cast(&v[12]));
	int factor = 3;
	thrust::transform(v.begin(), v.end(), v.begin(), [=] __device__(int x) { return factor * x; });
	say("transform with a capture", v[0] == 51 && v[3] == 15 && v[15] == -3);
}

int main()
{
	made_up();
	permuted();
	zipped();
	made();
}

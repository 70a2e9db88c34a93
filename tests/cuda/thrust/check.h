// What the programs here say: a line for each algorithm, `ok` where device and host
// agree.
#pragma once
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

inline void say(const char *what, bool right) {
	printf("%s: %s\n", what, right ? "ok" : "WRONG");
}

template <class Device, class T> bool same(const Device &d, const std::vector<T> &h) {
	std::vector<T> copy(d.size());
	thrust::copy(d.begin(), d.end(), copy.begin());
	return copy == h;
}

// n numbers of the same series each time, below limit.
template <class T> std::vector<T> numbers(size_t n, unsigned limit, unsigned seed = 1) {
	std::vector<T> v(n);
	unsigned state = seed * 2654435761u + 1;
	for (T &x : v)
		x = T(((state = state * 1664525u + 1013904223u) >> 8) % limit);
	return v;
}

/* captures.cu - constants in lambdas: read without a capture, captured where their address matters,
 * constants all the same where they are captured. The same source runs on the host, which says what is
 * right.
 * SPDX-License-Identifier: Apache-2.0 */
__device__ const int *address(const int &r) {
	return &r;
}
extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64, a = o[0];
	const int n = 5;
	constexpr int m = 6;
	const float f = 2.5f;
	auto pointer = [&] {
		const int *p = &n;
		return *p + (p == &n);
	};
	o[1] = pointer() + (int)sizeof pointer;
	auto reference = [&](const int *p) {
		const int &r = n;
		const int &s{m};
		return (&r == p) + 2 * (&s == &m) + a;
	};
	o[2] = reference(&n) + (int)sizeof reference;
	auto own = [=](const int *p) {
		const int &r = n;
		return &r == p;
	};
	o[3] = own(&n) + 10 * (int)sizeof own;
	auto given = [n, &m, f] {
		int array[n], more[m + n];
		switch (m) {
		case n + 1: return (int)(sizeof array + sizeof more + f);
		}
		return address(n) == nullptr ? n : m;
	};
	o[4] = given() + (int)sizeof given;
	auto nested = [&] {
		auto inner = [&] { return *&n + (a & n) + (3 & m) + (a * 2 & m); };
		return inner();
	};
	o[5] = nested();
	auto nothing = [=] { return n + m; };
	o[6] = nothing() + (int)sizeof nothing;
}

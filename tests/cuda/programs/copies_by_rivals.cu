// copies_by_rivals.cu - classes with more than one constructor that copies, or a deleted one from a derived class: overload
// resolution chooses ([class.copy.ctor]/6, [over.match.ctor]), also where the one for const objects copies bytes.
// build: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

struct constant {
	int x;
	constant() = default;
	constant(constant const &) = default;
	constant(constant &) = delete;
	constant &operator=(constant const &) = default;
	constant &operator=(constant &) = delete;
};
struct derived : constant {};
struct holder {
	constant x;
};
static_assert(!__is_constructible(constant, constant &));
static_assert(__is_constructible(constant, const constant &) && __is_constructible(constant, constant));
static_assert(!__is_constructible(constant, derived &) && __is_constructible(constant, const derived &));
static_assert(!__is_assignable(constant &, constant &) && __is_assignable(constant &, const constant &));
static_assert(__is_constructible(holder, holder &));

struct uncut {
	uncut() = default;
	uncut(const uncut &) = default;
	uncut(const struct longer &) = delete;
};
struct longer : uncut {};
static_assert(!__is_constructible(uncut, longer &) && !__is_constructible(uncut, longer));
static_assert(__is_constructible(uncut, uncut &));

struct variable {
	int x;
	variable() = default;
	variable(variable const &) = delete;
	variable(variable &) = default;
};
static_assert(__is_constructible(variable, variable &) && !__is_constructible(variable, const variable &));

struct moved {
	moved(moved &&) = default;
	moved(moved const &&) = delete;
};
static_assert(__is_constructible(moved, moved) && !__is_constructible(moved, const moved));

template <class T> concept by_value = requires(T &t, void (&f)(T)) { f(t); };
template <class T> concept by_braces = requires(T &t) { T{t}; };
template <class T> concept by_part = requires(T &t) { holder{t}; };
static_assert(!by_value<constant> && by_value<const constant> && by_value<variable>);
static_assert(!by_braces<constant> && by_braces<const constant>);
static_assert(!by_part<constant> && by_part<const constant>);

__global__ void copy(int *p) {
	constant a;
	variable b;
	a.x = p[0];
	b.x = p[1];
	const constant &same = a;
	constant c(same), d = constant(same);
	variable e = b;
	derived f;
	f.x = 5;
	constant g = static_cast<const derived &>(f);
	p[2] = c.x + d.x + e.x + g.x;
}

int main() {
	int *p;
	cudaMallocManaged(&p, 3 * sizeof *p);
	p[0] = 10;
	p[1] = 200;
	copy<<<1, 1>>>(p);
	printf("%s: ", cudaGetErrorString(cudaDeviceSynchronize()));
	printf("%d\n", p[2]);
}

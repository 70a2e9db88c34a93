// default_standard.cu - without -std a program is C++17: the right operand of an assignment operator is evaluated first
// ([expr.ass]/1), and types are deduced from the values of arguments ([temp.deduct.type]/13).
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

struct Log {
	int order[4], n;
	__host__ __device__ int note(int what, int value) {
		order[n++] = what;
		return value;
	}
};

struct Number {
	int value;
	__host__ __device__ Number &operator+=(int more) {
		value += more;
		return *this;
	}
};

__host__ __device__ Number &left(Log &log, Number &number) {
	log.note(1, 0);
	return number;
}

template <auto Member> struct Field;
template <class Class, class Type, Type Class::*Member> struct Field<Member> {
	static constexpr int size = sizeof(Type);
	static __host__ __device__ Type &get(Class &object) {
		return object.*Member;
	}
};

__host__ __device__ void both(int *out) {
	Log log = {};
	Number number = {40};
	left(log, number) += log.note(2, 2);
	out[0] = log.order[0] * 10 + log.order[1];
	Field<&Number::value>::get(number) += 100;
	out[1] = number.value;
	out[2] = Field<&Number::value>::size;
}

__global__ void kernel(int *out) {
	both(out);
}

int main() {
	int host[3], *out;
	both(host);
	cudaMallocManaged(&out, sizeof host);
	kernel<<<1, 1>>>(out);
	cudaDeviceSynchronize();
	printf("host %d %d %d\n", host[0], host[1], host[2]);
	printf("device %d %d %d\n", out[0], out[1], out[2]);
	return cudaFree(out);
}

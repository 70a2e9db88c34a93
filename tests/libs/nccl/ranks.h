// ranks.h - what the tests of NCCL share: checks, values of every type, buffers on each
// device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <nccl.h>
#include <vector>

inline void check(int status, const char *what, int line) {
	if (status) {
		printf("line %d: %s: %d\n", line, what, status);
		exit(1);
	}
}
#define OK(call) check((int)(call), #call, __LINE__)

inline size_t size_of(ncclDataType_t t) {
	static const size_t bytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
	return bytes[t];
}

inline uint32_t bits(float f) {
	uint32_t x;
	memcpy(&x, &f, 4);
	return x;
}

// Small integers, which every type holds exactly.
inline uint64_t element(ncclDataType_t t, int x) {
	float f = (float)x;
	double d = x;
	uint64_t r = 0;
	int e = 0, m = x < 0 ? -x : x;
	while (m >> (e + 1))
		e++;
	uint64_t sign = x < 0;
	switch (t) {
	case ncclFloat32: r = bits(f); break;
	case ncclFloat64: memcpy(&r, &d, 8); break;
	case ncclBfloat16: r = bits(f) >> 16; break;
	case ncclFloat16:
		r = m ? sign << 15 | (uint64_t)(e + 15) << 10 |
		                    ((uint64_t)m << 10 >> e & 1023)
		      : 0;
		break;
	case ncclFloat8e4m3:
		r = m ? sign << 7 | (uint64_t)(e + 7) << 3 | ((uint64_t)m << 3 >> e & 7)
		      : 0;
		break;
	case ncclFloat8e5m2:
		r = m ? sign << 7 | (uint64_t)(e + 15) << 2 | ((uint64_t)m << 2 >> e & 3)
		      : 0;
		break;
	default: r = (uint64_t)(int64_t)x; break;
	}
	return r;
}

struct Buffer {
	void *at = nullptr;
	size_t bytes;
	int device;
	Buffer(int device, size_t bytes) : bytes(bytes), device(device) {
		OK(cudaSetDevice(device));
		OK(cudaMalloc(&at, bytes ? bytes : 1));
	}
	Buffer(const Buffer &) = delete;
	~Buffer() {
		cudaSetDevice(device);
		cudaFree(at);
	}
};

inline void put(const Buffer &b, ncclDataType_t t, const std::vector<int> &v,
                size_t from = 0) {
	size_t n = size_of(t);
	std::vector<char> bytes(v.size() * n);
	for (size_t i = 0; i < v.size(); i++) {
		uint64_t x = element(t, v[i]);
		memcpy(&bytes[i * n], &x, n);
	}
	OK(cudaMemcpy((char *)b.at + from * n, bytes.data(), bytes.size(),
	              cudaMemcpyHostToDevice));
}

// The number of elements that differ.
inline int wrong(const Buffer &b, ncclDataType_t t, const std::vector<int> &v,
                 size_t from = 0) {
	size_t n = size_of(t);
	std::vector<char> bytes(v.size() * n);
	OK(cudaMemcpy(bytes.data(), (char *)b.at + from * n, bytes.size(),
	              cudaMemcpyDeviceToHost));
	int bad = 0;
	for (size_t i = 0; i < v.size(); i++) {
		uint64_t x = element(t, v[i]);
		bad += memcmp(&bytes[i * n], &x, n) != 0;
	}
	return bad;
}

// program.h - a .cu program without a CUDA compiler: PTX in a fat binary that is made by
// hand, registered as generated code would, and stubs that launch as generated stubs do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "simt/host_runtime.h"

#define NAME(call) cudaGetErrorName(call)
#define CK(call)                                                                 \
	do {                                                                     \
		cudaError_t e_ = (call);                                         \
		if (e_ != cudaSuccess) {                                         \
			printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); \
			exit(1);                                                 \
		}                                                                \
	} while (0)

enum Packing { PLAIN, LZ4, ZSTD };

// One entry of a fat binary: text or packed text, for one architecture.
inline std::string entry(const std::string &payload, unsigned sm, Packing packing = PLAIN,
                         size_t unpacked = 0, unsigned kind = 1) {
	std::string padded = payload + std::string(8 - payload.size() % 8, '\0');
	char head[64] = {};
	auto put = [&](int at, uint64_t value, int n) { memcpy(head + at, &value, n); };
	put(0, kind, 2);
	put(2, 0x101, 2);
	put(4, sizeof head, 4);
	put(8, padded.size(), 8);
	put(16, packing == PLAIN ? 0 : payload.size(), 4);
	put(26, 9, 2);
	put(28, sm, 4);
	put(40, 0x11 | (packing == LZ4 ? 0x2000 : packing == ZSTD ? 0x8000 : 0), 8);
	put(56, unpacked, 8);
	return std::string(head, sizeof head) + padded;
}

inline std::string fatbin(const std::vector<std::string> &entries) {
	std::string body;
	for (const std::string &e : entries)
		body += e;
	char head[16] = {};
	uint32_t magic = 0xba55ed50;
	uint16_t version = 1, size = sizeof head;
	uint64_t bytes = body.size();
	memcpy(head, &magic, 4);
	memcpy(head + 4, &version, 2);
	memcpy(head + 6, &size, 2);
	memcpy(head + 8, &bytes, 8);
	return std::string(head, sizeof head) + body;
}

// What the compiler puts into a translation unit; lives as long as the process.
class Program {
	struct {
		uint32_t magic, version;
		const void *data, *list;
	} wrapper;
	std::vector<std::string> image;
	std::vector<const void *> list;
	void **handle;

      public:
	// Each image is a fat binary; several make a linked program.
	explicit Program(std::vector<std::string> images) : image(std::move(images)) {
		for (const std::string &i : image)
			list.push_back(i.data());
		list.push_back(nullptr);
		bool linked = image.size() > 1;
		wrapper = {0x466243b1, linked ? 2u : 1u, image[0].data(),
		           linked ? list.data() : nullptr};
		handle = __cudaRegisterFatBinary(&wrapper);
	}
	explicit Program(const char *ptx) : Program({fatbin({entry(ptx, 75)})}) {
	}
	void kernel(const void *stub, const char *name) {
		__cudaRegisterFunction(handle, (const char *)stub, (char *)name, name, -1,
		                       nullptr, nullptr, nullptr, nullptr, nullptr);
	}
	void variable(void *shadow, const char *name, size_t size,
	              bool constant = false) {
		__cudaRegisterVar(handle, (char *)shadow, (char *)name, name, 0, size,
		                  constant, 0);
	}
	void managed(void **pointer, const char *name, size_t size) {
		__cudaRegisterManagedVar(handle, pointer, (char *)name, name, 0, size, 0,
		                         0);
	}
	char init() {
		return __cudaInitModule(handle);
	}
	void end() {
		__cudaRegisterFatBinaryEnd(handle);
	}
	void unregister() {
		__cudaUnregisterFatBinary(handle);
	}
};

// The body of a kernel's host function.
template <class... A> void stub(const void *self, A... args) {
	cudaKernel_t kernel = nullptr;
	void *pointers[] = {&args..., nullptr};
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
	(void)__cudaGetKernel(&kernel, self);
	if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) != cudaSuccess)
		return;
	(void)__cudaLaunchKernel(kernel, grid, block, pointers, shared, stream);
}

// k<<<grid, block, shared, stream>>>(args...)
#define LAUNCH(kernel, grid, block, shared, stream, ...)                    \
	(__cudaPushCallConfiguration(grid, block, shared, stream) ? (void)0 \
	                                                          : kernel(__VA_ARGS__))

#define PTX_HEAD ".version 8.0\n.target sm_75\n.address_size 64\n"

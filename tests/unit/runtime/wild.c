/* wild.c - kernels that read, write and atomically change memory at random addresses:
 * nothing but the device's own memory may change, the process lives, and the program gets
 * the error of an illegal address.
 *
 *     test-runtime-wild [ADDRESSES]
 *
 * A warp makes 32 accesses, which are all outside in most launches. Addresses are
 * anywhere, or near and in the host's own memory, whose canaries are looked at again and
 * again. SIMT_BACKEND and SIMT_CHECK choose the mode.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/base.h"
#include "runtime/core/api.h"

#define KERNEL(name, type, body)                                                  \
	".visible .entry " name "(.param .u64 p) {\n"                             \
	".reg .u64 %p, %a; .reg .u32 %t, %r; .reg ." type " %v;\n"                \
	"ld.param.u64 %p, [p]; mov.u32 %t, %tid.x; mad.wide.u32 %a, %t, 8, %p;\n" \
	"ld.global.u64 %a, [%a]; mov." type " %v, 0;\n" body "ret; }\n"
/* The sink of values that were read. */
#define KEEP "st.global.u64 [%p], %v;\n"

static const char kernels[] = ".version 8.0\n.target sm_90\n.address_size 64\n" KERNEL(
	"load", "u64", "ld.u64 %v, [%a];\n" KEEP) KERNEL("load_global", "u64",
                                                         "ld.global.u64 %v, [%a];\n" KEEP)
	KERNEL("load_vector", "u64", "ld.v2.u64 {%v, %a}, [%a];\n" KEEP) KERNEL(
		"store", "u64", "st.u64 [%a], %v;\n") KERNEL("store_global", "u64",
                                                             "st.global.u64 [%a], %v;\n")
		KERNEL("store_vector", "u64", "st.v2.u64 [%a], {%v, %a};\n")
			KERNEL("add", "u32", "atom.add.u32 %v, [%a], 1;\n") KERNEL(
				"exchange", "u64", "atom.global.exch.b64 %v, [%a], %a;\n")
				KERNEL("swap", "u64", "atom.cas.b64 %v, [%a], %v, %a;\n")
					KERNEL("reduce", "u32",
                                               "red.global.max.u32 [%a], 4294967295;\n");

static const char *const names[] = {
	"load",         "load_global", "load_vector", "store", "store_global",
	"store_vector", "add",         "exchange",    "swap",  "reduce"};

enum { LANES = 32, CANARIES = 8, CANARY_BYTES = 1 << 16, LOOK_EVERY = 512 };

static u8 *canary[CANARIES];
static u8 in_data[CANARY_BYTES];
static u64 seed = 0x9e3779b97f4a7c15u;

static u64 next(void) {
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static void give_up(const char *what) {
	printf("FAIL %s: %s\n", what, simt_last_error());
	exit(1);
}

static u8 pattern(u32 k, u32 i) {
	return (u8)(0xa5 + 31 * k + 7 * i);
}

/* In mappings, on the heap, among static data. */
static void set_canaries(void) {
	for (u32 k = 0; k < CANARIES; k++) {
		canary[k] = k == 0  ? in_data
		            : k % 2 ? malloc(CANARY_BYTES)
		                    : mmap(NULL, CANARY_BYTES, PROT_READ | PROT_WRITE,
		                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		for (u32 i = 0; i < CANARY_BYTES; i++)
			canary[k][i] = pattern(k, i);
	}
}

static bool canaries_live(void) {
	for (u32 k = 0; k < CANARIES; k++)
		for (u32 i = 0; i < CANARY_BYTES; i++)
			if (canary[k][i] != pattern(k, i))
				return false;
	return true;
}

/* A multiple of 16. */
static u64 wild(u64 base, u64 size) {
	u64 r = next(), there = (u64)(uintptr_t)canary[next() % CANARIES];
	switch (next() % 8) {
	case 0: break;                                        /* anywhere */
	case 1: r >>= 17; break;                              /* where programs live */
	case 2: r %= 1 << 20; break;                          /* close to zero */
	case 3: r = (uintptr_t)&r + r % 65536 - 32768; break; /* on the stack */
	case 4: r = base + size + r % (1 << 24); break; /* past the device's memory */
	case 5: r = base - 1 - r % (1 << 24); break;    /* before it */
	default: r = there + r % CANARY_BYTES;
	}
	return r & ~(u64)15;
}

int main(int argc, char **argv) {
	u64 count = argc > 1 ? strtoull(argv[1], NULL, 0) : 20000, base, size, buffer,
	    told = 0;
	struct simt_load_options o = {.log = stderr};
	struct simt_function *f[countof(names)];
	struct simt_device *dev;
	struct simt_module *m;
	set_canaries();
	if (simt_device_open(NULL, &dev) != SIMT_OK ||
	    simt_module_load(dev, "wild", kernels, sizeof kernels - 1, &o, &m) !=
	            SIMT_OK ||
	    simt_alloc(dev, LANES * 8, &buffer) != SIMT_OK)
		give_up("starting");
	for (u32 i = 0; i < countof(names); i++)
		if (simt_function_find(m, names[i], &f[i]) != SIMT_OK)
			give_up(names[i]);
	simt_device_range(dev, &base, &size);
	for (u64 done = 0, n = 0; done < count; done += LANES, n++) {
		u64 addr[LANES];
		void *args[] = {&buffer};
		struct simt_launch l = {
			.grid = {1, 1, 1}, .block = {LANES, 1, 1}, .args = args};
		for (u32 i = 0; i < LANES; i++)
			addr[i] = wild(base, size);
		if (simt_copy_in(dev, buffer, addr, sizeof addr) != SIMT_OK)
			give_up("copying");
		enum simt_status s = simt_launch(f[n % countof(names)], &l);
		if (s != SIMT_ILLEGAL_ADDRESS &&
		    !(simt_check_on() && s == SIMT_LAUNCH_FAILED)) {
			printf("FAIL %s: status %d instead of 700\n",
			       names[n % countof(names)], s);
			return 1;
		}
		told++;
		simt_device_recover(dev);
		if (n % LOOK_EVERY == 0 && !canaries_live()) {
			printf("FAIL host memory has changed near launch %llu\n",
			       (unsigned long long)n);
			return 1;
		}
	}
	if (!canaries_live()) {
		printf("FAIL host memory has changed\n");
		return 1;
	}
	simt_device_close(dev);
	printf("%llu addresses in %llu launches: each was told, nothing has changed\n",
	       (unsigned long long)count, (unsigned long long)told);
	return 0;
}

/* gpu.c - a real device as a setting of random programs, through its driver's interface.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/gpu.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "include/cuda.h"

/* The functions that are called, by the names under which every driver since 12.0 has
 * them. */
#define DRIVER(X)                                                                       \
	X(init, "cuInit", (unsigned))                                                   \
	X(device_get, "cuDeviceGet", (CUdevice *, int))                                 \
	X(ctx_create, "cuCtxCreate_v2", (CUcontext *, unsigned, CUdevice))              \
	X(ctx_destroy, "cuCtxDestroy_v2", (CUcontext))                                  \
	X(ctx_synchronize, "cuCtxSynchronize", (void))                                  \
	X(set_limit, "cuCtxSetLimit", (CUlimit, size_t))                                \
	X(error_name, "cuGetErrorName", (CUresult, const char **))                      \
	X(load, "cuModuleLoadDataEx",                                                   \
	  (CUmodule *, const void *, unsigned, CUjit_option *, void **))                \
	X(unload, "cuModuleUnload", (CUmodule))                                         \
	X(function, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *))      \
	X(set_attribute, "cuFuncSetAttribute", (CUfunction, CUfunction_attribute, int)) \
	X(alloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                              \
	X(free, "cuMemFree_v2", (CUdeviceptr))                                          \
	X(to_device, "cuMemcpyHtoD_v2", (CUdeviceptr, const void *, size_t))            \
	X(to_host, "cuMemcpyDtoH_v2", (void *, CUdeviceptr, size_t))                    \
	X(launch, "cuLaunchKernelEx",                                                   \
	  (const CUlaunchConfig *, CUfunction, void **, void **))

struct driver {
#define X(field, name, params) CUresult(*field) params;
	DRIVER(X)
#undef X
};

struct gpu {
	struct driver call;
	void *library;
	CUcontext context;
	u32 optimize;
	u32 opened; /* contexts so far: a module of an earlier one is gone */
};

struct gpu_module {
	CUmodule module;
	u32 opened;
};

enum { DEFAULT_LEVEL = 4 /* of the driver's compiler */ };
enum { LOG_BYTES = 4096, STACK_BYTES = 8 << 10 /* for recursive functions */ };

static bool fails(struct gpu *g, struct arena *a, CUresult e, const char *what,
                  const char **why) {
	const char *name = "an unknown error";
	if (!e)
		return false;
	g->call.error_name(e, &name);
	*why = arena_printf(a, "gpu: %s: %s", what, name);
	return true;
}

static bool new_context(struct gpu *g, struct arena *a, const char **why) {
	CUdevice device;
	g->opened++;
	return !fails(g, a, g->call.device_get(&device, 0), "cuDeviceGet", why) &&
	       !fails(g, a, g->call.ctx_create(&g->context, 0, device), "cuCtxCreate",
	              why) &&
	       !fails(g, a, g->call.set_limit(CU_LIMIT_STACK_SIZE, STACK_BYTES),
	              "cuCtxSetLimit", why);
}

struct gpu *gpu_open(struct arena *a, u32 optimize, const char **why) {
	const char *path = getenv("SIMT_RAND_LIBCUDA");
	struct gpu *g = arena_array(a, struct gpu, 1);
	g->optimize = optimize ? optimize : DEFAULT_LEVEL;
	g->library = dlopen(path ? path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!g->library) {
		*why = arena_printf(a, "gpu: %s", dlerror());
		return NULL;
	}
	struct {
		void **at;
		const char *name;
	} wanted[] = {
#define X(field, name, params) {(void **)&g->call.field, name},
		DRIVER(X)
#undef X
	};
	for (u32 i = 0; i < countof(wanted); i++)
		if (!(*wanted[i].at = dlsym(g->library, wanted[i].name))) {
			*why = arena_printf(a, "gpu: no %s in the driver",
			                    wanted[i].name);
			return NULL;
		}
	if (fails(g, a, g->call.init(0), "cuInit", why) || !new_context(g, a, why))
		return NULL;
	return g;
}

void gpu_close(struct gpu *g) {
	g->call.ctx_destroy(g->context);
	dlclose(g->library);
}

struct gpu_module *gpu_load(struct gpu *g, struct arena *a, const char *text,
                            const char **why) {
	char *log = arena_array(a, char, LOG_BYTES);
	struct gpu_module *m = arena_array(a, struct gpu_module, 1);
	CUjit_option option[] = {CU_JIT_ERROR_LOG_BUFFER,
	                         CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
	                         CU_JIT_OPTIMIZATION_LEVEL};
	void *value[] = {log, (void *)(uintptr_t)LOG_BYTES,
	                 (void *)(uintptr_t)g->optimize};
	CUresult e = g->call.load(&m->module, text, countof(option), option, value);
	m->opened = g->opened;
	if (!fails(g, a, e, "cuModuleLoadDataEx", why))
		return m;
	*why = arena_printf(a, "%s\n%s", *why, log);
	return NULL;
}

void gpu_unload(struct gpu *g, struct gpu_module *m) {
	if (m->opened == g->opened)
		g->call.unload(m->module);
}

static CUresult send(struct gpu *g, CUdeviceptr *at, const u8 *bytes, u32 n) {
	CUresult e = g->call.alloc(at, n);
	return e ? e : g->call.to_device(*at, bytes, n);
}

static CUresult start(struct gpu *g, CUfunction f, const struct program *p,
                      CUdeviceptr buffer[3]) {
	u8 val[GEN_PARAM_BYTES];
	u32 uniform = p->uniform;
	CUlaunchAttribute cluster = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
	cluster.value.clusterDim.x = p->cluster[0];
	cluster.value.clusterDim.y = p->cluster[1];
	cluster.value.clusterDim.z = p->cluster[2];
	CUlaunchConfig c = {.gridDimX = p->grid[0],
	                    .gridDimY = p->grid[1],
	                    .gridDimZ = p->grid[2],
	                    .blockDimX = p->block[0],
	                    .blockDimY = p->block[1],
	                    .blockDimZ = p->block[2],
	                    .sharedMemBytes = p->shared_dynamic,
	                    .attrs = &cluster,
	                    .numAttrs = p->cluster[0] != 0};
	gen_fill_param(p, val);
	CUresult e = g->call.launch(
		&c, f, (void *[]){&buffer[0], &buffer[1], &buffer[2], &uniform, val},
		NULL);
	return e ? e : g->call.ctx_synchronize();
}

static CUresult run(struct gpu *g, CUfunction f, const struct program *p, u8 *out) {
	u8 in[GEN_IN_BYTES], acc[GEN_ACC_BYTES];
	CUdeviceptr b[3] = {0};
	CUresult e;
	gen_fill_in(p, in);
	gen_fill_out(p, out);
	gen_fill_acc(p, acc);
	if (!(e = send(g, &b[0], in, sizeof(in))) &&
	    !(e = send(g, &b[1], out, p->out_bytes)) &&
	    !(e = send(g, &b[2], acc, sizeof(acc))) && !(e = start(g, f, p, b)) &&
	    !(e = g->call.to_host(out, b[1], p->out_bytes)))
		e = g->call.to_host(out + p->out_bytes, b[2], GEN_ACC_BYTES);
	for (u32 i = 0; i < countof(b); i++)
		if (b[i])
			g->call.free(b[i]);
	return e;
}

bool gpu_run(struct gpu *g, struct arena *a, struct gpu_module *m,
             const struct program *p, u32 index, u8 *out, const char **why) {
	CUfunction f;
	const char *name = arena_printf(a, "k%u", index), *ignored;
	if (m->opened != g->opened) {
		*why = "gpu: an earlier kernel of the module failed";
		return false;
	}
	if (fails(g, a, g->call.function(&f, m->module, name), name, why))
		return false;
	g->call.set_attribute(f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
	if (p->shared_dynamic)
		g->call.set_attribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
		                      (int)p->shared_dynamic);
	if (!fails(g, a, run(g, f, p, out), name, why))
		return true;
	g->call.ctx_destroy(g->context);
	new_context(g, a, &ignored);
	return false;
}

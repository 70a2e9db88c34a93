/* function.c - attributes and occupancy of kernels.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/function.h"
#include "runtime/handles/device.h"
#include "runtime/handles/kernel.h"

/* Finds a kernel on the current device. */
static cudaError_t find(const void *func, struct cuda_device **d,
                        struct simt_function **f) {
	struct CUkern_st *k;
	cudaError_t e = device_current(d);
	if (e == cudaSuccess)
		e = kernel_find(func, &k);
	if (e == cudaSuccess)
		e = kernel_on(k, *d, f);
	if (e == cudaSuccess)
		e = device_error(*d, simt_device_status((*d)->dev));
	return e;
}

/* ---- attributes ---- */

static void fill(struct cudaFuncAttributes *out, const struct simt_function_attributes *a,
                 u32 sm) {
	*out = (struct cudaFuncAttributes){
		.sharedSizeBytes = a->shared_static,
		.constSizeBytes = a->const_bytes,
		.localSizeBytes = a->local_bytes,
		.maxThreadsPerBlock = (int)a->max_threads,
		.numRegs = (int)a->registers,
		.ptxVersion = (int)a->ptx_sm,
		.binaryVersion = (int)sm,
		.maxDynamicSharedSizeBytes = (int)a->max_shared_dynamic,
		.preferredShmemCarveout = a->preference[SIMT_PREFER_CARVEOUT],
		.clusterDimMustBeSet = a->explicit_cluster,
		.requiredClusterWidth = (int)a->cluster[0],
		.requiredClusterHeight = (int)a->cluster[1],
		.requiredClusterDepth = (int)a->cluster[2],
		.nonPortableClusterSizeAllowed = a->nonportable_cluster,
		.clusterSchedulingPolicyPreference =
			a->preference[SIMT_PREFER_CLUSTER_POLICY],
	};
}

void function_fill(const struct simt_function *f, struct cudaFuncAttributes *out) {
	struct simt_function_attributes a;
	struct simt_properties p;
	simt_device_properties(simt_function_device(f), &p);
	simt_function_attributes(f, &a);
	fill(out, &a, p.sm);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func) {
	struct cuda_device *d;
	struct simt_function *f;
	cudaError_t e = attr ? find(func, &d, &f) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		function_fill(f, attr);
	return cudart_report(e);
}

static cudaError_t prefer(struct simt_function *f, enum simt_preference what, int value,
                          int least, int most) {
	if (value < least || value > most)
		return cudaErrorInvalidValue;
	simt_function_prefer(f, what, value);
	return cudaSuccess;
}

cudaError_t function_set(struct cuda_device *d, struct simt_function *f,
                         enum cudaFuncAttribute attr, int value) {
	switch (attr) {
	case cudaFuncAttributeMaxDynamicSharedMemorySize:
		if (value < 0)
			return cudaErrorInvalidValue;
		return device_error(d, simt_function_set_max_shared(f, (u32)value));
	case cudaFuncAttributeNonPortableClusterSizeAllowed:
		return device_error(d,
		                    simt_function_set_nonportable_cluster(f, value != 0));
	case cudaFuncAttributeRequiredClusterWidth:
	case cudaFuncAttributeRequiredClusterHeight:
	case cudaFuncAttributeRequiredClusterDepth:
		if (value < 0)
			return cudaErrorInvalidValue;
		return device_error(
			d, simt_function_require_cluster(
				   f, (u32)(attr - cudaFuncAttributeRequiredClusterWidth),
				   (u32)value));
	case cudaFuncAttributePreferredSharedMemoryCarveout:
		return prefer(f, SIMT_PREFER_CARVEOUT, value, -1, 100);
	case cudaFuncAttributeClusterSchedulingPolicyPreference:
		return prefer(f, SIMT_PREFER_CLUSTER_POLICY, value,
		              cudaClusterSchedulingPolicyDefault,
		              cudaClusterSchedulingPolicyLoadBalancing);
	default: return cudaErrorInvalidValue;
	}
}

static bool is_settable(enum cudaFuncAttribute attr) {
	return attr >= cudaFuncAttributeMaxDynamicSharedMemorySize &&
	       attr <= cudaFuncAttributeClusterSchedulingPolicyPreference;
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr,
                                 int value) {
	struct cuda_device *d;
	struct simt_function *f;
	cudaError_t e = is_settable(attr) ? find(func, &d, &f) : cudaErrorInvalidValue;
	return cudart_report(e == cudaSuccess ? function_set(d, f, attr, value) : e);
}

/* No effect: there is one cache, the host's, and shared memory has no banks. */
cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config) {
	struct cuda_device *d;
	struct simt_function *f;
	if ((unsigned)config > cudaFuncCachePreferEqual)
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(find(func, &d, &f));
}

cudaError_t cudaFuncSetSharedMemConfig(const void *func,
                                       enum cudaSharedMemConfig config) {
	struct cuda_device *d;
	struct simt_function *f;
	if ((unsigned)config > cudaSharedMemBankSizeEightByte)
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(find(func, &d, &f));
}

cudaError_t cudaFuncGetName(const char **name, const void *func) {
	struct CUkern_st *k;
	cudaError_t e = name ? kernel_find(func, &k) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*name = k->name;
	return cudart_report(e);
}

cudaError_t cudaFuncGetParamInfo(const void *func, size_t index, size_t *offset,
                                 size_t *size) {
	struct cuda_device *d;
	struct simt_function *f;
	struct simt_param p;
	cudaError_t e = offset ? find(func, &d, &f) : cudaErrorInvalidValue;
	if (e == cudaSuccess &&
	    (index > UINT32_MAX || !simt_function_param(f, (u32)index, &p)))
		e = cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return cudart_report(e);
	*offset = p.offset;
	if (size)
		*size = p.size;
	return cudaSuccess;
}

/* ---- occupancy ---- */

static cudaError_t active_blocks(int *n, const void *func, int block, size_t shared,
                                 unsigned flags) {
	struct cuda_device *d;
	struct simt_function *f;
	if (func && (!n || flags & ~(unsigned)cudaOccupancyDisableCachingOverride))
		return cudaErrorInvalidValue;
	cudaError_t e = find(func, &d, &f);
	if (e == cudaSuccess && block < 1)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*n = shared > UINT32_MAX
		             ? 0
		             : (int)simt_occupancy(f, (u32)block, (u32)shared);
	return e;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *func,
                                                          int block, size_t shared) {
	return cudart_report(active_blocks(n, func, block, shared, cudaOccupancyDefault));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *n, const void *func, int block, size_t shared, unsigned int flags) {
	return cudart_report(active_blocks(n, func, block, shared, flags));
}

/* Shared memory is given out in pieces of so many bytes. */
enum { SHARED_UNIT = 128 };

/* Each cta's share of a multiprocessor, without its static variables. What the system
 * reserves for each cta is not taken off, as on an H200. */
cudaError_t function_available_shared(struct cuda_device *d, struct simt_function *f,
                                      int blocks, int block, size_t *bytes) {
	struct simt_properties p;
	if (simt_occupancy(f, (u32)block, 0) < (u32)blocks)
		return cudaErrorInvalidValue;
	simt_device_properties(d->dev, &p);
	struct simt_function_attributes a;
	simt_function_attributes(f, &a);
	u32 share = p.shared_sm / (u32)blocks / SHARED_UNIT * SHARED_UNIT;
	*bytes = MIN(share - MIN(share, a.shared_static), a.max_shared_dynamic);
	return cudaSuccess;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, const void *func,
                                                      int blocks, int block) {
	struct cuda_device *d;
	struct simt_function *f;
	if (func && (!size || blocks < 1))
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = find(func, &d, &f);
	if (e == cudaSuccess && block < 1)
		e = cudaErrorInvalidValue;
	return cudart_report(
		e == cudaSuccess ? function_available_shared(d, f, blocks, block, size)
				 : e);
}

/* ---- clusters ---- */

static bool is_empty(dim3 d) {
	return !d.x || !d.y || !d.z;
}

/* Returns the ctas of the cluster; 0: it does not divide the grid, is empty, or is not
 * the one that the kernel was compiled for. */
static u32 wanted_cluster(const cudaLaunchConfig_t *c,
                          const struct simt_function_attributes *a) {
	dim3 own = {MAX(a->cluster[0], 1), MAX(a->cluster[1], 1), MAX(a->cluster[2], 1)};
	dim3 n = own;
	bool given = a->cluster[0] || !a->explicit_cluster;
	for (unsigned i = 0; i < c->numAttrs; i++)
		if (c->attrs[i].id == cudaLaunchAttributeClusterDimension) {
			n = (dim3){c->attrs[i].val.clusterDim.x,
			           c->attrs[i].val.clusterDim.y,
			           c->attrs[i].val.clusterDim.z};
			given = true;
		}
	if (!given)
		return 0;
	bool is_other = n.x != own.x || n.y != own.y || n.z != own.z;
	if (a->cluster[0] && is_other)
		return 0;
	dim3 g = c->gridDim;
	return !is_empty(n) && g.x % n.x == 0 && g.y % n.y == 0 && g.z % n.z == 0
	               ? n.x * n.y * n.z
	               : 0;
}

/* A cta with too many threads is no error: none is resident. */
static cudaError_t find_cluster(struct cuda_device *d, struct simt_function *f,
                                const cudaLaunchConfig_t *c,
                                struct simt_function_attributes *a, u32 *resident) {
	struct simt_properties p;
	if (c->numAttrs && !c->attrs)
		return cudaErrorInvalidValue;
	simt_device_properties(d->dev, &p);
	if (p.sm < 90)
		return cudaErrorNotSupported;
	simt_function_attributes(f, a);
	dim3 b = c->blockDim;
	u64 threads = (u64)b.x * b.y * b.z;
	if (is_empty(b) || is_empty(c->gridDim) || c->dynamicSmemBytes > UINT32_MAX)
		return cudaErrorInvalidValue;
	*resident = threads > p.max_threads_cta
	                    ? 0
	                    : simt_occupancy(f, (u32)threads, (u32)c->dynamicSmemBytes) *
	                              p.multiprocessors;
	return cudaSuccess;
}

cudaError_t function_max_cluster(struct cuda_device *d, struct simt_function *f,
                                 const cudaLaunchConfig_t *c, int *size) {
	struct simt_function_attributes a;
	u32 resident;
	cudaError_t e = find_cluster(d, f, c, &a, &resident);
	if (e == cudaSuccess && !wanted_cluster(c, &a))
		e = cudaErrorInvalidClusterSize;
	if (e == cudaSuccess)
		*size = resident ? a.nonportable_cluster ? 16 : 8 : 0;
	return e;
}

/* A cluster always runs together, even where one multiprocessor is all there is. */
cudaError_t function_active_clusters(struct cuda_device *d, struct simt_function *f,
                                     const cudaLaunchConfig_t *c, int *n) {
	struct simt_function_attributes a;
	u32 resident;
	cudaError_t e = find_cluster(d, f, c, &a, &resident);
	if (e != cudaSuccess)
		return e;
	u32 cluster = wanted_cluster(c, &a);
	if (cluster == 0 || cluster > (a.nonportable_cluster ? 16u : 8u))
		return cudaErrorInvalidClusterSize;
	*n = resident ? (int)MAX(resident / cluster, 1) : 0;
	return cudaSuccess;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *func,
                                                 const cudaLaunchConfig_t *config) {
	struct cuda_device *d;
	struct simt_function *f;
	cudaError_t e = size && config ? find(func, &d, &f) : cudaErrorInvalidValue;
	return cudart_report(e == cudaSuccess ? function_max_cluster(d, f, config, size)
	                                      : e);
}

cudaError_t cudaOccupancyMaxActiveClusters(int *n, const void *func,
                                           const cudaLaunchConfig_t *config) {
	struct cuda_device *d;
	struct simt_function *f;
	cudaError_t e = n && config ? find(func, &d, &f) : cudaErrorInvalidValue;
	return cudart_report(e == cudaSuccess ? function_active_clusters(d, f, config, n)
	                                      : e);
}

/* Sets an attribute of a kernel on one device. */
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
                                            enum cudaFuncAttribute attr, int value,
                                            int device) {
	struct CUkern_st *k;
	struct cuda_device *d;
	struct simt_function *f;
	cudaError_t e = is_settable(attr) ? kernel_find(kernel, &k)
	                                  : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = device_at(device, &d);
	if (e == cudaSuccess)
		e = kernel_on(k, d, &f);
	return cudart_report(e == cudaSuccess ? function_set(d, f, attr, value) : e);
}

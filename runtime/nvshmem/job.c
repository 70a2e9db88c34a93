/* job.c - a job begins and ends, and what it says about itself.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job job = {.fd = -1, .me = -1};

/* ---- errors ---------------------------------------------------------------------------- */

/* In one write: the PEs of a job share their stderr, and each writes its line whole. */
static void say(const char *function, const char *format, va_list ap) {
	char text[1024], pe[32] = "", line[1200];
	vsnprintf(text, sizeof text, format, ap);
	if (job.me >= 0)
		snprintf(pe, sizeof pe, "PE %d: ", job.me);
	snprintf(line, sizeof line, "simt: NVSHMEM: %s%s: %s\n", pe, function, text);
	fputs(line, stderr);
}

void job_say(const char *function, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	say(function, format, ap);
	va_end(ap);
}

/* The others must not wait for it. */
static NORETURN void end_process(int status) {
	if (job.control) {
		atomic_store(&job.control->pe[job.me].state, PE_KILLED);
		far_share(&job.control->pe[job.me].state, sizeof(u32));
	}
	exit(status);
}

NORETURN void job_fatal(const char *function, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	say(function, format, ap);
	va_end(ap);
	end_process(255);
}

void job_check_met(const char *function) {
	if (!job.is_ready)
		job_fatal(function, "nvshmem_init has not been called");
}

void job_enter(void) {
	lib_driver()->cuCtxPushCurrent_v2(job.context);
}

void job_leave(void) {
	CUcontext old;
	lib_driver()->cuCtxPopCurrent_v2(&old);
}

void job_check_pe(const char *function, int pe) {
	job_check(function);
	if (pe < 0 || pe >= job.n)
		job_fatal(function, "PE %d is not one of 0 to %d", pe, job.n - 1);
}

static bool is_in_heap(const void *p, u64 bytes) {
	u64 at = (u64)((uintptr_t)p - (uintptr_t)job.state->__heap);
	return at < job.state->__bytes && bytes <= job.state->__bytes - at;
}

void job_check_heap(const char *function, const void *p, u64 bytes) {
	job_check(function);
	if (bytes && !is_in_heap(p, bytes))
		job_fatal(function, "%llu bytes at %p are not in the symmetric heap",
		          (unsigned long long)bytes, p);
}

void job_check_reach(const char *function, const void *p, u64 bytes, int pe) {
	job_check_pe(function, pe);
	if (pe != job.me)
		job_check_heap(function, p, bytes);
}

/* ---- begin ------------------------------------------------------------------------------- */

/* Which it is to be: the one that is asked for, the one that is current, or the only one.
 * -1: the program will choose. */
static int known_device(int wanted) {
	const struct driver_table *d = lib_driver();
	CUcontext current = NULL;
	CUdevice device = -1;
	int n = 0;
	if (!d || wanted >= 0)
		return wanted;
	if (d->cuInit(0) == CUDA_SUCCESS &&
	    d->cuCtxGetCurrent(&current) == CUDA_SUCCESS && current)
		d->cuCtxGetDevice(&device);
	else if (d->cuDeviceGetCount(&n) == CUDA_SUCCESS && n == 1)
		device = 0;
	return device;
}

static bool take_device(const char *function, int wanted) {
	const struct driver_table *d = lib_driver();
	int device = wanted;
	if (!d)
		return false;
	if (wanted < 0 && lib_current_device(&device) != cudaSuccess) {
		job_say(function, "there is no device");
		return false;
	}
	job.device = device;
	if (d->cuDevicePrimaryCtxRetain(&job.context, device) != CUDA_SUCCESS) {
		job_say(function, "device %d cannot be used", device);
		return false;
	}
	return true;
}

/* All PEs do it together. */
static void start_heap(const char *function, int device) {
	if (!take_device(function, device))
		job_fatal(function, "there is no memory for the job");
	job_enter();
	if (lib_driver()->cuStreamCreate((CUstream *)&job.stream,
	                                 CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS ||
	    !symmetric_start(function))
		job_fatal(function, "there is no memory for the job");
	job.has_heap = true;
	team_start();
	lib_publish((uintptr_t)job.state);
	job_leave();
	meet_sync(function);
}

void job_check(const char *function) {
	job_check_met(function);
	if (!job.has_heap)
		start_heap(function, -1);
}

static int meet(const char *function, unsigned flags, const nvshmemx_init_attr_t *attr) {
	const nvshmemx_uniqueid_args_t *u = attr ? &attr->args.uid_args : NULL;
	if (flags & NVSHMEMX_INIT_WITH_SHMEM) {
		job_say(function,
		        "NVSHMEMX_INIT_WITH_SHMEM is not supported: there is no "
		        "OpenSHMEM to ask");
		return NVSHMEMX_ERROR_NOT_SUPPORTED;
	}
	if (flags & NVSHMEMX_INIT_THREAD_PES) {
		job_say(function, "NVSHMEMX_INIT_THREAD_PES is not supported: a PE is a "
		                  "process");
		return NVSHMEMX_ERROR_NOT_SUPPORTED;
	}
	if (flags & NVSHMEMX_INIT_WITH_MPI_COMM) {
		if (attr && attr->mpi_comm)
			return meet_by_mpi(function, attr->mpi_comm);
		job_say(function, "the attributes have no communicator");
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	if (!(flags & NVSHMEMX_INIT_WITH_UNIQUEID))
		return meet_by_launcher(function);
	if (!u || !u->id) {
		job_say(function, "the attributes have no unique id");
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	return meet_by_id(function, u->myrank, u->nranks, u->id);
}

static int begin(const char *function, unsigned flags, const nvshmemx_init_attr_t *attr) {
	if (job.is_ready)
		return NVSHMEMX_SUCCESS;
	int r = meet(function, flags, attr);
	if (r != NVSHMEMX_SUCCESS)
		return r;
	job.status = NVSHMEM_STATUS_IS_BOOTSTRAPPED;
	watch_start();
	int wanted = attr && attr->version == (2 << 16) + (int)sizeof *attr
	                     ? attr->args.cuda_device_id
	                     : -1;
	static struct __nvshmem_state early; /* until there is memory for it */
	early = (struct __nvshmem_state){.__me = job.me, .__n = job.n};
	job.state = &early;
	team_start();
	job.status = NVSHMEM_STATUS_IS_INITIALIZED;
	job.thread_support = NVSHMEM_THREAD_SERIALIZED;
	job.is_ready = true;
	int device = known_device(wanted);
	meet_tell(device >= 0, 0);
	meet_sync(function);
	bool all_know = true;
	for (int i = 0; i < job.n; i++)
		all_know = all_know && job.control->pe[i].word[0];
	meet_sync(function);
	if (all_know)
		start_heap(function, device);
	const char *info = getenv("NVSHMEM_DEBUG"), *version = getenv("NVSHMEM_VERSION");
	if ((version && *version) || (info && strcmp(info, "INFO") == 0))
		fprintf(stderr, "NVSHMEM version: " NVSHMEM_VENDOR_STRING " (simt)\n");
	return NVSHMEMX_SUCCESS;
}

void nvshmem_init(void) {
	if (begin("nvshmem_init", 0, NULL) != NVSHMEMX_SUCCESS)
		exit(255);
}

int nvshmem_init_thread(int requested, int *provided) {
	if (begin("nvshmem_init_thread", 0, NULL) != NVSHMEMX_SUCCESS)
		exit(255);
	job.thread_support = requested < NVSHMEM_THREAD_MULTIPLE
	                             ? requested
	                             : NVSHMEM_THREAD_MULTIPLE;
	if (provided)
		*provided = job.thread_support;
	return 0;
}

int nvshmemx_init_attr(unsigned flags, nvshmemx_init_attr_t *attr) {
	int r = begin("nvshmemx_init_attr", flags, attr);
	if (r != NVSHMEMX_SUCCESS)
		exit(255);
	return r;
}

int nvshmemx_hostlib_init_attr(unsigned flags, nvshmemx_init_attr_t *attr) {
	return begin("nvshmemx_hostlib_init_attr", flags, attr);
}

int nvshmemx_set_attr_uniqueid_args(int rank, int nranks, const nvshmemx_uniqueid_t *id,
                                    nvshmemx_init_attr_t *attr) {
	if (!attr || !id)
		return NVSHMEMX_ERROR_INVALID_VALUE;
	attr->args.uid_args.id = (nvshmemx_uniqueid_t *)(uintptr_t)id;
	attr->args.uid_args.myrank = rank;
	attr->args.uid_args.nranks = nranks;
	return NVSHMEMX_SUCCESS;
}

int nvshmemx_set_attr_mpi_comm_args(void *comm, nvshmemx_init_attr_t *attr) {
	if (!attr || !comm)
		return NVSHMEMX_ERROR_INVALID_VALUE;
	attr->mpi_comm = comm;
	return NVSHMEMX_SUCCESS;
}

/* ---- end ----------------------------------------------------------------------------------- */

/* This process answers requests until nobody can have any. */
static void finish_with_far(void) {
	struct patience p = {0};
	far_share(&job.control->pe[job.me].state, sizeof(u32));
	for (int i = 0; i < job.n; i++)
		while (job_is_far(i) &&
		       atomic_load(&job.control->pe[i].state) == PE_JOINED)
			watch_rest(&p);
}

static void end(const char *function) {
	const struct driver_table *d = lib_driver();
	if (!job.is_ready)
		return;
	if (job.has_heap) {
		job_enter();
		d->cuCtxSynchronize();
	}
	request_stop();
	meet_sync(function);
	atomic_store(&job.control->pe[job.me].state, PE_FINISHED);
	finish_with_far();
	watch_stop();
	job.is_ready = false;
	job.status = NVSHMEM_STATUS_NOT_INITIALIZED;
	if (job.has_heap) {
		lib_publish(0);
		symmetric_stop();
		d->cuStreamDestroy_v2((CUstream)job.stream);
		job_leave();
		d->cuDevicePrimaryCtxRelease_v2(job.device);
		job.has_heap = false;
	}
	meet_leave();
}

void nvshmem_finalize(void) {
	end("nvshmem_finalize");
}

void nvshmemx_hostlib_finalize(void) {
	end("nvshmemx_hostlib_finalize");
}

void nvshmem_global_exit(int status) {
	job_check_met("nvshmem_global_exit");
	atomic_store(&job.control->exit_status, status + 1);
	far_share(&job.control->exit_status, sizeof status);
	exit(status);
}

/* A process that ends without nvshmem_finalize. */
__attribute__((destructor)) static void leave(void) {
	u32 joined = PE_JOINED;
	if (job.control && job.is_ready &&
	    atomic_compare_exchange_strong(&job.control->pe[job.me].state, &joined,
	                                   PE_LEFT))
		far_share(&job.control->pe[job.me].state, sizeof(u32));
}

/* ---- about it ------------------------------------------------------------------------------- */

int nvshmemx_init_status(void) {
	return job.status;
}

void nvshmem_query_thread(int *provided) {
	*provided = job.thread_support;
}

int nvshmem_my_pe(void) {
	job_check_met("nvshmem_my_pe");
	return job.me;
}

int nvshmem_n_pes(void) {
	job_check_met("nvshmem_n_pes");
	return job.n;
}

void nvshmem_info_get_version(int *major, int *minor) {
	*major = NVSHMEM_MAJOR_VERSION;
	*minor = NVSHMEM_MINOR_VERSION;
}

void nvshmem_info_get_name(char *name) {
	strcpy(name, NVSHMEM_VENDOR_STRING);
}

void nvshmemx_vendor_get_version_info(int *major, int *minor, int *patch) {
	*major = NVSHMEM_VENDOR_MAJOR_VERSION;
	*minor = NVSHMEM_VENDOR_MINOR_VERSION;
	*patch = NVSHMEM_VENDOR_PATCH_VERSION;
}

void *nvshmem_ptr(const void *p, int pe) {
	job_check("nvshmem_ptr");
	bool is_there = pe >= 0 && pe < job.n && !job_is_far(pe) && is_in_heap(p, 1);
	return is_there ? job_at(p, pe) : NULL;
}

void *nvshmemx_mc_ptr(nvshmem_team_t team, const void *p) {
	(void)team;
	(void)p;
	job_check("nvshmemx_mc_ptr");
	return NULL;
}

/* ---- modules: kernels find the state by themselves --------------------------------------------- */

static int for_module(const char *function, const void *module) {
	job_check(function);
	return module ? NVSHMEMX_SUCCESS : NVSHMEMX_ERROR_INVALID_VALUE;
}

int nvshmemx_cumodule_init(CUmodule module) {
	return for_module("nvshmemx_cumodule_init", module);
}

int nvshmemx_cumodule_finalize(CUmodule module) {
	return for_module("nvshmemx_cumodule_finalize", module);
}

int nvshmemx_culibrary_init(CUlibrary library) {
	return for_module("nvshmemx_culibrary_init", library);
}

int nvshmemx_culibrary_finalize(CUlibrary library) {
	return for_module("nvshmemx_culibrary_finalize", library);
}

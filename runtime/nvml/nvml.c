/* nvml.c - NVML's functions: the devices of the model with the readings of the machine.
 * SPDX-License-Identifier: Apache-2.0 */
#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include <nvml.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "base/arena.h"
#include "runtime/nvml/host.h"
#include "runtime/nvml/library.h"
#include "runtime/nvml/links.h"
#include "runtime/nvml/model.h"

/* What CUDA 13.0 asks for. */
#define DRIVER_VERSION "580.00"
#define NVML_VERSION "13." DRIVER_VERSION
enum { CUDA_VERSION_NUMBER = 13000, NO_INSTANCE = -1 };

/* ---- the library ------------------------------------------------------------------- */

static struct {
	pthread_mutex_t lock;
	u32 inits;
	bool read; /* devices keep what they were when they were asked for first */
	u32 ndevice;
	struct nvmlDevice_st device[MODEL_DEVICES];
} lib = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool nvml_is_initialised(void) {
	pthread_mutex_lock(&lib.lock);
	bool on = lib.inits > 0;
	pthread_mutex_unlock(&lib.lock);
	return on;
}

/* Flags that there are not do not count, as on hardware. */
nvmlReturn_t nvmlInitWithFlags(unsigned flags) {
	(void)flags;
	pthread_mutex_lock(&lib.lock);
	if (!lib.read)
		lib.ndevice = model_read(lib.device);
	lib.read = true;
	lib.inits++;
	pthread_mutex_unlock(&lib.lock);
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlInit_v2(void) {
	return nvmlInitWithFlags(0);
}

nvmlReturn_t nvmlShutdown(void) {
	pthread_mutex_lock(&lib.lock);
	bool on = lib.inits > 0;
	lib.inits -= on;
	pthread_mutex_unlock(&lib.lock);
	return on ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
}

const char *nvmlErrorString(nvmlReturn_t r) {
	static const char *const text[] = {
		[NVML_SUCCESS] = "Success",
		[NVML_ERROR_UNINITIALIZED] = "Uninitialized",
		[NVML_ERROR_INVALID_ARGUMENT] = "Invalid Argument",
		[NVML_ERROR_NOT_SUPPORTED] = "Not Supported",
		[NVML_ERROR_NO_PERMISSION] = "Insufficient Permissions",
		[NVML_ERROR_ALREADY_INITIALIZED] = "Already Initialized",
		[NVML_ERROR_NOT_FOUND] = "Not Found",
		[NVML_ERROR_INSUFFICIENT_SIZE] = "Insufficient Size",
		[NVML_ERROR_INSUFFICIENT_POWER] = "Insufficient External Power",
		[NVML_ERROR_DRIVER_NOT_LOADED] = "Driver Not Loaded",
		[NVML_ERROR_TIMEOUT] = "Timeout",
		[NVML_ERROR_IRQ_ISSUE] = "Interrupt Request Issue",
		[NVML_ERROR_LIBRARY_NOT_FOUND] = "NVML Shared Library Not Found",
		[NVML_ERROR_FUNCTION_NOT_FOUND] = "Function Not Found",
		[NVML_ERROR_CORRUPTED_INFOROM] = "Corrupted infoROM",
		[NVML_ERROR_GPU_IS_LOST] = "GPU is lost",
		[NVML_ERROR_RESET_REQUIRED] = "GPU requires reset",
		[NVML_ERROR_OPERATING_SYSTEM] =
			"GPU access blocked by the operating system",
		[NVML_ERROR_LIB_RM_VERSION_MISMATCH] = "Driver/library version mismatch",
		[NVML_ERROR_IN_USE] = "In use by another client",
		[NVML_ERROR_MEMORY] = "Insufficient Memory",
		[NVML_ERROR_NO_DATA] = "No data",
		[NVML_ERROR_VGPU_ECC_NOT_SUPPORTED] = "vGPU ECC not supported",
		[NVML_ERROR_INSUFFICIENT_RESOURCES] = "Insufficient Resources",
		[NVML_ERROR_FREQ_NOT_SUPPORTED] = "Invalid Frequency",
		[NVML_ERROR_ARGUMENT_VERSION_MISMATCH] = "Argument version mismatch",
		[NVML_ERROR_DEPRECATED] = "Requested functionality has been deprecated",
		[NVML_ERROR_NOT_READY] = "System is not in ready state",
		[NVML_ERROR_GPU_NOT_FOUND] = "No supported GPUs were found",
		[NVML_ERROR_INVALID_STATE] = "Resource not in correct state to perform "
					     "requested operation",
		[NVML_ERROR_RESET_TYPE_NOT_SUPPORTED] =
			"Reset type is not supported for given device",
	};
	return (unsigned)r < countof(text) ? text[r] : "Unknown Error";
}

/* The order of the checks: the library, then the device and the pointers. */
static nvmlReturn_t begin(bool arguments) {
	if (!nvml_is_initialised())
		return NVML_ERROR_UNINITIALIZED;
	return arguments ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT;
}

bool nvml_is_device(const struct nvmlDevice_st *d) {
	for (u32 i = 0; i < lib.ndevice; i++)
		if (d == &lib.device[i])
			return true;
	return false;
}

static bool is_device(const struct nvmlDevice_st *d) {
	return nvml_is_device(d);
}

nvmlDevice_t nvml_device(u32 i) {
	return i < lib.ndevice ? &lib.device[i] : NULL;
}

#define BEGIN(arguments)                               \
	do {                                           \
		nvmlReturn_t begun = begin(arguments); \
		if (begun != NVML_SUCCESS)             \
			return begun;                  \
	} while (0)

static nvmlReturn_t give_text(const char *text, char *out, unsigned room) {
	size_t n = strlen(text) + 1;
	if (n > room)
		return NVML_ERROR_INSUFFICIENT_SIZE;
	memcpy(out, text, n);
	return NVML_SUCCESS;
}

/* ---- the system -------------------------------------------------------------------- */

nvmlReturn_t nvmlSystemGetDriverVersion(char *out, unsigned room) {
	BEGIN(out);
	return give_text(DRIVER_VERSION, out, room);
}

/* This one answers before nvmlInit, too. */
nvmlReturn_t nvmlSystemGetNVMLVersion(char *out, unsigned room) {
	return out ? give_text(NVML_VERSION, out, room) : NVML_ERROR_INVALID_ARGUMENT;
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version) {
	BEGIN(version);
	*version = CUDA_VERSION_NUMBER;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version) {
	return nvmlSystemGetCudaDriverVersion(version);
}

nvmlReturn_t nvmlSystemGetProcessName(unsigned pid, char *out, unsigned room) {
	char name[4096];
	BEGIN(out && room);
	if (!host_process_name(pid, name, sizeof name))
		return NVML_ERROR_NOT_FOUND;
	name[MIN(strlen(name), room - 1)] = 0;
	return give_text(name, out, room);
}

/* ---- finding devices --------------------------------------------------------------- */

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *n) {
	BEGIN(n);
	*n = lib.ndevice;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *out) {
	BEGIN(out && index < lib.ndevice);
	*out = &lib.device[index];
	return NVML_SUCCESS;
}

/* A part of a UUID that only one device has names it, as it does for the real library. */
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *out) {
	BEGIN(uuid && out);
	for (u32 i = 0; i < lib.ndevice; i++)
		if (strcmp(uuid, lib.device[i].uuid) == 0) {
			*out = &lib.device[i];
			return NVML_SUCCESS;
		}
	return NVML_ERROR_NOT_FOUND;
}

/* The function's number may be missing, and so may the domain. */
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *id, nvmlDevice_t *out) {
	unsigned domain, bus, device;
	BEGIN(id && out);
	if (sscanf(id, "%x:%x:%x", &domain, &bus, &device) != 3) {
		domain = 0;
		if (sscanf(id, "%x:%x", &bus, &device) != 2)
			return NVML_ERROR_INVALID_ARGUMENT;
	}
	for (u32 i = 0; i < lib.ndevice; i++) {
		unsigned d, b, s;
		sscanf(lib.device[i].bus_id, "%x:%x:%x", &d, &b, &s);
		*out = &lib.device[i];
		if (d == domain && b == bus && s == device)
			return NVML_SUCCESS;
	}
	return NVML_ERROR_NOT_FOUND;
}

/* No device has a number of its maker's. */
nvmlReturn_t nvmlDeviceGetHandleBySerial(const char *serial, nvmlDevice_t *out) {
	BEGIN(serial && out);
	return NVML_ERROR_NOT_FOUND;
}

/* ---- what a device is -------------------------------------------------------------- */

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t d, char *out, unsigned room) {
	BEGIN(is_device(d) && out);
	return give_text(d->name, out, room);
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t d, char *out, unsigned room) {
	BEGIN(is_device(d) && out);
	return give_text(d->uuid, out, room);
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t d, nvmlPciInfo_t *out) {
	BEGIN(is_device(d) && out);
	*out = (nvmlPciInfo_t){.bus = 0};
	sscanf(d->bus_id, "%x:%x:%x", &out->domain, &out->bus, &out->device);
	memcpy(out->busId, d->bus_id, sizeof d->bus_id);
	memcpy(out->busIdLegacy, d->bus_id + 4, sizeof out->busIdLegacy);
	return NVML_SUCCESS;
}

/* These two have an older place for the text alone, which is the first in the structure.
 */
nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t d, nvmlPciInfo_t *out);
nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t d, nvmlPciInfo_t *out) {
	nvmlPciInfo_t info;
	BEGIN(is_device(d) && out);
	nvmlDeviceGetPciInfo_v3(d, &info);
	memcpy(out, &info, offsetof(nvmlPciInfo_t, busId));
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPciInfoExt(nvmlDevice_t d, nvmlPciInfoExt_t *out) {
	BEGIN(is_device(d) && out);
	if (out->version != nvmlPciInfoExt_v1)
		return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
	*out = (nvmlPciInfoExt_t){.version = out->version};
	sscanf(d->bus_id, "%x:%x:%x", &out->domain, &out->bus, &out->device);
	memcpy(out->busId, d->bus_id, sizeof d->bus_id);
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t d, nvmlDeviceArchitecture_t *out) {
	static const u8 of_major[] = {
		[3] = NVML_DEVICE_ARCH_KEPLER,     [5] = NVML_DEVICE_ARCH_MAXWELL,
		[6] = NVML_DEVICE_ARCH_PASCAL,     [7] = NVML_DEVICE_ARCH_VOLTA,
		[8] = NVML_DEVICE_ARCH_AMPERE,     [9] = NVML_DEVICE_ARCH_HOPPER,
		[10] = NVML_DEVICE_ARCH_BLACKWELL,
	};
	BEGIN(is_device(d) && out);
	*out = d->sm == 75   ? NVML_DEVICE_ARCH_TURING
	       : d->sm == 89 ? NVML_DEVICE_ARCH_ADA
	       : d->sm / 10 < countof(of_major) && of_major[d->sm / 10]
	               ? of_major[d->sm / 10]
	               : NVML_DEVICE_ARCH_UNKNOWN;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t d, int *major, int *minor) {
	BEGIN(is_device(d) && major && minor);
	*major = (int)d->sm / 10;
	*minor = (int)d->sm % 10;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetAttributes_v2(nvmlDevice_t d, nvmlDeviceAttributes_t *out) {
	BEGIN(is_device(d) && out);
	*out = (nvmlDeviceAttributes_t){.multiprocessorCount = d->cores,
	                                .memorySizeMB = d->memory_bytes >> 20};
	return NVML_SUCCESS;
}

/* A multiprocessor is a core of the machine. */
nvmlReturn_t nvmlDeviceGetNumGpuCores(nvmlDevice_t d, unsigned *out) {
	BEGIN(is_device(d) && out);
	*out = d->cores;
	return NVML_SUCCESS;
}

/* Values that a device has by being what it is: f(device, out). */
#define FIXED(function, type, value)                       \
	nvmlReturn_t function(nvmlDevice_t d, type *out) { \
		BEGIN(is_device(d) && out);                \
		*out = (value);                            \
		return NVML_SUCCESS;                       \
	}

FIXED(nvmlDeviceGetBrand, nvmlBrandType_t, NVML_BRAND_UNKNOWN)
FIXED(nvmlDeviceGetIndex, unsigned, d->index)
FIXED(nvmlDeviceGetMinorNumber, unsigned, d->index)
FIXED(nvmlDeviceGetMultiGpuBoard, unsigned, 0)
FIXED(nvmlDeviceGetBoardId, unsigned, (d->index + 1) << 8)
FIXED(nvmlDeviceGetComputeMode, nvmlComputeMode_t, NVML_COMPUTEMODE_DEFAULT)
FIXED(nvmlDeviceGetPersistenceMode, nvmlEnableState_t, NVML_FEATURE_DISABLED)
FIXED(nvmlDeviceGetDisplayMode, nvmlEnableState_t, NVML_FEATURE_DISABLED)
FIXED(nvmlDeviceGetDisplayActive, nvmlEnableState_t, NVML_FEATURE_DISABLED)
FIXED(nvmlDeviceGetAccountingMode, nvmlEnableState_t, NVML_FEATURE_DISABLED)
FIXED(nvmlDeviceIsMigDeviceHandle, unsigned, 0)
FIXED(nvmlDeviceGetMaxMigDeviceCount, unsigned, 0)
FIXED(nvmlDeviceGetPerformanceState, nvmlPstates_t, NVML_PSTATE_0)
FIXED(nvmlDeviceGetPowerState, nvmlPstates_t, NVML_PSTATE_0)
FIXED(nvmlDeviceGetCurrentClocksEventReasons, unsigned long long,
      nvmlClocksEventReasonNone)
FIXED(nvmlDeviceGetCurrentClocksThrottleReasons, unsigned long long,
      nvmlClocksEventReasonNone)
FIXED(nvmlDeviceGetSupportedClocksEventReasons, unsigned long long,
      nvmlClocksEventReasonNone)
FIXED(nvmlDeviceGetSupportedClocksThrottleReasons, unsigned long long,
      nvmlClocksEventReasonNone)

/* ---- memory and processes ---------------------------------------------------------- */

/* Finds the processes of one device, or of all of them. */
static void find(struct arena *a, const struct nvmlDevice_st *d,
                 struct host_processes *out) {
	struct host_processes all = {0};
	host_find_processes(a, &all);
	vec_each (struct host_process, p, &all)
		if (p->device == d->index)
			vec_push(a, out, *p);
}

static u64 used_bytes(const struct nvmlDevice_st *d) {
	struct arena scratch = ARENA_INIT;
	struct host_processes here = {0};
	u64 bytes = 0;
	find(&scratch, d, &here);
	vec_each (struct host_process, p, &here)
		bytes += p->bytes;
	arena_drop(&scratch);
	return MIN(bytes, d->memory_bytes);
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t d, nvmlMemory_t *out) {
	BEGIN(is_device(d) && out);
	out->total = d->memory_bytes;
	out->used = used_bytes(d);
	out->free = out->total - out->used;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t d, nvmlMemory_v2_t *out) {
	nvmlMemory_t m;
	BEGIN(is_device(d) && out);
	if (out->version != nvmlMemory_v2)
		return NVML_ERROR_FUNCTION_NOT_FOUND; /* as hardware has it */
	nvmlDeviceGetMemoryInfo(d, &m);
	*out = (nvmlMemory_v2_t){.version = out->version,
	                         .total = m.total,
	                         .free = m.free,
	                         .used = m.used};
	return NVML_SUCCESS;
}

/* The host reaches all of the device's memory. */
nvmlReturn_t nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t d, nvmlBAR1Memory_t *out) {
	nvmlMemory_t m;
	BEGIN(is_device(d) && out);
	nvmlDeviceGetMemoryInfo(d, &m);
	*out = (nvmlBAR1Memory_t){m.total, m.free, m.used};
	return NVML_SUCCESS;
}

/* The forms of the structure begin alike: `bytes` is the size of one. */
static nvmlReturn_t give_processes(nvmlDevice_t d, unsigned *n, void *infos,
                                   size_t bytes) {
	struct arena scratch = ARENA_INIT;
	struct host_processes here = {0};
	BEGIN(is_device(d) && n && (infos || !*n));
	find(&scratch, d, &here);
	u32 room = *n;
	*n = here.n;
	for (u32 i = 0; i < here.n && here.n <= room; i++) {
		nvmlProcessInfo_t info = {here.at[i].pid, here.at[i].bytes,
		                          (unsigned)NO_INSTANCE, (unsigned)NO_INSTANCE};
		memcpy((char *)infos + i * bytes, &info, bytes);
	}
	nvmlReturn_t r = here.n > room ? NVML_ERROR_INSUFFICIENT_SIZE : NVML_SUCCESS;
	arena_drop(&scratch);
	return r;
}

static nvmlReturn_t give_none(nvmlDevice_t d, unsigned *n) {
	BEGIN(is_device(d) && n);
	*n = 0;
	return NVML_SUCCESS;
}

/* The three forms of the functions: the second and the third have the same structure. */
#define PROCESSES(version, type)                                       \
	nvmlReturn_t nvmlDeviceGetComputeRunningProcesses##version(    \
		nvmlDevice_t d, unsigned *n, type *infos);             \
	nvmlReturn_t nvmlDeviceGetComputeRunningProcesses##version(    \
		nvmlDevice_t d, unsigned *n, type *infos) {            \
		return give_processes(d, n, infos, sizeof *infos);     \
	}                                                              \
	nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses##version(   \
		nvmlDevice_t d, unsigned *n, type *infos);             \
	nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses##version(   \
		nvmlDevice_t d, unsigned *n, type *infos) {            \
		(void)infos;                                           \
		return give_none(d, n);                                \
	}                                                              \
	nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses##version( \
		nvmlDevice_t d, unsigned *n, type *infos);             \
	nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses##version( \
		nvmlDevice_t d, unsigned *n, type *infos) {            \
		(void)infos;                                           \
		return give_none(d, n);                                \
	}

PROCESSES(, nvmlProcessInfo_v1_t)
PROCESSES(_v2, nvmlProcessInfo_v2_t)
PROCESSES(_v3, nvmlProcessInfo_t)

static u64 now_us(void) {
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return (u64)t.tv_sec * 1000000 + (u64)t.tv_nsec / 1000;
}

/* The processes share what the processors did, by the time that each has had. */
nvmlReturn_t nvmlDeviceGetProcessUtilization(nvmlDevice_t d,
                                             nvmlProcessUtilizationSample_t *out,
                                             unsigned *n, unsigned long long since) {
	struct arena scratch = ARENA_INIT;
	struct host_processes here = {0};
	u64 ticks = 0;
	BEGIN(is_device(d) && n);
	find(&scratch, d, &here);
	u32 room = *n, busy = host_busy();
	*n = here.n;
	vec_each (struct host_process, p, &here)
		ticks += p->cpu_ticks;
	for (u32 i = 0; out && i < here.n && here.n <= room; i++)
		out[i] = (nvmlProcessUtilizationSample_t){
			.pid = here.at[i].pid,
			.timeStamp = MAX(now_us(), since + 1),
			.smUtil = ticks ? (u32)(busy * here.at[i].cpu_ticks / ticks) : 0,
		};
	nvmlReturn_t r = !here.n                 ? NVML_ERROR_NOT_FOUND
	                 : here.n > room || !out ? NVML_ERROR_INSUFFICIENT_SIZE
	                                         : NVML_SUCCESS;
	arena_drop(&scratch);
	return r;
}

/* ---- readings ---------------------------------------------------------------------- */

/* The memory's own load is not known. */
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t d, nvmlUtilization_t *out) {
	BEGIN(is_device(d) && out);
	*out = (nvmlUtilization_t){.gpu = host_busy()};
	return NVML_SUCCESS;
}

static nvmlReturn_t give_clock(nvmlDevice_t d, nvmlClockType_t type, bool highest,
                               unsigned *out) {
	u32 mhz;
	BEGIN(is_device(d) && out && (!highest || (unsigned)type < NVML_CLOCK_COUNT));
	if (type == NVML_CLOCK_MEM)
		mhz = MODEL_MEMORY_MHZ;
	else if ((unsigned)type > NVML_CLOCK_SM || !host_clock(highest, &mhz))
		return NVML_ERROR_NOT_SUPPORTED;
	*out = mhz;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t d, nvmlClockType_t type, unsigned *out) {
	return give_clock(d, type, false, out);
}

nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t d, nvmlClockType_t type,
                                       unsigned *out) {
	return give_clock(d, type, true, out);
}

nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t d, nvmlClockType_t type, nvmlClockId_t id,
                                unsigned *out) {
	BEGIN(is_device(d) && out && (unsigned)id < NVML_CLOCK_ID_COUNT);
	return id == NVML_CLOCK_ID_CURRENT ? give_clock(d, type, false, out)
	                                   : NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t d, nvmlTemperatureSensors_t sensor,
                                      unsigned *out) {
	int celsius;
	BEGIN(is_device(d) && out && sensor == NVML_TEMPERATURE_GPU);
	if (!host_temperature(&celsius))
		return NVML_ERROR_NOT_SUPPORTED;
	*out = (unsigned)celsius;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetTemperatureV(nvmlDevice_t d, nvmlTemperature_t *out) {
	BEGIN(is_device(d) && out);
	if (out->version != nvmlTemperature_v1)
		return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
	if (out->sensorType != NVML_TEMPERATURE_GPU)
		return NVML_ERROR_INVALID_ARGUMENT;
	return host_temperature(&out->temperature) ? NVML_SUCCESS
	                                           : NVML_ERROR_NOT_SUPPORTED;
}

/* Milliwatts, over a twentieth of a second. */
static bool power(unsigned *milliwatts) {
	struct timespec a, b;
	u64 before, after;
	if (!host_energy(&before))
		return false;
	clock_gettime(CLOCK_MONOTONIC, &a);
	nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	clock_gettime(CLOCK_MONOTONIC, &b);
	if (!host_energy(&after) || after < before)
		return false;
	double us = (double)(b.tv_sec - a.tv_sec) * 1e6 +
	            (double)(b.tv_nsec - a.tv_nsec) / 1e3;
	*milliwatts = (unsigned)((double)(after - before) * 1000 / us);
	return true;
}

nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t d, unsigned *out) {
	BEGIN(is_device(d) && out);
	return power(out) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t d,
                                                 unsigned long long *out) {
	u64 microjoules;
	BEGIN(is_device(d) && out);
	if (!host_energy(&microjoules))
		return NVML_ERROR_NOT_SUPPORTED;
	*out = microjoules / 1000;
	return NVML_SUCCESS;
}

static nvmlReturn_t field(nvmlDevice_t d, nvmlFieldValue_t *f) {
	switch (f->fieldId) {
	case NVML_FI_DEV_TOTAL_ENERGY_CONSUMPTION:
		f->valueType = NVML_VALUE_TYPE_UNSIGNED_LONG_LONG;
		return nvmlDeviceGetTotalEnergyConsumption(d, &f->value.ullVal);
	case NVML_FI_DEV_POWER_AVERAGE:
	case NVML_FI_DEV_POWER_INSTANT:
		f->valueType = NVML_VALUE_TYPE_UNSIGNED_INT;
		return nvmlDeviceGetPowerUsage(d, &f->value.uiVal);
	case NVML_FI_DEV_NVLINK_LINK_COUNT:
	case NVML_FI_DEV_NVLINK_SPEED_MBPS_COMMON:
	case NVML_FI_DEV_NVLINK_REMOTE_NVLINK_ID:
	case NVML_FI_DEV_NVLINK_GET_SPEED:
	case NVML_FI_DEV_NVLINK_GET_STATE:
	case NVML_FI_DEV_NVLINK_GET_VERSION:
		f->valueType = NVML_VALUE_TYPE_UNSIGNED_INT;
		return nvml_link_field(d, f->fieldId, f->scopeId, &f->value.uiVal);
	default:
		return f->fieldId && f->fieldId < NVML_FI_MAX
		               ? NVML_ERROR_NOT_SUPPORTED
		               : NVML_ERROR_INVALID_ARGUMENT;
	}
}

nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t d, int n, nvmlFieldValue_t *values) {
	BEGIN(is_device(d) && n > 0 && values);
	for (int i = 0; i < n; i++) {
		values[i].timestamp = (long long)now_us();
		values[i].latencyUsec = 0;
		values[i].nvmlReturn = field(d, &values[i]);
	}
	return NVML_SUCCESS;
}

/* ---- modes and places -------------------------------------------------------------- */

nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t d, unsigned *current, unsigned *pending) {
	BEGIN(is_device(d) && current && pending);
	return NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t d, unsigned n, unsigned long *set) {
	enum { BITS = 8 * sizeof(long) };
	BEGIN(is_device(d) && n && set);
	memset(set, 0, n * sizeof *set);
	for (u32 i = 0; i < d->cores && i < n * BITS; i++)
		set[i / BITS] |= 1ul << i % BITS;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCpuAffinityWithinScope(nvmlDevice_t d, unsigned n,
                                                 unsigned long *set,
                                                 nvmlAffinityScope_t scope) {
	BEGIN(scope <= NVML_AFFINITY_SCOPE_SOCKET);
	return nvmlDeviceGetCpuAffinity(d, n, set);
}

/* ---- older names ------------------------------------------------------------------- */

#define SAME_AS(newest, older, params) \
	nvmlReturn_t older params __attribute__((alias(#newest)));

SAME_AS(nvmlInit_v2, nvmlInit, (void))
SAME_AS(nvmlDeviceGetCount_v2, nvmlDeviceGetCount, (unsigned *))
SAME_AS(nvmlDeviceGetHandleByIndex_v2, nvmlDeviceGetHandleByIndex,
        (unsigned, nvmlDevice_t *))
SAME_AS(nvmlDeviceGetHandleByPciBusId_v2, nvmlDeviceGetHandleByPciBusId,
        (const char *, nvmlDevice_t *))
SAME_AS(nvmlDeviceGetPciInfo_v2, nvmlDeviceGetPciInfo, (nvmlDevice_t, nvmlPciInfo_t *))
SAME_AS(nvmlDeviceGetAttributes_v2, nvmlDeviceGetAttributes,
        (nvmlDevice_t, nvmlDeviceAttributes_t *))

/* value.c - fields of devices and of processes, as text.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "tools/nvidia_smi/smi.h"

static bool put(char *out, const char *format, ...) PRINTF_LIKE(2, 3);

static bool put(char *out, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	vsnprintf(out, SMI_VALUE, format, ap);
	va_end(ap);
	return true;
}

void smi_write_time(char *out) {
	time_t now = time(NULL);
	struct tm tm;
	strftime(out, SMI_VALUE, "%a %b %d %H:%M:%S %Y", localtime_r(&now, &tm));
}

void smi_versions(char driver[SMI_VALUE], char cuda[SMI_VALUE]) {
	int v = 0;
	if (nvmlSystemGetDriverVersion(driver, SMI_VALUE) != NVML_SUCCESS)
		put(driver, "N/A");
	nvmlSystemGetCudaDriverVersion_v2(&v);
	put(cuda, "%d.%d", NVML_CUDA_DRIVER_VERSION_MAJOR(v),
	    NVML_CUDA_DRIVER_VERSION_MINOR(v));
}

/* ---- one function for each field --------------------------------------------------- */

static bool value_none(nvmlDevice_t d, char *out) {
	(void)d, (void)out;
	return false;
}

static bool value_timestamp(nvmlDevice_t d, char *out) {
	struct timespec now;
	struct tm tm;
	char text[64];
	(void)d;
	clock_gettime(CLOCK_REALTIME, &now);
	strftime(text, sizeof text, "%Y/%m/%d %H:%M:%S", localtime_r(&now.tv_sec, &tm));
	return put(out, "%s.%03ld", text, now.tv_nsec / 1000000);
}

static bool value_driver_version(nvmlDevice_t d, char *out) {
	(void)d;
	return nvmlSystemGetDriverVersion(out, SMI_VALUE) == NVML_SUCCESS;
}

static bool value_count(nvmlDevice_t d, char *out) {
	unsigned n;
	(void)d;
	return nvmlDeviceGetCount(&n) == NVML_SUCCESS && put(out, "%u", n);
}

static bool value_name(nvmlDevice_t d, char *out) {
	return nvmlDeviceGetName(d, out, SMI_VALUE) == NVML_SUCCESS;
}

static bool value_uuid(nvmlDevice_t d, char *out) {
	return nvmlDeviceGetUUID(d, out, SMI_VALUE) == NVML_SUCCESS;
}

#define PCI(name, format, member)                                     \
	static bool value_##name(nvmlDevice_t d, char *out) {         \
		nvmlPciInfo_t p;                                      \
		return nvmlDeviceGetPciInfo(d, &p) == NVML_SUCCESS && \
		       put(out, format, p.member);                    \
	}

PCI(bus_id, "%s", busId)
PCI(domain, "0x%04X", domain)
PCI(bus, "0x%02X", bus)
PCI(device, "0x%02X", device)
PCI(device_id, "0x%08X", pciDeviceId)

#define NUMBER(name, type, function, format)                                   \
	static bool value_##name(nvmlDevice_t d, char *out) {                  \
		type v;                                                        \
		return function(d, &v) == NVML_SUCCESS && put(out, format, v); \
	}

NUMBER(index, unsigned, nvmlDeviceGetIndex, "%u")
NUMBER(pstate, nvmlPstates_t, nvmlDeviceGetPerformanceState, "P%u")
NUMBER(reasons, unsigned long long, nvmlDeviceGetCurrentClocksEventReasons, "0x%016llX")

#define MODE(name, function)                                                         \
	static bool value_##name(nvmlDevice_t d, char *out) {                        \
		nvmlEnableState_t v;                                                 \
		return function(d, &v) == NVML_SUCCESS &&                            \
		       put(out, v == NVML_FEATURE_ENABLED ? "Enabled" : "Disabled"); \
	}

MODE(display_mode, nvmlDeviceGetDisplayMode)
MODE(display_active, nvmlDeviceGetDisplayActive)
MODE(persistence, nvmlDeviceGetPersistenceMode)
MODE(accounting, nvmlDeviceGetAccountingMode)

#define MEMORY(name)                                                        \
	static bool value_memory_##name(nvmlDevice_t d, char *out) {        \
		nvmlMemory_v2_t m = {.version = nvmlMemory_v2};             \
		return nvmlDeviceGetMemoryInfo_v2(d, &m) == NVML_SUCCESS && \
		       put(out, "%llu", m.name >> 20);                      \
	}

MEMORY(total)
MEMORY(reserved)
MEMORY(used)
MEMORY(free)

static bool value_compute_mode(nvmlDevice_t d, char *out) {
	static const char *const name[] = {"Default", "Exclusive_Thread", "Prohibited",
	                                   "Exclusive_Process"};
	nvmlComputeMode_t mode;
	return nvmlDeviceGetComputeMode(d, &mode) == NVML_SUCCESS &&
	       (unsigned)mode < countof(name) && put(out, "%s", name[mode]);
}

static bool value_compute_cap(nvmlDevice_t d, char *out) {
	int major, minor;
	return nvmlDeviceGetCudaComputeCapability(d, &major, &minor) == NVML_SUCCESS &&
	       put(out, "%d.%d", major, minor);
}

static bool value_utilization_gpu(nvmlDevice_t d, char *out) {
	nvmlUtilization_t u;
	return nvmlDeviceGetUtilizationRates(d, &u) == NVML_SUCCESS &&
	       put(out, "%u", u.gpu);
}

static bool value_temperature(nvmlDevice_t d, char *out) {
	unsigned t;
	return nvmlDeviceGetTemperature(d, NVML_TEMPERATURE_GPU, &t) == NVML_SUCCESS &&
	       put(out, "%u", t);
}

static bool value_power(nvmlDevice_t d, char *out) {
	unsigned milliwatts;
	return nvmlDeviceGetPowerUsage(d, &milliwatts) == NVML_SUCCESS &&
	       put(out, "%.2f", milliwatts / 1000.0);
}

static bool value_clock(nvmlDevice_t d, char *out) {
	unsigned mhz;
	return nvmlDeviceGetClockInfo(d, NVML_CLOCK_SM, &mhz) == NVML_SUCCESS &&
	       put(out, "%u", mhz);
}

static bool value_clock_max(nvmlDevice_t d, char *out) {
	unsigned mhz;
	return nvmlDeviceGetMaxClockInfo(d, NVML_CLOCK_SM, &mhz) == NVML_SUCCESS &&
	       put(out, "%u", mhz);
}

static bool value_clock_memory(nvmlDevice_t d, char *out) {
	unsigned mhz;
	return nvmlDeviceGetClockInfo(d, NVML_CLOCK_MEM, &mhz) == NVML_SUCCESS &&
	       put(out, "%u", mhz);
}

/* ---- the table --------------------------------------------------------------------- */

const struct smi_field smi_fields[] = {
#define FIELD(name, other, unit, value) {name, other, unit, value_##value},
#include "tools/nvidia_smi/fields.def"
#undef FIELD
};
const u32 smi_nfield = countof(smi_fields);

const struct smi_field *smi_field_find(const char *name, size_t len) {
	for (u32 i = 0; i < smi_nfield; i++) {
		const char *known[] = {smi_fields[i].name, smi_fields[i].other};
		for (u32 k = 0; k < 2; k++)
			if (len && strlen(known[k]) == len &&
			    memcmp(known[k], name, len) == 0)
				return &smi_fields[i];
	}
	return NULL;
}

/* ---- processes --------------------------------------------------------------------- */

u32 smi_processes(nvmlDevice_t d, struct smi_process *out) {
	nvmlProcessInfo_t info[SMI_PROCESSES];
	unsigned n = SMI_PROCESSES;
	if (nvmlDeviceGetComputeRunningProcesses(d, &n, info) != NVML_SUCCESS)
		return 0;
	for (u32 i = 0; i < n; i++) {
		out[i].pid = info[i].pid;
		out[i].bytes = info[i].usedGpuMemory;
		if (nvmlSystemGetProcessName(info[i].pid, out[i].name,
		                             sizeof out[i].name) != NVML_SUCCESS)
			strcpy(out[i].name, "[Not Found]");
	}
	return n;
}

/* calls.cpp - what NVML's functions answer to their arguments, alone and in pairs, and
 * before nvmlInit (NAME/off): calls.h. Functions that change a device are not asked. A
 * device with the real library records it; tests/libs/nvml compares.
 *     nvcc -std=c++17 -I include -I . -o calls tests/gpu/nvml/calls.cpp -lnvidia-ml
 *     ./calls pairs 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include "../calls.h"

#include <dlfcn.h>
#include <nvml.h>

static bool is_off, is_on;
static nvmlDevice_t device;
static char uuid[96], bus_id[32];

/* What a call writes to, and what is there before. */
enum { PLACES = 16, PLACE_BYTES = 1 << 16 };
static char places[PLACES][PLACE_BYTES];
static unsigned before[PLACES];
static int used;

/* 0 to 9, a to u: 0 to 30. */
static char letter(int status) {
	return status < 0 || status > 35 ? '?'
	       : status < 10             ? (char)('0' + status)
	                                 : (char)('a' + status - 10);
}
static void turn_on(bool on) {
	if (on && !is_on)
		nvmlInit_v2();
	if (!on && is_on)
		nvmlShutdown();
	is_on = on;
}
static void start() {
	nvmlPciInfo_t pci;
	turn_on(true);
	nvmlDeviceGetHandleByIndex_v2(0, &device);
	nvmlDeviceGetUUID(device, uuid, sizeof uuid);
	nvmlDeviceGetPciInfo_v3(device, &pci);
	snprintf(bus_id, sizeof bus_id, "%s", pci.busId);
}
static void begin() {
	is_off = has("/off");
	used = 0;
}
static void reset() {
	turn_on(!is_off);
	memset(places, 0, sizeof places);
	for (int i = 0; i < used; i++)
		memcpy(places[i], &before[i], sizeof before[i]);
}

/* A place that begins with a number. */
template <class A> static void place(Values<A *> &v, unsigned first, const char *text, bool nothing = false) {
	before[used] = first;
	also(v, (A *)places[used++], text, nothing);
}

/* ---- order ---- */

static nvmlReturn_t in_order(int which) {
	unsigned n;
	turn_on(false);
	int inits = which % 4, ends = which / 4 % 4;
	nvmlReturn_t r = NVML_SUCCESS;
	for (int i = 0; i < inits; i++)
		r = nvmlInit_v2();
	for (int i = 0; i < ends; i++)
		r = nvmlShutdown();
	nvmlReturn_t count = nvmlDeviceGetCount_v2(&n);
	while (nvmlShutdown() == NVML_SUCCESS)
		;
	return which < 16 ? r : count;
}
static nvmlReturn_t with_flags(unsigned flags) {
	turn_on(false);
	nvmlReturn_t r = nvmlInitWithFlags(flags);
	if (r == NVML_SUCCESS)
		nvmlShutdown();
	return r;
}
static nvmlReturn_t old_handle(nvmlDevice_t d) {
	unsigned index;
	turn_on(false);
	turn_on(true);
	return nvmlDeviceGetIndex(d, &index);
}

/* ---- values ---- */

static void give(const std::string &, Values<nvmlDevice_t> &v) {
	also(v, device, "device");
	also(v, (nvmlDevice_t) nullptr, "null");
	if (function == "nvmlDeviceGetIndex" || function == "nvmlDeviceGetName")
		also(v, (nvmlDevice_t)places[PLACES - 1], "other");
}
static void give(const std::string &name, Values<const char *> &v) {
	bool is_uuid = name == "uuid", is_bus = name == "pciBusId";
	also(v, is_uuid ? (const char *)uuid : is_bus ? (const char *)bus_id : "1", "good");
	also(v, (const char *)nullptr, "null");
	if (is_off)
		return;
	also(v, "", "empty");
	also(v, "nonsense", "nonsense");
	also(v, "GPU-00000000-0000-0000-0000-000000000000", "GPU-0");
	also(v, "MIG-00000000-0000-0000-0000-000000000000", "MIG-0");
	also(v, "ffff:ff:1f.0", "ffff:ff:1f.0");
	also(v, "ff:1f", "ff:1f");
	also(v, "ff", "ff");
}
template <class A> static void give(const std::string &name, Values<A *> &v) {
	bool is_count = name.find("ount") != std::string::npos && !is(name, "eccCounts locationType");
	if constexpr (std::is_same<A, nvmlPciInfoExt_t>::value)
		place(v, nvmlPciInfoExt_v1, "v1");
	else if constexpr (std::is_same<A, nvmlMemory_v2_t>::value)
		place(v, nvmlMemory_v2, "v2");
	else if constexpr (std::is_same<A, nvmlTemperature_t>::value)
		place(v, nvmlTemperature_v1, "v1");
	else if constexpr (std::is_same<A, nvmlFieldValue_t>::value)
		place(v, NVML_FI_DEV_NVLINK_LINK_COUNT, "links");
	else if constexpr (!std::is_pointer<A>::value)
		place(v, is_count ? 64 : 0, is_count ? "64" : "place");
	else
		also(v, (A *)places[used++], "place");
	also(v, (A *)nullptr, "null", true);
	if (is_off)
		return;
	if constexpr (std::is_same<A, nvmlPciInfoExt_t>::value || std::is_same<A, nvmlMemory_v2_t>::value ||
	              std::is_same<A, nvmlTemperature_t>::value) {
		place(v, 0, "v0");
		place(v, (unsigned)sizeof(A) | 9 << 24, "v9");
	} else if constexpr (std::is_same<A, nvmlFieldValue_t>::value) {
		place(v, 0, "0");
		place(v, 9999, "9999");
	} else if (is_count) {
		place(v, 0, "0", true);
		place(v, 1, "1", true);
	}
}
template <class A> static void give(const std::string &name, Values<A> &v) {
	if constexpr (std::is_pointer<A>::value)
		also(v, (A) nullptr, "null");
	else if constexpr (std::is_enum<A>::value)
		number(v, (A)0, is_off ? std::vector<long>{} : std::vector<long>{1, 2, 3, 4, 9, 99, -1});
	else if (is_off)
		number(v, (A)(is(name, "length size bufferSize") ? 96 : 0), {});
	else if (is(name, "length size bufferSize"))
		number(v, (A)96, {0, 1, 4});
	else if (name == "pid")
		number(v, (A)getpid(), {0, 99999999});
	else if (is(name, "cpuSetSize nodeSetSize valuesCount"))
		number(v, (A)1, {0, 2, -1});
	else if (is(name, "link fan index"))
		number(v, (A)0, {1, 5, 17, 18, 36, 99, -1});
	else
		number(v, (A)0, {1, 2, 3, 99, -1});
}
static std::string looked() {
	return "";
}

/* ---- functions without types in nvml.h ---- */

static const char *const asked[] = {
#undef ROW
#define ROW(function, parameters) #function,
#include "calls.def"
#undef ROW
};
static bool only_asks(const std::string &name) {
	for (const char *one : asked)
		if (name == one)
			return false;
	for (const char *word : {"Set", "Reset", "Clear", "Free", "Alloc", "Destroy", "Create", "Remove", "Modify", "Register",
	                         "Validate", "Discover", "Wait", "Force", "Activate", "Update", "ReadWrite"})
		if (name.find(word) != std::string::npos)
			return false;
	return true;
}
/* Places of zeros: versions that no structure has. */
typedef int untyped(nvmlDevice_t, char *, char *, char *, char *, char *);
static void untyped_row(const char *name) {
	untyped *f = (untyped *)dlsym(RTLD_DEFAULT, name);
	if (f && only_asks(name))
		row((name + std::string("/off")).c_str(), f, "device b c d e f");
}

static void rows() {
#undef ROW
#define ROW(function, parameters) row(#function, function, parameters);
#include "calls.def"
#undef ROW
#define ROW(function, parameters) row(#function "/off", function, parameters);
#include "calls.def"
#define REFUSED(name, letters) untyped_row(#name);
#include "runtime/nvml/refused.def"
	for (int i = 0; i < 32; i++)
		row(("order" + std::to_string(i)).c_str(), +[]() { return in_order(atoi(function.c_str() + 5)); }, "");
	row("nvmlInitWithFlags", with_flags, "flags");
	row("old_handle", old_handle, "device");
}

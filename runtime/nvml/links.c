/* links.c - how devices are joined: the path between two, what they may do with each
 * other, and their links of NVLink, as SIMT_TOPOLOGY has them.
 * SPDX-License-Identifier: Apache-2.0 */
#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include "runtime/nvml/links.h"

#include <stdio.h>

#include "runtime/nvml/library.h"
#include "runtime/nvml/model.h"

#define BEGIN(arguments)                                    \
	do {                                                \
		if (!nvml_is_initialised())                 \
			return NVML_ERROR_UNINITIALIZED;    \
		if (!(arguments))                           \
			return NVML_ERROR_INVALID_ARGUMENT; \
	} while (0)

/* ---- pairs ------------------------------------------------------------------------- */

/* Devices on NVLink have a way through PCIe, too: a host bridge. */
static nvmlGpuTopologyLevel_t ancestor(nvmlDevice_t a, nvmlDevice_t b) {
	static const nvmlGpuTopologyLevel_t level[LINK_KIND_COUNT] = {
		[LINK_SELF] = NVML_TOPOLOGY_INTERNAL,
		[LINK_NVLINK] = NVML_TOPOLOGY_HOSTBRIDGE,
		[LINK_PIX] = NVML_TOPOLOGY_SINGLE,
		[LINK_PXB] = NVML_TOPOLOGY_MULTIPLE,
		[LINK_PHB] = NVML_TOPOLOGY_HOSTBRIDGE,
		[LINK_NODE] = NVML_TOPOLOGY_NODE,
		[LINK_SYS] = NVML_TOPOLOGY_SYSTEM,
		[LINK_NET] = NVML_TOPOLOGY_SYSTEM,
	};
	return level[simt_topology_between(a->topology, a->index, b->index).kind];
}

nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t a, nvmlDevice_t b,
                                                 nvmlGpuTopologyLevel_t *out) {
	BEGIN(nvml_is_device(a) && nvml_is_device(b) && out);
	*out = ancestor(a, b);
	return NVML_SUCCESS;
}

/* Those that are at most so far away, as on hardware. */
nvmlReturn_t nvmlDeviceGetTopologyNearestGpus(nvmlDevice_t d,
                                              nvmlGpuTopologyLevel_t level,
                                              unsigned *count, nvmlDevice_t *list) {
	BEGIN(nvml_is_device(d) && count && (list != NULL) == (*count > 0));
	u32 n = 0;
	nvmlDevice_t other;
	for (u32 i = 0; (other = nvml_device(i)); i++) {
		if (other == d || ancestor(d, other) > level)
			continue;
		if (n < *count)
			list[n] = other;
		n++;
	}
	*count = n;
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t a, nvmlDevice_t b, int *out) {
	BEGIN(nvml_is_device(a) && nvml_is_device(b) && out);
	*out = a == b;
	return NVML_SUCCESS;
}

static bool may(const struct topology *t, struct topology_link l,
                nvmlGpuP2PCapsIndex_t what) {
	switch (what) {
	case NVML_P2P_CAPS_INDEX_NVLINK: return l.kind == LINK_NVLINK;
	case NVML_P2P_CAPS_INDEX_PCI:
		return l.peer && (l.kind != LINK_NVLINK || !t->given);
	default: return l.peer;
	}
}

nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t a, nvmlDevice_t b,
                                    nvmlGpuP2PCapsIndex_t what, nvmlGpuP2PStatus_t *out) {
	BEGIN(nvml_is_device(a) && nvml_is_device(b) && out);
	struct topology_link l = simt_topology_between(a->topology, a->index, b->index);
	*out = a == b || may(a->topology, l, what) ? NVML_P2P_STATUS_OK
	                                           : NVML_P2P_STATUS_NOT_SUPPORTED;
	return NVML_SUCCESS;
}

/* ---- NVLink ------------------------------------------------------------------------ */

/* Of a device that has no links, nothing is known. */
static nvmlReturn_t find(nvmlDevice_t d, unsigned link, struct topology_nvlink *out,
                         bool *active) {
	if (!simt_topology_nvlink_count(d->topology, d->index))
		return NVML_ERROR_NOT_SUPPORTED;
	if (link >= TOPOLOGY_LINKS)
		return NVML_ERROR_INVALID_ARGUMENT;
	*active = simt_topology_nvlink(d->topology, d->index, link, out);
	return NVML_SUCCESS;
}

#define FIND(arguments)                                  \
	struct topology_nvlink l;                        \
	bool active;                                     \
	BEGIN(nvml_is_device(d) && (arguments));         \
	nvmlReturn_t found = find(d, link, &l, &active); \
	if (found != NVML_SUCCESS)                       \
	return found

nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t d, unsigned link,
                                      nvmlEnableState_t *out) {
	FIND(out);
	*out = active ? NVML_FEATURE_ENABLED : NVML_FEATURE_DISABLED;
	return NVML_SUCCESS;
}

/* 1.0 is 1, 2.0 is 2, 3.0 is 4, 4.0 is 6, 5.0 is 7. */
static unsigned version_of(nvmlDevice_t d) {
	static const struct {
		u32 sm;
		unsigned version;
	} list[] = {{100, 7}, {90, 6}, {80, 4}, {70, 2}};
	for (u32 i = 0; i < countof(list); i++)
		if (d->sm >= list[i].sm)
			return list[i].version;
	return 1;
}

nvmlReturn_t nvmlDeviceGetNvLinkVersion(nvmlDevice_t d, unsigned link, unsigned *out) {
	FIND(out);
	*out = version_of(d);
	return active ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
}

/* An active link has all of them, as an H200's. */
nvmlReturn_t nvmlDeviceGetNvLinkCapability(nvmlDevice_t d, unsigned link,
                                           nvmlNvLinkCapability_t what, unsigned *out) {
	FIND(out);
	if ((unsigned)what >= NVML_NVLINK_CAP_COUNT)
		return NVML_ERROR_NOT_SUPPORTED;
	*out = active;
	return NVML_SUCCESS;
}

/* A switch has no bus id, as in a virtual machine. */
nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t d, unsigned link,
                                                 nvmlPciInfo_t *out) {
	FIND(out);
	if (!active)
		return NVML_ERROR_NOT_SUPPORTED;
	if (!l.to_switch)
		return nvmlDeviceGetPciInfo_v3(nvml_device(l.device), out);
	*out = (nvmlPciInfo_t){.domain = ~0u, .bus = 255, .device = 255};
	snprintf(out->busId, sizeof out->busId, "FFFFFFFF:FF:FF.0");
	snprintf(out->busIdLegacy, sizeof out->busIdLegacy, "FFFF:FF:FF.0");
	return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo(nvmlDevice_t d, unsigned link,
                                              nvmlPciInfo_t *out)
	__attribute__((alias("nvmlDeviceGetNvLinkRemotePciInfo_v2")));

nvmlReturn_t nvmlDeviceGetNvLinkRemoteDeviceType(nvmlDevice_t d, unsigned link,
                                                 nvmlIntNvLinkDeviceType_t *out) {
	FIND(out);
	*out = l.to_switch ? NVML_NVLINK_DEVICE_TYPE_SWITCH : NVML_NVLINK_DEVICE_TYPE_GPU;
	return active ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t nvml_link_field(nvmlDevice_t d, u32 field, u32 link, unsigned *out) {
	struct topology_nvlink l;
	bool active;
	if (field == NVML_FI_DEV_NVLINK_LINK_COUNT) {
		*out = simt_topology_nvlink_count(d->topology, d->index);
		return NVML_SUCCESS;
	}
	if (field == NVML_FI_DEV_NVLINK_SPEED_MBPS_COMMON)
		link = 0;
	nvmlReturn_t found = find(d, link, &l, &active);
	if (found != NVML_SUCCESS)
		return found;
	if (field == NVML_FI_DEV_NVLINK_GET_STATE)
		*out = active;
	else if (field == NVML_FI_DEV_NVLINK_GET_VERSION)
		*out = version_of(d);
	else if (field == NVML_FI_DEV_NVLINK_REMOTE_NVLINK_ID)
		*out = l.there;
	else
		*out = active ? (unsigned)(l.gbps * 1000 + 0.5) : 0;
	return NVML_SUCCESS;
}

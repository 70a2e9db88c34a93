/* topology.h - how devices are joined: SIMT_TOPOLOGY, as 2x4 (hosts of devices on a
 * switch) or as a file. docs/devices.md has the format.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* From near to far. */
enum link_kind {
	LINK_SELF,
	LINK_NVLINK,
	LINK_PIX,  /* one PCIe switch */
	LINK_PXB,  /* several PCIe switches */
	LINK_PHB,  /* a PCIe host bridge */
	LINK_NODE, /* several host bridges of one NUMA node */
	LINK_SYS,  /* between NUMA nodes */
	LINK_NET,  /* between hosts */
	LINK_KIND_COUNT
};

enum {
	TOPOLOGY_DEVICES = 16,    /* of a file */
	TOPOLOGY_RANKS = 1 << 20, /* of HOSTSxDEVICES */
	TOPOLOGY_LINKS = 18,      /* of NVLink, for a device */
	TOPOLOGY_NO_SWITCH = 255,
};

/* The way between two devices. */
struct topology_link {
	u8 kind;
	bool peer;     /* kernels of one may access memory of the other */
	bool switched; /* NVLink through a switch */
	u16 count;     /* of bonded links */
	double gbps;   /* of one link in one direction, 10^9 bytes a second */
	double us;     /* of one message, microseconds */
};

struct topology {
	bool given;   /* else: devices of one host, peers of each other, without NVLink */
	bool regular; /* HOSTSxDEVICES: the tables are not used */
	u32 ndevice, per_host;
	/* of a file */
	u8 host[TOPOLOGY_DEVICES], on_switch[TOPOLOGY_DEVICES];
	char bus[TOPOLOGY_DEVICES][24]; /* "": by the device's number */
	struct topology_link pair[TOPOLOGY_DEVICES][TOPOLOGY_DEVICES];
};

/* Room for the message of what is wrong, with its place. */
enum { TOPOLOGY_ERROR = 1024 };

/* Reads `text`, a value of SIMT_TOPOLOGY; `name` is what the message calls it. At most
 * `most` devices. False: *error says what is wrong in which line and column. */
bool simt_topology_parse(struct topology *t, const char *name, const char *text, u32 most,
                         char error[TOPOLOGY_ERROR]);
/* Reads SIMT_TOPOLOGY and SIMT_DEVICES, which picks the first devices of a topology. */
bool simt_topology_read(struct topology *t, u32 most, char error[TOPOLOGY_ERROR]);

struct topology_link simt_topology_between(const struct topology *t, u32 a, u32 b);
u32 simt_topology_host(const struct topology *t, u32 device);
/* The number of the switch that a device is on, or TOPOLOGY_NO_SWITCH and above. */
u32 simt_topology_switch(const struct topology *t, u32 device);
/* Writes "00000000:01:00.0". */
void simt_topology_bus_id(const struct topology *t, u32 device, char out[32]);

/* A link of NVLink: to another device, where it has the number `there`, or to a switch.
 */
struct topology_nvlink {
	bool to_switch;
	u32 device, there;
	double gbps;
};
/* Finds link n of a device; false: it has fewer. */
bool simt_topology_nvlink(const struct topology *t, u32 device, u32 n,
                          struct topology_nvlink *out);
/* How many it has; all of them are active. */
u32 simt_topology_nvlink_count(const struct topology *t, u32 device);

/* What a link of a kind has unless a file says otherwise. */
struct topology_link simt_topology_usual(enum link_kind kind);
/* The word of the file: "nvlink", "pix", ... */
const char *simt_topology_kind_name(enum link_kind kind);

/* multicast.h - multicast objects: memory of several devices at one address, which only
 * multimem instructions reach. An object has the host addresses of all copies; a table of
 * the device says at which of its addresses the object is.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/arena_map.h"

enum { MULTICAST_DEVICES = 16 };

/* A part of the object that a device has memory for. */
struct multicast_part {
	u64 at, size; /* in the object */
	u8 *host;
};

/* What is bound, device by device in their order; never changes. */
struct multicast_view {
	u32 generation; /* of the object, see below */
	u32 ndevice;
	struct {
		u32 number; /* of the device */
		u32 n;
		const struct multicast_part *part; /* apart from each other, by address */
	} device[MULTICAST_DEVICES];
};

struct multicast {
	_Atomic(const struct multicast_view *) view;
	const _Atomic u32 *generation; /* counts changes, those of other processes too */
	/* Makes a new view; may be called by several threads. */
	void (*refresh)(struct multicast *m);
};

struct multicast_window {
	struct window window;
	struct multicast *object; /* its byte 0 is at window.base */
};

/* Finds what is mapped at addr; NULL: no multicast object. */
const struct multicast_window *multicast_at(const struct arena_map *map, u64 addr);

/* Finds the copies of [addr, addr + size), in the order of devices; returns how many
 * there are. 0: not every device has memory there, *number is the first without. */
u32 multicast_copies(const struct multicast_window *w, u64 addr, u32 size,
                     u8 *copy[MULTICAST_DEVICES], u32 *number);

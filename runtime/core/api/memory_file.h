/* memory_file.h - memory as parts of files, which other processes can map, and addresses
 * apart from memory. Both go in pieces of SIMT_PIECE bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;

enum { SIMT_PIECE = 2 << 20 };

struct simt_memory_file {
	int fd;          /* the device's: not for the caller to close */
	uint64_t offset; /* of the allocation in the file */
	uint64_t size;
};
/* Moves an allocation of device memory, with whatever else lies in its pieces, to a file
 * for good; *out says where it lies. */
enum simt_status simt_export(struct simt_device *dev, uint64_t addr,
                             struct simt_memory_file *out);
/* Maps a part of a file as an allocation of this device. */
enum simt_status simt_import(struct simt_device *dev, const struct simt_memory_file *s,
                             uint64_t *addr);
enum simt_status simt_import_close(struct simt_device *dev, uint64_t addr);
/* As simt_free_in_stream. */
enum simt_status simt_import_close_in_stream(struct simt_device *dev, uint64_t addr);
/* Allocates io->size bytes on pieces of its own, in the caller's file io->fd,
 * which is as long as simt_device_range; io->offset: where it lies there. flags as for
 * simt_alloc_as. Freed by simt_free, which leaves the file as it is. */
enum simt_status simt_alloc_in_file(struct simt_device *dev, uint32_t flags,
                                    struct simt_memory_file *io, uint64_t *addr);

/* Reserves addresses without memory; size and align are multiples of SIMT_PIECE. wanted:
 * 0, or where they had best be. */
enum simt_status simt_reserve(struct simt_device *dev, uint64_t size, uint64_t align,
                              uint64_t wanted, uint64_t *addr);
/* Nothing may be mapped there. */
enum simt_status simt_unreserve(struct simt_device *dev, uint64_t addr, uint64_t size);
/* Maps a part of a file at reserved addresses; kernels and copies may use it after
 * simt_allow. */
enum simt_status simt_map(struct simt_device *dev, uint64_t addr,
                          const struct simt_memory_file *s);
enum simt_status simt_unmap(struct simt_device *dev, uint64_t addr, uint64_t size);
enum simt_status simt_allow(struct simt_device *dev, uint64_t addr, uint64_t size,
                            bool allowed);
/* Whether addresses are reserved and free, for an object of several devices. */
enum simt_status simt_multicast_check(struct simt_device *dev, uint64_t addr,
                                      uint64_t size);
/* Lets kernels of the device reach the object at these addresses, with the instructions
 * for it, and ends that. */
struct multicast;
enum simt_status simt_multicast_show(struct simt_device *dev, uint64_t addr,
                                     uint64_t size, struct multicast *object);
enum simt_status simt_multicast_hide(struct simt_device *dev, uint64_t addr);
/* Counts memory of the device that is not in its arena; refused when the device is
 * full. */
enum simt_status simt_memory_claim(struct simt_device *dev, uint64_t bytes);
void simt_memory_unclaim(struct simt_device *dev, uint64_t bytes);

#ifdef __cplusplus
}
#endif

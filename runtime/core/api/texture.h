/* texture.h - arrays, textures, surfaces. Kernels read textures and write surfaces by the
 * handles of objects, 64-bit numbers. An object does not keep alive what it shows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_array;
struct simt_device;
struct simt_module;

enum simt_texel_kind { SIMT_TEXEL_UINT = 1, SIMT_TEXEL_SINT, SIMT_TEXEL_FLOAT };
struct simt_texel {
	enum simt_texel_kind kind;
	uint32_t bits;     /* of a channel: 8, 16, 32 */
	uint32_t channels; /* 1, 2, 4 */
};
/* 0 if there are no such texels. */
uint32_t simt_texel_bytes(const struct simt_texel *t);

enum { SIMT_ARRAY_LEVELS = 18 };
struct simt_array_desc {
	struct simt_texel texel;
	uint64_t width, height, depth; /* texels; 0: there is no such dimension */
	uint32_t layers;               /* 0: not layered; 6 for each cube */
	bool is_cube;
	uint32_t levels; /* from 1 on */
};
/* The memory of a level: rows from `row` to `row` bytes, slices or layers from `slice` to
 * `slice`. */
struct simt_array_level {
	uint64_t addr, row, slice;
	uint64_t width, height, depth;
};
uint32_t simt_array_most_levels(const struct simt_array_desc *d);
enum simt_status simt_array_create(struct simt_device *dev,
                                   const struct simt_array_desc *d,
                                   struct simt_array **out);
/* Waits for the running kernel. */
enum simt_status simt_array_destroy(struct simt_array *a);
/* Frees an array whose device was reset: its texels are gone already. */
void simt_array_forget(struct simt_array *a);
const struct simt_array_desc *simt_array_desc(const struct simt_array *a);
struct simt_device *simt_array_device(const struct simt_array *a);
/* False: there is no such level. */
bool simt_array_level(const struct simt_array *a, uint32_t level,
                      struct simt_array_level *out);

enum simt_address {
	SIMT_ADDRESS_WRAP,
	SIMT_ADDRESS_CLAMP,
	SIMT_ADDRESS_MIRROR,
	SIMT_ADDRESS_BORDER
};
struct simt_sampler {
	uint32_t address[3]; /* enum simt_address, of each dimension */
	bool filter_linear, mip_filter_linear;
	bool normalized_coords;
	bool normalized_read; /* 8- and 16-bit integers are read as fractions of their
	                         range */
	bool srgb, seamless_cube;
	uint32_t anisotropy;
	float lod_bias, lod_min, lod_max;
	float border[4];
};

struct simt_texture_desc {
	struct simt_texel texel; /* as it is read; of the same size as the array's */
	const struct simt_array *array; /* or NULL, and then: */
	uint64_t addr, bytes;           /* linear memory, if height is 0; or */
	uint64_t width, height, pitch;  /* rows in linear memory */
	/* Parts of an array; a last one that is too large is the array's last. */
	uint32_t first_level, last_level, first_layer, last_layer;
	struct simt_sampler sampler;
};
enum simt_status simt_texture_create(struct simt_device *dev,
                                     const struct simt_texture_desc *d, uint64_t *handle);
enum simt_status simt_surface_create(struct simt_device *dev, const struct simt_array *a,
                                     uint32_t level, uint64_t *handle);
/* For PTX that names samplers apart from textures. */
enum simt_status simt_sampler_create(struct simt_device *dev,
                                     const struct simt_sampler *d, uint64_t *handle);
/* Waits for the running kernel. */
enum simt_status simt_object_destroy(struct simt_device *dev, uint64_t handle);
/* A .texref, .samplerref or .surfref variable of the module names the object from now
 * on; 0: none. */
enum simt_status simt_module_bind(struct simt_module *m, const char *name,
                                  uint64_t handle);
enum simt_reference_kind {
	SIMT_REFERENCE_NONE,
	SIMT_REFERENCE_TEXTURE,
	SIMT_REFERENCE_SAMPLER,
	SIMT_REFERENCE_SURFACE
};
/* The kind of the module's reference of this name; *kept: the name, which lives as long
 * as the module. */
enum simt_reference_kind simt_module_reference(struct simt_module *m, const char *name,
                                               const char **kept);

#ifdef __cplusplus
}
#endif

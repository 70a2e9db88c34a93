/* texture.c - arrays, and the objects by which kernels read and write them. An array is
 * an allocation of rows, as any pitched image is; the order of texels is visible nowhere
 * else, so it is the plain one. Objects are entries of the machine's table: a handle is
 * an index, and the place of a destroyed object is given out again last, so that a handle
 * that is used too long names nothing rather than something else.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/texture.h"

#include "runtime/core/check.h"

enum { ROW_ALIGN = 32, LAYERS_OF_CUBE = 6 };

struct simt_array {
	struct simt_device *dev;
	struct simt_array_desc desc;
	u64 addr;
	struct simt_array_level level[SIMT_ARRAY_LEVELS];
};

/* ---- formats ---- */

static bool format_fill(struct texel_format *f, const struct simt_texel *t) {
	bool ok = (t->channels == 1 || t->channels == 2 || t->channels == 4) &&
	          (t->bits == 8 || t->bits == 16 || t->bits == 32) &&
	          t->kind >= SIMT_TEXEL_UINT && t->kind <= SIMT_TEXEL_FLOAT &&
	          (t->kind != SIMT_TEXEL_FLOAT || t->bits > 8);
	*f = (struct texel_format){
		.class = (u8)(t->kind == SIMT_TEXEL_UINT   ? TEXEL_UINT
	                      : t->kind == SIMT_TEXEL_SINT ? TEXEL_SINT
	                                                   : TEXEL_FLOAT),
		.bits = (u8)t->bits,
		.n = (u8)t->channels,
		.bytes = (u8)(t->bits / 8 * t->channels),
	};
	return ok;
}

u32 simt_texel_bytes(const struct simt_texel *t) {
	struct texel_format f;
	return format_fill(&f, t) ? f.bytes : 0;
}

/* ---- arrays ---- */

static u64 level_size(u64 n, u32 level) {
	return n >> level ? n >> level : n != 0;
}

u32 simt_array_most_levels(const struct simt_array_desc *d) {
	u64 n = MAX(MAX(d->width, d->height), d->depth);
	u32 levels = 1;
	while (n >>= 1)
		levels++;
	return MIN(levels, (u32)SIMT_ARRAY_LEVELS);
}

/* Lays the levels out from offset 0; false if the size overflows. */
static bool levels_place(struct simt_array *a, u64 *bytes) {
	const struct simt_array_desc *d = &a->desc;
	u32 texel = simt_texel_bytes(&d->texel);
	*bytes = 0;
	for (u32 i = 0; i < d->levels; i++) {
		struct simt_array_level *l = &a->level[i];
		*l = (struct simt_array_level){.addr = *bytes,
		                               .width = level_size(d->width, i),
		                               .height = level_size(d->height, i),
		                               .depth = level_size(d->depth, i)};
		u64 slices = MAX(d->layers, 1u) * MAX(l->depth, 1u), size;
		l->row = alignup(l->width * texel, (u64)ROW_ALIGN);
		if (__builtin_mul_overflow(l->row, MAX(l->height, 1u), &l->slice) ||
		    __builtin_mul_overflow(l->slice, slices, &size) ||
		    __builtin_add_overflow(*bytes, size, bytes))
			return false;
	}
	return true;
}

enum simt_status simt_array_create(struct simt_device *dev,
                                   const struct simt_array_desc *d,
                                   struct simt_array **out) {
	*out = NULL;
	u64 bytes, most = 1ull << 32;
	if (!simt_texel_bytes(&d->texel))
		return fail(SIMT_INVALID_VALUE,
		            "texels have 1, 2 or 4 channels of 8, 16 or 32 bits");
	if (!d->width || !d->levels || d->levels > simt_array_most_levels(d) ||
	    d->width > most || d->height > most || d->depth > most ||
	    (d->depth && !d->height) || (d->layers && d->depth) ||
	    (d->is_cube &&
	     (d->width != d->height || !d->layers || d->layers % LAYERS_OF_CUBE)))
		return fail(SIMT_INVALID_VALUE, "there is no array of this shape");
	struct simt_array *a = memory_new(sizeof(*a));
	if (!a)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	*a = (struct simt_array){.dev = dev, .desc = *d};
	enum simt_status s = levels_place(a, &bytes)
	                             ? simt_alloc(dev, bytes, &a->addr)
	                             : fail(SIMT_OUT_OF_MEMORY, "the array is larger "
	                                                        "than any memory");
	if (s != SIMT_OK) {
		memory_delete(a);
		return s;
	}
	check_note_write(a->addr, bytes); /* surfaces are written unseen */
	for (u32 i = 0; i < d->levels; i++)
		a->level[i].addr += a->addr;
	*out = a;
	return SIMT_OK;
}

enum simt_status simt_array_destroy(struct simt_array *a) {
	enum simt_status s = a ? simt_free(a->dev, a->addr) : SIMT_OK;
	memory_delete(a);
	return s;
}

void simt_array_forget(struct simt_array *a) {
	memory_delete(a);
}

const struct simt_array_desc *simt_array_desc(const struct simt_array *a) {
	return &a->desc;
}

struct simt_device *simt_array_device(const struct simt_array *a) {
	return a->dev;
}

bool simt_array_level(const struct simt_array *a, u32 level,
                      struct simt_array_level *out) {
	if (level >= a->desc.levels)
		return false;
	*out = a->level[level];
	return true;
}

/* ---- the table of objects ---- */

/* Called with the lock of dev->textures held. Takes a free entry, NULL if there is
 * none. */
static struct texture *place_take(struct simt_device *dev, u64 *handle) {
	struct texture_pool *p = &dev->textures;
	struct texture_table *t = atomic_load(&dev->machine.textures);
	if (!t) {
		if (!arena_reserve(&p->arena, sizeof *t, 16))
			return NULL;
		t = arena_new(&p->arena, struct texture_table);
		atomic_store(&dev->machine.textures, t);
		p->next = 1; /* no handle is 0 */
	}
	u64 most = (u64)TEX_CHUNK * TEX_CHUNKS;
	if (p->next >= most && p->first_free == p->free.n)
		return NULL;
	if (!arena_reserve(&p->arena, TEX_CHUNK * sizeof(struct texture), 16))
		return NULL;
	/* The oldest free place, once there are many: a handle is not given again soon.
	 */
	bool reuse = p->free.n - p->first_free >= TEX_CHUNK || p->next >= most;
	*handle = reuse ? p->free.at[p->first_free++] : p->next++;
	if (p->first_free > 4 * TEX_CHUNK && p->first_free * 2 > p->free.n) {
		p->free.n -= p->first_free;
		memmove(p->free.at, p->free.at + p->first_free,
		        p->free.n * sizeof(*p->free.at));
		p->first_free = 0;
	}
	struct texture *chunk = atomic_load(&t->chunk[*handle / TEX_CHUNK]);
	if (!chunk) {
		chunk = arena_array(&p->arena, struct texture, TEX_CHUNK);
		atomic_store(&t->chunk[*handle / TEX_CHUNK], chunk);
	}
	return &chunk[*handle % TEX_CHUNK];
}

static enum simt_status object_add(struct simt_device *dev, const struct texture *object,
                                   u64 *handle) {
	pthread_mutex_lock(&dev->textures.lock);
	struct texture *at = place_take(dev, handle);
	if (at)
		*at = *object;
	pthread_mutex_unlock(&dev->textures.lock);
	return at ? SIMT_OK
	          : fail(SIMT_OUT_OF_MEMORY,
	                 "there are too many textures and surfaces, or there is no "
	                 "memory for more");
}

bool texture_place_free(struct simt_device *dev, u64 handle) {
	struct texture_table *t = atomic_load(&dev->machine.textures);
	pthread_mutex_lock(&dev->textures.lock);
	struct texture *at = t ? (struct texture *)texture_find(t, handle) : NULL;
	bool found = at && at->kind != TEX_NOTHING;
	if (found) {
		at->kind = TEX_NOTHING;
		if (vec_reserve(&dev->textures.arena, &dev->textures.free))
			vec_push(&dev->textures.arena, &dev->textures.free, handle);
	}
	pthread_mutex_unlock(&dev->textures.lock);
	return found;
}

enum simt_status simt_object_destroy(struct simt_device *dev, u64 handle) {
	gate_close(dev); /* no kernel loses it while it runs */
	bool found = texture_place_free(dev, handle);
	gate_open(dev);
	return found ? SIMT_OK
	             : fail(SIMT_INVALID_HANDLE, "0x%llx is no object, or was destroyed",
	                    (unsigned long long)handle);
}

void textures_drop(struct simt_device *dev) {
	atomic_store(&dev->machine.textures, NULL);
	struct texture_pool *p = &dev->textures;
	arena_drop(&p->arena);
	memset(&p->free, 0, sizeof(p->free));
	p->next = p->first_free = 0;
}

/* ---- making objects ---- */

static u8 address_of(u32 mode) {
	return (u8)(mode <= SIMT_ADDRESS_BORDER ? mode : SIMT_ADDRESS_CLAMP);
}

static void sampler_fill(struct sampler *s, const struct simt_sampler *d) {
	*s = (struct sampler){
		.address = {address_of(d->address[0]), address_of(d->address[1]),
	                    address_of(d->address[2])},
		.filter = d->filter_linear ? TEX_LINEAR : TEX_POINT,
		.mip_filter = d->mip_filter_linear ? TEX_LINEAR : TEX_POINT,
		.normalized_coords = d->normalized_coords,
		.normalized_read = d->normalized_read,
		.srgb = d->srgb,
		.seamless = d->seamless_cube,
		.anisotropy = (u8)MIN(d->anisotropy, 16u),
		.bias = d->lod_bias,
		.lod_min = d->lod_min,
		.lod_max = d->lod_max,
	};
	memcpy(s->border, d->border, sizeof(s->border));
}

/* Levels and layers of an array that an object shows. */
static bool object_of_array(struct texture *t, const struct simt_texture_desc *d) {
	const struct simt_array *a = d->array;
	u32 last_level = MIN(d->last_level, a->desc.levels - 1), layers = a->desc.layers;
	u32 last_layer = layers ? MIN(d->last_layer, layers - 1) : 0;
	if (d->first_level > last_level || (layers && d->first_layer > last_layer))
		return false;
	t->dims = (u8)(a->desc.depth ? 3 : a->desc.height ? 2 : 1);
	t->is_cube = a->desc.is_cube;
	t->nlayer = layers ? last_layer - d->first_layer + 1 : 0;
	for (u32 i = d->first_level; i <= last_level; i++) {
		const struct simt_array_level *l = &a->level[i];
		t->level[t->nlevel++] = (struct tex_level){
			.base = l->addr + (layers ? d->first_layer * l->slice : 0),
			.row = l->row,
			.slice = l->slice,
			.size = {(u32)l->width, (u32)MAX(l->height, 1u),
		                 (u32)MAX(l->depth, 1u)},
		};
	}
	if (t->format.bytes !=
	    simt_texel_bytes(&a->desc.texel)) /* another view of the same bytes */
		return false;
	return true;
}

static void object_of_memory(struct texture *t, const struct simt_texture_desc *d) {
	bool rows = d->height != 0;
	t->dims = rows ? 2 : 1;
	t->is_linear = !rows;
	t->nlevel = 1;
	t->level[0] = (struct tex_level){
		.base = d->addr,
		.row = d->pitch,
		.slice = 0,
		.size = {rows ? (u32)d->width : 1, rows ? (u32)d->height : 1, 1},
	};
	t->end = d->addr + d->bytes;
}

enum simt_status simt_texture_create(struct simt_device *dev,
                                     const struct simt_texture_desc *d, u64 *handle) {
	struct texture t = {.kind = TEX_TEXTURE};
	*handle = 0;
	if (!format_fill(&t.format, &d->texel))
		return fail(SIMT_INVALID_VALUE, "there are no texels of this format");
	if (d->array && !object_of_array(&t, d))
		return fail(SIMT_INVALID_VALUE,
		            "the array has no such levels, layers or texels");
	if (!d->array)
		object_of_memory(&t, d);
	sampler_fill(&t.sampler, &d->sampler);
	return object_add(dev, &t, handle);
}

enum simt_status simt_surface_create(struct simt_device *dev, const struct simt_array *a,
                                     u32 level, u64 *handle) {
	struct texture t = {.kind = TEX_SURFACE};
	struct simt_texture_desc d = {.array = a,
	                              .first_level = level,
	                              .last_level = level,
	                              .last_layer = ~0u,
	                              .texel = a->desc.texel};
	*handle = 0;
	format_fill(&t.format, &d.texel);
	if (!object_of_array(&t, &d))
		return fail(SIMT_INVALID_VALUE, "the array has no level %u", level);
	return object_add(dev, &t, handle);
}

enum simt_status simt_sampler_create(struct simt_device *dev,
                                     const struct simt_sampler *d, u64 *handle) {
	struct texture t = {.kind = TEX_SAMPLER};
	sampler_fill(&t.sampler, d);
	return object_add(dev, &t, handle);
}

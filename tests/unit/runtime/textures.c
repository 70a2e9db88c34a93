/* textures.c - textures and surfaces through the public interface, on each backend:
 * every form of the instructions, variables of opaque types, handles that name nothing,
 * filters against a reference in double precision, faults.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include <math.h>
#include <string.h>

#include "runtime/core/api.h"

#define HEAD ".version 8.2\n.target sm_90\n.address_size 64\n"
#define KERNEL(name, params, body)                                                 \
	".visible .entry " name "(.param .u64 o, " params ") {\n"                  \
	"	.reg .u64 %o, %h, %s, %x; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .pred " \
	"%p<4>;\n"                                                                 \
	"	.reg .b16 %c<5>; .reg .b64 %d<3>; ld.param.u64 %o, [o];\n" body    \
	" ret; }\n"
#define H "	ld.param.u64 %h, [h];\n"
#define OUT4 "	st.global.v4.b32 [%o], {%r0, %r1, %r2, %r3};\n"

/* clang-format off */
static const char text[] = HEAD
	".global .texref image;\n"
	".global .samplerref smooth;\n"
	".global .surfref plane;\n"
	".global .samplerref own = { addr_mode_0 = clamp_to_border, "
	"addr_mode_1 = clamp_to_edge,\n"
	"	filter_mode = linear, force_unnormalized_coords = 1 };\n"
	/* lane i samples at (x[i], y[i], z[i]) */
	KERNEL("sample2", ".param .u64 h, .param .u64 x",
		H
		"	ld.param.u64 %x, [x]; mov.u32 %r8, %tid.x; "
		"mul.wide.u32 %s, %r8, 16;\n"
		"	add.u64 %x, %x, %s; add.u64 %o, %o, %s; "
		"ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%x];\n"
		"	tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%h, {%f4, %f5}];\n"
		OUT4)
	KERNEL("sample3", ".param .u64 h, .param .u64 x",
		H
		"	ld.param.u64 %x, [x]; mov.u32 %r8, %tid.x; "
		"mul.wide.u32 %s, %r8, 16;\n"
		"	add.u64 %x, %x, %s; add.u64 %o, %o, %s; "
		"ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%x];\n"
		"	tex.3d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%h, {%f4, %f5, %f6, "
		"%f6}];\n"
		OUT4)
	/* several forms, one word each */
	KERNEL("forms", ".param .u64 h",
		H
		"	mov.f32 %f4, 0f3FC00000; mov.f32 %f5, 0f40200000; "
		"mov.u32 %r4, 1; mov.u32 %r5, 2;\n"
		"	mov.f32 %f6, 0f00000000;\n"
		"	tex.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%h, {%r4, %r5}]; "
		"st.global.f32 [%o], %f0;\n"
		"	tex.2d.v4.u32.f32 {%r0, %r1, %r2, %r3}, [%h, {%f4, %f5}]; "
		"st.global.u32 [%o+4], %r0;\n"
		"	tex.2d.v4.f32.f32 {%f0, _, _, _}|%p1, [%h, {%f4, %f5}], {-1, "
		"1};\n"
		"	selp.f32 %f0, %f0, %f6, %p1; st.global.f32 [%o+8], %f0;\n"
		"	tex.2d.v4.f16.f32 {%c0, %c1, %c2, %c3}, [%h, {%f4, %f5}];\n"
		"	st.global.b16 [%o+12], %c0; st.global.b16 [%o+14], %c1;\n"
		"	tex.2d.v2.f16x2.f32 {%r0, %r1}, [%h, {%f4, %f5}]; "
		"st.global.b32 [%o+16], %r0;\n"
		"	tex.base.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%h, {%f4, %f5}]; "
		"st.global.f32 [%o+20], %f0;\n"
		"	tex.level.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%h, {%f4, %f5}], "
		"%f6; st.global.f32 [%o+24], %f0;\n"
		"	tex.grad.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%h, {%f4, %f5}], "
		"{%f6, %f6}, {%f6, %f6};\n"
		"	st.global.f32 [%o+28], %f0;\n"
		"	tld4.r.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%h, {%f4, %f5}]; "
		"st.global.v4.f32 [%o+32], {%f0, %f1, %f2, %f3};\n"
		"	tex.level.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%h, {%r4, %r5}], "
		"0; st.global.f32 [%o+48], %f0;\n"
		"	mov.f32 %f0, 0fBF800000; setp.eq.u32 %p2, %r4, 0;\n"
		"	@%p2 tex.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%h, {%r4, %r5}]; "
		"st.global.f32 [%o+52], %f0;\n")
	/* the same texture by its variable, by the variable's address, and as a parameter */
	KERNEL("named", ".param .texref h, .param .samplerref s",
		"	mov.f32 %f4, 0f3FC00000; mov.f32 %f5, 0f40200000; "
		"mov.u64 %h, image;\n"
		"	tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, {%f4, %f5}]; "
		"st.global.f32 [%o], %f0;\n"
		"	tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%h, {%f4, %f5}]; "
		"st.global.f32 [%o+4], %f0;\n"
		"	tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [h, {%f4, %f5}]; "
		"st.global.f32 [%o+8], %f0;\n"
		"	mov.f32 %f4, 0f40000000;\n"
		"	tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, {%f4, %f5}]; "
		"st.global.f32 [%o+12], %f0;\n"
		"	tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, smooth, {%f4, "
		"%f5}]; st.global.f32 [%o+16], %f0;\n"
		"	tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [h, s, {%f4, %f5}]; "
		"st.global.f32 [%o+20], %f0;\n"
		"	istypep.texref %p0, %h; istypep.surfref %p1, %h; "
		"istypep.surfref %p2, plane;\n"
		"	selp.u32 %r0, 1, 0, %p0; selp.u32 %r1, 1, 0, %p1; "
		"selp.u32 %r2, 1, 0, %p2;\n"
		"	st.global.u32 [%o+24], %r0; st.global.u32 [%o+28], %r1; "
		"st.global.u32 [%o+32], %r2;\n"
		"	txq.width.b32 %r0, [image]; st.global.u32 [%o+36], %r0;\n"
		"	suq.height.b32 %r0, [plane]; st.global.u32 [%o+40], %r0;\n"
		"	sust.b.2d.b32.trap [plane, {4, 1}], 77; "
		"suld.b.2d.b32.trap %r0, [plane, {4, 1}];\n"
		"	st.global.u32 [%o+44], %r0;\n")
	KERNEL("described", ".param .u64 h",
		H
		"	mov.f32 %f4, 0f41000000; mov.f32 %f5, 0f40200000;\n"
		/* (8, 2.5): half of (7, 2), half border */
		"	tex.2d.v4.u32.f32 {%r0, %r1, %r2, %r3}, [%h, own, {%f4, %f5}];\n"
		OUT4)
	KERNEL("queries", ".param .u64 h",
		H
		"	txq.width.b32 %r0, [%h]; txq.height.b32 %r1, [%h]; "
		"txq.depth.b32 %r2, [%h];\n"
		"	txq.channel_data_type.b32 %r3, [%h];\n"
		OUT4
		"	txq.channel_order.b32 %r0, [%h]; "
		"txq.normalized_coords.b32 %r1, [%h];\n"
		"	txq.array_size.b32 %r2, [%h]; "
		"txq.num_mipmap_levels.b32 %r3, [%h]; add.u64 %o, %o, 16;\n"
		OUT4
		"	txq.filter_mode.b32 %r0, [%h]; txq.addr_mode_0.b32 %r1, [%h]; "
		"txq.level.width.b32 %r2, [%h], 1;\n"
		"	txq.level.height.b32 %r3, [%h], 2; add.u64 %o, %o, 16;\n"
		OUT4)
	KERNEL("layers", ".param .u64 h, .param .u64 layer",
		H
		"	ld.param.u32 %r5, [layer]; mov.f32 %f4, 0f3F000000;\n"
		"	tex.a2d.v4.u32.f32 {%r0, %r1, %r2, %r3}, [%h, {%r5, %f4, %f4, "
		"%f4}];\n"
		OUT4)
	KERNEL("cube", ".param .u64 h, .param .u64 layer",
		H
		"	ld.param.u32 %r5, [layer]; mov.f32 %f4, 0f3F000000; "
		"mov.f32 %f5, 0fBF800000;\n"
		"	tex.acube.v4.u32.f32 {%r0, %r1, %r2, %r3}, [%h, {%r5, %f4, %f5, "
		"%f4}];\n"
		OUT4)
	KERNEL("store", ".param .u64 h, .param .u32 x, .param .u32 y",
		H
		"	ld.param.u32 %r4, [x]; ld.param.u32 %r5, [y]; "
		"sust.b.2d.b32.trap [%h, {%r4, %r5}], 5;\n")
	KERNEL("widths", ".param .u64 h",
		H
		"	mov.b64 %d0, 0x1122334455667788; mov.u32 %r4, 3; "
		"mov.b16 %c0, 300;\n"
		"	sust.b.a1d.b64.trap [%h, {%r4, 8}], %d0; "
		"sust.b.a1d.b8.trap [%h, {%r4, 3}], %c0;\n"
		"	sust.b.a1d.v2.b16.trap [%h, {%r4, 4}], {%c0, %c0}; "
		"suld.b.a1d.v2.b32.trap {%r0, %r1}, [%h, {%r4, 0}];\n"
		"	suld.b.a1d.b8.trap %c1, [%h, {%r4, 9}]; cvt.u32.u16 %r2, %c1;\n"
		"	sured.b.add.1d.u32.clamp [%h, {4000}], 9; "
		"suld.b.a1d.b32.clamp %r3, [%h, {0, 4000}];\n"
		OUT4);

/* A second module: what the first one does not ask. */
static const char more_text[] = HEAD
	KERNEL("ask", ".param .u64 h",
		H
		"	txq.channel_data_type.b32 %r0, [%h]; "
		"txq.channel_order.b32 %r1, [%h];\n"
		"	txq.normalized_coords.b32 %r2, [%h]; "
		"txq.filter_mode.b32 %r3, [%h];\n"
		OUT4
		"	txq.addr_mode_0.b32 %r0, [%h]; txq.addr_mode_1.b32 %r1, [%h]; "
		"txq.addr_mode_2.b32 %r2, [%h];\n"
		"	txq.force_unnormalized_coords.b32 %r3, [%h]; "
		"add.u64 %o, %o, 16;\n"
		OUT4
		"	txq.width.b32 %r0, [%h]; txq.height.b32 %r1, [%h]; "
		"txq.depth.b32 %r2, [%h];\n"
		"	txq.num_samples.b32 %r3, [%h]; add.u64 %o, %o, 16;\n"
		OUT4
		"	suq.memory_layout.b32 %r0, [%h]; txq.array_size.b32 %r1, [%h];\n"
		"	txq.num_mipmap_levels.b32 %r2, [%h]; mov.u32 %r3, 0; "
		"add.u64 %o, %o, 16;\n"
		OUT4)
	KERNEL("sample1", ".param .u64 h",
		H
		"	tex.1d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [%h, {2}], {0};\n"
		OUT4)
	KERNEL("places", ".param .u64 h",
		H
		"	suld.b.3d.b32.zero %r0, [%h, {0, 0, 9, 0}]; "
		"suld.b.3d.b32.clamp %r1, [%h, {400, 9, 9, 0}];\n"
		"	suld.b.3d.b32.clamp %r2, [%h, {-4, -1, -1, 0}]; "
		"suld.b.3d.b32.trap %r3, [%h, {4, 1, 1, 0}];\n"
		OUT4
		"	sust.b.3d.b32.zero [%h, {0, 9, 0, 0}], 5; "
		"sust.b.3d.v2.b32.clamp [%h, {400, 0, 0, 0}], {6, 7};\n"
		"	suld.b.3d.v2.b32.trap {%r0, %r1}, [%h, {8, 0, 0, 0}]; "
		"add.u64 %o, %o, 16;\n"
		OUT4)
	KERNEL("reduces", ".param .u64 h",
		H
		"	mov.u32 %r4, -5; mov.b64 %d0, -5;\n"
		"	sured.p.min.1d.b32.trap [%h, {0}], %r4; "
		"sured.p.max.1d.b64.trap [%h, {1}], %d0;\n"
		"	sured.b.add.1d.s32.zero [%h, {400}], %r4; "
		"sured.p.add.1d.b32.zero [%h, {-1}], %r4;\n"
		"	sust.p.1d.b32.zero [%h, {400}], %r4;\n"
		"	suld.b.1d.v4.b32.trap {%r0, %r1, %r2, %r3}, [%h, {0}];\n"
		OUT4)
	KERNEL("loads", ".param .u64 h",
		H
		"	suld.b.1d.b32.trap %r0, [%h, {0}];\n")
	KERNEL("formats", ".param .u64 h",
		H
		"	mov.u32 %r0, 0; sust.p.1d.b32.trap [%h, {400}], %r0;\n")
	KERNEL("adds", ".param .u64 h",
		H
		"	mov.u32 %r0, 0; sured.b.add.1d.u32.trap [%h, {400}], %r0;\n");
/* clang-format on */

static struct simt_device *dev;
static struct simt_module *module, *more;
static uint64_t out;

static int setup(const char *backend) {
	struct simt_device_options o = {
		.memory_bytes = 256u << 20, .threads = 2, .backend = backend};
	if (simt_device_open(&o, &dev) != SIMT_OK ||
	    simt_module_load(dev, "test", text, strlen(text),
	                     &(struct simt_load_options){.log = stderr},
	                     &module) != SIMT_OK ||
	    simt_module_load(dev, "more", more_text, strlen(more_text),
	                     &(struct simt_load_options){.log = stderr},
	                     &more) != SIMT_OK)
		return -1;
	return simt_alloc(dev, 65536, &out) == SIMT_OK ? 0 : -1;
}

static int setup_interp(void **state) {
	(void)state;
	return setup("interp");
}

#ifdef SIMT_HAS_LLVM
static int setup_jit(void **state) {
	(void)state;
	return setup("jit");
}
#endif

static int teardown(void **state) {
	(void)state;
	simt_device_close(dev);
	return 0;
}

/* ---- making things ---- */

static const struct simt_texel f32x1 = {SIMT_TEXEL_FLOAT, 32, 1},
			       u32x1 = {SIMT_TEXEL_UINT, 32, 1};

static struct simt_array *array_of(struct simt_array_desc d, const void *texels) {
	struct simt_array *a;
	struct simt_array_level l;
	d.levels = d.levels ? d.levels : 1;
	assert_int_equal(simt_array_create(dev, &d, &a), SIMT_OK);
	assert_true(simt_array_level(a, 0, &l));
	uint64_t row = d.width * simt_texel_bytes(&d.texel),
		 rows = d.height ? d.height : 1;
	uint64_t slices = d.layers ? d.layers : d.depth ? d.depth : 1;
	struct simt_copy c = {.dst_device = dev,
	                      .dst = l.addr,
	                      .dst_pitch = l.row,
	                      .dst_slice = l.slice,
	                      .src = (uintptr_t)texels,
	                      .src_pitch = row,
	                      .src_slice = row * rows,
	                      .width = row,
	                      .height = rows,
	                      .depth = slices};
	assert_int_equal(simt_copy(&c), SIMT_OK);
	return a;
}

static uint64_t texture_of(const struct simt_array *a, struct simt_sampler s) {
	uint64_t h;
	s.lod_max = 100;
	struct simt_texture_desc d = {.texel = simt_array_desc(a)->texel,
	                              .array = a,
	                              .last_level = ~0u,
	                              .last_layer = ~0u,
	                              .sampler = s};
	assert_int_equal(simt_texture_create(dev, &d, &h), SIMT_OK);
	return h;
}

static enum simt_status launch(const char *name, uint32_t lanes, uint64_t a, uint64_t b,
                               uint64_t c) {
	struct simt_function *f;
	void *args[] = {&out, &a, &b, &c};
	if (simt_function_find(module, name, &f) != SIMT_OK)
		assert_int_equal(simt_function_find(more, name, &f), SIMT_OK);
	return simt_launch(f, &(struct simt_launch){.grid = {1, 1, 1},
	                                            .block = {lanes, 1, 1},
	                                            .args = args});
}

static void run(const char *name, uint32_t lanes, uint64_t a, uint64_t b, void *got,
                uint64_t bytes) {
	assert_int_equal(launch(name, lanes, a, b, 0), SIMT_OK);
	assert_int_equal(simt_copy_out(dev, got, out, bytes), SIMT_OK);
}

/* ---- filters against a reference ---- */

static uint32_t seed = 1;
static double unit(void) {
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) / 16777216.0;
}

enum { W = 7, HEIGHT = 5, D = 4, LANES = 256 };

static int wrapped(int i, int n, uint32_t mode) {
	if (mode == SIMT_ADDRESS_CLAMP)
		return i < 0 ? 0 : i >= n ? n - 1 : i;
	if (mode == SIMT_ADDRESS_BORDER)
		return i < 0 || i >= n ? -1 : i;
	int p = mode == SIMT_ADDRESS_MIRROR ? 2 * n : n;
	i = (i % p + p) % p;
	return i < n ? i : p - 1 - i;
}

/* The guide's formula: texels around, fractions of 256ths. */
static double reference(const float *t, const float at[3], int dims, uint32_t mode,
                        bool normalized) {
	static const int size[] = {W, HEIGHT, D};
	int first[3] = {0};
	double fraction[3] = {0}, sum = 0;
	for (int d = 0; d < dims; d++) {
		double x = normalized ? floor(at[d] * 2097152.0) / 2097152 * size[d]
		                      : at[d];
		double fixed = floor(x * 256 - 128 + 0.5);
		first[d] = (int)floor(fixed / 256);
		fraction[d] = fixed / 256 - first[d];
	}
	for (int k = 0; k < 1 << dims; k++) {
		double weight = 1;
		int i[3] = {0};
		bool border = false;
		for (int d = 0; d < dims; d++) {
			int up = k >> d & 1;
			weight *= up ? fraction[d] : 1 - fraction[d];
			i[d] = wrapped(first[d] + up, size[d], mode);
			border |= i[d] < 0;
		}
		sum += border ? 0 : weight * t[(i[2] * HEIGHT + i[1]) * W + i[0]];
	}
	return sum;
}

static void filters_agree(void **state) {
	(void)state;
	static float texel[W * HEIGHT * D], at[LANES][4], got[LANES][4];
	for (int i = 0; i < W * HEIGHT * D; i++)
		texel[i] = (float)(unit() * 2 - 1);
	struct simt_array *image = array_of(
		(struct simt_array_desc){.texel = f32x1, .width = W, .height = HEIGHT},
		texel);
	struct simt_array *volume = array_of(
		(struct simt_array_desc){
			.texel = f32x1, .width = W, .height = HEIGHT, .depth = D},
		texel);
	uint64_t x = out + 32768;
	for (uint32_t mode = 0; mode < 4; mode++)
		for (int k = 0; k < 4; k++) {
			bool normalized = k & 1, is_3d = k >> 1;
			struct simt_sampler s = {.address = {mode, mode, mode},
			                         .filter_linear = true,
			                         .normalized_coords = normalized};
			uint32_t really = !normalized && mode != SIMT_ADDRESS_BORDER
			                          ? SIMT_ADDRESS_CLAMP
			                          : mode;
			uint64_t h = texture_of(is_3d ? volume : image, s);
			for (int i = 0; i < LANES; i++)
				for (int d = 0; d < 3; d++) {
					static const int size[] = {W, HEIGHT, D};
					at[i][d] = (float)((unit() * 3 - 1) *
					                   (normalized ? 1 : size[d]));
				}
			assert_int_equal(simt_copy_in(dev, x, at, sizeof at), SIMT_OK);
			run(is_3d ? "sample3" : "sample2", LANES, h, x, got, sizeof got);
			/* each further dimension rounds weights to 256ths once more */
			double allowed = (is_3d ? 10 : 3) / 512.0 * 2;
			for (int i = 0; i < LANES; i++)
				if (fabs(got[i][0] - reference(texel, at[i],
				                               is_3d ? 3 : 2, really,
				                               normalized)) > allowed)
					fail_msg("mode %u %s %dD at %g %g %g: %g", mode,
					         normalized ? "normalized" : "texels",
					         is_3d ? 3 : 2, at[i][0], at[i][1],
					         at[i][2], got[i][0]);
			assert_int_equal(simt_object_destroy(dev, h), SIMT_OK);
		}
	assert_int_equal(simt_array_destroy(image), SIMT_OK);
	assert_int_equal(simt_array_destroy(volume), SIMT_OK);
}

/* ---- forms ---- */

static struct simt_array *counted_image(void) {
	static float t[4 * 8];
	for (int i = 0; i < 32; i++)
		t[i] = (float)i;
	return array_of((struct simt_array_desc){.texel = f32x1, .width = 8, .height = 4},
	                t);
}

static void forms_agree(void **state) {
	(void)state;
	struct simt_array *a = counted_image();
	uint64_t h = texture_of(a, (struct simt_sampler){.address = {1, 1, 1}});
	uint32_t got[14], seventeen = 0x41880000;
	run("forms", 1, h, 0, got, sizeof got);
	assert_int_equal(got[0], seventeen); /* texel (1, 2) */
	assert_int_equal(got[1], seventeen);
	assert_int_equal(got[2], 0x41c00000); /* (0, 3): 24 */
	assert_int_equal(got[3], 0x4c40);     /* halves 17 and 0 */
	assert_int_equal(got[4], 0x4c40);
	for (int i = 5; i < 8; i++)
		assert_int_equal(got[i], seventeen);
	/* (1.5, 2.5) is the centre of (1, 2): the four from there on, x0y1 x1y1 x1y0
	 * x0y0 */
	float want[4] = {25, 26, 18, 17};
	assert_memory_equal(&got[8], want, sizeof want);
	assert_int_equal(got[12], seventeen);
	assert_int_equal(got[13], 0xbf800000); /* the guard was false */
	assert_int_equal(simt_object_destroy(dev, h), SIMT_OK);
	run("forms", 1, h, 0, got, sizeof got);
	assert_int_equal(got[0], 0); /* nothing is there any more */
	simt_array_destroy(a);
}

static void variables_name_objects(void **state) {
	(void)state;
	struct simt_array *a = counted_image();
	uint64_t h = texture_of(a, (struct simt_sampler){.address = {1, 1, 1}}), s,
		 surface;
	struct simt_sampler linear = {.address = {1, 1, 1}, .filter_linear = true};
	assert_int_equal(simt_sampler_create(dev, &linear, &s), SIMT_OK);
	assert_int_equal(simt_surface_create(dev, a, 0, &surface), SIMT_OK);
	assert_int_equal(simt_module_bind(module, "image", h), SIMT_OK);
	assert_int_equal(simt_module_bind(module, "smooth", s), SIMT_OK);
	assert_int_equal(simt_module_bind(module, "plane", surface), SIMT_OK);
	assert_int_equal(simt_module_bind(module, "nobody", h), SIMT_NOT_FOUND);
	uint32_t got[12];
	run("named", 1, h, s, got, sizeof got);
	float f[6], want[6] = {17, 17, 17, 18, 17.5f, 17.5f};
	memcpy(f, got, sizeof f);
	for (int i = 0; i < 6; i++)
		assert_true(f[i] == want[i]);
	assert_int_equal(got[6], 1);
	assert_int_equal(got[7], 0);
	assert_int_equal(got[8], 1);
	assert_int_equal(got[9], 8);
	assert_int_equal(got[10], 4);
	assert_int_equal(got[11], 77);
	simt_array_destroy(a);
}

static void samplers_describe_themselves(void **state) {
	(void)state;
	struct simt_array *a = counted_image();
	uint64_t h = texture_of(a, (struct simt_sampler){.address = {1, 1, 1}});
	uint32_t got[4];
	run("described", 1, h, 0, got, sizeof got);
	assert_int_equal(got[0], 0x41380000); /* 23 / 2 */
	assert_int_equal(simt_module_restore(module), SIMT_OK);
	run("described", 1, h, 0, got, sizeof got);
	assert_int_equal(got[0], 0x41380000);
	simt_array_destroy(a);
}

static void queries_answer(void **state) {
	(void)state;
	static uint16_t t[20 * 12 * 2];
	struct simt_array *a = array_of(
		(struct simt_array_desc){.texel = {SIMT_TEXEL_SINT, 16, 2},
	                                 .width = 20,
	                                 .height = 12,
	                                 .levels = 3},
		t);
	uint64_t h = texture_of(a, (struct simt_sampler){.address = {3, 0, 0},
	                                                 .filter_linear = true,
	                                                 .normalized_coords = true,
	                                                 .normalized_read = true});
	uint32_t got[12], want[12] = {20, 12, 0, 0x10d1, 0x10b2, 1, 0, 3, 1, 4, 10, 3};
	run("queries", 1, h, 0, got, sizeof got);
	assert_memory_equal(got, want, sizeof want);
	simt_array_destroy(a);
}

/* PTX's numbers are OpenCL's: SNORM_INT8 is 0x10d0 ... FLOAT 0x10de; R, RG and RGBA are
 * 0x10b0, 0x10b2, 0x10b5. */
static void every_format_is_told(void **state) {
	(void)state;
	static const struct {
		struct simt_texel texel;
		bool normalized;
		uint32_t type, order;
	} of[] = {
		{{SIMT_TEXEL_SINT, 8, 1}, true, 0x10d0, 0x10b0},
		{{SIMT_TEXEL_UINT, 8, 2}, true, 0x10d2, 0x10b2},
		{{SIMT_TEXEL_UINT, 16, 4}, true, 0x10d3, 0x10b5},
		{{SIMT_TEXEL_SINT, 8, 4}, false, 0x10d7, 0x10b5},
		{{SIMT_TEXEL_SINT, 32, 1}, false, 0x10d9, 0x10b0},
		{{SIMT_TEXEL_UINT, 8, 1}, false, 0x10da, 0x10b0},
		{{SIMT_TEXEL_UINT, 16, 1}, false, 0x10db, 0x10b0},
		{{SIMT_TEXEL_UINT, 32, 2}, false, 0x10dc, 0x10b2},
		{{SIMT_TEXEL_FLOAT, 16, 2}, false, 0x10dd, 0x10b2},
		{{SIMT_TEXEL_FLOAT, 32, 4}, false, 0x10de, 0x10b5},
	};
	static uint32_t t[4 * 3 * 2 * 4];
	for (uint32_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct simt_array *a = array_of(
			(struct simt_array_desc){.texel = of[i].texel,
		                                 .width = 4,
		                                 .height = 3,
		                                 .depth = 2},
			t);
		uint64_t h = texture_of(
			a, (struct simt_sampler){.address = {SIMT_ADDRESS_WRAP,
		                                             SIMT_ADDRESS_MIRROR,
		                                             SIMT_ADDRESS_CLAMP},
		                                 .normalized_coords = i & 1,
		                                 .normalized_read = of[i].normalized});
		uint32_t got[16],
			want[16] = {of[i].type, of[i].order, i & 1, 0, 0, 1, 3, !(i & 1),
		                    4,          3,           2,     1, 1, 0, 1, 0};
		run("ask", 1, h, 0, got, sizeof got);
		assert_memory_equal(got, want, sizeof want);
		simt_array_destroy(a);
	}
}

/* A handle that names nothing has no sizes; a sampler has no texels; linear memory has
 * one dimension, and a place in it that is gone is a fault. */
static void other_objects_are_asked(void **state) {
	(void)state;
	uint32_t got[16], none[16] = {0}, texels[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	uint64_t h, p;
	run("ask", 1, 0, 0, got, sizeof got);
	assert_memory_equal(got, none, sizeof none);
	assert_int_equal(
		simt_sampler_create(dev,
	                            &(struct simt_sampler){.address = {3, 3, 3},
	                                                   .filter_linear = true},
	                            &h),
		SIMT_OK);
	run("ask", 1, h, 0, got, sizeof got);
	assert_int_equal(got[3], 1);
	assert_int_equal(got[4], 4);
	assert_int_equal(got[8], 0);
	assert_int_equal(simt_object_destroy(dev, h), SIMT_OK);
	/* has pages of its own */
	assert_int_equal(simt_alloc(dev, 8 << 20, &p), SIMT_OK);
	assert_int_equal(simt_copy_in(dev, p + (4 << 20), texels, sizeof texels),
	                 SIMT_OK);
	struct simt_texture_desc d = {
		.texel = u32x1, .addr = p + (4 << 20), .bytes = sizeof texels};
	assert_int_equal(simt_texture_create(dev, &d, &h), SIMT_OK);
	run("ask", 1, h, 0, got, sizeof got);
	assert_int_equal(got[8], 8);
	assert_int_equal(got[9], 0);
	assert_int_equal(got[12], 0);
	run("sample1", 1, h, 0, got, 16);
	assert_int_equal(got[0], 3);
	assert_int_equal(simt_free(dev, p), SIMT_OK);
	assert_int_equal(launch("sample1", 1, h, 0, 0), SIMT_ILLEGAL_ADDRESS);
	assert_non_null(strstr(simt_device_fault(dev)->text,
	                       "the memory of the texture is gone"));
	simt_device_recover(dev);
}

static void surfaces_have_edges(void **state) {
	(void)state;
	uint32_t t[4 * 3 * 2], got[8], want[8] = {0, 24, 1, 1 + 12 + 4 + 1, 6, 7, 1, 18};
	uint64_t h;
	for (uint32_t i = 0; i < 24; i++)
		t[i] = i + 1;
	struct simt_array *a = array_of(
		(struct simt_array_desc){
			.texel = u32x1, .width = 4, .height = 3, .depth = 2},
		t);
	assert_int_equal(simt_surface_create(dev, a, 0, &h), SIMT_OK);
	run("places", 1, h, 0, got, sizeof got);
	assert_memory_equal(got, want, sizeof want);
	simt_array_destroy(a);
	/* where the array is gone */
	enum simt_status status = launch("places", 1, h, 0, 0);
	assert_true(status == SIMT_OK || status == SIMT_ILLEGAL_ADDRESS);
	simt_device_recover(dev);
}

/* A formatted reduction goes by the surface's texels: as signed or unsigned numbers, and
 * only if they are wide enough. */
static void surfaces_are_reduced(void **state) {
	(void)state;
	static const struct {
		struct simt_texel texel;
		uint32_t want[4];
	} of[] = {
		{{SIMT_TEXEL_SINT, 32, 1}, {(uint32_t)-5, 3, 3, 3}},
		{{SIMT_TEXEL_UINT, 32, 1}, {3, 3, 3, 3}},
		{{SIMT_TEXEL_SINT, 32, 2}, {(uint32_t)-5, 3, 3, 3}},
		{{SIMT_TEXEL_UINT, 32, 2}, {3, 3, (uint32_t)-5, UINT32_MAX}},
	};
	for (uint32_t i = 0; i < sizeof of / sizeof *of; i++) {
		uint32_t t[16], got[4];
		uint64_t h;
		for (uint32_t k = 0; k < 16; k++)
			t[k] = 3;
		struct simt_array *a = array_of(
			(struct simt_array_desc){.texel = of[i].texel, .width = 8}, t);
		assert_int_equal(simt_surface_create(dev, a, 0, &h), SIMT_OK);
		run("reduces", 1, h, 0, got, sizeof got);
		assert_memory_equal(got, of[i].want, sizeof got);
		assert_int_equal(launch("formats", 1, h, 0, 0), SIMT_ILLEGAL_ADDRESS);
		assert_non_null(
			strstr(simt_device_fault(dev)->text,
		               "sust.p: (400, 0, 0), layer 0 lies outside the surface"));
		simt_device_recover(dev);
		assert_int_equal(launch("adds", 1, h, 0, 0), SIMT_ILLEGAL_ADDRESS);
		simt_device_recover(dev);
		simt_array_destroy(a);
	}
}

static void layers_and_faces(void **state) {
	(void)state;
	static uint32_t t[2 * 2 * 12];
	for (uint32_t i = 0; i < 48; i++)
		t[i] = i;
	struct simt_array *layers = array_of(
		(struct simt_array_desc){
			.texel = u32x1, .width = 2, .height = 2, .layers = 5},
		t);
	struct simt_array *cubes = array_of((struct simt_array_desc){.texel = u32x1,
	                                                             .width = 2,
	                                                             .height = 2,
	                                                             .layers = 12,
	                                                             .is_cube = true},
	                                    t);
	uint32_t got[4];
	uint64_t h = texture_of(layers, (struct simt_sampler){.address = {1, 1, 1}});
	static const uint32_t layer[] = {0, 4, 5, 0xffffffff}, want[] = {0, 16, 16, 16};
	for (int i = 0; i < 4; i++) {
		run("layers", 1, h, layer[i], got, sizeof got);
		assert_int_equal(got[0], want[i]);
	}
	h = texture_of(cubes, (struct simt_sampler){.address = {1, 1, 1},
	                                            .normalized_coords = true});
	for (uint32_t i = 0; i < 3; i++) { /* (0.5, -1, 0.5): face 3, s 0.75, t 0.25 */
		run("cube", 1, h, i, got, sizeof got);
		assert_int_equal(got[0], ((i < 2 ? i : 1) * 6 + 3) * 4 + 1);
	}
	simt_array_destroy(layers);
	simt_array_destroy(cubes);
}

static void surfaces_take_every_width(void **state) {
	(void)state;
	static uint32_t t[8 * 4];
	uint64_t h;
	struct simt_array *a = array_of(
		(struct simt_array_desc){.texel = u32x1, .width = 8, .layers = 4}, t);
	assert_int_equal(simt_surface_create(dev, a, 0, &h), SIMT_OK);
	uint32_t got[4];
	run("widths", 1, h, 0, got, sizeof got);
	assert_int_equal(got[0], 300u << 24);
	assert_int_equal(got[1], 300u << 16 | 300);
	assert_int_equal(got[2], 0x77);
	assert_int_equal(got[3], 9);
	simt_array_destroy(a);
}

/* ---- faults ---- */

static void faults_are_told(void **state) {
	(void)state;
	static uint32_t t[8 * 4];
	uint64_t h;
	struct simt_array *a = array_of(
		(struct simt_array_desc){.texel = u32x1, .width = 8, .height = 4}, t);
	assert_int_equal(simt_surface_create(dev, a, 0, &h), SIMT_OK);
	static const struct {
		uint32_t x, y;
		enum simt_status status;
	} of[] = {{28, 3, SIMT_OK},
	          {32, 0, SIMT_ILLEGAL_ADDRESS},
	          {0, 4, SIMT_ILLEGAL_ADDRESS},
	          {(uint32_t)-4, 0, SIMT_ILLEGAL_ADDRESS},
	          {2, 0, SIMT_MISALIGNED_ADDRESS}};
	for (int i = 0; i < 5; i++) {
		assert_int_equal(launch("store", 1, h, of[i].x, of[i].y), of[i].status);
		simt_device_recover(dev);
	}
	assert_int_equal(launch("store", 1, 0, 0, 0), SIMT_OK); /* 0 names nothing */
	assert_int_equal(launch("store", 1, 0x123456789, 0, 0), SIMT_ILLEGAL_ADDRESS);
	assert_non_null(strstr(simt_device_fault(dev)->text, "0x123456789"));
	simt_device_recover(dev);
	assert_int_equal(launch("store", 1, out + 4, 0, 0), SIMT_ILLEGAL_ADDRESS);
	simt_device_recover(dev);
	assert_int_equal(launch("forms", 1, ~0ull, 0, 0), SIMT_ILLEGAL_ADDRESS);
	simt_device_recover(dev);
	simt_array_destroy(a);
}

static void shapes_are_checked(void **state) {
	(void)state;
	static const struct simt_array_desc bad[] = {
		{.texel = {SIMT_TEXEL_FLOAT, 8, 1}, .width = 4, .levels = 1},
		{.texel = {SIMT_TEXEL_UINT, 8, 3}, .width = 4, .levels = 1},
		{.texel = {SIMT_TEXEL_UINT, 8, 1}, .levels = 1},
		{.texel = {SIMT_TEXEL_UINT, 8, 1}, .width = 4},
		{.texel = {SIMT_TEXEL_UINT, 8, 1}, .width = 4, .levels = 4},
		{.texel = {SIMT_TEXEL_UINT, 8, 1}, .width = 4, .depth = 2, .levels = 1},
		{.texel = {SIMT_TEXEL_UINT, 8, 1},
	         .width = 4,
	         .height = 4,
	         .layers = 5,
	         .is_cube = true,
	         .levels = 1},
		{.texel = {SIMT_TEXEL_UINT, 32, 4},
	         .width = 1ull << 40,
	         .height = 1ull << 40,
	         .levels = 1},
	};
	struct simt_array *a;
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(simt_array_create(dev, &bad[i], &a), SIMT_INVALID_VALUE);
	struct simt_array_desc large = {.texel = {SIMT_TEXEL_UINT, 32, 4},
	                                .width = 1 << 20,
	                                .height = 1 << 20,
	                                .levels = 1};
	assert_int_equal(simt_array_create(dev, &large, &a), SIMT_OUT_OF_MEMORY);
}

/* A handle is not given again soon, and the table does not grow for ever. */
static void handles_are_used_again(void **state) {
	(void)state;
	struct simt_array *a = counted_image();
	uint64_t first = texture_of(a, (struct simt_sampler){0}), most = first;
	assert_int_equal(simt_object_destroy(dev, first), SIMT_OK);
	assert_int_equal(simt_object_destroy(dev, first), SIMT_INVALID_HANDLE);
	assert_int_not_equal(texture_of(a, (struct simt_sampler){0}), first);
	for (int i = 0; i < 20000; i++) {
		uint64_t h = texture_of(a, (struct simt_sampler){0});
		most = h > most ? h : most;
		assert_int_equal(simt_object_destroy(dev, h), SIMT_OK);
	}
	assert_in_range(most, 1, 2000);
	assert_int_equal(simt_device_reset(dev), SIMT_OK);
	assert_int_equal(simt_object_destroy(dev, most), SIMT_INVALID_HANDLE);
}

int main(void) {
#define TESTS                                                                            \
	cmocka_unit_test(filters_agree), cmocka_unit_test(forms_agree),                  \
		cmocka_unit_test(variables_name_objects),                                \
		cmocka_unit_test(queries_answer),                                        \
		cmocka_unit_test(every_format_is_told),                                  \
		cmocka_unit_test(other_objects_are_asked),                               \
		cmocka_unit_test(surfaces_have_edges),                                   \
		cmocka_unit_test(surfaces_are_reduced),                                  \
		cmocka_unit_test(samplers_describe_themselves),                          \
		cmocka_unit_test(layers_and_faces),                                      \
		cmocka_unit_test(surfaces_take_every_width),                             \
		cmocka_unit_test(faults_are_told), cmocka_unit_test(shapes_are_checked), \
		cmocka_unit_test(handles_are_used_again)
	static const struct CMUnitTest tests[] = {TESTS};
	int failed = cmocka_run_group_tests_name("interp", tests, setup_interp, teardown);
#ifdef SIMT_HAS_LLVM
	failed += cmocka_run_group_tests_name("jit", tests, setup_jit, teardown);
#endif
	return failed;
}

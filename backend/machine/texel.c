/* texel.c - texels in memory, as words and as what a filter computes with. An integer
 * channel is an integer, or with a normalised read a fraction of its range; a channel
 * that the format lacks is 0, the fourth one too. The colour of the border goes through
 * the format: what a texel could not hold is not seen there either. All this was
 * measured, see texture.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "backend/machine/texture.h"
#include "ir/num/f16.h"

/* The upper halves of the f32 values that 8-bit sRGB channels read as, measured: the
 * unit's table is coarser than the standard's formula. */
static const u16 srgb_value[256] = {
	0x0000, 0x39a0, 0x3a20, 0x3a70, 0x3aa0, 0x3ac8, 0x3af0, 0x3b0c, 0x3b20, 0x3b34,
	0x3b48, 0x3b5c, 0x3b70, 0x3b84, 0x3b90, 0x3b9c, 0x3baa, 0x3bb8, 0x3bc6, 0x3bd6,
	0x3be6, 0x3bf6, 0x3c03, 0x3c0c, 0x3c16, 0x3c1f, 0x3c29, 0x3c34, 0x3c3e, 0x3c49,
	0x3c55, 0x3c60, 0x3c6c, 0x3c7a, 0x3c83, 0x3c8a, 0x3c91, 0x3c98, 0x3c9f, 0x3ca6,
	0x3cae, 0x3cb6, 0x3cbe, 0x3cc6, 0x3cce, 0x3cd7, 0x3ce0, 0x3ce9, 0x3cf2, 0x3cfc,
	0x3d03, 0x3d08, 0x3d0d, 0x3d12, 0x3d17, 0x3d1c, 0x3d22, 0x3d28, 0x3d2d, 0x3d33,
	0x3d39, 0x3d3f, 0x3d45, 0x3d4c, 0x3d52, 0x3d58, 0x3d60, 0x3d66, 0x3d6c, 0x3d74,
	0x3d7a, 0x3d81, 0x3d85, 0x3d88, 0x3d8c, 0x3d90, 0x3d94, 0x3d98, 0x3d9c, 0x3da0,
	0x3da4, 0x3da9, 0x3dad, 0x3db1, 0x3db6, 0x3dba, 0x3dbf, 0x3dc3, 0x3dc8, 0x3dcd,
	0x3dd1, 0x3dd6, 0x3ddb, 0x3de0, 0x3de5, 0x3dea, 0x3df0, 0x3df4, 0x3dfa, 0x3e00,
	0x3e02, 0x3e05, 0x3e08, 0x3e0b, 0x3e0e, 0x3e11, 0x3e14, 0x3e17, 0x3e1a, 0x3e1d,
	0x3e20, 0x3e23, 0x3e26, 0x3e29, 0x3e2c, 0x3e30, 0x3e33, 0x3e36, 0x3e3a, 0x3e3d,
	0x3e40, 0x3e44, 0x3e47, 0x3e4b, 0x3e4e, 0x3e52, 0x3e56, 0x3e59, 0x3e5d, 0x3e61,
	0x3e65, 0x3e68, 0x3e6c, 0x3e70, 0x3e74, 0x3e78, 0x3e7c, 0x3e80, 0x3e82, 0x3e84,
	0x3e86, 0x3e88, 0x3e8a, 0x3e8d, 0x3e8f, 0x3e91, 0x3e93, 0x3e95, 0x3e98, 0x3e9a,
	0x3e9c, 0x3e9e, 0x3ea1, 0x3ea3, 0x3ea5, 0x3ea8, 0x3eaa, 0x3ead, 0x3eaf, 0x3eb2,
	0x3eb4, 0x3eb6, 0x3eb9, 0x3ebc, 0x3ebe, 0x3ec1, 0x3ec3, 0x3ec6, 0x3ec8, 0x3ecb,
	0x3ece, 0x3ed1, 0x3ed3, 0x3ed6, 0x3ed9, 0x3edb, 0x3ede, 0x3ee1, 0x3ee4, 0x3ee7,
	0x3eea, 0x3eed, 0x3ef0, 0x3ef2, 0x3ef6, 0x3ef8, 0x3efc, 0x3efe, 0x3f01, 0x3f02,
	0x3f04, 0x3f05, 0x3f07, 0x3f09, 0x3f0a, 0x3f0c, 0x3f0d, 0x3f0f, 0x3f11, 0x3f12,
	0x3f14, 0x3f16, 0x3f17, 0x3f19, 0x3f1b, 0x3f1c, 0x3f1e, 0x3f20, 0x3f21, 0x3f23,
	0x3f25, 0x3f27, 0x3f29, 0x3f2a, 0x3f2c, 0x3f2e, 0x3f30, 0x3f32, 0x3f33, 0x3f35,
	0x3f37, 0x3f39, 0x3f3b, 0x3f3d, 0x3f3f, 0x3f41, 0x3f43, 0x3f45, 0x3f47, 0x3f49,
	0x3f4b, 0x3f4d, 0x3f4f, 0x3f51, 0x3f53, 0x3f55, 0x3f57, 0x3f59, 0x3f5b, 0x3f5d,
	0x3f5f, 0x3f61, 0x3f63, 0x3f65, 0x3f68, 0x3f6a, 0x3f6c, 0x3f6e, 0x3f70, 0x3f72,
	0x3f74, 0x3f76, 0x3f7a, 0x3f7c, 0x3f7e, 0x3f80,
};

u8 texel_bytes(u32 bits, u32 channels) {
	return (u8)(bits / 8 * channels);
}

static bool is_normalized(const struct texel_format *f, const struct sampler *s) {
	return s->normalized_read && f->class != TEXEL_FLOAT && f->bits < 32;
}

/* Green and blue are colours only beside an alpha channel. */
static bool is_colour(const struct texel_format *f, const struct sampler *s, u32 c) {
	return s->srgb && is_normalized(f, s) && f->class == TEXEL_UINT && f->bits == 8 &&
	       c < (f->n == 4 ? 3u : 1u);
}

enum tex_number texel_number(const struct texel_format *f, const struct sampler *s,
                             u32 channel) {
	if (f->class == TEXEL_FLOAT)
		return f->bits == 16 ? NUMBER_F16 : NUMBER_F32;
	if (!is_normalized(f, s))
		return NUMBER_NONE;
	if (is_colour(f, s, channel))
		return NUMBER_SRGB;
	if (f->class == TEXEL_UINT)
		return NUMBER_UNORM;
	return f->bits == 8 ? NUMBER_SNORM8 : NUMBER_SNORM;
}

void texel_read(const struct texel_format *f, const u8 *p, u32 raw[4]) {
	u32 bytes = f->bits / 8u;
	memset(raw, 0, 4 * sizeof(*raw));
	for (u32 c = 0; c < f->n; c++)
		memcpy(&raw[c], p + c * bytes, bytes);
}

static s32 sign_extend(u32 v, u32 bits) {
	return bits == 32 ? (s32)v : (s32)(v << (32 - bits)) >> (32 - bits);
}

/* Returns a half as bits of f32; a signalling NaN stays one. */
static u32 half_bits(u32 h) {
	if ((h & 0x7c00) == 0x7c00)
		return (h & 0x8000) << 16 | 0x7f800000 | (h & 0x3ff) << 13;
	return f32_bits(f16_f32((u16)h));
}

/* The largest value of a normalised channel; its negative is the least. */
static s32 normalized_top(const struct texel_format *f) {
	return (1 << (f->bits - (f->class == TEXEL_SINT))) - 1;
}

u32 texel_word(const struct texel_format *f, const struct sampler *s, u32 raw,
               u32 channel) {
	if (channel >= f->n)
		return 0;
	if (f->class == TEXEL_FLOAT)
		return f->bits == 16 ? half_bits(raw) : raw;
	s32 v = f->class == TEXEL_SINT ? sign_extend(raw, f->bits) : (s32)raw;
	if (!is_normalized(f, s))
		return (u32)v;
	if (is_colour(f, s, channel))
		return (u32)srgb_value[raw] << 16;
	s32 top = normalized_top(f);
	return f32_bits((f32)MAX(v, -top) / (f32)top);
}

u32 texel_term(const struct texel_format *f, const struct sampler *s, u32 raw,
               u32 channel) {
	u32 number = texel_number(f, s, channel);
	if (channel >= f->n || number < NUMBER_UNORM)
		return texel_word(f, s, raw, channel);
	if (number == NUMBER_UNORM)
		return f->bits == 8 ? raw * 257 : raw;
	s32 v = sign_extend(raw, f->bits);
	return (u32)(number == NUMBER_SNORM8 ? v : MAX(v, -normalized_top(f)));
}

/* ---- the border ---- */

/* Towards zero, the largest number instead of infinity; the upper bits of a NaN. */
static u16 half_towards_zero(f32 x) {
	u32 b = f32_bits(x), mag = b & 0x7fffffff, sign = b >> 16 & 0x8000;
	if (mag >= 0x7f800000)
		return (u16)(sign | 0x7c00 | (mag >> 13 & 0x3ff));
	if (mag >= 0x477fe000)
		return (u16)(sign | 0x7bff);
	if (mag < 0x38800000) /* subnormal: units of 2^-24 */
		return (u16)(sign | (u32)(f32_from(mag) * 0x1p24f));
	return (u16)(sign | (mag - (112u << 23)) >> 13);
}

static f32 f32_within(f32 x, f32 low, f32 high) {
	return x > low ? (x < high ? x : high) : low; /* NaN: low */
}

static u8 srgb_from(f32 x) {
	u32 best = 0;
	for (u32 i = 1; i < 256; i++) {
		f32 here = f32_from((u32)srgb_value[i] << 16),
		    last = f32_from((u32)srgb_value[i - 1] << 16);
		if (x >= (here + last) * 0.5f)
			best = i;
	}
	return (u8)best;
}

void texel_border(const struct texel_format *f, const struct sampler *s, u32 raw[4]) {
	memset(raw, 0, 4 * sizeof(*raw));
	for (u32 c = 0; c < f->n; c++) {
		f32 x = s->border[c];
		raw[c] = f32_bits(x);
		if (f->class == TEXEL_FLOAT && f->bits == 16)
			raw[c] = half_towards_zero(x);
		else if (is_colour(f, s, c))
			raw[c] = srgb_from(f32_within(x, 0, 1));
		else if (is_normalized(f, s))
			raw[c] = (u32)(s32)rintf(
				f32_within(x, f->class == TEXEL_SINT ? -1 : 0, 1) *
				(f32)normalized_top(f));
		raw[c] &= f->bits == 32 ? ~0u : (1u << f->bits) - 1;
	}
}

/* ---- formatted stores ---- */

void texel_encode(const struct texel_format *f, const u32 word[4], u8 *p) {
	u32 bytes = f->bits / 8u;
	for (u32 c = 0; c < f->n; c++) {
		u32 v = word[c];
		s32 top = f->bits < 32 ? (1 << (f->bits - 1)) - 1 : 0;
		if (f->class == TEXEL_FLOAT && f->bits == 16)
			v = half_towards_zero(f32_from(v));
		else if (f->class == TEXEL_SINT && f->bits < 32)
			v = (u32)((s32)v > top        ? top
			          : (s32)v < -top - 1 ? -top - 1
			                              : (s32)v);
		else if (f->class == TEXEL_UINT && f->bits < 32)
			v = MIN(v, (1u << f->bits) - 1);
		memcpy(p + c * bytes, &v, bytes);
	}
}

/* gen.c - kernels and cases, by chance; kernels as PTX.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/random.h"
#include "tests/random/addresses/wild.h"

const struct wild_form wild_forms[] = {
#define WILD(kind, n, reg, size, spaces, text) {kind, n, #reg[0], size, spaces, text},
#include "tests/random/addresses/form.def"
#undef WILD
};
const u32 wild_nform = countof(wild_forms);

static u32 below(u64 *rng, u32 n) {
	return (u32)(random_next(rng) % n);
}

static u32 bytes_of(const struct wild_kernel *k) {
	return k->form->n * k->form->size;
}

/* ---- kernels ---- */

static u64 some_stride(u64 *rng, u32 bytes) {
	/* 384 KiB: from the region before the hole to the one after it (wild.c) */
	static const u64 far[] = {1 << 12,         1 << 20,    1 << 21,    1 << 22,
	                          3 << 20,         3 << 17,    3 << 17,    1ull << 32,
	                          1ull << 40,      1ull << 58, 1ull << 63, 0 - 4096ull,
	                          0 - (1ull << 21)};
	switch (below(rng, 10)) {
	case 0:
	case 1: return bytes;
	case 2: return 0 - (u64)bytes;
	case 3: return bytes * (2ull + below(rng, 3));
	case 4: return 0 - bytes * (2ull + below(rng, 3));
	case 5: return 4ull + 4 * below(rng, 24);
	case 6: return 1ull + below(rng, 8);
	case 7: return random_next(rng);
	default: return far[below(rng, countof(far))];
	}
}

void wild_make(struct wild_kernel *k, u64 *rng) {
	const struct wild_form *f = &wild_forms[below(rng, wild_nform)];
	*k = (struct wild_kernel){.form = f};
	k->space = f->spaces[below(rng, (u32)strlen(f->spaces))];
	k->shape = (enum wild_shape)below(rng, WILD_SHAPES);
	k->mask = below(rng, 3) ? (enum wild_mask)below(rng, WILD_MASKS) : MASK_FULL;
	k->stride = some_stride(rng, bytes_of(k));
	if (k->shape == SHAPE_WIDE)
		k->stride = (u64)(s64)(s32)k->stride;
	k->one = below(rng, 32);
	k->scale = 1u << below(rng, 4);
	k->narrow = strchr("scx", k->space) && below(rng, 2);
	k->is_signed = below(rng, 2);
	k->block = below(rng, 6) ? 32 : below(rng, 2) && f->kind <= LS ? 64 : 20;
	k->naccess = f->kind <= ST && below(rng, 3) == 0 ? 2 + below(rng, 2) : 1;
	for (u32 i = 0; i < k->naccess; i++)
		k->imm[i] = below(rng, 2) ? 0
		                          : ((s64)below(rng, 17) - 8) * (s64)bytes_of(k);
	if (!strstr(f->text, "$a"))
		k->imm[0] = 0;
	if (strstr(f->text, "sync")) { /* all lanes execute it */
		k->mask = MASK_FULL;
		k->block = 32;
	}
}

static const char *space_text(char space) {
	switch (space) {
	case 'g': return ".global";
	case 's': return ".shared";
	case 'c': return ".shared::cta";
	case 'x': return ".shared::cluster";
	case 'l': return ".local";
	case 'k': return ".const";
	case 'p': return ".param";
	default: return "";
	}
}

static void print_values(const struct wild_form *f, u32 first, FILE *out) {
	fputs(f->n > 1 ? "{" : "", out);
	for (u32 i = 0; i < f->n; i++)
		fprintf(out, "%s%%%c%u", i ? ", " : "", f->reg, first + i);
	fputs(f->n > 1 ? "}" : "", out);
}

static void print_access(const struct wild_kernel *k, u32 i, FILE *out) {
	const char *r = k->narrow ? "%n" : "%r";
	for (const char *c = k->form->text; *c; c++) {
		if (*c != '$') {
			fputc(*c, out);
			continue;
		}
		switch (*++c) {
		case 's': fputs(space_text(k->space), out); break;
		case 'a': fprintf(out, "[%s%+lld]", r, (long long)k->imm[i]); break;
		case 'v': print_values(k->form, 8 * i, out); break;
		case 'w': print_values(k->form, 8 * i + 4, out); break;
		default: break;
		}
	}
	fputc('\n', out);
}

/* A guard stands before an instruction: one in braces, or a call, has a branch. */
static bool is_guarded(const struct wild_kernel *k) {
	return (k->mask == MASK_GUARD || k->mask == MASK_ODD) && k->form->text[0] != '{';
}

static void print_mask(const struct wild_kernel *k, FILE *out) {
	switch (k->mask) {
	case MASK_GUARD:
	case MASK_BRANCH:
		fputs("ld.param.u64 %s, [lanes];\nshr.u64 %s, %s, %t;\ncvt.u32.u64 %y, "
		      "%s;\n",
		      out);
		fputs("and.b32 %y, %y, 1;\nsetp.ne.u32 %p, %y, 0;\n", out);
		break;
	case MASK_ODD: fputs("and.b32 %y, %t, 1;\nsetp.ne.u32 %p, %y, 0;\n", out); break;
	case MASK_ONE: fprintf(out, "setp.eq.u32 %%p, %%t, %u;\n", k->one); break;
	default: return;
	}
	if (!is_guarded(k))
		fputs("@!%p bra PAST;\n", out);
}

static void print_address(const struct wild_kernel *k, FILE *out) {
	unsigned long long stride = k->stride;
	switch (k->shape) {
	case SHAPE_EQUAL: fputs("mov.u64 %r, %base;\n", out); break;
	case SHAPE_FIXED:
		fprintf(out, "mad.lo.u64 %%r, %%tt, %llu, %%base;\n", stride);
		break;
	case SHAPE_WIDE:
		fprintf(out, "mul.wide.s32 %%s, %%t, %d;\nadd.u64 %%r, %%base, %%s;\n",
		        (s32)k->stride);
		break;
	case SHAPE_ROWS:
		fprintf(out,
		        "shr.u64 %%s, %%tt, 3;\nmad.lo.u64 %%r, %%s, %llu, %%base;\n",
		        stride);
		fprintf(out, "and.b64 %%s, %%tt, 7;\nmad.lo.u64 %%r, %%s, %u, %%r;\n",
		        bytes_of(k));
		break;
	case SHAPE_STRIDE:
		fputs("ld.param.u64 %s, [stride];\nmad.lo.u64 %r, %tt, %s, %base;\n",
		      out);
		break;
	case SHAPE_TABLE:
		fputs("ld.global.u64 %s, [%tb];\nadd.u64 %r, %base, %s;\n", out);
		break;
	case SHAPE_INDEX:
		fprintf(out, "ld.global.u32 %%y, [%%tb];\nmul.wide.%c32 %%s, %%y, %u;\n",
		        k->is_signed ? 's' : 'u', k->scale);
		fputs("add.u64 %r, %base, %s;\n", out);
		break;
	default: fputs("ld.global.u64 %r, [%tb];\n", out); break;
	}
	fputs("cvt.u32.u64 %n, %r;\ncvt.u32.u64 %x, %r;\nmul.lo.u32 %z, %t, 1048592;\n",
	      out);
}

static void print_set_values(const struct wild_kernel *k, FILE *out) {
	for (u32 i = 0; i < VALUES; i++) {
		unsigned long long more = (i + 1) * 0x1011101ull;
		if (k->form->reg == 'd')
			fprintf(out, "mad.lo.u64 %%d%u, %%tt, 0x0103050709, %llu;\n", i,
			        more);
		else if (k->form->reg == 'b')
			fprintf(out, "mad.lo.u32 %%b%u, %%t, 0x03050709, %llu;\n", i,
			        more);
		else
			fprintf(out,
			        "mad.lo.u32 %%y, %%t, 0x03050709, %llu;\ncvt.u16.u32 "
			        "%%h%u, %%y;\n",
			        more, i);
	}
}

static bool has_shared(const struct wild_kernel *k) {
	return strchr("Gscx", k->space) || strstr(k->form->text, "sh]");
}

static bool has_local(const struct wild_kernel *k) {
	return strchr("Gl", k->space);
}

/* Shared memory as quarters of 16 bytes, lane t's the t-th and each `block` further. */
static void print_shared(const struct wild_kernel *k, bool begin, FILE *out) {
	if (!has_shared(k))
		return;
	fputs(begin ? "" : "bar.sync 0;\n", out);
	for (u32 q = 0; q < SHARED_BYTES / 16; q += k->block) {
		fprintf(out, "add.u32 %%y, %%t, %u;\nsetp.lt.u32 %%p, %%y, %u;\n", q,
		        SHARED_BYTES / 16);
		fputs("mov.u32 %x, sh;\nmad.lo.u32 %x, %y, 16, %x;\n", out);
		fprintf(out, "mad.wide.u32 %%s, %%y, 16, %s;\n", begin ? "%in" : "%o");
		if (begin)
			fputs("@%p ld.global.v4.b32 {%c0, %c1, %c2, %c3}, [%s];\n"
			      "@%p st.shared.v4.b32 [%x], {%c0, %c1, %c2, %c3};\n",
			      out);
		else
			fprintf(out,
			        "@%%p ld.shared.v4.b32 {%%c0, %%c1, %%c2, %%c3}, [%%x];\n"
			        "@%%p st.global.v4.b32 [%%s+%u], {%%c0, %%c1, %%c2, "
			        "%%c3};\n",
			        OUT_SHARED);
	}
	if (begin && strstr(k->form->text, "mb]"))
		fputs("setp.eq.u32 %p, %t, 0;\n@%p mbarrier.init.shared.b64 [mb], 1;\n",
		      out);
	fputs(begin ? "bar.sync 0;\n" : "", out);
}

static void print_local(const struct wild_kernel *k, bool begin, FILE *out) {
	for (u32 i = 0; has_local(k) && i < LOCAL_BYTES; i += 16) {
		fprintf(out, "mad.wide.u32 %%s, %%t, %u, %s;\n", LOCAL_BYTES,
		        begin ? "%in" : "%o");
		if (begin) /* 31 * 32 + 32 bytes */
			fprintf(out,
			        "and.b64 %%s, %%tt, 31;\nmad.lo.u64 %%s, %%s, 32, %%in;\n"
			        "ld.global.v4.b32 {%%c0, %%c1, %%c2, %%c3}, [%%s+%u];\n"
			        "st.local.v4.b32 [lo+%u], {%%c0, %%c1, %%c2, %%c3};\n",
			        i, i);
		else
			fprintf(out,
			        "ld.local.v4.b32 {%%c0, %%c1, %%c2, %%c3}, [lo+%u];\n"
			        "st.global.v4.b32 [%%s+%u], {%%c0, %%c1, %%c2, %%c3};\n",
			        i, OUT_LOCAL + i);
	}
}

static void print_kernel(const struct wild_kernel *k, u32 index, FILE *out) {
	static const u32 width[] = {['b'] = 32, ['d'] = 64, ['h'] = 16};
	fprintf(out, ".visible .entry k%u(", index);
	fputs(".param .u64 base, .param .u64 stride, .param .u64 table, .param .u64 out, "
	      ".param .u64 in, "
	      ".param .u64 lanes, .param .u64 tex, .param .u64 surf)\n{\n",
	      out);
	fputs(".reg .pred %p;\n.reg .b32 %t, %x, %y, %z, %n, %c<4>;\n"
	      ".reg .b64 %r, %s, %o, %in, %tb, %tt, %base, %tex, %surf;\n"
	      ".reg .b16 %h<24>;\n.reg .b32 %b<24>;\n.reg .b64 %d<24>;\n.local .align 16 "
	      ".b8 lo[32];\n"
	      "proto: .callprototype _ (.param .b32 _);\n",
	      out);
	fputs("ld.param.u64 %base, [base];\nld.param.u64 %o, [out];\nld.param.u64 %in, "
	      "[in];\n"
	      "ld.param.u64 %tex, [tex];\nld.param.u64 %surf, [surf];\nld.param.u64 %tb, "
	      "[table];\n"
	      "mov.u32 %t, %tid.x;\ncvt.u64.u32 %tt, %t;\nmad.lo.u64 %tb, %tt, 8, %tb;\n",
	      out);
	print_set_values(k, out);
	print_shared(k, true, out);
	print_local(k, true, out);
	print_address(k, out);
	print_mask(k, out);
	for (u32 i = 0; i < k->naccess; i++) {
		fputs(is_guarded(k) ? "@%p " : "", out);
		print_access(k, i, out);
	}
	fputs(strstr(k->form->text, "THERE") ? "THERE:\nPAST:\n" : "PAST:\n", out);
	if (strstr(k->form->text, "async"))
		fputs("cp.async.wait_all;\n", out);
	fprintf(out, "mad.lo.u64 %%s, %%tt, %u, %%o;\n", OUT_LANE);
	for (u32 i = 0; i < VALUES; i++)
		fprintf(out, "st.global.b%u [%%s+%u], %%%c%u;\n", width[(u8)k->form->reg],
		        8 * i, k->form->reg, i);
	print_local(k, false, out);
	print_shared(k, false, out);
	fputs("ret;\n}\n", out);
}

void wild_print_module(const struct wild_kernel *k, u32 n, FILE *f) {
	fputs(".version 8.6\n.target sm_90a\n.address_size 64\n"
	      ".shared .align 16 .b8 sh[1024];\n.shared .align 8 .b64 mb;\n"
	      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
	      ".extern .func free(.param .b64 p);\n"
	      ".extern .func (.param .b64 p) malloc(.param .b64 n);\n"
	      ".extern .func (.param .b32 r) __cudaCDP2MemcpyAsync(.param .b64 d, .param "
	      ".b64 s, .param .b64 n, "
	      ".param .b32 k, .param .b64 t);\n"
	      ".extern .func (.param .b32 r) __cudaCDP2MemsetAsync(.param .b64 d, .param "
	      ".b32 v, .param .b64 n, "
	      ".param .b64 t);\n"
	      ".extern .func (.param .b32 r) __cudaCDP2Memcpy3DAsync(.param .b64 p, "
	      ".param .b64 t);\n"
	      ".extern .func (.param .b32 r) cudaLaunchDeviceV2(.param .b64 b, .param "
	      ".b64 t);\n"
	      ".extern .func (.param .b32 r) __cudaCDP2GetDevice(.param .b64 p);\n"
	      ".extern .func (.param .b32 r) __cudaCDP2StreamDestroy(.param .b64 t);\n"
	      ".extern .func (.param .b32 r) __cudaCDP2EventRecord(.param .b64 e, .param "
	      ".b64 t);\n"
	      ".extern .func (.param .b32 r) cudaGraphLaunch(.param .b64 g, .param .b64 "
	      "t);\n"
	      ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, "
	      ".param .b64 d, "
	      ".param .b64 e);\n",
	      f);
	for (u32 i = 0; i < n; i++)
		print_kernel(&k[i], i, f);
}

/* ---- cases ---- */

static u64 some_delta(const struct wild_kernel *k, u64 *rng) {
	static const s64 some[] = {1,  2,  4,   8,    12,      16,
	                           32, 64, 128, 4096, 1 << 21, 1 << 24};
	u32 bytes = bytes_of(k);
	s64 d = some[below(rng, countof(some))];
	switch (below(rng, 8)) {
	case 0:
	case 1: return 0;
	case 2: return 0 - (u64)bytes;
	case 3: return 0 - (u64)bytes * (1 + below(rng, 40));
	case 4: return (u64)bytes * (1 + below(rng, 40));
	case 5: return (u64)d;
	case 6: return 0 - (u64)d;
	default: return (u64)(d / (s64)bytes * (s64)bytes);
	}
}

static u64 offset_of(const struct wild_kernel *k, const struct wild_case *c, u64 t) {
	switch (k->shape) {
	case SHAPE_EQUAL: return 0;
	case SHAPE_FIXED:
	case SHAPE_WIDE: return t * k->stride;
	case SHAPE_ROWS: return t / 8 * k->stride + t % 8 * bytes_of(k);
	case SHAPE_STRIDE: return t * c->stride;
	case SHAPE_INDEX:
		return (k->is_signed ? (u64)(s64)(s32)c->off[t] : (u64)(u32)c->off[t]) *
		       k->scale;
	default: return c->off[t];
	}
}

static const struct wild_places *places_of(const struct wild_kernel *k,
                                           const struct wild_machine *m) {
	return strchr("Ggkp", k->space) ? &m->near : &m->own;
}

/* A coordinate is 32 bits of an address; the last place of its own lies elsewhere in
 * every setting. */
static u32 some_place(const struct wild_kernel *k, const struct wild_machine *m,
                      u64 *rng) {
	return below(rng, places_of(k, m)->n - (k->space == 'I'));
}

/* Cases that once ended the process or were not caught. */
static const struct {
	const char *text;
	char space;
	enum wild_shape shape;
	u64 stride;
	u32 naccess;
	const char *place;
	u64 delta;
} known[] = {
	{"ld$s.b32 $v, $a;", 'g', SHAPE_FIXED, 8, 1, "null", 0},
	{"st$s.b32 $a, $v;", 'G', SHAPE_TABLE, 12, 1, "null", 0},
	{"ld$s.b64 $v, $a;", 'g', SHAPE_WIDE, 24, 3, "null", 0},
	/* lanes past the end of what was registered, in the same 2 MiB */
	{"ld$s.b32 $v, $a;", 'g', SHAPE_STRIDE, 1024, 1, "host memory", 0},
	{"st$s.b32 $a, $v;", 'G', SHAPE_TABLE, 512, 1, "host memory", 0},
	{"atom$s.add.u32 $v, $a, $w;", 'g', SHAPE_STRIDE, 512, 1, "host memory", 0},
	/* registered memory by addresses that are confined */
	{"ld$s.b32 $v, $a;", 'g', SHAPE_EQUAL, 4, 3, "host memory", 0},
	{"ld$s.b32 $v, $a;", 'g', SHAPE_FIXED, 4, 3, "host memory", 64},
	/* the first lane and the last one are in allocations, others in a hole between
           them */
	{"ld$s.b32 $v, $a;", 'g', SHAPE_FIXED, 3 << 17, 2, "6 MiB", 0},
	{"st$s.b32 $a, $v;", 'g', SHAPE_WIDE, 3 << 17, 3, "6 MiB", 0},
};

bool wild_known(u32 i, const struct wild_machine *m, struct wild_kernel *k,
                struct wild_case *c) {
	if (i >= countof(known))
		return false;
	*k = (struct wild_kernel){.space = known[i].space,
	                          .shape = known[i].shape,
	                          .stride = known[i].stride,
	                          .block = 32,
	                          .naccess = known[i].naccess};
	for (u32 f = 0; f < wild_nform; f++)
		if (!strcmp(wild_forms[f].text, known[i].text))
			k->form = &wild_forms[f];
	for (u32 a = 0; a < k->naccess; a++)
		k->imm[a] = a * bytes_of(k);
	*c = (struct wild_case){.delta = known[i].delta, .stride = known[i].stride};
	while (strcmp(m->near.place[c->place].name, known[i].place) != 0)
		c->place++;
	for (u32 t = 0; t < k->block; t++)
		c->off[t] = t * known[i].stride;
	return true;
}

static void make_table(const struct wild_kernel *k, const struct wild_machine *m,
                       struct wild_case *c, u64 *rng) {
	u32 how = below(rng, 4), odd = below(rng, k->block),
	    unit = k->shape == SHAPE_INDEX ? 1 : bytes_of(k);
	u64 stride = how == 0 ? unit : how == 1 ? some_stride(rng, unit) : 0;
	for (u32 t = 0; t < k->block; t++)
		c->off[t] = how < 2 ? t * stride
		                    : (u64)unit * below(rng, how == 2 ? 32 : 1 << 16);
	if (below(rng, 2))
		return;
	/* one lane goes elsewhere */
	c->off[odd] = k->shape == SHAPE_ADDRESS && below(rng, 2) ? some_delta(k, rng)
	                                                         : random_next(rng);
	if (k->shape == SHAPE_ADDRESS && below(rng, 4))
		c->lane_place[odd] = 1 + some_place(k, m, rng);
}

void wild_make_case(const struct wild_kernel *k, const struct wild_machine *m,
                    struct wild_case *c, u64 *rng) {
	*c = (struct wild_case){.place = some_place(k, m, rng)};
	c->stride = some_stride(rng, bytes_of(k));
	u32 one = below(rng, k->block), how = below(rng, 4);
	for (u32 i = 0; i < 2; i++)
		c->lanes[i] = how == 0   ? 0xaaaaaaaa
		              : how == 1 ? (u32)(one / 32 == i) << one % 32
		              : how == 2 ? ~0u
		                         : (u32)random_next(rng);
	make_table(k, m, c, rng);
	c->anchor = below(rng, 3) ? below(rng, 2) ? 0 : k->block - 1
	                          : below(rng, k->block);
	c->delta = some_delta(k, rng) - offset_of(k, c, c->anchor) - (u64)k->imm[0];
}

void wild_input(const struct wild_kernel *k, const struct wild_case *c,
                const struct wild_machine *m, struct wild_input *in) {
	const struct wild_places *p = places_of(k, m);
	in->base = p->place[c->place].at + c->delta;
	for (u32 t = 0; t < MOST_LANES; t++) {
		in->table[t] = c->off[t];
		if (k->shape == SHAPE_ADDRESS)
			in->table[t] += c->lane_place[t]
			                        ? p->place[c->lane_place[t] - 1].at
			                        : in->base;
	}
}

u64 wild_address(const struct wild_kernel *k, const struct wild_case *c,
                 const struct wild_input *in, u32 thread, u32 access) {
	u64 a = k->shape == SHAPE_ADDRESS ? in->table[thread]
	                                  : in->base + offset_of(k, c, thread);
	return k->narrow ? (u32)(a + (u64)k->imm[access]) : a + (u64)k->imm[access];
}

bool wild_active(const struct wild_kernel *k, const struct wild_case *c, u32 thread) {
	switch (k->mask) {
	case MASK_GUARD:
	case MASK_BRANCH: return c->lanes[thread / 32] >> thread % 32 & 1;
	case MASK_ODD: return thread & 1;
	case MASK_ONE: return thread == k->one;
	default: return true;
	}
}

void wild_describe(const struct wild_kernel *k, const struct wild_case *c,
                   const struct wild_machine *m, char *text, size_t size) {
	static const char *const shape[] = {"equal",  "fixed", "wide",  "rows",
	                                    "stride", "table", "index", "address"};
	static const char *const mask[] = {"full", "guard", "branch", "odd", "one"};
	char what[256];
	FILE *f = fmemopen(what, sizeof what, "w");
	print_access(k, 0, f);
	fclose(f);
	what[strcspn(what, "\n")] = 0;
	snprintf(text, size,
	         "%s, space %c, %s (stride %lld or %lld), mask %s %x %x, block %u, %u "
	         "accesses, %s %+lld, anchor %u",
	         what, k->space, shape[k->shape], (long long)k->stride,
	         (long long)c->stride, mask[k->mask], c->lanes[0], c->lanes[1], k->block,
	         k->naccess, places_of(k, m)->place[c->place].name, (long long)c->delta,
	         c->anchor);
}

/* argspec.c - --arg SPEC -> bytes; see argspec.h and the manual page.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/argspec.h"
#include "tools/simtrun/simtrun.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"

enum { PARTS_MAX = 5 };

struct parts {
	const char *at[PARTS_MAX]; /* of "rand:f32:1024:7" */
	u32 n;
};

static struct parts split(struct arena *a, const char *s, char by) {
	struct parts p = {.n = 0};
	for (;;) {
		const char *end = p.n + 1 < PARTS_MAX ? strchr(s, by) : NULL;
		p.at[p.n++] = arena_strdup(a, s, end ? (size_t)(end - s) : strlen(s));
		if (!end)
			return p;
		s = end + 1;
	}
}

static bool parse_count(const char *s, u64 *n) {
	char *end;
	errno = 0;
	*n = strtoull(s, &end, 0);
	u32 shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
	if (end == s || end[shift != 0] || errno || *s == '-' ||
	    *n > (1ull << 40) >> shift)
		return false;
	*n <<= shift;
	return true;
}

static bool make_buffer(struct arena *a, struct argspec *s, enum element e, u64 n) {
	u64 bytes = n * element_info[e].size;
	if (bytes > 1ull << 36)
		return false;
	s->is_buffer = true;
	s->type = (u8)e;
	s->bytes = bytes;
	s->data = arena_array(a, u8, bytes + 8);
	return true;
}

/* ---- filled buffers ---- */

static void fill_random(struct argspec *s, u64 seed) {
	enum element e = (enum element)s->type;
	u64 n = s->bytes / element_info[e].size;
	for (u64 i = 0; i < n; i++) {
		u64 x = random_next(&seed);
		if (element_info[e].class == 'F')
			x = element_from_double(e, (double)(x >> 11) * 0x1p-53);
		element_put(e, s->data, i, x);
	}
}

static void fill_iota(struct argspec *s) {
	enum element e = (enum element)s->type;
	u64 n = s->bytes / element_info[e].size;
	for (u64 i = 0; i < n; i++)
		element_put(e, s->data, i, element_from_double(e, (double)i));
}

static const char *parse_filled(struct arena *a, struct argspec *s,
                                const struct parts *p) {
	enum element e = element_find(p->at[1], strlen(p->at[1]));
	u64 n, seed = 0, bits = 0;
	if (e == ELEM_COUNT)
		return "the second part is a type: f32, u32, b8 ...";
	if (p->n < 3 || !parse_count(p->at[2], &n))
		return "the third part is a number of elements";
	if (!make_buffer(a, s, e, n))
		return "the buffer is too large";
	switch (p->at[0][0]) {
	case 'i': fill_iota(s); break;
	case 'r':
		if (p->n > 3 && !parse_count(p->at[3], &seed))
			return "the seed is a number";
		fill_random(s, seed);
		break;
	case 'f':
		if (p->n < 4 || !element_parse(e, p->at[3], &bits))
			return "fill:TYPE:N:VALUE needs a value of the type";
		for (u64 i = 0; i < n; i++)
			element_put(e, s->data, i, bits);
		break;
	default: break; /* zeros */
	}
	return NULL;
}

static const char *parse_file(struct arena *a, struct argspec *s, const struct parts *p) {
	enum element e = p->n > 2 ? element_find(p->at[2], strlen(p->at[2])) : ELEM_B8;
	FILE *f = p->n > 1 ? kept_open(p->at[1], false) : NULL;
	long long size = -1;
	if (e == ELEM_COUNT)
		return "file:PATH:TYPE, where TYPE is f32, u32, b8 ...";
	if (f && fseeko(f, 0, SEEK_END) == 0)
		size = ftello(f);
	bool ok = size >= 0 && make_buffer(a, s, ELEM_B8, (u64)size);
	if (ok) {
		rewind(f);
		ok = fread(s->data, 1, s->bytes, f) == s->bytes;
		s->type = (u8)e;
	}
	if (f)
		fclose(f);
	return ok ? NULL : arena_printf(a, "cannot read the file: %s", strerror(errno));
}

static const char *parse_hex(struct arena *a, struct argspec *s, const char *hex) {
	size_t n = strlen(hex);
	if (n % 2)
		return "bytes:HEX has two digits for each byte";
	s->bytes = n / 2;
	s->data = arena_array(a, u8, n / 2 + 8);
	for (size_t i = 0; i < n / 2; i++) {
		char pair[3] = {hex[2 * i], hex[2 * i + 1], 0}, *end;
		s->data[i] = (u8)strtoul(pair, &end, 16);
		if (*end)
			return "bytes:HEX has hexadecimal digits only";
	}
	return NULL;
}

/* ---- scalars ---- */

static enum element type_of_param(const struct simt_param *p) {
	static const enum element by_size[9] = {
		[0] = ELEM_COUNT, [1] = ELEM_B8,    [2] = ELEM_B16,
		[3] = ELEM_COUNT, [4] = ELEM_B32,   [5] = ELEM_COUNT,
		[6] = ELEM_COUNT, [7] = ELEM_COUNT, [8] = ELEM_B64,
	};
	enum element e = element_find(p->type, strlen(p->type));
	if (e != ELEM_COUNT && element_info[e].size == p->size)
		return e;
	return p->size <= 8 ? by_size[p->size] : ELEM_COUNT;
}

static const char *parse_scalar(struct arena *a, struct argspec *s, enum element e,
                                const char *text) {
	u64 bits = 0;
	if (e == ELEM_COUNT)
		return "the parameter is passed by value: bytes:HEX";
	s->type = (u8)e;
	s->bytes = element_info[e].size;
	s->data = arena_array(a, u8, 8);
	if (!element_parse(e, text, &bits))
		return arena_printf(a, "'%s' is not of type %s", text,
		                    element_info[e].name);
	memcpy(s->data, &bits, 8);
	return NULL;
}

/* ---- the whole ---- */

/* ",print=8,save=out.bin" */
static const char *parse_after(struct argspec *s, const struct parts *p) {
	for (u32 i = 1; i < p->n; i++) {
		if (strncmp(p->at[i], "save=", 5) == 0)
			s->save = p->at[i] + 5;
		else if (strcmp(p->at[i], "print") == 0)
			s->print = ~0ull;
		else if (strncmp(p->at[i], "print=", 6) != 0 ||
		         !parse_count(p->at[i] + 6, &s->print))
			return "after a comma stands print, print=N or save=PATH";
	}
	return NULL;
}

static const char *parse_main(struct arena *a, struct argspec *s, const char *text,
                              const struct simt_param *p) {
	struct parts part = split(a, text, ':');
	const char *head = part.at[0];
	u64 n;
	if (part.n == 1)
		return parse_scalar(a, s, type_of_param(p), text);
	if (strcmp(head, "bytes") == 0)
		return parse_hex(a, s, part.at[1]);
	if (strcmp(head, "file") == 0)
		return parse_file(a, s, &part);
	if (strcmp(head, "zeros") == 0 && part.n == 2) {
		if (!parse_count(part.at[1], &n) || !make_buffer(a, s, ELEM_B8, n))
			return "zeros:BYTES or zeros:TYPE:N";
		return NULL;
	}
	if (strcmp(head, "zeros") == 0 || strcmp(head, "iota") == 0 ||
	    strcmp(head, "rand") == 0 || strcmp(head, "fill") == 0)
		return parse_filled(a, s, &part);
	enum element e = element_find(head, strlen(head));
	if (e == ELEM_COUNT)
		return "it begins with a type, or with zeros, iota, fill, rand, file or "
		       "bytes";
	return parse_scalar(a, s, e, part.at[1]);
}

const char *argspec_parse(struct arena *a, struct argspec *s, const char *spec,
                          const struct simt_param *p) {
	struct parts part = split(a, spec, ',');
	*s = (struct argspec){.said = spec};
	const char *wrong = parse_main(a, s, part.at[0], p);
	if (!wrong)
		wrong = parse_after(s, &part);
	if (wrong)
		return wrong;
	u64 bytes = s->is_buffer ? 8 : s->bytes;
	if (bytes != p->size)
		return arena_printf(a, "it has %llu bytes, the parameter %u",
		                    (unsigned long long)bytes, p->size);
	return NULL;
}

struct argspec_files argspec_files(struct arena *a, const char *spec) {
	struct parts part = split(a, spec, ','), head = split(a, part.at[0], ':');
	struct argspec_files f = {0};
	if (head.n > 1 && strcmp(head.at[0], "file") == 0)
		f.in = head.at[1];
	for (u32 i = 1; i < part.n; i++)
		if (strncmp(part.at[i], "save=", 5) == 0)
			f.out = part.at[i] + 5;
	return f;
}

void argspec_guess(struct arena *a, struct argspec *s, const struct simt_param *p,
                   const struct param_use *use, u64 threads, u64 extent) {
	enum element e = type_of_param(p);
	*s = (struct argspec){.type = (u8)e};
	if (use->is_loaded || use->is_stored || p->is_pointer) {
		u64 n = MAX(threads, 4096);
		e = (enum element)use->type;
		make_buffer(a, s, e, n);
		if (use->is_loaded)
			fill_iota(s);
		s->print = use->is_stored ? 16 : 0;
		s->said = arena_printf(a, "%s:%s:%llu", use->is_loaded ? "iota" : "zeros",
		                       element_info[e].name, (unsigned long long)n);
		return;
	}
	s->bytes = p->size;
	s->data = arena_array(a, u8, p->size + 8);
	s->said = arena_printf(a, "%u bytes of zero", p->size);
	if (e == ELEM_COUNT)
		return;
	bool is_float = element_info[e].class == 'F';
	u64 bits = element_from_double(e, is_float ? 2 : (double)extent);
	memcpy(s->data, &bits, p->size);
	char text[64];
	element_text(e, bits, text, sizeof text);
	s->said = arena_printf(a, "%s:%s", element_info[e].name, text);
}

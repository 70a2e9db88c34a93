/* input.c - recognises inputs, and finds the PTX texts in them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/input.h"

#include <ctype.h>
#include <elf.h>
#include <stdlib.h>

#define AR_MAGIC "!<arch>\n"
enum { AR_MAGIC_BYTES = 8, AR_HEAD_BYTES = 60, EM_OF_CUDA = 190 };

struct bytes {
	const u8 *at;
	size_t n;
};

/* ---- kinds ------------------------------------------------------------------------- */

static bool begins(struct bytes b, const void *what, size_t n) {
	return b.n >= n && memcmp(b.at, what, n) == 0;
}

/* A PTX text begins with .version after blanks and comments. */
static bool is_ptx(struct bytes b) {
	static const char word[] = ".version";
	for (size_t i = 0; i < b.n;) {
		bool line = begins((struct bytes){b.at + i, b.n - i}, "//", 2);
		bool block = begins((struct bytes){b.at + i, b.n - i}, "/*", 2);
		if (line || block) {
			const char *end = line ? "\n" : "*/";
			const u8 *at = memmem(b.at + i, b.n - i, end, strlen(end));
			if (!at)
				return false;
			i = (size_t)(at - b.at) + strlen(end);
		} else if (b.at[i] == ' ' || (b.at[i] >= '\t' && b.at[i] <= '\r')) {
			i++;
		} else {
			return begins((struct bytes){b.at + i, b.n - i}, word,
			              sizeof word - 1);
		}
	}
	return false;
}

bool input_is_foreign_lto(const void *data, size_t size) {
	return begins((struct bytes){data, size}, "\xed\x43\x4e\x7f", 4);
}

static enum input_kind elf_kind(struct bytes b) {
	Elf64_Ehdr h;
	if (b.n < sizeof h)
		return INPUT_NONE;
	memcpy(&h, b.at, sizeof h);
	return h.e_machine == EM_OF_CUDA ? INPUT_CUBIN : INPUT_OBJECT;
}

enum input_kind input_kind_of(const void *data, size_t size) {
	static const u32 fatbin = (u32)FATBIN_MAGIC;
	struct bytes b = {data, size};
	if (begins(b, LTO_MAGIC, LTO_MAGIC_BYTES) || input_is_foreign_lto(data, size))
		return INPUT_LTO;
	if (begins(b, &fatbin, sizeof fatbin))
		return INPUT_FATBIN;
	if (begins(b, ELFMAG, SELFMAG))
		return elf_kind(b);
	if (begins(b, AR_MAGIC, AR_MAGIC_BYTES))
		return INPUT_LIBRARY;
	return is_ptx(b) ? INPUT_PTX : INPUT_NONE;
}

/* ---- fat binaries ------------------------------------------------------------------ */

struct search {
	struct arena *arena;
	u32 sm;
	bool all;
	struct input_found *found;
	input_entry_fn *fn; /* only this is called, unless it is NULL */
	void *ctx;
	const char *member;
	u32 nentry; /* that fn has seen */
};

/* A text of an entry's header: its place and length are two numbers at `place`. */
static const char *head_text(struct arena *a, const struct fatbin_entry *e, u32 place) {
	const u8 *head = e->payload - e->head_bytes;
	u32 at = 0, n = 0;
	if (place > e->head_bytes - 8) /* a header has 64 bytes at least */
		return "";
	memcpy(&at, head + place, 4);
	memcpy(&n, head + place + 4, 4);
	return at && at < e->head_bytes && n < e->head_bytes - at
	               ? arena_strdup(a, (const char *)head + at, n)
	               : "";
}

const char *input_entry_name(struct arena *a, const struct fatbin_entry *e) {
	return head_text(a, e, 32);
}

const char *input_entry_options(struct arena *a, const struct fatbin_entry *e) {
	u32 place = 0;
	memcpy(&place, e->payload - e->head_bytes + 20, 4);
	return head_text(a, e, place);
}

static void take_entry(struct search *s, const struct fatbin_entry *e) {
	struct input_image image = {.sm = e->sm};
	image.text = fatbin_text(s->arena, e, &image.len);
	if (!image.text) {
		s->found->damaged = true;
		return;
	}
	image.text = arena_strdup(s->arena, image.text, image.len);
	image.name = input_entry_name(s->arena, e);
	image.options = input_entry_options(s->arena, e);
	vec_push(s->arena, &s->found->images, image);
}

static void search_fatbin(struct search *s, struct bytes b) {
	struct fatbin_cursor c;
	struct fatbin_entry e, best = {0};
	if (!fatbin_open(&c, b.at, b.n)) {
		s->found->damaged = true;
		return;
	}
	for (; s->fn && fatbin_next(&c, &e); s->nentry++)
		s->fn(s->ctx, s->member, &e);
	s->found->has_fatbin = true;
	while (fatbin_next(&c, &e)) {
		bool fits = e.kind == FATBIN_PTX && e.sm <= s->sm;
		s->found->nother += !fits;
		if (fits && s->all)
			take_entry(s, &e);
		else if (fits && (!best.payload || e.sm > best.sm))
			best = e;
	}
	if (best.payload)
		take_entry(s, &best);
}

/* ---- objects ----------------------------------------------------------------------- */

/* A section has any number of containers, each aligned to 8 bytes. */
static void search_section(struct search *s, struct bytes b) {
	static const u32 magic = (u32)FATBIN_MAGIC;
	for (size_t i = 0; i + 16 <= b.n;) {
		u16 head;
		u64 body;
		if (memcmp(b.at + i, &magic, sizeof magic) != 0) {
			i += 8;
			continue;
		}
		memcpy(&head, b.at + i + 6, sizeof head);
		memcpy(&body, b.at + i + 8, sizeof body);
		search_fatbin(s, (struct bytes){b.at + i, b.n - i});
		if (head < 16 || body > b.n - i - MIN(head, b.n - i))
			return;
		i = alignup(i + head + body, 8);
	}
}

static bool has_section(struct bytes b, u64 at, u64 n) {
	return at <= b.n && n <= b.n - at;
}

/* Searches the sections of one name. */
static void search_sections(struct search *s, struct bytes b, const char *want) {
	Elf64_Ehdr h;
	Elf64_Shdr names, section;
	memcpy(&h, b.at, sizeof h);
	if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_shentsize != sizeof section ||
	    !has_section(b, h.e_shoff, (u64)h.e_shnum * sizeof section) ||
	    h.e_shstrndx >= h.e_shnum)
		return;
	memcpy(&names, b.at + h.e_shoff + h.e_shstrndx * sizeof names, sizeof names);
	if (!has_section(b, names.sh_offset, names.sh_size))
		return;
	for (u32 i = 0; i < h.e_shnum; i++) {
		memcpy(&section, b.at + h.e_shoff + i * sizeof section, sizeof section);
		struct bytes name = {b.at + names.sh_offset + section.sh_name, 0};
		if (section.sh_name >= names.sh_size || section.sh_type == SHT_NOBITS ||
		    !has_section(b, section.sh_offset, section.sh_size))
			continue;
		name.n = (size_t)(names.sh_size - section.sh_name);
		if (begins(name, want, strlen(want) + 1))
			search_section(s, (struct bytes){b.at + section.sh_offset,
			                                 section.sh_size});
	}
}

/* nvcc has relocatable code in a section of its own. */
static void search_object(struct search *s, struct bytes b) {
	u32 before = s->nentry;
	search_sections(s, b, ".nv_fatbin");
	if (!s->fn || s->all || s->nentry == before)
		search_sections(s, b, "__nv_relfatbin");
}

/* ---- libraries --------------------------------------------------------------------- */

/* A member's name, with a slash after it, begins the 60 bytes before it; a long one is in
 * a table, and "/123" its place there. */
static const char *member_name(struct arena *a, const u8 *head, struct bytes table) {
	const char *name = (const char *)head;
	size_t most = 16, at = 0;
	if (name[0] == '/' && isdigit((u8)name[1])) {
		at = strtoul(name + 1, NULL, 10);
		name = (const char *)table.at + MIN(at, table.n);
		most = table.n - MIN(at, table.n);
	}
	size_t n = 0;
	while (n < most && name[n] != '/' && name[n] != '\n')
		n++;
	return arena_strdup(a, name, n);
}

/* The size of a member, in decimal, ends the 60 bytes before it. */
static void search_library(struct search *s, struct bytes b) {
	struct bytes names = {b.at, 0};
	for (size_t i = AR_MAGIC_BYTES; i + AR_HEAD_BYTES <= b.n;) {
		const u8 *head = b.at + i;
		char digits[11] = "";
		memcpy(digits, b.at + i + 48, 10);
		u64 size = strtoull(digits, NULL, 10);
		i += AR_HEAD_BYTES;
		if (size > b.n - i)
			return;
		if (memcmp(head, "// ", 3) == 0)
			names = (struct bytes){b.at + i, size};
		s->member = s->fn ? member_name(s->arena, head, names) : NULL;
		/* Objects are aligned to two bytes only. */
		char *member = arena_strdup(s->arena, (const char *)b.at + i, size);
		if (input_kind_of(member, size) == INPUT_OBJECT)
			search_object(s, (struct bytes){(const u8 *)member, size});
		i += alignup(size, 2);
	}
}

void input_entries(struct arena *a, enum input_kind kind, const void *data, size_t size,
                   bool all, input_entry_fn *fn, void *ctx) {
	struct input_found found = {0};
	struct search s = {.arena = a, .all = all, .found = &found, .fn = fn, .ctx = ctx};
	struct bytes b = {data, size};
	switch (kind) {
	case INPUT_FATBIN: search_fatbin(&s, b); break;
	case INPUT_OBJECT: search_object(&s, b); break;
	case INPUT_LIBRARY: search_library(&s, b); break;
	default: break;
	}
}

void input_texts(struct arena *a, enum input_kind kind, const void *data, size_t size,
                 u32 sm, bool all, struct input_found *found) {
	struct search s = {.arena = a, .sm = sm, .all = all, .found = found};
	struct bytes b = {data, size};
	struct input_image image = {.text = data, .len = size, .name = "", .options = ""};
	switch (kind) {
	case INPUT_LTO:
		image.text += LTO_MAGIC_BYTES;
		image.len -= LTO_MAGIC_BYTES;
		/* fall through */
	case INPUT_PTX: vec_push(a, &found->images, image); break;
	case INPUT_FATBIN: search_fatbin(&s, b); break;
	case INPUT_OBJECT: search_object(&s, b); break;
	case INPUT_LIBRARY: search_library(&s, b); break;
	default: break;
	}
}

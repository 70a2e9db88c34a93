/* hostline.c - the line program of DWARF 2 to 5 (section 6.2), run until it passes an
 * address. Whatever the file has, nothing outside of it is read.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/hostline.h"

#include <elf.h>

struct bytes {
	const u8 *at, *end;
	bool bad;
};

struct sections {
	struct bytes line, line_str, str;
};

/* ---- reading ----------------------------------------------------------------------- */

static u64 take(struct bytes *b, u32 n) {
	u64 v = 0;
	if ((u64)(b->end - b->at) < n) {
		b->bad = true;
		b->at = b->end;
		return 0;
	}
	memcpy(&v, b->at, n);
	b->at += n;
	return v;
}

static u64 take_uleb(struct bytes *b) {
	u64 v = 0;
	for (u32 shift = 0;; shift += 7) {
		u8 x = (u8)take(b, 1);
		if (shift < 64)
			v |= (u64)(x & 127) << shift;
		if (!(x & 128) || b->bad)
			return v;
	}
}

static s64 take_sleb(struct bytes *b) {
	u64 v = 0;
	for (u32 shift = 0;;) {
		u8 x = (u8)take(b, 1);
		if (shift < 64)
			v |= (u64)(x & 127) << shift;
		shift += 7;
		if (!(x & 128) || b->bad) {
			if (x & 64 && shift < 64)
				v |= ~(u64)0 << shift;
			return (s64)v;
		}
	}
}

static const char *take_string(struct bytes *b) {
	const u8 *zero = b->end > b->at ? memchr(b->at, 0, (size_t)(b->end - b->at))
	                                : NULL;
	const char *s = (const char *)b->at;
	if (!zero) {
		b->bad = true;
		return "";
	}
	b->at = zero + 1;
	return s;
}

static const char *string_at(const struct bytes *section, u64 offset) {
	struct bytes b = *section;
	if (offset >= (u64)(b.end - b.at))
		return "";
	b.at += offset;
	return take_string(&b);
}

/* ---- the header -------------------------------------------------------------------- */

enum { MOST_FORMATS = 8 };

struct unit {
	u16 version;
	u8 offset_bytes; /* 4 or 8 */
	u8 min_length, line_range, opcode_base;
	s8 line_base;
	const u8 *lengths; /* of standard opcodes */
	struct bytes files;
	struct bytes program;
};

/* DW_FORM_* of names and numbers in tables of files. */
static const char *take_form(const struct sections *s, const struct unit *u,
                             struct bytes *b, u64 form) {
	switch (form) {
	case 0x08: return take_string(b);
	case 0x1f: return string_at(&s->line_str, take(b, u->offset_bytes));
	case 0x0e: return string_at(&s->str, take(b, u->offset_bytes));
	case 0x0b: take(b, 1); return "";
	case 0x05: take(b, 2); return "";
	case 0x06: take(b, 4); return "";
	case 0x0f: take_uleb(b); return "";
	case 0x1e: take(b, 8), take(b, 8); return "";
	default: b->bad = true; return "";
	}
}

/* A table of DWARF 5. Returns the name of entry `wanted`. */
static const char *read_table(const struct sections *s, const struct unit *u,
                              struct bytes *b, u64 wanted) {
	u64 format[MOST_FORMATS][2];
	const char *found = "";
	u64 nformat = take(b, 1);
	for (u64 i = 0; i < nformat; i++) {
		u64 what = take_uleb(b), form = take_uleb(b);
		if (i < MOST_FORMATS) {
			format[i][0] = what;
			format[i][1] = form;
		}
	}
	u64 n = take_uleb(b);
	b->bad |= nformat > MOST_FORMATS;
	for (u64 i = 0; i < n && !b->bad; i++)
		for (u64 f = 0; f < nformat && !b->bad; f++) {
			const char *text = take_form(s, u, b, format[f][1]);
			if (format[f][0] == 1 && i == wanted)
				found = text;
		}
	return found;
}

static const char *file_name(const struct sections *s, const struct unit *u, u64 number) {
	struct bytes b = u->files;
	if (u->version >= 5) {
		read_table(s, u, &b, 0);
		const char *name = read_table(s, u, &b, number);
		return b.bad ? "" : name;
	}
	while (!b.bad && *take_string(&b)) /* folders */
		;
	for (u64 i = 1; !b.bad; i++) {
		const char *name = take_string(&b);
		if (!*name || i == number)
			return name;
		take_uleb(&b), take_uleb(&b), take_uleb(&b);
	}
	return "";
}

/* Takes a unit off the section. False: it is over, or of a form that is not known. */
static bool read_unit(struct bytes *section, struct unit *u) {
	u64 length = take(section, 4);
	*u = (struct unit){.offset_bytes = 4};
	if (length == 0xffffffff) {
		u->offset_bytes = 8;
		length = take(section, 8);
	}
	if (section->bad || length > (u64)(section->end - section->at))
		return false;
	struct bytes b = {section->at, section->at + length, false};
	section->at += length;
	u->version = (u16)take(&b, 2);
	if (u->version < 2 || u->version > 5)
		return true;
	if (u->version >= 5)
		take(&b, 2);
	u64 header = take(&b, u->offset_bytes);
	if (b.bad || header > (u64)(b.end - b.at))
		return false;
	u->program = (struct bytes){b.at + header, b.end, false};
	u->min_length = (u8)take(&b, 1);
	if (u->version >= 4)
		take(&b, 1);
	take(&b, 1);
	u->line_base = (s8)take(&b, 1);
	u->line_range = (u8)take(&b, 1);
	u->opcode_base = (u8)take(&b, 1);
	u->lengths = b.at;
	for (u32 i = 1; i < u->opcode_base; i++)
		take(&b, 1);
	u->files = b;
	if (b.bad || !u->line_range)
		u->program.at = u->program.end;
	return true;
}

/* ---- the program ------------------------------------------------------------------- */

struct row {
	u64 addr, file;
	s64 line;
};

struct running {
	struct row now, before; /* before.addr: 0: none in this sequence */
	u64 wanted;
	bool found;
};

static void emit(struct running *r, bool ends) {
	if (r->before.addr && r->before.addr <= r->wanted && r->wanted < r->now.addr)
		r->found = true;
	else
		r->before = ends ? (struct row){0, 0, 0} : r->now;
}

static void extended(struct bytes *b, struct running *r) {
	u64 n = take_uleb(b);
	if (b->bad || !n || n > (u64)(b->end - b->at)) {
		b->bad = true;
		return;
	}
	const u8 *next = b->at + n;
	u64 op = take(b, 1);
	if (op == 1) {
		emit(r, true);
		r->now = (struct row){0, 1, 1};
	} else if (op == 2) {
		r->now.addr = take(b, (u32)MIN(n - 1, 8));
	}
	b->at = next;
}

static void standard(const struct unit *u, struct bytes *b, struct running *r, u8 op) {
	switch (op) {
	case 1: emit(r, false); return;
	case 2: r->now.addr += take_uleb(b) * u->min_length; return;
	case 3: r->now.line += take_sleb(b); return;
	case 4: r->now.file = take_uleb(b); return;
	case 8:
		r->now.addr += (u64)((255 - u->opcode_base) / u->line_range) *
		               u->min_length;
		return;
	case 9: r->now.addr += take(b, 2); return;
	default:
		for (u32 i = 0; i < u->lengths[op - 1]; i++)
			take_uleb(b);
	}
}

static void run_unit(const struct unit *u, struct running *r) {
	struct bytes b = u->program;
	r->now = (struct row){0, 1, 1};
	r->before = (struct row){0, 0, 0};
	while (b.at < b.end && !b.bad && !r->found) {
		u8 op = (u8)take(&b, 1);
		if (op >= u->opcode_base) {
			u32 k = (u32)op - u->opcode_base;
			r->now.addr += (u64)(k / u->line_range) * u->min_length;
			r->now.line += u->line_base + (s32)(k % u->line_range);
			emit(r, false);
		} else if (op == 0) {
			extended(&b, r);
		} else {
			standard(u, &b, r, op);
		}
	}
}

/* ---- sections ---------------------------------------------------------------------- */

static bool section_named(const u8 *at, u64 size, const Elf64_Ehdr *e, const char *name,
                          struct bytes *out) {
	Elf64_Shdr strings, sh;
	if (e->e_shstrndx >= e->e_shnum)
		return false;
	memcpy(&strings, at + e->e_shoff + e->e_shstrndx * sizeof strings,
	       sizeof strings);
	for (u32 i = 0; i < e->e_shnum; i++) {
		memcpy(&sh, at + e->e_shoff + i * sizeof sh, sizeof sh);
		u64 n = strings.sh_offset + sh.sh_name;
		if (n < size && size - n > strlen(name) &&
		    memcmp(at + n, name, strlen(name) + 1) == 0 &&
		    !(sh.sh_flags & SHF_COMPRESSED) && sh.sh_offset <= size &&
		    sh.sh_size <= size - sh.sh_offset) {
			*out = (struct bytes){at + sh.sh_offset,
			                      at + sh.sh_offset + sh.sh_size, false};
			return true;
		}
	}
	return false;
}

bool host_line_find(struct arena *a, const u8 *at, u64 size, u64 addr,
                    struct host_line *out) {
	Elf64_Ehdr e;
	struct sections s = {
		{NULL, NULL, false}, {NULL, NULL, false}, {NULL, NULL, false}};
	if (size < sizeof e)
		return false;
	memcpy(&e, at, sizeof e);
	if (e.e_shentsize != sizeof(Elf64_Shdr) || e.e_shoff > size ||
	    (u64)e.e_shnum * sizeof(Elf64_Shdr) > size - e.e_shoff ||
	    !section_named(at, size, &e, ".debug_line", &s.line))
		return false;
	section_named(at, size, &e, ".debug_line_str", &s.line_str);
	section_named(at, size, &e, ".debug_str", &s.str);
	struct unit u;
	struct running r = {.wanted = addr};
	while (s.line.at < s.line.end && !r.found && read_unit(&s.line, &u))
		run_unit(&u, &r);
	if (!r.found)
		return false;
	const char *name = file_name(&s, &u, r.before.file);
	const char *slash = strrchr(name, '/');
	name = slash ? slash + 1 : name;
	*out = (struct host_line){arena_strdup(a, name, strlen(name)),
	                          (u32)r.before.line};
	return *name != 0;
}

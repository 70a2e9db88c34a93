/* breaks.c - breakpoints of both halves in one numbering. gdb's own numbers are the ones
 * that the user sees: numbers that the device's debugger has taken are taken from gdb,
 * too, by breakpoints that are deleted at once.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/debug/lines.h"
#include "tools/debugger/front.h"

enum { SKIP_MOST = 500 };

void breaks_align(struct front *f) {
	char delete[32];
	while (f->gdb.pid && f->gdb.last < f->nbreak) {
		u32 before = f->gdb.last;
		gdb_do(&f->gdb, "break *0");
		if (f->gdb.last == before)
			return;
		snprintf(delete, sizeof delete, "delete %u", f->gdb.last);
		gdb_do(&f->gdb, delete);
	}
}

/* ---- where a place is -------------------------------------------------------------- */

/* The location of a breakpoint: up to "if", "thread", or the comma of a dprintf. */
static const char *location_of(struct arena *a, const char *args) {
	size_t n = 0;
	for (; args[n] && args[n] != ','; n++) {
		const char *s = args + n;
		bool word = n == 0 || isspace((unsigned char)s[-1]);
		if (word && ((strncmp(s, "if", 2) == 0 && !isalnum((unsigned char)s[2]) &&
		              s[2] != '_') ||
		             strncmp(s, "thread ", 7) == 0))
			break;
	}
	while (n && isspace((unsigned char)args[n - 1]))
		n--;
	return arena_strdup(a, args, n);
}

static bool is_number(const char *s) {
	return *s && strspn(s, "0123456789") == strlen(s);
}

/* Whether it depends on where the thread in focus stands. */
static bool is_relative(const char *spec) {
	return !*spec || is_number(spec) || strchr("+-*", *spec);
}

static bool is_file_line(const char *spec) {
	const char *colon = strrchr(spec, ':');
	return colon && is_number(colon + 1);
}

/* A mapping of a file in the program's memory. */
struct mapping {
	u64 from, to;
	char path[4096];
};

/* Reads the next mapping of a file, "FROM-TO PERMISSIONS OFFSET DEVICE INODE PATH". */
static bool next_mapping(FILE *maps, struct mapping *m) {
	char line[4096 + 128];
	while (maps && fgets(line, sizeof line, maps)) {
		char *dash, *file = strchr(line, '/');
		if (!file)
			continue;
		m->from = strtoull(line, &dash, 16);
		m->to = strtoull(dash + 1, NULL, 16);
		snprintf(m->path, sizeof m->path, "%.*s", (int)strcspn(file, "\n"), file);
		return true;
	}
	return false;
}

static FILE *open_maps(const struct front *f) {
	char name[64];
	snprintf(name, sizeof name, "/proc/%d/maps", (int)f->program);
	return fopen(name, "re");
}

/* Finds the mapping that has an address. */
static bool find_mapping(const struct front *f, u64 address, struct mapping *m) {
	bool found = false;
	FILE *maps = open_maps(f);
	while (!found && next_mapping(maps, m))
		found = address >= m->from && address < m->to;
	if (maps)
		fclose(maps);
	return found;
}

/* Where the program's file begins in memory; 0 before gdb is attached, whose addresses
 * are those of the file then. */
static u64 base_of_program(const struct front *f) {
	char path[4096], name[64];
	struct mapping m;
	u64 low = 0;
	const Elf64_Ehdr *h = elf_file_bytes(&f->kernels.file, 0, sizeof *h);
	if (!f->gdb.attached || !f->kernels.is_open || h->e_type != ET_DYN)
		return 0;
	snprintf(name, sizeof name, "/proc/%d/exe", (int)f->program);
	ssize_t n = readlink(name, path, sizeof path - 1);
	path[MAX(n, 0)] = 0;
	FILE *maps = open_maps(f);
	while (!low && next_mapping(maps, &m))
		if (strcmp(m.path, path) == 0)
			low = m.from;
	if (maps)
		fclose(maps);
	return low;
}

void breaks_skip_launches(struct front *f) {
	u64 base = base_of_program(f), address, i = 0;
	for (u32 n = 0; n < SKIP_MOST && (address = kernels_next(&f->kernels, &i)); n++) {
		struct arena a = ARENA_INIT;
		gdb_do(&f->gdb, arena_printf(&a, "info symbol 0x%llx",
		                             (unsigned long long)(address + base)));
		const char *name = gdb_text(&f->gdb), *end = strstr(name, " in section");
		if (end)
			gdb_do(&f->gdb, arena_printf(&a, "skip -fu \"%.*s\"",
			                             (int)(end - name), name));
		arena_drop(&a);
	}
	gdb_clear(&f->gdb);
	f->skips = true;
}

/* Whether an address is in simt's own libraries, which have functions of every name. */
static bool is_in_runtime(const struct front *f, u64 address) {
	static const char *const names[] = {"libsimt", "libcu", "libnv"};
	struct mapping m;
	if (!f->gdb.attached || !find_mapping(f, address, &m))
		return false;
	const char *file = strrchr(m.path, '/') + 1;
	for (u32 i = 0; i < countof(names); i++)
		if (strncmp(file, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

struct places {
	u32 n, nearby;  /* in host code: exactly, or later in the function */
	char file[512]; /* that has them all; "": none, or several */
};

/* One line of what "info line" says. */
static void take_place(const struct front *f, struct places *p, const char *line) {
	const char *at = strstr(line, "address 0x"), *quote = strchr(line, '"');
	const char *end = quote ? strchr(quote + 1, '"') : NULL;
	if (!at)
		return;
	u64 address = strtoull(at + 8, NULL, 16);
	if (kernels_at(&f->kernels, address - base_of_program(f)) ||
	    is_in_runtime(f, address))
		return;
	/* A line without code is host code if it is within a function. */
	const char *next = strchr(at, '>'), *plus = next;
	while (plus && plus > at && isdigit((unsigned char)plus[-1]))
		plus--;
	bool within = plus && plus < next && plus[-1] == '+';
	if (strstr(line, "contains no code")) {
		p->nearby += within;
		return;
	}
	char file[512];
	snprintf(file, sizeof file, "%.*s", end ? (int)(end - quote - 1) : 0,
	         end ? quote + 1 : "");
	if (!p->n++)
		snprintf(p->file, sizeof p->file, "%s", file);
	else if (strcmp(file, p->file) != 0)
		p->file[0] = 0;
}

static struct places places_of(struct front *f, const char *spec) {
	struct places p = {0};
	const char *command = arena_printf(&f->arena, "info line %s", spec);
	if (gdb_do(&f->gdb, command) == GDB_FAILED)
		return p;
	char *text = arena_strdup(&f->arena, gdb_text(&f->gdb),
	                          strlen(gdb_text(&f->gdb)));
	for (char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		take_place(f, &p, arena_strdup(&f->arena, line, strcspn(line, "\n")));
	}
	gdb_clear(&f->gdb);
	return p;
}

/* ---- setting ----------------------------------------------------------------------- */

static void forget(struct front *f, u32 number) {
	char command[32];
	snprintf(command, sizeof command, "delete %u", number);
	gdb_do(&f->gdb, command);
	gdb_clear(&f->gdb);
}

/* The device half: where the function, or the line itself, is device code, too. */
static void share(struct front *f, u32 number, const char *args) {
	host_release(f);
	if (front_ask(f, REMOTE_SHARE, number, args) && number < GDB_NUMBERS)
		f->shared[number] = true;
}

/* A dprintf with marks around its text: LOCATION,"FORMAT",VALUES. */
static const char *marked(struct front *f, const char *line) {
	const char *open = strchr(line, '"'), *close = open ? open + 1 : NULL;
	while (close && *close && *close != '"')
		close += *close == '\\' && close[1] ? 2 : 1;
	if (!close || !*close)
		return line;
	return arena_printf(&f->arena, "%.*s%c%.*s%c%s", (int)(open + 1 - line), line,
	                    GDB_TELLS, (int)(close - open - 1), open + 1, GDB_TOLD,
	                    close);
}

/* Sets it by gdb; the program is held then. False: it cannot, and that was said. */
static bool set_by_gdb(struct front *f, const char *line) {
	breaks_align(f);
	u32 before = f->gdb.last;
	bool ok = gdb_do(&f->gdb, line) != GDB_FAILED && f->gdb.last > before;
	const char *said = arena_strdup(&f->arena, gdb_text(&f->gdb),
	                                strlen(gdb_text(&f->gdb)));
	if (ok && !host_attach(f)) {
		forget(f, f->gdb.last);
		return false;
	}
	fputs(said, stdout);
	f->nbreak = MAX(f->nbreak, f->gdb.last);
	return ok;
}

bool breaks_set_host(struct front *f, const char *line) {
	char word[64];
	const char *args = first_word_of(line, word, sizeof word);
	const char *spec = location_of(&f->arena, args);
	const char *rest = args + strlen(spec);
	bool relative = is_relative(spec), is_line = is_file_line(spec);
	struct places p = {.n = 1};
	if (!relative)
		p = places_of(f, spec);
	if (!p.n && !(is_line && p.nearby))
		return false;
	if (!relative && !strchr(spec, ':') && p.file[0]) /* not of simt's libraries */
		line = arena_printf(&f->arena, "%s -source %s -function %s%s", word,
		                    p.file, spec, rest);
	if (is_word(word, "dp", "dprintf"))
		line = marked(f, line);
	if (!set_by_gdb(f, line))
		return false;
	if (!relative && is_word(word, "b", "break"))
		share(f, f->gdb.last, args);
	return true;
}

static enum taken as_taken(bool ok) {
	return ok ? TAKEN : TAKEN_FAILED;
}

/* What no half takes is a breakpoint of the device's, which may come later. */
static enum taken set(struct front *f, const char *line, const char *args) {
	const char *spec = location_of(&f->arena, args);
	bool relative = is_relative(spec), ok = false;
	if (relative && (f->stands || f->begun || !is_number(spec)))
		return NOT_TAKEN;
	host_read_kernels(f);
	bool kernel = !relative && !is_file_line(spec) && kernels_only(&f->kernels, spec);
	if (!kernel && host_open(f)) {
		host_hold(f);
		ok = breaks_set_host(f, line);
		host_release(f);
	}
	if (ok)
		return TAKEN;
	return f->stands ? as_taken(device_do(f, line)) : NOT_TAKEN;
}

/* ---- numbers ----------------------------------------------------------------------- */

static bool is_host(const struct front *f, u32 number) {
	return f->gdb.pid && number < GDB_NUMBERS && f->gdb.owns[number];
}

static bool has_any(const struct front *f) {
	for (u32 i = 0; f->gdb.pid && i <= MIN(f->gdb.last, GDB_NUMBERS - 1u); i++)
		if (f->gdb.owns[i])
			return true;
	return false;
}

/* Does a command in the halves that have something to do. */
static bool in_both(struct front *f, const char *host, const char *device) {
	bool ok = true;
	if (host) {
		host_hold(f);
		ok = host_do(f, host);
		host_release(f);
	}
	return (!device || device_do(f, device)) && ok;
}

/* "delete 1 3-5 7.2": each number to the half that has it. */
static bool by_numbers(struct front *f, const char *verb, const char *args) {
	struct text host = {.arena = &f->arena}, device = {.arena = &f->arena};
	const char *s = args;
	text_printf(&host, "%s", verb);
	text_printf(&device, "%s", verb);
	u32 nhost = host.n, ndevice = device.n;
	while (*s) {
		char *end;
		unsigned long from = strtoul(s, &end, 10), to = from;
		const char *dot = *end == '.' ? end : "";
		if (*end == '-' && isdigit((unsigned char)end[1]))
			to = strtoul(end + 1, &end, 10);
		size_t n = strcspn(end, " \t,");
		for (unsigned long i = from; i <= MIN(to, from + GDB_NUMBERS); i++) {
			bool both = i < GDB_NUMBERS && f->shared[i];
			const char *part = *dot ? arena_printf(&f->arena, "%.*s", (int)n,
			                                       dot)
			                        : "";
			if (is_host(f, (u32)i))
				text_printf(&host, " %lu%s", i, part);
			if (!is_host(f, (u32)i) || both)
				text_printf(&device, " %lu%s", i, part);
		}
		s = end + n;
		s += strspn(s, " \t,");
	}
	return in_both(f, host.n > nhost ? text_get(&host) : NULL,
	               device.n > ndevice ? text_get(&device) : NULL);
}

/* Commands that begin with one number: condition, ignore. */
static bool by_number(struct front *f, const char *line, const char *args) {
	u32 n = (u32)strtoul(args, NULL, 10);
	bool host = is_host(f, n), both = host && f->shared[n];
	return in_both(f, host ? line : NULL, host && !both ? NULL : line);
}

/* ---- commands ---------------------------------------------------------------------- */

static enum taken take_commands(struct front *f, const char *args) {
	u32 n = *args ? (u32)strtoul(args, NULL, 10) : f->nbreak;
	const char *line;
	if (!is_host(f, n))
		return f->stands ? as_taken(device_do(
					   f, arena_printf(&f->arena, "commands %u", n)))
		                 : NOT_TAKEN;
	struct commands *c = arena_new(&f->arena, struct commands);
	*c = (struct commands){.next = f->commands, .number = n};
	while ((line = lines_next()) && strcmp(line, "end") != 0)
		vec_push(&f->arena, &c->line,
		         arena_strdup(&f->arena, line, strlen(line)));
	f->commands = c;
	return TAKEN;
}

bool breaks_do_commands(struct front *f, u32 number) {
	const struct commands *c = f->commands;
	while (c && c->number != number)
		c = c->next;
	if (!c || !c->line.n)
		return false;
	bool silent = strcmp(c->line.at[0], "silent") == 0;
	for (u32 i = c->line.n; i-- > silent;)
		lines_queue(c->line.at[i]);
	return silent;
}

/* ---- the list ---------------------------------------------------------------------- */

struct row {
	u32 number;
	const char *text;
	u32 len;
};
VEC_TYPE(rows, struct row);

/* The line of a breakpoint's number, with those after it that tell more of it. */
static void add_rows(struct arena *a, struct rows *rows, const char *text) {
	while (*text) {
		u32 len = (u32)strcspn(text, "\n");
		char *end;
		len += text[len] == '\n';
		u32 number = (u32)strtoul(text, &end, 10);
		if (isdigit((unsigned char)*text) && *end == ' ')
			vec_push(a, rows, (struct row){number, text, len});
		else if (rows->n && vec_last(rows).text + vec_last(rows).len == text)
			vec_last(rows).len += len;
		text += len;
	}
}

static void list(struct front *f, const char *args) {
	struct rows rows = {0};
	const char *line = arena_printf(&f->arena, "info %s", args);
	host_hold(f);
	gdb_do(&f->gdb, line);
	const char *host = arena_strdup(&f->arena, gdb_text(&f->gdb),
	                                strlen(gdb_text(&f->gdb)));
	gdb_clear(&f->gdb);
	host_release(f);
	front_ask(f, REMOTE_ASK, 0, line);
	const char *device = arena_strdup(&f->arena, f->m.text, strlen(f->m.text));
	add_rows(&f->arena, &rows, host);
	add_rows(&f->arena, &rows, device);
	if (!rows.n)
		printf("%s", device);
	else
		printf("Num     Type           Disp Enb Address            What\n");
	for (u32 low = 0; rows.n && low != ~0u;) {
		u32 next = ~0u;
		for (u32 i = 0; i < rows.n; i++)
			if (rows.at[i].number == low)
				printf("%.*s", (int)rows.at[i].len, rows.at[i].text);
			else if (rows.at[i].number > low)
				next = MIN(next, rows.at[i].number);
		low = next;
	}
}

/* ---- which command ----------------------------------------------------------------- */

/* "delete", "enable", "disable": breakpoints, or what the half that stands has else. */
static enum taken change(struct front *f, const char *verb, const char *args) {
	char word[32];
	const char *rest = first_word_of(args, word, sizeof word);
	if (is_word(word, "b", "breakpoints"))
		args = rest;
	else if (isalpha((unsigned char)*args))
		return NOT_TAKEN;
	if (!*args) {
		memset(f->shared, 0, strcmp(verb, "delete") == 0 ? sizeof f->shared : 0);
		return as_taken(in_both(f, verb, verb));
	}
	return as_taken(by_numbers(f, verb, args));
}

static enum taken clear(struct front *f, const char *line) {
	host_hold(f);
	bool ok = gdb_do(&f->gdb, line) != GDB_FAILED;
	if (ok)
		host_show(f);
	gdb_clear(&f->gdb);
	host_release(f);
	if (ok || !f->stands)
		return ok ? TAKEN : NOT_TAKEN;
	return as_taken(device_do(f, line));
}

enum taken breaks_command(struct front *f, const char *line) {
	char word[64], second[64];
	const char *args = first_word_of(line, word, sizeof word);
	first_word_of(args, second, sizeof second);
	if (!*word)
		return NOT_TAKEN;
	if (is_word(word, "b", "breakpoint") || is_word(word, "b", "break"))
		return set(f, arena_printf(&f->arena, "break %s", args), args);
	if (is_word(word, "tb", "tbreak"))
		return set(f, arena_printf(&f->arena, "tbreak %s", args), args);
	if (is_word(word, "dp", "dprintf"))
		return set(f, arena_printf(&f->arena, "dprintf %s", args), args);
	if (!has_any(f) && !f->stands)
		return NOT_TAKEN;
	if (is_word(word, "d", "delete"))
		return change(f, "delete", args);
	if (is_word(word, "en", "enable"))
		return change(f, "enable", args);
	if (is_word(word, "dis", "disable"))
		return change(f, "disable", args);
	if (is_word(word, "cond", "condition") || is_word(word, "ig", "ignore"))
		return as_taken(by_number(f, line, args));
	if (is_word(word, "comm", "commands"))
		return take_commands(f, args);
	if (is_word(word, "cl", "clear"))
		return clear(f, line);
	if (is_word(word, "i", "info") && (is_word(second, "b", "breakpoints") ||
	                                   is_word(second, "wat", "watchpoints")))
		return list(f, args), TAKEN;
	return NOT_TAKEN;
}

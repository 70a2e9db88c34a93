/* grid.c - instructions by modifiers by types by targets, and what simt says of each.
 *
 *     grid lines SEED COUNT [TARGET]    so many different lines "TARGET instruction", drawn at random
 *     grid check                        reads such lines; of each prints 1 (taken) or 0 (refused)
 *
 * TARGET is sm_NN, at PTX 9.0, or sm_NN:VERSION; where the argument is "versions", a line
 * has any target and any version that knows the target.
 *
 * A line starts from a row of the tables: its mnemonic, one of its tuples of types, some
 * of its modifiers. Then it may get modifiers of other rows of the mnemonic or of the
 * vocabulary of its kind, and types of other rows, so that most of what is wrong is wrong
 * in one thing only. grid.py compares the verdicts with ptxas.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/map.h"
#include "ir/read/module.h"
#include "tests/ptx/grid/form.h"

static const char *const targets[] = {"sm_50", "sm_60", "sm_61", "sm_70",
                                      "sm_72", "sm_75", "sm_80", "sm_86",
                                      "sm_87", "sm_89", "sm_90", "sm_90a"};

/* Versions of PTX, and the first that knows each target. */
static const char *const versions[] = {
	"3.2", "4.0", "4.1", "4.2", "4.3", "5.0", "6.0", "6.1", "6.2", "6.3", "6.4",
	"6.5", "7.0", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "8.0",
	"8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0"};
static const struct {
	const char *name, *since;
} old_targets[] = {{"sm_20", "3.2"}, {"sm_30", "3.2"}, {"sm_35", "3.2"}, {"sm_50", "4.0"},
                   {"sm_53", "4.2"}, {"sm_60", "5.0"}, {"sm_70", "6.0"}, {"sm_75", "6.3"},
                   {"sm_80", "7.0"}, {"sm_86", "7.1"}, {"sm_89", "7.8"}, {"sm_90", "7.8"},
                   {"sm_90a", "8.0"}};

static u64 rng_state;

static u64 rnd(void) {
	u64 z = (rng_state += 0x9e3779b97f4a7c15u);
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static bool chance(u32 percent) {
	return rnd() % 100 < percent;
}

/* ---- lines ------------------------------------------------------------------------- */

enum { WORDS = 24 };

struct draft { /* an opcode in the making: one value of a slot, or none */
	u32 row;
	u8 type[4];
	u8 slot[WORDS], value[WORDS];
	u32 n;
};

static bool has_slot(const struct draft *d, u32 slot) {
	for (u32 i = 0; i < d->n; i++)
		if (d->slot[i] == slot)
			return true;
	return false;
}

static void put(struct draft *d, u32 slot, u32 value) {
	if (value && d->n < WORDS && !has_slot(d, slot)) {
		d->slot[d->n] = (u8)slot;
		d->value[d->n++] = (u8)value;
	}
}

static u32 some_value(u64 allowed) {
	u32 n = (u32)__builtin_popcountll(allowed), skip = n ? (u32)(rnd() % n) : 0;
	for (u32 v = 0; v < 64; v++)
		if (allowed >> v & 1 && !skip--)
			return v;
	return 0;
}

/* Each optional modifier now and then; each that is required, nearly always. */
static void own_mods(struct draft *d) {
	const struct row_info *info = row_info((enum row)d->row);
	u32 often = info->nslot > 4 ? 22 : 40;
	for (u32 i = 0; i < info->nslot; i++)
		if (chance(info->slot[i].required ? 98 : often))
			put(d, info->slot[i].slot, some_value(info->slot[i].allowed));
}

static u32 some_row_of(const char *mnemonic) {
	u32 list[64], n = 0;
	for (u32 row = row_find(mnemonic, strlen(mnemonic)); row && n < countof(list);
	     row = row_info((enum row)row)->next)
		list[n++] = row;
	return list[rnd() % n];
}

/* A modifier of another row of the mnemonic, or another value than this row allows. */
static void sister_mod(struct draft *d) {
	const struct row_info *o = row_info(
		(enum row)some_row_of(row_info((enum row)d->row)->mnemonic));
	if (!o->nslot)
		return;
	const struct row_slot *s = &o->slot[rnd() % o->nslot];
	if (s->slot != MOD_TO && s->slot != MOD_BARLVL) /* they stand before others */
		put(d, s->slot, some_value(s->allowed));
}

static const u8 vocabulary_alu[] = {MOD_RND,  MOD_FTZ,  MOD_SAT,    MOD_RELU,
                                    MOD_NAN,  MOD_ABS,  MOD_CMP,    MOD_CC,
                                    MOD_HILO, MOD_BOOL, MOD_APPROX, MOD_OOB};
static const u8 vocabulary_memory[] = {MOD_SEM,  MOD_SCOPE, MOD_SPACE, MOD_COP,
                                       MOD_L1EV, MOD_L2EV,  MOD_L2PF,  MOD_HINT,
                                       MOD_VEC,  MOD_NC,    MOD_MMIO,  MOD_NOFTZ};

static void foreign_mod(struct draft *d) {
	const struct row_info *info = row_info((enum row)d->row);
	bool memory = info->props & (PROP_LOAD | PROP_STORE | PROP_ATOMIC | PROP_FENCE);
	if (info->table && !memory)
		return;
	u32 slot = memory ? vocabulary_memory[rnd() % countof(vocabulary_memory)]
	                  : vocabulary_alu[rnd() % countof(vocabulary_alu)];
	u64 all = 0;
	for (u32 i = 0; i < mod_info_count; i++)
		if (mod_info[i].slot == slot)
			all |= 1ull << mod_info[i].value;
	if (slot == MOD_HINT && !memory)
		return;
	put(d, slot, some_value(all));
}

/* The type at one place becomes one that another row has there, or any. */
static void other_type(struct draft *d) {
	u32 n = 0;
	while (n < 4 && d->type[n])
		n++;
	if (!n)
		return;
	u32 at = (u32)(rnd() % n);
	const struct row_info *o = row_info(
		(enum row)some_row_of(row_info((enum row)d->row)->mnemonic));
	u8 type = o->types[rnd() % o->ntuple][at];
	d->type[at] = type && chance(70) ? type : (u8)(1 + rnd() % TYPE_TEXREF);
}

static bool is_left_out(u32 row) {
	const struct row_info *info = row_info((enum row)row);
	return !info->id || info->any_words || row == ROW_INVALID || row == ROW_BRA ||
	       row == ROW_BRX || info->props & (PROP_TERM | PROP_CALL | PROP_REMOVED) ||
	       info->sm >= 100;
}

/* Loads and stores have most modifiers, and so get most lines; then atomics. */
static u32 some_row(void) {
	static const u16 often[] = {ROW_LD,  ROW_ST,     ROW_LD,      ROW_ST,
	                            ROW_LDU, ROW_CVT_II, ROW_CP_ASYNC};
	u32 row;
	if (chance(25))
		return often[rnd() % countof(often)];
	do
		row = (u32)(rnd() % ROW_COUNT);
	while (is_left_out(row));
	return row;
}

static void draft_new(struct draft *d) {
	*d = (struct draft){.row = some_row()};
	const struct row_info *info = row_info((enum row)d->row);
	if (info->ntuple)
		memcpy(d->type, info->types[rnd() % info->ntuple], 4);
	own_mods(d);
	u32 what = (u32)(rnd() % 100);
	if (what < 15)
		sister_mod(d);
	else if (what < 30)
		foreign_mod(d);
	else if (what < 42)
		other_type(d);
}

static bool is_own(const struct draft *d, u32 slot) {
	const struct row_info *info = row_info((enum row)d->row);
	for (u32 i = 0; i < info->nslot; i++)
		if (info->slot[i].slot == slot)
			return true;
	return false;
}

static u64 mods_of(const struct draft *d) {
	u64 mods = 0;
	for (u32 i = 0; i < d->n; i++)
		if (is_own(d, d->slot[i]))
			mods |= (u64)d->value[i] << slot_info[d->slot[i]].shift;
	return mods;
}

static void put_word(struct form *t, const struct draft *d, u32 slot, bool *done) {
	for (u32 i = 0; i < d->n; i++)
		if (d->slot[i] == slot && !done[i]) {
			done[i] = true;
			form_add(t, ".%s",
			         mod_value_info((enum mod_slot)slot, d->value[i])->text);
		}
}

/* The row's own modifiers in their order, foreign ones before the types. */
static void draft_text(struct form *t, const struct draft *d) {
	const struct row_info *info = row_info((enum row)d->row);
	bool done[WORDS] = {0};
	t->n = 0;
	form_add(t, "%s", info->mnemonic);
	for (u32 i = 0; i <= info->nslot; i++) {
		if (i == info->types_at) {
			for (u32 k = 0; k < d->n; k++)
				if (!is_own(d, d->slot[k]))
					put_word(t, d, d->slot[k], done);
			for (u32 k = 0; k < 4 && d->type[k]; k++)
				form_add(t, ".%s", type_info[d->type[k]].text);
		}
		if (i < info->nslot)
			put_word(t, d, info->slot[i].slot, done);
	}
	form_operands(t, d->row, mods_of(d), d->type);
}

/* A target and a version that knows it, "sm_50:4.2". */
static const char *target_with_version(struct arena *a) {
	size_t t = rnd() % countof(old_targets), v;
	do
		v = rnd() % countof(versions);
	while (atof(versions[v]) < atof(old_targets[t].since));
	return arena_printf(a, "%s:%s", old_targets[t].name, versions[v]);
}

/* Whether a target word has registers of 128 bits. */
static bool has_b128(const char *target) {
	const char *version = strchr(target, ':');
	return atoi(target + 3) >= 70 && (!version || atof(version + 1) >= 8.3);
}

static void lines(u64 seed, u64 count, const char *target) {
	struct arena a = ARENA_INIT;
	struct strtab table, *names = &table;
	strtab_init(names, &a);
	rng_state = seed;
	for (u64 n = 0, tries = 0; n < count && tries < 50 * count; tries++) {
		struct draft d;
		struct form t;
		draft_new(&d);
		draft_text(&t, &d);
		const char *on;
		if (target)
			on = strcmp(target, "versions") ? target
			                                : target_with_version(&a);
		else
			on = targets[chance(50) ? countof(targets) - 1
			                        : rnd() % countof(targets)];
		char *line = arena_printf(&a, "%s %s", on, t.at);
		if (strstr(t.at, "%q") && !has_b128(on))
			continue; /* the register's type is not known there */
		if (str_find(names, line, strlen(line)))
			continue;
		str_intern(names, line, strlen(line));
		puts(line);
		n++;
	}
	arena_drop(&a);
}

/* ---- verdicts ---------------------------------------------------------------------- */

struct line {
	char *target, *inst;
	bool refused;
};

VEC_TYPE(lines, struct line);

/* Marks what is refused of lines [from, to), which have one target; returns how many are
 * new. */
static u32 refuse(struct line *l, u32 from, u32 to) {
	struct arena scratch = ARENA_INIT, arena = ARENA_INIT;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	const char *target = l[from].target, *version = strchr(target, ':');
	fprintf(f,
	        ".version %s\n.target %.*s\n.address_size 64\n.global .u32 gv;\n.func "
	        "callee()\n{\n\tret;\n}\n"
	        ".entry k()\n{\n%.*s\t.reg .%s %%q<9>;\n",
	        version ? version + 1 : "9.0", (int)strcspn(target, ":"), target,
	        (int)(strstr(form_regs, "\t.reg .b128") - form_regs), form_regs,
	        has_b128(target) ? "b128" : "b64");
	fflush(f);
	u32 head = 1, new = 0;
	for (size_t i = 0; i < size; i++)
		head += text[i] == '\n';
	for (u32 i = from; i < to; i++)
		fprintf(f, "%s\n", l[i].refused ? "" : l[i].inst);
	fprintf(f, "ret;\n}\n");
	fclose(f);
	struct sources sources;
	struct diag diag;
	sources_init(&sources, &scratch);
	diag_init(&diag, &scratch, &sources);
	diag.limit = to - from + 100;
	module_load(&arena, &diag, source_add(&sources, "grid.ptx", text, size), NULL);
	for (u32 i = 0; i < diag.nrecord; i++) {
		const struct diag_record *r = &diag.record[i];
		if (r->severity != DIAG_ERROR && r->code != E0108)
			continue;
		u32 line = source_pos(&sources, r->loc.start).line;
		if (line >= head && line - head < to - from &&
		    !l[from + line - head].refused) {
			l[from + line - head].refused = true;
			new ++;
		}
	}
	free(text);
	arena_drop(&arena);
	arena_drop(&scratch);
	return new;
}

static int check(void) {
	struct arena a = ARENA_INIT;
	struct lines l = {0};
	char buf[2048];
	while (fgets(buf, sizeof(buf), stdin)) {
		buf[strcspn(buf, "\n")] = 0;
		char *space = strchr(buf, ' ');
		if (!space)
			return 2;
		*space = 0;
		struct line one = {arena_strdup(&a, buf, strlen(buf)),
		                   arena_strdup(&a, space + 1, strlen(space + 1)), false};
		vec_push(&a, &l, one);
	}
	for (u32 from = 0, to; from < l.n; from = to) {
		for (to = from; to < l.n && to - from < 2000 &&
		                !strcmp(l.at[to].target, l.at[from].target);)
			to++;
		/* again: later checks report only when the earlier ones have nothing to
		 * report */
		while (refuse(l.at, from, to))
			;
	}
	for (u32 i = 0; i < l.n; i++)
		puts(l.at[i].refused ? "0" : "1");
	arena_drop(&a);
	return 0;
}

int main(int argc, char **argv) {
	if (argc > 3 && !strcmp(argv[1], "lines")) {
		lines(strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0),
		      argc > 4 ? argv[4] : NULL);
		return 0;
	}
	if (argc == 2 && !strcmp(argv[1], "check"))
		return check();
	fputs("usage: grid lines SEED COUNT [TARGET] | grid check\n", stderr);
	return 2;
}

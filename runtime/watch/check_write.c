/* check_write.c - records as text, XML and JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "base/plain.h"
#include "runtime/watch/check_report.h"

#define LL(x) ((unsigned long long)(x))

/* ---- text ---- */

static void place_text(FILE *f, const struct record_place *p) {
	const char *file = p->file[0] ? p->file : p->ptx_file;
	u32 line = p->file[0] ? p->line : p->ptx_line;
	fprintf(f, "%s+0x%x", p->func, p->pc);
	if (file[0])
		fprintf(f, " in %s:%u", file, line);
}

static void thread_text(FILE *f, const u32 v[3]) {
	fprintf(f, "(%u,%u,%u)", v[0], v[1], v[2]);
}

static void race_text(FILE *f, const struct record *r) {
	if (r->hazards) {
		fprintf(f, "========= Error: Race reported between %s access at ",
		        r->other.access);
		place_text(f, &r->other);
		fprintf(f, "\n=========     and %s access at ", r->at.access);
		place_text(f, &r->at);
		fprintf(f, " [%llu hazard%s]\n", LL(r->hazards),
		        r->hazards == 1 ? "" : "s");
		return;
	}
	fprintf(f, "========= Error: %s :\n", r->what);
	const struct record_place *both[] = {&r->other, &r->at};
	for (u32 i = 0; i < 2; i++) {
		fprintf(f, "=========     %s Thread ", both[i]->access);
		thread_text(f, both[i]->thread);
		fputs(" at ", f);
		place_text(f, both[i]);
		fputc('\n', f);
	}
	fprintf(f, "=========     Current Value : %llu", LL(r->old_value));
	if (r->is_waw)
		fprintf(f, ", Incoming Value : %llu", LL(r->new_value));
	fputc('\n', f);
}

/* Writes an example of a race, which the short form leaves out. */
static void example_text(FILE *f, const struct record *r) {
	const struct record_place *both[] = {&r->other, &r->at};
	fprintf(f, "=========     For example at %s 0x%llx:\n", r->space, LL(r->address));
	for (u32 i = 0; i < 2; i++) {
		fprintf(f, "=========         %s by thread ", both[i]->access);
		thread_text(f, both[i]->thread);
		fputs(" in block ", f);
		thread_text(f, both[i]->cta);
		if (both[i]->ptx_file[0])
			fprintf(f, ", PTX: %s:%u: %s", both[i]->ptx_file,
			        both[i]->ptx_line, both[i]->inst);
		fputc('\n', f);
	}
}

static void print_text(FILE *f, const struct record *r, const struct check_settings *s) {
	if (r->is_race) {
		race_text(f, r);
		if (!s->vendor)
			example_text(f, r);
	} else {
		fprintf(f, "========= %s\n", r->what);
	}
	if (r->has_place && !r->is_race) {
		fputs("=========     at ", f);
		place_text(f, &r->at);
		fputs("\n=========     by thread ", f);
		thread_text(f, r->at.thread);
		fputs(" in block ", f);
		thread_text(f, r->at.cta);
		fputc('\n', f);
	}
	bool lines = !(r->is_race && r->hazards && s->vendor);
	for (u32 i = 0; i < r->nline && lines; i++)
		if (!r->line[i].extra || !s->vendor)
			fprintf(f, "=========     %s\n", r->line[i].text);
	fputs("========= \n", f);
}

/* Records quote PTX and names of files. */
static void write_text(FILE *out, const struct record *r,
                       const struct check_settings *s) {
	struct arena a = ARENA_INIT;
	struct text_stream t;
	print_text(text_open(&t), r, s);
	const char *text = text_close(&t, &a);
	plain_put(out, text, strlen(text), PLAIN_LINES);
	arena_drop(&a);
}

/* ---- XML ---- */

static void escaped(FILE *f, const char *s) {
	for (size_t n; *s; s += n) {
		n = strcspn(s, "<>&\"");
		plain_put(f, s, n, "");
		if (n)
			continue;
		n = 1;
		fputs(*s == '<'   ? "&lt;"
		      : *s == '>' ? "&gt;"
		      : *s == '&' ? "&amp;"
		                  : "&quot;",
		      f);
	}
}

static void element(FILE *f, const char *indent, const char *name, const char *text) {
	fprintf(f, "%s<%s>", indent, name);
	escaped(f, text);
	fprintf(f, "</%s>\n", name);
}

static void xyz(FILE *f, const char *name, const u32 v[3]) {
	fprintf(f,
	        "      <%s>\n        <x>%u</x>\n        <y>%u</y>\n        <z>%u</z>\n   "
	        "   </%s>\n",
	        name, v[0], v[1], v[2], name);
}

static void where(FILE *f, const char *indent, const struct record_place *p) {
	struct arena a = ARENA_INIT;
	const char *inner = arena_printf(&a, "%s  ", indent);
	fprintf(f, "%s<where>\n", indent);
	element(f, inner, "func", record_base_name(&a, name_demangle(&a, p->mangled)));
	element(f, inner, "path", p->file[0] ? p->file : p->ptx_file);
	fprintf(f, "%s<line>%u</line>\n%s<pc>0x%x</pc>\n%s</where>\n", inner,
	        p->file[0] ? p->line : p->ptx_line, inner, p->pc, indent);
	arena_drop(&a);
}

static void access_xml(FILE *f, const char *name, const struct record_place *p) {
	fprintf(f, "      <%s>\n", name);
	element(f, "        ", "direction", p->access);
	where(f, "        ", p);
	fprintf(f, "      </%s>\n", name);
}

static void what_xml(FILE *f, const struct record *r) {
	char text[512];
	fputs("    <what>\n", f);
	element(f, "      ", "text", record_text(r, text, sizeof text));
	if (r->size && r->space) {
		element(f, "      ", "space", r->space);
		fprintf(f, "      <size>%u</size>\n", r->size);
		if (!r->is_race)
			element(f, "      ", "direction", r->direction);
	} else if (r->size && !r->is_leak) {
		fprintf(f, "      <accessSize>%u</accessSize>\n", r->size);
	}
	if (r->error)
		element(f, "      ", "error", r->error);
	if (r->address)
		fprintf(f, "      <address>0x%llx</address>\n", LL(r->address));
	if (r->hazards)
		fprintf(f, "      <hazards>%llu</hazards>\n", LL(r->hazards));
	if (r->is_race) {
		access_xml(f, "source", &r->other);
		access_xml(f, "destination", &r->at);
	}
	fputs("    </what>\n", f);
}

static void stack_xml(FILE *f, const struct record *r) {
	struct arena a = ARENA_INIT;
	fputs("    <hostStack>\n", f);
	element(f, "      ", "saveLocation", r->saved_at);
	for (u32 i = 0; i < r->nframe; i++) {
		const struct check_frame *x = &r->frame[i];
		fputs("      <frame>\n", f);
		element(f, "        ", "func",
		        record_plain_name(&a, name_demangle(&a, x->function)));
		fprintf(f, "        <pc>0x%llx</pc>\n", LL(x->offset));
		element(f, "        ", "module", x->module);
		fputs("      </frame>\n", f);
	}
	fputs("    </hostStack>\n", f);
	arena_drop(&a);
}

static void write_xml(FILE *f, const struct record *r) {
	fputs("  <record>\n", f);
	element(f, "    ", "kind", r->kind);
	element(f, "    ", "level", r->level);
	if (r->has_place) {
		fputs("    <who>\n", f);
		xyz(f, "threadIdx", r->at.thread);
		xyz(f, "blockIdx", r->at.cta);
		fputs("    </who>\n", f);
	}
	what_xml(f, r);
	if (r->has_place && !r->is_race)
		where(f, "    ", &r->at);
	if (r->nframe)
		stack_xml(f, r);
	fputs("  </record>\n", f);
}

/* ---- JSON: an object a line ---- */

static void member(FILE *f, const char *name, const char *text) {
	fprintf(f, ",\"%s\":", name);
	json_quoted(f, text);
}

static void place_json(FILE *f, const char *name, const struct record_place *p) {
	fprintf(f, ",\"%s\":{\"pc\":%u,\"line\":%u,\"ptx_line\":%u", name, p->pc, p->line,
	        p->ptx_line);
	member(f, "func", p->func);
	member(f, "file", p->file);
	member(f, "ptx_file", p->ptx_file);
	member(f, "inst", p->inst);
	member(f, "access", p->access);
	fprintf(f, ",\"thread\":[%u,%u,%u],\"block\":[%u,%u,%u]}", p->thread[0],
	        p->thread[1], p->thread[2], p->cta[0], p->cta[1], p->cta[2]);
}

static void write_json(FILE *f, const struct record *r) {
	fputs("{\"level\":", f);
	json_quoted(f, r->level);
	member(f, "kind", r->kind);
	if (r->tool)
		member(f, "tool", r->tool);
	member(f, "what", r->what);
	if (r->error)
		member(f, "error", r->error);
	if (r->size && r->space) {
		member(f, "space", r->space);
		member(f, "direction", r->direction);
		fprintf(f, ",\"size\":%u", r->size);
	}
	if (r->address)
		fprintf(f, ",\"address\":\"0x%llx\"", LL(r->address));
	if (r->hazards)
		fprintf(f, ",\"hazards\":%llu", LL(r->hazards));
	if (r->has_place)
		place_json(f, "at", &r->at);
	if (r->is_race)
		place_json(f, "other", &r->other);
	fputs(",\"notes\":[", f);
	for (u32 i = 0; i < r->nline; i++) {
		if (i)
			fputc(',', f);
		json_quoted(f, r->line[i].text);
	}
	fputs("]}\n", f);
}

void record_write(FILE *out, const struct record *r, const struct check_settings *s,
                  u32 format) {
	switch (format) {
	case CHECK_XML: write_xml(out, r); break;
	case CHECK_JSON: write_json(out, r); break;
	default: write_text(out, r, s);
	}
}

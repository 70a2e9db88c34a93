/* page.c - the frame of the page. See page.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/page/page.h"
#include "backend/watch/record.h"
#include "runtime/core/record.h"
#include "runtime/debug/places.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* Made of the files of these names. */
extern const char page_css[], page_js[], model_js[];

/* Bytes of each part, of all kernels together, and what each kernel needs beside its
 * parts, which comes off them: they keep the page under two megabytes. */
enum { ALL_PARTS = 1850000, KERNEL_BYTES = 7000 };
static const size_t room[PAGE_PARTS] = {
	[PAGE_PTX] = 300000,         [PAGE_IR] = 240000,    [PAGE_LLVM] = 260000,
	[PAGE_ASM] = 170000,         [PAGE_STEPS] = 220000, [PAGE_PASSES] = 110000,
	[PAGE_LLVM_PASSES] = 150000, [PAGE_MODEL] = 180000, [PAGE_TABLES] = 220000,
};

enum { ANY_BLOCK = 256 };

void page_text(FILE *out, const char *s, size_t n) {
	for (size_t i = 0; i < n; i++) {
		switch (s[i]) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		case '"': fputs("&quot;", out); break;
		default:
			if ((u8)s[i] >= ' ' || s[i] == '\t' || s[i] == '\n')
				fputc(s[i], out);
		}
	}
}

void page_string(FILE *out, const char *s) {
	page_text(out, s, strlen(s));
}

bool page_take(struct page *p, enum page_part part, size_t n) {
	if (p->share[part] < n) {
		p->share[part] = 0; /* what is left out is the end */
		return false;
	}
	p->share[part] -= n;
	p->room[part] -= n;
	return true;
}

void page_cut(struct page *p, const char *what, const char *command) {
	fprintf(p->out, "<p class=note>%s left out, so that the page stays small.", what);
	if (command)
		fprintf(p->out, " <code>%s</code> has all of it.", command);
	if (p->kernels > 1)
		fputs(" <code>simtrun --explain-page=out.html --kernel=NAME</code> makes "
		      "a page of one kernel, with more room.",
		      p->out);
	fputs("</p>\n", p->out);
}

/* ---- what the JIT says ------------------------------------------------------------- */

#ifdef SIMT_HAS_LLVM
struct ear {
	struct page *p;
	struct chapter *ch;
};

static void take_text(void *ctx, enum jit_stage stage, const char *text) {
	struct ear *e = ctx;
	e->ch->text[stage] = arena_printf(e->p->arena, "%s", text);
}

static void take_line(void *ctx, const struct func *f, const struct inst *in,
                      const char *what, const char *why) {
	struct ear *e = ctx;
	if (f == e->ch->f)
		vec_push(e->p->arena, &e->ch->became, (struct became){in, what, why});
}

/* Compiles the kernel once more, pass by pass, and without the lines of the PTX, which
 * would be part of each difference. */
static json_t *passes_of_llvm(struct page *p, const struct chapter *ch) {
	struct text_stream s;
	write_llvm_changes(p->m, ch->f, p->block, text_open(&s));
	const char *text = text_close(&s, p->arena);
	json_t *all = json_loadb(text, s.len, 0, NULL);
	json_t *f = json_incref(json_array_get(json_object_get(all, "functions"), 0));
	json_decref(all);
	return f;
}

static void ask_jit(struct page *p, struct chapter *ch) {
	struct ear ear = {p, ch};
	const struct jit_viewer viewer = {
		.text = take_text, .line = take_line, .lines = true, .ctx = &ear};
	char why[256];
	if (!jit_show(&p->m->image, ch->f, p->block, &viewer, why))
		ch->refused = arena_printf(p->arena, "%s", why);
	else
		ch->llvm_passes = passes_of_llvm(p, ch);
}
#else
static void ask_jit(struct page *p, struct chapter *ch) {
	(void)p;
	ch->refused = "this simt was built without LLVM";
}
#endif

/* ---- names ------------------------------------------------------------------------- */

/* Writes the name as in the source, and what tells instances and overloads apart. */
static void put_name(struct page *p, const char *name) {
	const char *plain = places_plain_name(p->arena, name);
	page_string(p->out, plain);
	if (strcmp(plain, name) == 0)
		return;
	fputs(" <small>", p->out);
	page_string(p->out, name);
	fputs("</small>", p->out);
}

/* ---- kernels ----------------------------------------------------------------------- */

static void put_signature(struct page *p, const struct chapter *ch) {
	struct simt_param param;
	fputs("<p class=sig>parameters:", p->out);
	for (u32 i = 0; simt_function_param(ch->fn, i, &param); i++)
		fprintf(p->out, "%s <code>%s</code> (%u bytes at %u)", i ? "," : "",
		        param.type, param.size, param.offset);
	fprintf(p->out,
	        "</p>\n<p class=note>Analyses and machine code are for blocks of "
	        "%u,%u,%u threads, %s.</p>\n",
	        p->block[0], p->block[1], p->block[2], p->block_from);
}

static void put_kernel(struct page *p, struct simt_function *fn, u32 number,
                       const char *path) {
	struct chapter ch = {
		.number = number, .fn = fn, .f = p->m->ir->func[fn->func->index]};
	struct uniform_shape shape = {.ntid = {p->block[0], p->block[1], p->block[2]}};
	for (u32 i = 0; i < 3 && ch.f->reqntid[0]; i++)
		p->block[i] = shape.ntid[i] = MAX(ch.f->reqntid[i], 1u);
	if (ch.f->reqntid[0])
		p->block_from = "as .reqntid says";
	cfg_build(ch.f);
	dom_build(ch.f);
	reconv_build(ch.f);
	live_build(p->m->ir, ch.f);
	ch.uni = uniform_build_shape(p->arena, p->m->ir, ch.f, &shape);
	page_find_whence(p, &ch);
	ask_jit(p, &ch);
	for (u32 i = 0; i < PAGE_PARTS; i++)
		p->share[i] = p->room[i] / p->left;
	fprintf(p->out, "<section class=kernel id=k%u>\n<h2>", number);
	put_name(p, ch.f->name->s);
	fputs("</h2>\n", p->out);
	put_signature(p, &ch);
	json_t *ran = page_recording(p, &ch, path);
	page_ran(p, ran);
	fprintf(p->out, "<div class=bench id=k%ubench>\n", number);
	page_panes(p, &ch);
	page_stepper(p, ran);
	fputs("</div>\n", p->out);
	page_passes(p, &ch);
	page_run(p, &ch, ran);
	json_decref(ran);
	page_graph(p, &ch);
	page_accesses(p, &ch);
	page_occupancy(p, &ch);
	fputs("</section>\n", p->out);
	json_decref(ch.llvm_passes);
}

static void put_contents(struct page *p) {
	struct simt_function *fn;
	fputs("<nav aria-label=Kernels><ul>", p->out);
	for (u32 i = 0; i < simt_function_count(p->m); i++) {
		if (simt_function_at(p->m, i, &fn) != SIMT_OK)
			continue;
		fprintf(p->out, "<li><a href=#k%u>", i);
		put_name(p, fn->func->name->s);
		fputs("</a>", p->out);
	}
	fputs("<li><a href=#words>Instructions in words</a></ul></nav>\n", p->out);
}

/* Finds kernel i; false: there is none, or another one was asked for. */
static bool is_wanted(const struct page *p, u32 i, struct simt_function **fn) {
	const char *name = p->run->set.kernel;
	return simt_function_at(p->m, i, fn) == SIMT_OK &&
	       (!name || strcmp(name, (*fn)->func->name->s) == 0);
}

/* Chooses the shape of the block: the one that was asked for, that of the recorded
 * launch, that of the source, or any. */
static void choose_block(struct page *p, const char *kernel) {
	const u32 *asked = p->run->set.block;
	const json_t *was = json_object_get(page_recorded(p->recording, kernel), "block");
	u32 written[3], at = 0;
	bool ran = json_array_size(was) == 3;
	bool known = launch_block(p->run, p->arena, kernel, &at, written);
	p->block_from = asked[0] ? "as --block says"
	                : ran    ? "as the program launched it first"
	                : known  ? "as the source launches it"
	                         : "which is assumed: nothing says how it is launched";
	for (u32 i = 0; i < 3; i++) {
		json_int_t n = json_integer_value(json_array_get(was, i));
		p->block[i] = asked[0]                               ? MAX(asked[i], 1u)
		              : ran && n > 0 && n <= CTA_MAX_THREADS ? (u32)n
		              : known                                ? written[i]
		              : i                                    ? 1
		                                                     : ANY_BLOCK;
	}
}

static void put_page(struct page *p, const char *path) {
	struct simt_function *fn;
	fputs("<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n"
	      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
	      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src "
	      "data:\">\n<link rel=icon href=\"data:,\">\n<title>",
	      p->out);
	page_string(p->out, p->title);
	fprintf(p->out,
	        " explained</title>\n<style>%s</style></head>\n<body>\n<header><h1>",
	        page_css);
	page_string(p->out, p->title);
	fputs("</h1>\n<p class=note>From the source to the machine: rows of one colour "
	      "belong together. Point at one, or go through them with the arrow keys; "
	      "Enter holds it, Escape lets go.</p></header>\n<main>\n",
	      p->out);
	put_contents(p);
	for (u32 i = 0; i < simt_function_count(p->m); i++)
		p->left += is_wanted(p, i, &fn);
	p->kernels = p->left;
	for (u32 i = 0; i < PAGE_PARTS; i++)
		p->room[i] -= (size_t)((double)p->room[i] / ALL_PARTS * KERNEL_BYTES *
		                       MIN(p->left, ALL_PARTS / KERNEL_BYTES / 2));
	for (u32 i = 0; i < simt_function_count(p->m); i++) {
		if (!is_wanted(p, i, &fn))
			continue;
		choose_block(p, fn->func->name->s);
		put_kernel(p, fn, i, path);
		p->left--;
	}
	page_dictionary(p);
	page_model_tables(p);
	fprintf(p->out,
	        "</main>\n<script>%s</script>\n<script>%s</script>\n</body></html>\n",
	        page_js, model_js);
}

static int no_file(struct simtrun *run, const char *path) {
	diag_error(&run->diag, (struct loc){0, 0}, E0401, "cannot write %s: %s", path,
	           strerror(errno));
	flush_diag(run);
	return EXIT_USAGE;
}

static int bad_recording(struct simtrun *run) {
	diag_error(&run->diag, (struct loc){0, 0}, E0401,
	           "%s is not a recording of SIMT_RECORD", run->set.recording);
	flush_diag(run);
	return EXIT_USAGE;
}

static int bad_passes(struct simtrun *run) {
	diag_error(&run->diag, (struct loc){0, 0}, E0401,
	           "%s was not written by --print-changed=json", run->set.passes);
	flush_diag(run);
	return EXIT_USAGE;
}

/* Puts the options of recording into the environment of the process that runs kernels. */
static bool choose_record(struct simtrun *run) {
	const struct settings *s = &run->set;
	if (s->record_warps)
		setenv("SIMT_RECORD_WARPS", s->record_warps, 1);
	if (s->record_steps)
		setenv("SIMT_RECORD_STEPS", s->record_steps, 1);
	const char *wrong = record_warps_error(getenv("SIMT_RECORD_WARPS"));
	if (wrong) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408, "%s: %s",
		           s->record_warps ? "--record-warps" : "SIMT_RECORD_WARPS",
		           wrong);
	} else if (!record_steps(getenv("SIMT_RECORD_STEPS"))) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408,
		           "%s: it takes a number from 1 to %u",
		           s->record_steps ? "--record-steps" : "SIMT_RECORD_STEPS",
		           RECORD_MOST_STEPS);
	} else {
		return true;
	}
	flush_diag(run);
	return false;
}

int show_page(struct simtrun *run, const char *path, const char *to) {
	struct simt_device *dev;
	struct simt_module *m;
	if (!choose_record(run))
		return EXIT_USAGE;
	run->set.backend = BACKEND_AUTO;
	int status = show_load(run, path, &dev, &m);
	if (status != EXIT_OK) {
		simt_device_close(dev);
		return status;
	}
	struct arena arena = ARENA_INIT;
	bool to_stdout = strcmp(to, "-") == 0;
	struct page p = {.run = run,
	                 .m = m,
	                 .out = to_stdout ? stdout : fopen(to, "we"),
	                 .arena = &arena,
	                 .title = path};
	memcpy(p.room, room, sizeof room);
	p.room[PAGE_STEPS] = MAX(room[PAGE_STEPS],
	                         room[PAGE_STEPS] *
	                                 record_steps(getenv("SIMT_RECORD_STEPS")) /
	                                 RECORD_STEPS);
	if (run->set.recording &&
	    !(p.recording = json_load_file(run->set.recording, 0, NULL))) {
		status = bad_recording(run);
	} else if (!p.out) {
		status = no_file(run, to);
	} else if (page_find_passes(&p, path), run->set.passes && !p.passes) {
		status = bad_passes(run);
	} else {
		page_find_files(&p);
		page_find_lines(&p);
		put_page(&p, path);
		bool bad = ferror(p.out) != 0;
		bad |= (to_stdout ? fflush(p.out) : fclose(p.out)) != 0;
		if (bad)
			status = no_file(run, to);
	}
	json_decref(p.recording);
	json_decref(p.passes);
	arena_drop(&arena);
	simt_device_close(dev);
	return status;
}

/* passes.c - the changes of each pass of the optimiser in a kernel, as differences that
 * fold out. Of CUDA C++ these are the passes that made the PTX of the page; of a PTX
 * text, those that would run with --optimize. Then LLVM's.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "tools/page/page.h"

enum { LINE_BYTES = 12 }; /* of the page for a line of a difference, beside its text */

void page_find_passes(struct page *p, const char *path) {
	struct text_stream s;
	if (p->run->set.passes) {
		p->passes = json_load_file(p->run->set.passes, 0, NULL);
		return;
	}
	bool quiet = p->run->set.quiet;
	/* what there is to say of the text was said when it was loaded */
	p->run->set.quiet = true;
	write_changes(p->run, path, "json", text_open(&s));
	p->run->set.quiet = quiet;
	const char *text = text_close(&s, p->arena);
	p->passes = json_loadb(text, s.len, 0, NULL);
}

static const json_t *function_of(const struct page *p, const char *name) {
	const json_t *f;
	size_t i;
	json_array_foreach(json_object_get(p->passes, "functions"), i, f) {
		const char *s = json_string_value(json_object_get(f, "name"));
		if (s && strcmp(s, name) == 0)
			return f;
	}
	return NULL;
}

static void put_line(struct page *p, const char *s) {
	static const char *const tag[] = {"ins", "del", "b"};
	const char *kind = *s ? strchr("+-@", *s) : NULL;
	const char *name = kind ? tag[*s == '+' ? 0 : *s == '-' ? 1 : 2] : NULL;
	if (name)
		fprintf(p->out, "<%s>", name);
	page_string(p->out, *s == '@' ? s + 1 : s);
	if (*s == '@' && !s[1])
		fputs("start", p->out);
	fputs(name ? "</" : "", p->out);
	fputs(name ? name : "", p->out);
	fputs(name ? ">\n" : "\n", p->out);
}

static size_t row_bytes(const json_t *line) {
	return json_string_length(line) + LINE_BYTES;
}

/* Writes as much of the difference as `room` bytes of the part allow. False: the rest is
 * missing. */
static bool put_diff(struct page *p, enum page_part part, size_t room, const json_t *pass,
                     const char *name) {
	const json_t *lines = json_object_get(pass, "diff"), *l;
	size_t i, left = json_array_size(lines);
	long long removed = json_integer_value(json_object_get(pass, "removed")),
		  added = json_integer_value(json_object_get(pass, "added"));
	if (left && row_bytes(json_array_get(lines, 0)) > room) {
		fprintf(p->out, "<p class=pass>%s: %lld removed, %lld added</p>\n", name,
		        removed, added);
		return false;
	}
	fprintf(p->out,
	        "<details class=pass><summary>%s: %lld removed, %lld "
	        "added</summary><pre>",
	        name, removed, added);
	json_array_foreach(lines, i, l) {
		size_t n = row_bytes(l);
		if (n > room || !page_take(p, part, n))
			break;
		room -= n;
		left--;
		put_line(p, json_is_string(l) ? json_string_value(l) : "");
	}
	if (left)
		fprintf(p->out, "<b>... and %zu lines more</b>\n", left);
	fputs("</pre></details>\n", p->out);
	return !left;
}

static bool put_text(struct page *p, size_t room, const char *text) {
	size_t n = strlen(text);
	if (n > room || !page_take(p, PAGE_PASSES, n))
		return false;
	fputs("<details class=pass><summary>the form that the passes see</summary><pre>",
	      p->out);
	page_string(p->out, text);
	fputs("</pre></details>\n", p->out);
	return true;
}

static bool is_shown(const json_t *pass) {
	return json_object_get(pass, "text") ||
	       json_is_true(json_object_get(pass, "changed"));
}

/* Passes that changed nothing, one after the other, are one line; the others have equal
 * shares of the room, and what one leaves goes to those after it. */
static void put_each(struct page *p, const json_t *passes, enum page_part part) {
	size_t i, n = 0;
	const json_t *pass;
	bool idle = false, whole = true;
	json_array_foreach(passes, i, pass) n += is_shown(pass);
	json_array_foreach(passes, i, pass) {
		const char *name = json_string_value(json_object_get(pass, "pass"));
		const char *text = json_string_value(json_object_get(pass, "text"));
		if (name && !is_shown(pass)) {
			fprintf(p->out, idle ? ", %s" : "<p class=note>no change: %s",
			        name);
			idle = true;
			continue;
		}
		fputs(idle ? "</p>\n" : "", p->out);
		idle = false;
		size_t room = p->share[part] / MAX(n, (size_t)1);
		n -= n > 0;
		if (name && text)
			whole &= put_text(p, room, text);
		else if (name)
			whole &= put_diff(p, part, room, pass, name);
	}
	fputs(idle ? "</p>\n" : "", p->out);
	if (!whole)
		page_cut(p, "Some of it is",
		         part == PAGE_PASSES ? "--print-changed=diff"
		                             : "--print-changed=llvm:diff");
}

static void put_passes(struct page *p, const json_t *f, enum page_part part,
                       const char *title, const char *note) {
	const json_t *passes = json_object_get(f, "passes");
	if (!json_array_size(passes))
		return;
	fprintf(p->out,
	        "<details class=passes><summary>%s</summary>\n<p class=note>%s</p>\n",
	        title, note);
	put_each(p, passes, part);
	fputs("</details>\n", p->out);
}

void page_passes(struct page *p, const struct chapter *ch) {
	put_passes(
		p, function_of(p, ch->f->name->s), PAGE_PASSES, "Passes of the optimiser",
		p->run->set.passes
			? "What each changed on the way from the source to the PTX. "
			  "Values keep their numbers from pass to pass; each is written "
			  "once."
			: "What each would change in this text with --optimize. Values "
			  "keep their numbers from pass to pass; each is written once.");
	put_passes(p, ch->llvm_passes, PAGE_LLVM_PASSES, "Passes of LLVM",
	           "What each changes on the way from the LLVM IR that the JIT writes "
	           "(<code>--dump=llvm</code>) to that of the pane.");
}

/* include.c - the search for headers, and the files: each is looked for once for each
 * name and place, and read once.
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "preprocessor/state.h"

/* ---- the folders ------------------------------------------------------------------ */

static bool is_folder(const char *path) {
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* A folder that may become one of the search. */
struct folder {
	const struct pp_dir *dir;
	dev_t device;
	ino_t number;
	bool is_there, is_used;
};

/* The chains of the search: quotes, -I, system, after. */
static u32 chain_of(const struct pp_dir *d) {
	return d->is_quote ? 0 : d->is_after ? 3 : d->is_system ? 2 : 1;
}

static bool is_same_folder(const struct folder *a, const struct folder *b) {
	return a->device == b->device && a->number == b->number;
}

/* GCC leaves out a folder that is there before in its chain, and one of -I that is also
 * a system folder. */
static bool is_repeated(const struct folder *all, u32 n, const struct folder *f) {
	u32 chain = MIN(chain_of(f->dir), 2u);
	for (u32 i = 0; i < n; i++) {
		const struct folder *g = &all[i];
		u32 other = MIN(chain_of(g->dir), 2u);
		if (((g->is_used && other == chain) || (chain == 1 && other == 2)) &&
		    g->is_there && is_same_folder(f, g))
			return true;
	}
	return false;
}

static void find_folder(struct folder *f, const struct pp_dir *d) {
	struct stat st;
	f->dir = d;
	f->is_there = stat(d->path, &st) == 0 && S_ISDIR(st.st_mode);
	if (f->is_there) {
		f->device = st.st_dev;
		f->number = st.st_ino;
	}
}

void pp_include_init(struct pp *pp) {
	const struct pp_options *o = pp->o;
	u32 n = o->ndir + (o->host ? o->host->ndir : 0);
	struct folder *all = arena_array(&pp->temp, struct folder, n + 1);
	for (u32 i = 0; i < n; i++)
		find_folder(&all[i],
		            i < o->ndir ? &o->dir[i] : &o->host->dir[i - o->ndir]);
	pp->dir = arena_array(pp->arena, struct pp_dir, n + 1);
	pp->dir_fd = arena_array_raw(pp->arena, int, n + 1);
	pp->found = MAP_INIT(pp->arena);
	pp->by_path = MAP_INIT(pp->arena);
	pp->by_inode = MAP_INIT(pp->arena);
	pp->real = MAP_INIT(pp->arena);
	pp->subfolder = MAP_INIT(pp->arena);
	for (u32 chain = 0; chain < 4; chain++) {
		if (chain == 1)
			pp->first_bracket = pp->ndir;
		for (u32 i = 0; i < n; i++) {
			struct folder *f = &all[i];
			if (chain_of(f->dir) != chain || !f->is_there ||
			    is_repeated(all, n, f))
				continue;
			f->is_used = true;
			pp->dir_fd[pp->ndir] = -1;
			pp->dir[pp->ndir++] = *f->dir;
		}
	}
}

void pp_include_end(struct pp *pp) {
	for (u32 i = 0; i < pp->ndir; i++)
		if (pp->dir_fd[i] >= 0)
			close(pp->dir_fd[i]);
}

/* A folder of the search, opened: the system walks shorter ways from there. AT_FDCWD if
 * that is not possible. */
static int open_folder(struct pp *pp, u32 dir) {
	if (pp->dir_fd[dir] == -1) {
		int fd = open(pp->dir[dir].path, O_PATH | O_DIRECTORY | O_CLOEXEC);
		pp->dir_fd[dir] = fd < 0 ? AT_FDCWD : fd;
	}
	return pp->dir_fd[dir];
}

/* ---- files ------------------------------------------------------------------------ */

static const char *folder_of(struct arena *a, const char *path) {
	const char *slash = strrchr(path, '/');
	return slash ? arena_strdup(a, path, (size_t)(slash - path) + 1) : "";
}

static struct pp_file *new_file(struct pp *pp, const char *path) {
	struct pp_file *f = arena_new(pp->arena, struct pp_file);
	f->path = path;
	f->dir = folder_of(pp->arena, path);
	f->dir_index = DIR_NONE;
	f->twin = f;
	return f;
}

/* A folder without links, with / at its end. */
static const char *real_folder(struct pp *pp, const char *folder) {
	char real[PATH_MAX];
	u64 *slot = map_at(&pp->real, hash_bytes(HASH_START, folder, strlen(folder)));
	if (!*slot)
		*slot = (uintptr_t)(realpath(folder, real)
		                            ? arena_printf(pp->arena, "%s/", real)
		                            : folder);
	return (const char *)(uintptr_t)*slot;
}

/* System headers are shown without links, if that is shorter, as GCC does. */
static const char *shown_path(struct pp *pp, const char *path, bool is_link) {
	char real[PATH_MAX];
	if (is_link) {
		if (!realpath(path, real))
			return path;
		return strlen(real) < strlen(path)
		               ? arena_strdup(pp->arena, real, strlen(real))
		               : path;
	}
	const char *folder = folder_of(&pp->temp, path);
	const char *known = real_folder(pp, *folder ? folder : "./");
	if (strlen(known) >= strlen(folder))
		return path;
	return arena_printf(pp->arena, "%s%s", known, path + strlen(folder));
}

static u64 path_key(const char *path, u32 dir, u32 system) {
	u64 h = hash_bytes(HASH_START, path, strlen(path));
	return hash_number(h, (u64)dir << 8 | system);
}

/* Whether the file lies below one of the folders that headers may come from. The source
 * itself is asked for before a file is open. */
static bool is_allowed(struct pp *pp, const char *path) {
	char real[PATH_MAX];
	bool inside = !pp->o->nroot || !pp->buf;
	if (!inside && realpath(path, real))
		for (u32 i = 0; i < pp->o->nroot && !inside; i++) {
			size_t n = strlen(pp->o->root[i]);
			inside = strncmp(real, pp->o->root[i], n) == 0 && real[n] == '/';
		}
	if (!inside && !pp->result->refused)
		pp->result->refused = arena_strdup(pp->arena, path, strlen(path));
	return inside;
}

/* The file at `path`, which is `at` in the folder `dir` of the search if there is one.
 * NULL if it is not there. */
static struct pp_file *file_at(struct pp *pp, const char *path, const char *at, u32 dir,
                               u32 system) {
	struct stat st;
	u64 *slot = map_find(&pp->by_path, path_key(path, dir, system));
	if (slot)
		return (struct pp_file *)(uintptr_t)*slot;
	int folder = dir == DIR_NONE ? AT_FDCWD : open_folder(pp, dir);
	if (folder == AT_FDCWD)
		at = path;
	if (fstatat(folder, at, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return NULL;
	bool is_link = S_ISLNK(st.st_mode);
	if ((is_link && stat(path, &st) != 0) || S_ISDIR(st.st_mode))
		return NULL;
	if (!is_allowed(pp, path))
		return NULL;
	const char *copy = arena_strdup(pp->arena, path, strlen(path));
	struct pp_file *f = new_file(pp, system ? shown_path(pp, copy, is_link) : copy);
	f->dir_index = dir;
	f->at = copy + (at - path);
	f->system = (u8)system;
	*map_at(&pp->by_path, path_key(path, dir, system)) = (uintptr_t)f;
	u64 *twin = map_at(&pp->by_inode,
	                   hash_number(hash_number(HASH_START, st.st_dev), st.st_ino));
	if (!*twin)
		*twin = (uintptr_t)f;
	f->twin = (struct pp_file *)(uintptr_t)*twin;
	f->is_seen = S_ISREG(st.st_mode);
	return f;
}

struct pp_file *pp_memory_file(struct pp *pp, const char *name, const char *text,
                               size_t len) {
	struct source_file *s = source_add(pp->diag->sources, name, text, len);
	if (!s)
		return NULL;
	struct pp_file *f = new_file(pp, s->name);
	f->text = s->text;
	f->len = s->len;
	f->base = s->base;
	f->is_memory = true;
	return f;
}

struct pp_file *pp_source_file(struct pp *pp, const char *path) {
	return file_at(pp, path, path, DIR_NONE, 0);
}

/* ---- headers given as texts -------------------------------------------------------- */

static struct pp_file *given(struct pp *pp, const char *name) {
	for (u32 i = 0; i < pp->o->nheader; i++) {
		const struct pp_header *h = &pp->o->header[i];
		if (strcmp(h->name, name) != 0)
			continue;
		u64 *slot = map_at(&pp->by_path, hash_number(HASH_START, i));
		if (!*slot)
			*slot = (uintptr_t)pp_memory_file(pp, h->name, h->text,
			                                  strlen(h->text));
		return (struct pp_file *)(uintptr_t)*slot;
	}
	return NULL;
}

/* Removes `.` and `folder/..`: names of given headers are compared as texts. */
static const char *plain_path(struct arena *a, const char *path) {
	char *out = arena_alloc(a, strlen(path) + 2, 1), *to = out;
	while (*path) {
		size_t n = strcspn(path, "/");
		if (n == 2 && path[0] == '.' && path[1] == '.' && to > out) {
			for (to--; to > out && to[-1] != '/';)
				to--;
		} else if (n && !(n == 1 && *path == '.')) {
			memcpy(to, path, n);
			to += n;
			*to++ = '/';
		}
		path += n + (path[n] == '/');
	}
	*(to > out ? to - 1 : to) = 0;
	return out;
}

/* ---- the search -------------------------------------------------------------------- */

struct found {
	struct found *next;
	const char *name, *dir;
	u32 from;
	bool is_of_toolkit;
	struct pp_file *file;
};

/* Whether a folder of the search has the folder that the name begins with: the system is
 * asked once for all names in it. */
static bool may_hold(struct pp *pp, u32 i, const char *name) {
	char path[PATH_MAX];
	const char *slash = strrchr(name, '/');
	if (!slash)
		return true;
	size_t n = (size_t)(slash - name);
	u64 *slot = map_at(&pp->subfolder,
	                   hash_number(hash_bytes(HASH_START, name, n), i));
	if (!*slot) {
		snprintf(path, sizeof path, "%s/%.*s", pp->dir[i].path, (int)n, name);
		*slot = is_folder(path) ? 2 : 1;
	}
	return *slot == 2;
}

/* Finds a header in folder i of the search. */
static struct pp_file *file_in(struct pp *pp, u32 i, const char *name) {
	char path[PATH_MAX];
	const struct pp_dir *d = &pp->dir[i];
	size_t n = strlen(d->path) + 1;
	if (!may_hold(pp, i, name) ||
	    (size_t)snprintf(path, sizeof path, "%s/%s", d->path, name) >= sizeof path)
		return NULL;
	struct pp_file *f = file_at(pp, path, path + n, i,
	                            d->is_system ? 1 + d->is_c : 0);
	if (f && pp->o->own && strcmp(d->path, pp->o->own) == 0)
		f->is_own = true;
	return f;
}

/* Whether what is included now is the toolkit's before it is a given text: by a header of
 * the toolkit, or on the command line. */
static bool is_of_toolkit(const struct pp *pp) {
	const struct pp_file *f = pp->buf ? pp->buf->file : NULL;
	return pp->o->own && pp->o->nheader && (!f || f->is_own);
}

static struct pp_file *toolkit_file(struct pp *pp, const char *name) {
	u32 i = 0;
	while (i < pp->ndir && strcmp(pp->dir[i].path, pp->o->own) != 0)
		i++;
	return i < pp->ndir ? file_in(pp, i, name) : NULL;
}

static struct pp_file *search(struct pp *pp, const char *name, const char *beside,
                              u32 from) {
	char path[PATH_MAX];
	struct pp_file *f = is_of_toolkit(pp) && *name != '/' ? toolkit_file(pp, name)
	                                                      : NULL;
	u32 system = pp->buf ? pp->buf->system : 0;
	if (f)
		return f;
	if (pp->o->nheader && *name != '/') {
		if (beside && pp->buf->file && pp->buf->file->is_memory)
			f = given(pp,
			          plain_path(&pp->temp, arena_printf(&pp->temp, "%s%s",
			                                             beside, name)));
		if (!f)
			f = given(pp, plain_path(&pp->temp, name));
		if (f)
			return f;
	}
	if (*name == '/')
		return file_at(pp, name, name, DIR_NONE, system);
	bool is_file = !pp->buf || !pp->buf->file || !pp->buf->file->is_memory ||
	               pp->buf->up == NULL;
	if (beside && is_file &&
	    (size_t)snprintf(path, sizeof path, "%s%s", beside, name) < sizeof path &&
	    (f = file_at(pp, path, path, DIR_NONE, system)))
		return f;
	for (u32 i = from; i < pp->ndir && !f; i++)
		f = file_in(pp, i, name);
	return f;
}

static struct pp_file *search_once(struct pp *pp, const char *name, const char *beside,
                                   u32 from) {
	u64 h = hash_bytes(HASH_START, name, strlen(name));
	if (beside)
		h = hash_bytes(h, beside, strlen(beside));
	bool is_own = is_of_toolkit(pp);
	h = hash_number(h, (u64)from << 8 | (u32)is_own << 4 |
	                           (beside ? pp->buf->system + 1u : 0));
	u64 *slot = map_at(&pp->found, h);
	struct found *f = (struct found *)(uintptr_t)*slot;
	for (struct found *at = f; at; at = at->next)
		if (at->from == from && at->is_of_toolkit == is_own &&
		    strcmp(at->name, name) == 0 &&
		    (beside ? at->dir && strcmp(at->dir, beside) == 0 : !at->dir))
			return at->file;
	struct found *made = arena_new(pp->arena, struct found);
	*made = (struct found){f,
	                       arena_strdup(pp->arena, name, strlen(name)),
	                       beside ? arena_strdup(pp->arena, beside, strlen(beside))
	                              : NULL,
	                       from,
	                       is_own,
	                       NULL};
	*slot = (uintptr_t)made;
	made->file = search(pp, name, beside, from);
	return made->file;
}

struct pp_file *pp_find_header(struct pp *pp, const char *name, u32 len, bool is_angled,
                               bool is_next) {
	struct pp_file *here = pp->buf->file;
	const char *text = arena_strdup(&pp->temp, name, len);
	if (!len)
		return NULL;
	if (is_next && pp->buf->up && pp->buf->up->file && here) {
		/* a file that was found beside another goes on with the first folder */
		u32 from = here->dir_index == DIR_NONE ? 0 : here->dir_index + 1;
		return search_once(pp, text, NULL, from);
	}
	if (is_angled)
		return search_once(pp, text, NULL, pp->first_bracket);
	return search_once(pp, text, here ? here->dir : "", 0);
}

struct pp_file *pp_find_option(struct pp *pp, const char *name) {
	return search_once(pp, name, "./", 0);
}

/* ---- the name in a directive -------------------------------------------------------- */

/* `<` a . h `>` that macros made: the tokens, with the spaces between them. */
static bool joined_name(struct pp *pp, struct pp_token *t, const char **name, u32 *len) {
	const char *text = "";
	for (pp_next(pp, t); t->kind != PP_PUNCT || t->op != OP1('>'); pp_next(pp, t)) {
		if (t->kind == PP_END || strlen(text) > PATH_MAX)
			return false;
		text = arena_printf(&pp->temp, "%s%s%.*s", text,
		                    *text && t->flags & PF_WHITE ? " " : "", (int)t->len,
		                    t->text);
	}
	*name = arena_strdup(pp->arena, text, strlen(text));
	*len = (u32)strlen(text);
	return true;
}

bool pp_header_name(struct pp *pp, const char *where, struct pp_token *t,
                    const char **name, u32 *len, bool *is_angled) {
	struct pp_token first = *t;
	*is_angled = t->kind != PP_STRING;
	if (t->kind == PP_HEADER || (t->kind == PP_STRING && *t->text == '"')) {
		const char *close = t->text + t->len - 1;
		while (*close != '"' && *close != '>')
			close--;
		*len = (u32)(close - t->text) - 1;
		*name = arena_strdup(pp->arena, t->text + 1, *len);
		if (*len)
			return true;
	} else if (t->kind == PP_PUNCT && t->op == OP1('<') &&
	           joined_name(pp, t, name, len) && *len) {
		return true;
	}
	pp_error(pp, first.at, MAX(first.len, 1u), E0802, "%.*s takes \"FILE\" or <FILE>",
	         (int)strcspn(where, "( \t\n"), where);
	return false;
}

/* ---- reading ----------------------------------------------------------------------- */

static bool is_at_limit(struct pp *pp, u32 at) {
	if (pp->depth < INCLUDE_DEPTH_MAX)
		return false;
	pp_error(pp, at, 1, E0806, "includes are nested more than %d deep",
	         INCLUDE_DEPTH_MAX);
	pp_die(pp);
	return true;
}

/* Whether compilers may warn of characters: trigraphs, and what changes the direction of
 * text (U+202A to U+202E, U+2066 to U+2069). */
static bool has_odd_characters(const char *s, size_t n) {
	for (const char *p = s; (p = memchr(p, '?', n - (size_t)(p - s))); p++)
		if (p[1] == '?' && p[2] && strchr("=/'()!<>-", p[2]))
			return true;
	for (const char *p = s; (p = memchr(p, 0xe2, n - (size_t)(p - s))); p++) {
		u8 c = (u8)p[1], d = c ? (u8)p[2] : 0;
		if ((c == 0x80 && d >= 0xaa && d <= 0xae) ||
		    (c == 0x81 && d >= 0xa6 && d <= 0xa9))
			return true;
	}
	return false;
}

/* A file with headers becomes some megabytes as a rule. In one piece they cost less,
 * since the system gives large pages for it. */
static void make_room(struct pp *pp) {
	enum { ROOM = 12 << 20 };
	if (!pp->has_room && pp->depth)
		arena_reserve(pp->arena, ROOM, 16);
	pp->has_room |= pp->depth != 0;
}

static bool load(struct pp *pp, struct pp_file *f, u32 at) {
	if (!f->text && f->twin->text) {
		f->text = f->twin->text;
		f->len = f->twin->len;
		f->base = f->twin->base;
		f->is_doubtful = f->twin->is_doubtful;
	}
	if (f->text)
		return true;
	make_room(pp);
	struct sources *all = pp->diag->sources;
	int folder = f->dir_index == DIR_NONE ? AT_FDCWD : open_folder(pp, f->dir_index);
	struct source_file *s = f->is_seen ? source_load_seen(all, f->path, folder, f->at)
	                                   : source_load_named(all, f->path);
	if (!s) {
		pp_error(pp, at, 1, E0401, "cannot read '%s'", f->path);
		pp_die(pp);
		return false;
	}
	f->text = s->text;
	f->len = s->len;
	f->base = s->base;
	f->is_doubtful = has_odd_characters(s->text, s->len);
	return true;
}

bool pp_is_skipped(const struct pp *pp, const struct pp_file *f) {
	(void)pp;
	return (f->twin->is_once && f->twin->is_read) || (f->guard && f->guard->macro);
}

static void list(struct pp *pp, struct pp_file *f, bool is_system) {
	if (f->is_listed || f->is_memory)
		return;
	f->is_listed = true;
	vec_push(pp->arena, &pp->result->file, f->path);
	if (is_system)
		vec_push(pp->arena, &pp->result->system, f->path);
}

void pp_read(struct pp *pp, struct pp_file *f, u32 include_at) {
	struct pp_buffer *up = pp->buf;
	struct pp_buffer b = {.up = up, .file = f, .name = f->path, .line = 1};
	b.system = up && up->system > f->system ? up->system : f->system;
	list(pp, f, b.system);
	if (pp_is_skipped(pp, f) || is_at_limit(pp, include_at) ||
	    !load(pp, f, include_at))
		return;
	f->twin->is_read = true;
	b.text = b.at = f->text;
	b.end = f->text + f->len;
	b.base = f->base;
	b.nif = pp->ifs.n;
	b.include_at = include_at;
	b.include_line = up ? up->line : 0;
	pp->result->is_doubtful |= f->is_doubtful && !b.system;
	if (f->len >= 3 && memcmp(b.at, PP_BOM, 3) == 0)
		b.at += 3;
	pp->buf = &b;
	pp->depth++;
	pp_marker(pp, 1, up ? " 1" : "");
	pp_scan(pp);
	pp_close_file(pp);
	pp->depth--;
	pp->buf = up;
	if (up)
		pp_marker(pp, up->line + 1, " 2");
}

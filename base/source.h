/* source.h - loaded source texts in one offset space.
 * A location is a pair of 32-bit offsets into that space; file, line and column are
 * computed only when something is printed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct loc {
	u32 start, end; /* offsets; end is one past the last byte; {0,0} is "nowhere" */
};

/* Zero bytes after every text: flex wants two to scan in place, and others read 16 bytes
 * at a time. They also keep the offset of a file's end apart from the start of the next
 * file. */
enum { SOURCE_TAIL = 18 };

struct source_file {
	const char *name;
	const char *text; /* len bytes and SOURCE_TAIL zeros */
	u32 len;
	u32 base;        /* offset of text[0]; the first file starts at 1 */
	u32 *line_start; /* built on the first look-up; offsets relative to text */
	u32 nline;
	bool has_markers; /* a preprocessor wrote it: `# 12 "file.h"` says where lines
	                     came from */
	struct origin *origin; /* of its lines, built on the first look-up (origin.c) */
};

struct sources {
	struct arena *arena;
	struct source_file *file;
	u32 nfile, cap;
	u32 next_base;
};

struct source_pos {
	const struct source_file *file; /* NULL for "nowhere" */
	u32 line, column;               /* from 1; column in bytes */
	const char *line_text;          /* not zero-terminated */
	u32 line_len;                   /* without the newline */
};

void sources_init(struct sources *s, struct arena *arena);
/* Adds a text (copied into the arena). NULL if the offset space (4 GB) is full. */
struct source_file *source_add(struct sources *s, const char *name, const char *text,
                               size_t len);
/* Reads a file. NULL with errno set when it cannot be read or is too large. */
struct source_file *source_load(struct sources *s, const char *path);
/* The same for a file that a text names, not the user: only a regular file of limited
 * size. */
struct source_file *source_load_named(struct sources *s, const char *path);
/* The same if the caller has just seen that the file is a regular one: it is opened as
 * `at` in `folder` (AT_FDCWD, or an open folder), and called `name`. */
struct source_file *source_load_seen(struct sources *s, const char *name, int folder,
                                     const char *at);
/* Adds what can be read from `fd`, up to its end. */
struct source_file *source_read(struct sources *s, const char *name, int fd);
/* Maps a place in a preprocessed text to the place in the file that the user wrote, which
 * it loads; other places stay as they are. `*macro`: the macro whose expansion the place
 * is in; the result is then the macro's name in the user's line. NULL otherwise. */
struct loc source_origin(struct sources *s, struct loc loc, const char **macro);
/* Returns the file of an offset, NULL for none. */
struct source_file *source_file_of(const struct sources *s, u32 offset);
/* File, line and column of an offset; for a preprocessed text, those that the user wrote.
 * The first look-up in a file makes its line table, so look-ups in one `sources` must not
 * run on two threads at once. */
struct source_pos source_pos(const struct sources *s, u32 offset);

static inline struct loc loc_join(struct loc a, struct loc b) {
	return (struct loc){a.start, b.end};
}

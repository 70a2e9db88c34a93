/* logger.c - lines about the calls of a library.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libs/logger.h"

#include <stdlib.h>

/* The value of a variable of the library's, or null. */
static const char *variable(const struct lib_logger *l, const char *rest) {
	char name[64];
	snprintf(name, sizeof name, "%s_LOG_%s", l->variables, rest);
	return getenv(name);
}

static s32 number_in(const struct lib_logger *l, const char *rest) {
	const char *text = variable(l, rest);
	return text ? (s32)strtol(text, NULL, 0) : 0;
}

static void lock(struct lib_logger *l) {
	pthread_mutex_lock(&l->lock);
	if (l->is_ready)
		return;
	const char *path = variable(l, "FILE");
	l->level = number_in(l, "LEVEL");
	l->mask = number_in(l, "MASK");
	l->file = path && *path ? fopen(path, "w") : NULL;
	l->is_ours = l->file;
	l->is_ready = true;
}

static void unlock(struct lib_logger *l) {
	pthread_mutex_unlock(&l->lock);
}

void lib_log(struct lib_logger *l, enum lib_log_level level, const char *function,
             const char *message) {
	lock(l);
	bool wanted = !l->is_disabled &&
	              (l->level >= (s32)level || l->mask >> (level - 1) & 1);
	lib_log_callback callback = wanted ? l->callback : NULL;
	if (wanted) {
		FILE *out = l->file ? l->file : stdout;
		fprintf(out, "[%s][%s][%s] %s\n", l->library,
		        level == LIB_LOG_ERROR ? "Error" : "Api", function, message);
		fflush(out);
	}
	unlock(l);
	if (callback)
		callback((int)level, function, message);
}

void lib_log_to(struct lib_logger *l, lib_log_callback callback) {
	lock(l);
	l->callback = callback;
	unlock(l);
}

void lib_log_set_level(struct lib_logger *l, s32 level) {
	lock(l);
	l->level = level;
	unlock(l);
}

void lib_log_set_mask(struct lib_logger *l, s32 mask) {
	lock(l);
	l->mask = mask;
	unlock(l);
}

void lib_log_disable(struct lib_logger *l) {
	lock(l);
	l->is_disabled = true;
	unlock(l);
}

static void set_file(struct lib_logger *l, FILE *file, bool is_ours) {
	lock(l);
	if (l->is_ours)
		fclose(l->file);
	l->file = file;
	l->is_ours = is_ours;
	unlock(l);
}

void lib_log_set_file(struct lib_logger *l, FILE *file) {
	set_file(l, file, false);
}

bool lib_log_open(struct lib_logger *l, const char *path) {
	FILE *file = path ? fopen(path, "w") : NULL;
	if (file)
		set_file(l, file, true);
	return file;
}

/* step.c - the steps of a compilation: shows and runs commands, makes temporary files,
 * measures time.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/source.h"
#include "tools/simtcc/driver.h"

extern char **environ;

/* ---- messages ---- */

void cc_show(struct cc *cc, const char *fmt, ...) {
	va_list args;
	if (!cc->show)
		return;
	va_start(args, fmt);
	fputs("#$ ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
}

/* ---- lists of words ---- */

void cc_add_words(struct arena *a, struct texts *list, const char *const *words) {
	for (; *words; words++)
		vec_push(a, list, *words);
}

void cc_add_all(struct arena *a, struct texts *list, const struct texts *more) {
	text_each (word, more)
		vec_push(a, list, *word);
}

/* ---- commands ---- */

/* Prints a word as a shell would read it. -L is always quoted: CMake looks for the text
 * of LIBRARIES= in the link line. */
static void show_word(const char *word) {
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		"_-./=+,:@%^";
	if (*word && word[strspn(word, plain)] == 0 && strncmp(word, "-L", 2) != 0) {
		fprintf(stderr, "%s ", word);
		return;
	}
	fputc('"', stderr);
	for (; *word; word++) {
		if (strchr("\"\\$`", *word))
			fputc('\\', stderr);
		fputc(*word, stderr);
	}
	fputs("\" ", stderr);
}

/* A command whose messages are kept until it has ended. */
struct child {
	pid_t pid;
	int messages; /* -1: they go where those of this program go */
	bool is_clang;
};

/* Returns the environment with English messages, which are read. */
static char **english(struct arena *a) {
	static char all[] = "LC_ALL=C.UTF-8";
	u32 n = 0, m = 0;
	while (environ[n])
		n++;
	char **env = arena_array(a, char *, n + 2);
	for (u32 i = 0; i < n; i++)
		if (strncmp(environ[i], "LC_ALL=", 7) != 0)
			env[m++] = environ[i];
	env[m] = all;
	return env;
}

static int spawn(struct cc *cc, struct child *c, char **argv) {
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);
	if (error)
		return error;
	if (c->messages >= 0)
		error = posix_spawn_file_actions_adddup2(&actions, c->messages,
		                                         STDERR_FILENO);
	if (!error)
		error = posix_spawnp(&c->pid, argv[0], &actions, NULL, argv,
		                     c->messages >= 0 ? english(&cc->arena) : environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

void cc_show_command(struct cc *cc, const struct texts *command) {
	if (!cc->show)
		return;
	fputs("#$ ", stderr);
	text_each (word, command)
		show_word(*word);
	fputc('\n', stderr);
}

struct child *cc_start_as(struct cc *cc, const struct texts *command,
                          bool keep_messages) {
	char **argv = arena_array(&cc->arena, char *, command->n + 1);
	struct child *c = arena_new(&cc->arena, struct child);
	c->messages = -1;
	c->is_clang = strstr(command->at[0], "clang") != NULL;
	cc_show_command(cc, command);
	if (cc->set.dryrun)
		return c;
	for (u32 i = 0; i < command->n; i++)
		/* spawn's argv is not const */
		memcpy(&argv[i], &command->at[i], sizeof argv[i]);
	if (keep_messages)
		c->messages = memfd_create("messages", MFD_CLOEXEC);
	fflush(NULL);
	int error = spawn(cc, c, argv);
	if (error) {
		cc_error("cannot run '%s': %s", argv[0], strerror(error));
		c->pid = -1;
	}
	return c;
}

struct child *cc_start(struct cc *cc, const struct texts *command) {
	return cc_start_as(cc, command, true);
}

static int end_of(pid_t pid) {
	int status;
	if (pid <= 0)
		return pid ? CC_FAILED : CC_OK;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return CC_FAILED;
	if (WIFSIGNALED(status)) {
		cc_error("a command was ended by signal %d (%s)", WTERMSIG(status),
		         strsignal(WTERMSIG(status)));
		return 128 + WTERMSIG(status);
	}
	return WEXITSTATUS(status);
}

/* Reads messages, with a zero after them; NULL if there are none. */
static char *read_messages(struct cc *cc, int fd) {
	off_t size = lseek(fd, 0, SEEK_END);
	char *text = size > 0 ? arena_array(&cc->arena, char, (size_t)size + 1) : NULL;
	for (off_t n = 0; text && n < size;) {
		ssize_t got = pread(fd, text + n, (size_t)(size - n), n);
		if (got <= 0)
			break;
		n += got;
	}
	return text;
}

char *cc_kept_messages(struct cc *cc, struct child *c) {
	return c && c->messages >= 0 ? read_messages(cc, c->messages) : NULL;
}

int cc_end(struct child *c) {
	return c ? end_of(c->pid) : CC_OK;
}

void cc_tell_kept(struct cc *cc, struct child *c, bool tell, bool failed) {
	if (!c || c->messages < 0)
		return;
	char *text = tell ? read_messages(cc, c->messages) : NULL;
	close(c->messages);
	c->messages = -1;
	cc->is_clang = c->is_clang;
	if (text)
		cc_pass_on(cc, text, failed);
}

int cc_wait_as(struct cc *cc, struct child *c, bool tell) {
	int status = cc_end(c);
	cc_tell_kept(cc, c, tell, status != 0);
	return status;
}

int cc_wait(struct cc *cc, struct child *c) {
	return cc_wait_as(cc, c, true);
}

int cc_run(struct cc *cc, const struct texts *command) {
	return cc_wait(cc, cc_start(cc, command));
}

int cc_run_plain(struct cc *cc, const struct texts *command) {
	return cc_wait(cc, cc_start_as(cc, command, false));
}

/* ---- files ---- */

const char *cc_stem(struct arena *a, const char *path) {
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');
	return arena_strdup(a, name,
	                    dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static const char *make_temp_dir(struct cc *cc) {
	const char *base = getenv("TMPDIR");
	char *dir = arena_printf(&cc->arena, "%s/simtcc-XXXXXX",
	                         cc->saved_temp  ? cc->saved_temp
	                         : base && *base ? base
	                                         : "/tmp");
	if (cc->set.dryrun) { /* the shell that runs the output makes it: the name must be
		                 unique */
		dir = arena_printf(&cc->arena, "%.*s%06d", (int)(strlen(dir) - 6), dir,
		                   (int)getpid() % 1000000);
		cc_show(cc, "mkdir -p \"%s\"", dir);
		/* last of all, as scripts take the last line for the command that links
		 */
		cc_show(cc, "trap 'rm -r \"%s\"' EXIT", dir);
		return dir;
	}
	if (!mkdtemp(dir)) {
		cc_error("cannot make a folder for temporary files, '%s': %s", dir,
		         strerror(errno));
		exit(CC_FAILED);
	}
	return dir;
}

const char *cc_temp(struct cc *cc, const char *source, const char *suffix) {
	const char *stem = cc_stem(&cc->arena, source);
	if (cc->set.keep) {
		const char *dir = cc->set.keep_dir ? cc->set.keep_dir : ".";
		return strcmp(dir, ".") == 0
		               ? arena_printf(&cc->arena, "%s%s", stem, suffix)
		               : arena_printf(&cc->arena, "%s/%s%s", dir, stem, suffix);
	}
	if (!cc->temp_dir)
		cc->temp_dir = make_temp_dir(cc);
	/* numbered, as sources in several folders may have the same name */
	const char *path = arena_printf(&cc->arena, "%s/%u-%s%s", cc->temp_dir,
	                                cc->temp.n, stem, suffix);
	vec_push(&cc->arena, &cc->temp, path);
	return path;
}

void cc_clean_up(struct cc *cc) {
	if (!cc->temp_dir || cc->set.dryrun) {
		cc->temp_dir = NULL;
		return;
	}
	text_each (path, &cc->temp)
		unlink(*path);
	rmdir(cc->temp_dir);
	cc->temp_dir = NULL;
	cc->temp.n = 0;
}

bool cc_write(struct cc *cc, const char *path, const void *data, size_t size) {
	bool to_stdout = strcmp(path, "-") == 0;
	if (cc->set.dryrun)
		return true;
	FILE *f = to_stdout ? stdout : fopen(path, "wb");
	bool ok = f && fwrite(data, 1, size, f) == size;
	if (f)
		ok = (to_stdout ? fflush(f) : fclose(f)) == 0 && ok;
	if (!ok)
		cc_error("cannot write '%s': %s", path, strerror(errno));
	return ok;
}

char *cc_read_into(struct arena *a, const char *path, size_t *size) {
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) != 0) {
		cc_error("cannot read '%s': %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	size_t want = (size_t)st.st_size, n = 0;
	char *text = arena_array_raw(a, char, want + 2);
	while (n < want) {
		ssize_t got = read(fd, text + n, want - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	close(fd);
	text[n] = text[n + 1] = 0;
	*size = n;
	return text;
}

char *cc_read(struct cc *cc, const char *path, size_t *size) {
	return cc_read_into(&cc->arena, path, size);
}

/* ---- time ---- */

u64 cc_now_us(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000 + (u64)t.tv_nsec / 1000;
}

static FILE *open_for(const char *path, const char *mode) {
	FILE *f = strcmp(path, "-") == 0 ? stdout : fopen(path, mode);
	if (!f)
		cc_error("cannot write '%s': %s", path, strerror(errno));
	return f;
}

bool cc_open_times(struct cc *cc) {
	cc->trace_start_us = cc_now_us();
	if (cc->set.dryrun)
		return true;
	if (cc->set.time) {
		cc->time = open_for(cc->set.time, "a");
		if (!cc->time)
			return false;
		if (fseek(cc->time, 0, SEEK_END) != 0 || ftell(cc->time) <= 0)
			fputs("source file name , phase name , phase input files , phase "
			      "output file , arch , tool , metric , unit\n",
			      cc->time);
	}
	if (cc->set.time_trace) {
		cc->trace = open_for(cc->set.time_trace, "w");
		if (!cc->trace)
			return false;
		fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[", cc->trace);
	}
	return true;
}

static bool close_one(FILE *f) {
	return !f || (f == stdout ? fflush(f) : fclose(f)) == 0;
}

bool cc_close_times(struct cc *cc) {
	if (cc->trace)
		fputs("\n]}\n", cc->trace);
	bool ok = close_one(cc->time);
	ok = close_one(cc->trace) && ok;
	cc->time = cc->trace = NULL;
	return ok;
}

static void put_json(FILE *f, const char *key, const char *s) {
	fprintf(f, ",\"%s\":\"", key);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			fprintf(f, "\\%c", *s);
		else if ((u8)*s < 0x20)
			fprintf(f, "\\u%04x", *s);
		else
			fputc(*s, f);
	}
	fputc('"', f);
}

static void trace(struct cc *cc, const char *phase, const char *in, const char *out,
                  const char *arch, u64 start_us, u64 us) {
	FILE *f = cc->trace;
	if (!f)
		return;
	fprintf(f, "%s\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%llu,\"dur\":%llu",
	        cc->ntrace++ ? "," : "",
	        (unsigned long long)(start_us - cc->trace_start_us),
	        (unsigned long long)us);
	put_json(f, "name", phase);
	fputs(",\"args\":{\"tool\":\"simtcc\"", f);
	put_json(f, "source", cc->source ? cc->source : "");
	put_json(f, "input", in);
	put_json(f, "output", out);
	put_json(f, "arch", arch);
	fputs("}}", f);
}

void cc_time(struct cc *cc, const char *phase, const char *in, const char *out,
             const char *arch, u64 start_us) {
	u64 us = cc_now_us() - start_us;
	trace(cc, phase, in, out, arch, start_us, us);
	if (!cc->time)
		return;
	fprintf(cc->time, "%s , %s , %s , %s , %s , %s , %llu.%03llu , ms\n",
	        cc->source ? cc->source : "", phase, in, out, arch, "simtcc",
	        (unsigned long long)(us / 1000), (unsigned long long)(us % 1000));
}

/* sandbox.c - simtrun --sandbox: untrusted PTX and launch files, run with as few
 * permissions as possible.
 *
 * What it needs is opened first: the text, files of arguments, files for results. Then a
 * seccomp filter is installed, for all threads and for good, before the first byte of the
 * text is read: from there on the process can compute, take memory up to a limit, start
 * threads, and write to what it has open. A launch file names itself what it needs, so
 * there are two filters: under the first one, installed before the launch file is read,
 * files can still be read; under the second one nothing can be opened. The process has a
 * time limit; a timer that nothing in it can stop ends it. SECURITY.md says what that
 * promises; backend/llvm/mem/confine.c does the rest.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "backend/llvm/engine/library.h"
#include "base/vec.h"
#include "tools/simtrun/argspec.h"
#include "tools/simtrun/launchfile.h"
#include "tools/simtrun/simtrun.h"

enum {
	SANDBOX_TIMEOUT_MS = 10000,
	SANDBOX_MEMORY = 1 << 30,
	HOST_MEMORY = 1 << 30, /* for the text, its code and the registers of kernels */
	/* for the load and the report, beside twice the launch's limit */
	GRACE_MS = 5000,
	THREAD_MEMORY = 16 << 20, /* of a worker: its stack */
};

/* ---- files that are open already --------------------------------------------------- */

struct kept_file {
	const char *path;
	FILE *file; /* NULL: taken */
	bool write;
};

static struct kept_file kept[64];
static u32 nkept;
static bool closed;
static VEC(const struct source_file *) taken; /* what a launch file names, read already */

static bool keep(struct simtrun *run, const char *path, bool write) {
	struct kept_file *k = &kept[nkept];
	if (nkept == countof(kept)) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408,
		           "--sandbox: more than %u files", (u32)countof(kept));
		return false;
	}
	/* An existing file stays as it is until there are results. */
	int fd = open(path, write ? O_WRONLY | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC,
	              0666);
	*k = (struct kept_file){path, fd < 0 ? NULL : fdopen(fd, write ? "wb" : "rb"),
	                        write};
	if (!k->file) {
		diag_error(&run->diag, (struct loc){0, 0}, E0401, "cannot %s %s: %s",
		           write ? "write" : "read", path, strerror(errno));
		return false;
	}
	nkept++;
	return true;
}

const struct source_file *sandbox_taken(const char *path) {
	for (u32 i = 0; i < taken.n; i++)
		if (strcmp(taken.at[i]->name, path) == 0)
			return taken.at[i];
	return NULL;
}

FILE *kept_open(const char *path, bool write) {
	const struct source_file *t = write ? NULL : sandbox_taken(path);
	if (t)
		return fmemopen((void *)t->text, t->len, "rb");
	for (u32 i = 0; closed && i < nkept; i++) {
		struct kept_file *k = &kept[i];
		if (!k->file || k->write != write || strcmp(k->path, path) != 0)
			continue;
		FILE *f = k->file;
		k->file = NULL;
		return write && ftruncate(fileno(f), 0) != 0 ? NULL : f;
	}
	return fopen(path, write ? "wb" : "rb");
}

static bool keep_all(struct simtrun *run) {
	for (u32 i = 0; i < run->set.arg.n; i++) {
		struct argspec_files f = argspec_files(&run->arena, run->set.arg.at[i]);
		if ((f.in && !keep(run, f.in, false)) ||
		    (f.out && !keep(run, f.out, true)))
			return false;
	}
	return true;
}

/* ---- limits ------------------------------------------------------------------------ */

static char late[160]; /* what to say when the time is over */
static size_t nlate;

/* The timer goes on after the time is over: if the pipe is full and stays so, the second
 * signal finds the first one's handler in write(). */
enum { WRITE_MS = 500 };

static void on_time(int sig) {
	static volatile sig_atomic_t tells;
	(void)sig;
	bool first = !tells;
	tells = 1;
	ssize_t n = first ? write(2, late, nlate) : 0;
	_exit(n < 0 ? EXIT_TIMEOUT : EXIT_TIMEOUT);
}

static bool limit(int what, u64 value) {
	struct rlimit r;
	if (getrlimit(what, &r) != 0)
		return false;
	r.rlim_cur = r.rlim_max = MIN((rlim_t)value, r.rlim_max);
	return setrlimit(what, &r) == 0;
}

/* Bytes that the process can write: in checked mode the states of device memory are
 * reserved by now. */
static u64 has_already(void) {
	unsigned long long page[6] = {0};
	FILE *f = fopen("/proc/self/statm", "r");
	for (u32 i = 0; f && i < countof(page); i++)
		if (fscanf(f, "%llu", &page[i]) != 1)
			break;
	if (f)
		fclose(f);
	return page[5] * (u64)sysconf(_SC_PAGESIZE);
}

static struct timeval milliseconds(u64 ms) {
	return (struct timeval){.tv_sec = (time_t)(ms / 1000),
	                        .tv_usec = (suseconds_t)(ms % 1000 * 1000)};
}

/* Memory that can be written counts, address space does not. `data`: bytes of files that
 * stay in memory. */
static bool set_limits(struct simtrun *run, u64 data) {
#ifdef SIMT_HAS_LLVM
	/* While files can be; a kernel tells when there is none. What is only interpreted
	 * does not wait for it. */
	if (run->set.backend != BACKEND_INTERP)
		library_open();
#endif
	const struct settings *set = &run->set;
	u64 ms = 2 * set->timeout_ms + GRACE_MS, threads = set->threads;
	struct itimerval t = {.it_value = milliseconds(ms),
	                      .it_interval = milliseconds(WRITE_MS)};
	struct sigaction act = {.sa_handler = on_time, .sa_flags = SA_NODEFER};
	if (!threads)
		threads = (u64)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
	nlate = (size_t)snprintf(
		late, sizeof late,
		"simtrun: the sandbox's time is over: %llu ms for all of it\n",
		(unsigned long long)ms);
	return sigaction(SIGALRM, &act, NULL) == 0 &&
	       setitimer(ITIMER_REAL, &t, NULL) == 0 && limit(RLIMIT_CORE, 0) &&
	       limit(RLIMIT_DATA, has_already() + set->memory + data + HOST_MEMORY +
	                                  threads * THREAD_MEMORY);
}

/* ---- the filters ------------------------------------------------------------------- */

#ifdef SIMT_HAS_SECCOMP
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>

#define CALL(name) SCMP_SYS(name)

/* Computing, memory, threads, time, and what is open. */
static const int allowed[] = {
	CALL(read),           CALL(readv),
	CALL(pread64),        CALL(write),
	CALL(writev),         CALL(lseek),
	CALL(close),          CALL(fstat),
	CALL(newfstatat),     CALL(ftruncate),
	CALL(mmap),           CALL(munmap),
	CALL(mprotect),       CALL(mremap),
	CALL(madvise),        CALL(brk),
	CALL(futex),          CALL(set_robust_list),
	CALL(rseq),           CALL(exit),
	CALL(exit_group),     CALL(rt_sigaction),
	CALL(rt_sigprocmask), CALL(rt_sigreturn),
	CALL(sigaltstack),    CALL(restart_syscall),
	CALL(getpid),         CALL(gettid),
	CALL(sched_yield),    CALL(sched_getaffinity),
	CALL(nanosleep),      CALL(clock_nanosleep),
	CALL(clock_gettime),  CALL(clock_getres),
	CALL(gettimeofday),   CALL(getrandom),
	CALL(getrusage),      CALL(sysinfo),
	CALL(uname),          CALL(getcpu),
	CALL(membarrier),
};

/* simtrun never makes these calls: they come from injected code. */
static const int fatal[] = {
	CALL(execve),
	CALL(execveat),
	CALL(fork),
	CALL(vfork),
	CALL(ptrace),
	CALL(socket),
	CALL(socketpair),
	CALL(connect),
	CALL(bind),
	CALL(sendto),
	CALL(sendmsg),
	CALL(process_vm_readv),
	CALL(process_vm_writev),
	CALL(kill),
	CALL(mount),
	CALL(bpf),
	CALL(io_uring_setup),
	CALL(userfaultfd),
	CALL(unlink),
	CALL(unlinkat),
	CALL(rename),
	CALL(renameat),
	CALL(renameat2),
	CALL(setrlimit),
};

/* Allows the calls that reading files takes, and those that install the next filter. */
static int add_reading(scmp_filter_ctx c) {
	static const int more[] = {CALL(readlink), CALL(readlinkat), CALL(getcwd),
	                           CALL(stat),     CALL(lstat),      CALL(statx),
	                           CALL(access),   CALL(faccessat),  CALL(faccessat2),
	                           CALL(seccomp),  CALL(prctl)};
	const scmp_datum_t writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
	int e = seccomp_rule_add(c, SCMP_ACT_ALLOW, CALL(openat), 1,
	                         SCMP_A2(SCMP_CMP_MASKED_EQ, writes, 0));
	if (!e)
		e = seccomp_rule_add(c, SCMP_ACT_ALLOW, CALL(open), 1,
		                     SCMP_A1(SCMP_CMP_MASKED_EQ, writes, 0));
	for (u32 i = 0; !e && i < countof(more); i++)
		e = seccomp_rule_add(c, SCMP_ACT_ALLOW, more[i], 0);
	return e;
}

static int add_rules(scmp_filter_ctx c, bool reads) {
	int e = seccomp_attr_set(c, SCMP_FLTATR_CTL_TSYNC, 1);
	if (!e && reads)
		e = add_reading(c);
	for (u32 i = 0; !e && i < countof(allowed); i++)
		e = seccomp_rule_add(c, SCMP_ACT_ALLOW, allowed[i], 0);
	for (u32 i = 0; !e && i < countof(fatal); i++)
		e = seccomp_rule_add(c, SCMP_ACT_KILL_PROCESS, fatal[i], 0);
	/* Threads, no processes; the newer call hides its flags in memory, so the library
	 * takes the older. */
	if (!e)
		e = seccomp_rule_add(c, SCMP_ACT_ALLOW, CALL(clone), 1,
		                     SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM,
		                             CLONE_THREAD | CLONE_VM));
	if (!e)
		e = seccomp_rule_add(c, SCMP_ACT_ERRNO(ENOSYS), CALL(clone3), 0);
	if (!e) /* abort() */
		e = seccomp_rule_add(c, SCMP_ACT_ALLOW, CALL(tgkill), 1,
		                     SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
	if (!e)
		e = seccomp_rule_add(c, SCMP_ACT_ALLOW, CALL(ioctl), 1,
		                     SCMP_A1(SCMP_CMP_EQ, TCGETS));
	if (!e) /* asking for limits */
		e = seccomp_rule_add(c, SCMP_ACT_ALLOW, CALL(prlimit64), 2,
		                     SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
	return e;
}

/* Calls that are not named fail with "operation not permitted". */
static bool shut(struct simtrun *run, bool reads) {
	scmp_filter_ctx c = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int e = c ? add_rules(c, reads) : -ENOMEM;
	if (!e)
		e = seccomp_load(c);
	if (c)
		seccomp_release(c);
	if (e)
		diag_error(&run->diag, (struct loc){0, 0}, E0408,
		           "--sandbox: the system does not let the process restrict "
		           "itself: %s",
		           strerror(-e));
	return e == 0;
}
#else
static bool shut(struct simtrun *run, bool reads) {
	(void)reads;
	diag_error(&run->diag, (struct loc){0, 0}, E0408,
	           "--sandbox: this simt was built without libseccomp");
	return false;
}
#endif

/* ---- all of it --------------------------------------------------------------------- */

/* Returns the setting that would read or write other files; NULL: none. */
static const char *needs_files(const struct settings *set) {
	static const char *const variables[] = {"SIMT_TRACE", "SIMT_COVERAGE",
	                                        "SIMT_PROFILE", "SIMT_RECORD",
	                                        "SIMT_JIT_DEBUG"};
	if (set->page || set->recording)
		return set->page ? "--explain-page" : "--recording";
	if (set->trace || set->coverage)
		return set->trace ? "--trace" : "--coverage";
	if (set->record_schedule || set->replay_schedule)
		return set->record_schedule ? "--record-schedule" : "--replay-schedule";
	if (set->profile && strchr(set->profile, ':'))
		return "--profile=...:FILE";
	for (u32 i = 0; i < countof(variables); i++)
		if (getenv(variables[i]) && *getenv(variables[i]))
			return variables[i];
	return NULL;
}

bool sandbox_options(struct simtrun *run) {
	struct settings *set = &run->set;
	const char *what = needs_files(set);
	if (what) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408,
		           "--sandbox has no files but the PTX and those of arguments: "
		           "not together with %s",
		           what);
		return false;
	}
	if (!set->timeout_ms)
		set->timeout_ms = SANDBOX_TIMEOUT_MS;
	if (!set->memory)
		set->memory = SANDBOX_MEMORY;
	return true;
}

struct source_file *input_load(struct simtrun *run, const char *path) {
	if (run->input)
		return run->input;
	struct source_file *file = source_load(&run->sources, path);
	if (!file) {
		diag_error(&run->diag, (struct loc){0, 0}, E0401, "cannot read %s: %s",
		           path, strerror(errno));
		return NULL;
	}
	if (run->set.sandbox) {
		if (!keep_all(run) || !set_limits(run, 0) || !shut(run, false))
			return NULL;
		closed = true;
	}
	return run->input = file;
}

/* ---- launch files ------------------------------------------------------------------ */

/* The folders in which files of a launch file may lie: its folder and the current one,
 * with all below. */
struct places {
	const char *folder[2];
	u64 bytes, limit; /* of what was read, in all */
};

/* The folder of a file, of "" the current one; `real`: PATH_MAX bytes. */
static const char *folder_of(struct arena *a, const char *path, char *real) {
	const char *slash = strrchr(path, '/');
	const char *folder = ".";
	if (slash)
		folder = arena_printf(a, "%.*s", (int)(slash + 1 - path), path);
	return realpath(folder, real) ? real : "";
}

static bool is_within(const char *path, const char *folder) {
	size_t n = strlen(folder);
	return n > 1 && strncmp(path, folder, n) == 0 && path[n] == '/';
}

/* Returns why the file cannot be taken in; NULL: it can. */
static const char *objection(const struct places *p, const char *path) {
	struct stat st;
	char real[PATH_MAX];
	if (!realpath(path, real) || stat(real, &st) != 0)
		return strerror(errno);
	if (!is_within(real, p->folder[0]) && !is_within(real, p->folder[1]))
		return "in a sandbox it has to be in the folder of the launch file, in "
		       "the current one, or below";
	if (!S_ISREG(st.st_mode))
		return "not a plain file";
	return (u64)st.st_size > p->limit - p->bytes
	               ? "more than --memory allows for all files"
	               : NULL;
}

/* Files are remembered by the name that the launch file has for them. */
static bool take(struct simtrun *run, struct places *p, const char *path) {
	if (!path || sandbox_taken(path))
		return true;
	const char *why = objection(p, path);
	const struct source_file *f = why ? NULL : source_load(&run->sources, path);
	if (!f) {
		diag_error(&run->diag, (struct loc){0, 0}, E0401, "cannot read %s: %s",
		           path, why ? why : strerror(errno));
		return false;
	}
	p->bytes += f->len;
	vec_push(&run->arena, &taken, f);
	return true;
}

static bool take_all(struct simtrun *run, struct places *p, const struct launch_file *f) {
	bool ok = take(run, p, f->module);
	for (u32 i = 0; ok && i < f->nlaunch; i++)
		for (u32 j = 0; ok && j < f->launch[i].narg; j++)
			ok = take(run, p, f->launch[i].arg[j].file) &&
			     take(run, p, f->launch[i].arg[j].expect);
	return ok;
}

bool sandbox_shut(struct simtrun *run) {
	return closed = set_limits(run, 0) && shut(run, false);
}

bool sandbox_begin(struct simtrun *run) {
	return set_limits(run, run->set.memory) && shut(run, true);
}

bool sandbox_take(struct simtrun *run, const struct launch_file *f) {
	char beside[PATH_MAX], here[PATH_MAX];
	struct places p = {
		.folder = {folder_of(&run->arena, f->path, beside),
	                   folder_of(&run->arena, "", here)},
		.limit = run->set.memory,
	};
	return closed = take_all(run, &p, f) && shut(run, false);
}

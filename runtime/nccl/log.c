/* log.c - lines of NCCL_DEBUG, and the text of the last error.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/comm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

static struct {
	pthread_once_t once;
	enum log_level level;
	FILE *out;
	pthread_mutex_t lock;
	char host[64];
	char last[1024], shown[1024];
} s = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static enum log_level level_of(const char *text) {
	static const char *const names[] = {"NONE", "VERSION", "WARN", "INFO", "TRACE"};
	for (u32 i = 0; text && i < countof(names); i++)
		if (strcasecmp(text, names[i]) == 0)
			return (enum log_level)i;
	/* ABORT is an old name, as good as INFO. */
	return text && strcasecmp(text, "ABORT") == 0 ? LOG_INFO : LOG_NONE;
}

/* %h: the host's name, %p: the number of the process. */
static void open_file(const char *pattern) {
	char path[1024];
	size_t n = 0;
	for (; *pattern && n + 80 < sizeof path; pattern++) {
		if (pattern[0] == '%' && pattern[1] == 'h')
			n += (size_t)snprintf(path + n, sizeof path - n, "%s", s.host);
		else if (pattern[0] == '%' && pattern[1] == 'p')
			n += (size_t)snprintf(path + n, sizeof path - n, "%d",
			                      (int)getpid());
		else
			path[n++] = *pattern;
		pattern += pattern[0] == '%' && (pattern[1] == 'h' || pattern[1] == 'p');
	}
	path[n] = 0;
	FILE *f = fopen(path, "we");
	if (f) {
		setvbuf(f, NULL, _IOLBF, 0);
		s.out = f;
	}
}

static void start(void) {
	const char *file = getenv("NCCL_DEBUG_FILE");
	s.level = level_of(getenv("NCCL_DEBUG"));
	s.out = stdout;
	if (gethostname(s.host, sizeof s.host - 1))
		strcpy(s.host, "localhost");
	s.host[strcspn(s.host, ".")] = 0;
	if (file && *file && s.level > LOG_VERSION)
		open_file(file);
}

void ncclResetDebugInit(void) {
	pthread_once(&s.once, start);
	pthread_mutex_lock(&s.lock);
	if (s.out != stdout)
		fclose(s.out);
	start();
	pthread_mutex_unlock(&s.lock);
}
SECOND_NAME(ncclResetDebugInit);

bool log_wants(enum log_level l) {
	pthread_once(&s.once, start);
	return l <= s.level;
}

void log_line(enum log_level l, const char *format, ...) {
	char text[900];
	int device = -1;
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	bool wanted = log_wants(l);
	pthread_mutex_lock(&s.lock);
	if (l == LOG_WARN)
		snprintf(s.last, sizeof s.last, "%s", text);
	if (wanted && lib_current_device(&device) != cudaSuccess)
		device = -1;
	if (wanted && l == LOG_WARN)
		fprintf(s.out, "\n%s:%d:%d [%d] NCCL WARN %s\n", s.host, (int)getpid(),
		        (int)gettid(), device, text);
	else if (wanted)
		fprintf(s.out, "%s:%d:%d [%d] NCCL INFO %s\n", s.host, (int)getpid(),
		        (int)gettid(), device, text);
	if (wanted)
		fflush(s.out);
	pthread_mutex_unlock(&s.lock);
}

void log_version(void) {
	static _Atomic bool said;
	if (log_wants(LOG_VERSION) && !atomic_exchange(&said, true)) {
		printf("NCCL version %d.%d.%d+cuda13.0 (simt)\n", NCCL_MAJOR, NCCL_MINOR,
		       NCCL_PATCH);
		fflush(stdout);
	}
}

const char *ncclGetErrorString(ncclResult_t result) {
	static const char *const texts[] = {
		[ncclSuccess] = "no error",
		[ncclUnhandledCudaError] =
			"unhandled cuda error (run with NCCL_DEBUG=INFO "
			"for details)",
		[ncclSystemError] =
			"unhandled system error (run with NCCL_DEBUG=INFO for "
			"details)",
		[ncclInternalError] = "internal error - please report this issue to the "
				      "NCCL developers",
		[ncclInvalidArgument] = "invalid argument (run with NCCL_DEBUG=WARN for "
					"details)",
		[ncclInvalidUsage] =
			"invalid usage (run with NCCL_DEBUG=WARN for details)",
		[ncclRemoteError] = "remote process exited or there was a network error",
		[ncclInProgress] = "NCCL operation in progress",
	};
	return (u32)result < countof(texts) ? texts[result] : "unknown result code";
}

const char *ncclGetLastError(ncclComm_t comm) {
	(void)comm;
	pthread_mutex_lock(&s.lock);
	memcpy(s.shown, s.last, sizeof s.shown);
	pthread_mutex_unlock(&s.lock);
	return s.shown;
}

ncclResult_t ncclGetVersion(int *version) {
	if (!version) {
		WARN("GetVersion : version argument is NULL");
		return ncclInvalidArgument;
	}
	*version = NCCL_VERSION_CODE;
	return ncclSuccess;
}

SECOND_NAME(ncclGetErrorString);
SECOND_NAME(ncclGetLastError);
SECOND_NAME(ncclGetVersion);

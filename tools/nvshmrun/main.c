/* main.c - nvshmrun: starts the processes of an NVSHMEM job on this host.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

enum { MAX_PES = 256, GRACE_SECONDS = 20 };

static const char usage[] =
	"usage: nvshmrun [-n PES] PROGRAM [ARGUMENTS...]\n"
	"Starts PES processes (1) of a program that calls nvshmem_init.\n"
	"  -n, -np PES     how many\n"
	"  -ppn PES        on each host: there is one, so it is at least -n\n";

static pid_t child[MAX_PES];
static int n = 1;

static int count_of(const char *option, const char *text) {
	char *end = NULL;
	long v = text ? strtol(text, &end, 10) : 0;
	if (!text || !*text || *end || v < 1 || v > MAX_PES) {
		fprintf(stderr, "nvshmrun: %s takes a number from 1 to %d\n", option,
		        MAX_PES);
		exit(2);
	}
	return (int)v;
}

/* Returns the index of the program. */
static int read_options(int argc, char **argv) {
	int i = 1, most = MAX_PES;
	for (; i < argc && argv[i][0] == '-'; i++) {
		const char *o = argv[i];
		if (strcmp(o, "-n") == 0 || strcmp(o, "-np") == 0) {
			n = count_of(o, argv[++i]);
		} else if (strcmp(o, "-ppn") == 0) {
			most = count_of(o, argv[++i]);
		} else if (strcmp(o, "-h") == 0 || strcmp(o, "--help") == 0) {
			fputs(usage, stdout);
			exit(0);
		} else {
			fprintf(stderr, "nvshmrun: unknown option %s\n%s", o, usage);
			exit(2);
		}
	}
	if (i >= argc) {
		fputs(usage, stderr);
		exit(2);
	}
	if (n > most) {
		fprintf(stderr,
		        "nvshmrun: %d PEs with %d on each host: several hosts are not "
		        "supported\n",
		        n, most);
		exit(2);
	}
	return i;
}

static void set_number(const char *name, int value) {
	char text[16];
	snprintf(text, sizeof text, "%d", value);
	setenv(name, text, 1);
}

static void start(int pe, pid_t launcher, char **argv) {
	child[pe] = fork();
	if (child[pe] < 0) {
		fprintf(stderr, "nvshmrun: no process: %s\n", strerror(errno));
		exit(1);
	}
	if (child[pe])
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	set_number("SIMT_NVSHMEM_PE", pe);
	set_number("SIMT_NVSHMEM_NPES", n);
	set_number("SIMT_NVSHMEM_JOB", (int)launcher);
	/* A PE may take the device of its number, as on a machine with so many GPUs. */
	char devices[16];
	snprintf(devices, sizeof devices, "%d", n);
	setenv("SIMT_DEVICES", devices, 0);
	/* Each process has its share of the processors. */
	set_number("MPI_LOCALNRANKS", n);
	execvp(argv[0], argv);
	fprintf(stderr, "nvshmrun: %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

static void send_all(int sig) {
	for (int i = 0; i < n; i++)
		if (child[i] > 0)
			kill(child[i], sig);
}

static void on_alarm(int sig) {
	(void)sig;
	send_all(SIGKILL);
}

static void forward(int sig) {
	send_all(sig);
}

static int status_of(int pe, int status) {
	if (!WIFSIGNALED(status))
		return WEXITSTATUS(status);
	fprintf(stderr, "nvshmrun: PE %d (process %d) was ended by signal %d (%s)\n", pe,
	        (int)child[pe], WTERMSIG(status), strsignal(WTERMSIG(status)));
	return 128 + WTERMSIG(status);
}

/* The first failure is that of all. The others have a while to end by themselves. */
static int wait_for_all(void) {
	int result = 0, status;
	for (int left = n; left;) {
		pid_t p = wait(&status);
		if (p < 0 && errno == EINTR)
			continue;
		for (int i = 0; i < n; i++)
			if (child[i] == p) {
				int r = status_of(i, status);
				if (r && !result) {
					result = r;
					alarm(GRACE_SECONDS);
				}
				child[i] = 0;
				left--;
			}
	}
	return result;
}

int main(int argc, char **argv) {
	int program = read_options(argc, argv);
	pid_t me = getpid();
	signal(SIGALRM, on_alarm);
	signal(SIGINT, forward);
	signal(SIGTERM, forward);
	for (int i = 0; i < n; i++)
		start(i, me, argv + program);
	return wait_for_all();
}

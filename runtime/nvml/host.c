/* host.c - reads /proc and /sys.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvml/host.h"

#include <dirent.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runtime/core/environment.h"

/* ---- files ------------------------------------------------------------------------- */

static bool read_number(const char *path, u64 *value) {
	FILE *f = fopen(path, "re");
	unsigned long long v = 0;
	bool ok = f && fscanf(f, "%llu", &v) == 1;
	if (f)
		fclose(f);
	*value = v;
	return ok;
}

static bool read_word(const char *path, char *word, int room) {
	FILE *f = fopen(path, "re");
	bool ok = f && fgets(word, room, f);
	if (f)
		fclose(f);
	if (ok)
		word[strcspn(word, "\n")] = 0;
	return ok;
}

/* ---- clock, temperature, energy ---------------------------------------------------- */

static bool clock_of_cpuinfo(u32 *mhz) {
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[256];
	double sum = 0, one;
	u32 n = 0;
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "cpu MHz : %lf", &one) == 1) {
			sum += one;
			n++;
		}
	if (f)
		fclose(f);
	*mhz = n ? (u32)(sum / n + 0.5) : 0;
	return n > 0;
}

bool host_clock(bool highest, u32 *mhz) {
	u64 khz;
	bool known = read_number(
		highest ? "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"
			: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq",
		&khz);
	*mhz = (u32)(khz / 1000);
	return known || clock_of_cpuinfo(mhz);
}

static bool is_processor(const char *name) {
	static const char *const known[] = {"x86_pkg_temp", "coretemp",    "k10temp",
	                                    "zenpower",     "cpu-thermal", "cpu_thermal"};
	for (u32 i = 0; i < countof(known); i++)
		if (strcmp(name, known[i]) == 0)
			return true;
	return false;
}

/* `names` is a pattern of files with names of sensors; the value is in `value` beside
 * it. */
static bool look_for_sensor(const char *names, const char *value, int *celsius) {
	glob_t found;
	bool ok = false;
	if (glob(names, 0, NULL, &found) != 0)
		return false;
	for (size_t i = 0; i < found.gl_pathc && !ok; i++) {
		char *path = found.gl_pathv[i], name[64], file[256];
		u64 thousandths;
		if (!read_word(path, name, sizeof name) || !is_processor(name))
			continue;
		snprintf(file, sizeof file, "%.*s%s",
		         (int)(strrchr(path, '/') + 1 - path), path, value);
		ok = read_number(file, &thousandths);
		*celsius = (int)(thousandths / 1000);
	}
	globfree(&found);
	return ok;
}

bool host_temperature(int *celsius) {
	return look_for_sensor("/sys/class/thermal/thermal_zone*/type", "temp",
	                       celsius) ||
	       look_for_sensor("/sys/class/hwmon/hwmon*/name", "temp1_input", celsius);
}

bool host_energy(u64 *microjoules) {
	glob_t found;
	u64 one;
	bool ok = false;
	*microjoules = 0;
	if (glob("/sys/class/powercap/intel-rapl:?/energy_uj", 0, NULL, &found) != 0)
		return false;
	for (size_t i = 0; i < found.gl_pathc; i++)
		if (read_number(found.gl_pathv[i], &one)) {
			*microjoules += one;
			ok = true;
		}
	globfree(&found);
	return ok;
}

/* ---- how busy ---------------------------------------------------------------------- */

struct busy {
	u64 idle, all;
	struct timespec at;
};

static bool read_busy(struct busy *b) {
	unsigned long long t[8] = {0};
	FILE *f = fopen("/proc/stat", "re");
	int n = f ? fscanf(f, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &t[0], &t[1],
	                   &t[2], &t[3], &t[4], &t[5], &t[6], &t[7])
	          : 0;
	if (f)
		fclose(f);
	*b = (struct busy){.idle = t[3] + t[4]};
	for (u32 i = 0; i < countof(t); i++)
		b->all += t[i];
	clock_gettime(CLOCK_MONOTONIC, &b->at);
	return n >= 4;
}

u32 host_busy(void) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct busy last;
	static u32 percent;
	struct busy now;
	pthread_mutex_lock(&lock);
	if (!last.all && read_busy(&last))
		nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	/* Ticks are hundredths of a second: fewer than some tell nothing. */
	if (read_busy(&now) && now.all >= last.all + 4) {
		u64 all = now.all - last.all, idle = now.idle - last.idle;
		percent = (u32)((all - MIN(idle, all)) * 100 / all);
		last = now;
	}
	u32 result = percent;
	pthread_mutex_unlock(&lock);
	return result;
}

/* ---- processes --------------------------------------------------------------------- */

/* The memory of the first device that a process opens lies here, wherever the system lets
 * it (runtime/memory/memory.c): pages that can be written are allocated. */
enum { LINE = 512 };
static const u64 device_begins = 0x200000000000ull, device_ends = 0x400000000000ull;

static bool allocated_bytes(u32 pid, u64 *bytes) {
	char path[64], line[LINE], mode[8];
	bool open = false;
	snprintf(path, sizeof path, "/proc/%u/maps", pid);
	FILE *f = fopen(path, "re");
	*bytes = 0;
	while (f && fgets(line, sizeof line, f)) {
		unsigned long long from, to;
		if (sscanf(line, "%llx-%llx %7s", &from, &to, mode) != 3 ||
		    from < device_begins || from >= device_ends)
			continue;
		open = open || from == device_begins;
		*bytes += mode[1] == 'w' ? to - from : 0;
	}
	if (f)
		fclose(f);
	return open;
}

/* The first of the process's CUDA_VISIBLE_DEVICES. */
static u32 first_device(u32 pid) {
	static const char name[] = "CUDA_VISIBLE_DEVICES=";
	char path[64], *text = NULL, *end;
	size_t room = 0;
	u32 device = 0;
	snprintf(path, sizeof path, "/proc/%u/environ", pid);
	FILE *f = fopen(path, "re");
	while (f && getdelim(&text, &room, 0, f) > 0)
		if (strncmp(text, name, sizeof name - 1) == 0)
			device = (u32)MAX(
				environment_device(text + sizeof name - 1, &end), 0);
	if (f)
		fclose(f);
	struct arena a = ARENA_INIT;
	if (text)
		arena_adopt(&a, text, 0);
	arena_drop(&a);
	return device;
}

/* Times of the user's and the system's code are the 12th and 13th number after the
 * name, which is in parentheses. */
static u64 cpu_ticks(u32 pid) {
	char path[64], line[LINE * 2] = "";
	unsigned long long user = 0, system = 0;
	snprintf(path, sizeof path, "/proc/%u/stat", pid);
	if (!read_word(path, line, sizeof line))
		return 0;
	const char *rest = strrchr(line, ')');
	if (rest)
		sscanf(rest + 1, " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu %llu",
		       &user, &system);
	return user + system;
}

void host_find_processes(struct arena *a, struct host_processes *out) {
	DIR *dir = opendir("/proc");
	struct dirent *entry;
	while (dir && (entry = readdir(dir))) {
		struct host_process p = {0};
		p.pid = (u32)strtoul(entry->d_name, NULL, 10);
		if (!p.pid || !allocated_bytes(p.pid, &p.bytes))
			continue;
		p.device = first_device(p.pid);
		p.cpu_ticks = cpu_ticks(p.pid);
		vec_push(a, out, p);
	}
	if (dir)
		closedir(dir);
}

bool host_process_name(u32 pid, char *out, size_t room) {
	char path[64];
	snprintf(path, sizeof path, "/proc/%u/cmdline", pid);
	FILE *f = fopen(path, "re");
	size_t n = f ? fread(out, 1, room - 1, f) : 0;
	if (f)
		fclose(f);
	out[n] = 0; /* words end with zeros: the first is the program */
	snprintf(path, sizeof path, "/proc/%u/comm", pid);
	return n > 0 || read_word(path, out, (int)room);
}

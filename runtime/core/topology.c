/* topology.c - reads SIMT_TOPOLOGY. A file is a list of lines; each error names its line
 * and column.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/topology.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILE_BYTES = 64 << 10, WORD = 64 };

/* Rates: what nvidia-smi nvlink -s shows of an H200; 16 lanes of PCIe 5.0; 400 Gb/s.
 * Latencies: those of NCCL's protocol Simple in its tuning table. */
struct topology_link simt_topology_usual(enum link_kind kind) {
	switch (kind) {
	case LINK_SELF: return (struct topology_link){.kind = LINK_SELF, .count = 1};
	case LINK_NVLINK:
		return (struct topology_link){LINK_NVLINK,    true,   false,
		                              TOPOLOGY_LINKS, 26.562, 3.4};
	case LINK_NET: return (struct topology_link){LINK_NET, false, false, 1, 50, 14};
	default: return (struct topology_link){(u8)kind, true, false, 1, 63.015, 5.7};
	}
}

const char *simt_topology_kind_name(enum link_kind kind) {
	static const char *const name[LINK_KIND_COUNT] = {"self", "nvlink", "pix", "pxb",
	                                                  "phb",  "node",   "sys", "net"};
	return name[kind];
}

static struct topology_link on_switch(void) {
	struct topology_link l = simt_topology_usual(LINK_NVLINK);
	l.switched = true;
	return l;
}

/* ---- reading text ------------------------------------------------------------------ */

struct reader {
	struct topology *t;
	const char *name, *text, *line, *at; /* line: where the present one begins */
	u32 nline, most;
	char *error;
	bool has_host;
	u8 nhost, nswitch;
};

/* Writes what is wrong at `where`, with the line and a caret below it. */
static bool wrong(const struct reader *r, const char *where, const char *what) {
	size_t column = (size_t)(where - r->line), n = strcspn(r->line, "\n");
	size_t from = column > 60 ? column - 60 : 0; /* of what is shown */
	char caret[80];
	for (size_t i = from; i < column; i++)
		caret[i - from] = r->line[i] == '\t' ? '\t' : ' ';
	caret[column - from] = 0;
	snprintf(r->error, TOPOLOGY_ERROR, "simt: %.200s:%u:%zu: %s\n    %.*s\n    %s^\n",
	         r->name, r->nline, column + 1, what, (int)MIN(n - from, 100),
	         r->line + from, caret);
	return false;
}

static void skip_blanks(struct reader *r) {
	r->at += strspn(r->at, " \t\r");
}

static bool at_end(struct reader *r) {
	skip_blanks(r);
	return !*r->at || *r->at == '\n' || *r->at == '#';
}

static bool take_number(struct reader *r, u32 most, u32 *out) {
	const char *start = r->at;
	u64 n = 0;
	while (isdigit((unsigned char)*r->at) && n <= most)
		n = 10 * n + (u64)(*r->at++ - '0');
	char what[80];
	if (r->at == start)
		return wrong(r, start, "a number belongs here");
	snprintf(what, sizeof what, "the number is larger than %u", most);
	*out = (u32)n;
	return n <= most || wrong(r, start, what);
}

/* "0-3,5" as bits. */
static bool take_devices(struct reader *r, u32 *bits) {
	skip_blanks(r);
	*bits = 0;
	do {
		const char *start = r->at;
		u32 from, to;
		if (!take_number(r, r->t->ndevice - 1, &from))
			return false;
		to = from;
		if (*r->at == '-') {
			r->at++;
			if (!take_number(r, r->t->ndevice - 1, &to))
				return false;
		}
		if (to < from)
			return wrong(r, start, "the range ends before it begins");
		for (u32 i = from; i <= to; i++)
			*bits |= 1u << i;
	} while (*r->at == ',' && r->at++);
	return at_end(r) || r->at[-1] == ' ' || r->at[-1] == '\t' ||
	       wrong(r, r->at, "devices are numbers and ranges, as 0-3,5");
}

static const char *take_word(struct reader *r, char word[WORD]) {
	skip_blanks(r);
	const char *start = r->at;
	size_t n = strcspn(r->at, " \t\r\n#=");
	snprintf(word, WORD, "%.*s", (int)MIN(n, WORD - 1), start);
	r->at += n;
	return start;
}

static bool take_positive(struct reader *r, double *out) {
	char *end;
	errno = 0;
	*out = strtod(r->at, &end);
	if (end == r->at || errno || !(*out > 0 && *out < 1e9) || *r->at == ' ')
		return wrong(r, r->at, "a number above 0 belongs here");
	r->at = end;
	return true;
}

static bool take_value(struct reader *r, const char *key, const char *start,
                       struct topology_link *l) {
	u32 n;
	char word[WORD];
	if (strcmp(key, "bandwidth") == 0)
		return take_positive(r, &l->gbps);
	if (strcmp(key, "latency") == 0)
		return take_positive(r, &l->us);
	if (strcmp(key, "links") == 0) {
		const char *where = r->at;
		if (!take_number(r, TOPOLOGY_LINKS, &n))
			return false;
		l->count = (u16)n;
		return n > 0 || wrong(r, where, "there is at least one link");
	}
	if (strcmp(key, "peer") == 0) {
		const char *where = take_word(r, word);
		l->peer = strcmp(word, "yes") == 0;
		return l->peer || strcmp(word, "no") == 0 ||
		       wrong(r, where, "peer is yes or no");
	}
	return wrong(r, start, "known here: links=, bandwidth=, latency=, peer=");
}

/* links=18 bandwidth=26.5 ... to the end of the line. */
static bool take_values(struct reader *r, struct topology_link *l) {
	while (!at_end(r)) {
		char key[WORD];
		const char *start = take_word(r, key);
		if (*r->at != '=')
			return wrong(r, start, "what a link has is written NAME=VALUE");
		r->at++;
		if (!take_value(r, key, start, l))
			return false;
	}
	return true;
}

/* ---- lines ------------------------------------------------------------------------- */

static bool read_devices(struct reader *r, const char *start) {
	struct topology *t = r->t;
	if (t->ndevice)
		return wrong(r, start, "the number of devices is known already");
	skip_blanks(r);
	const char *where = r->at;
	if (!take_number(r, r->most, &t->ndevice))
		return false;
	return t->ndevice || wrong(r, where, "there is at least one device");
}

static bool read_host(struct reader *r) {
	skip_blanks(r);
	const char *where = r->at;
	u32 bits;
	if (!take_devices(r, &bits))
		return false;
	for (u32 i = 0; i < r->t->ndevice; i++) {
		if (!(bits >> i & 1))
			continue;
		if (r->has_host && r->t->host[i] != TOPOLOGY_NO_SWITCH)
			return wrong(r, where, "a device of these is on a host already");
	}
	if (!r->has_host)
		memset(r->t->host, TOPOLOGY_NO_SWITCH, sizeof r->t->host);
	r->has_host = true;
	for (u32 i = 0; i < r->t->ndevice; i++)
		if (bits >> i & 1)
			r->t->host[i] = r->nhost;
	r->nhost++;
	return true;
}

static bool read_bus(struct reader *r) {
	unsigned domain, bus, device;
	char word[WORD], rest;
	u32 i;
	skip_blanks(r);
	if (!take_number(r, r->t->ndevice - 1, &i))
		return false;
	const char *where = take_word(r, word);
	if (sscanf(word, "%8x:%2x:%2x.0%c", &domain, &bus, &device, &rest) != 3 ||
	    device > 31 || strlen(word) < 9)
		return wrong(r, where, "a bus id is written 0000:3b:00.0");
	snprintf(r->t->bus[i], sizeof r->t->bus[i], "%08X:%02X:%02X.0", domain, bus,
	         device);
	return true;
}

static void join(struct topology *t, u32 a, u32 b, struct topology_link l) {
	t->pair[a][b] = l;
	t->pair[b][a] = l;
}

static bool read_switch(struct reader *r) {
	struct topology_link l = on_switch();
	struct topology *t = r->t;
	u32 bits;
	skip_blanks(r);
	const char *where = r->at;
	if (!take_devices(r, &bits) || !take_values(r, &l))
		return false;
	if (!(bits & (bits - 1)))
		return wrong(r, where, "a switch joins two devices or more");
	for (u32 a = 0; a < t->ndevice; a++) {
		if (!(bits >> a & 1))
			continue;
		if (t->on_switch[a] != TOPOLOGY_NO_SWITCH)
			return wrong(r, where,
			             "a device of these is on a switch already");
		t->on_switch[a] = r->nswitch;
		for (u32 b = 0; b < a; b++)
			if (bits >> b & 1)
				join(t, a, b, l);
	}
	r->nswitch++;
	return true;
}

static bool read_link(struct reader *r) {
	struct topology *t = r->t;
	char word[WORD];
	u32 from, to, kind = LINK_NVLINK;
	if (!take_devices(r, &from) || !take_devices(r, &to))
		return false;
	const char *where = take_word(r, word);
	while (kind < LINK_KIND_COUNT &&
	       strcmp(simt_topology_kind_name((enum link_kind)kind), word) != 0)
		kind++;
	if (kind == LINK_KIND_COUNT)
		return wrong(r, where,
		             "a link is nvlink, pix, pxb, phb, node, sys or net");
	struct topology_link l = simt_topology_usual((enum link_kind)kind);
	if (kind == LINK_NVLINK)
		l.count = 1;
	if (!take_values(r, &l))
		return false;
	for (u32 a = 0; a < t->ndevice; a++)
		for (u32 b = 0; b < t->ndevice; b++)
			if (a != b && from >> a & 1 && to >> b & 1)
				join(t, a, b, l);
	return true;
}

static bool read_line(struct reader *r) {
	char word[WORD];
	if (at_end(r))
		return true;
	const char *start = take_word(r, word);
	bool ok;
	if (strcmp(word, "devices") == 0)
		ok = read_devices(r, start);
	else if (strcmp(word, "host") && strcmp(word, "bus") && strcmp(word, "switch") &&
	         strcmp(word, "link"))
		ok = wrong(r, start,
		           "a line begins with devices, host, bus, switch or link");
	else if (!r->t->ndevice)
		ok = wrong(r, start, "the line `devices N` comes first");
	else if (word[0] == 'h')
		ok = read_host(r);
	else if (word[0] == 'b')
		ok = read_bus(r);
	else
		ok = word[0] == 's' ? read_switch(r) : read_link(r);
	return ok && (at_end(r) || wrong(r, r->at, "the line has ended before this"));
}

/* Pairs that no line has told: the host's own bus, or the network. */
static bool fill(struct reader *r) {
	struct topology *t = r->t;
	char what[100];
	if (!t->ndevice)
		return wrong(r, r->at, "the line `devices N` is missing");
	for (u32 a = 0; a < t->ndevice; a++) {
		snprintf(what, sizeof what, "device %u is on no host", a);
		if (r->has_host && t->host[a] == TOPOLOGY_NO_SWITCH)
			return wrong(r, r->at, what);
		for (u32 b = 0; b < a; b++)
			if (t->pair[a][b].kind == LINK_SELF)
				join(t, a, b,
				     simt_topology_usual(t->host[a] == t->host[b]
				                                 ? LINK_PHB
				                                 : LINK_NET));
	}
	for (u32 a = 0; a < t->ndevice; a++) {
		snprintf(what, sizeof what,
		         "device %u has %u links of NVLink; %d is most", a,
		         simt_topology_nvlink_count(t, a), TOPOLOGY_LINKS);
		if (simt_topology_nvlink_count(t, a) > TOPOLOGY_LINKS)
			return wrong(r, r->at, what);
	}
	return true;
}

static bool read_lines(struct reader *r) {
	while (true) {
		r->line = r->at;
		r->nline++;
		if (!read_line(r))
			return false;
		r->at += strcspn(r->at, "\n");
		if (!*r->at)
			return fill(r);
		r->at++;
	}
}

static bool read_file(struct reader *r, const char *path) {
	static char text[FILE_BYTES + 1];
	FILE *f = fopen(path, "re");
	size_t n = f ? fread(text, 1, FILE_BYTES + 1, f) : 0;
	int why = f && ferror(f) ? EIO : errno;
	bool failed = !f || ferror(f);
	if (f)
		fclose(f);
	if (failed || n > FILE_BYTES) {
		snprintf(
			r->error, TOPOLOGY_ERROR,
			"simt: %.100s=%.300s: neither HOSTSxDEVICES, as 2x4, nor a file: "
			"%s\n",
			r->name, path, failed ? strerror(why) : "more than 64 KiB");
		return false;
	}
	text[n] = 0;
	if (strlen(text) < n) {
		snprintf(r->error, TOPOLOGY_ERROR, "simt: %.300s: this is no text\n",
		         path);
		return false;
	}
	r->name = path;
	r->text = r->at = text;
	r->most = MIN(r->most, TOPOLOGY_DEVICES);
	memset(r->t->on_switch, TOPOLOGY_NO_SWITCH, sizeof r->t->on_switch);
	return read_lines(r);
}

/* 2x4 */
static bool read_shape(struct reader *r, const char *text) {
	struct topology *t = r->t;
	char what[80];
	u32 hosts;
	r->text = r->line = r->at = text;
	r->nline = 1;
	if (!take_number(r, TOPOLOGY_RANKS, &hosts))
		return false;
	if (!hosts)
		return wrong(r, text, "there is at least one host");
	if (*r->at != 'x')
		return wrong(r, r->at, "HOSTSxDEVICES is written as 2x4");
	r->at++;
	const char *where = r->at;
	if (!take_number(r, TOPOLOGY_RANKS, &t->per_host))
		return false;
	if (*r->at)
		return wrong(r, r->at, "HOSTSxDEVICES is written as 2x4");
	if (!t->per_host)
		return wrong(r, where, "there is at least one device");
	snprintf(what, sizeof what, "%llu devices; %u is most",
	         (unsigned long long)hosts * t->per_host, r->most);
	if ((u64)hosts * t->per_host > r->most)
		return wrong(r, text, what);
	t->ndevice = hosts * t->per_host;
	t->regular = true;
	return true;
}

bool simt_topology_parse(struct topology *t, const char *name, const char *text, u32 most,
                         char error[TOPOLOGY_ERROR]) {
	struct reader r = {.t = t, .name = name, .most = most, .error = error};
	size_t digits = strspn(text, "0123456789");
	*t = (struct topology){.given = true};
	return digits && strspn(text + digits, "x0123456789") == strlen(text + digits)
	               ? read_shape(&r, text)
	               : read_file(&r, text);
}

static bool read_count(struct topology *t, u32 most, char error[TOPOLOGY_ERROR]) {
	const char *s = getenv("SIMT_DEVICES");
	char *end;
	if (!s || !*s) {
		t->ndevice = t->given ? t->ndevice : 1;
		return true;
	}
	long n = strtol(s, &end, 10);
	if (*end || n < 0 || n > (long)most) {
		snprintf(error, TOPOLOGY_ERROR, "simt: SIMT_DEVICES=%.200s: 0 to %u\n", s,
		         most);
		return false;
	}
	if (t->given && n > (long)t->ndevice) {
		snprintf(error, TOPOLOGY_ERROR,
		         "simt: SIMT_DEVICES=%ld: SIMT_TOPOLOGY has %u devices\n", n,
		         t->ndevice);
		return false;
	}
	t->ndevice = (u32)n;
	return true;
}

bool simt_topology_read(struct topology *t, u32 most, char error[TOPOLOGY_ERROR]) {
	const char *s = getenv("SIMT_TOPOLOGY");
	*t = (struct topology){.given = false};
	if (s && *s && !simt_topology_parse(t, "SIMT_TOPOLOGY", s, most, error))
		return false;
	return read_count(t, most, error);
}

/* ---- questions --------------------------------------------------------------------- */

u32 simt_topology_host(const struct topology *t, u32 device) {
	if (!t->given)
		return 0;
	return t->regular ? device / t->per_host : t->host[device];
}

u32 simt_topology_switch(const struct topology *t, u32 device) {
	if (!t->given)
		return TOPOLOGY_NO_SWITCH;
	if (!t->regular)
		return t->on_switch[device];
	u32 host = t->per_host > 1 ? device / t->per_host : TOPOLOGY_NO_SWITCH;
	return host < TOPOLOGY_NO_SWITCH ? host : host + 1;
}

struct topology_link simt_topology_between(const struct topology *t, u32 a, u32 b) {
	if (a == b)
		return simt_topology_usual(LINK_SELF);
	if (!t->given)
		return simt_topology_usual(LINK_PHB);
	if (!t->regular)
		return t->pair[a][b];
	return a / t->per_host == b / t->per_host ? on_switch()
	                                          : simt_topology_usual(LINK_NET);
}

void simt_topology_bus_id(const struct topology *t, u32 device, char out[32]) {
	if (t->given && !t->regular && *t->bus[device])
		snprintf(out, 32, "%s", t->bus[device]);
	else
		snprintf(out, 32, "%08X:%02X:%02X.0", 0, device + 1, 0);
}

/* Links to the switch come first, then those to devices, in their order. */
static u32 switch_links(const struct topology *t, u32 device, double *gbps) {
	for (u32 i = 0; i < t->ndevice && t->given; i++) {
		struct topology_link l = simt_topology_between(t, device, i);
		*gbps = l.gbps;
		if (l.switched)
			return l.count;
	}
	return 0;
}

/* The first number of the links from `device` to `to`. */
static u32 first_link(const struct topology *t, u32 device, u32 to) {
	double gbps;
	u32 n = switch_links(t, device, &gbps);
	for (u32 i = 0; i < to; i++) {
		struct topology_link l = simt_topology_between(t, device, i);
		n += l.kind == LINK_NVLINK && !l.switched ? l.count : 0;
	}
	return n;
}

u32 simt_topology_nvlink_count(const struct topology *t, u32 device) {
	double gbps;
	return t->regular ? switch_links(t, device, &gbps)
	                  : first_link(t, device, t->ndevice);
}

bool simt_topology_nvlink(const struct topology *t, u32 device, u32 n,
                          struct topology_nvlink *out) {
	*out = (struct topology_nvlink){.to_switch = true};
	if (n < switch_links(t, device, &out->gbps))
		return true;
	for (u32 i = 0; i < t->ndevice && !t->regular; i++) {
		struct topology_link l = simt_topology_between(t, device, i);
		u32 first = first_link(t, device, i);
		if (l.kind == LINK_NVLINK && !l.switched && n >= first &&
		    n < first + l.count) {
			*out = (struct topology_nvlink){
				.device = i,
				.there = first_link(t, i, device) + n - first,
				.gbps = l.gbps};
			return true;
		}
	}
	return false;
}

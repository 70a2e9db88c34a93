/* dap_message.c - sends messages of the Debug Adapter Protocol.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <unistd.h>

#include "runtime/debug/dap.h"

static void write_all(const char *at, size_t n) {
	while (n) {
		ssize_t k = write(dap.out, at, n);
		if (k <= 0)
			return;
		at += k;
		n -= (size_t)k;
	}
}

static FILE *begin_message(struct message *m) {
	*m = (struct message){0};
	return m->out = text_open(&m->stream);
}

void dap_send(struct message *m) {
	char head[64];
	fputc('}', m->out);
	const char *text = text_close(&m->stream, &m->arena);
	size_t size = m->stream.len;
	int n = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", size);
	pthread_mutex_lock(&dap.write_lock);
	write_all(head, (size_t)n);
	write_all(text, size);
	pthread_mutex_unlock(&dap.write_lock);
	arena_drop(&m->arena);
}

static u32 next_seq(void) {
	return __atomic_add_fetch(&dap.seq, 1, __ATOMIC_RELAXED);
}

FILE *dap_begin_event(struct message *m, const char *event) {
	FILE *out = begin_message(m);
	fprintf(out, "{\"seq\":%u,\"type\":\"event\",\"event\":\"%s\"", next_seq(),
	        event);
	return out;
}

void dap_send_event(const char *event) {
	struct message m;
	dap_begin_event(&m, event);
	dap_send(&m);
}

void dap_send_output(const char *category, const char *text, size_t n) {
	struct message m;
	FILE *out = dap_begin_event(&m, "output");
	fprintf(out, ",\"body\":{\"category\":\"%s\",\"output\":", category);
	json_quoted_n(out, text, n);
	fputc('}', out);
	dap_send(&m);
}

FILE *dap_begin_response(struct message *m, const struct json *request, bool ok) {
	FILE *out = begin_message(m);
	fprintf(out,
	        "{\"seq\":%u,\"type\":\"response\",\"request_seq\":%u,\"success\":%s,"
	        "\"command\":",
	        next_seq(), json_u32_of(request, "seq"), ok ? "true" : "false");
	json_quoted(out, json_text_of(request, "command", ""));
	return out;
}

void dap_respond(const struct json *request) {
	struct message m;
	dap_begin_response(&m, request, true);
	dap_send(&m);
}

void dap_refuse(const struct json *request, const char *fmt, ...) {
	struct message m;
	char text[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	FILE *out = dap_begin_response(&m, request, false);
	fputs(",\"message\":", out);
	json_quoted(out, text);
	dap_send(&m);
}

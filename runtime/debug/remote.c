/* remote.c - see remote.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/remote.h"

#include <errno.h>
#include <sys/socket.h>

bool remote_send(int fd, const struct remote_message *m) {
	ssize_t sent;
	size_t size = offsetof(struct remote_message, text) +
	              strnlen(m->text, sizeof m->text - 1) + 1;
	do
		sent = send(fd, m, size, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)size;
}

bool remote_receive(int fd, struct remote_message *m) {
	ssize_t got;
	do
		got = recv(fd, m, sizeof *m, 0);
	while (got < 0 && errno == EINTR);
	m->text[sizeof m->text - 1] = 0;
	return got > (ssize_t)offsetof(struct remote_message, text);
}

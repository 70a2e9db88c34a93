/* socket.c - see socket.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libs/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool socket_send_all(int fd, const void *p, u64 n) {
	const u8 *at = p;
	while (n) {
		ssize_t k = send(fd, at, MIN(n, 1u << 30), MSG_NOSIGNAL);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		at += k;
		n -= (u64)k;
	}
	return true;
}

bool socket_receive_all(int fd, void *p, u64 n) {
	u8 *at = p;
	while (n) {
		ssize_t k = recv(fd, at, MIN(n, 1u << 30), 0);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		at += k;
		n -= (u64)k;
	}
	return true;
}

int socket_connect(u32 address, u16 port) {
	struct sockaddr_in a = {
		.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {address}};
	int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	int r;
	do {
		r = connect(fd, (struct sockaddr *)&a, sizeof a);
	} while (r < 0 && errno == EINTR);
	if (r < 0) {
		close(fd);
		return -1;
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	return fd;
}

int socket_listen(u32 address, int flags, u16 *port) {
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr = {address}};
	socklen_t n = sizeof a;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
	if (fd < 0)
		return -1;
	if (bind(fd, (struct sockaddr *)&a, n) || listen(fd, 512) ||
	    getsockname(fd, (struct sockaddr *)&a, &n)) {
		close(fd);
		return -1;
	}
	*port = ntohs(a.sin_port);
	return fd;
}

u32 socket_own_address(const char *variable) {
	const char *wanted = getenv(variable);
	struct ifaddrs *list, *i;
	u32 found = htonl(INADDR_LOOPBACK);
	if (wanted && *wanted == '=')
		wanted++;
	if (getifaddrs(&list))
		return found;
	for (i = list; i; i = i->ifa_next) {
		if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET ||
		    !(i->ifa_flags & IFF_UP))
			continue;
		bool named = wanted && *wanted &&
		             strncmp(i->ifa_name, wanted, strlen(wanted)) == 0;
		if (named || ((!wanted || !*wanted) && !(i->ifa_flags & IFF_LOOPBACK))) {
			found = ((struct sockaddr_in *)(void *)i->ifa_addr)
			                ->sin_addr.s_addr;
			break;
		}
	}
	freeifaddrs(list);
	return found;
}

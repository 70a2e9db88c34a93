/* socket.h - streams of bytes between processes, on one host or on several (TCP, IPv4).
 * Addresses are in the byte order of the network, ports in the host's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* All bytes, or false. */
bool socket_send_all(int fd, const void *p, u64 n);
bool socket_receive_all(int fd, void *p, u64 n);
/* -1: nobody listens there. */
int socket_connect(u32 address, u16 port);
/* Listens on a port that is free; `flags` as for socket(2). -1: the system refuses. */
int socket_listen(u32 address, int flags, u16 *port);
/* The address of the interface that a variable names (its beginning), or of the first
 * that is no loopback; the loopback's if there is none. */
u32 socket_own_address(const char *variable);

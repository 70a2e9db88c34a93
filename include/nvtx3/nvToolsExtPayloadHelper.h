/* nvToolsExtPayloadHelper.h - macros that make the schema of a payload from the list of a
 * structure's members, and the structure from it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

#include "nvtx3/nvToolsExtPayload.h"

/* ---- lists: 16 entries, each in parentheses ---- */

#define __SIMT_NVTX_STRIP(...) __VA_ARGS__
#define __SIMT_NVTX_PASTE_(a, b) a##b
#define __SIMT_NVTX_PASTE(a, b) __SIMT_NVTX_PASTE_(a, b)
#define __SIMT_NVTX_17TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, ...) q
#define __SIMT_NVTX_COUNT_(...) __SIMT_NVTX_17TH(__VA_ARGS__)
#define __SIMT_NVTX_COUNT(...) __SIMT_NVTX_COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
/* A macro does not expand within itself, so each level has one of its own. */
#define __SIMT_NVTX_CALL_SCHEMA(macro, args) macro args
#define __SIMT_NVTX_CALL_EACH(macro, args) macro args
#define __SIMT_NVTX_CALL_COUNTED(macro, args) macro args
#define __SIMT_NVTX_CALL_ENTRY(macro, args) macro args
#define __SIMT_NVTX_CALL_FIELDS(macro, args) macro args
#define __SIMT_NVTX_EACH_1(m, s, e) m(s, e)
#define __SIMT_NVTX_EACH_2(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_1(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_3(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_2(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_4(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_3(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_5(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_4(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_6(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_5(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_7(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_6(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_8(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_7(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_9(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_8(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_10(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_9(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_11(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_10(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_12(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_11(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_13(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_12(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_14(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_13(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_15(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_14(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH_16(m, s, e, ...) m(s, e) __SIMT_NVTX_EACH_15(m, s, __VA_ARGS__)
#define __SIMT_NVTX_EACH(m, s, ...)                                                      \
	__SIMT_NVTX_CALL_COUNTED(__SIMT_NVTX_PASTE(__SIMT_NVTX_EACH_, __SIMT_NVTX_COUNT(__VA_ARGS__)), \
	                 (m, s, __VA_ARGS__))

/* A member is a name, or (name, count) of an array. */
#define __SIMT_NVTX_SECOND_(a, b, ...) b
#define __SIMT_NVTX_SECOND(...) __SIMT_NVTX_SECOND_(__VA_ARGS__)
#define __SIMT_NVTX_PROBE(...) ~, ARRAY
#define __SIMT_NVTX_KIND(member) __SIMT_NVTX_SECOND(__SIMT_NVTX_PROBE member, ONE, ~)
#define __SIMT_NVTX_NAME_ONE(member) member
#define __SIMT_NVTX_NAME_ARRAY(member) __SIMT_NVTX_FIRST member
#define __SIMT_NVTX_FIRST(name, count) name
#define __SIMT_NVTX_NAME(member) \
	__SIMT_NVTX_PASTE(__SIMT_NVTX_NAME_, __SIMT_NVTX_KIND(member))(member)
#define __SIMT_NVTX_WHOLE_ONE(member) member
#define __SIMT_NVTX_WHOLE_ARRAY(member) __SIMT_NVTX_BRACKETS member
#define __SIMT_NVTX_BRACKETS(name, count) name[count]
#define __SIMT_NVTX_WHOLE(member) \
	__SIMT_NVTX_PASTE(__SIMT_NVTX_WHOLE_, __SIMT_NVTX_KIND(member))(member)

/* ---- entries: (member, type, name, description, length of an array, flags) ---- */

/* For the reader alone. */
#define NVTX_PAYLOAD_ENTRIES
/* The type of an entry that has a schema of its own. */
#define NVTX_PAYLOAD_NESTED(schemaId) __SIMT_NVTX_NESTED(schemaId)
#define NVTX_PAYLOAD_ENTRY___SIMT_NVTX_NESTED(schemaId) (schemaId)

#define __SIMT_NVTX_ENTRY_6(s, member, type, name, description, length, flags)           \
	{NVTX_PAYLOAD_ENTRY_FLAG_##flags, NVTX_PAYLOAD_ENTRY_##type, name, description, length, \
	 offsetof(s, __SIMT_NVTX_NAME(member)), NULL, NULL},
#define __SIMT_NVTX_ENTRY_5(s, member, type, name, description, length)                  \
	{0, NVTX_PAYLOAD_ENTRY_##type, name, description, length,                        \
	 offsetof(s, __SIMT_NVTX_NAME(member)), NULL, NULL},
#define __SIMT_NVTX_ENTRY_4(s, member, type, name, description)                          \
	{0, NVTX_PAYLOAD_ENTRY_##type, name, description, 0,                             \
	 offsetof(s, __SIMT_NVTX_NAME(member)), NULL, NULL},
#define __SIMT_NVTX_ENTRY_3(s, member, type, name)                                       \
	{0, NVTX_PAYLOAD_ENTRY_##type, name, NULL, 0,                                    \
	 offsetof(s, __SIMT_NVTX_NAME(member)), NULL, NULL},
#define __SIMT_NVTX_ENTRY_2(s, member, type)                                             \
	{0, NVTX_PAYLOAD_ENTRY_##type, NULL, NULL, 0,                                    \
	 offsetof(s, __SIMT_NVTX_NAME(member)), NULL, NULL},
#define __SIMT_NVTX_ENTRY_OF(s, ...)                                                     \
	__SIMT_NVTX_CALL_FIELDS(__SIMT_NVTX_PASTE(__SIMT_NVTX_ENTRY_, __SIMT_NVTX_COUNT(__VA_ARGS__)), \
	                 (s, __VA_ARGS__))
#define __SIMT_NVTX_ENTRY(s, e) __SIMT_NVTX_CALL_ENTRY(__SIMT_NVTX_ENTRY_OF, (s, __SIMT_NVTX_STRIP e))

/* The same with the member's type of C first. */
#define __SIMT_NVTX_TYPED_OF(s, ctype, ...) __SIMT_NVTX_ENTRY_OF(s, __VA_ARGS__)
#define __SIMT_NVTX_TYPED(s, e) __SIMT_NVTX_CALL_ENTRY(__SIMT_NVTX_TYPED_OF, (s, __SIMT_NVTX_STRIP e))
#define __SIMT_NVTX_MEMBER_OF(ctype, member, ...) ctype __SIMT_NVTX_WHOLE(member);
#define __SIMT_NVTX_MEMBER(s, e) __SIMT_NVTX_CALL_ENTRY(__SIMT_NVTX_MEMBER_OF, (__SIMT_NVTX_STRIP e, ~))

/* ---- schemas ---- */

#define __SIMT_NVTX_SCHEMA(entry, s, schema_name, prefix, schema_flags, schema_id, mask, entries) \
	prefix nvtxPayloadSchemaEntry_t s##Schema[] = {                                  \
		__SIMT_NVTX_CALL_EACH(__SIMT_NVTX_EACH, (entry, s, __SIMT_NVTX_STRIP entries))}; \
	prefix nvtxPayloadSchemaAttr_t s##Attr = {                                       \
		NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES | \
			NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |                     \
			NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE | (mask),             \
		schema_name, NVTX_PAYLOAD_SCHEMA_TYPE_STATIC, schema_flags, s##Schema,   \
		sizeof s##Schema / sizeof s##Schema[0], sizeof(s), 0, schema_id, NULL};
#define __SIMT_NVTX_NAMED NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME
#define __SIMT_NVTX_SCHEMA_2(entry, s, entries) \
	__SIMT_NVTX_SCHEMA(entry, s, NULL, , NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 0, 0, entries)
#define __SIMT_NVTX_SCHEMA_3(entry, s, schema_name, entries)                            \
	__SIMT_NVTX_SCHEMA(entry, s, schema_name, , NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 0,   \
	                   __SIMT_NVTX_NAMED, entries)
#define __SIMT_NVTX_SCHEMA_4(entry, s, schema_name, prefix, entries)                         \
	__SIMT_NVTX_SCHEMA(entry, s, schema_name, prefix, NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 0,  \
	                   __SIMT_NVTX_NAMED, entries)
#define __SIMT_NVTX_SCHEMA_5(entry, s, schema_name, prefix, schema_flags, entries)      \
	__SIMT_NVTX_SCHEMA(entry, s, schema_name, prefix, schema_flags, 0,              \
	                   __SIMT_NVTX_NAMED | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_FLAGS, entries)
#define __SIMT_NVTX_SCHEMA_6(entry, s, schema_name, prefix, schema_flags, schema_id, entries) \
	__SIMT_NVTX_SCHEMA(entry, s, schema_name, prefix, schema_flags, schema_id,            \
	                   __SIMT_NVTX_NAMED | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_FLAGS |         \
	                           NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID,                  \
	                   entries)
#define __SIMT_NVTX_SCHEMA_OF(entry, ...)                                                \
	__SIMT_NVTX_CALL_SCHEMA(__SIMT_NVTX_PASTE(__SIMT_NVTX_SCHEMA_, __SIMT_NVTX_COUNT(__VA_ARGS__)), \
	                 (entry, __VA_ARGS__))

/* The last argument is the list of entries. */
#define __SIMT_NVTX_LAST_1(a) a
#define __SIMT_NVTX_LAST_2(a, b) b
#define __SIMT_NVTX_LAST_3(a, b, c) c
#define __SIMT_NVTX_LAST_4(a, b, c, d) d
#define __SIMT_NVTX_LAST_5(a, b, c, d, e) e
#define __SIMT_NVTX_LAST(...)                                                            \
	__SIMT_NVTX_CALL_SCHEMA(__SIMT_NVTX_PASTE(__SIMT_NVTX_LAST_, __SIMT_NVTX_COUNT(__VA_ARGS__)), \
	                 (__VA_ARGS__))
#define __SIMT_NVTX_STRUCT(struct_id, entries)                                           \
	typedef struct {                                                                 \
		__SIMT_NVTX_CALL_EACH(__SIMT_NVTX_EACH,                                       \
		                 (__SIMT_NVTX_MEMBER, struct_id, __SIMT_NVTX_STRIP entries)) \
	} struct_id;

/* ---- for programs. After the structure's name there may be: the schema's name, a prefix of
 * the variables (`static const`), flags, an id; then the entries ---- */

#define NVTX_DEFINE_SCHEMA_FOR_STRUCT(struct_id, ...) \
	__SIMT_NVTX_SCHEMA_OF(__SIMT_NVTX_ENTRY, struct_id, __VA_ARGS__)
/* The members are (type, name), with no list around them. */
#define NVTX_DEFINE_STRUCT(struct_id, ...) __SIMT_NVTX_STRUCT(struct_id, (__VA_ARGS__))
#define NVTX_DEFINE_STRUCT_WITH_SCHEMA(struct_id, ...)              \
	__SIMT_NVTX_STRUCT(struct_id, __SIMT_NVTX_LAST(__VA_ARGS__)) \
	__SIMT_NVTX_SCHEMA_OF(__SIMT_NVTX_TYPED, struct_id, __VA_ARGS__)
/* In a function: the id is NAME_schemaId. */
#define NVTX_DEFINE_SCHEMA_FOR_STRUCT_AND_REGISTER(domain, struct_id, ...) \
	NVTX_DEFINE_SCHEMA_FOR_STRUCT(struct_id, __VA_ARGS__)              \
	const uint64_t struct_id##_schemaId = NVTX_PAYLOAD_SCHEMA_REGISTER(domain, struct_id);
#define NVTX_DEFINE_STRUCT_WITH_SCHEMA_AND_REGISTER(domain, struct_id, ...) \
	NVTX_DEFINE_STRUCT_WITH_SCHEMA(struct_id, __VA_ARGS__)              \
	const uint64_t struct_id##_schemaId = NVTX_PAYLOAD_SCHEMA_REGISTER(domain, struct_id);
#define NVTX_PAYLOAD_SCHEMA_REGISTER(domain, struct_id) \
	nvtxPayloadSchemaRegister(domain, &(struct_id##Attr))

/* ptx.y - the grammar of PTX: tokens to the syntax tree of ast.h. It knows directives and
 * the shape of operands, and no instruction: a statement that starts with a WORD is one.
 * An action is one call of build.h; a list's value is its length, its elements are on a
 * stack (build.h says why that is safe when an error cuts a list short). Errors are
 * skipped to the next `;`, `}` or block, so several are reported in a run.
 * SPDX-License-Identifier: Apache-2.0 */
%code requires {
#include "base/reserve.h"
#include "parser/ptx/build.h"
}
%code {
#define YYLLOC_DEFAULT(Current, Rhs, N) \
	((Current).start = (N) ? YYRHSLOC(Rhs, 1).start : YYRHSLOC(Rhs, 0).end, \
	 (Current).end = YYRHSLOC(Rhs, N).end)

/* The stack is on the heap. Text within the scanner's limit on brackets fits; only chains
 * of unary operators and the like may not. */
#define YYSTACK_USE_ALLOCA 0
#define YYMALLOC block_new
#define YYFREE block_free
#define YYMAXDEPTH 20000

static void parse_error(struct loc *loc, struct ptx_parser *p, const char *text);
#define parse_lex(value, loc, p) ptx_lex((value), (loc), &(p)->lexer)
#define NAME(s, l) ((struct ptx_name){(s), (l)})
#define FUNC_HEAD(...) ((struct ptx_func_head){__VA_ARGS__})
}

%define api.pure full
%define api.prefix {parse_}
%define api.token.prefix {T_}
%define api.value.type {union ptx_value}
%define api.location.type {struct loc}
%define parse.error custom
%define parse.lac full
%define lr.type ielr
%locations
%expect 0
%param {struct ptx_parser *p}

/* In the order of lexer/ptx_token.def. */
%token <str> WORD
%token <number> INT FLOAT
%token <str> STRING
%token <word> DOTWORD TYPE VECTOR SPACE LINKAGE TUNE
%token <word> VERSION TARGET ADDRESS_SIZE ENTRY FUNC ALIAS FILENO LOC SECTION PRAGMA
%token <word> ATTRIBUTE ALIGN PTR HIDDEN BRANCHTARGETS CALLTARGETS CALLPROTOTYPE
%token VOPEN "vector {"
%token VCLOSE "vector }"
%token SINK "_"
%token SHL "<<" SHR ">>" LE "<=" GE ">=" EQ "==" NE "!=" ANDAND "&&" OROR "||"

/* A .pragma next to the head of a function is the function's. */
%precedence HEAD
%precedence PRAGMA
%right '?' ':'
%left "||"
%left "&&"
%left '|'
%left '^'
%left '&'
%left "==" "!="
%left '<' '>' "<=" ">="
%left "<<" ">>"
%left '+' '-'
%left '*' '/' '%'
%precedence UNARY

%type <word> guard any_dot linkage
%type <str> opcode section_name
%type <number> expr
%type <count> args operands stmts stmt_list stmt var_decl declarators dims params
%type <count> param_list words strings ints numbers attrs attr_items tunes
%type <count> file_times inits
%type <count> section_items section_values

%%

/* ---- module ------------------------------------------------------------------------ */

module:
  %empty
| module item
| module error ';'          { yyerrok; }
| module error '}'          { yyerrok; }
| module error block        { yyerrok; }
;

item:
  VERSION FLOAT             { build_version(p, @2); }
| TARGET words              { build_target(p, $2, @2); }
| ADDRESS_SIZE INT          { build_address_size(p, $2, @2); }
| FILENO INT STRING file_times { build_file(p, $2, $3, $4, @$); }
| SECTION section_name '{' section_items '}' { build_section(p, $2, $4, @$); }
| PRAGMA strings ';'        { build_pragma_decls(p, $2, @$); }
| ALIAS WORD ',' WORD ';'   { build_alias(p, NAME($2, @2), NAME($4, @4), @$); }
| linkage var_decl ';'      { build_var_decls(p, $1.code, $2); }
| entry ';'
| entry block               { build_func_body(p, $<count>2, @2); }
| func                      /* declared, the `;` left out */
| func ';'
| func block                { build_func_body(p, $<count>2, @2); }
;

linkage:
  %empty                    { $$ = (struct ptx_word){0}; }
| LINKAGE
;

file_times:
  %empty                    { $$ = 0; }
| ',' number ',' number     { $$ = 2; }
;

section_name: DOTWORD       { $$ = $1.str; }
| WORD
;

section_items:
  %empty                    { $$ = 0; }
| section_items WORD ':'    { build_item_label(p, $2); $$ = $1 + 1; }
| section_items section_type section_values { $$ = $1 + $3; }
;

section_type: TYPE          { build_item_type(p, $1.str); } ;

section_values:
  section_value             { $$ = 1; }
| section_values ',' section_value { $$ = $1 + 1; }
;

section_value:
  expr                      { build_item_constant(p, $1, @$); }
| section_name              { build_item_symbol(p, $1, (struct ptx_number){0}, @$); }
| section_name '+' expr     { build_item_symbol(p, $1, $3, @$); }
| section_name '-' section_name { build_item_difference(p, $1, $3); }
;

/* ---- functions --------------------------------------------------------------------- */

entry:
  linkage ENTRY attrs WORD params tunes {
	build_func_head(p, FUNC_HEAD(true, $1.code, $3, 0, $5, $6, NAME($4, @4)), @$);
}
;

func:
  linkage FUNC attrs params WORD params tunes %prec HEAD {
	build_func_head(p, FUNC_HEAD(false, $1.code, $3, $4, $6, $7, NAME($5, @5)), @$);
}
;

params:
  %empty                    { $$ = 0; }
| '(' ')'                   { $$ = 0; }
| '(' param_list ')'        { $$ = $2; }
;

param_list:
  param                     { $$ = 1; }
| param_list ',' param      { $$ = $1 + 1; }
;

param: spec var_name dims   { build_var_dims(p, $3); }
| HIDDEN spec var_name dims { build_var_dims(p, $4); build_var_hidden(p, @1); }
;

tunes:
  %empty                    { $$ = 0; }
| tunes TUNE                { build_tune(p, $2.str, 0, @2); $$ = $1 + 1; }
| tunes TUNE ints           { build_tune(p, $2.str, $3, @2); $$ = $1 + 1; }
| tunes PRAGMA strings ';'  { build_tune_pragma(p, $2.str, $3, @2); $$ = $1 + 1; }
;

attrs:
  %empty                    { $$ = 0; }
| attrs ATTRIBUTE '(' attr_items ')' { $$ = $1 + $4; }
;

attr_items:
  attr_item                 { $$ = 1; }
| attr_items ',' attr_item  { $$ = $1 + 1; }
;

attr_item:
  DOTWORD                   { build_attr(p, $1.str, 0, @$); }
| DOTWORD '(' numbers ')'   { build_attr(p, $1.str, $3, @$); }
;

/* ---- declarations ------------------------------------------------------------------ */

var_decl: spec declarators  { $$ = $2; } ;

spec:
  SPACE                     { build_spec(p, $1.code); }
| SPACE '[' INT ']'         { build_spec(p, $1.code); } /* .const[2] of PTX 2.1 */
| spec TYPE                 { build_spec_type(p, $2.str, @2); }
| spec VECTOR               { build_spec_vector(p, $2.code, @2); }
| spec ALIGN INT            { build_spec_align(p, $3, @3); }
| spec PTR                  { build_spec_ptr(p, @2); }
| spec SPACE                { build_spec_space(p, $2.code, @2); }
| spec ATTRIBUTE '(' attr_items ')' { build_spec_attr(p, $4); }
;

declarators:
  declarator                { $$ = 1; }
| declarators ',' declarator { $$ = $1 + 1; }
;

declarator: var_name range var_dims initialiser ;

var_name:
  WORD                      { build_var(p, $1, @1); }
| SINK                      { build_var(p, NULL, @1); }
;

range:
  %empty
| '<' INT '>'               { build_var_range(p, $2, @2); }
;

var_dims: dims              { build_var_dims(p, $1); } ;

dims:
  %empty                    { $$ = 0; }
| dims '[' ']'              { build_no_dim(p, $1, @2); $$ = $1 + 1; }
| dims '[' expr ']'         { build_dim(p, $3, @3); $$ = $1 + 1; }
;

initialiser:
  %empty
| '=' init                  { build_var_init(p); }
;

init:
  expr                      { build_init_constant(p, $1, @$); }
| symbol                    { build_init_symbol(p, @$); }
| INT '(' symbol ')'        { build_init_mask(p, $1, @$); }
| WORD '=' WORD             { build_init_option(p, $1, $3, @$); }
| WORD '=' INT              { build_init_option_number(p, $1, $3, @$); }
| VOPEN VCLOSE              { build_init_list(p, 0, @$); }
| VOPEN inits VCLOSE        { build_init_list(p, $2, @$); }
;

inits:
  init                      { $$ = 1; }
| inits ',' init            { $$ = $1 + 1; }
;

symbol:
  WORD                      { build_symbol(p, $1); }
| WORD '(' symbol ')'       { build_symbol_generic(p, $1, @1); }
| symbol '+' expr           { build_symbol_offset(p, 1, $3, @3); }
| symbol '-' expr           { build_symbol_offset(p, -1, $3, @3); }
;

/* ---- statements -------------------------------------------------------------------- */

block: '{' stmts '}'        { $<count>$ = $2; } ;

stmts:
  stmt_list
| stmt_list error           { $$ = $1; } /* up to the `}` */
;

stmt_list:
  %empty                    { $$ = 0; }
| stmt_list stmt            { $$ = $1 + $2; }
;

stmt:
  opcode ';'                { build_inst(p, NULL, @1, $1, @1, 0, @$); $$ = 1; }
| opcode args ';'           { build_inst(p, NULL, @1, $1, @1, $2, @$); $$ = 1; }
| guard opcode ';'          { build_inst(p, &$1, @1, $2, @2, 0, @$); $$ = 1; }
| guard opcode args ';'     { build_inst(p, &$1, @1, $2, @2, $3, @$); $$ = 1; }
| WORD ':'                  { build_label(p, $1, @1); $$ = 1; }
| WORD ':' BRANCHTARGETS words ';' {
	build_targets(p, STMT_BRANCHTARGETS, $1, $4, @1); $$ = 1;
}
| WORD ':' CALLTARGETS words ';' {
	build_targets(p, STMT_CALLTARGETS, $1, $4, @1); $$ = 1;
}
| WORD ':' CALLPROTOTYPE params proto_name params tunes ';' {
	build_prototype(p, $1, $4, $6, $7, @1); $$ = 1;
}
| var_decl ';'              { $$ = build_var_stmts(p, $1); }
| LOC INT INT INT           { build_loc(p, $2, $3, $4, @$); $$ = 1; }
| LOC INT INT INT loc_start ',' WORD symbol ',' WORD INT INT INT {
	build_loc_inline(p, NAME($7, @7), NAME($10, @10), $11, $12, $13); $$ = 1;
}
| PRAGMA strings ';'        { $$ = build_pragma_stmts(p, $2, @$); }
| block                     { build_block(p, $<count>1, @$); $$ = 1; }
| error ';'                 { yyerrok; $$ = 0; }
;

loc_start: %empty           {
	build_loc(p, $<number>-2, $<number>-1, $<number>0, @$);
} ;

proto_name: SINK
| WORD
;

guard:
  '@' WORD                  { $$ = (struct ptx_word){$2, 0}; }
| '@' '!' WORD              { $$ = (struct ptx_word){$3, 1}; }
;

opcode:
  WORD
| opcode any_dot            { $$ = build_opcode(p, $1, $2.str); }
;

any_dot: DOTWORD | TYPE | VECTOR | SPACE | LINKAGE ;

/* ---- operands ---------------------------------------------------------------------- */

args:
  arg                       { $$ = 1; }
| args ',' arg              { $$ = $1 + 1; }
;

arg: operand
| '(' ')'                   { build_group(p, AST_LIST, 0, @$); }
| '(' named ')'             { build_group(p, AST_LIST, 1, @$); }
| '(' named ',' operands ')' { build_group(p, AST_LIST, $4 + 1, @$); }
| '(' constant ',' operands ')' { build_group(p, AST_LIST, $4 + 1, @$); }
;

operands:
  operand                   { $$ = 1; }
| operands ',' operand      { $$ = $1 + 1; }
;

/* A constant is apart, because (5) is a list in a call and an expression anywhere
 * else. */
operand: named | constant ;

constant: expr              { build_constant(p, $1, @$); } ;

named:
  simple
| simple '|' simple         { build_group(p, AST_PAIR, 2, @$); }
| name_offset
| '!' WORD                  { build_not(p, $2, @$); }
| '-' WORD                  { build_minus(p, $2, @$); }
| WORD '[' expr ']'         { build_index(p, $1, $3, @$); }
| '[' operands ']'          { build_group(p, AST_ADDR, $2, @$); }
| '[' operands ']' DOTWORD  { build_group(p, AST_ADDR, $2, @$); build_suffix(p, $4.str); }
;

simple:
  WORD                      { build_operand_name(p, $1, @$); }
| SINK                      { build_sink(p, @$); }
| VOPEN operands VCLOSE     { build_group(p, AST_VEC, $2, @$); }
;

name_offset:
  WORD '+' expr             { build_name_offset(p, $1, 1, $3, @$); }
| WORD '-' expr             { build_name_offset(p, $1, -1, $3, @$); }
| name_offset '+' expr      { build_more_offset(p, 1, $3, @3); }
| name_offset '-' expr      { build_more_offset(p, -1, $3, @3); }
;

/* ---- constant expressions (PTX 4.5.5) ---------------------------------------------- */

expr:
  INT
| FLOAT
| '(' expr ')'              { $$ = constant_parens($2); }
| '(' TYPE ')' expr %prec UNARY { $$ = constant_cast(p, $2.str, $4, @2); }
| '+' expr %prec UNARY      { $$ = constant_unary(p, '+', $2, @$); }
| '-' expr %prec UNARY      { $$ = constant_unary(p, '-', $2, @$); }
| '!' expr %prec UNARY      { $$ = constant_unary(p, '!', $2, @$); }
| '~' expr %prec UNARY      { $$ = constant_unary(p, '~', $2, @$); }
| expr '*' expr             { $$ = constant_binary(p, '*', $1, $3, @$); }
| expr '/' expr             { $$ = constant_binary(p, '/', $1, $3, @$); }
| expr '%' expr             { $$ = constant_binary(p, '%', $1, $3, @$); }
| expr '+' expr             { $$ = constant_binary(p, '+', $1, $3, @$); }
| expr '-' expr             { $$ = constant_binary(p, '-', $1, $3, @$); }
| expr "<<" expr            { $$ = constant_binary(p, PTX_SHL, $1, $3, @$); }
| expr ">>" expr            { $$ = constant_binary(p, PTX_SHR, $1, $3, @$); }
| expr '<' expr             { $$ = constant_binary(p, '<', $1, $3, @$); }
| expr '>' expr             { $$ = constant_binary(p, '>', $1, $3, @$); }
| expr "<=" expr            { $$ = constant_binary(p, PTX_LE, $1, $3, @$); }
| expr ">=" expr            { $$ = constant_binary(p, PTX_GE, $1, $3, @$); }
| expr "==" expr            { $$ = constant_binary(p, PTX_EQ, $1, $3, @$); }
| expr "!=" expr            { $$ = constant_binary(p, PTX_NE, $1, $3, @$); }
| expr '&' expr             { $$ = constant_binary(p, '&', $1, $3, @$); }
| expr '^' expr             { $$ = constant_binary(p, '^', $1, $3, @$); }
| expr '|' expr             { $$ = constant_binary(p, '|', $1, $3, @$); }
| expr "&&" expr            { $$ = constant_binary(p, PTX_ANDAND, $1, $3, @$); }
| expr "||" expr            { $$ = constant_binary(p, PTX_OROR, $1, $3, @$); }
| expr '?' expr ':' expr    { $$ = constant_choose(p, $1, $3, $5, @$); }
;

/* ---- plain lists ------------------------------------------------------------------- */

words:
  WORD                      { build_word(p, $1, @1); $$ = 1; }
| words ',' WORD            { build_word(p, $3, @3); $$ = $1 + 1; }
;

strings:
  STRING                    { build_word(p, $1, @1); $$ = 1; }
| strings ',' STRING        { build_word(p, $3, @3); $$ = $1 + 1; }
;

ints:
  INT                       { build_number(p, $1, @1); $$ = 1; }
| ints ',' INT              { build_number(p, $3, @3); $$ = $1 + 1; }
;

number: expr                { build_number(p, $1, @1); } ;

numbers:
  number                    { $$ = 1; }
| numbers ',' number        { $$ = $1 + 1; }
;

%%

#define PTX_TOKEN(name, text) \
	_Static_assert((int)T_##name == (int)PTX_##name, "%token follows ptx_token.def");
#include "lexer/ptx_token.def"
#undef PTX_TOKEN

/* bison numbers its symbols apart from the tokens: declared tokens in their order
 * after the end, error and undef; characters are named 'c'. */
static int token_of(yysymbol_kind_t kind) {
	if (kind >= YYSYMBOL_WORD && kind < YYSYMBOL_WORD + (PTX_TOKEN_LIMIT - PTX_WORD))
		return PTX_WORD + (int)(kind - YYSYMBOL_WORD);
	const char *name = yysymbol_name(kind);
	return name[0] == '\'' ? name[1] : PTX_END;
}

static int yyreport_syntax_error(const yypcontext_t *at, struct ptx_parser *p) {
	yysymbol_kind_t kind[YYNTOKENS];
	bool expected[PTX_TOKEN_LIMIT] = {0};
	int n = yypcontext_expected_tokens(at, kind, YYNTOKENS);
	if (p->lexer.stopped)
		return 0;
	for (int i = 0; i < n; i++)
		expected[token_of(kind[i])] = true;
	syntax_error(p, p->lexer.last, *yypcontext_location(at), expected);
	return 0;
}

/* Only "memory exhausted" comes here. */
static void parse_error(struct loc *loc, struct ptx_parser *p, const char *text) {
	(void)text;
	if (!p->lexer.stopped)
		diag_error(p->diag, *loc, E0102, "the text nests too deep here");
	ptx_lex_stop(&p->lexer);
}

struct ast_module *ptx_parse(struct arena *arena, struct strtab *names, struct diag *d,
                             const struct source_file *file) {
	struct ptx_parser p;
	parser_init(&p, arena, names, d, file);
	parse_parse(&p);
	syntax_check_head(&p);
	parser_drop(&p);
	return p.module;
}

struct ast_func *ptx_parse_func(struct arena *arena, struct strtab *names, struct diag *d,
                                const struct source_file *file) {
	struct ptx_parser p;
	parser_init(&p, arena, names, d, file);
	parse_parse(&p);
	parser_drop(&p);
	for (u32 i = 0; i < p.module->decl.n; i++)
		if (p.module->decl.at[i]->kind == DECL_FUNC)
			return p.module->decl.at[i]->func;
	return NULL;
}

/* cuda.y - the grammar of CUDA C++: tokens to the syntax tree of syntax.h. It knows no
 * names: filter.c has made every name one token that says whether it is a type, and has
 * told the brackets apart that mean several things. An action is one call of build.h; a
 * list's value is its length, its elements are on a stack. The first token of a parse
 * says what part of the text is read. Errors are skipped to the end of the statement or
 * member, so several are reported in a run.
 * SPDX-License-Identifier: Apache-2.0 */
%code requires {
#include "parser/cuda/syntax/parser.h"
}
%code {
#include "parser/cuda/syntax/action.h"
}

%define api.pure full
%define api.prefix {cu_}
%define api.token.prefix {T_}
%define api.value.type {union cu_value}
%define api.location.type {struct loc}
%define parse.error custom
%define parse.lac full
%define lr.type ielr
%locations
%expect 0
%param {struct cu_parser *p}

/* In the order of lexer/cuda_token.def. */
%token <token> IDENT INT FLOAT CHAR STRING PRAGMA_UNROLL PRAGMA_END
%token <token> SCOPE ELLIPSIS ARROW ARROW_STAR DOT_STAR INC DEC SHL SHR LAUNCH LE SPACESHIP GE EQ NE
%token <token> ANDAND OROR ADD_ASSIGN SUB_ASSIGN MUL_ASSIGN DIV_ASSIGN MOD_ASSIGN
%token <token> AND_ASSIGN OR_ASSIGN XOR_ASSIGN SHL_ASSIGN SHR_ASSIGN
%token <token> KW_VOID KW_BOOL KW_CHAR KW_SHORT KW_INT KW_LONG KW_SIGNED KW_UNSIGNED
%token <token> KW_FLOAT KW_DOUBLE KW_WCHAR KW_CHAR8 KW_CHAR16 KW_CHAR32 KW_INT128
%token <token> KW_FLOAT128 AUTO DECLTYPE TYPEOF UNDERLYING_TYPE STRUCT CLASS UNION ENUM
%token <token> TYPENAME
%token <token> CONST VOLATILE RESTRICT TYPEDEF STATIC EXTERN INLINE CONSTEXPR FRIEND
%token <token> VIRTUAL EXPLICIT MUTABLE REGISTER THREAD_LOCAL COMPLEX EXTENSION
%token <token> GLOBAL DEVICE HOST SHARED CONSTANT MANAGED GRID_CONSTANT NOINLINE
%token <token> FORCEINLINE ATTR_WORD ATTRIBUTE ALIGNAS
%token <token> NAMESPACE TEMPLATE USING STATIC_ASSERT OPERATOR PUBLIC PROTECTED PRIVATE
%token <token> NOEXCEPT
%token <token> TRUE FALSE NULLPTR THIS SIZEOF ALIGNOF NEW DELETE STATIC_CAST CONST_CAST
%token <token> REINTERPRET_CAST DYNAMIC_CAST TYPEID THROW OFFSETOF VA_ARG REAL IMAG
%token <token> IF ELSE SWITCH CASE DEFAULT WHILE DO FOR BREAK CONTINUE RETURN GOTO ASM
%token <token> TRY CATCH
/* In the order of filter_token.def. */
%token START_DECL START_BODY START_MEM_INITS START_TARGS START_TYPE START_EXPRS START_EXPR START_PARAMS
%token <syn> NAME TYPE
%token <token> LABEL TRAIT
%token <syn> MEMPTR
%token <token> TPARAM
%token <syn> TPARAM_CONCEPT CONSTRAINT
%token <token> CONCEPT
%token <syn> REQUIRES REQUIRES_EXPR
%token <syn> BODY MEM_INITS
%token <token> CAST_LP TYPE_LP GROUP_LP PARAM_LP INIT_LP PLACE_LP STMT_LP LAMBDA_LB INDEX_LB
%token <token> ARRAY_LB BIND_LB INIT_LB CLASS_LB ENUM_LB TLT TGT LAUNCH_END BIT_COLON
%token <token> PACK_DOTS UD_SUFFIX DECL TYPE_ARG CLASS_DEF ENUM_DEF ELABORATED EXPLICIT_INSTANCE
%token <token> RANGE_FOR DELETE_ARRAY
%token <token> '+' '-' '*' '/' '%' '&' '|' '^' '~' '!' '<' '>' '=' '?' ':' ',' '.' ';'
%token <token> '(' ')' '[' ']' '{' '}'

%precedence NEW_END
%left OROR
%left ANDAND
%left '|'
%left '^'
%left '&'
%left EQ NE
%left '<' '>' LE GE
%left SPACESHIP
%left SHL SHR
%left '+' '-'
%left '*' '/' '%'
%left DOT_STAR ARROW_STAR
%precedence NO_ELSE
%precedence ELSE

%type <syn> declaration static_assert tparams tparam specs specs_opt spec type_spec
%type <syn> simple_type class_spec enum_spec name_opt bases_opt base base_dots enum_base enumerator
%type <syn> init_declarator initialiser pointer declarator direct func abs abs1 abs_direct
%type <syn> abs_func params param type_id init braced init_elem designated designated_init expr expr_opt assign binary
%type <syn> unary postfix primary string config lambda captures capture lambda_tparams
%type <syn> requires_opt lambda_specs lambda_func new_type new_declarator new_arrays new_init targ
%type <syn> asm_body asm_operands asm_operand mem_init block stmt loop cond cond_decl
%type <syn> for_init cond_opt unroll clobbers decltype
%type <count> names tparam_list spec_list bases members enumerators enum_body init_declarators
%type <count> bindings param_list exprs args init_list targs capture_list lambda_words
%type <count> asm_operand_list clobber_list mem_inits stmts
%type <flags> quals asm_quals constexpr_opt
%type <token> access spec_word builtin_word strings fold_op assign_op named_cast
%type <token> lambda_word

%%

start:
  START_DECL declaration           { p->result = $2; }
| START_DECL error                 { p->result = LEAF(ERROR, 0, 0); }
| START_BODY block                 { p->result = $2; }
| START_MEM_INITS ':' mem_inits    { p->result = ONLY(LIST, 0, 0, $3); }
| START_TARGS                      { p->result = ONLY(LIST, 0, 0, 0); }
| START_TARGS targs                { p->result = ONLY(LIST, 0, 0, $2); }
| START_TYPE type_id               { p->result = $2; }
| START_EXPRS exprs                { p->result = ONLY(LIST, 0, 0, $2); }
| START_EXPR expr                  { p->result = $2; }
| START_PARAMS params              { p->result = $2; }
;

/* ---- declarations ---------------------------------------------------------------- */

declaration:
  ';'                              { $$ = LEAF(EMPTY_DECL, 0, 0); }
| specs ';'                        { $$ = build_simple_decl(p, $1, 0, @$); }
| specs_opt init_declarators ';'   { $$ = build_simple_decl(p, $1, $2, @$); }
| specs_opt declarator BODY        { $$ = build_func_def(p, $1, $2, NULL, $3, 0, @$); }
| specs_opt declarator MEM_INITS BODY { $$ = build_func_def(p, $1, $2, $3, $4, 0, @$); }
| specs_opt declarator '=' DEFAULT ';' {
	$$ = build_func_def(p, $1, $2, NULL, NULL, SYNF_DEFAULTED, @$);
}
| specs_opt declarator '=' DELETE ';' {
	$$ = build_func_def(p, $1, $2, NULL, NULL, SYNF_DELETED, @$);
}
| ENUM_DEF NAME enum_base ';'      { $$ = build_opaque_enum(p, $1, $2, $3, @$); }
| TEMPLATE tparams declaration     { $$ = LIST(TEMPLATE, 0, 0, 0, $2, $3); }
| TEMPLATE tparams REQUIRES declaration { $$ = LIST(TEMPLATE, 0, 0, 0, $2, $4, $3); }
| EXPLICIT_INSTANCE declaration    { $$ = build_instance(p, $1, $2, @$); }
| static_assert
| USING names ';'                  { $$ = ONLY(USING_DECL, 0, 0, $2); }
| USING NAMESPACE NAME ';'         { $$ = NODE(USING_NAMESPACE, 0, 0, $3); }
| USING ENUM TYPE ';'              { $$ = NODE(USING_ENUM, 0, 0, $3); }
| USING IDENT '=' type_id ';'      { $$ = build_type_alias(p, $2, $4, @$); }
| NAMESPACE IDENT '=' NAME ';'     { $$ = build_label_name(p, SYN_NAMESPACE_ALIAS, $2, $4, @$); }
| access ':'                       { $$ = LEAF(ACCESS, KIND($1), 0); }
| ASM asm_quals '(' asm_body ')' ';' { $$ = build_flag($4, $2, @$); }
;

static_assert:
  STATIC_ASSERT '(' assign ')' ';' { $$ = NODE(STATIC_ASSERT, 0, 0, $3, NONE); }
| STATIC_ASSERT '(' assign ',' string ')' ';' { $$ = NODE(STATIC_ASSERT, 0, 0, $3, $5); }
;

names:
  NAME                             { $$ = PUSH($1, 0); }
| NAME ELLIPSIS                    { $$ = PUSH(build_flag($1, SYNF_PACK, @$), 0); }
| names ',' NAME                   { $$ = PUSH($3, $1); }
| names ',' NAME ELLIPSIS          { $$ = PUSH(build_flag($3, SYNF_PACK, @3), $1); }
;

access: PUBLIC | PROTECTED | PRIVATE ;

tparams:
  TLT TGT                          { $$ = ONLY(LIST, 0, 0, 0); }
| TLT tparam_list TGT              { $$ = ONLY(LIST, 0, 0, $2); }
;

tparam_list:
  tparam                           { $$ = PUSH($1, 0); }
| tparam_list ',' tparam           { $$ = PUSH($3, $1); }
;

tparam:
  TPARAM                           { $$ = NODE(TPARAM_TYPE, 0, 0, NONE); }
| TPARAM IDENT                     { $$ = build_named(p, SYN_TPARAM_TYPE, $2, 0, @$, NULL); }
| TPARAM PACK_DOTS                 { $$ = NODE(TPARAM_TYPE, 0, SYNF_PACK, NONE); }
| TPARAM PACK_DOTS IDENT            { $$ = build_named(p, SYN_TPARAM_TYPE, $3, SYNF_PACK, @$, NULL); }
| TPARAM_CONCEPT                   { $$ = NODE(TPARAM_TYPE, 0, 0, NONE, $1); }
| TPARAM_CONCEPT IDENT             { $$ = build_concept_param(p, $1, $2, 0, NULL, @$); }
| TPARAM_CONCEPT PACK_DOTS         { $$ = NODE(TPARAM_TYPE, 0, SYNF_PACK, NONE, $1); }
| TPARAM_CONCEPT PACK_DOTS IDENT   { $$ = build_concept_param(p, $1, $3, SYNF_PACK, NULL, @$); }
| TPARAM_CONCEPT '=' type_id       { $$ = NODE(TPARAM_TYPE, 0, 0, $3, $1); }
| TPARAM_CONCEPT IDENT '=' type_id { $$ = build_concept_param(p, $1, $2, 0, $4, @$); }
| TPARAM '=' type_id               { $$ = NODE(TPARAM_TYPE, 0, 0, $3); }
| TPARAM IDENT '=' type_id         { $$ = build_named(p, SYN_TPARAM_TYPE, $2, 0, @$, $4); }
| TEMPLATE tparams TPARAM          { $$ = NODE(TPARAM_TEMPLATE, 0, 0, $2, NONE); }
| TEMPLATE tparams TPARAM IDENT    {
	$$ = build_label_name(p, SYN_TPARAM_TEMPLATE, $4, NODE(TPARAM_TEMPLATE, 0, 0, $2, NONE), @$);
}
| TEMPLATE tparams TPARAM PACK_DOTS { $$ = NODE(TPARAM_TEMPLATE, 0, SYNF_PACK, $2, NONE); }
| TEMPLATE tparams TPARAM PACK_DOTS IDENT {
	$$ = build_label_name(p, SYN_TPARAM_TEMPLATE, $5, NODE(TPARAM_TEMPLATE, 0, SYNF_PACK, $2, NONE), @$);
}
| TEMPLATE tparams TPARAM '=' NAME { $$ = NODE(TPARAM_TEMPLATE, 0, 0, $2, $5); }
| TEMPLATE tparams TPARAM IDENT '=' NAME {
	$$ = build_label_name(p, SYN_TPARAM_TEMPLATE, $4, NODE(TPARAM_TEMPLATE, 0, 0, $2, $6), @$);
}
| param                            { $$ = NODE(TPARAM_VALUE, 0, 0, $1); }
;

/* ---- specifiers ------------------------------------------------------------------ */

specs: spec_list                   { $$ = build_specs(p, $1, @$); } ;

specs_opt:
  %empty                           { $$ = build_no_specs(p, @$); }
| specs
;

spec_list:
  spec                             { $$ = PUSH($1, 0); }
| spec_list spec                   { $$ = PUSH($2, $1); }
;

spec:
  spec_word                        { $$ = build_spec_word(p, $1, @$); }
| EXTERN STRING                    { $$ = build_linkage(p, $1, @2, @$); }
| CONCEPT                          { $$ = build_concept_word(p, @$); }
| EXPLICIT '(' expr ')'            { $$ = build_explicit_if(p, $3, @$); }
| type_spec
;

spec_word: CONST | VOLATILE | RESTRICT | TYPEDEF | STATIC | EXTERN | INLINE | CONSTEXPR
| FRIEND | VIRTUAL | EXPLICIT | MUTABLE | REGISTER | THREAD_LOCAL | GLOBAL | DEVICE | HOST
| SHARED | CONSTANT | MANAGED | GRID_CONSTANT | NOINLINE | FORCEINLINE
;

type_spec:
  simple_type
| class_spec
| enum_spec
| ELABORATED TYPE                  { $$ = NODE(ELABORATED, KIND($1), 0, $2); }
;

simple_type:
  builtin_word                     { $$ = build_spec_word(p, $1, @$); }
| TYPE
| AUTO                             { $$ = LEAF(AUTO, 0, 0); }
| CONSTRAINT AUTO                  { $$ = NODE(AUTO, 0, 0, $1); }
| CONSTRAINT DECLTYPE '(' AUTO ')' { $$ = NODE(AUTO, 1, 0, $1); }
| DECLTYPE '(' AUTO ')'            { $$ = LEAF(AUTO, 1, 0); }
| decltype
| TYPEOF TYPE_LP type_id ')'       { $$ = NODE(TYPEOF, 0, 0, $3); }
| TYPEOF '(' expr ')'              { $$ = NODE(TYPEOF, 0, 0, $3); }
| UNDERLYING_TYPE TYPE_LP type_id ')' { $$ = build_named(p, SYN_UNDERLYING, $1, 0, @$, $3); }
;

decltype: DECLTYPE '(' expr ')'    { $$ = NODE(DECLTYPE, 0, 0, $3); } ;

builtin_word: KW_VOID | KW_BOOL | KW_CHAR | KW_SHORT | KW_INT | KW_LONG | KW_SIGNED
| KW_UNSIGNED | KW_FLOAT | KW_DOUBLE | KW_WCHAR | KW_CHAR8 | KW_CHAR16 | KW_CHAR32
| KW_INT128 | KW_FLOAT128 | COMPLEX
;

class_spec:
  CLASS_DEF name_opt bases_opt CLASS_LB members '}' {
	$$ = LIST(CLASS, KIND($1), SYNF_DEFINED, $5, $2, $3);
}
| CLASS_DEF name_opt bases_opt CLASS_LB members error '}' {
	yyerrok;
	$$ = LIST(CLASS, KIND($1), SYNF_DEFINED, $5, $2, $3);
}
;

name_opt:
  %empty                           { $$ = NULL; }
| NAME
;

bases_opt:
  %empty                           { $$ = ONLY(LIST, 0, 0, 0); }
| ':' bases                        { $$ = ONLY(LIST, 0, 0, $2); }
;

bases:
  base_dots                        { $$ = PUSH($1, 0); }
| bases ',' base_dots              { $$ = PUSH($3, $1); }
;

base_dots: base
| base ELLIPSIS                    { $$ = build_flag($1, SYNF_PACK, @$); }
;

base:
  TYPE                             { $$ = NODE(BASE, 0, 0, $1); }
| decltype                         { $$ = NODE(BASE, 0, 0, $1); }
| VIRTUAL base                     { $$ = build_flag($2, SYNF_VIRTUAL, @$); }
| access base                      { $$ = build_flag($2, 0, @$); $$->op = KIND($1); }
;

members:
  %empty                           { $$ = 0; }
| members declaration              { $$ = PUSH($2, $1); }
| members error ';'                { yyerrok; $$ = $1; }
;

enum_spec:
  ENUM_DEF enum_base enum_body     { $$ = LIST(ENUM, 0, build_enum_flags(p, $1), $3, NONE, $2); }
| ENUM_DEF NAME enum_base enum_body { $$ = LIST(ENUM, 0, build_enum_flags(p, $1), $4, $2, $3); }
;

enum_body:
  ENUM_LB '}'                      { $$ = 0; }
| ENUM_LB enumerators '}'          { $$ = $2; }
| ENUM_LB enumerators ',' '}'      { $$ = $2; }
;

enum_base:
  %empty                           { $$ = NULL; }
| ':' type_id                      { $$ = $2; }
;

enumerators:
  enumerator                       { $$ = PUSH($1, 0); }
| enumerators ',' enumerator       { $$ = PUSH($3, $1); }
;

enumerator:
  IDENT                            { $$ = build_named(p, SYN_ENUMERATOR, $1, 0, @$, NULL); }
| IDENT '=' assign                 { $$ = build_named(p, SYN_ENUMERATOR, $1, 0, @$, $3); }
;

/* ---- declarators ----------------------------------------------------------------- */

init_declarators:
  init_declarator                  { $$ = PUSH($1, 0); }
| init_declarators ',' init_declarator { $$ = PUSH($3, $1); }
;

init_declarator:
  declarator                       { $$ = build_init_decl(p, $1, NULL, NULL, 0, @$); }
| declarator initialiser           { $$ = build_init_decl(p, $1, $2, NULL, 0, @$); }
| declarator BIT_COLON binary      { $$ = build_init_decl(p, $1, NULL, $3, 0, @$); }
| BIT_COLON binary                 { $$ = build_init_decl(p, NULL, NULL, $2, 0, @$); }
| declarator BIT_COLON binary '=' init { $$ = build_init_decl(p, $1, $5, $3, 0, @$); }
;

initialiser:
  '=' init                         { $$ = $2; }
| INIT_LP args ')'                 { $$ = ONLY(PAREN_INIT, 0, 0, $2); }
| braced                           { $$ = build_flag($1, SYNF_BRACED, @$); }
;

pointer:
  '*' quals                        { $$ = NODE(D_PTR, 0, $2, NONE); }
| '&' quals                        { $$ = NODE(D_LREF, 0, $2, NONE); }
| ANDAND quals                     { $$ = NODE(D_RREF, 0, $2, NONE); }
| MEMPTR quals                     { $$ = NODE(D_MEMPTR, 0, $2, NONE, $1); }
;

quals:
  %empty                           { $$ = 0; }
| quals CONST                      { $$ = build_qual(p, $1, SYNF_CONST, @2); }
| quals VOLATILE                   { $$ = build_qual(p, $1, SYNF_VOLATILE, @2); }
| quals RESTRICT                   { $$ = build_qual(p, $1, SYNF_RESTRICT, @2); }
;

declarator:
  direct
| func ARROW type_id               { $$ = build_func_kid($1, 2, $3, 0, @$); }
| func ARROW type_id REQUIRES      {
	build_func_kid($1, 2, $3, 0, @$);
	$$ = build_func_kid($1, 4, $4, 0, @$);
}
| pointer declarator               { $$ = build_pointer($1, $2, @$); }
;

direct:
  NAME                             { $$ = NODE(D_NAME, 0, 0, $1); }
| PACK_DOTS NAME                   { $$ = NODE(D_NAME, 0, SYNF_PACK, $2); }
| GROUP_LP declarator ')'          { $$ = $2; }
| direct ARRAY_LB expr_opt ']'     { $$ = NODE(D_ARRAY, 0, 0, $1, $3); }
| BIND_LB bindings ']'             { $$ = ONLY(D_BINDING, 0, 0, $2); }
| func
;

func:
  direct PARAM_LP params ')'       { $$ = build_func(p, $1, $3, @$); }
| func CONST                       { $$ = build_flag($1, SYNF_CONST, @$); }
| func VOLATILE                    { $$ = build_flag($1, SYNF_VOLATILE, @$); }
| func '&'                         { $$ = build_flag($1, SYNF_LREF, @$); }
| func ANDAND                      { $$ = build_flag($1, SYNF_RREF, @$); }
| func NOEXCEPT                    { $$ = build_flag($1, SYNF_NOEXCEPT, @$); }
| func NOEXCEPT '(' expr ')'       { $$ = build_func_kid($1, 3, $4, SYNF_NOEXCEPT, @$); }
| func REQUIRES                    { $$ = build_func_kid($1, 4, $2, 0, @$); }
;

bindings:
  IDENT                            { $$ = PUSH(build_name(p, SYN_NAME, $1, @1), 0); }
| bindings ',' IDENT               { $$ = PUSH(build_name(p, SYN_NAME, $3, @3), $1); }
;

abs: %empty                        { $$ = NULL; }
| abs1
;

abs1:
  pointer
| pointer abs1                     { $$ = build_pointer($1, $2, @$); }
| abs_direct
| abs_func ARROW type_id           { $$ = build_func_kid($1, 2, $3, 0, @$); }
;

abs_direct:
  PACK_DOTS                        { $$ = NODE(D_PACK, 0, 0, NONE); }
| GROUP_LP abs1 ')'                { $$ = $2; }
| ARRAY_LB expr_opt ']'            { $$ = NODE(D_ARRAY, 0, 0, NONE, $2); }
| abs_direct ARRAY_LB expr_opt ']' { $$ = NODE(D_ARRAY, 0, 0, $1, $3); }
| abs_func
;

abs_func:
  PARAM_LP params ')'              { $$ = build_func(p, NULL, $2, @$); }
| abs_direct PARAM_LP params ')'   { $$ = build_func(p, $1, $3, @$); }
| abs_func CONST                   { $$ = build_flag($1, SYNF_CONST, @$); }
| abs_func VOLATILE                { $$ = build_flag($1, SYNF_VOLATILE, @$); }
| abs_func '&'                     { $$ = build_flag($1, SYNF_LREF, @$); }
| abs_func ANDAND                  { $$ = build_flag($1, SYNF_RREF, @$); }
| abs_func NOEXCEPT                { $$ = build_flag($1, SYNF_NOEXCEPT, @$); }
| abs_func NOEXCEPT '(' expr ')'   { $$ = build_func_kid($1, 3, $4, SYNF_NOEXCEPT, @$); }
;

params:
  %empty                           { $$ = ONLY(LIST, 0, 0, 0); }
| ELLIPSIS                         { $$ = ONLY(LIST, 0, SYNF_VARIADIC, 0); }
| param_list                       { $$ = ONLY(LIST, 0, 0, $1); }
| param_list ELLIPSIS              { $$ = ONLY(LIST, 0, SYNF_VARIADIC, $1); }
| param_list ',' ELLIPSIS          { $$ = ONLY(LIST, 0, SYNF_VARIADIC, $1); }
;

param_list:
  param                            { $$ = PUSH($1, 0); }
| param_list ',' param             { $$ = PUSH($3, $1); }
;

param:
  specs abs                        { $$ = build_param(p, $1, $2, NULL, @$); }
| specs abs '=' init               { $$ = build_param(p, $1, $2, $4, @$); }
| specs declarator                 { $$ = build_param(p, $1, $2, NULL, @$); }
| specs declarator '=' init        { $$ = build_param(p, $1, $2, $4, @$); }
;

type_id: specs abs                 { $$ = NODE(TYPE_ID, 0, 0, $1, $2); } ;

/* ---- initialisers and arguments -------------------------------------------------- */

init: assign | braced ;

braced:
  INIT_LB '}'                      { $$ = ONLY(INIT_LIST, 0, 0, 0); }
| INIT_LB init_list '}'            { $$ = ONLY(INIT_LIST, 0, 0, $2); }
| INIT_LB init_list ',' '}'        { $$ = ONLY(INIT_LIST, 0, 0, $2); }
;

args:
  %empty                           { $$ = 0; }
| init_list
;

init_list:
  init_elem                        { $$ = PUSH($1, 0); }
| init_list ',' init_elem          { $$ = PUSH($3, $1); }
;

init_elem:
  init
| init ELLIPSIS                    { $$ = NODE(PACK_EXPANSION, 0, 0, $1); }
| designated
;

designated:
  '.' IDENT designated_init        { $$ = build_member_init(p, $2, $3, @$); }
| '.' IDENT braced                 { $$ = build_member_init(p, $2, $3, @$); }
| INDEX_LB expr ']' designated_init { $$ = NODE(DESIGNATED, 0, 0, $4, $2, NONE); }
| INDEX_LB expr ELLIPSIS expr ']' designated_init {
	$$ = NODE(DESIGNATED, 0, 0, $6, $2, $4);
}
;

designated_init:
  '=' init                         { $$ = $2; }
| designated                       { $$ = NODE(INIT_LIST, 0, SYNF_CHAIN, $1); }
;

targs:
  targ                             { $$ = PUSH($1, 0); }
| targs ',' targ                   { $$ = PUSH($3, $1); }
;

targ:
  TYPE_ARG type_id                 { $$ = $2; }
| TYPE_ARG type_id ELLIPSIS        { $$ = NODE(PACK_EXPANSION, 0, 0, $2); }
| init
| init ELLIPSIS                    { $$ = NODE(PACK_EXPANSION, 0, 0, $1); }
;

exprs: targs ;

mem_inits:
  mem_init                         { $$ = PUSH($1, 0); }
| mem_inits ',' mem_init           { $$ = PUSH($3, $1); }
;

mem_init:
  NAME INIT_LP args ')'            { $$ = NODE(MEM_INIT, 0, 0, $1, ONLY(PAREN_INIT, 0, 0, $3)); }
| NAME braced                      { $$ = NODE(MEM_INIT, 0, SYNF_BRACED, $1, $2); }
| decltype INIT_LP args ')'        { $$ = NODE(MEM_INIT, 0, 0, $1, ONLY(PAREN_INIT, 0, 0, $3)); }
| decltype braced                  { $$ = NODE(MEM_INIT, 0, SYNF_BRACED, $1, $2); }
| mem_init ELLIPSIS                { $$ = build_flag($1, SYNF_PACK, @$); }
;

/* ---- expressions ----------------------------------------------------------------- */

expr: assign
| expr ',' assign                  { $$ = NODE(BINARY, ',', 0, $1, $3); }
;

expr_opt:
  %empty                           { $$ = NULL; }
| expr
;

assign: binary
| binary '?' expr ':' assign       { $$ = NODE(COND, 0, 0, $1, $3, $5); }
| binary '?' ':' assign            { $$ = NODE(COND, 0, 0, $1, NONE, $4); }
| binary assign_op init            { $$ = NODE(ASSIGN, $2, 0, $1, $3); }
| THROW                            { $$ = NODE(THROW, 0, 0, NONE); }
| THROW assign                     { $$ = NODE(THROW, 0, 0, $2); }
;

assign_op: '='                     { $$ = '='; }
| ADD_ASSIGN                       { $$ = CU_ADD_ASSIGN; }
| SUB_ASSIGN                       { $$ = CU_SUB_ASSIGN; }
| MUL_ASSIGN                       { $$ = CU_MUL_ASSIGN; }
| DIV_ASSIGN                       { $$ = CU_DIV_ASSIGN; }
| MOD_ASSIGN                       { $$ = CU_MOD_ASSIGN; }
| AND_ASSIGN                       { $$ = CU_AND_ASSIGN; }
| OR_ASSIGN                        { $$ = CU_OR_ASSIGN; }
| XOR_ASSIGN                       { $$ = CU_XOR_ASSIGN; }
| SHL_ASSIGN                       { $$ = CU_SHL_ASSIGN; }
| SHR_ASSIGN                       { $$ = CU_SHR_ASSIGN; }
;

binary: unary
| binary OROR binary               { $$ = NODE(BINARY, CU_OROR, 0, $1, $3); }
| binary ANDAND binary             { $$ = NODE(BINARY, CU_ANDAND, 0, $1, $3); }
| binary '|' binary                { $$ = NODE(BINARY, '|', 0, $1, $3); }
| binary '^' binary                { $$ = NODE(BINARY, '^', 0, $1, $3); }
| binary '&' binary                { $$ = NODE(BINARY, '&', 0, $1, $3); }
| binary EQ binary                 { $$ = NODE(BINARY, CU_EQ, 0, $1, $3); }
| binary NE binary                 { $$ = NODE(BINARY, CU_NE, 0, $1, $3); }
| binary '<' binary                { $$ = NODE(BINARY, '<', 0, $1, $3); }
| binary '>' binary                { $$ = NODE(BINARY, '>', 0, $1, $3); }
| binary LE binary                 { $$ = NODE(BINARY, CU_LE, 0, $1, $3); }
| binary GE binary                 { $$ = NODE(BINARY, CU_GE, 0, $1, $3); }
| binary SPACESHIP binary          { $$ = NODE(BINARY, CU_SPACESHIP, 0, $1, $3); }
| binary SHL binary                { $$ = NODE(BINARY, CU_SHL, 0, $1, $3); }
| binary SHR binary                { $$ = NODE(BINARY, CU_SHR, 0, $1, $3); }
| binary '+' binary                { $$ = NODE(BINARY, '+', 0, $1, $3); }
| binary '-' binary                { $$ = NODE(BINARY, '-', 0, $1, $3); }
| binary '*' binary                { $$ = NODE(BINARY, '*', 0, $1, $3); }
| binary '/' binary                { $$ = NODE(BINARY, '/', 0, $1, $3); }
| binary '%' binary                { $$ = NODE(BINARY, '%', 0, $1, $3); }
| binary DOT_STAR binary           { $$ = NODE(BINARY, CU_DOT_STAR, 0, $1, $3); }
| binary ARROW_STAR binary         { $$ = NODE(BINARY, CU_ARROW_STAR, 0, $1, $3); }
;

unary: postfix
| '+' unary                        { $$ = NODE(UNARY, '+', 0, $2); }
| '-' unary                        { $$ = NODE(UNARY, '-', 0, $2); }
| '!' unary                        { $$ = NODE(UNARY, '!', 0, $2); }
| '~' unary                        { $$ = NODE(UNARY, '~', 0, $2); }
| '*' unary                        { $$ = NODE(UNARY, '*', 0, $2); }
| '&' unary                        { $$ = NODE(UNARY, '&', 0, $2); }
| ANDAND unary                     { $$ = NODE(UNARY, CU_ANDAND, 0, $2); }
| INC unary                        { $$ = NODE(UNARY, CU_INC, 0, $2); }
| DEC unary                        { $$ = NODE(UNARY, CU_DEC, 0, $2); }
| REAL unary                       { $$ = NODE(UNARY, CU_REAL, 0, $2); }
| IMAG unary                       { $$ = NODE(UNARY, CU_IMAG, 0, $2); }
| CAST_LP type_id ')' unary        { $$ = NODE(CAST, 0, 0, $2, $4); }
| SIZEOF unary                     { $$ = NODE(SIZEOF, 0, 0, $2); }
| SIZEOF TYPE_LP type_id ')'       { $$ = NODE(SIZEOF, 0, SYNF_TYPE, $3); }
| SIZEOF ELLIPSIS '(' IDENT ')'    { $$ = build_name(p, SYN_SIZEOF_PACK, $4, @$); }
| ALIGNOF unary                    { $$ = NODE(ALIGNOF, 0, 0, $2); }
| ALIGNOF TYPE_LP type_id ')'      { $$ = NODE(ALIGNOF, 0, SYNF_TYPE, $3); }
| NOEXCEPT '(' expr ')'            { $$ = NODE(NOEXCEPT, 0, 0, $3); }
| NEW new_type new_init            { $$ = build_new(p, NULL, $2, $3, @$); }
| NEW PLACE_LP init_list ')' { $<syn>$ = ONLY(LIST, 0, 0, $3); } new_type new_init {
	$$ = build_new(p, $<syn>5, $6, $7, @$);
}
| DELETE unary                     { $$ = NODE(DELETE, 0, 0, $2); }
| DELETE_ARRAY '[' ']' unary       { $$ = NODE(DELETE, 0, SYNF_ARRAY, $4); }
| SCOPE unary                      { $$ = build_flag($2, SYNF_GLOBAL, @$); }
;

new_type:
  specs new_declarator             { $$ = NODE(TYPE_ID, 0, 0, $1, $2); }
| TYPE_LP type_id ')'              { $$ = $2; }
;

new_declarator:
  %empty %prec NEW_END             { $$ = NULL; }
| pointer new_declarator           { $$ = build_pointer($1, $2, @$); }
| new_arrays
;

new_arrays:
  ARRAY_LB expr_opt ']'            { $$ = NODE(D_ARRAY, 0, 0, NONE, $2); }
| new_arrays ARRAY_LB expr ']'     { $$ = NODE(D_ARRAY, 0, 0, $1, $3); }
;

new_init:
  %empty                           { $$ = NULL; }
| INIT_LP args ')'                 { $$ = ONLY(PAREN_INIT, 0, 0, $2); }
| braced
;

postfix: primary
| postfix '[' expr ']'             { $$ = NODE(INDEX, 0, 0, $1, $3); }
| postfix '[' braced ']'           { $$ = NODE(INDEX, 0, 0, $1, $3); }
| postfix '(' args ')'             { $$ = LIST(CALL, 0, 0, $3, $1); }
| postfix config '(' args ')'      { $$ = LIST(LAUNCH, 0, 0, $4, $1, $2); }
| simple_type '(' args ')'         { $$ = LIST(FUNCTIONAL_CAST, 0, 0, $3, build_one_spec(p, $1)); }
| simple_type braced               { $$ = build_braced_cast(p, $1, $2, @$); }
| CAST_LP type_id ')' braced       { $$ = NODE(CAST, 0, 0, $2, $4); }
| postfix '.' NAME                 { $$ = NODE(MEMBER, 0, 0, $1, $3); }
| postfix ARROW NAME               { $$ = NODE(MEMBER, 0, SYNF_ARROW, $1, $3); }
| postfix '.' TEMPLATE NAME        { $$ = NODE(MEMBER, 0, SYNF_TEMPLATE, $1, $4); }
| postfix ARROW TEMPLATE NAME      { $$ = NODE(MEMBER, 0, SYNF_TEMPLATE | SYNF_ARROW, $1, $4); }
| postfix INC                      { $$ = NODE(POSTFIX, CU_INC, 0, $1); }
| postfix DEC                      { $$ = NODE(POSTFIX, CU_DEC, 0, $1); }
| named_cast TLT type_id TGT '(' expr ')' { $$ = NODE(NAMED_CAST, KIND($1), 0, $3, $6); }
| TYPEID TYPE_LP type_id ')'       { $$ = NODE(TYPEID, 0, SYNF_TYPE, $3); }
| TYPEID '(' expr ')'              { $$ = NODE(TYPEID, 0, 0, $3); }
;

named_cast: STATIC_CAST | CONST_CAST | REINTERPRET_CAST | DYNAMIC_CAST ;

config: LAUNCH exprs LAUNCH_END    { $$ = ONLY(LIST, 0, 0, $2); } ;

primary:
  INT                              { $$ = build_int(p, $1, @$); }
| FLOAT                            { $$ = build_float(p, $1, @$); }
| CHAR                             { $$ = build_char(p, $1, @$); }
| string
| CHAR UD_SUFFIX                   { $$ = build_user_literal(p, build_char(p, $1, @1), $2, @$); }
| string UD_SUFFIX                 { $$ = build_user_literal(p, $1, $2, @$); }
| TRUE                             { $$ = build_bool(p, true, @$); }
| FALSE                            { $$ = build_bool(p, false, @$); }
| NULLPTR                          { $$ = LEAF(NULLPTR, 0, 0); }
| THIS                             { $$ = LEAF(THIS, 0, 0); }
| NAME
| '(' expr ')'                     { $$ = NODE(PAREN, 0, 0, $2); }
| '(' ELLIPSIS fold_op assign ')'  { $$ = build_fold(p, $3, NONE, $4, @$); }
| '(' ELLIPSIS ',' assign ')'      { $$ = build_fold(p, ',', NONE, $4, @$); }
| '(' binary fold_op ELLIPSIS ')'  { $$ = build_fold(p, $3, $2, NONE, @$); }
| '(' binary fold_op ELLIPSIS fold_op assign ')' { $$ = build_fold_from(p, $3, $2, $5, $6, @$); }
| '(' expr ',' ELLIPSIS ')'        { $$ = build_fold(p, ',', $2, NONE, @$); }
| '(' expr ',' ELLIPSIS ',' assign ')' { $$ = build_fold(p, ',', $2, $6, @$); }
| STMT_LP block ')'                { $$ = NODE(STMT_EXPR, 0, 0, $2); }
| TRAIT '(' targs ')'              { $$ = build_trait(p, $1, $3, @$); }
| OFFSETOF TYPE_LP type_id ',' expr ')' { $$ = NODE(OFFSETOF, 0, 0, $3, $5); }
| REQUIRES_EXPR
| VA_ARG '(' assign ',' type_id ')' { $$ = NODE(VA_ARG, 0, 0, $3, $5); }
| lambda
;

fold_op: assign_op
| OROR                             { $$ = CU_OROR; }
| ANDAND                           { $$ = CU_ANDAND; }
| '|'                              { $$ = '|'; }
| '^'                              { $$ = '^'; }
| '&'                              { $$ = '&'; }
| EQ                               { $$ = CU_EQ; }
| NE                               { $$ = CU_NE; }
| '<'                              { $$ = '<'; }
| '>'                              { $$ = '>'; }
| LE                               { $$ = CU_LE; }
| GE                               { $$ = CU_GE; }
| SHL                              { $$ = CU_SHL; }
| SHR                              { $$ = CU_SHR; }
| '+'                              { $$ = '+'; }
| '-'                              { $$ = '-'; }
| '*'                              { $$ = '*'; }
| '/'                              { $$ = '/'; }
| '%'                              { $$ = '%'; }
| DOT_STAR                         { $$ = CU_DOT_STAR; }
| ARROW_STAR                       { $$ = CU_ARROW_STAR; }
;

string: strings                    { $$ = build_string(p, $1, @$); } ;

strings: STRING
| strings STRING                   { $$ = $1; }
;

/* ---- lambdas --------------------------------------------------------------------- */

lambda:
  LAMBDA_LB captures ']' lambda_tparams lambda_specs BODY {
	$$ = build_lambda(p, $2, $4, NULL, $5, $6, @$);
}
| LAMBDA_LB captures ']' lambda_tparams lambda_specs lambda_func BODY {
	$$ = build_lambda(p, $2, $4, $6, $5, $7, @$);
}
| LAMBDA_LB captures ']' lambda_tparams lambda_specs lambda_func ARROW type_id requires_opt BODY {
	build_func_kid($6, 2, $8, 0, @$);
	if ($9)
		build_func_kid($6, 4, $9, 0, @$);
	$$ = build_lambda(p, $2, $4, $6, $5, $10, @$);
}
;

captures:
  %empty                           { $$ = ONLY(LIST, 0, 0, 0); }
| capture_list                     { $$ = ONLY(LIST, 0, 0, $1); }
;

capture_list:
  capture                          { $$ = PUSH($1, 0); }
| capture_list ',' capture         { $$ = PUSH($3, $1); }
;

/* A capture-default is a capture without a name, for build_lambda. */
capture:
  '&'                              { $$ = NODE(CAPTURE, '&', 0, NONE); }
| '='                              { $$ = NODE(CAPTURE, '=', 0, NONE); }
| THIS                             { $$ = NODE(CAPTURE, CU_THIS, 0, NONE); }
| '*' THIS                         { $$ = NODE(CAPTURE, '*', 0, NONE); }
| IDENT                            { $$ = build_named(p, SYN_CAPTURE, $1, 0, @$, NULL); }
| '&' IDENT                        { $$ = build_named(p, SYN_CAPTURE, $2, SYNF_LREF, @$, NULL); }
| IDENT ELLIPSIS                   { $$ = build_named(p, SYN_CAPTURE, $1, SYNF_PACK, @$, NULL); }
| '&' IDENT ELLIPSIS               { $$ = build_named(p, SYN_CAPTURE, $2, SYNF_LREF | SYNF_PACK, @$, NULL); }
| IDENT initialiser                { $$ = build_named(p, SYN_CAPTURE, $1, 0, @$, $2); }
| '&' IDENT initialiser            { $$ = build_named(p, SYN_CAPTURE, $2, SYNF_LREF, @$, $3); }
| '&' ELLIPSIS IDENT initialiser   { $$ = build_named(p, SYN_CAPTURE, $3, SYNF_LREF | SYNF_PACK, @$, $4); }
| ELLIPSIS IDENT initialiser       { $$ = build_named(p, SYN_CAPTURE, $2, SYNF_PACK, @$, $3); }
;

lambda_tparams:
  %empty                           { $$ = ONLY(LIST, 0, 0, 0); }
| tparams
| tparams REQUIRES                 { $$ = build_lambda_requires(p, $1, $2); }
;

requires_opt:
  %empty                           { $$ = NULL; }
| REQUIRES
;

lambda_specs: lambda_words         { $$ = build_specs(p, $1, @$); } ;

lambda_words:
  %empty                           { $$ = 0; }
| lambda_words lambda_word         { $$ = PUSH(build_spec_word(p, $2, @2), $1); }
;

lambda_word: MUTABLE | CONSTEXPR | STATIC | GLOBAL | DEVICE | HOST | NOINLINE | FORCEINLINE ;

lambda_func:
  PARAM_LP params ')'              { $$ = build_func(p, NULL, $2, @$); }
| lambda_func lambda_word          { $$ = build_lambda_word(p, $1, $2, @$); }
| lambda_func NOEXCEPT             { $$ = build_flag($1, SYNF_NOEXCEPT, @$); }
| lambda_func NOEXCEPT '(' expr ')' { $$ = build_func_kid($1, 3, $4, SYNF_NOEXCEPT, @$); }
| lambda_func REQUIRES             { $$ = build_func_kid($1, 4, $2, 0, @$); }
;

/* ---- statements ------------------------------------------------------------------ */

block:
  '{' stmts '}'                    { $$ = ONLY(BLOCK, 0, 0, $2); }
| '{' stmts error '}'              { yyerrok; $$ = ONLY(BLOCK, 0, 0, $2); }
;

stmts:
  %empty                           { $$ = 0; }
| stmts stmt                       { $$ = PUSH(build_stmt(p, $2), $1); }
;

stmt: block
| ';'                              { $$ = NODE(EXPR_STMT, 0, 0, NONE); }
| expr ';'                         { $$ = NODE(EXPR_STMT, 0, 0, $1); }
| DECL declaration                 { $$ = NODE(DECL_STMT, 0, 0, $2); }
| IF constexpr_opt '(' cond ')' stmt %prec NO_ELSE { $$ = NODE(IF, 0, $2, NONE, $4, $6, NONE); }
| IF constexpr_opt '(' cond ')' stmt ELSE stmt { $$ = NODE(IF, 0, $2, NONE, $4, $6, $8); }
| IF constexpr_opt '(' for_init cond ')' stmt %prec NO_ELSE { $$ = NODE(IF, 0, $2, $4, $5, $7, NONE); }
| IF constexpr_opt '(' for_init cond ')' stmt ELSE stmt { $$ = NODE(IF, 0, $2, $4, $5, $7, $9); }
| IF CONSTEXPR block %prec NO_ELSE { $$ = build_if_consteval(p, $2, 0, $3, NULL, @$); }
| IF CONSTEXPR block ELSE stmt     { $$ = build_if_consteval(p, $2, 0, $3, $5, @$); }
| IF '!' CONSTEXPR block %prec NO_ELSE { $$ = build_if_consteval(p, $3, '!', $4, NULL, @$); }
| IF '!' CONSTEXPR block ELSE stmt { $$ = build_if_consteval(p, $3, '!', $4, $6, @$); }
| SWITCH '(' cond ')' stmt         { $$ = NODE(SWITCH, 0, 0, NONE, $3, $5); }
| SWITCH '(' for_init cond ')' stmt { $$ = NODE(SWITCH, 0, 0, $3, $4, $6); }
| CASE expr ':' stmt               { $$ = NODE(CASE, 0, 0, $2, NONE, $4); }
| CASE expr ELLIPSIS expr ':' stmt { $$ = NODE(CASE, 0, 0, $2, $4, $6); }
| DEFAULT ':' stmt                 { $$ = NODE(DEFAULT, 0, 0, $3); }
| LABEL ':' stmt                   { $$ = build_named(p, SYN_LABEL, $1, 0, @$, $3); }
| loop
| unroll loop                      { $$ = build_loop($2, $1, @$); }
| BREAK ';'                        { $$ = LEAF(BREAK, 0, 0); }
| CONTINUE ';'                     { $$ = LEAF(CONTINUE, 0, 0); }
| RETURN ';'                       { $$ = NODE(RETURN, 0, 0, NONE); }
| RETURN expr ';'                  { $$ = NODE(RETURN, 0, 0, $2); }
| RETURN braced ';'                { $$ = NODE(RETURN, 0, 0, $2); }
| GOTO IDENT ';'                   { $$ = build_name(p, SYN_GOTO, $2, @$); }
| ASM asm_quals '(' asm_body ')' ';' { $$ = build_flag($4, $2, @$); }
| TRY block handlers               { $$ = NODE(TRY, 0, 0, $2); }
| error ';'                        { yyerrok; $$ = LEAF(ERROR, 0, 0); }
;

constexpr_opt:
  %empty                           { $$ = 0; }
| CONSTEXPR                        { $$ = SYNF_CONSTEXPR; }
;

handlers: handler | handlers handler ;
handler: CATCH PARAM_LP params ')' block ;

cond: expr | cond_decl ;

cond_decl: DECL specs init_declarators { $$ = build_simple_decl(p, $2, $3, @$); } ;

cond_opt:
  %empty                           { $$ = NULL; }
| cond
;

for_init:
  ';'                              { $$ = NODE(EXPR_STMT, 0, 0, NONE); }
| expr ';'                         { $$ = NODE(EXPR_STMT, 0, 0, $1); }
| cond_decl ';'                    { $$ = NODE(DECL_STMT, 0, 0, $1); }
;

unroll:
  PRAGMA_UNROLL PRAGMA_END         { $$ = NULL; }
| PRAGMA_UNROLL expr PRAGMA_END    { $$ = $2; }
;

loop:
  WHILE '(' cond ')' stmt          { $$ = NODE(WHILE, 0, 0, $3, $5, NONE); }
| DO stmt WHILE '(' expr ')' ';'   { $$ = NODE(DO, 0, 0, $2, $5, NONE); }
| FOR '(' for_init cond_opt ';' expr_opt ')' stmt { $$ = NODE(FOR, 0, 0, $3, $4, $6, $8, NONE); }
| RANGE_FOR '(' DECL specs declarator ':' init ')' stmt {
	$$ = build_range_for(p, NULL, $4, $5, $7, $9, @$);
}
| RANGE_FOR '(' for_init DECL specs declarator ':' init ')' stmt {
	$$ = build_range_for(p, $3, $5, $6, $8, $10, @$);
}
;

/* ---- asm ------------------------------------------------------------------------- */

asm_quals:
  %empty                           { $$ = 0; }
| asm_quals VOLATILE               { $$ = $1 | SYNF_VOLATILE; }
| asm_quals INLINE                 { $$ = $1; }
;

asm_body:
  string                           { $$ = build_asm(p, $1, NULL, NULL, NULL, @$); }
| string ':' asm_operands          { $$ = build_asm(p, $1, $3, NULL, NULL, @$); }
| string ':' asm_operands ':' asm_operands { $$ = build_asm(p, $1, $3, $5, NULL, @$); }
| string ':' asm_operands ':' asm_operands ':' clobbers { $$ = build_asm(p, $1, $3, $5, $7, @$); }
;

asm_operands:
  %empty                           { $$ = ONLY(LIST, 0, 0, 0); }
| asm_operand_list                 { $$ = ONLY(LIST, 0, 0, $1); }
;

asm_operand_list:
  asm_operand                      { $$ = PUSH($1, 0); }
| asm_operand_list ',' asm_operand { $$ = PUSH($3, $1); }
| asm_operand_list asm_operand     { $$ = PUSH($2, $1); } /* nvcc does not miss the comma */
;

asm_operand:
  string '(' expr ')'              { $$ = NODE(ASM_OPERAND, 0, 0, $1, $3); }
| '[' IDENT ']' string '(' expr ')' {
	$$ = build_label_name(p, SYN_ASM_OPERAND, $2, NODE(ASM_OPERAND, 0, 0, $4, $6), @$);
}
;

clobbers:
  %empty                           { $$ = ONLY(LIST, 0, 0, 0); }
| clobber_list                     { $$ = ONLY(LIST, 0, 0, $1); }
;

clobber_list:
  string                           { $$ = PUSH($1, 0); }
| clobber_list ',' string          { $$ = PUSH($3, $1); }
;

%%

#define CU_TOKEN(name, text) \
	_Static_assert((int)T_##name == (int)CU_##name, "%token follows cuda_token.def");
#include "lexer/cuda_token.def"
#define F_TOKEN(name, text) \
	_Static_assert((int)T_##name == (int)CU_##name, "%token follows filter_token.def");
#include "parser/cuda/syntax/filter_token.def"

/* bison numbers its symbols apart from the tokens: declared tokens in their order after
 * the end, error and undef; characters are named 'c'. */
static u32 token_of(yysymbol_kind_t kind) {
	if (kind >= YYSYMBOL_IDENT && kind < YYSYMBOL_IDENT + (CU_FILTER_LIMIT - CU_IDENT))
		return CU_IDENT + (u32)(kind - YYSYMBOL_IDENT);
	const char *name = yysymbol_name(kind);
	return name[0] == '\'' ? (u32)(u8)name[1] : CU_END;
}

static int yyreport_syntax_error(const yypcontext_t *at, struct cu_parser *p) {
	yysymbol_kind_t kind[YYNTOKENS];
	bool expected[CU_FILTER_LIMIT] = {0};
	int n = yypcontext_expected_tokens(at, kind, YYNTOKENS);
	for (int i = 0; i < n; i++)
		expected[token_of(kind[i])] = true;
	cu_syntax_error(p, p->last_kind, *yypcontext_location(at), expected);
	return 0;
}

#include "parser/ast.h"
void ast_dump(const struct ast_module *m, FILE *out) { (void)m; (void)out; }

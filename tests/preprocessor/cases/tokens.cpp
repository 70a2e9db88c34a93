// Splices, comments, literals, numbers, operators.
#define END |
a\
b c\
  d END
"str\
ing" END /\
* comment *\
/ after END
/\
/ line comm \
ent continues
1e+5 0x1p+3 1.e-3x 1'000 .5.5 u8"x"_y 'a'_z LR"d(x " )e" )d"_w ... .. . ->* <=> <:: <::> %:%: <% %> END
R"(no \
splice /* here */ END)" "END" 'END' END
"text"END "x"_END don't stop END
\u00e9t\u00e9 $dollar caf\u00e9 END
#define minus -
#define plus() +
minus-minus -minus 1minus 1 plus()+ +plus() &minus> x.plus()
/* a
   comment */ after_comment END
%:define DIGRAPH yes
DIGRAPH
#define caf\u00e9 ucn
café END

// Calls have lists in parentheses, and a list of one constant is a list there.
// mode: ast
.version 8.0
.target sm_90
.address_size 64
.entry k()
{
	call f;
	call f, (5);
	call.uni (r), f, (a, 7, (1+2)*3);
	call (r), %d1, (a), proto;
	call (r), f, ();
	mov.u32 a, (5);
	proto: .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[16], .reg .u32 _) .noreturn;
	list: .calltargets f, g;
	t: .branchtargets L1, L2;
}
//==== expected
module .version 8.0 .target sm_90 .address_size 64
  entry k
    body
      inst call (name f)
      inst call (name f) (list (int 5))
      inst call.uni (list (name r)) (name f) (list (name a) (int 7) (int 9))
      inst call (list (name r)) (name %d1) (list (name a)) (name proto)
      inst call (list (name r)) (name f) (list)
      inst mov.u32 (name a) (int 5)
      callprototype proto
        result .param .b32 _
        param .param .align 8 .b8 _[16]
        param .reg .u32 _
        directive .noreturn
      calltargets list: f g
      branchtargets t: L1 L2

break turns.ptx:52
run
info cuda blocks
print $x
continue

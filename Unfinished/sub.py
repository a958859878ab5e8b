def sub(path, pairs):
    s=open(path).read()
    for a,b in pairs:
        if a not in s: print("MISSING",path,repr(a))
        s=s.replace(a,b)
    open(path,'w').write(s)

"""Writes pcre2-vectors.jsonl: random patterns and subjects, and what libpcre2-8 answers (DOTALL and MULTILINE set).

Run: python3 generate-pcre2-vectors.py > pcre2-vectors.jsonl
Each line: [pattern, [[subject, start offset, [start0, end0, start1, …] or null], …]].
"""
import ctypes
import json
import random

l=ctypes.CDLL('libpcre2-8.so.0')
V=ctypes.c_void_p;S=ctypes.c_size_t;U=ctypes.c_uint32
l.pcre2_compile_8.restype=V
l.pcre2_compile_8.argtypes=[ctypes.c_char_p,S,U,ctypes.POINTER(ctypes.c_int),ctypes.POINTER(S),V]
l.pcre2_match_data_create_from_pattern_8.restype=V
l.pcre2_match_data_create_from_pattern_8.argtypes=[V,V]
l.pcre2_match_8.argtypes=[V,ctypes.c_char_p,S,S,U,V,V]
l.pcre2_get_ovector_pointer_8.restype=ctypes.POINTER(S)
l.pcre2_get_ovector_pointer_8.argtypes=[V]
l.pcre2_get_ovector_count_8.argtypes=[V]
l.pcre2_code_free_8.argtypes=[V]; l.pcre2_match_data_free_8.argtypes=[V]
l.pcre2_get_error_message_8.argtypes=[ctypes.c_int,ctypes.c_char_p,S]
M = 0x400  # PCRE2_MULTILINE
D = 0x20  # PCRE2_DOTALL
# PCRE2 10.42 has faults in these two optimisations (a possessive `-?` before an atomic group with an empty branch; a
# required last byte counted twice behind a look-ahead); without them it does what its manual says.
NO_AUTO_POSSESS = 0x4000
NO_START_OPTIMIZE = 0x10000
class P:
    def __init__(s,p,flags=D|M|NO_AUTO_POSSESS|NO_START_OPTIMIZE):
        e=ctypes.c_int();o=S()
        s.r=l.pcre2_compile_8(p,len(p),flags,e,o,None); s.err=None
        if not s.r: s.err=e.value;s.off=o.value;return
        s.md=l.pcre2_match_data_create_from_pattern_8(s.r,None)
    def exec(s,t,start=0):
        rc=l.pcre2_match_8(s.r,t,len(t),start,0,s.md,None)
        if rc==-1: return None
        if rc<0: return 'err%d'%rc
        n=l.pcre2_get_ovector_count_8(s.md); ov=l.pcre2_get_ovector_pointer_8(s.md)
        v=[ov[i] if ov[i]<2**60 else -1 for i in range(2*n)]
        return v
    def free(s):
        if s.r: l.pcre2_code_free_8(s.r); l.pcre2_match_data_free_8(s.md)

R=random.Random(20)
mode='lin'
def atom(d,st):
    k=R.random()
    if k<.45: return R.choice(['a','b','c','A','-',' ','\\n','\n','1'])
    if k<.62: return R.choice(['.','\\w','\\W','\\s','\\d','[ab]','[^a]','[a-c1]','[^\\n]','\\S','[\\w-]','[[:alpha:]]','\\N','\\x61','\\h','\\v'])
    if k<.72: return R.choice(['^','$','\\b','\\B','\\A','\\z','\\Z'])
    if mode=='nl' and k<.86:
        z=R.random()
        if z<.3: return '(?'+R.choice(['=','!'])+alt(d-1,st)+')'
        if z<.5: return '(?<'+R.choice(['=','!'])+R.choice(['a','ab','a|bc','\\w\\b','^a','b$',''])+')'
        if z<.7: return '(?>'+alt(d-1,st)+')'
        if z<.9 and st['g']: return '\\%d'%R.randint(1,st['g'])
        return '\\R'
    if d<=0: return R.choice(['a','b',''])
    z=R.random()
    if z<.45:
        st['g']+=1
        return '('+alt(d-1,st)+')'
    if z<.8: return '(?:'+alt(d-1,st)+')'
    if z<.9: return '(?'+R.choice(['i','-s','-m','s','x','-sm','U'])+':'+alt(d-1,st)+')'
    return R.choice(['(?i)','(?-s)','(?-m)','(?-sm)'])+'a'
def rep(d,st):
    a=atom(d,st)
    if not a or a[-1] in '$^' or a in('\\b','\\B','\\A','\\z','\\Z'): return a
    if R.random()<.4:
        q=R.choice(['*','+','?','{2}','{1,2}','{0,2}','{2,}','{1,}','{0,3}'])
        z=R.random()
        if z<.25: q+='?'
        elif z<.35: q+='+'
        return a+q
    return a
def cat(d,st): return ''.join(rep(d,st) for _ in range(R.choice([0,1,1,2,2,3,4])))
def alt(d,st): return '|'.join(cat(d,st) for _ in range(R.choice([1,1,1,2,3])))
for mode, count in (('lin', 450), ('nl', 250)):
    while count > 0:
        state={'g':0}
        pattern=alt(3,state)
        if len(pattern)>120: continue
        compiled=P(pattern.encode('latin1'))
        if compiled.err is not None: continue
        subjects=[]
        for _ in range(5):
            subject=''.join(R.choice('aabbc A-1\n\r') for _ in range(R.randint(0,9)))
            start=min(R.choice([0,0,0,1,2]),len(subject))
            result=compiled.exec(subject.encode('latin1'),start)
            if not isinstance(result,str): subjects.append([subject,start,result])
        print(json.dumps([pattern,subjects],separators=(',',':')))
        compiled.free()
        count-=1

"""Small texts that are hard to read right; every one is legal from Python 3.11 on."""

# ruff: noqa: E501  (a snippet stands on one line)

NASTY = [
    "@a # c\n\n# d\n@(b)  # @x\n# e\n@ \\\n c(1,\n   2)\nasync \\\n def f(): ...\n",
    "class A:\n\t@(  # @no\n\t x)\n\tdef f(self, /, a: 'int' = 1, *b, c: {1: 2}[1] = (lambda: 3), **d) -> (int): # c\n\t\t'doc'\n",
    "\x0cdef f():\n    'd'\n\x0c\nx = 1\n\x0cy = 2\n",
    "x = 1; y = 2 ;  # c\nif x: y; z = 3;\n",
    "x = \\\n  1\nassert x, \\\n  y\n",
    "é = 'ü'; ñ = f(é, 'ß', k=é)\ndef ф(ä: é = 'ö', *ü): 'döc'\n",
    "def 𝐟(ﬁ): return ﬁ\n",
    "if (a := 1) and [b := 2 for x in y]:\n    pass\nelif (c := lambda: (d := 1)):\n    pass\nelse:\n    e = 1\n",
    "try:\n    a\nexcept (A, B) as e: # c\n    b\nexcept C: d\nexcept: # :\n    f\nelse:\n    g\nfinally:\n    h\n",
    "try: a\nexcept* A as e: b\n",
    "try: a\nexcept *A: b\n",
    "with (a as b, c as (d, *e),): pass\nwith (a): pass\nwith (a), (b) as c: pass\nwith (yield): pass\n",
    "async def f():\n  async with a as b:\n    async for c, in d: pass\n    else: e = 1\n",
    "for a, *b in *c, d: pass\nfor (a.b) in x: pass\n",
    "while (x # :\n  ): # c\n  break\nelse: y\n",
    "match x, *y:\n  case [a, *b, {'k': c, **d}] | A(e, k=f) as g if (h := 1): pass\n  case _: pass\n",
    "match = case = type = 1\nmatch(x)\ncase[(1)] = 2\ntype = type\n",
    "def f(a, b=1, /, c=2, *, d, e=3): ...\ndef g(*, a): ...\ndef h(*args: *Ts, **k: int): ...\ndef i(a, /): ...\n",
    "class A(B, *c, metaclass=M, **d): pass\nclass C(): x: int\nclass D: ...\nclass E(F[int], k=1,): ...\n",
    "x = a.b(c)[d](e).f\nx = (a . b) (c) [ d ] . e\nx = f(a for a in b)\nx = f(*a, k=1, *b, **c)\n",
    "x[a, b]; x[(a, b)]; x[a,]; x[()]; x[*a]; x[1:2, ::3]; x[:]; x[(a)]\n",
    "a | b | c; (a | b) | c; a + b * c - d; a ** -b ** c; not a in b is not c; a if b else c if d else e; a or b or c and d\n",
    "((a)); (a,); (), ((a, b)); [(*a, b)]; {**a, 'b': c}; {a, *b}; {}; [ ]\n",
    "'a' 'b' \"c\"\n",
    "x = ('a' # c\n  'b' f'{c}' rb'' if 0 else b'a' b'\\x00')\n".replace(" rb''", ""),
    "f'a{b}c{{d}}{e!r:>{f}}{g=}{h = !s}' 'i' rf'\\d{j:\\d}'\n",
    'f"""\n{a}\n  # {b}\n"""; f"{x:%H:%M}"; f"{ {1: 2}[1] }"; f"\\N{DASH}\\x41{x}\\n"; f""\n',
    "0x_ff; 1_000; 1e5; 1_0.5; 2j; 123456789012345678901234567890; ...; None; True; b'\\xff'; '\\ud800'; u'x'; r'\\d'; 0o17\n",
    "lambda a, *b, c=1: (d, e); [a for a in b if c]; {a: b for a in c}; {a for a in b}; (a async for a in b); await c; (a := b)\n",
    "import a.b, c.d as e\nfrom . import f\nfrom ..g.h import (i, j as k,)\nfrom l import *\nfrom . . import m\n",
    "a, (b, *c), d.e, f[0] = g = h\ni: int\n(j.k): int = 1\nl += 1\nm[0] //= 2\ndel n\nglobal o, p\nraise q from r\n",
    "def f():\n    nonlocal_ = 1\n    def g():\n        nonlocal nonlocal_\n    return\n    return 1, *x\n    yield\n",
    "def f():\n    ('doc'\n     'more')\nclass A: \"a\"; x = 1\ndef g():\n    f'no'\ndef h():\n    b'no'\n",
    "if a:\n    if b:\n        x = (1,\n# c\n  2)\n    # c\n  # d\n# e\ny = '''\n a\n'''\n",
    "x = 1 # no line end",
    "",
    "# only a comment",
    "'''doc'''",
    "def f(a=lambda: {1: 2}, b=[x for x in y if x],): return a\n",
    "x = a if b else(c)\ny=[1]if(2)else[3]\nz = not(a)\nw = a<b<=c!=d not  in e is  not f\n",
    "print(  # c\n    a,  # d\n    # e\n    b=(  # f\n        1\n    ),\n)\n",
]

# Legal from the version given on.
NEWER = {
    (3, 12): [
        "type X = int\ntype Y[T: int, *Ts, **P] = dict[T, (*Ts,)]\n",
        "def f[T: (int, str), *Ts](a: T) -> T: 'doc'\nclass A[T](B): x = 1\nclass C[T]: pass\n",
        "def f[T](): # :\n    pass\n",
        "x = f'{a['b']}{f'{c}'}{'\\n'.join(d)}'\n",
    ],
    (3, 13): ["def f[T = int, *Ts = *tuple[int, ...], **P = [int]](): ...\ntype X[T: A = B] = T\n"],
    (3, 14): ["try: a\nexcept A, B: c\n", "x = t'{a}b' t'c'\n"],
}

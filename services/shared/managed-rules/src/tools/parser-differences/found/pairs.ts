import { type FoundDifference, form, request } from './requests.ts';

/** Queries and forms. */
export const PAIRS: readonly FoundDifference[] = [
  ['qs', 'a bracket behind the equals sign', request('query', { target: "/?a=m'%3Cq]=1" }), "a=m'<q]"],
  ['qs', 'the same in a form', form("a=m'%3Cq%5D=1"), "a=m'<q]"],
  ['Undertow', 'EBCDIC behind the first escape only', form('q=<m%4d%5d', '; charset=ibm037'), `<m()`],
  [
    'aiohttp',
    'EBCDIC whose escapes are in EBCDIC again',
    form('\x81~l\xf4\xc3l\xf9\xf4l\xf4\xc4', '; charset=ibm037'),
    '<m(',
  ],
  [
    'Undertow',
    'EBCDIC behind the first byte that is not ASCII',
    form("q='<m\xc5m|'d%25", '; charset=ibm037'),
    "'<mE_",
  ],
  ['aiohttp', 'UTF-7 in escapes', form('a=m%2bADw-q%2bACc-', '; charset=utf-7'), "m<q'"],
  ['Rack, Go', 'a pair behind a semicolon', request('query', { target: '/?a=b c;q=$(m)' }), '$(m)'],
  ['Rack, Go', 'a name behind a semicolon in a form', form('a=b+c; $(m)=1'), '$(m)'],
  ['Undertow', 'UTF-16 whose higher byte comes first', form("a=x%00'%00%3c", '; charset=utf-16'), "x'<"],
  [
    'Jetty',
    'EBCDIC between plus signs, which are blanks',
    form('a=%7d_+%6D+%4d', '; charset=ibm037'),
    "'\xc2\xac _ (",
  ],
  [
    'Node, ASP.NET',
    'values of equal names, as one',
    request('query', { target: "/?a=un'/*&b=1&a=*/ion" }),
    "un'/*,*/ion",
  ],
  ['Node, ASP.NET', 'the same in a form', form("a%5b%5d=un'/*&b=1&a[]=*/ion"), "un'/*,*/ion"],
  ['ASP.NET Core', 'the same without an empty one between them', form("a=un'/*&a&a=*/ion"), "un'/*,*/ion"],
  ['ASP.NET', 'names that differ in case', form("Id=un'/*&b=1&iD=*/ion"), "un'/*,*/ion"],
  [
    'qs',
    'a bracket behind the equals sign, and dots',
    request('query', { target: '/?a=b.c[%3Cm%3D{}=a]=1' }),
    'a=b.c[<m={}=a]',
  ],
  ['ASP.NET Core', 'a name over several pairs of a form', form('<m&a%3e&b=1'), '<m&a>&b'],
  ['ASP.NET Core', 'values of such names, as one', form("a=1&&b=un'/*&c=2&&b=*/ion"), "un'/*,*/ion"],
  [
    'ASP.NET Core',
    'a name of a query that has no value, with its plus signs',
    request('query', { target: "/?m'+%3Cq%3E&a=1" }),
    "m'+<q>",
  ],
  [
    'ASP.NET',
    'values without a name, as one',
    request('query', { target: "/?un'/*&b=1&*/ion" }),
    "un'/*,*/ion",
  ],
  [
    'ASP.NET',
    'names that differ in what nobody sees',
    request('query', { target: "/?a=un'/*&%ef%bb%bfa=*/ion&a%00=(" }),
    "un'/*,*/ion,(",
  ],
  [
    'Mono',
    'a query whose references are undone before it is cut',
    request('query', { target: '/?a=m&lt;q&gt;(' }),
    'm<q>(',
  ],
  [
    'Node, ASP.NET',
    'values of an empty name between empty pairs, as one',
    request('query', { target: "/?&&=un'/*&&=*/ion" }),
    "un'/*,*/ion",
  ],
  ['Mono', 'values of an empty name and of none, as one', form("=un'/*&*/ion"), "un'/*,*/ion"],
  [
    'ASP.NET Core',
    'equal names before and behind one that goes on over an ampersand, as one',
    form("b=un'/*&c&b=x&b=*/ion"),
    "un'/*,*/ion",
  ],
];

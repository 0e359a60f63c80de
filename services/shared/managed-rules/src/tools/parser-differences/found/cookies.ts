import { cookie, type FoundDifference } from './requests.ts';

/** Cookies. */
export const COOKIES: readonly FoundDifference[] = [
  ['cookie, PHP', 'a plus sign beside escapes', cookie('a=%27+%28m%29'), "'+(m)"],
  ['Werkzeug', 'a text behind a quote that is left open', cookie('a="m\'; b="x;y\'"'), "x;y'"],
  ['Django', 'a quote within quotes', cookie('a="\\044\\050m\\051""'), '$(m)"'],
  ['aiohttp', 'a quote within quotes behind a comma', cookie('a=1, b="<m>"x"'), '<m>"x'],
  ['Undertow', 'a backslash before one before a quote', cookie('a="<m>\\\\""'), '<m>\\"'],
  [
    'Undertow',
    'a quote with two backslashes, before further cookies',
    cookie('a="\\051m\\\\"x", b=1'),
    '\\051m\\"x',
  ],
  ['Werkzeug', 'what looks like the beginning of a cookie', cookie('a=";ls"; b=1'), ';ls'],
  ['aiohttp', 'from the first quote to the last', cookie('a=x="\\074m"&b="\\047"; c=1'), '<m"&b="\''],
  ['Undertow', 'two backslashes before the last quote', cookie('a="<m>\\"x\\\\"; b=1'), '<m>"x\\\\'],
  ['aiohttp', 'what looks like the end of a cookie and the next', cookie('a="; b="<m>'), '; b='],
  ['all', 'a long word for a name', cookie('GciOiJub25lIn0.eyJzdWI=; a="x'), 'GciOiJub25lIn0.eyJzdWI'],
  ['ASP.NET', 'pairs within a cookie, as one', cookie("a=un'/*&b=1&*/ion"), "un'/*,*/ion"],
  ['ASP.NET', 'the same with plus signs, which stay', cookie("a=un'+/*&*/+ion"), "un'+/*,*/+ion"],
  ['hapi', 'a name that goes on over a semicolon', cookie('a;<m=b>"x"=1'), 'a;<m'],
];

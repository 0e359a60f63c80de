/** How a server reads where others read differently. The engine shows what any of them reads; none is chosen. */
export interface ParserProfile {
  readonly server: string;
  /** Names of the run's parsers begin so. */
  readonly parsers: readonly string[];
  readonly reads: readonly string[];
}

export const PARSER_PROFILES: readonly ParserProfile[] = [
  {
    server: 'PHP',
    parsers: ['PHP'],
    reads: [
      'of equal names the last value; `a[b]` and `a[]` make arrays',
      'dots, blanks and open brackets in names become `_`',
      'cookies are percent-decoded, names are not, and `+` stays',
      'a cookie without `=` is a name',
    ],
  },
  {
    server: 'Express (qs, body-parser, busboy, multer, cookie)',
    parsers: ['Node: '],
    reads: [
      'all values of equal names; `a[b]` makes objects, and a name ends at `]=` before it ends at `=`',
      'a value with one broken escape stays encoded as a whole',
      'names and files of forms in Latin-1 or UTF-8, by configuration',
      'cookies are percent-decoded, and `+` stays; `j:{…}` is parsed as JSON',
      'where a text is expected, values of equal names are one with commas',
    ],
  },
  {
    server: 'hapi (subtext, statehood), Koa (cookies), Fastify (fast-querystring, busboy of its own)',
    parsers: ['Node: hapi', 'Node: cookies of Koa', 'Node: fast'],
    reads: [
      'hapi: the name of a cookie goes on to its equals sign, over each semicolon; a file whose name has no blank before it is a field',
      'where escapes of a form are broken, the low byte of each character that is not escaped (querystring, URLSearchParams)',
    ],
  },
  {
    server: 'Vert.x, Micronaut, Play (Netty)',
    parsers: ['Java: Netty'],
    reads: ['names of parts and files without quotes and backslashes, and blanks for `:`, `,`, `=`, `;`'],
  },
  {
    server: 'Spring and others on Tomcat, Jetty, Undertow',
    parsers: ['Java: '],
    reads: [
      'the first of equal names, or all; forms in the character set of their type',
      'Undertow decodes in that set from the first escape on only, and undoes only backslashes before quotes',
      'Jackson takes ASCII in more bytes than it needs (`c0 bc` is `<`)',
      'Tomcat takes parts of any `multipart/…`',
    ],
  },
  {
    server: 'Django',
    parsers: ['Python: Django'],
    reads: [
      'of equal names the last value; pairs end at `&` only',
      'cookies without a name; quotes around a cookie and octal escapes in it are undone',
    ],
  },
  {
    server: 'Flask (Werkzeug)',
    parsers: ['Python: Werkzeug'],
    reads: [
      'escapes that are no UTF-8 stay encoded',
      'a cookie in quotes may have semicolons in it, wherever another quote stands before',
    ],
  },
  {
    server: 'Go net/http',
    parsers: ['Go: '],
    reads: ['pairs with a semicolon or a broken escape are dropped', 'JSON: as many documents as there are'],
  },
  {
    server: 'Rails, Sinatra (Rack)',
    parsers: ['Ruby: '],
    reads: [
      '`a[b]` makes hashes',
      'JSON: an unknown escape is its letter',
      'a part without a name has its type as one',
    ],
  },
  {
    server: 'ASP.NET (System.Web of Mono, ASP.NET Core 2.3, System.Text.Json, Newtonsoft.Json)',
    parsers: ['.NET: '],
    reads: [
      'equal names are joined with commas, whatever their case',
      '`%uXXXX` is a character (System.Web); pairs end at `&` only',
      'a name of a form goes on to its equals sign, over each `&` (ASP.NET Core)',
      'forms in the character set of their type, escapes too',
      'a cookie with pairs in it is a collection of its own (System.Web); a cookie that is malformed is left out (ASP.NET Core)',
    ],
  },
];

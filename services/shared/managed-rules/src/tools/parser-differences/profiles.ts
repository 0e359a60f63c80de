/** How a server reads where others read differently. The engine shows what any of them reads; none is chosen. */
export interface ParserProfile {
  readonly server: string;
  /** Names of the run's parsers, as `Java: Tomcat`; what ends in `*` stands for all that begin so. */
  readonly parsers: readonly string[];
  readonly reads: readonly string[];
  /** What the engine does about it, where it is more than to inspect each of these readings. */
  readonly engine?: string;
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
    server: 'Express (qs, body-parser, busboy, multer, formidable, multiparty, cookie)',
    parsers: [
      'Node: qs*',
      'Node: querystring*',
      'Node: URLSearchParams',
      'Node: body-parser*',
      'Node: busboy*',
      'Node: multer',
      'Node: formidable',
      'Node: multiparty',
      'Node: cookie',
      'Node: cookie-parser',
    ],
    reads: [
      'all values of equal names; `a[b]` makes objects, and a name ends at `]=` before it ends at `=`',
      'a value with one broken escape stays encoded as a whole',
      'names and files of forms in Latin-1 or UTF-8, by configuration',
      'cookies are percent-decoded, and `+` stays; `j:{…}` is parsed as JSON',
      'where a text is expected, values of equal names are one with commas',
      "a line without a colon ends a part's head, and some bytes of the boundary stand before the content (formidable, multiparty)",
    ],
  },
  {
    server: 'Fastify (fast-querystring, @fastify/busboy)',
    parsers: ['Node: fast-querystring', 'Node: fastify busboy'],
    reads: ['an escape that is broken leaves its whole value encoded'],
  },
  {
    server: 'hapi (subtext, statehood) and Koa (cookies)',
    parsers: ['Node: hapi*', 'Node: cookies of Koa'],
    reads: [
      'the name of a cookie goes on to its equals sign, over each semicolon (hapi)',
      'a file whose name has no blank before it is a field (hapi)',
    ],
    engine: 'such a file is inspected as a field as well',
  },
  {
    server: 'Hono, Elysia and what else is built on `fetch`',
    parsers: ['Node: fetch', 'Node: Hono', 'Node: Elysia'],
    reads: ['where escapes of a form are broken, the low byte of each character that is not escaped'],
  },
  {
    server: 'Nuxt (h3), Remix, AWS Lambda (parse-multipart-data), picoquery and query-string',
    parsers: [
      'Node: h3',
      'Node: Remix',
      'Node: parse-multipart-data',
      'Node: picoquery',
      'Node: query-string*',
    ],
    reads: [
      'a name of a part is cut at each semicolon and equals sign, in quotes or not, and loses its quotes (h3, parse-multipart-data)',
    ],
  },
  {
    server: 'Documents in Node',
    parsers: [
      'Node: JSON*',
      'Node: json5',
      'Node: hjson',
      'Node: jsonc-parser',
      'Node: fast-xml-parser',
      'Node: xml2js',
      'Node: saxes',
      'Node: xmldom',
      'Node: js-yaml',
      'Node: yaml*',
      'Node: graphql',
    ],
    reads: [
      'comments, single quotes, names without quotes, texts over lines (json5, hjson)',
      'an instruction of XML goes on to the quote that closes one in it (fast-xml-parser)',
      'a carriage return alone ends no line of YAML (yaml)',
    ],
    engine: 'XML whose instructions have an open quote is refused',
  },
  {
    server: 'Tomcat, Jetty, Undertow (Spring MVC, Jakarta EE)',
    parsers: ['Java: Tomcat', 'Java: Jetty', 'Java: Undertow'],
    reads: [
      'the first of equal names, or all; forms in the character set of their type',
      'Undertow decodes in that set from the first escape on only, and undoes only backslashes before quotes',
      "Tomcat takes parts of any `multipart/…`, and a line of a part's head goes on over each feed without a return",
    ],
  },
  {
    server: 'Vert.x, Micronaut, Play (Netty)',
    parsers: ['Java: Netty*'],
    reads: [
      'names of parts and files without quotes and backslashes, and blanks for `:`, `,`, `=`, `;`',
      "a blank may stand before the colon of a part's header",
    ],
  },
  {
    server: 'Spring WebFlux, and Struts (Commons FileUpload)',
    parsers: ['Java: WebFlux', 'Java: FileUpload'],
    reads: ['what they read besides, others read, too'],
  },
  {
    server: 'Documents in Java',
    parsers: [
      'Java: Jackson',
      'Java: Gson',
      'Java: org.json',
      'Java: fastjson2',
      'Java: Xerces',
      'Java: Woodstox',
      'Java: SnakeYAML',
      'Java: graphql-java',
    ],
    reads: [
      'Jackson takes ASCII in more bytes than it needs (`c0 bc` is `<`)',
      'Gson and org.json take words without quotes, and what stands before a document for none',
    ],
  },
  {
    server: 'Django',
    parsers: ['Python: Django*'],
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
    server: 'Falcon',
    parsers: ['Python: Falcon'],
    reads: [
      'a header of a part is one only with a blank behind its colon: else a file is a field without a name',
      'values with commas are lists',
    ],
    engine: 'such a file is inspected as a field as well',
  },
  {
    server: 'FastAPI (Starlette, python-multipart), aiohttp, Bottle, Tornado',
    parsers: [
      'Python: Starlette',
      'Python: aiohttp',
      'Python: Bottle',
      'Python: Tornado',
      'Python: multipart',
      'Python: urllib.parse',
      'Python: SimpleCookie',
    ],
    reads: [
      'escapes of a form in EBCDIC or UTF-7 are decoded in that set again (aiohttp)',
      "a line of blanks ends a part's head (Bottle)",
      'quotes of an escaped file name stay escaped (Tornado)',
    ],
  },
  {
    server: 'Documents in Python',
    parsers: [
      'Python: json*',
      'Python: simplejson',
      'Python: orjson',
      'Python: ujson',
      'Python: expat',
      'Python: libxml2',
      'Python: PyYAML',
      'Python: libyaml',
      'Python: graphql-core',
    ],
    reads: [
      'NaN and infinite numbers, and half a pair of surrogates',
      'line separators of Unicode end lines of YAML',
    ],
  },
  {
    server: 'Go net/http (Gin, Echo, Chi) and fasthttp (Fiber)',
    parsers: ['Go: net/http', 'Go: mime/multipart', 'Go: fasthttp'],
    reads: [
      'pairs with a semicolon or a broken escape are dropped',
      'the last two signs of a pair stay as they are behind a broken escape (fasthttp)',
    ],
  },
  {
    server: 'Documents in Go',
    parsers: [
      'Go: encoding/json',
      'Go: json-iterator',
      'Go: go-json',
      'Go: sonic',
      'Go: encoding/xml*',
      'Go: yaml.v3',
      'Go: goccy/go-yaml',
      'Go: gqlparser',
    ],
    reads: [
      'JSON: as many documents as there are',
      'texts of XML up to its first fault are handed over, and XML behind other text is found',
      'a tag of YAML goes on to the next blank (yaml.v3)',
    ],
  },
  {
    server: 'Rust: axum, Rocket and warp (multer), actix-web, and serde',
    parsers: ['Rust: *'],
    reads: ['strict throughout; `a[b]` makes maps (serde_qs)'],
  },
  {
    server: 'Rails, Sinatra (Rack) and documents in Ruby',
    parsers: ['Ruby: *'],
    reads: [
      '`a[b]` makes hashes',
      'JSON: an unknown escape is its letter',
      'a part without a name has its type as one',
    ],
  },
  {
    server: 'ASP.NET (System.Web of Mono, ASP.NET Core 2.3) and documents in .NET',
    parsers: ['.NET: *'],
    reads: [
      'equal names are joined with commas, whatever their case and the characters in them that only format',
      '`%uXXXX` is a character (System.Web); pairs end at `&` only',
      'a name of a form goes on to its equals sign, over each `&` (ASP.NET Core)',
      'forms in the character set of their type, escapes too',
      'a cookie with pairs in it is a collection of its own (System.Web); a cookie that is malformed is left out (ASP.NET Core)',
    ],
  },
];

/** Whether a parser of the run is one of this server's. */
export const isOf = ({ parsers }: ParserProfile, parser: string): boolean =>
  parsers.some((name) => (name.endsWith('*') ? parser.startsWith(name.slice(0, -1)) : parser === name));

/** @throws an error if the page would not say whose parser it is */
export function profileOf(parser: string): ParserProfile {
  const profile = PARSER_PROFILES.find((one) => isOf(one, parser));
  if (profile === undefined) throw new Error(`no profile names the parser ${parser}`);
  return profile;
}

import { type FoundDifference, mixed, parts, request } from './requests.ts';

/** Names of fields and files, in parts. */
export const PART_NAMES: readonly FoundDifference[] = [
  [
    'Rack, Tomcat',
    'a quote within a name',
    mixed('--b\r\nContent-Disposition: form-data; name="<m\\">"\r\n\r\n1\r\n--b--'),
    '<m">',
  ],
  [
    'formidable, Rack, Tomcat',
    'a name of two lines',
    mixed('--b\r\nContent-Disposition: form-data; name="<m\n\'q"\r\n\r\n1\r\n--b--'),
    "<m\n'q",
  ],
  [
    'Bottle, Jetty',
    'two backslashes and a quote in a name',
    request('multipart', {
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="<m\\\\\\"q"\r\n\r\n1\r\n--b--\r\n',
    }),
    '<m\\\\"q',
  ],
  [
    'Tomcat',
    'a name in a word of mail',
    mixed('--b\r\nContent-Disposition: form-data; name="=?utf-8?B?PG18Jz4=?="\r\n\r\n1\r\n--b--'),
    "<m|'>",
  ],
  [
    'Tomcat',
    'a name in quotes as it stands there',
    request('multipart', {
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="<m\\\\\\"q"\r\n\r\n1\r\n--b--\r\n',
    }),
    '<m\\\\\\"q',
  ],
  [
    'Tomcat',
    'a file name with quotes in a header that few read',
    mixed('--b\r\nContent-Disposition\t\0: form-data; name=x; filename="<m>\\"x\\""\r\n\r\n1\r\n--b--'),
    '<m>"x"',
  ],
  ['Bottle', 'a name with its quotes', parts('Content-Disposition: form-data; name = "\'m("'), '"\'m("'],
  ['Tomcat', 'a backslash before a quote', parts('Content-Disposition: form-data; name="<m\\""'), '<m\\"'],
  [
    'Tornado',
    'a quote of a file name that was escaped',
    parts('Content-Disposition: form-data; name="a"; filename="x"; filename*=utf-8\'\'%22%3Cm'),
    '\\"<m',
  ],
  [
    'Tomcat',
    'a word of mail without what follows it',
    parts('Content-Disposition: form-data; name="a"; filename="=?utf-8?B?PHE+?=un ion\'"'),
    "<q> ion'",
  ],
  [
    'Tomcat',
    'a word of mail in a header that few read',
    parts(
      'Content-Disposition : form-data; name="b"; filename="=?utf-8?Q?<q>=5C=5Cm?="\r\nContent-Disposition: form-data; name="a"',
    ),
    '<q>\\m',
  ],
  [
    'Tomcat',
    'what follows a name in quotes',
    mixed('--b\r\nContent-Disposition: form-data; name="a"; filename="<m>"\r\n folded\r\n\r\n1\r\n--b--'),
    '"<m>" folded',
  ],
  [
    'Rack',
    'a name that goes on behind a boundary',
    mixed('--b\r\nContent-Disposition: form-data; name="un\r\n--b\r\nion\'"\r\n\r\n1\r\n--b--'),
    "un\r\n--b\r\nion'",
  ],
  [
    'Tomcat, Go',
    'a name with its character set',
    mixed("--b\r\nContent-Disposition: form-data; name*=utf-8''m%7C%3Cq\r\n\r\n1\r\n--b--"),
    'm|<q',
  ],
  [
    'Go',
    'a file name in pieces',
    mixed(
      '--b\r\nContent-Disposition: form-data; name=a; filename*0="<m"; filename*1="\'q"\r\n\r\n1\r\n--b--',
    ),
    "<m'q",
  ],
  [
    'Go',
    'a file name in pieces of which the last comes first',
    mixed(
      '--b\r\nContent-Disposition: form-data; name=a; filename*1="\'q"; filename*0="<m"\r\n\r\n1\r\n--b--',
    ),
    "<m'q",
  ],
  [
    'Tomcat',
    'a file within a file, behind a text that is no part',
    parts(
      'Content-Disposition: form-data; name="a"; filename="x"\r\nContent-Type: multipart/mixed; boundary=n',
      'x\r\n--n\r\nContent-Disposition: attachment; filename="<w>\'"\r\n\r\n1\r\n--n--',
    ),
    "<w>'",
  ],
  [
    'Tomcat',
    'a file within a field whose name is in a word of mail',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Type: multipart/mixed; boundary=n',
      'x\r\n--n\r\nContent-Disposition: attachment; filename="=?utf-8?B?PHc+Jw==?="\r\n\r\n1\r\n--n--',
    ),
    "<w>'",
  ],
  [
    'Bottle, Rack, Tomcat',
    'the second of two names',
    mixed('--b\r\nContent-Disposition: form-data; name="x"; name="<m>"\r\n\r\n1\r\n--b--'),
    '<m>',
  ],
  [
    'Bottle, Tomcat',
    'a name in the second line of its header',
    mixed("--b\r\nContent-Disposition:\r\n form-data; name='<m>'\r\n\r\n1\r\n--b--"),
    "'<m>'",
  ],
  [
    'Tomcat',
    'what follows a name without quotes',
    mixed("--b\r\nContent-Disposition: form-data; name*=utf-8''%3Cm\r\n q>\r\n\r\n1\r\n--b--"),
    '<m q>',
  ],
  [
    'Tomcat',
    'what follows a name with a semicolon in quotes',
    mixed('--b\r\nContent-Disposition: form-data; name="a"; filename="<m;>"\r\n q\r\n\r\n1\r\n--b--'),
    '"<m;>" q',
  ],
  [
    'formidable',
    'a file name up to the last quote',
    parts('Content-Disposition: form-data; filename="b" ; name="$(m)"'),
    'b" ; name="$(m)',
  ],
  [
    'Tomcat',
    'a name that no quote ends',
    mixed('--b\r\nContent-Disposition: form-data; name="<m\nX: \'q\r\n\r\n1\r\n--b--'),
    '"<m\nX: \'q',
  ],
  [
    'Rack',
    'the second of two names in two headers',
    mixed(
      "--b\r\nContent-Disposition: attachment; filename=z\r\nContent-Disposition: form-data; name='<m'\r\n\r\n1\r\n--b--",
    ),
    "'<m'",
  ],
  [
    'Django',
    'a file name without its tabs',
    parts('Content-Disposition: form-data; name="a"; filename="un\tion\'"'),
    "union'",
  ],
  [
    'Werkzeug',
    'a name with its quotes in a header that few read',
    parts(
      'Content-Disposition : form-data; name*="utf-8\'\'%62"; filename="x"\r\nContent-Disposition: form-data; name="z"',
    ),
    '"utf-8\'\'%62"',
  ],
  [
    'Tomcat',
    'a backslash in a file name behind single quotes',
    mixed(`--b\r\n\nContent-Disposition: form-data;name='a[b]';filename="m'<q>\\\\q"\r\n\r\n1\r\n--b--`),
    "m'<q>\\q",
  ],
  [
    'Bottle, Rack',
    'quotes in a file name behind a quote with a backslash',
    mixed(
      '--b\r\nContent-Disposition: form-data; x="a\\"; name="x"; filename="<m>\\"x\\""\r\n\r\n1\r\n--b--',
    ),
    '<m>"x"',
  ],
  [
    'formidable',
    'a file name before a name without a blank',
    parts('Content-Disposition: form-data;filename="<m>";name="a[b]"'),
    '<m>";name="a[b]',
  ],
  [
    'Tomcat',
    'a quote behind a backslash in a file name with escapes',
    parts("Content-Disposition: form-data; filename=x; filename*=utf-8''m%7Cid%5C%22; name=a"),
    'm|id"',
  ],
  [
    'Rack',
    'a backslash in a name that goes on behind a boundary',
    mixed('--b\r\nContent-Disposition: form-data; name="<m\r\n--b\r\n..\\\\q"\r\n\r\n1\r\n--b--'),
    '"<m\r\n--b\r\n..\\q"',
  ],
  [
    'all',
    'the name of a file',
    mixed('--b\r\nContent-Disposition: form-data; name="<m>"; filename="x"\r\n\r\n1\r\n--b--'),
    '<m>',
  ],
  [
    'Rack',
    'two backslashes before the last quote of a name',
    mixed('--b\r\nContent-Disposition: form-data; name="<m>\\"x\\\\"; filename="a"\r\n\r\n1\r\n--b--'),
    '<m>"x\\"; filename=',
  ],
  [
    'Bottle',
    'a name with its quotes and a backslash before the last one',
    mixed('--b\r\nContent-Disposition: form-data; name="a(\\"\r\nX"Y: z\r\n\r\n1\r\n--b--'),
    '"a(\\"',
  ],
  [
    'Tomcat',
    'a name behind a return by itself',
    mixed('--b\r\nContent-Disposition: \rform-data; name="$(m)"\r\n\r\n1\r\n--b--'),
    '$(m)',
  ],
  [
    'Go',
    'a backslash before a sign that needs none, beside one that does',
    parts('Content-Disposition: form-data; name="<m\'\\:\\u003c"'),
    "<m':\\u003c",
  ],
  [
    'Bottle',
    'a header that goes on without a blank',
    mixed('--b\r\nContent-Disposition: form-data;\r\n\tname = "m<"\r\n q>\r\n\r\n1\r\n--b--'),
    '"m<"q>',
  ],
  [
    'Tomcat',
    'a backslash behind the last quote of a file name',
    mixed('--b\r\nContent-Disposition: form-data; name="a"; filename="m<\\\\\\"q"\\\r\n\r\n1\r\n--b--'),
    'm<\\"q"',
  ],
  [
    'Rack',
    'a name of two lines with its quotes',
    mixed('--b\r\nContent-Disposition: form-data; name="<m\r\n--bq>"\r\n\r\n1\r\n--b--'),
    '"<m\r\n--bq>"',
  ],
  [
    'Tomcat',
    'a name in single quotes in a header that few read',
    parts('Content-Disposition\t: form-data; name=\'a[b]\'\r\nContent-Disposition: form-data; name="z"'),
    "'a[b]'",
  ],
  [
    'Tomcat',
    'a name that a line feed without a return does not end',
    mixed('--b\r\nContent-Disposition: form-data; name="<m"\r\t\nX\':\r\n\r\n1\r\n--b--'),
    '"<m"\r\t\nX\':',
  ],
  [
    'Tomcat',
    'a backslash before a letter of a file name with escapes',
    mixed(
      "--b\r\nContent-Disposition: form-data; name=a; filename=x; filename*=utf-8''%3Cm%5Cu003c\r\n\r\n1\r\n--b--",
    ),
    '<mu003c',
  ],
  [
    'Bottle, Tomcat',
    'a quote in the name of a file in a head that a line of blanks ends',
    mixed(
      '--b\r\nContent-Disposition: form-data; name="a"; filename="<m>\\"x\\"\'"\r\n \r\n1\r\n--b\r\nX: y\r\n\r\n1\r\n--b--',
    ),
    '<m>"x"\'',
  ],
  [
    'Rack',
    'a quote with a backslash in a name that goes on behind a boundary',
    mixed('--b\r\nContent-Disposition: form-data; name="\\"<m>\'\r\n--b}"\r\n\r\n1\r\n--b--'),
    '""<m>\'\r\n--b}"',
  ],
  [
    'Tomcat',
    'a file name without quotes that a line feed does not end',
    mixed(
      '--b\r\nContent-Disposition: form-data; name=b; filename=x; filename*=utf-253c%7Bm*7\n%7D\r\n\r\n1\r\n--b--',
    ),
    'utf-253c%7Bm*7\n%7D',
  ],
  [
    'ASP.NET',
    'values of names that are the same up to a quote that is escaped',
    request('multipart', {
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="\\"a"\r\n\r\n<m/*\r\n--b\r\nContent-Disposition: form-data; name="\\"b"\r\n\r\n*/q>\r\n--b--\r\n',
    }),
    '<m/*,*/q>',
  ],
  [
    'Tomcat',
    'digits of escapes that are none',
    mixed(
      "--b\r\nContent-Disposition: form-data; name=\"b\"; filename*=iso-8859-1'en'm%3b--'%m622|id\r\n\r\n1\r\n--b--\r\n",
    ),
    "m;--'\x0622|id",
  ],
  [
    'Netty',
    'a name without quotes and backslashes',
    parts('Content-Disposition: form-data; name="<m\\"q>"'),
    '<mq>',
  ],
  [
    'Netty',
    'a file name with blanks for other signs',
    parts('Content-Disposition: form-data; name="a"; filename="m;--\'"'),
    "m --'",
  ],
  [
    'Netty',
    'a file name with escapes without quotes',
    mixed(
      "--b\r\nContent-Disposition: form-data; name=a; filename=x; filename*=utf-8''%3cm%22q>\r\n\r\n1\r\n--b--",
    ),
    '<mq>',
  ],
  [
    'Tomcat',
    'a name over a blank line without returns',
    mixed("--b\r\nContent-Disposition: form-data; name='x.<\n\nm290;--'\r\n\r\nv\r\n--b--\r\n"),
    "'x.<\n\nm290",
  ],
  [
    'h3, parse-multipart-data',
    'a name without its quotes, but with the backslash before one',
    parts('Content-Disposition: form-data; name="<m9>\\"x\\"&"'),
    '<m9>\\x\\&',
  ],
  [
    'h3, parse-multipart-data',
    'a name up to an equals sign in it',
    parts('Content-Disposition: form-data; name="\\"m5\'=]"'),
    "\\m5'",
  ],
  [
    'Netty',
    'a name without its signs in a header that few read',
    parts('Content-Disposition: form-data; name="z"\r\nContent-disposition\t: form-data; name="m;--=?x=\'"'),
    "m -- ?x '",
  ],
];

import { type FoundDifference, mixed, parts, request } from './requests.ts';

/** What parts contain, and where they begin and end. */
export const PART_CONTENTS: readonly FoundDifference[] = [
  [
    'formidable, Go',
    'a boundary within a line',
    mixed('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nun--bion\'\r\n--b--\r\n'),
    "un--bion'",
  ],
  [
    'Go, Tomcat',
    'a boundary behind a bare line feed',
    mixed('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nun\n--b\r\nion\'\r\n--b--\r\n'),
    "un\n--b\r\nion'",
  ],
  [
    'formidable, Bottle',
    'a field whose name is written in pieces',
    mixed("--b\r\nContent-Disposition: form-data; name*0=a\r\n\r\n\0m\0'\0\r\n--b--\r\n"),
    "m'",
  ],
  [
    'Undertow',
    'a file as a field, if quotes are escaped in its name',
    parts('Content-Disposition: form-data; name="\\"a"; filename="b"\r\nContent-Type: image/png', "m'<q>"),
    "m'<q>",
  ],
  [
    'formidable, multiparty',
    'what follows a line without a colon',
    mixed('--b\r\nabcd\r\nContent-Disposition: form-data; name="a"\r\n\r\nm\'\r\n--b--'),
    '\r\n--Content-Disposition: form-data; name="a"\r\n\r\nm\'',
  ],
  [
    'formidable',
    'what follows a line without a colon that is longer than a boundary by one sign',
    mixed("--b\r\nabcdef\r\n--m<q>\r\n\r\nm'\r\n--b--"),
    "\r\n--b---m<q>\r\n\r\nm'",
  ],
  [
    'formidable',
    'base64 in the alphabet for URLs',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
      `${'.'.repeat(30)}PG0nPj4-Pj8_`,
    ),
    "<m'>>>>??",
  ],
  [
    'formidable',
    'base64 over lines, of which four signs are read at a time',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
      'e3ttND\r\nE4Kjd9fW0xNDk8IS0tXHUwMDNj',
    ),
    '{{m418*7}}m149<!--\\u006',
  ],
  [
    'all but Node and Go',
    'base64 with signs that are no digits',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
      `${'.'.repeat(30)}P-G_0nPg==`,
    ),
    "<m'>",
  ],
  [
    'formidable',
    'base64 with a digit too many before its end',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
      `${'.'.repeat(30)}PG0nPjw+A==`,
    ),
    "<m'><>",
  ],
  [
    'formidable, multiparty',
    'a boundary behind a line without a colon',
    mixed("--b\r\nab\r\n--b\r\nm'<q>: y\r\n\r\n1\r\n--b--"),
    "\r\n--b\r\nm'<q>: y\r\n\r\n1",
  ],
  [
    'formidable',
    'a boundary with a comma in it',
    request('multipart', {
      contentType: 'multipart/mixed; boundary=b,c',
      body: '--b,c\r\nabcdefg\r\nX<q>: y\r\n\r\n1\r\n--b,c--',
    }),
    '\r\n--b,cX<q>: y\r\n\r\n1',
  ],
  [
    'formidable, multiparty',
    'what follows a boundary within a head',
    mixed('--b\r\nContent-Disposition: form-data\r\n--b\r\n; name="a"\r\n\r\nm\'\r\n--b--'),
    '\r\n-; name="a"\r\n\r\nm\'',
  ],
  [
    'Rack',
    'a part without a head that looks like parts',
    mixed("--b\r\n\r\n--bx\r\nX: y\r\n\r\nm'\r\n--b--"),
    "--bx\r\nX: y\r\n\r\nm'",
  ],
  [
    'Bottle',
    'what follows a line of blanks',
    mixed("--b\r\nContent-Disposition: form-data; name=a\r\n \r\n<m'>\r\n--b--"),
    "<m'>",
  ],
  [
    'formidable',
    'a file without a type',
    mixed('--b\r\nContent-Disposition: form-data; name=a; filename=b\r\n\r\n$\0(\0m\0)\0i\0d\0\r\n--b--'),
    '$(m)id',
  ],
  [
    'Rack, Bottle',
    'parts within a part as a text',
    mixed("--b\r\nContent-Type: multipart/mixed; boundary=n\r\n\r\n--n\r\nX: y\r\n\r\nm'\r\n--n--\r\n--b--"),
    "--n\r\nX: y\r\n\r\nm'\r\n--n--",
  ],
  [
    'formidable, Rack, Werkzeug',
    'a file as a field, if blanks are before its name',
    parts('Content-Disposition: form-data; name="a"; filename=\t"b"\r\nContent-Type: text/plain', "m'<q>"),
    "m'<q>",
  ],
  [
    'formidable',
    'a boundary that follows a head at once',
    mixed("--b\r\nX: y\r\n\r\n--b\r\nX: z\r\n\r\nm'\n--b\r\n<q>\r\n--b--"),
    "--b\r\nX: z\r\n\r\nm'\n--b\r\n<q>",
  ],
  [
    'formidable',
    'what almost is a boundary',
    mixed("--b\r\nX: y\r\n\r\nm'\r\n--b\r<q>\r\n--b--"),
    "m'\r\n--b-<q>",
  ],
  [
    'Undertow',
    'quoted-printable whose line a return ends',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: quoted-printable',
      '=3C=\rm=27',
    ),
    "<m'",
  ],
  [
    'aiohttp',
    'quoted-printable with two equals signs',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: quoted-printable',
      '=3Cm==7D=27',
    ),
    "<m=7D'",
  ],
  [
    'aiohttp',
    'quoted-printable with blanks between an equals sign and the end of its line',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: quoted-printable',
      '=3Cm= \r\n=27q',
    ),
    "<m= \r\n'q",
  ],
  [
    'aiohttp',
    'quoted-printable with an escape that a line end parts',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: quoted-printable',
      '=3Cm=2=\r\n7q',
    ),
    '<m=27q',
  ],
  [
    'Python',
    'quoted-printable that is left out behind a return',
    mixed(
      '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=3C=\rz\nm=27\r\n--b--',
    ),
    "<m'",
  ],
  [
    'formidable',
    'a short text with a NUL in a file without a type',
    parts('Content-Disposition: form-data; name="a"; filename="b"', "m'\0\xe9<q>"),
    "m'<q>",
  ],
  [
    'Undertow',
    'quoted-printable with what is no digit',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: quoted-printable',
      '..=3!=4!m=2\r',
    ),
    '../?m\x1f',
  ],
  [
    'Undertow',
    'quoted-printable whose line ends are lines to others',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: quoted-printable',
      '=3Cm --=\r\n=27',
    ),
    "<m --\n'",
  ],
  [
    'Bottle',
    'a character set of what is base64 to others',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-7\r\nContent-Transfer-Encoding: base64',
      'm+ADw-q+ACc-',
    ),
    "m<q'",
  ],
  [
    'Bottle',
    'the same in other parts than those of forms',
    mixed(
      '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-7\r\nContent-Transfer-Encoding: base64\r\n\r\nm+ADw-q+ACc-\r\n--b--',
    ),
    "m<q'",
  ],
  [
    'Bottle',
    'the character set of the last of two types',
    mixed(
      '--b\r\nContent-Type: text/plain; charset=utf-16\r\nContent-Type: text/plain; charset=ibm037\r\nContent-Disposition: form-data; name="a"\r\n\r\n\x94\x7d\x4c\x98\r\n--b--',
    ),
    "m'<q",
  ],
  [
    'Jetty',
    'a field in UTF-16 whose higher byte comes first',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-16',
      "N\x00\x00<\x00m\x00'\x00q",
    ),
    "<m'q",
  ],
  [
    'ASP.NET Core',
    'fields of equal names, as one',
    request('multipart', {
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nun\'/*\r\n--b\r\nContent-Disposition: form-data; name="A"\r\n\r\n*/ion\r\n--b--\r\n',
    }),
    "un'/*,*/ion",
  ],
  [
    'ASP.NET Core',
    'fields of equal names, one of them in a word of mail, as one',
    request('multipart', {
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="b"\r\n\r\nun\'/*\r\n--b\r\nContent-Disposition: form-data; name="=?utf-8?B?Yg==?="\r\n\r\n*/ion\r\n--b--\r\n',
    }),
    "un'/*,*/ion",
  ],
  [
    'ASP.NET Core',
    'fields of equal names of which one is in a character set, as one',
    request('multipart', {
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-16\r\n\r\nu\0n\0\'\0/\0*\0\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n*/ion\r\n--b--\r\n',
    }),
    "un'/*,*/ion",
  ],
  [
    'ASP.NET Core',
    'a pair of bytes that is no character, which takes a quote along',
    parts(
      'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=shift_jis',
      "m'<q\xe9'>",
    ),
    "m'<q>",
  ],
  [
    'formidable',
    'base64 with what looks like a boundary, in chunks of four signs',
    mixed(
      '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\nJChtODhlUm\r\n--bV5SnpkV0k=\r\n--b--\r\n',
    ),
    `$(m88e${Buffer.concat([Buffer.from('Um', 'base64'), Buffer.from('--bV5SnpkV0k', 'base64')]).toString('latin1')}`,
  ],
  [
    'hapi',
    'a file without a blank before its name, which is a field',
    parts('Content-Disposition: form-data; name="a";filename="x.png"\r\nContent-Type: image/png', "<m'>"),
    "<m'>",
  ],
  [
    'formidable',
    'a boundary in a head that a blank line without returns does not end',
    mixed(
      '--b\r\nContent-Disposition: form-data; name=\'x.\n\nm;--\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n<q>\r\n--b--\r\n',
    ),
    '\r\n-Content-Disposition: form-data; name="a"\r\n\r\n<q>',
  ],
  [
    'Falcon',
    'a file whose names stand right behind their colon, which is a field',
    parts('Content-Disposition:form-data; name="a"; filename="x.png"\r\nContent-Type: image/png', "<m'>"),
    "<m'>",
  ],
  [
    'formidable',
    'base64 behind another transfer encoding',
    mixed(
      '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: x-uuencode\r\nContent-Transfer-Encoding: base64\r\n\r\nPG0nPg==\r\n--b--\r\n',
    ),
    "<m'>",
  ],
];

/** A request that is made to be dear: what it says of its body, and the body as bytes of latin1. */
export interface HostileRequest {
  readonly name: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Of a head; the edge takes no longer ones. */
const HEAD_BYTES = 30 * 1024;

const fill = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(1, Math.floor(bytes / unit.length)));
/** `#` becomes a number, so that names differ. */
const numbered = (unit: string, bytes: number): string => {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < bytes; index++) {
    const piece = unit.replaceAll('#', String(index));
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join('');
};

/** Park and Miller's generator: the same bytes on every machine. */
function noise(alphabet: string, bytes: number, seed: number): string {
  let state = seed;
  const pieces = Array.from({ length: bytes }, () => {
    state = (state * 48_271) % 0x7fffffff;
    return alphabet[state % alphabet.length]!;
  });
  return pieces.join('');
}

const ALL_BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
const PRINTABLE = ALL_BYTES.slice(0x20, 0x7f);
/** Without what ends a value. */
const IN_VALUES = PRINTABLE.replace(/["&%+<\\]/g, '');
const WORDS = "select or union from on<>='();-/* ";
const WORDS_IN_VALUES = WORDS.replace('<', '');
const percentEncoded = (text: string): string =>
  text.replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

const FORM = 'application/x-www-form-urlencoded';
const MIXED = 'multipart/mixed; boundary=b';
const FORM_DATA = 'multipart/form-data; boundary=b';
const FIELD = '--b\r\nContent-Disposition: form-data; name="a"\r\n';

/** By type, a function that makes a body of about this many bytes. */
const BODIES: Readonly<Record<string, readonly [type: string, make: (bytes: number) => string]>> = {
  'form of separators': [FORM, (bytes) => fill('&', bytes)],
  'form of short pairs': [FORM, (bytes) => fill('a=1&', bytes)],
  'form of many names': [FORM, (bytes) => numbered('a#=b&', bytes)],
  'form of escaped words': [FORM, (bytes) => fill('a=%27or%201%3d&', bytes)],
  'form, one value of escapes': [FORM, (bytes) => `a=${fill('%41', bytes)}`],
  'form, one value of noise': [FORM, (bytes) => `a=${noise(IN_VALUES, bytes, 1)}`],
  'form, one value of words': [FORM, (bytes) => `a=${noise(WORDS, bytes, 2)}`],
  'form, one value of encoded noise': [
    FORM,
    (bytes) => `a=${percentEncoded(noise(ALL_BYTES, bytes / 2.4, 3))}`,
  ],
  'form, one value of commands': [FORM, (bytes) => `a=${fill(';cat $x | `id` ', bytes)}`],
  'form, values of noise': [FORM, (bytes) => `a=${noise(`${IN_VALUES}${'&'.repeat(4)}====`, bytes, 4)}`],
  'form, names of noise': [FORM, (bytes) => `${noise(IN_VALUES.replace('=', ''), bytes, 5)}=1`],
  'form of keys in brackets': [FORM, (bytes) => numbered('a[<#][c d]=e&', bytes)],
  'form, one name of keys in brackets': [FORM, (bytes) => `a${fill('[<b]', bytes)}=1`],
  'JSON of numbers': ['application/json', (bytes) => `[${fill('1,', bytes)}1]`],
  'JSON of many names': ['application/json', (bytes) => `{${numbered('"a#":"b",', bytes)}"z":1}`],
  'JSON, one text of noise': ['application/json', (bytes) => `["${noise(IN_VALUES, bytes, 6)}"]`],
  'JSON, one text of escapes': ['application/json', (bytes) => `["${fill('\\u0041\\n', bytes)}"]`],
  'JSON, one text of Base64': [
    'application/json',
    (bytes) => `{"photo":"${Buffer.from(noise(ALL_BYTES, bytes * 0.75, 25), 'latin1').toString('base64')}"}`,
  ],
  'JSON, texts of words': [
    'application/json',
    (bytes) => `[${fill(`"${noise(WORDS_IN_VALUES, 60, 7)}",`, bytes)}1]`,
  ],
  'JSON in layers': ['application/json', (bytes) => `[${fill('[[[[{"a":[[1]]}]]]],', bytes)}1]`],
  'JSON, one faulty document of noise': [
    'application/json',
    (bytes) => `["{a=1}${fill('\\\\"\\u0001b\\u00ff', bytes)}"]`,
  ],
  'JSON on lines': ['application/x-ndjson', (bytes) => numbered('{"a#":"b"}\n', bytes)],
  'XML of attributes': ['text/xml', (bytes) => `<a ${numbered('x#="1" ', bytes)}/>`],
  'XML of elements': ['text/xml', (bytes) => `<a>${numbered('<b c="#">d</b>', bytes)}</a>`],
  'XML of entities': ['text/xml', (bytes) => `<a>${fill('&amp;&#65;', bytes)}</a>`],
  'XML, one text of noise': ['text/xml', (bytes) => `<a>${noise(IN_VALUES, bytes, 8)}</a>`],
  'XML, one text of blanks': ['text/xml', (bytes) => `<a>${fill('\t', bytes)}</a>`],
  'XML of comments': ['text/xml', (bytes) => `<a>${fill('<!-- a -->', bytes)}</a>`],
  'form-data of fields': [FORM_DATA, (bytes) => `${fill(`${FIELD}\r\nv\r\n`, bytes)}--b--\r\n`],
  'form-data of headers': [
    FORM_DATA,
    (bytes) => `${fill(`${FIELD}${numbered('X-#: v\r\n', 700)}\r\nv\r\n`, bytes)}--b--\r\n`,
  ],
  'form-data, one field of noise': [
    FORM_DATA,
    (bytes) => `${FIELD}\r\n${noise(IN_VALUES, bytes, 9)}\r\n--b--\r\n`,
  ],
  'form-data, a file of noise': [
    FORM_DATA,
    (bytes) =>
      `--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\n${noise(ALL_BYTES, bytes, 10)}\r\n--b--\r\n`,
  ],
  'form-data, parts in a part': [
    FORM_DATA,
    (bytes) =>
      `${FIELD}Content-Type: multipart/mixed; boundary=c\r\n\r\n${fill('--c\r\n\r\na=b\r\n', bytes)}\r\n--b--\r\n`,
  ],
  'form-data, almost boundaries': [FORM_DATA, (bytes) => `${FIELD}\r\n${fill('\r\n--', bytes)}\r\n--b--\r\n`],
  'mixed of parts': [MIXED, (bytes) => `${fill('--b\r\nA: b\r\n\r\nc=d\r\n', bytes)}--b--\r\n`],
  'mixed, one part of noise': [MIXED, (bytes) => `--b\r\n\r\n${noise(PRINTABLE, bytes, 11)}\r\n--b--\r\n`],
  'mixed, parts of noise': [
    MIXED,
    (bytes) => `${fill(`--b\r\n\r\n${noise(PRINTABLE, 2_000, 12)}\r\n`, bytes)}--b--\r\n`,
  ],
  'mixed, Base64 of noise': [
    MIXED,
    (bytes) =>
      `--b\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(noise(PRINTABLE, bytes * 0.75, 13)).toString('base64')}\r\n--b--\r\n`,
  ],
  'mixed, quoted-printable': [
    MIXED,
    (bytes) =>
      `--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${fill('=41=20=3D\r\n= \r\n', bytes)}\r\n--b--\r\n`,
  ],
  'mixed, one part in UTF-7': [
    MIXED,
    (bytes) => `--b\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n${fill('+ADw-a', bytes)}\r\n--b--\r\n`,
  ],
  'mixed in layers': [
    MIXED,
    (bytes) =>
      `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${fill('--c\r\n\r\na=b\r\n', bytes)}--b--\r\n`,
  ],
  'text of noise': ['text/plain', (bytes) => noise(PRINTABLE, bytes, 14)],
  'text of words': ['text/plain', (bytes) => noise(WORDS, bytes, 15)],
  'text of blanks': ['text/plain', (bytes) => `a${fill(' ', bytes)}b`],
  'text of pairs': ['text/plain', (bytes) => numbered('a#=b&', bytes)],
  'bytes of no type': ['application/octet-stream', (bytes) => noise(ALL_BYTES, bytes, 16)],
  'bytes of no type between pairs': [
    'application/octet-stream',
    (bytes) => fill(`\0\0\0&a=${noise(PRINTABLE.replace('&', ''), 300, 17)}`, bytes),
  ],
  'no type, texts in quotes': ['', (bytes) => `{a:${fill('"b c",', bytes)}}`],
  'YAML of members': ['application/yaml', (bytes) => numbered('a#: b\n', bytes)],
  'YAML of members on one line': ['application/yaml', (bytes) => `a: ${fill('b: ', bytes)}`],
  'YAML, one text of escapes': ['application/yaml', (bytes) => `a: "${fill('\\x41\\n', bytes)}"`],
  'YAML, one text of breaks': ['application/yaml', (bytes) => `a: "${fill('b \n ', bytes)}"`],
  'YAML, one text of lines': ['application/yaml', (bytes) => `a: |\n${fill('  b\n', bytes)}`],
  'YAML of short lines': ['application/yaml', (bytes) => `a: !!binary ${fill('--\n', bytes)}`],
  'YAML, a tag of signs': ['application/yaml', (bytes) => `a: !!${fill(',', bytes)} b\n`],
  'YAML of NULs': ['application/yaml', (bytes) => `a: b\n${fill('\0a', bytes)}`],
  'YAML, one text of line ends': ['application/yaml', (bytes) => `a: "${fill('\r\n', bytes)}"`],
  'YAML of flows': ['application/yaml', (bytes) => `a: ${fill('[{b: c, "d": [', bytes)}`],
  'YAML of signs': ['application/yaml', (bytes) => `a:\n  ${fill('- ', bytes)}`],
  'GraphQL of texts': ['application/graphql', (bytes) => `query {a(${fill('b:"c\\"d" ', bytes)})}`],
  'GraphQL, one text of commands on lines': [
    'application/graphql',
    (bytes) => `{a(b:"SEND${fill('\\nSEND', bytes)}")}`,
  ],
  'text of half pairs': ['text/plain', (bytes) => `a='${fill('\xed\xa0\x80', bytes)}`],
  'Base64 in short lines': [
    'text/plain',
    (bytes) =>
      Buffer.from(noise(ALL_BYTES, bytes / 2, 26), 'latin1')
        .toString('base64')
        .replace(/.{4}/g, '$&\n'),
  ],
  'UTF-7 of shifts': ['text/plain; charset=utf-7', (bytes) => fill('+ADw-+', bytes)],
  'UTF-7, one shift': ['text/plain; charset=utf-7', (bytes) => `+${fill('ADwA', bytes)}-`],
  'UTF-7, a form': [`${FORM}; charset=utf-7`, (bytes) => fill('a=+ADw-b&', bytes)],
  'UTF-16, text': [
    'text/plain; charset=utf-16le',
    (bytes) => noise(PRINTABLE, bytes / 2, 18).replace(/./g, '$&\0'),
  ],
  'UTF-32, text': [
    'text/plain; charset=utf-32le',
    (bytes) => noise(PRINTABLE, bytes / 4, 19).replace(/./g, '$&\0\0\0'),
  ],
  'EBCDIC, text': ['text/plain; charset=ibm037', (bytes) => noise(ALL_BYTES, bytes, 20)],
  'EBCDIC, a form': [`${FORM}; charset=ibm037`, (bytes) => fill('a=%81%82&', bytes)],
  'Shift_JIS, text': ['text/plain; charset=shift_jis', (bytes) => noise(ALL_BYTES.slice(0x20), bytes, 21)],
};

/** Where a stranger can put as much as a head may have. */
const HEADS: Readonly<Record<string, (bytes: number) => Pick<HostileRequest, 'target' | 'headers'>>> = {
  'query of separators': (bytes) => ({ target: `/?${fill('&', bytes)}`, headers: [] }),
  'query of many names': (bytes) => ({ target: `/?${numbered('a#=b&', bytes)}`, headers: [] }),
  'query, one value of noise': (bytes) => ({
    target: `/?a=${noise(IN_VALUES.replace(/[ #]/g, ''), bytes, 22)}`,
    headers: [],
  }),
  'path of steps': (bytes) => ({ target: `/${fill('a/../', bytes)}`, headers: [] }),
  'path of escapes': (bytes) => ({ target: `/${fill('%2e%2e%2f', bytes)}`, headers: [] }),
  'cookies, many': (bytes) => ({ target: '/', headers: ['Cookie', numbered('a#=b; ', bytes)] }),
  'cookie, one of noise': (bytes) => ({
    target: '/',
    headers: ['Cookie', `a=${noise(PRINTABLE, bytes, 23)}`],
  }),
  'header of noise': (bytes) => ({ target: '/', headers: ['User-Agent', noise(PRINTABLE, bytes, 24)] }),
  'headers, many of noise': (bytes) => ({
    target: '/',
    headers: Array.from({ length: 90 }, (_, index) => [
      `X-${index}`,
      noise(PRINTABLE, bytes / 90, 100 + index),
    ]).flat(),
  }),
};

/** Worst cases of each body processor, character set, transfer coding and part of a head. */
export function hostileRequests(bodyBytes: number): HostileRequest[] {
  const bodies = Object.entries(BODIES).map(([name, [type, make]]) => ({
    name,
    target: '/',
    headers: type === '' ? [] : ['Content-Type', type],
    body: make(bodyBytes),
  }));
  const heads = Object.entries(HEADS).map(([name, make]) => ({
    name,
    ...make(HEAD_BYTES),
    body: '',
  }));
  return [...bodies, ...heads];
}

import type { RequestCase } from '../request-case.ts';
import { EMPTY_CASE } from '../request-case.ts';
import type { Random } from './random.ts';
import { CALM, markOf, mutate, percentEncode, textOf } from './texts.ts';

const BOUNDARIES = ['b', '----WebKitFormBoundaryx', 'a b', "b'", 'b:c', 'B', '-', 'b,c', 'b/c'];
const TYPES: readonly ((boundary: string) => string)[] = [
  (boundary) => `multipart/form-data; boundary=${boundary}`,
  (boundary) => `multipart/form-data; boundary="${boundary}"`,
  (boundary) => `multipart/form-data; boundary=${boundary}; charset=utf-8`,
  (boundary) => `multipart/form-data; charset=utf-8; boundary=${boundary}`,
  (boundary) => `multipart/form-data; boundary=${boundary}; boundary=c`,
  (boundary) => `multipart/form-data; boundary=c; boundary=${boundary}`,
  (boundary) => `multipart/form-data;boundary="${boundary}";`,
  (boundary) => `multipart/form-data; boundary= ${boundary}`,
  (boundary) => `multipart/form-data; boundary ="${boundary}"`,
  (boundary) => `multipart/form-data; BOUNDARY=${boundary}`,
  (boundary) => `Multipart/Form-Data; Boundary=${boundary}`,
  (boundary) => `multipart/form-data, boundary=${boundary}`,
  (boundary) => `multipart/form-data boundary=${boundary}`,
  (boundary) => `multipart/form-data; boundary=${boundary},c`,
  (boundary) => `multipart/form-data; boundary="${boundary}`,
  (boundary) => `multipart/form-data; boundary='${boundary}'`,
  (boundary) => `multipart/form-data; boundary*0=${boundary}`,
  (boundary) => `multipart/form-data; boundary*=utf-8''${boundary}`,
  (boundary) => `multipart/form-data; boundary="\\${boundary}"`,
  (boundary) => `multipart/form-data; xboundary=c; boundary=${boundary}`,
  (boundary) => `multipart/form-data; x="; boundary=c"; boundary=${boundary}`,
  (boundary) => `multipart/mixed; boundary=${boundary}`,
  (boundary) => `multipart/form-data2; boundary=${boundary}`,
  (boundary) => `multipart/related; boundary=${boundary}`,
];
const PARAMETERS: readonly ((name: string, value: string, random: Random) => string)[] = [
  (name, value) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`,
  (name, value) => `${name}="${value.replace(/"/g, '%22')}"`,
  (name, value) => `${name}="${value}"`,
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}='${value}'`,
  (name, value) => `${name} = "${value}"`,
  (name, value) => `${name.toUpperCase()}="${value}"`,
  (name, value, random) => `${name}*=utf-8''${percentEncode(value, random)}`,
  (name, value, random) => `${name}*=iso-8859-1'en'${percentEncode(value, random)}`,
  (name, value, random) => `${name}*="utf-8''${percentEncode(value, random)}"`,
  (name, value, random) => `${name}*=utf-16''${percentEncode(value, random)}`,
  (name, value) => `${name}*0="${value.slice(0, 3)}"; ${name}*1="${value.slice(3)}"`,
  (name, value, random) =>
    `${name}*0*=utf-8''${percentEncode(value.slice(0, 3), random)}; ${name}*1*=${percentEncode(value.slice(3), random)}`,
  (name, value) => `${name}="${value}"; ${name}="x"`,
  (name, value) => `${name}="x"; ${name}="${value}"`,
  (name, value) => `${name}=x; ${name}*=utf-8''${encodeURIComponent(value)}`,
  (name, value) => `${name}="=?utf-8?B?${Buffer.from(value, 'latin1').toString('base64')}?="`,
  (name, value) => `${name}="x;${name}=${value}"`,
  (name, value) => `x="a\\"; ${name}="${value}"`,
  (name, value) => `${name}*1="${value.slice(3)}"; ${name}*0="${value.slice(0, 3)}"`,
  (name, value, random) =>
    `${name}*0="${value.slice(0, 3)}"; ${name}*1*=${percentEncode(value.slice(3), random)}`,
  (name, value) => `${name}*00="${value.slice(0, 3)}"; ${name}*02="${value.slice(3)}"`,
  (name, value, random) => `${name}*='en'${percentEncode(value, random)}`,
  (name, value, random) => `${name}*=utf-8${percentEncode(value, random)}`,
  (name, value) => `${name}="x"; ${name}*0="${value}"`,
  (name, value) => `(c) ${name}="${value}"`,
  (name, value) => `${name}="${value}" (c)`,
  (name, value) => `${name}=\\"${value}\\"`,
  (name, value) => `${name}="${value.slice(0, 2)}"${value.slice(2)}`,
  (name, value) =>
    `${name}="=?utf-16le?Q?${Array.from(value, (sign) => `=${sign.charCodeAt(0).toString(16).padStart(2, '0')}=00`).join('')}?="`,
];
const FURTHER_HEADERS = [
  'Content-Type: text/plain',
  'Content-Type: text/plain; charset=utf-16',
  'Content-Type: text/plain; charset=utf-7',
  'Content-Type: text/plain; charset="utf-16be"',
  "Content-Type: text/plain; charset='utf-16le'",
  'Content-Type: text/plain; charset=utf-32',
  'Content-Type: text/plain; charset=ibm037',
  'Content-Type: text/plain; charset=shift_jis',
  'Content-Type: text/plain; CHARSET = utf-16',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Type: text/html',
  'Content-Type: multipart/mixed; boundary="n"',
  'Content-Type: multipart/form-data; boundary=n',
  'Content-Type: message/rfc822',
  'Content-Transfer-Encoding: "base64"',
  'Content-Transfer-Encoding: x-uuencode',
  'Content-Transfer-Encoding: BASE64 ',
  'Content-Encoding: base64',
  'Content-Type: text/plain\r\nContent-Type: application/json',
  'Content-Type: application/octet-stream',
  'Content-Type: multipart/mixed; boundary=n',
  'Content-Type: application/json',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Transfer-Encoding: 7bit',
  'Content-Length: 3',
  'content-disposition: form-data; name="z"',
  'Content-Disposition: attachment; filename="z"',
  'X-Any:',
  'X-Any: a\0b',
  'X : y',
  ': y',
  'no colon',
  ' folded',
];
const DISPOSITIONS = [
  'form-data',
  'Form-Data',
  'attachment',
  'inline',
  'file',
  '',
  '"form-data"',
  'form-data ',
];
const SEMICOLONS = ['; ', ';', ' ; ', ';;', ', ', ';\r\n ', ';\r\n\t', ' ', ';\x0b'];
const LINE_ENDS = ['\r\n', '\n', '\r', '\r\r\n', '\n\r'];
const TOKENS = [
  '\r\n',
  '\n',
  '\r',
  '--',
  '--b',
  '\r\n--b',
  '\r\n--b\r\n',
  '"',
  "'",
  ';',
  '\0',
  ' ',
  '\t',
  '\\',
  ':',
  '=',
];

const ODD_BASE64: readonly ((coded: string) => string)[] = [
  (coded) => coded.replaceAll('+', '-').replaceAll('/', '_'),
  (coded) => coded.replace(/=*$/, 'A=='),
  (coded) => coded.replace(/..../, '$&='),
  (coded) => coded.replace(/....../, '$&\r\n'),
  (coded) => coded.replace(/...../, '$&!_'),
  (coded) => coded.replace(/=+$/, ''),
];
const base64 = (text: string, random: Random) => {
  const coded = Buffer.from(text, 'latin1').toString('base64');
  return random.oneIn(4) ? random.pick(ODD_BASE64)(coded) : coded;
};

const SOFT_BREAKS = ['=\r\n', '=\n', '= \r\n', '=\r', '=', '==', '=4', '_'];

const quotedPrintable = (text: string, random: Random) =>
  Array.from(text, (character) => {
    const broken = random.oneIn(12) ? random.pick(SOFT_BREAKS) : '';
    if (/\w/.test(character)) return broken + character;
    return `${broken}=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

function headOf(random: Random, lineEnd: string): string {
  const fields = [`name`, ...(random.oneIn(3) ? ['filename'] : [])].map((name) => {
    const value = random.oneIn(name === 'name' ? 5 : 2)
      ? textOf(random)
      : random.pick(['a', 'b', 'a[b]', 'x.png']);
    return random.mostlyFirst(PARAMETERS)(name, value, random);
  });
  if (random.oneIn(12 * random.calm)) fields.reverse();
  const disposition = [random.mostlyFirst(DISPOSITIONS, 8), ...fields].join(
    random.mostlyFirst(SEMICOLONS, 8),
  );
  const headers = [
    `${random.mostlyFirst(['Content-Disposition', 'content-disposition', 'CONTENT-DISPOSITION', 'Content-Disposition ', 'Content-disposition\t'], 6)}:${random.mostlyFirst([' ', '', '\t', '  ', '\r\n '], 8)}${disposition}`,
    ...(random.oneIn(3 * random.calm) ? random.list(1, 2, () => random.pick(FURTHER_HEADERS)) : []),
  ];
  if (random.oneIn(4 * random.calm)) headers.reverse();
  return headers.join(lineEnd) + lineEnd;
}

/** Parts within a part, in which there may be some again. */
function nestedParts(random: Random, boundary = 'n'): string {
  const parts = random.list(1, 2, () => {
    if (boundary === 'n' && random.oneIn(4))
      return `--n\r\nContent-Type: multipart/mixed; boundary=o\r\n\r\n${nestedParts(random, 'o')}`;
    const disposition = `${random.pick(['form-data', 'attachment', 'file'])}; ${random.mostlyFirst(PARAMETERS)(random.pick(['name', 'filename']), markOf(random), random)}`;
    return `--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n${textOf(random)}\r\n`;
  });
  return `${random.mostlyFirst(['', 'x\r\n'], 6)}${parts.join('')}--${boundary}${random.mostlyFirst(['--\r\n', '--', '\r\n', ''], 6)}`;
}

function contentOf(random: Random, head: string): string {
  const text = random.oneIn(3) ? textOf(random) + textOf(random) : textOf(random);
  if (/base64/i.test(head)) return base64(text, random);
  if (head.includes('quoted-printable')) return quotedPrintable(text, random);
  if (head.includes('utf-16')) return Buffer.from(text, 'utf16le').toString('latin1');
  if (head.includes('urlencoded'))
    return `a=${percentEncode(text, random)}&${percentEncode(markOf(random), random)}=b`;
  if (/boundary="?n/.test(head) && random.oneIn(2)) return nestedParts(random);
  return text;
}

export function multipartCase(id: number, random: Random): RequestCase {
  random.calm = random.pick(CALM);
  const boundary = random.mostlyFirst(BOUNDARIES);
  const lineEnd = random.mostlyFirst(LINE_ENDS, 10);
  const delimiter = `--${boundary}`;
  const parts = random.list(1, 3, () => {
    const head = headOf(random, lineEnd);
    const around = random.mostlyFirst(['', ' ', '\t', '--', 'x', ' --'], 12);
    return `${delimiter}${around}${lineEnd}${head}${random.mostlyFirst([lineEnd, '', '\n', '\r\n', ' \r\n'], 12)}${contentOf(random, head)}${random.mostlyFirst([lineEnd, '\n', '', '\r\n'], 12)}`;
  });
  const before = random.mostlyFirst(['', '\r\n', '\n', 'x\r\n', ' ', `${delimiter}--\r\n`, '--\r\n'], 10);
  const after = random.mostlyFirst(
    ['--\r\n', '--', '', '-', '\r\n', '-- \r\n', `--\r\n${parts[0]}${delimiter}--`, '--x'],
    6,
  );
  const body = `${before}${parts.join('')}${delimiter}${after}`;
  const contentType = random.mostlyFirst(TYPES)(boundary);
  return {
    ...EMPTY_CASE,
    id,
    kind: 'multipart',
    contentType,
    body: random.oneIn(3 * random.calm) ? mutate(body, random, TOKENS) : body,
  };
}

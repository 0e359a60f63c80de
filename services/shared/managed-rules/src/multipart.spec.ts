import { ATTACKS } from './test-support/bodies.ts';
import { matchedIds, sendRequest, sites } from './test-support/send.ts';

const ATTACK = '<script>alert(document.cookie)</script>';
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const post = (type: string, body: string) =>
  sendRequest(sites.medium, { target: '/upload', headers: ['Content-Type', type], body });

/** Each is a field for some server, and lies within a file, or is none, for others. */
const HIDDEN: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'a blank before the boundary': [
    'multipart/form-data; boundary= b',
    `-- b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n--b\r\n${field('q', ATTACK)}\r\n--b--\r\n\r\n-- b--\r\n`,
  ],
  'a blank before the equals sign': [
    'multipart/form-data; boundary =b',
    `--b\r\n${field('q', ATTACK)}\r\n--b--\r\n`,
  ],
  'no semicolon': ['multipart/form-data boundary=b', `--b\r\n${field('q', ATTACK)}\r\n--b--\r\n`],
  'a boundary in lines that end in LF': [
    'multipart/form-data; boundary=b',
    `--b\r\n${field('q', 'x')}\n--b\nContent-Disposition: form-data; name="f"; filename="a.png"\n\n${ATTACK}\r\n--b--\r\n`,
  ],
  'a file name on a folded line': [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="q";\r\n filename="a.png"\r\n\r\n${ATTACK}\r\n--b--\r\n`,
  ],
  'a file name folded by what is no blank': [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="q";\r\n\v filename="a.png"\r\n\r\n${ATTACK}\r\n--b--\r\n`,
  ],
  'a file name without its second quote': [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="q"; filename="a.png\r\nContent-Type: a/b\r\n\r\n${ATTACK}\r\n--b--\r\n`,
  ],
  'a field in a character set that nobody knows': [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="q"\r\nContent-Type: text/plain; charset=unicode_escape\r\n\r\nx\r\n--b--\r\n`,
  ],
  'a file name in single quotes': [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="q"; filename='a.png'\r\n\r\n${ATTACK}\r\n--b--\r\n`,
  ],
};

describe('a part that has parts of its own', () => {
  const inner = (value: string) =>
    `Before the first.\r\n--inner\r\n${field('q', value)}\r\n--inner\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\n${value}\r\n--inner--\r\n`;
  const outer = (head: string, value: string) =>
    post('multipart/form-data; boundary=b', `--b\r\n${head}\r\n\r\n${inner(value)}\r\n--b--\r\n`);

  it.each([
    'Content-Disposition: form-data; name="files"\r\nContent-Type: multipart/mixed; boundary=inner',
    'Content-Disposition: form-data; name="f"; filename="all"\r\nContent-Type: multipart/related; boundary=inner',
  ])('is read part by part: %j', (head) => {
    for (const attack of Object.values(ATTACKS)) expect(outer(head, attack).interruption?.status).toBe(403);
    for (const value of ['garden chairs (2)', "it's 5 o'clock", 'a & b'])
      expect(matchedIds(outer(head, value))).toEqual([]);
  });
});

describe('a body that ends behind a boundary like all others', () => {
  const type = 'multipart/form-data; boundary=b';

  it('is inspected whole', () => {
    const audit = post(type, `--b\r\n${field('q', 'x')}\r\n--b\r\n${field('r', ATTACK)}\r\n--b\r\n`);
    expect(matchedIds(audit)).toContain(2001);
  });

  it.each([
    ['only the first boundary', '--b\r\n'],
    [
      'the head of a part',
      `--b\r\n${field('q', 'x')}\r\n--b\r\nContent-Disposition: form-data; name="r"\r\n`,
    ],
    ['a piece of a head', `--b\r\n${field('q', 'x')}\r\n--b\r\nContent-Disp`],
    ['contents without an end', `--b\r\n${field('q', 'x')}\r\n`],
  ])('is refused where it has %s', (_what, body) => {
    expect(matchedIds(post(type, body))).toContain(121);
  });
});

describe('parts that readers do not agree on', () => {
  it.each(Object.entries(HIDDEN))('%s blocks', (_what, [type, body]) => {
    expect(post(type, body).interruption?.status).toBe(403);
  });

  it.each(Object.entries(HIDDEN))('%s blocks without an attack too', (_what, [type, body]) => {
    const ids = matchedIds(post(type, body.replaceAll(ATTACK, 'x')));
    expect(ids.includes(127) || ids.includes(121)).toBe(true);
  });

  it.each([
    [
      'of .NET, a quoted boundary',
      'multipart/form-data; boundary="b"',
      `--b\r\n${field('q', 'x')}\r\n--b--\r\n`,
    ],
    [
      'of scripts, all lines in LF',
      'multipart/form-data; boundary=b',
      `--b\n${field('q', 'x').replaceAll('\r', '')}\n--b--\n`,
    ],
    [
      'a file with lines of its own',
      'multipart/form-data; boundary=b',
      `--b\r\n${field('q', 'one\ntwo\r\nthree\n')}\r\n--b--\r\n`,
    ],
    [
      'of scripts, a boundary like all others at the end',
      'multipart/form-data; boundary=b',
      `--b\r\n${field('q', 'x')}\r\n--b\r\n`,
    ],
    ['an apostrophe', 'multipart/form-data; boundary=b', `--b\r\n${field("it's", 'x')}\r\n--b--\r\n`],
  ])('ordinary: %s passes', (_what, type, body) => {
    expect(post(type, body).interruption).toBeNull();
  });
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (bytes: Buffer, before: string) => bytes.toString('hex').replace(/../g, `${before}$&`);
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf7 = (text: string) =>
  text.replace(/[^A-Za-z0-9 ]+/g, (run) => `+${utf16(run).toString('base64').replace(/=+$/, '')}-`);
const partWith = (head: string, content: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n${more}--b--\r\n`;
/** Compressed, as it were. */
const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * index * 31 + index * 7) % 256)).toString(
    'latin1',
  );

/** How a value gets into a part so that some reader has it and a plain reading does not. */
const WRITTEN: Readonly<Record<string, (value: string) => string>> = {
  'a file without a type': (value) => partWith('name="q"; filename="a.txt"', value),
  'a file with an empty type': (value) => partWith('name="q"; filename="a"\r\nContent-Type: ', value),
  'a file without a type, between bytes': (value) =>
    partWith('name="q"; filename="a"', `${noise(5_000)} ${value} ${noise(5_000)}`),
  'a type without a file': (value) => partWith('name="q"\r\nContent-Type: application/octet-stream', value),
  'encoded words in a file name': (value) =>
    partWith(`name="f"; filename="=?utf-8?B?${base64(value)}?="`, ''),
  'quoted words in a file name': (value) =>
    partWith(`name="f"; filename="=?us-ascii*en?q?${hex(Buffer.from(value), '=')}?="`, ''),
  'several words in a name': (value) =>
    partWith(`name="=?utf-8?B?${base64(value.slice(0, 5))}?= =?utf-8?B?${base64(value.slice(5))}?="`, ''),
  'words in another character set': (value) =>
    partWith(`name="=?utf-16be?b?${utf16(value).toString('base64')}?="`, ''),
  'references in a file name': (value) =>
    partWith(`name="f"; filename="${Array.from(value, (sign) => `&#${sign.charCodeAt(0)};`).join('')}"`, ''),
  'a second file name in UTF-16': (value) =>
    partWith(`name="f"; filename="a"; filename*=utf-16be''${hex(utf16(value), '%')}`, ''),
  'a second file name in UTF-7': (value) =>
    partWith(`name="f"; filename="a"; filename*=utf-7''${hex(Buffer.from(utf7(value)), '%')}`, ''),
  'pieces of a file name': (value) =>
    partWith(`name="f"; filename*0*=utf-8''${hex(Buffer.from(value), '%')}`, ''),
  'a character set of all fields': (value) =>
    partWith(
      'name="_charset_"',
      'utf-7',
      `--b\r\nContent-Disposition: form-data; name="q"\r\n\r\n${utf7(value)}\r\n`,
    ),
};

describe.each(Object.entries(sites))('at %s, a value written into a part', (_name, site) => {
  const type = ['Content-Type', 'multipart/form-data; boundary=b'];

  it.each(Object.entries(WRITTEN))('as %s is found in every family', (_how, write) => {
    const passed = Object.entries(ATTACKS).filter(
      ([, attack]) => sendRequest(site, { headers: type, body: write(attack) }).interruption === null,
    );
    expect(passed.map(([family]) => family)).toEqual([]);
  });

  it.each(Object.entries(WRITTEN).filter(([how]) => how !== 'pieces of a file name'))(
    'as %s passes where it is ordinary',
    (_how, write) => {
      for (const value of ['garden chairs (2).png', "it's 5 o'clock", 'a & b'])
        expect(matchedIds(sendRequest(site, { headers: type, body: write(value) }))).toEqual([]);
    },
  );
});

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
  'a file name in single quotes': [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="q"; filename='a.png'\r\n\r\n${ATTACK}\r\n--b--\r\n`,
  ],
};

describe('parts that readers do not agree on', () => {
  it.each(Object.entries(HIDDEN))('%s blocks', (_what, [type, body]) => {
    expect(post(type, body).interruption?.status).toBe(403);
  });

  it.each(Object.entries(HIDDEN))('%s blocks without an attack too', (_what, [type, body]) => {
    expect(matchedIds(post(type, body.replaceAll(ATTACK, 'x')))).toContain(127);
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
    ['an apostrophe', 'multipart/form-data; boundary=b', `--b\r\n${field("it's", 'x')}\r\n--b--\r\n`],
  ])('ordinary: %s passes', (_what, type, body) => {
    expect(post(type, body).interruption).toBeNull();
  });
});

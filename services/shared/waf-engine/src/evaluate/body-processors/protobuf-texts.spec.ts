import { isProtobuf, protobufTexts } from './protobuf-texts.ts';

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const field = (number: number, content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
};
const textsOf = (bytes: Buffer) =>
  [...protobufTexts(bytes.toString('latin1'))].filter((text) => text !== null);
const nested = (text: string, depth: number): Buffer =>
  depth === 0 ? field(1, text) : field(1, nested(text, depth - 1));
const NOISE = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * at * 7) % 251));

describe('the texts of a message', () => {
  it('are its fields, and those of messages within, beside any bytes and numbers', () => {
    const inner = Buffer.concat([field(1, 'inside'), Buffer.from([0x10, 0x96, 0x01])]);
    const message = Buffer.concat([
      field(1, 'first text'),
      field(2, NOISE),
      Buffer.from([0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4]),
      field(300, field(5, inner)),
      field(7, 'last'),
    ]);
    expect(textsOf(message)).toEqual(['first text', 'inside', 'last']);
  });

  it.each([
    ['noise', NOISE],
    ['a text', Buffer.from('just a text of some length')],
    ['a length beyond the end', Buffer.from([0x0a, 0x7f, 0x61, 0x61, 0x61, 0x61])],
    ['field 0', Buffer.from([0x02, 0x04, 0x61, 0x61, 0x61, 0x61])],
    ['a number without an end', Buffer.from([0x08, ...Array.from({ length: 12 }, () => 0xff)])],
    ['a group without an end', Buffer.concat([Buffer.from([0x0b]), field(1, 'text')])],
    [
      'a group that another one ends',
      Buffer.concat([Buffer.from([0x0b]), field(1, 'text'), Buffer.from([0x14])]),
    ],
    ['an end without a group', Buffer.concat([field(1, 'text'), Buffer.from([0x0c])])],
    ['nothing', Buffer.alloc(0)],
  ])('are none in %s', (_what, bytes) => {
    expect(textsOf(bytes)).toEqual([]);
  });

  it('are those of groups, too, and of what stands beside them', () => {
    const unknown = Buffer.from([0x7b, 0x7c]);
    const group = Buffer.concat([Buffer.from([0x0b]), field(1, 'inside'), unknown, Buffer.from([0x0c])]);
    expect(textsOf(Buffer.concat([group, field(2, NOISE), field(3, 'last'), unknown]))).toEqual([
      'inside',
      'last',
    ]);
  });

  it('are told without the few controls, and any number of NULs, that stand in them', () => {
    const texts = ['\x01with one', 'with \0\0\0\0\0NULs', '1\x0bor\x0bone\x0bof\x0bmany', 'a\x01b\x02c\x03d'];
    const message = Buffer.concat([...texts.map((text) => field(1, text)), field(2, NOISE)]);
    expect(textsOf(message)).toEqual(['with one', 'with NULs', '1\x0bor\x0bone\x0bof\x0bmany']);
  });

  it.each([3, 30, 3000])('are told where %i controls stand behind them', (count) => {
    const text = "1' UNION SELECT password FROM users -- ";
    const message = Buffer.concat([field(1, text + '\x01'.repeat(count)), field(2, NOISE)]);
    expect(textsOf(message).map((found) => found.trimEnd())).toEqual([text.trimEnd()]);
  });

  it('are told whatever else of UTF-8 stands beside the controls, and wherever these stand', () => {
    const text = "1'/*\x01*/UNION/*\x01*/SELECT/*\x01*/pw/*\x01*/FROM/*\x01*/staff";
    for (const padding of ['', 'é'.repeat(200), '\x02'.repeat(500)])
      expect(textsOf(Buffer.concat([field(1, text + padding), field(2, NOISE)]))).toEqual([
        expect.stringMatching(/^1'\/\* ?\*\/UNION\/\* ?\*\/SELECT\/\* ?\*\/pw\/\* ?\*\/FROM\/\* ?\*\/staff/),
      ]);
  });

  it('are not all of them where it is deeper than parsers go, or within itself too often', () => {
    const isAll = (bytes: Buffer): boolean => {
      const texts = protobufTexts(bytes.toString('latin1'));
      for (let next = texts.next(); ; next = texts.next()) if (next.done === true) return next.value;
    };
    expect(isAll(nested('deep text', 90))).toBe(true);
    expect(isAll(nested('deep text', 110))).toBe(false);
    expect(isAll(nested('a long text '.repeat(20_000), 30))).toBe(true);
    expect(isAll(nested('a long text '.repeat(20_000), 60))).toBe(false);
  });

  it('are found in work that grows with the bytes, with pauses', () => {
    expect(textsOf(nested('deep text', 60))).toContain('deep text');
    const numbers = Buffer.alloc(600_000, Buffer.from([0x08, 0x01]));
    const moments = [...protobufTexts(Buffer.concat([numbers, field(1, 'text')]).toString('latin1'))];
    expect(moments.filter((moment) => moment === null).length).toBeGreaterThan(30);
    expect(moments).toContain('text');
  });
});

it.each([
  ['application/x-protobuf', true],
  ['application/proto', true],
  ['application/vnd.google.protobuf', true],
  ['application/grpc+proto', true],
  ['application/octet-stream', false],
  ['application/prototype', false],
])('%s is one: %s', (type, expected) => {
  expect(isProtobuf(type)).toBe(expected);
});

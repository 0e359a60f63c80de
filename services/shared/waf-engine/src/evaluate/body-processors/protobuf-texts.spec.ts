import { isProtobuf, protobufTexts } from './protobuf-texts.ts';

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const field = (number: number, content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
};
const textsOf = (bytes: Buffer) =>
  [...protobufTexts(bytes.toString('latin1'))].filter((text) => text !== null);
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
    ['a group', Buffer.concat([Buffer.from([0x0b]), field(1, 'text'), Buffer.from([0x0c])])],
    ['nothing', Buffer.alloc(0)],
  ])('are none in %s', (_what, bytes) => {
    expect(textsOf(bytes)).toEqual([]);
  });

  it('are found in work that grows with the bytes, with pauses', () => {
    let nested = field(1, 'deep text');
    for (let depth = 0; depth < 200; depth++) nested = field(1, nested);
    expect(textsOf(nested).length).toBeLessThan(32);
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

import { HpackDecoder } from '../../../services/waf-proxy/src/http/hpack/hpack-decoder.ts';
import { HpackEncoder } from '../../../services/waf-proxy/src/http/hpack/hpack-encoder.ts';
import { BrokenInvariant, expectSame } from '../finding.ts';
import type { Target } from '../target.ts';

const BOUNDS = { listBytes: 32 * 1024, fields: 100 };
const TABLE_BYTES = 4_096;
const OVERHEAD = 32;

/** Two header blocks on one connection, so that the second meets the table that the first has left. */
function blocksOf(input: Buffer): [Buffer, Buffer] {
  const half = input.length >> 1;
  return [input.subarray(0, half), input.subarray(half)];
}

function decodeBoth(input: Buffer): [string, string][] {
  const decoder = new HpackDecoder(TABLE_BYTES, BOUNDS);
  const found: [string, string][] = [];
  for (const block of blocksOf(input)) {
    const ok = decoder.decode(block, 0, block.length);
    const fields = decoder.fields.map(({ name, value }): [string, string] => [name, value]);
    const bytes = fields.reduce((sum, [name, value]) => sum + name.length + value.length + OVERHEAD, 0);
    if (fields.length > BOUNDS.fields || bytes > BOUNDS.listBytes)
      throw new BrokenInvariant(`${fields.length} fields of ${bytes} bytes are kept`);
    if (!ok) return found;
    found.push(...fields);
  }
  return found;
}

/** Header blocks of HTTP/2 (RFC 7541). */
export const hpack: Target = {
  name: 'hpack',
  focus: /waf-proxy\/src\/http\/(hpack\/|http2\/header-field)/,
  largest: 32 * 1024,
  words: [
    '\x82',
    '\x86\x84',
    '\x40\x01a\x01b',
    '\x00\x01a\x01b',
    '\x10\x01a\x01b',
    '\x3f\xe1\x1f',
    '\x20',
    '\xbe',
    '\x40\x81\x1f\x81\x1f',
    '\x7f\xff\xff\x7f',
    ':path',
    '\x88\xff\xff\xff\xff\xff\xff\xff\xff',
  ],
  generate: (random) =>
    Buffer.concat(
      random.list(1, 12, () => {
        const text = () => {
          const bytes = Buffer.from(
            random.list(0, 12, () => random.pick([0x61, 0x2f, 0x30, random.below(256)])),
          );
          const coded = random.chance(3) ? 0x80 : 0;
          return Buffer.concat([Buffer.of(coded | bytes.length), bytes]);
        };
        if (random.chance(3)) return Buffer.of(0x80 | (1 + random.below(70)));
        return Buffer.concat([Buffer.of(random.pick([0x40, 0x00, 0x10])), text(), text()]);
      }),
    ),
  read: (input) => {
    decodeBoth(input);
  },
  compare: (input) => {
    const fields = decodeBoth(input).filter(([name]) => name === name.toLowerCase() && name !== '');
    if (fields.length === 0 || fields.length > BOUNDS.fields) return;
    const encoder = new HpackEncoder();
    const characters = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    encoder.begin(characters, fields.length);
    for (const [name, value] of fields) encoder.field(name, value);
    const block = Buffer.from(encoder.end());
    const decoder = new HpackDecoder(TABLE_BYTES, { listBytes: 1024 * 1024, fields: BOUNDS.fields });
    if (!decoder.decode(block, 0, block.length))
      throw new BrokenInvariant('what we encode cannot be decoded');
    expectSame(
      decoder.fields.map(({ name, value }) => [name, value]),
      fields,
      'encoded and decoded again',
    );
  },
};

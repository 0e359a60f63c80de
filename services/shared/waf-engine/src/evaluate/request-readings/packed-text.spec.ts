import { randomBytes } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { runToEnd } from '../../model/pausable.ts';
import { unpackedText } from './packed-text.ts';

const TEXT = JSON.stringify({ ref: "1' UNION SELECT name FROM users -- ", lang: 'en' });
const ROOM = 1024 * 1024;
const unpack = (value: string, room = ROOM) =>
  runToEnd(unpackedText(value, room, { steps: 0, isSliceOver: false }));

it.each([
  ['gzip', gzipSync(TEXT)],
  ['zlib', deflateSync(TEXT)],
  ['zlib that packs little', deflateSync(TEXT, { level: 1 })],
  ['bare deflate', deflateRawSync(TEXT)],
  ['bare deflate with codes of its own', deflateRawSync(TEXT.repeat(30))],
])('unpacks %s in either alphabet', (how, bytes) => {
  const expected = how.endsWith('own') ? TEXT.repeat(30) : TEXT;
  for (const alphabet of ['base64', 'base64url'] as const)
    expect(unpack(bytes.toString(alphabet))).toEqual({ text: expected, isAll: true });
});

it('says what came before it was damaged', () => {
  const bytes = gzipSync(TEXT);
  expect(unpack(bytes.subarray(0, bytes.length - 12).toString('base64'))?.text).toMatch(/^\{"ref":"1' UNION/);
});

it('unpacks no more than there is room for, and says so', () => {
  const bomb = gzipSync('a'.repeat(4 * ROOM)).toString('base64');
  expect(unpack(bomb)).toEqual({ text: 'a'.repeat(ROOM), isAll: false });
  expect(unpack(bomb, 100)).toEqual({ text: 'a'.repeat(100), isAll: false });
});

it('takes no bytes and no numbers for a text', () => {
  expect(unpack(gzipSync(randomBytes(400)).toString('base64'))).toBeNull();
  expect(unpack('H4sIAAAAAAAAA not any further')).toBeNull();
  for (let count = 0; count < 200; count++) expect(unpack(randomBytes(96).toString('base64'))).toBeNull();
});

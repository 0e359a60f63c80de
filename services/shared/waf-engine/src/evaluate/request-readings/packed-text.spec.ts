import { createHash } from 'node:crypto';
import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
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

it.each([9, 10, 11, 12, 13, 14, 15])('unpacks zlib with a window of %d bits', (windowBits) => {
  expect(unpack(deflateSync(TEXT, { windowBits }).toString('base64'))?.text).toBe(TEXT);
});

it('unpacks what has more than one block', () => {
  const packed = deflateRawSync(TEXT.repeat(30), { finishFlush: constants.Z_SYNC_FLUSH });
  expect(unpack(packed.toString('base64'))?.text).toBe(TEXT.repeat(30));
});

it('passes over what is no digit, and takes a blank for the plus sign that a form makes of it', () => {
  const digits = gzipSync(TEXT).toString('base64');
  expect(unpack(`${digits.slice(0, 60)}!*\r\n${digits.slice(60)}`)?.text).toBe(TEXT);
  const withPlus = Array.from({ length: 500 }, (_, n) => gzipSync(`${n}${TEXT}`).toString('base64')).find(
    (text) => text.includes('+') && text.indexOf('+') > 28,
  )!;
  expect(unpack(withPlus.replaceAll('+', ' '))?.text).toContain(TEXT);
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

it('says so, too, where there is no room at all, and where an empty member follows what is too long', () => {
  expect(unpack(gzipSync(TEXT).toString('base64'), 0)).toEqual({ text: '', isAll: false });
  const members = Buffer.concat([gzipSync('a'.repeat(200)), gzipSync('')]);
  expect(unpack(members.toString('base64'), 100)).toEqual({ text: 'a'.repeat(100), isAll: false });
});

it('does not wait for the end of a head that has none, and says so', () => {
  const head = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
  const endless = Buffer.concat([head, Buffer.alloc(200 * 1024, 'n')]);
  expect(unpack(endless.toString('base64'))).toEqual({ text: '', isAll: false });
});

it('costs no more where nothing comes any more, or more than there is room for', () => {
  const cost = (value: string, room = ROOM) => {
    const budget = { steps: 0, isSliceOver: false };
    runToEnd(unpackedText(value, room, budget));
    return budget.steps;
  };
  const ended = (rest: number) => Buffer.concat([deflateSync(TEXT), Buffer.alloc(rest)]).toString('base64');
  // Sent bytes are examined, but not decompressed any more.
  expect((cost(ended(1_000_000)) - cost(ended(200_000))) / 800_000).toBeLessThan(8);
  expect(cost(gzipSync('a'.repeat(ROOM)).toString('base64'))).toBeGreaterThan(ROOM);
  expect(cost(gzipSync('a'.repeat(ROOM)).toString('base64'), 10)).toBeLessThan(ROOM / 4);
});

it('takes no bytes and no numbers for a text', () => {
  // One in some thousands of random rows is a text of a few bytes: the same rows at every run.
  const random = (length: number, seed: number): Buffer =>
    createHash('shake256', { outputLength: length }).update(String(seed)).digest();
  expect(unpack(gzipSync(random(400, 0)).toString('base64'))).toBeNull();
  expect(unpack('H4sIAAAAAAAAA not any further')).toBeNull();
  for (let seed = 1; seed <= 200; seed++) expect(unpack(random(96, seed).toString('base64'))).toBeNull();
});

import { deflateRawSync, gzipSync } from 'node:zlib';
import { runToEnd } from '../../model/pausable.ts';
import { isArchive, markupInArchive } from './archive-members.ts';

const ROOM = 1024 * 1024;
const NO_LIMIT = { steps: 0, isSliceOver: false };

interface Member {
  readonly name?: string;
  readonly content: string | Buffer;
  readonly how?: 'packed' | 'stored' | 'called stored' | 'called packed';
}

/** Only what stands before each member, as who reads a stream has it. */
function zip(...members: readonly Member[]): string {
  const bytes = members.flatMap(({ name = 'a.xml', content, how = 'packed' }) => {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(how === 'packed' || how === 'called packed' ? 8 : 0, 8);
    head.writeUInt16LE(name.length, 26);
    const isPacked = how === 'packed' || how === 'called stored';
    const data = Buffer.from(content as string);
    return [head, Buffer.from(name), isPacked ? deflateRawSync(data) : data];
  });
  return Buffer.concat(bytes).toString('latin1');
}

const found = (archive: string, room = { texts: ROOM, unpacked: 4 * ROOM }) =>
  runToEnd(markupInArchive(archive, room, NO_LIMIT));
const ENTITY = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/hostname">]>';

it.each(['packed', 'stored', 'called stored', 'called packed'] as const)('finds markup that is %s', (how) => {
  expect(found(zip({ content: `${ENTITY}<r>&e;</r>`, how })).texts).toEqual([
    expect.stringContaining('<!ENTITY e SYSTEM'),
  ]);
});

it('looks into members of any name, behind any others', () => {
  const others = Array.from({ length: 300 }, (_, at) => ({
    name: `${at}.png`,
    content: Buffer.alloc(200, at),
  }));
  const archive = zip(...others, { name: 'x.bin', content: `${ENTITY}<r/>` });
  expect(found(archive).texts).toHaveLength(1);
});

it.each([
  ['blanks', ' '.repeat(200_000)],
  ['a comment', `<!-- ${'x'.repeat(200_000)} -->`],
  ['instructions', '<?a b?>'.repeat(30_000)],
])('looks behind %s before a document type, packed or not', (_what, before) => {
  for (const how of ['packed', 'stored'] as const)
    expect(found(zip({ content: `${before}${ENTITY}<r/>`, how })).texts.join('')).toContain('<!ENTITY e');
});

describe.each(['packed', 'stored'] as const)('of what is %s', (how) => {
  it('says when there was no room for a prolog', () => {
    const archive = zip({ content: `<!-- ${'x'.repeat(2 * ROOM)} -->${ENTITY}<r/>`, how });
    expect(found(archive).isAll).toBe(false);
    expect(found(zip({ content: `<r>${'x'.repeat(2 * ROOM)}</r>`, how }))).toEqual({
      texts: [],
      isAll: true,
    });
  });

  it('says when others have taken the room', () => {
    const others = Array.from({ length: 5 }, () => ({
      content: `<!DOCTYPE r><r>${'x'.repeat(60_000)}</r>`,
      how,
    }));
    const archive = zip(...others, { content: `${ENTITY}<r/>`, how });
    expect(found(archive, { texts: 256 * 1024, unpacked: 4 * ROOM }).isAll).toBe(false);
  });

  it('reads UTF-16, whatever letters stand in it', () => {
    const wide = Buffer.from(`\ufeff<!-- \u4b50\u0403 \u4b50\u0201 -->${ENTITY}<r/>`, 'utf16le');
    expect(found(zip({ content: wide, how })).texts.join('')).toContain('<!ENTITY e SYSTEM');
  });

  it('goes on behind what looks like a header in a comment', () => {
    const before = `<!-- ${'x'.repeat(70_000)} PK\x03\x04 PK\x01\x02 ${'x'.repeat(70_000)} -->`;
    expect(found(zip({ content: `${before}${ENTITY}<r/>`, how })).texts.join('')).toContain(
      '<!ENTITY e SYSTEM',
    );
  });

  it('takes a document with a type for no longer than it is', () => {
    const book = zip(
      { content: '<!DOCTYPE html><html/>', how },
      ...Array.from({ length: 20 }, () => ({ content: Buffer.alloc(100_000, 7), how: 'stored' as const })),
    );
    const { texts, isAll } = found(book);
    expect([texts, isAll]).toEqual([['<!DOCTYPE html><html/>'], true]);
  });
});

it('reads gzip, and documents that refer to others', () => {
  expect(found(gzipSync(`${ENTITY}<svg/>`).toString('latin1')).texts).toHaveLength(1);
  expect(
    found(zip({ content: '<?xml version="1.0"?><Relationships><Relationship/></Relationships>' })).texts,
  ).toHaveLength(1);
});

it('has nothing of plain documents, pictures and what is cut off', () => {
  const archive = zip(
    { content: '<r>text</r>' },
    { content: Buffer.alloc(999, 7) },
    { content: 'words', how: 'stored' },
  );
  expect(found(archive)).toEqual({ texts: [], isAll: true });
  const whole = zip({ content: `${ENTITY}<r/>` });
  for (let length = 4; length < whole.length; length++) found(whole.slice(0, length));
  expect(isArchive('PK no archive')).toBe(false);
});

it('pauses on its way', () => {
  const members = Array.from({ length: 50 }, () => ({ content: `<r>${'words '.repeat(2_000)}</r>` }));
  let slices = 0;
  const work = markupInArchive(
    zip(...members),
    { texts: ROOM, unpacked: 4 * ROOM },
    { steps: 0, isSliceOver: true },
  );
  while (work.next().done !== true) slices++;
  expect(slices).toBeGreaterThanOrEqual(50);
});

describe('what strangers send is unpacked so far and no further', () => {
  const UNPACKED = 4 * ROOM;
  /** An unfinished comment, of which nobody knows what stands behind it: 4 MB in 4 kB. */
  const comment = deflateRawSync(Buffer.from(`<!--${'a'.repeat(4 * ROOM)}`)).toString('latin1');

  /** Headers of which each says that its text begins so many bytes behind itself. */
  function headers(...lengths: readonly number[]): string {
    const bytes = Buffer.alloc(lengths.length * 30);
    for (const [at, length] of lengths.entries()) {
      bytes.writeUInt32LE(0x04034b50, at * 30);
      bytes.writeUInt16LE(Math.min(length, 65_535), at * 30 + 26);
      bytes.writeUInt16LE(Math.max(0, length - 65_535), at * 30 + 28);
    }
    return bytes.toString('latin1');
  }

  function costOf(archive: string) {
    const room = { texts: ROOM, unpacked: UNPACKED };
    let longest = 0;
    let slices = 0;
    const budget = { steps: 0, isSliceOver: true };
    const work = markupInArchive(archive, room, budget);
    for (let before = 0; ; before = budget.steps) {
      const step = work.next();
      longest = Math.max(longest, budget.steps - before);
      slices++;
      if (step.done === true) return { ...step.value, longest, slices, steps: budget.steps, room };
    }
  }

  it('where many headers name one text', () => {
    const count = 1_000;
    const lengths = Array.from({ length: count }, (_, at) => (count - 1 - at) * 30);
    const cost = costOf(headers(...lengths) + comment);
    expect(cost.isAll).toBe(false);
    expect(cost.room.unpacked).toBeGreaterThan(UNPACKED - 1.2 * ROOM);
  });

  it.each([
    ['packed', (at: number) => comment.slice(0, at % 7)],
    ['plain', () => ''],
  ])('where each names another one, %s', (how, junk) => {
    const texts = Array.from({ length: 300 }, (_, at) => (how === 'packed' ? comment + junk(at) : ' '));
    const archive =
      how === 'packed'
        ? texts.map((text) => headers(0) + text).join('')
        : headers(...Array.from({ length: 2_000 }, (_, at) => (2_000 - 1 - at) * 30 + at)) +
          ' '.repeat(2_000) +
          `<!--${'a'.repeat(100_000)}`;
    const cost = costOf(archive);
    expect(cost.isAll).toBe(false);
    expect(cost.room.unpacked).toBeGreaterThan(-2 * 132_000);
  });

  it('in slices of which none is long', () => {
    const { longest, slices } = costOf(headers(0) + comment);
    // 128 bytes come to 132 kB.
    expect(longest).toBeLessThan(1_200_000);
    expect(slices).toBeGreaterThan(7);
  });
});

it('finds references to other places wherever a piece ends', () => {
  for (let length = 0; length < 300; length++) {
    const before = Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * 7919) % 26))).join('');
    const content = `<?xml version="1.0"?><!--${before}--><a:Relationships><Relationship/></a:Relationships>`;
    expect(found(zip({ content })).texts).toEqual([content]);
  }
});

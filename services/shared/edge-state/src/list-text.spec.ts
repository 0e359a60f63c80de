import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { COUNTRIES, type ListKind } from '@palisade/site-policy';
import { AGENT_LIMITS, AgentSet, formOf, lowerAscii } from './agent-set.ts';
import { COMMON_USER_AGENT_NAMES, COMMON_USER_AGENTS, type CommonUserAgent } from './common-user-agents.ts';
import { emptyListSet, type ListSet, listPage, readListSet, suddenlyHoldsMost } from './list-set.ts';
import { parseListText } from './list-text.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const parsed = (kind: ListKind, text: string) => parseListText(kind, Buffer.from(text));
const entriesOf = (set: ListSet): string[] =>
  Array.from({ length: set.size }, (_, place) => set.entry(place));
const JA4 = 't13d1516h2_8daaf6152771_e5627efa2ab1';
const OTHER_JA4 = 'q13d0312h3_55b375c5d22e_06cda9e17597';

describe('lists of other things than addresses', () => {
  it.each<[ListKind, string, string[]]>([
    [
      'asns',
      '# ours\r\nAS64500\n64499 ; note\n"as174","Cogent"\n64500\n4294967295',
      ['174', '64499', '64500', '4294967295'],
    ],
    ['asns', '\uFEFFasn,name\n64500,One', ['64500']],
    ['countries', 'de\nFR # France\n// none\nDE', ['DE', 'FR']],
    ['fingerprints', `${JA4.toUpperCase()}\n${OTHER_JA4},chrome\n`, [OTHER_JA4, JA4]],
    [
      'user_agents',
      '# programs\nCurl/8.5.0 (x; y)\n*Scanner*\npython-*\n*bot\ncurl/8.5.0 (X; y)',
      ['*bot', '*scanner*', 'curl/8.5.0 (x; y)', 'python-*'],
    ],
    ['user_agents', 'Größe/1', ['größe/1']],
    // The last byte of “à” is a blank of Latin-1.
    ['user_agents', '\t robot à \r\nà', ['robot à', 'à']],
  ])('are read: %s, %j', (kind, text, entries) => {
    const { set, refused } = parsed(kind, text);
    expect([set.kind, entriesOf(set), refused]).toEqual([kind, entries, 0]);
    expect(entriesOf(readListSet(new Uint8Array(set.bytes)))).toEqual(entries);
  });

  it.each<[ListKind, string, string]>([
    ['asns', 'AS0', 'no number of a network, such as AS64500'],
    ['asns', '4294967296', 'no number of a network, such as AS64500'],
    ['asns', '64500.1', 'no number of a network, such as AS64500'],
    ['countries', 'ZZ', 'no code of a country, such as DE'],
    ['fingerprints', `${JA4}0`, `no JA4, such as ${JA4}`],
    ['user_agents', 'Moz*la', 'a star stands at the beginning, at the end or at both'],
    ['user_agents', '*', 'beside stars stand at least 3 characters'],
    ['user_agents', '**', 'beside stars stand at least 3 characters'],
    ['user_agents', '*ab*', 'beside stars stand at least 3 characters'],
    ['user_agents', '<html>', 'no user agent, but HTML or JSON'],
    ['user_agents', '{"error":"x"}', 'no user agent, but HTML or JSON'],
    ['user_agents', '["curl"]', 'no user agent, but HTML or JSON'],
    ['user_agents', 'a\u0007b', 'with a control character'],
    ['user_agents', 'x'.repeat(301), 'longer than 300 characters'],
    ['asns', '1'.repeat(2_000), 'longer than 1000 characters'],
  ])('say what is wrong with a line, and where: %s, %.20s', (kind, line, why) => {
    const good = { asns: '1', countries: 'DE', fingerprints: JA4, user_agents: 'curl', addresses: '' }[kind];
    const { refused, refusedLines, set } = parsed(kind, `${good}\n${good}\n${line}\n`);
    expect([refused, set.size]).toEqual([1, 1]);
    expect(refusedLines).toEqual([{ line: 3, text: expect.any(String), why }]);
  });

  it('are no lists where most lines are something else', () => {
    for (const kind of ['asns', 'countries', 'fingerprints'] as const)
      expect(() => parsed(kind, '192.0.2.1\n192.0.2.2\n')).toThrow('list_not_of_its_kind');
    expect(() => parsed('user_agents', '<html>\n<p>\n</html>')).toThrow('list_not_of_its_kind');
    expect(() => parsed('addresses', 'AS1\nAS2')).toThrow('list_not_addresses');
  });

  it.each([
    '{"error":"quota"}',
    '\n# a comment\n{\n"error": "quota",\n"retry": 3\n}',
    '[\n"curl",\n"wget"\n]',
    '\uFEFF\n<!doctype html>\n<script>\nvar one = 1;\nvar two = 2;\nvar three = 3;\n</script>',
  ])('are no lists of user agents where they begin as HTML or JSON: %j', (text) => {
    expect(() => parsed('user_agents', text)).toThrow('list_not_of_its_kind');
  });

  it('are empty where nothing stands there', () => {
    for (const kind of ['asns', 'countries', 'fingerprints', 'user_agents', 'addresses'] as const) {
      const set = readListSet(emptyListSet(kind));
      expect([set.kind, set.size, set.holdsMost]).toEqual([kind, 0, false]);
      expect(parsed(kind, '').set.bytes.length).toBe(set.bytes.length);
    }
  });

  it('are not taken by a version that knows addresses alone', () => {
    for (const kind of ['asns', 'countries', 'fingerprints', 'user_agents'] as const)
      for (const cut of [0, 4, 15])
        expect(() => readListSet(emptyListSet(kind).subarray(0, cut))).toThrow('list_set_malformed');
    const { bytes } = parsed('asns', '1\n2').set;
    expect(() => readListSet(bytes.subarray(0, bytes.length - 1))).toThrow('list_set_malformed');
    expect(() =>
      readListSet(Buffer.concat([parsed('user_agents', 'curl').set.bytes, Buffer.from('x\n')])),
    ).toThrow('list_set_malformed');
  });

  it('show a page of what is stored, by the bytes of that page alone', () => {
    const asns = parsed('asns', Array.from({ length: 1_000 }, (_, n) => n + 1).join('\n')).set;
    const page = listPage(asns.bytes.subarray(0, 16), asns.bytes.length, 500, 3);
    expect([page.size, page.ranges]).toEqual([1_000, [{ from: 2_016, to: 2_028 }]]);
    const read = ({ ranges, read: made }: typeof page, bytes: Uint8Array) =>
      made(ranges.map(({ from, to }) => bytes.subarray(from, to)));
    expect(read(page, asns.bytes)).toEqual(['501', '502', '503']);
    const agents = parsed('user_agents', 'abc\ndef\nghi').set.bytes;
    expect(read(listPage(agents.subarray(0, 16), agents.length, 1, 5), agents)).toEqual(['def', 'ghi']);
    expect(read(listPage(agents.subarray(0, 16), agents.length, 9, 5), agents)).toEqual([]);
  });

  it('take a million entries, and the bytes that they say', () => {
    const text = Buffer.from(Array.from({ length: 1_000_000 }, (_, n) => `AS${n + 1}`).join('\n'));
    const { set } = parseListText('asns', text);
    expect([set.size, set.memoryBytes]).toEqual([1_000_000, 4_000_016]);
    expect(
      set.kind === 'asns' && [set.find('1000000'), set.find('1000001'), set.find('x'), set.find('-1')],
    ).toEqual([999_999, -1, -1, -1]);
    expect(() => parseListText('asns', Buffer.concat([text, Buffer.from('\n1000001')]))).toThrow(
      'list_too_large',
    );
  });

  it('hold most of the world from half of its countries, or 20,000 networks, on', () => {
    expect(parsed('countries', COUNTRIES.slice(0, 124).join('\n')).set.holdsMost).toBe(false);
    expect(parsed('countries', COUNTRIES.slice(0, 125).join('\n')).set.holdsMost).toBe(true);
    const asns = (count: number) => Array.from({ length: count }, (_, n) => n + 1).join('\n');
    expect(parsed('asns', asns(19_999)).set.holdsMost).toBe(false);
    expect(parsed('asns', asns(20_000)).set.holdsMost).toBe(true);
  });
});

describe('a list of user agents', () => {
  /** Entry by entry. */
  const plainly = (set: AgentSet, agent: string): boolean =>
    Array.from({ length: set.size }, (_, place) =>
      formOf(lowerAscii(Buffer.from(set.entry(place)).toString('latin1'))),
    ).some(({ literal, startsFree, endsFree }) => {
      const text = lowerAscii(agent);
      if (startsFree && endsFree) return text.includes(literal);
      if (startsFree) return text.endsWith(literal);
      return endsFree ? text.startsWith(literal) : text === literal;
    });
  const setOf = (...lines: string[]) => parsed('user_agents', lines.join('\n')).set as AgentSet;

  it('finds what looking at its entries one by one finds', () => {
    const set = setOf('abc', 'aBab*', '*bab', '*bcab', '*aab*', '*aabc*', 'babbb', 'cc');
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    let held = 0;
    for (let round = 0; round < 20_000; round++) {
      const agent = Array.from({ length: next(9) }, () => 'aAbBcC'[next(6)]).join('');
      const place = set.find(agent);
      expect([agent, place >= 0]).toEqual([agent, plainly(set, agent)]);
      if (place >= 0) held++;
    }
    expect(held).toBeGreaterThan(1_000);
    expect(held).toBeLessThan(19_000);
  });

  it('is bounded in entries, and more closely in those with a star', () => {
    const many = (count: number, form: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => form(n)).join('\n');
    const { entries, patterns } = AGENT_LIMITS;
    expect(
      parsed(
        'user_agents',
        many(entries, (n) => `agent ${n}`),
      ).set.size,
    ).toBe(entries);
    expect(() =>
      parsed(
        'user_agents',
        many(entries + 1, (n) => `agent ${n}`),
      ),
    ).toThrow('too_many_user_agents');
    expect(
      parsed(
        'user_agents',
        many(patterns, (n) => `*agent ${n}*`),
      ).set.size,
    ).toBe(patterns);
    expect(() =>
      parsed(
        'user_agents',
        many(patterns + 1, (n) => `*agent ${n}*`),
      ),
    ).toThrow('too_many_user_agents');
    expect(() =>
      parsed(
        'user_agents',
        many(200, (n) => `*${n}${'x'.repeat(200)}*`),
      ),
    ).toThrow('too_many_user_agents');
  });

  it.each<[string, CommonUserAgent[]]>([
    ['Mozilla*', COMMON_USER_AGENT_NAMES],
    ['*ill*', COMMON_USER_AGENT_NAMES],
    ['*Chrome/*', ['chrome', 'android']],
    ['*/145.0', ['firefox']],
    ['*Version/*', ['safari', 'iphone']],
    ['*Mobile*', ['iphone', 'android']],
    [COMMON_USER_AGENTS.googlebot, ['googlebot']],
    ['*scanner*\ncurl/*\n*bot\nMozilla/5.0', []],
  ])('says which usual clients it holds: %s', (text, usual) => {
    const set = setOf(text);
    expect([set.usualHeld, set.holdsMost]).toEqual([usual, usual.length > 0]);
    expect(COMMON_USER_AGENT_NAMES.filter((name) => set.find(COMMON_USER_AGENTS[name]) >= 0)).toEqual(usual);
  });

  it('suddenly holds most with each usual client that it did not hold before', () => {
    const [none, crawlers, all] = [setOf('curl/*'), setOf('*googlebot*'), setOf('mozilla*')];
    expect([
      suddenlyHoldsMost(none, crawlers),
      suddenlyHoldsMost(crawlers, crawlers),
      suddenlyHoldsMost(crawlers, all),
      suddenlyHoldsMost(all, crawlers),
    ]).toEqual([true, false, true, false]);
  });

  it('says at least what its whole entries take', () => {
    const bytes = AgentSet.encode(Array.from({ length: 10_000 }, (_, n) => String(10_000 + n)));
    const before = heldBytes();
    const sets = Array.from({ length: 20 }, () => new AgentSet(bytes));
    const grown = heldBytes() - before;
    expect(grown).toBeLessThan(sets.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0));
  });

  it('makes its automaton once somebody looks into it, and says what that takes', () => {
    const before = heldBytes();
    const sets = Array.from({ length: 20 }, (_, k) =>
      setOf(
        ...Array.from(
          { length: 1_000 },
          (_unused, n) => `*${String.fromCharCode(97 + (n % 26))}${k}-${n}-agent-of-a-list*`,
        ),
      ),
    );
    const unasked = heldBytes() - before;
    for (const set of sets) set.find('x');
    const grown = heldBytes() - before;
    expect(unasked).toBeLessThan(grown / 2);
    const said = sets.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    expect(grown).toBeLessThan(said);
  });

  it('is on no list where it is longer than anybody’s', () => {
    const set = setOf('*scanner*');
    expect(set.find(`${'x'.repeat(1_000)}scanner`)).toBe(0);
    expect(set.find(`${'x'.repeat(1_020)}scanner`)).toBe(-1);
  });
});

import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import fc from 'fast-check';
import { attack, record } from '../../../test/records.ts';
import { actionCodes } from '../../records/actions.rules.ts';
import { THREATS } from '../../records/threats.rules.ts';
import { filterMatch } from '../filter-match.rules.ts';
import { type LogFilter, NO_FILTER } from '../log-filter.types.ts';
import type { LogRow, StatusFilter } from '../log-row.types.ts';
import type { StoredChunk } from '../log-store.port.ts';
import { rowsInText } from '../record-text.rules.ts';
import { Feeder, idAt, idsOf, type Logged, type OpenStore, type StoreUnderTest } from './store-under-test.ts';

const { EdgeAction } = requestLogV1;
const RECORDS = 400;
const QUESTIONS = 150;
/** Separators and escapes of columns, pattern characters, and bytes that are no text. */
const PIECES = [
  ...'\t\n\r\\\0\x7f%_*\'"?/ {\u2028aA',
  ...['\\N', '\\t', 'shop', 'ä', 'ﬀ', '😀', 'e\u0301', '192.0.2.7'],
].map((text) => Buffer.from(text));
const NO_TEXT = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]].map((bytes) =>
  Buffer.from(bytes),
);
const ADDRESSES = [
  ...['192.0.2.7', '192.0.2.130', '198.51.100.9', '2001:db8::7', '::ffff:192.0.2.7', 'unknown', ''],
  ...['192.0.2.0/24', '2001:db8::/48', 'anon-0123456789abcdef'],
];
const NETWORKS = ['192.0.2.0/24', '192.0.2.0/25', '192.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::/0'];

const bytes = fc
  .array(fc.constantFrom(...PIECES, ...NO_TEXT), { maxLength: 8 })
  .map((pieces) => new Uint8Array(Buffer.concat(pieces)));
const target = fc.tuple(fc.constantFrom('/', '/shop', '*', '/%5F'), bytes).map(([path, rest]) => {
  return new Uint8Array(Buffer.concat([Buffer.from(path), rest]));
});
const madeRecord = (siteId: string, nowMs: number): fc.Arbitrary<Logged> =>
  fc
    .record({
      agoMs: fc.integer({ min: 0, max: 3 * HOUR_MS }),
      clientAddress: fc.constantFrom(...ADDRESSES),
      country: fc.constantFrom('DE', 'US', ''),
      asn: fc.constantFrom(0, 64_500, 4_294_967_295),
      method: fc.constantFrom('GET', 'POST', 'X!').map((text) => new Uint8Array(Buffer.from(text))),
      target,
      userAgent: bytes,
      referer: bytes,
      host: bytes,
      ja4: fc.constantFrom('', 't13d1516h2_8daaf6152771_e5627efa2ab1'),
      status: fc.constantFrom(200, 404, 499, 500, 502),
      cacheStatus: fc.constantFrom('', 'hit', 'miss'),
      reason: fc.constantFrom('', 'rule', 'origin:refused', 'bot:headless', 'b_t'),
      action: fc.constantFrom(...[...actionCodes.values()].flat()),
      ruleId: fc.constantFrom(0, 1001, 2 ** 32 - 1),
      responseBytes: fc.constantFrom(0n, 2n ** 53n - 1n),
      isAttack: fc.boolean(),
    })
    .map(({ agoMs, isAttack, ...drawn }) => {
      // An edge names a rule of an allowed request only together with the matches.
      const hasMatches = isAttack || drawn.action === EdgeAction.LOG_ONLY;
      const isLetThrough = drawn.action === EdgeAction.ALLOW || drawn.action === EdgeAction.UNSPECIFIED;
      const fields = { ...drawn, ruleId: isLetThrough && !hasMatches ? 0 : drawn.ruleId };
      const atMs = nowMs - agoMs;
      const all = { ...fields, siteId, requestId: idAt(atMs), receivedAtMs: BigInt(atMs) };
      return hasMatches ? attack(1001, all) : record(all);
    });

/** The whole text, or a prefix. */
const textOrBeginning = (text: string) =>
  fc.oneof(
    fc.constant(text),
    fc.nat({ max: text.length }).map((length) => `${[...text].slice(0, length).join('')}*`),
  );

/** A filter as people build it from a row: on some of its fields. */
function filterOf(rows: readonly LogRow[]): fc.Arbitrary<LogFilter> {
  return fc.constantFrom(...rows).chain((row) => {
    const values: { [Name in keyof LogFilter]?: fc.Arbitrary<unknown> } = {
      address: fc.constantFrom(row.client_address, ...NETWORKS),
      country: fc.constant(row.country),
      network: fc.constantFrom(Number(row.asn) || 64_500, 64_500),
      threat: fc.constantFrom(
        { code: row.threat, isServerError: null },
        { code: THREATS.safe.code, isServerError: true },
        { code: THREATS.safe.code, isServerError: false },
      ),
      rule: fc.constantFrom(Number(row.rule_id) || 1001, 1001, 9_999),
      method: fc.constant(row.method),
      agent: textOrBeginning(row.user_agent),
      ja4: fc.constantFrom(row.ja4, 't13d*'),
      path: fc.constantFrom(row.target, row.target.split('?', 1)[0]!).chain(textOrBeginning),
      httpStatus: fc.constantFrom({ first: row.status, last: row.status }, { first: 400, last: 499 }),
      cache: fc.constant(row.cache_status),
      reason: textOrBeginning(row.reason),
      actions: fc.constantFrom<readonly number[]>([row.action], ...actionCodes.values()),
    };
    const wanted = Object.entries(values).map(
      ([name, value]) =>
        [name, fc.record({ value: value as fc.Arbitrary<unknown>, not: fc.boolean() })] as const,
    );
    return fc
      .record({
        wanted: fc
          .subarray(wanted, { minLength: 1, maxLength: 3 })
          .chain((some) => fc.record(Object.fromEntries(some))),
        fromMs: fc.constantFrom(null, null, row.received_at.getTime()),
        toMs: fc.constantFrom(null, null, row.received_at.getTime() + 1),
        requestId: fc.constantFrom(null, null, null, null, row.request_id),
      })
      .map(({ wanted: some, ...rest }) => ({ ...NO_FILTER, ...(some as Partial<LogFilter>), ...rest }));
  });
}

/**
 * Live views get records from the instance that stores them, and filter them in process: with the same result as the
 * store.
 */
export function liveConformance(name: string, open: OpenStore): void {
  describe(`${name}: live views`, () => {
    let under: StoreUnderTest;
    let siteNo = 0;
    let fresh: LogRow[] = [];
    let chunks: (StoredChunk & { rows: number })[] = [];

    beforeAll(async () => {
      under = await open();
      const feeder = new Feeder(under);
      const site = randomUUID();
      const records = fc.sample(madeRecord(site, Date.now() - 1_000), RECORDS);
      // Its number is assigned with its first record, which nobody has requested yet.
      await feeder.store([record({ siteId: site, receivedAtMs: BigInt(Date.now() - 24 * HOUR_MS) })]);
      siteNo = await feeder.numberOf(site);
      await under.database.query(
        `INSERT INTO live_tails (site_no, instance_id, until) VALUES ($1, $2, now() + interval '1 hour')`,
        [siteNo, randomUUID()],
      );
      const elsewhere = record({ siteId: randomUUID() });
      await feeder.store([elsewhere, ...records]);
      chunks = await under.database.query(
        'SELECT chunk_no, site_no, from_at, to_at, rows FROM stored_chunks ORDER BY position',
      );
      const texts: { text: Buffer }[] = await under.database.query('SELECT text FROM fresh_records');
      const numbers = new Set(chunks.map(({ chunk_no }) => chunk_no));
      fresh = texts.flatMap(({ text }) => [...rowsInText(text, numbers)].map(({ row }) => row));
    });
    afterAll(() => under.dispose());

    it('have each record as the store has it', async () => {
      expect(fresh).toHaveLength(RECORDS);
      expect(chunks.reduce((sum, { rows }) => sum + rows, 0)).toBe(RECORDS);
      const byId = (rows: readonly LogRow[]) =>
        rows.toSorted((a, b) => (a.request_id < b.request_id ? -1 : 1));
      expect(byId(fresh)).toEqual(byId(await under.store.records.ofChunks(chunks)));
    });

    it('find what a search finds, whatever is asked', async () => {
      const newestFirst = fresh.toSorted(
        (a, b) => b.received_at.getTime() - a.received_at.getTime() || (a.request_id < b.request_id ? 1 : -1),
      );
      let found = 0;
      await fc.assert(
        fc.asyncProperty(
          filterOf(fresh),
          fc.constantFrom<StatusFilter>(null, 'blocked', 'allowed'),
          async (filter, status) => {
            // The previous chunk is not among those in memory.
            const asked = { ...filter, fromMs: Math.max(filter.fromMs ?? 0, Date.now() - 12 * HOUR_MS) };
            const stored = await under.store.records.search([siteNo], status, asked, RECORDS, null);
            const expected = idsOf(newestFirst.filter(filterMatch(asked, status)));
            expect(idsOf(stored.rows)).toEqual(expected);
            found += expected.length;
          },
        ),
        { numRuns: QUESTIONS },
      );
      expect(found).toBeGreaterThan(QUESTIONS);
    });
  });
}

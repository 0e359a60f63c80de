import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { attack, type RecordFields, record, utf8 } from '../../../test/records.ts';
import { actionCodes } from '../../records/actions.rules.ts';
import { THREATS } from '../../records/threats.rules.ts';
import { filterMatch } from '../filter-match.rules.ts';
import { type LogFilter, NO_FILTER, type Part } from '../log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from '../log-row.types.ts';
import {
  everyRow,
  Feeder,
  idAt,
  idsOf,
  type Logged,
  newestFirst,
  type OpenStore,
  type StoreUnderTest,
} from './store-under-test.ts';

const { EdgeAction } = requestLogV1;
const COUNTRIES = ['DE', 'US', 'FR', 'CN', ''];
const FINGERPRINTS = [
  't13d1516h2_8daaf6152771_e5627efa2ab1',
  't12i2806h1_d943125447b4_a44c6288192a',
  '',
] as const;
const AGENTS = ['Mozilla/5.0 (X11)', 'curl/8.5', 'curl/8.6'];
const PATHS = ['/', '/shop', '/shop/search?q=shoes', '/shop/search', '/läden/übersicht', '/account'];
/** Some are no addresses: an edge may send anything. */
const ADDRESSES = [
  ...['192.0.2.7', '192.0.2.130', '198.51.100.9', '2001:db8::7', 'unknown'],
  // Of sites whose privacy settings keep no addresses.
  ...['192.0.2.0/24', '2001:db8::/48', 'anon-0123456789abcdef'],
];

const STATUSES = [
  [null, false],
  ['blocked', false],
  ['allowed', true],
  [null, true],
] as const;

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const isBlocked = ({ action }: Logged) => action !== EdgeAction.ALLOW && action !== EdgeAction.LOG_ONLY;
const fired = (row: Logged, rule: number) =>
  row.ruleId === rule || row.matches.some(({ ruleId }) => ruleId === rule);
const within = (row: Logged, fromMs: number, toMs: number) =>
  Number(row.receivedAtMs) >= fromMs && Number(row.receivedAtMs) < toMs;

/** Every query of a store, compared with the same computation over the records. */
export function questionsConformance(name: string, open: OpenStore): void {
  describe(`${name}: questions`, () => {
    let under: StoreUnderTest;
    let feeder: Feeder;
    const now = Date.now();
    const [site, neighbour] = [randomUUID(), randomUUID()];
    let [siteNo, neighbourNo] = [0, 0];
    let stored: LogRow[] = [];
    const rows = Array.from({ length: 900 }, (_, i) => made(i));
    const own = rows.filter(({ siteId }) => siteId === site);

    function made(i: number): Logged {
      const atMs = now - ((i * 7_919_377) % (9 * DAY_MS));
      const fields: RecordFields = {
        requestId: idAt(atMs),
        siteId: i % 7 === 0 ? neighbour : site,
        receivedAtMs: BigInt(atMs),
        country: COUNTRIES[i % 5]!,
        asn: i % 5 === 0 ? 64_500 : 64_501,
        clientAddress: ADDRESSES[i % 4 === 0 && i % 3 === 0 ? 4 : i % 4]!,
        method: utf8(i % 11 === 0 ? 'POST' : 'GET'),
        target: utf8(PATHS[i % 6]!),
        userAgent: utf8(AGENTS[i % 3]!),
        ja4: FINGERPRINTS[i % 3]!,
        durationUs: i * 1_000,
        retentionDays: i % 2 === 0 ? 14 : 30,
      };
      if (i % 13 === 0) return attack(1001 + (i % 2) * 1000, fields);
      if (i % 17 === 0) return attack(3001, { ...fields, action: EdgeAction.LOG_ONLY, status: 200 });
      if (i % 19 === 0) return attack(3002, { ...fields, action: EdgeAction.ALLOW, status: 200, ruleId: 0 });
      if (i % 23 === 0)
        return record({ ...fields, action: EdgeAction.RATE_LIMIT, status: 429, reason: 'limit:1' });
      if (i % 29 === 0) return record({ ...fields, status: 502, reason: 'origin:refused' });
      if (i % 31 === 0) return record({ ...fields, status: 404, cacheStatus: 'miss' });
      return record(fields);
    }

    beforeAll(async () => {
      under = await open();
      feeder = new Feeder(under);
      await feeder.store(rows);
      [siteNo, neighbourNo] = [await feeder.numberOf(site), await feeder.numberOf(neighbour)];
      stored = await everyRow(under.store, siteNo);
    });
    afterAll(() => under.dispose());

    async function found(
      filter: Partial<LogFilter>,
      status: StatusFilter = null,
      siteNos: readonly number[] = [siteNo],
      pageSize = 250,
    ): Promise<string[]> {
      const ids: string[] = [];
      for (let after: LogPosition | null = null; ; ) {
        const whole = { ...NO_FILTER, ...filter };
        const page = await under.store.records.search(siteNos, status, whole, pageSize, after);
        ids.push(...idsOf(page.rows));
        if (page.next === null) return ids;
        after = page.next;
      }
    }

    const fits = (row: Logged, status: StatusFilter) =>
      status === null || (status === 'blocked') === isBlocked(row);

    /** For each field: the searched value, and the records that have it. */
    const questions: {
      [Name in keyof LogFilter as LogFilter[Name] extends Part<infer _> ? Name : never]?: [
        value: NonNullable<Extract<LogFilter[Name], { value: unknown }>>['value'],
        has: (row: Logged) => boolean,
      ][];
    } = {
      address: [
        ['192.0.2.7', (row) => row.clientAddress === '192.0.2.7'],
        ['2001:db8::7', (row) => row.clientAddress === '2001:db8::7'],
        ['anon-0123456789abcdef', (row) => row.clientAddress === 'anon-0123456789abcdef'],
        ['192.0.2.0/25', (row) => row.clientAddress === '192.0.2.7'],
        ['192.0.2.0/24', (row) => row.clientAddress.startsWith('192.0.2.')],
        ['2001:db8::/32', (row) => row.clientAddress.startsWith('2001:db8::')],
        ['2001:db8::/64', (row) => row.clientAddress === '2001:db8::7'],
        ['0.0.0.0/0', (row) => row.clientAddress.includes('.')],
      ],
      country: [
        ['CN', (row) => row.country === 'CN'],
        ['', (row) => row.country === ''],
      ],
      network: [[64_500, (row) => row.asn === 64_500]],
      method: [['POST', (row) => textOf(row.method) === 'POST']],
      agent: [
        ['curl/8.5', (row) => textOf(row.userAgent) === 'curl/8.5'],
        ['curl/*', (row) => textOf(row.userAgent).startsWith('curl/')],
        // No pattern characters except a trailing star.
        ['curl_8.5', () => false],
      ],
      ja4: [
        [FINGERPRINTS[0], (row) => row.ja4 === FINGERPRINTS[0]],
        ['t13d*', (row) => row.ja4?.startsWith('t13d') === true],
        ['', (row) => row.ja4 === ''],
      ],
      path: [
        ['/shop/search', (row) => textOf(row.target).split('?')[0] === '/shop/search'],
        ['/shop*', (row) => textOf(row.target).startsWith('/shop')],
        ['/shop/search?q*', (row) => textOf(row.target).startsWith('/shop/search?q')],
        ['/läden/übersicht', (row) => textOf(row.target) === '/läden/übersicht'],
        ['/%*', () => false],
      ],
      httpStatus: [
        [{ first: 502, last: 502 }, (row) => row.status === 502],
        [{ first: 400, last: 499 }, (row) => row.status >= 400 && row.status < 500],
      ],
      cache: [
        ['miss', (row) => row.cacheStatus === 'miss'],
        ['', (row) => row.cacheStatus === ''],
      ],
      reason: [
        ['rule', (row) => row.reason === 'rule'],
        ['origin:*', (row) => row.reason.startsWith('origin:')],
      ],
      rule: [
        [1001, (row) => fired(row, 1001)],
        [3002, (row) => fired(row, 3002)],
        [9_999, () => false],
      ],
      actions: [[actionCodes.get('rate_limit')!, (row) => row.action === EdgeAction.RATE_LIMIT]],
      threat: [
        [
          { code: THREATS.sqlInjection.code, isServerError: null },
          (row) => row.action === EdgeAction.BLOCK && row.ruleId === 1001,
        ],
        [
          { code: THREATS.safe.code, isServerError: true },
          (row) => row.action === EdgeAction.ALLOW && row.status >= 500,
        ],
      ],
    };
    const asked = Object.entries(questions).flatMap(([field, cases]) =>
      (cases as [unknown, (row: Logged) => boolean][]).map(
        ([value, has]) => [`${field} ${JSON.stringify(value)}`, field, value, has] as const,
      ),
    );

    it.each(asked)('finds %s, and with NOT all others', async (_title, field, value, has) => {
      expect(asked.length).toBeGreaterThanOrEqual(25);
      for (const [status, not] of STATUSES) {
        const expected = own.filter((row) => fits(row, status) && has(row) !== not);
        const filter = { [field]: { value, not } };
        expect(await found(filter, status)).toEqual(newestFirst(expected));
        // Live views evaluate it in process.
        const match = filterMatch({ ...NO_FILTER, ...filter }, status);
        expect(idsOf(stored.filter(match))).toEqual(newestFirst(expected));
      }
    });

    it.each(['192.0.2.7', '192.0.2.0/24', '2001:db8::/48', 'anon-0123456789abcdef', '0.0.0.0/0'])(
      'has of the client %s what stands under just that, page by page, and in a time',
      async (address) => {
        const stored = newestFirst(own.filter((row) => row.clientAddress === address));
        const ids: string[] = [];
        const span = { fromMs: 0, toMs: Date.now() + DAY_MS };
        for (let after: LogPosition | null = null; ; ) {
          const page = await under.store.records.ofClient(siteNo, address, span, 3, after);
          ids.push(...idsOf(page.rows));
          if (page.next === null) break;
          after = page.next;
        }
        expect(ids).toEqual(stored);
        const none = await under.store.records.ofClient(siteNo, address, { fromMs: 0, toMs: 1 }, 3, null);
        expect(none).toMatchObject({ rows: [], next: null });
      },
    );

    it('finds what fits several fields in a time, of several sites, and by its id', async () => {
      const [fromMs, toMs] = [now - 5 * DAY_MS, now - DAY_MS];
      const both = {
        country: { value: 'DE', not: false },
        method: { value: 'POST', not: true },
        fromMs,
        toMs,
      };
      const expected = rows.filter(
        (row) => row.country === 'DE' && textOf(row.method) !== 'POST' && within(row, fromMs, toMs),
      );
      expect(expected.length).toBeGreaterThan(10);
      expect(await found(both, null, [siteNo, neighbourNo])).toEqual(newestFirst(expected));
      const [one] = own;
      expect(await found({ requestId: one!.requestId })).toEqual([one!.requestId]);
      expect(await found({ requestId: one!.requestId }, null, [neighbourNo])).toEqual([]);
      expect(await found({}, null, [])).toEqual([]);
    });

    it('pages through records of one millisecond, and never shows one twice while others come', async () => {
      const busy = randomUUID();
      const atMs = now - HOUR_MS;
      const same = Array.from({ length: 25 }, () =>
        record({ requestId: idAt(atMs), siteId: busy, receivedAtMs: BigInt(atMs) }),
      );
      await feeder.store(same);
      const busyNo = await feeder.numberOf(busy);
      const { records } = under.store;
      const seen: string[] = [];
      for (let after: LogPosition | null = null; ; ) {
        const page = await records.newest([busyNo], null, 4, now, after);
        seen.push(...idsOf(page));
        const last = page.at(-1);
        if (page.length < 4 || last === undefined) break;
        after = { receivedAt: last.received_at, requestId: last.request_id };
        await feeder.store([record({ requestId: idAt(now), siteId: busy, receivedAtMs: BigInt(now) })]);
      }
      expect(seen).toEqual(newestFirst(same));
    });

    it('shows the newest first, of each status and of all', async () => {
      for (const status of [null, 'blocked', 'allowed'] as const) {
        const expected = newestFirst(own.filter((row) => fits(row, status)));
        const page = await under.store.records.newest([siteNo], status, 50, now);
        expect(idsOf(page)).toEqual(expected.slice(0, 50));
        const last = page.at(-1)!;
        const after = { receivedAt: last.received_at, requestId: last.request_id };
        const next = await under.store.records.newest([siteNo], status, 50, now, after);
        expect(idsOf(next)).toEqual(expected.slice(50, 100));
      }
    });

    it('finds one record by its id, with its evidence, for its own site alone', async () => {
      const blocked = own.find((row) => row.ruleId === 1001)!;
      const row = await under.store.records.byRequestId([neighbourNo, siteNo], blocked.requestId);
      expect(row).toMatchObject({
        request_id: blocked.requestId,
        blocked: true,
        rule_id: '1001',
        client_address: blocked.clientAddress,
        duration_us: String(blocked.durationUs),
        matches: [{ rule_id: 1001, targets: [{ name: 'ARGS:q', value: "1' OR 1=1", match_offset: 3 }] }],
      });
      expect(await under.store.records.byRequestId([neighbourNo], blocked.requestId)).toBeNull();
      expect(await under.store.records.byRequestId([siteNo], idAt(now))).toBeNull();
      expect(await under.store.records.byRequestId([], blocked.requestId)).toBeNull();
      const allowed = own.find((row) => !isBlocked(row))!;
      const refused = await under.store.records.refused([
        { siteNo, requestId: blocked.requestId },
        { siteNo, requestId: allowed.requestId },
        { siteNo: neighbourNo, requestId: blocked.requestId },
      ]);
      expect(idsOf(refused)).toEqual([blocked.requestId]);
    });

    it('measures counts, clients and percentiles over what fits', async () => {
      const span = { fromMs: now - 9 * DAY_MS, toMs: now };
      const { aggregates } = under.store;
      const log: LogFilter = { ...NO_FILTER, country: { value: 'US', not: false } };
      const asked = { status: 'allowed', log } as const;
      const expected = own.filter((row) => row.country === 'US' && !isBlocked(row));
      expect(await aggregates.measure([siteNo], { of: 'requests' }, asked, span)).toEqual({
        value: expected.length,
      });
      expect(await aggregates.measure([siteNo], { of: 'clients' }, asked, span)).toEqual({
        value: new Set(expected.map(({ clientAddress }) => clientAddress)).size,
      });
      for (const percentile of [50, 90, 99]) {
        const durations = expected.map(({ durationUs }) => durationUs / 1000).toSorted((a, b) => a - b);
        const place = (percentile / 100) * (durations.length - 1);
        const [below, above] = [durations[Math.floor(place)]!, durations[Math.ceil(place)]!];
        const measured = await aggregates.measure([siteNo], { of: 'latency', percentile }, asked, span);
        expect(measured?.value).toBeCloseTo(below + (above - below) * (place % 1), 3);
      }
      const none = { status: null, log: { ...NO_FILTER, method: { value: 'PURGE', not: false } } } as const;
      expect(await aggregates.measure([siteNo], { of: 'latency', percentile: 95 }, none, span)).toEqual({
        value: null,
      });
      expect(await aggregates.measure([siteNo], { of: 'requests' }, none, span)).toEqual({ value: 0 });
      // Conditions that exclude each other, known without a look at any record.
      const allowed = { value: [EdgeAction.ALLOW], not: false };
      const never = { status: 'blocked', log: { ...NO_FILTER, actions: allowed } } as const;
      expect(await aggregates.measure([siteNo], { of: 'latency', percentile: 95 }, never, span)).toEqual({
        value: null,
      });
      expect(await aggregates.measure([siteNo], { of: 'requests' }, never, span)).toEqual({ value: 0 });
    });

    it('names the rule that refuses the most clients at one place', async () => {
      const busy = randomUUID();
      const at = (rule: number, address: string, target: string) =>
        attack(rule, {
          siteId: busy,
          receivedAtMs: BigInt(now),
          clientAddress: address,
          target: utf8(target),
        });
      await feeder.store([
        ...Array.from({ length: 9 }, () => at(1001, '192.0.2.1', '/login')),
        ...['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => at(2001, address, `/cart?of=${address}`)),
      ]);
      const measured = await under.store.aggregates.measure(
        [await feeder.numberOf(busy)],
        { of: 'clients_of_one_rule' },
        { status: null, log: NO_FILTER },
        { fromMs: now - HOUR_MS, toMs: now },
      );
      expect(measured).toEqual({ value: 3, rule: { id: '2001', path: '/cart' } });
    });

    it('tells whose requests were blocked, and how refused callers fare otherwise', async () => {
      const busy = randomUUID();
      const atMs = BigInt(now - 1_000);
      const visitor = {
        siteId: busy,
        receivedAtMs: atMs,
        clientAddress: '192.0.2.50',
        asnName: 'Example Net',
      };
      await feeder.store([
        ...Array.from({ length: 3 }, () => attack(1001, { ...visitor, target: utf8('/comment?text=1') })),
        ...Array.from({ length: 12 }, () => record(visitor)),
        attack(2001, { ...visitor, clientAddress: '198.51.100.1', asnName: '' }),
      ]);
      const busyNo = await feeder.numberOf(busy);
      const { aggregates } = under.store;
      const attackers = await aggregates.attackers({ siteNo: busyNo, sinceMs: now - HOUR_MS, limit: 100 });
      expect(attackers.toSorted((a, b) => b.requests - a.requests)).toEqual([
        { address: '192.0.2.50', asnName: 'Example Net', threat: THREATS.sqlInjection.code, requests: 3 },
        { address: '198.51.100.1', asnName: '', threat: THREATS.xss.code, requests: 1 },
      ]);
      const refused = (leastAllowed: number) =>
        aggregates.refusedCallers([busyNo, siteNo], now - 2_000, 100, leastAllowed);
      // Nobody uses the site that much.
      expect(await refused(13)).toEqual([]);
      const callers = await refused(12);
      expect(callers.toSorted((a, b) => b.allowed - a.allowed)).toEqual([
        {
          siteNo: busyNo,
          path: '/comment',
          threat: THREATS.sqlInjection.code,
          address: '192.0.2.50',
          refused: 3,
          blockedInAll: 3,
          allowed: 12,
        },
        expect.objectContaining({ siteNo: busyNo, address: '198.51.100.1', refused: 1, allowed: 0 }),
      ]);
    });

    it('tells what log-only would have blocked, and why', async () => {
      const sinceMs = now - 10 * DAY_MS;
      const passed = own.filter(({ action }) => action === EdgeAction.LOG_ONLY);
      const { aggregates } = under.store;
      expect(await aggregates.countWouldBlock([siteNo], sinceMs, 1_000)).toBe(passed.length);
      expect(await aggregates.countWouldBlock([siteNo], sinceMs, 3)).toBe(4);
      const causes = await aggregates.wouldBlockCauses([siteNo], sinceMs, 1_000);
      expect(causes).toHaveLength(1);
      expect(causes[0]).toMatchObject({
        ruleId: 3001,
        message: 'Rule 3001',
        reason: 'rule',
        threat: THREATS.pathTraversal.code,
        requests: passed.length,
        addresses: new Set(passed.map(({ clientAddress }) => clientAddress)).size,
        rulesFired: 1,
        target: 'ARGS:q',
      });
      expect(causes[0]!.samples.map(({ request_id }) => request_id)).toEqual(newestFirst(passed).slice(0, 3));
    });

    it('gives the rows of chunks as they were stored', async () => {
      const streamed = randomUUID();
      const atMs = Math.floor(now / 60_000) * 60_000 - 60_000;
      const part = (count: number) =>
        Array.from({ length: count }, (_, i) =>
          record({ requestId: idAt(atMs + i), siteId: streamed, receivedAtMs: BigInt(atMs + i) }),
        );
      const [first, second] = [part(3), part(2)];
      // Chunks are listed where a stream follows them.
      await under.database.query(
        `INSERT INTO log_streams (stream_id, site_name, name, kind, hint, target_sealed, format, filter, sample_percent, gather_seconds, position)
         VALUES ($1, '', '', 'http', '', '', 'palisade', '{}', 100, 0, 0)`,
        [randomUUID()],
      );
      await feeder.store(first);
      await feeder.store(second);
      const streamedNo = await feeder.numberOf(streamed);
      const chunks = await under.database.query(
        'SELECT chunk_no, site_no, from_at, to_at FROM stored_chunks WHERE site_no = $1 ORDER BY position',
        [streamedNo],
      );
      expect(chunks).toHaveLength(2);
      const ids = (records: readonly Logged[]) => records.map(({ requestId }) => requestId);
      expect(idsOf(await under.store.records.ofChunks(chunks))).toEqual([...ids(first), ...ids(second)]);
      expect(idsOf(await under.store.records.ofChunks([chunks[1]]))).toEqual(ids(second));
    });

    it('exports page by page what a walk over everything has, and no page is longer than asked', async () => {
      const span = { fromMs: now - 6 * DAY_MS, toMs: now - 2 * DAY_MS };
      const ids: string[] = [];
      for (let after: LogPosition | null = null; ; ) {
        const page = await under.store.records.page([siteNo], 'allowed', span, after, 50);
        expect(page.length).toBeLessThanOrEqual(50);
        ids.push(...idsOf(page));
        const last = page.at(-1);
        if (page.length < 50 || last === undefined) break;
        after = { receivedAt: last.received_at, requestId: last.request_id };
      }
      const expected = own.filter((row) => !isBlocked(row) && within(row, span.fromMs, span.toMs));
      expect(ids).toEqual(newestFirst(expected));
      expect(idsOf(await everyRow(under.store, siteNo))).toEqual(newestFirst(own));
    });
  });
}

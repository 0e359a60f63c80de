// The same records in both stores: any question that an owner can ask has the same answer in each, and answers name
// only the sites that were asked about.

import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { dataSourceOptions } from '@palisade/nest-kit';
import { seededRandom, startTestClickhouse, startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { databaseOptions } from '../../../database/database.ts';
import { attack, type RecordFields, record, utf8 } from '../../../test/records.ts';
import { FACET, type Facet } from '../../records/roll-ups.rules.ts';
import { logFilterParameters, toLogFilter } from '../../search/log-filter.schema.ts';
import { ClickhouseLogStore } from '../clickhouse/clickhouse-log-store.ts';
import type { LogFilter } from '../log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from '../log-row.types.ts';
import type { LogStore, RecordMeasure } from '../log-store.port.ts';
import { PostgresLogStore } from '../postgres/postgres-log-store.ts';
import { encoded, Feeder, idAt, type Logged } from './store-under-test.ts';

const { EdgeAction } = requestLogV1;
const SEED = 2_811;
const RECORDS = 1_500;
const SEARCHES = 60;
/** Of each search. */
const MAX_PAGES = 6;
const SUMS = 25;
const MEASURES = 60;
const DAYS = 9;

const COUNTRIES = ['DE', 'US', '', 'XX'];
const ADDRESSES = [
  ...['192.0.2.7', '192.0.2.130', '198.51.100.9', '2001:db8::7', '2001:db8:0:1::7', '::1', '0.0.0.0'],
  ...['255.255.255.255', 'unknown', '', '192.0.2.0/24', '2001:db8::/48', 'anon-0123456789abcdef', "'; DROP"],
];
const TARGETS = [
  ...[
    '/',
    '/shop',
    '/shop/',
    '/shop?q=1',
    '/shop?q=%25',
    '/100%',
    '/100%25',
    '/a_b',
    '/aXb',
    '/a\\b',
    '/a\\_b',
  ],
  ...[
    "/it's",
    '/"quoted"',
    '/läden/übersicht',
    '/😀',
    '/{site:Int}',
    '/$1',
    '/tab\there',
    '/line\nbreak',
    '*',
  ],
  ...['/nul\0here', '/shop*', '//', '/?', '/ÄÖ', `/${'long/'.repeat(300)}`],
];
const AGENTS = [
  '',
  'curl/8.5',
  'curl/8.6',
  '100% _ \\ agent',
  "it's",
  'Mozilla/5.0 (X11)',
  'agent*',
  'ägent',
];
const METHODS = ['GET', 'POST', 'PURGE', 'get', "M'SEARCH", '!GET'];
const CACHES = ['', 'hit', 'miss', 'bypass'];
const REASONS = ['', 'rule', 'blocked_country', 'bot:headless', 'limit:1', 'limit:10', '100%', 'a_b', 'aXb'];
const FINGERPRINTS = ['', 't13d1516h2_8daaf6152771_e5627efa2ab1', 't13d1516h2_8daaf6152771_a44c6288192a'];
const RULES = [1001, 2001, 3001, 2 ** 32 - 1];
const STATUSES = [0, 100, 200, 204, 301, 403, 404, 429, 499, 500, 502, 599];

/** What an owner may write, hostile texts included; what the schema refuses is left out. */
const WRITTEN: Record<keyof typeof logFilterParameters, readonly string[]> = {
  address: [
    ...ADDRESSES,
    '192.0.2.0/25',
    '192.0.2.128/25',
    '2001:db8::/32',
    '0.0.0.0/0',
    '::/0',
    '192.0.2.7/32',
  ],
  country: ['de', 'US', 'unknown', 'XX', 'AQ'],
  network: ['64500', 'AS64501', '4294967295', '1'],
  threat: ['Clean', 'Server Error', 'SQL Injection', 'Cross-Site Scripting'],
  rule: [...RULES.map(String), '9007199254740991'],
  method: METHODS,
  agent: [...AGENTS, 'curl/*', '100% _*', '*', '%', '_*', '\\*', 'agent**'],
  ja4: ['none', ...FINGERPRINTS, 't13d1516h2_*', '*', '_*'],
  path: [
    // Text with a NUL is refused before any filter is read.
    ...TARGETS.filter((text) => !text.includes('\0')),
    '/shop*',
    '/100%*',
    '/a_*',
    '/a\\*',
    '/*',
    '*',
    "/it'*",
    '/😀*',
    '/%*',
    '/shop?q=*',
    '/läd*',
  ],
  http_status: ['200', '404', '4xx', '5xx', '1xx', '599', '100'],
  cache: ['none', 'hit', 'miss', 'hit_stale'],
  reason: [...REASONS, 'limit:*', 'bot:*', 'a_*', '100%*', '*'],
  request_id: [],
  action: ['block', 'allow', 'log_only', 'rate_limit', 'challenge'],
  from: [],
  to: [],
};
const schema = z.object(logFilterParameters);
const FACETS = Object.keys(FACET) as Facet[];

describe('both stores', () => {
  const random = seededRandom(SEED);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const now = Date.now();
  const sites = Array.from({ length: 4 }, () => randomUUID());
  const records = Array.from({ length: RECORDS }, made);
  const disposals: (() => Promise<unknown>)[] = [];
  let stores: { postgresql: LogStore; clickhouse: LogStore };
  let siteNos: number[] = [];

  function made(): Logged {
    // Many at the same moment: pages are cut among them.
    const atMs = now - below(DAYS * 24 * 4) * (HOUR_MS / 4);
    const fields: RecordFields = {
      requestId: idAt(atMs),
      siteId: pick(sites),
      receivedAtMs: BigInt(atMs),
      country: pick(COUNTRIES),
      asn: pick([0, 1, 64_500, 64_501, 2 ** 32 - 1]),
      asnName: pick(['', 'Example Net', "O'Net"]),
      clientAddress: pick(ADDRESSES),
      method: utf8(pick(METHODS)),
      target: random() < 0.02 ? new Uint8Array([0x2f, 0xff, 0xfe, below(256)]) : utf8(pick(TARGETS)),
      userAgent: utf8(pick(AGENTS)),
      ja4: pick(FINGERPRINTS),
      cacheStatus: pick(CACHES),
      durationUs: below(2 ** 32),
      originDurationUs: below(1_000_000),
      responseBytes: BigInt(below(2 ** 40)),
      retentionDays: pick([14, 30]),
    };
    const kind = random();
    if (kind < 0.15) return attack(pick(RULES), fields);
    if (kind < 0.25)
      return attack(pick(RULES), { ...fields, action: EdgeAction.LOG_ONLY, status: 200, originStatus: 200 });
    if (kind < 0.35)
      return attack(pick(RULES), { ...fields, action: EdgeAction.ALLOW, ruleId: 0, status: pick(STATUSES) });
    if (kind < 0.5)
      return record({
        ...fields,
        action: pick([EdgeAction.RATE_LIMIT, EdgeAction.BLOCK]),
        status: 429,
        reason: pick(REASONS),
      });
    return record({ ...fields, status: pick(STATUSES), reason: pick(REASONS) });
  }

  beforeAll(async () => {
    const server = await startTestClickhouse();
    disposals.push(() => server.dispose());
    const open = async () => {
      const postgres = await startTestPostgres();
      const url = await postgres.createServiceRole('logs', 'secret');
      const options = databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 6 });
      const database = await new DataSource({ ...dataSourceOptions(options), logging: false }).initialize();
      disposals.push(async () => {
        await database.destroy();
        await postgres.dispose();
      });
      return database;
    };
    const [one, other] = [await open(), await open()];
    const { url } = await server.createDatabase();
    stores = { postgresql: new PostgresLogStore(one), clickhouse: new ClickhouseLogStore(other, url) };
    disposals.push(() => stores.clickhouse.close());
    for (const [database, store] of [
      [one, stores.postgresql],
      [other, stores.clickhouse],
    ] as const) {
      const feeder = new Feeder({ database, store, dispose: async () => undefined });
      // One after another, so that sites have the same numbers in both.
      for (const siteId of sites)
        await feeder.store(records.filter((one) => one.siteId === siteId).slice(0, 1));
      for (let from = 0; from < RECORDS; from += 500)
        await feeder.batches([encoded(records.slice(from, from + 500).filter(isNotFirst))]);
      await store.sumDays(now + HOUR_MS);
      siteNos = await Promise.all(sites.map((siteId) => feeder.numberOf(siteId)));
    }
  });
  afterAll(async () => {
    for (const dispose of disposals.reverse()) await dispose();
  });

  const firsts = new Set(sites.map((siteId) => records.find((one) => one.siteId === siteId)));
  const isNotFirst = (one: Logged): boolean => !firsts.has(one);

  function someSites(): number[] {
    const chosen = siteNos.filter(() => random() < 0.5);
    return chosen.length === 0 ? [pick(siteNos)] : chosen;
  }

  function someFilter(): { written: Record<string, string>; filter: LogFilter } {
    for (;;) {
      const written: Record<string, string> = {};
      const names = Object.keys(WRITTEN) as (keyof typeof WRITTEN)[];
      for (let parts = 1 + below(3); parts > 0; parts--) {
        const name = pick(names);
        if (WRITTEN[name].length > 0) written[name] = `${random() < 0.4 ? '!' : ''}${pick(WRITTEN[name])}`;
      }
      if (random() < 0.3) written.from = new Date(now - below(DAYS * DAY_MS)).toISOString();
      if (random() < 0.2) written.to = new Date(now - below(DAYS * DAY_MS)).toISOString();
      if (random() < 0.05) written.request_id = pick(records).requestId;
      const parsed = schema.safeParse(written);
      if (parsed.success) return { written, filter: toLogFilter(parsed.data) };
    }
  }

  async function everyFound(
    store: LogStore,
    asked: number[],
    status: StatusFilter,
    filter: LogFilter,
    size: number,
  ) {
    const rows: LogRow[] = [];
    for (let after: LogPosition | null = null; ; ) {
      const page = await store.records.search(asked, status, filter, size, after);
      rows.push(...page.rows);
      // A store may end a page early; together they are the same rows.
      if (page.next === null || rows.length >= MAX_PAGES * size) return rows.slice(0, MAX_PAGES * size);
      after = page.next;
    }
  }

  /** The question is named where the answers differ. */
  async function expectSame<Answer>(
    question: unknown,
    ask: (store: LogStore) => Promise<Answer>,
  ): Promise<Answer> {
    const [postgresql, clickhouse] = [await ask(stores.postgresql), await ask(stores.clickhouse)];
    expect({ seed: SEED, question, answer: clickhouse }).toEqual({
      seed: SEED,
      question,
      answer: postgresql,
    });
    return postgresql;
  }

  it('find the same rows by any filter, of the sites asked for alone', async () => {
    let found = 0;
    for (let i = 0; i < SEARCHES; i++) {
      const { written, filter } = someFilter();
      const [asked, status, size] = [
        someSites(),
        pick([null, null, 'blocked', 'allowed'] as const),
        pick([7, 100, 500]),
      ];
      const rows = await expectSame({ written, asked, status, size }, (store) =>
        everyFound(store, asked, status, filter, size),
      );
      expect(rows.every(({ site_no }) => asked.includes(site_no))).toBe(true);
      found += rows.length;
    }
    expect(found).toBeGreaterThan(RECORDS);
  });

  it('count the same by any facet, over any hours', async () => {
    for (let i = 0; i < SUMS; i++) {
      const asked = someSites();
      const fromMs = Math.floor((now - below(DAYS * DAY_MS)) / HOUR_MS) * HOUR_MS;
      const span = { fromMs, toMs: fromMs + (1 + below(DAYS * 24)) * HOUR_MS };
      const facets = FACETS.filter(() => random() < 0.4);
      const by = pick(['requests', 'response_bytes'] as const);
      if (facets.length > 0)
        await expectSame({ asked, span, facets, by }, (store) =>
          store.facets.topOfEach(asked, facets, span, 50, by),
        );
      const facet = pick(FACETS);
      const top = await expectSame({ asked, span, facet }, (store) =>
        store.facets.top(asked, facet, span, 30),
      );
      const value = top.length === 0 ? 'GET' : pick(top).value;
      const step = pick(['hour', 'day'] as const);
      await expectSame({ asked, span, facet, value, step }, async (store) =>
        [...(await store.facets.series(asked, facet, value, step, span))].toSorted(([a], [b]) => a - b),
      );
    }
  });

  it('measure the same, whatever is filtered', async () => {
    const measures: RecordMeasure[] = [
      ...([1, 50, 95, 99] as const).map((percentile) => ({ of: 'latency' as const, percentile })),
      { of: 'requests' },
      { of: 'clients' },
    ];
    for (let i = 0; i < MEASURES; i++) {
      const { written, filter } = someFilter();
      const [asked, status, measure] = [
        someSites(),
        pick([null, 'blocked', 'allowed'] as const),
        pick(measures),
      ];
      const toMs = now - below(DAYS * DAY_MS);
      const span = { fromMs: toMs - below(4 * DAY_MS), toMs };
      await expectSame({ written, asked, status, measure, span }, async (store) => {
        const measured = await store.aggregates.measure(asked, measure, { status, log: filter }, span);
        return measured?.value == null ? null : Math.round(measured.value * 10);
      });
    }
  });

  it('know the same attackers, refused callers and requests that would be blocked', async () => {
    for (let i = 0; i < 20; i++) {
      const [asked, sinceMs] = [someSites(), now - below(DAYS * DAY_MS)];
      const leastAllowed = below(4);
      const sorted = <Item>(items: readonly Item[]) => items.map((item) => JSON.stringify(item)).sort();
      await expectSame({ attackers: asked, sinceMs }, async (store) =>
        sorted(await store.aggregates.attackers({ siteNo: asked[0]!, sinceMs, limit: RECORDS })),
      );
      await expectSame({ refused: asked, sinceMs, leastAllowed }, async (store) =>
        (await store.aggregates.refusedCallers(asked, sinceMs, RECORDS, leastAllowed))
          .map(({ siteNo, path, threat, address, refused, blockedInAll, allowed }) =>
            JSON.stringify([siteNo, path, threat, address, refused, blockedInAll, allowed]),
          )
          .sort(),
      );
      await expectSame({ wouldBlock: asked, sinceMs }, (store) =>
        store.aggregates.countWouldBlock(asked, sinceMs, RECORDS),
      );
    }
  });
});

import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { requestLogV1 } from '@palisade/contracts';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, type RecordFields, record, utf8 } from '../../test/records.ts';

const { EdgeAction } = requestLogV1;

const alice = { id: randomUUID(), shop: randomUUID(), blog: randomUUID(), busy: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };
const carol = { id: randomUUID(), site: randomUUID() };
const dora = { id: randomUUID(), site: randomUUID() };
const COUNTRIES = ['DE', 'US', 'FR', 'CN', ''];
const AGENTS = ['Mozilla/5.0 (X11)', 'curl/8.5', 'curl/8.6'];
const PATHS = ['/', '/shop', '/shop/search?q=shoes', '/shop/search', '/läden/übersicht', '/account'];
const ADDRESSES = ['192.0.2.7', '192.0.2.130', '198.51.100.9', '2001:db8::7'];

type Row = requestLogV1.RequestLog;
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const pathOf = (row: Row) => textOf(row.target).split('?')[0];
const isBlocked = (row: Row) => row.action !== EdgeAction.ALLOW && row.action !== EdgeAction.LOG_ONLY;
const fired = (row: Row, rule: number) =>
  row.ruleId === rule || row.matches.some((one) => one.ruleId === rule);

/** As edges make them (UUIDv7), with a timestamp. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

describe('the search of the log', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const now = Date.now();
  const rows: Row[] = [];
  const refused = [2, 5].map((hours) =>
    record({
      requestId: idAt(now - hours * HOUR_MS),
      siteId: dora.site,
      receivedAtMs: BigInt(now - hours * HOUR_MS),
      action: EdgeAction.REJECT,
      status: 403,
      reason: 'websocket_not_enabled',
      retentionDays: 14,
    }),
  );

  function made(i: number): Row {
    const atMs = now - Math.floor((i * 7_919_377) % (9 * DAY_MS));
    const fields: RecordFields = {
      requestId: idAt(atMs),
      siteId: i % 7 === 0 ? bob.site : i % 3 === 0 ? alice.blog : alice.shop,
      receivedAtMs: BigInt(atMs),
      country: COUNTRIES[i % 5]!,
      asn: i % 5 === 0 ? 64_500 : 64_501,
      clientAddress: ADDRESSES[i % 4]!,
      method: utf8(i % 11 === 0 ? 'POST' : 'GET'),
      target: utf8(PATHS[i % 6]!),
      userAgent: utf8(AGENTS[i % 3]!),
      retentionDays: 14,
    };
    if (i % 13 === 0) return attack(1001 + (i % 2) * 1000, fields);
    if (i % 17 === 0) return attack(3001, { ...fields, action: EdgeAction.LOG_ONLY, status: 200 });
    if (i % 19 === 0) return attack(3002, { ...fields, action: EdgeAction.ALLOW, status: 200, ruleId: 0 });
    if (i % 23 === 0) return record({ ...fields, action: EdgeAction.RATE_LIMIT, status: 429 });
    if (i % 29 === 0) return record({ ...fields, status: 502, reason: 'origin:refused' });
    if (i % 31 === 0) return record({ ...fields, status: 404, cacheStatus: 'miss' });
    return record(fields);
  }

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [
      { id: alice.shop, name: 'shop.example' },
      { id: alice.blog, name: 'blog.example' },
      { id: alice.busy, name: 'busy.example' },
    ]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    harness.domainsOf.set(carol.id, [{ id: carol.site, name: 'carol.example' }]);
    harness.domainsOf.set(dora.id, [{ id: dora.site, name: 'dora.example' }]);
    await harness.publish(logBatch(refused, { segmentId: 'refused' }));
    await harness.stored('node-1', 'refused', refused.length);
    rows.push(...Array.from({ length: 3000 }, (_, i) => made(i)));
    await harness.publish(logBatch(rows, { segmentId: 'all' }));
    await harness.stored('node-1', 'all', rows.length);
  });
  afterAll(() => harness.dispose());

  /** All pages of a result, in order. */
  async function found(query: string, user = alice.id): Promise<string[]> {
    const ids: string[] = [];
    let after = '';
    for (;;) {
      const { status, body } = await harness.get(user, `/dashboard/logs/recent?limit=100&${query}${after}`);
      expect(status).toBe(200);
      ids.push(...body.logs.map(({ id }: { id: string }) => id));
      if (body.next === null) return ids;
      after = `&after=${body.next}`;
    }
  }

  const expected = (fits: (row: Row) => boolean, own = (row: Row) => row.siteId !== bob.site) =>
    rows
      .filter((row) => own(row) && fits(row))
      .toSorted((a, b) => Number(b.receivedAtMs - a.receivedAtMs) || (a.requestId < b.requestId ? 1 : -1))
      .map(({ requestId }) => requestId);

  const iso = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
  const sqli = (row: Row) => fired(row, 1001) && row.action !== EdgeAction.ALLOW;

  it.each<[query: string, fits: (row: Row) => boolean]>([
    ['address=192.0.2.7', (row) => row.clientAddress === '192.0.2.7'],
    ['address=2001:DB8:0::7', (row) => row.clientAddress === '2001:db8::7'],
    ['address=192.0.2.0/25', (row) => row.clientAddress === '192.0.2.7'],
    ['address=2001:db8::/32', (row) => row.clientAddress === '2001:db8::7'],
    ['country=cn', (row) => row.country === 'CN'],
    ['country=unknown', (row) => row.country === ''],
    ['country=CN&status_filter=blocked', (row) => row.country === 'CN' && isBlocked(row)],
    ['method=POST', (row) => textOf(row.method) === 'POST'],
    ['method=post', () => false],
    ['path=/shop/search', (row) => pathOf(row) === '/shop/search'],
    ['path=/shop*', (row) => textOf(row.target).startsWith('/shop')],
    ['path=/shop/search?q*', (row) => textOf(row.target).startsWith('/shop/search?q')],
    [`path=${encodeURIComponent('/läden/übersicht')}`, (row) => pathOf(row) === '/läden/übersicht'],
    ['threat=SQL%20Injection', sqli],
    ['threat=Path%20Traversal', (row) => row.action === EdgeAction.LOG_ONLY],
    ['threat=Path%20Traversal&status_filter=blocked', () => false],
    ['threat=XSS%20Attack&status_filter=blocked', (row) => fired(row, 2001)],
    ['threat=Clean', (row) => row.action === EdgeAction.ALLOW && row.status < 500],
    ['threat=Server%20Error', (row) => row.status === 502],
    ['threat=Server%20Error&status_filter=blocked', () => false],
    ['http_status=502', (row) => row.status === 502],
    ['http_status=5xx', (row) => row.status === 502],
    ['http_status=4xx', (row) => row.status >= 400 && row.status < 500],
    ['http_status=404', (row) => row.status === 404],
    ['http_status=4xx&status_filter=allowed', (row) => row.status === 404],
    ['http_status=1xx', () => false],
    ['http_status=!2xx', (row) => row.status >= 300],
    ['http_status=!200&status_filter=allowed', (row) => row.status !== 200 && !isBlocked(row)],
    ['cache=miss', (row) => row.cacheStatus === 'miss'],
    ['cache=none&http_status=404', () => false],
    ['network=AS64500&http_status=5xx', (row) => row.asn === 64_500 && row.status === 502],
    ['network=!64500&method=POST', (row) => row.asn !== 64_500 && textOf(row.method) === 'POST'],
    ['reason=rule', (row) => row.reason === 'rule'],
    ['reason=origin:*', (row) => row.status === 502],
    ['agent=curl/8.5', (row) => textOf(row.userAgent) === 'curl/8.5'],
    [
      'agent=curl/*&method=POST',
      (row) => /^curl/.test(textOf(row.userAgent)) && textOf(row.method) === 'POST',
    ],
    ['agent=!Mozilla*&country=DE', (row) => /^curl/.test(textOf(row.userAgent)) && row.country === 'DE'],
    ['country=!CN&method=POST', (row) => row.country !== 'CN' && textOf(row.method) === 'POST'],
    [
      'address=!192.0.2.0/25&method=POST',
      (row) => row.clientAddress !== '192.0.2.7' && textOf(row.method) === 'POST',
    ],
    ['path=!/shop*&country=DE', (row) => !textOf(row.target).startsWith('/shop') && row.country === 'DE'],
    ['rule=!1001&country=DE', (row) => !fired(row, 1001) && row.country === 'DE'],
    ['threat=!Clean', (row) => row.action !== EdgeAction.ALLOW || (row.status >= 500 && !fired(row, 3002))],
    ['threat=!SQL%20Injection&status_filter=blocked', (row) => isBlocked(row) && !fired(row, 1001)],
    ['action=!allow', (row) => row.action !== EdgeAction.ALLOW],
    ['method=!GET', (row) => textOf(row.method) !== 'GET'],
    ['rule=3002', (row) => fired(row, 3002)],
    ['rule=1001', (row) => fired(row, 1001)],
    ['action=log_only', (row) => row.action === EdgeAction.LOG_ONLY],
    ['action=rate_limit', (row) => row.action === EdgeAction.RATE_LIMIT],
    ['action=rate_limit&status_filter=allowed', () => false],
    ['action=allow&country=US', (row) => row.action === EdgeAction.ALLOW && row.country === 'US'],
    [
      'country=DE&method=POST&path=/account',
      (row) => row.country === 'DE' && textOf(row.method) === 'POST' && pathOf(row) === '/account',
    ],
    [
      `from=${iso(now - 3 * DAY_MS)}&to=${iso(now - DAY_MS)}`,
      ({ receivedAtMs }) => Number(receivedAtMs) >= now - 3 * DAY_MS && Number(receivedAtMs) < now - DAY_MS,
    ],
  ])('finds all that fits, newest first, over everything kept: %s', async (query, fits) => {
    expect(await found(query)).toEqual(expected(fits));
  });

  it('exports what fits, in the same order', async () => {
    const ids = async (query: string) => {
      const text = await (await harness.fetchAs(alice.id, `/dashboard/logs/export?${query}`)).text();
      const [head = '', ...lines] = text.trimEnd().split('\r\n');
      const column = (name: string) => head.split(',').indexOf(`"${name}"`);
      return lines.map((line) => {
        const cells = line.split(',');
        return { id: cells[column('request_id')]?.slice(1, -1), status: cells[column('http_status')] };
      });
    };
    const failed = expected((row) => row.status === 502);
    expect(failed.length).toBeGreaterThan(20);
    expect(await ids('days=90&http_status=5xx')).toEqual(failed.map((id) => ({ id, status: '"502"' })));
    const since = now - 3 * DAY_MS;
    expect((await ids(`from=${iso(since)}&country=!CN&method=POST`)).map(({ id }) => id)).toEqual(
      expected(
        (row) => Number(row.receivedAtMs) >= since && row.country !== 'CN' && textOf(row.method) === 'POST',
      ),
    );
  });

  it('finds one request by its id, whichever form the id has', async () => {
    const wanted = rows.find(({ siteId }) => siteId === alice.blog)!.requestId;
    expect(await found(`request_id=${wanted.toUpperCase()}`)).toEqual([wanted]);
    const other = record({ siteId: alice.blog, receivedAtMs: BigInt(now - 2 * DAY_MS), retentionDays: 14 });
    await harness.publish(logBatch([other], { segmentId: 'other' }));
    await harness.stored('node-1', 'other', 1);
    rows.push(other);
    expect(await found(`request_id=${other.requestId}`)).toEqual([other.requestId]);
  });

  it('stays within one domain, and within the owner’s domains', async () => {
    expect(await found('country=DE&domain=blog.example')).toEqual(
      expected(
        ({ country }) => country === 'DE',
        ({ siteId }) => siteId === alice.blog,
      ),
    );
    const foreign = rows.find(({ siteId }) => siteId === bob.site)!;
    expect(await found(`request_id=${foreign.requestId}`)).toEqual([]);
    expect(await found(`address=${foreign.clientAddress}`)).not.toContain(foreign.requestId);
    const { status, body } = await harness.get(
      alice.id,
      '/dashboard/logs/recent?country=DE&domain=bob.example',
    );
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'domain_not_found' });
    expect(await found('country=DE', randomUUID())).toEqual([]);
  });

  it('stops after a bounded amount of reading, says how far it came, and goes on from there', async () => {
    // Sets the roll-ups' counts without writing records: only the two that are searched for exist.
    const atMs = [now - HOUR_MS, now - 2 * DAY_MS];
    const two = atMs.map((ms) =>
      record({
        siteId: alice.busy,
        receivedAtMs: BigInt(ms),
        userAgent: utf8('purger/1'),
        retentionDays: 14,
      }),
    );
    await harness.publish(logBatch(two, { segmentId: 'busy' }));
    await harness.stored('node-1', 'busy', 2);
    await harness.database.query(
      `INSERT INTO logs.traffic_hours SELECT h.site_no, g, 50000, 0, 0, 0, 0, 0, 0
       FROM (SELECT DISTINCT site_no FROM logs.traffic_hours JOIN logs.sites USING (site_no) WHERE site_id = $1) AS h,
         generate_series(date_trunc('hour', now()) - interval '47 hours', date_trunc('hour', now()), interval '1 hour') AS g
       ON CONFLICT (site_no, hour) DO UPDATE SET requests = 50000`,
      [alice.busy],
    );
    const path = '/dashboard/logs/recent?domain=busy.example&agent=purger*';
    const first = (await harness.get(alice.id, path)).body;
    expect(first.logs.map(({ id }: { id: string }) => id)).toEqual([two[0]!.requestId]);
    const searchedTo = Date.parse(first.searched_to);
    expect(searchedTo).toBeLessThan(atMs[0]!);
    expect(searchedTo).toBeGreaterThan(atMs[1]!);
    expect(await found('domain=busy.example&agent=purger*')).toEqual(two.map(({ requestId }) => requestId));
  });

  it.each([
    'reason=websocket_not_enabled&status_filter=blocked',
    'threat=Site%20Setting&status_filter=blocked',
    'threat=Site%20Setting',
    'action=reject',
    'status_filter=blocked&http_status=4xx',
    `status_filter=blocked&from=${iso(now - DAY_MS)}`,
  ])('finds what was refused for a setting where nothing else was: %s', async (query) => {
    expect(await found(query, dora.id)).toEqual(refused.map(({ requestId }) => requestId));
  });

  it('finds the last minutes of an hour that has had millions of requests', async () => {
    const one = record({ siteId: carol.site, method: utf8('PURGE') });
    await harness.publish(logBatch([one], { segmentId: 'rush' }));
    await harness.stored('node-1', 'rush', 1);
    await harness.database.query(
      `UPDATE logs.traffic_hours SET requests = 5000000
       WHERE site_no = (SELECT site_no FROM logs.sites WHERE site_id = $1)`,
      [carol.site],
    );
    const path = `/dashboard/logs/recent?method=PURGE&from=${iso(Number(one.receivedAtMs) - 60_000)}`;
    const { body } = await harness.get(carol.id, path);
    expect({ ids: body.logs.map(({ id }: { id: string }) => id), searchedTo: body.searched_to }).toEqual({
      ids: [one.requestId],
      searchedTo: null,
    });
  });

  it.each([
    'address=999.1.1.1',
    'address=192.0.2.0/33',
    'address=fe80::1%25eth0',
    'country=DEU',
    'threat=Everything',
    'rule=0',
    'rule=1001x',
    'method=GET%20',
    'path=shop',
    `path=/${'a'.repeat(2048)}`,
    'request_id=7',
    'http_status=600',
    'http_status=!',
    'http_status=99',
    'cache=HIT!',
    'network=AS0',
    'country=!!DE',
    'action=explode',
    'from=yesterday',
  ])('refuses %s', async (query) => {
    const { status, body } = await harness.get(alice.id, `/dashboard/logs/recent?${query}`);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' });
  });
});

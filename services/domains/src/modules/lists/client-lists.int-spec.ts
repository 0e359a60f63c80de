import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { EDGE_KEYS } from '@palisade/edge-state';
import { eventually } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { CNAME_TARGET, type Harness, newUser } from '../../test/harness.ts';
import {
  type ListSource,
  listCalls,
  pauseFailingLists,
  startListsHarness,
  startSource,
} from '../../test/lists.ts';
import { OwnersService } from '../owners/owners.service.ts';
import { ClientListsRepository } from './client-lists.repository.ts';
import { ListPublisherService } from './list-publisher.service.ts';
import { ListReferencesRepository } from './list-references.repository.ts';
import { RemovedListsJob } from './removed-lists.job.ts';

describe('lists', () => {
  let h: Harness;
  let source: ListSource;
  beforeAll(async () => {
    h = await startListsHarness();
    source = await startSource();
  });
  afterAll(async () => {
    source?.stop();
    await h?.stop();
  });
  beforeEach(async () => {
    await pauseFailingLists(h);
    source.asked.length = 0;
  });
  const { newOwner, create, listed, entriesOf, onEdges, outAt } = listCalls(() => h);

  it('show a page of a hundred thousand entries without reading the others', async () => {
    const user = await newOwner();
    const name = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    const text = Array.from({ length: 100_000 }, (_, n) => name(n)).join('\n');
    const list = await create(user, { source: 'hand', name: 'many', text: `${text}\n2001:db8::1` });
    const query = jest.spyOn(h.app.get(ClientListsRepository), 'content');
    const page = async (offset: number, limit = 100) =>
      (await h.call('GET', `/lists/${list.id}/entries?offset=${offset}&limit=${limit}`, user)).body;
    expect(await page(0, 2)).toEqual({ entries: ['10.0.0.0', '10.0.0.1'], total: 100_001 });
    expect(await page(99_999)).toEqual({ entries: [name(99_999), '2001:db8::1'], total: 100_001 });
    expect(await page(200_000)).toEqual({ entries: [], total: 100_001 });
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    // The list is stored in pieces of 2 kB, about 250 of them; a page is in one or two.
    const read = async (columns: string) => {
      const [row] = await h.app
        .get(DataSource)
        .query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT ${columns} FROM client_lists WHERE id = $1`, [
          list.id,
        ]);
      const { Plan: plan } = row['QUERY PLAN'][0];
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    };
    const page50000 = await read(
      'md5(substring(content FROM 200017 FOR 400) || substring(content FROM 450033 FOR 100))',
    );
    expect(page50000 * 4).toBeLessThan(await read('md5(content)'));
  });

  it('are kept by hand, replaced, and given to the edges', async () => {
    const user = await newOwner();
    const text = '# scanners\n192.0.2.0/24\n192.0.2.9\nnonsense\n2001:DB8::/32\n198.51.100.7,bad\n';
    const list = await create(user, { source: 'hand', name: 'scanners', note: 'seen in May', text });
    expect(list).toMatchObject({
      name: 'scanners',
      entries: 3,
      refused: 1,
      refused_lines: [{ line: 4, text: 'nonsense' }],
      is_offered: false,
      used_by: [],
      last_error: null,
    });
    expect(await entriesOf(user, list.id)).toEqual({
      entries: ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32'],
      total: 3,
    });
    const holding = async (address: string) =>
      (await h.call('GET', `/lists/${list.id}/entries?address=${address}`, user)).body;
    expect(await holding('192.0.2.77')).toEqual({ entries: ['192.0.2.0/24'], total: 1 });
    expect(await holding('::ffff:198.51.100.7')).toEqual({ entries: ['198.51.100.7'], total: 1 });
    expect(await holding('203.0.113.1')).toEqual({ entries: [], total: 0 });
    expect(await holding('192.0.2.0/24')).toMatchObject({
      errors: [{ path: 'address', message: 'Please enter an address, such as 192.0.2.1' }],
    });
    const out = await outAt(list.id, 1);
    expect(out.header).toMatchObject({ ownerId: user.userId, name: 'scanners', removed: false });
    expect(out.set.size).toBe(3);
    const replaced = await h.call('PUT', `/lists/${list.id}`, user, { text: '203.0.113.1', name: 'bots' });
    expect(replaced).toMatchObject({ status: 200, body: { entries: 1, name: 'bots' } });
    await eventually('the change being out', async () => {
      const { header, set } = await onEdges(list.id);
      expect([header.name, set.size, set.entry(0)]).toEqual(['bots', 1, '203.0.113.1']);
    });
  });

  it('keep the entries that somebody else has saved since their text was read', async () => {
    const user = await newOwner();
    const list = await create(user, { source: 'hand', name: 'offices', text: '192.0.2.1' });
    const save = (text: string) => h.call('PUT', `/lists/${list.id}`, user, { text, version: list.version });
    expect((await save('192.0.2.1\n203.0.113.9')).status).toBe(200);
    expect(await save('192.0.2.1\n192.0.2.2')).toMatchObject({ status: 409, body: { code: 'list_changed' } });
    expect((await entriesOf(user, list.id)).entries).toEqual(['192.0.2.1', '203.0.113.9']);
    const renamed = await h.call('PUT', `/lists/${list.id}`, user, { name: 'office', version: list.version });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'office', entries: 2 } });
  });

  it('hold what they say, by hand and by URL, and stay so', async () => {
    const user = await newOwner();
    const agents = await create(user, {
      source: 'hand',
      name: 'scrapers',
      holds: 'user_agents',
      text: '# programs\nCurl/8\nMoz*la\n*Scanner*',
    });
    expect(agents).toMatchObject({
      holds: 'user_agents',
      entries: 2,
      refused_lines: [
        { line: 3, text: 'Moz*la', why: 'a star stands at the beginning, at the end or at both' },
      ],
    });
    expect((await outAt(agents.id, 1)).set.kind).toBe('user_agents');
    expect(await entriesOf(user, agents.id)).toEqual({ entries: ['*scanner*', 'curl/8'], total: 2 });
    const asked = async (query: string) =>
      (await h.call('GET', `/lists/${agents.id}/entries?${query}`, user)).body;
    expect(await asked('value=A%20SCANNER')).toEqual({ entries: ['*scanner*'], total: 1 });
    expect(await asked('address=192.0.2.1')).toMatchObject({ errors: [{ path: 'address' }] });
    const change = (body: object) => h.call('PUT', `/lists/${agents.id}`, user, body);
    expect(await change({ holds: 'asns' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'holds' }] },
    });
    expect(await change({ holds: 'user_agents', note: 'x' })).toMatchObject({
      status: 200,
      body: { note: 'x' },
    });
    expect(await change({ text: '<html>\n<p>no</p>' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'text', message: 'Most of these lines are no user agents' }] },
    });
    source.answers((response) => response.end('AS64500\n64501'));
    const fetched = await create(user, { source: 'url', name: 'hosters', holds: 'asns', url: source.url });
    await eventually('it being fetched', async () =>
      expect((await listed(user)).find(({ id }) => id === fetched.id)).toMatchObject({
        holds: 'asns',
        entries: 2,
      }),
    );
    expect(await entriesOf(user, fetched.id)).toEqual({ entries: ['64500', '64501'], total: 2 });
    expect((await h.call('DELETE', `/lists/${agents.id}`, user)).status).toBe(204);
    expect((await outAt(agents.id, 2)).set).toMatchObject({ kind: 'user_agents', size: 0 });
  });

  it('want a plan, one name each, and are bounded in number', async () => {
    expect(
      await h.call('POST', '/lists', await newOwner('free'), { source: 'hand', name: 'a' }),
    ).toMatchObject({
      status: 402,
      body: { code: 'upgrade_required' },
    });
    const user = await newOwner();
    await create(user, { source: 'hand', name: 'a' });
    expect(await h.call('POST', '/lists', user, { source: 'hand', name: 'a' })).toMatchObject({
      status: 409,
      body: { code: 'list_name_taken' },
    });
    for (let index = 1; index < 20; index++) await create(user, { source: 'hand', name: `list-${index}` });
    expect(await h.call('POST', '/lists', user, { source: 'hand', name: 'one-more' })).toMatchObject({
      status: 409,
      body: { code: 'list_limit_reached' },
    });
  });

  it('are bounded in how many are made in a day, removed ones too', async () => {
    const user = await newOwner();
    for (let index = 0; index < 100; index++) {
      const { id } = await create(user, { source: 'hand', name: 'again' });
      expect((await h.call('DELETE', `/lists/${id}`, user)).status).toBe(204);
    }
    const refused = { status: 409, body: { code: 'list_limit_reached' } };
    expect(await h.call('POST', '/lists', user, { source: 'hand', name: 'again' })).toMatchObject(refused);
    await h.app
      .get(DataSource)
      .query(`UPDATE client_lists SET created_at = now() - interval '25 hours' WHERE owner_id = $1`, [
        user.userId,
      ]);
    await create(user, { source: 'hand', name: 'again' });
  });

  it('say nothing of what they were once removed, and are forgotten after a month', async () => {
    const user = await newOwner();
    const database = h.app.get(DataSource);
    const [recent, old] = [
      await create(user, {
        source: 'hand',
        name: 'ms-doe',
        note: 'her home',
        text: '192.0.2.1\n192.0.2.2\nms.doe@home',
      }),
      await create(user, { source: 'url', name: 'with-a-key', url: `${source.url}?key=secret-of-source` }),
    ];
    for (const { id } of [recent, old])
      expect((await h.call('DELETE', `/lists/${id}`, user)).status).toBe(204);
    const rows: { id: string }[] = await database.query(
      'SELECT to_jsonb(l) AS row, id FROM client_lists l WHERE owner_id = $1',
      [user.userId],
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/doe|her home|with-a-key|secret-of-source|192\.0\.2\.1/);
    for (const { id } of [recent, old])
      await eventually('the edges being told', async () =>
        expect((await onEdges(id)).header).toMatchObject({ removed: true, name: 'removed' }),
      );

    const ages = { [recent.id]: 29, [old.id]: 31 };
    for (const [id, days] of Object.entries(ages))
      await database.query(
        `UPDATE client_lists SET removed_at = now() - $2 * interval '1 day' WHERE id = $1`,
        [id, days],
      );
    await eventually('the old one being marked as published, and forgotten', async () => {
      await h.app.get(RemovedListsJob).forgetSome();
      const left: { id: string }[] = await database.query('SELECT id FROM client_lists WHERE owner_id = $1', [
        user.userId,
      ]);
      expect(left).toEqual([{ id: recent.id }]);
    });
    await h.app.get(ListPublisherService).reconcile();
    for (const hash of [EDGE_KEYS.lists, EDGE_KEYS.listVersions])
      expect([await h.edgeRedis.hexists(hash, recent.id), await h.edgeRedis.hexists(hash, old.id)]).toEqual([
        1, 0,
      ]);
  });

  it('of an owner are nobody else’s, and those of the operator everybody’s', async () => {
    const [user, stranger, admin] = [await newOwner(), await newOwner(), newUser({ isAdmin: true })];
    const { id } = await create(user, { source: 'hand', name: 'mine', text: '192.0.2.1' });
    for (const [method, path] of [
      ['PUT', `/lists/${id}`],
      ['DELETE', `/lists/${id}`],
      ['POST', `/lists/${id}/refresh`],
      ['GET', `/lists/${id}/entries`],
    ] as const)
      expect(
        await h.call(method, path, stranger, method === 'PUT' ? { note: 'x' } : undefined),
      ).toMatchObject({
        status: 404,
        body: { code: 'list_not_found' },
      });
    const offered = await h.call('POST', '/admin/edge/lists', admin, {
      source: 'hand',
      name: 'known_bad',
      text: '198.51.100.1',
    });
    expect(offered).toMatchObject({ status: 201, body: { is_offered: true } });
    expect(await listed(stranger)).toMatchObject([{ name: 'known_bad', is_offered: true }]);
    expect(await entriesOf(stranger, offered.body.id!)).toMatchObject({ entries: ['198.51.100.1'] });
    expect((await h.call('DELETE', `/lists/${offered.body.id}`, stranger)).status).toBe(404);
    expect((await h.call('DELETE', `/admin/edge/lists/${offered.body.id}`, admin)).status).toBe(204);
  });

  it('are referred to by policies, and cannot go while they are', async () => {
    const user = await newOwner();
    const { id: site } = await h.newDomain(user);
    const [mine, others] = [
      await create(user, { source: 'hand', name: 'mine', text: '192.0.2.0/24' }),
      await create(await newOwner(), { source: 'hand', name: 'others' }),
    ];
    const save = (policyConfig: object) =>
      h.call('PUT', `/domains/${site}/waf-config`, user, { policyConfig });
    expect(await save({ blocked_lists: [others.id] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'policyConfig.blocked_lists.0', message: 'There is no such list' }] },
    });
    expect((await save({ blocked_lists: [mine.id], challenged_lists: [mine.id] })).status).toBe(200);
    expect(await listed(user)).toMatchObject([{ used_by: [{ id: site }] }]);
    expect(await h.call('DELETE', `/lists/${mine.id}`, user)).toMatchObject({
      status: 409,
      body: { code: 'list_in_use' },
    });
    const onPath = { field: 'path', name: '', operator: 'equals', negate: false, values: ['/x'] };
    const onList = (list: string) => ({ ...onPath, field: 'ip', operator: 'in_list', values: [list] });
    const ruled = (rule: { conditions: object[]; [part: string]: unknown }) => ({
      custom_rules: [{ id: randomUUID(), name: 'Listed', enabled: true, action: 'block', skip: [], ...rule }],
    });
    const asking = (list: string) => ruled({ conditions: [onPath], alternatives: [[onList(list)]] });
    const limited = {
      rate_limit_rules: [
        {
          id: randomUUID(),
          name: 'Listed',
          enabled: false,
          conditions: [onPath, onList(mine.id)],
          key: [{ part: 'address', name: '' }],
          counts: 'requests',
          statuses: [],
          algorithm: 'sliding_window',
          amount: 5,
          window_seconds: 60,
          burst: 0,
          action: 'refuse',
          block_seconds: 0,
          delay_ms: 0,
        },
      ],
    };
    expect(await save(asking(others.id))).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'policyConfig.custom_rules.0.alternatives.0.0.values.0' }] },
    });
    expect((await save({ blocked_lists: [], challenged_lists: [], ...asking(mine.id) })).status).toBe(200);
    expect((await h.call('DELETE', `/lists/${mine.id}`, user)).status).toBe(409);
    expect(
      await h.app.get(ListReferencesRepository).holding(user.userId, [mine.id, others.id], {
        address: '192.0.2.1',
        country: undefined,
      }),
    ).toEqual([{ id: mine.id, match: { name: 'mine', entry: '192.0.2.0/24', holds: 'addresses' } }]);
    for (const change of [
      ruled({ conditions: [onPath, onList(mine.id)] }),
      ruled({ conditions: [onPath], action: 'add_to_list', listing: { list: mine.id, minutes: 5 } }),
      { custom_rules: [], ...limited },
    ]) {
      expect(await save(change)).toMatchObject({ status: 200 });
      expect(await h.call('DELETE', `/lists/${mine.id}`, user)).toMatchObject({
        body: { code: 'list_in_use' },
      });
    }
    expect((await save({ rate_limit_rules: [] })).status).toBe(200);
    const { body } = await h.call('GET', `/domains/${site}`, user);
    h.dns.records = [
      ...h.dns.records,
      { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
    ];
    expect((await h.call('POST', `/domains/${site}/verify`, user)).status).toBe(200);
    const path = `/domains/${site}/rollouts`;
    const rollout = await h.call('POST', path, user, { policyConfig: { blocked_lists: [mine.id] } });
    expect(rollout.body).toMatchObject({ state: 'running' });
    expect(await h.call('DELETE', `/lists/${mine.id}`, user)).toMatchObject({
      body: { code: 'list_in_use' },
    });
    expect((await h.call('POST', `${path}/${rollout.body.id}/take-back`, user)).status).toBe(200);
    expect((await h.call('DELETE', `/lists/${mine.id}`, user)).status).toBe(204);
    await eventually('the edges forgetting it', async () => {
      expect((await onEdges(mine.id)).header.removed).toBe(true);
    });
  });

  it('kept by hand are shown as they were written, to those whose they are', async () => {
    const user = await newOwner();
    const written = '# office\n192.0.2.1 ; door\n\n192.0.2.0/30\nnot an address';
    const { id } = await create(user, { source: 'hand', name: 'mine', text: written });
    const path = `/lists/${id}/text`;
    expect(await h.call('GET', path, user)).toMatchObject({ status: 200, body: { text: written } });
    const other = '# another comment\n192.0.2.0/30';
    expect(await h.call('PUT', `/lists/${id}`, user, { text: other })).toMatchObject({ status: 200 });
    expect(await h.call('GET', path, user)).toMatchObject({ body: { text: other } });
    expect((await h.call('GET', path, await newOwner())).status).toBe(404);
    // From before texts were kept.
    await h.app.get(DataSource).query('UPDATE client_lists SET packed_text = NULL WHERE id = $1', [id]);
    expect(await h.call('GET', path, user)).toMatchObject({ body: { text: '192.0.2.0/30' } });
    source.answers((response) => response.end('192.0.2.1\n'));
    const fetched = await create(user, { source: 'url', name: 'feed', url: source.url });
    expect(await h.call('GET', `/lists/${fetched.id}/text`, user)).toMatchObject({
      status: 409,
      body: { code: 'list_not_by_hand' },
    });
  });

  it('do not go between the check of a policy that refers to them and its save', async () => {
    const user = await newOwner();
    const { id: site } = await h.newDomain(user);
    const { id } = await create(user, { source: 'hand', name: 'mine' });
    const runner = h.app.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('UPDATE client_lists SET removed_at = now() WHERE id = $1', [id]);
    const saving = h.call('PUT', `/domains/${site}/waf-config`, user, {
      policyConfig: { blocked_lists: [id] },
    });
    await eventually('the save waiting for the list', async () => {
      const [{ waiting }] = await h.app
        .get(DataSource)
        .query(`SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'
                AND query LIKE '%FOR SHARE%' AND datname = current_database()`);
      expect(waiting).toBe(1);
    });
    await runner.commitTransaction();
    await runner.release();
    expect(await saving).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'policyConfig.blocked_lists.0', message: 'There is no such list' }] },
    });
  });

  it('are held by no site that is somebody else’s by now', async () => {
    const user = await newOwner();
    const { id: site } = await h.newDomain(user);
    const { id } = await create(user, { source: 'hand', name: 'mine' });
    const policyConfig = { blocked_lists: [id] };
    expect((await h.call('PUT', `/domains/${site}/waf-config`, user, { policyConfig })).status).toBe(200);
    await h.app
      .get(DataSource)
      .query('UPDATE domains SET owner_id = $2 WHERE id = $1', [site, (await newOwner()).userId]);
    expect((await h.call('DELETE', `/lists/${id}`, user)).status).toBe(204);
  });

  it('go out again where the edges’ store has lost them or is ahead, and end with their owner', async () => {
    const user = await newOwner();
    const { id } = await create(user, { source: 'hand', name: 'lasting', text: '192.0.2.1' });
    await outAt(id, 1);
    await h.edgeRedis.del(EDGE_KEYS.lists, EDGE_KEYS.listVersions);
    await h.app.get(ListPublisherService).reconcile();
    await outAt(id, 1);
    await h.edgeRedis.hset(EDGE_KEYS.listVersions, id, '40');
    await h.app.get(ListPublisherService).reconcile();
    await outAt(id, 41);
    await h.app.get(OwnersService).deleted(user.userId);
    await eventually('the edges forgetting it', async () => {
      expect((await onEdges(id)).header).toMatchObject({ removed: true, name: 'removed' });
    });
  });
});

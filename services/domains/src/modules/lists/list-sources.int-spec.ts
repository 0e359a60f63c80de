import { type ServerResponse } from 'node:http';
import { eventually } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { type Harness } from '../../test/harness.ts';
import {
  type ListOwner,
  type ListSource,
  listCalls,
  pauseFailingLists,
  startListsHarness,
  startSource,
} from '../../test/lists.ts';
import { ClientListsRepository } from './client-lists.repository.ts';
import { ListSourcesRepository } from './list-sources.repository.ts';

describe('sources of lists', () => {
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
  const { newOwner, create, listed, entriesOf, onEdges } = listCalls(() => h);

  it('of which the source fails for two days are told of once, until it answers', async () => {
    const user = await newOwner();
    source.answers((response) => response.writeHead(404).end());
    const list = await create(user, { source: 'url', name: 'gone', url: source.url });
    const database = h.app.get(DataSource);
    const failures = () =>
      database.query('SELECT failures, failing_since, told_failing_at FROM client_lists WHERE id = $1', [
        list.id,
      ]);
    const failed = (times: number) =>
      eventually('it failing', async () => {
        const [row] = await failures();
        expect(row.failures).toBeGreaterThanOrEqual(times);
        return row;
      });
    const again = (hours: number) =>
      database.query(
        `UPDATE client_lists SET next_check_at = now(), failures = 0,
           failing_since = now() - $2 * interval '1 hour' WHERE id = $1`,
        [list.id, hours],
      );
    expect(await failed(1)).toMatchObject({ told_failing_at: null });
    await again(47);
    expect(await failed(1)).toMatchObject({ told_failing_at: null });
    await again(48);
    await eventually('its owner being told', async () =>
      expect((await failures())[0].told_failing_at).not.toBeNull(),
    );
    const claim = (id: string) =>
      h.app
        .get(ClientListsRepository)
        .transaction((manager) => h.app.get(ListSourcesRepository).claimTelling(manager, id, 48));
    expect(await claim(list.id)).toBeNull();
    source.answers((response) => response.end('192.0.2.1'));
    await again(60);
    await eventually('it answering', async () =>
      expect((await failures())[0]).toMatchObject({ failing_since: null, told_failing_at: null }),
    );
  });

  it('are fetched, and asked for with what the source said of its version', async () => {
    source.answers((response, { 'if-none-match': known }) => {
      if (known === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"' }).end('192.0.2.1\n192.0.2.2\n');
    });
    const user = await newOwner();
    const { id } = await create(user, { source: 'url', name: 'tor_exits', url: source.url });
    await eventually('the first answer', async () => {
      expect(await listed(user)).toMatchObject([
        { entries: 2, last_error: null, checked_at: expect.any(String) },
      ]);
    });
    expect((await onEdges(id)).header.version).toBe(2);
    await h.app
      .get(DataSource)
      .query(
        `UPDATE client_lists SET next_check_at = now(), checked_at = now() - interval '1 hour' WHERE id = '${id}'`,
      );
    await eventually('the second question', async () => expect(source.asked).toHaveLength(2));
    expect(source.asked[1]).toMatchObject({ 'if-none-match': '"v1"', 'accept-encoding': 'identity' });
    const [list] = await listed(user);
    expect(list).toMatchObject({ entries: 2, version: 2 });
  });

  it.each([
    ['a page of an error', (response: ServerResponse) => response.writeHead(503).end('no'), 'refused', 503],
    [
      'a page',
      (response: ServerResponse) => response.end('<html>\n<p>moved</p>\n</html>'),
      'list_not_addresses',
      null,
    ],
    [
      'a redirect to the inside',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      'address_not_allowed',
      null,
    ],
    [
      'redirects without end',
      (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(),
      'too_many_redirects',
      302,
    ],
    ['nothing', (response: ServerResponse) => response.destroy(), 'connection_failed', null],
  ])('keep their entries where the source answers with %s, and say so', async (_name, bad, code, status) => {
    source.answers((response) => response.end('192.0.2.1\n'));
    const user = await newOwner();
    const { id } = await create(user, { source: 'url', name: 'feed', url: source.url });
    await eventually('the first answer', async () =>
      expect(await listed(user)).toMatchObject([{ entries: 1 }]),
    );
    source.answers((response) => bad(response));
    expect(await h.call('POST', `/lists/${id}/refresh`, user)).toMatchObject({
      status: 429,
      body: { code: 'list_refreshed_just_now' },
    });
    await h.app
      .get(DataSource)
      .query(`UPDATE client_lists SET checked_at = now() - interval '1 hour' WHERE id = '${id}'`);
    expect(await h.call('POST', `/lists/${id}/refresh`, user)).toMatchObject({
      status: 200,
      body: { entries: 1, last_error: code, last_status: status, version: 2 },
    });
  });

  const makeDue = (id: string) =>
    h.app
      .get(DataSource)
      .query(
        `UPDATE client_lists SET next_check_at = now(), checked_at = now() - interval '1 hour' WHERE id = $1`,
        [id],
      );

  it.each([
    ['nothing', '# no entries today\n', 'suddenly_empty', 0],
    ['everybody', '0.0.0.0/0\n192.0.2.1\n', 'suddenly_everybody', 1],
  ])(
    'keep their entries where the source suddenly has %s, until somebody asks',
    async (_name, text, code, entries) => {
      source.answers((response) => response.end('192.0.2.1\n198.51.100.7\n'));
      const user = await newOwner();
      const { id } = await create(user, { source: 'url', name: 'feed', url: source.url });
      await eventually('the first answer', async () =>
        expect(await listed(user)).toMatchObject([{ entries: 2 }]),
      );
      source.answers((response) => response.end(text));
      await makeDue(id);
      await eventually('the refusal', async () =>
        expect(await listed(user)).toMatchObject([{ entries: 2, version: 2, last_error: code }]),
      );
      // Long ago, and not due: the poll would be asking just now.
      await h.app.get(DataSource).query(
        `UPDATE client_lists SET last_failed_at = now() - interval '1 hour', checked_at = now() - interval '1 hour',
           next_check_at = now() + interval '1 hour' WHERE id = $1`,
        [id],
      );
      expect(await h.call('POST', `/lists/${id}/refresh`, user)).toMatchObject({
        status: 200,
        body: { entries, version: 3, last_error: null },
      });
    },
  );

  const manyLines = Array.from({ length: 101 }, (_, n) => `192.0.2.${n}`).join('\n');
  it('keep their entries where the source suddenly has less than a tenth of them, but for another address', async () => {
    source.answers((response) => response.end(manyLines));
    const user = await newOwner();
    const { id } = await create(user, { source: 'url', name: 'feed', url: source.url });
    await eventually('the first answer', async () =>
      expect(await listed(user)).toMatchObject([{ entries: 101 }]),
    );
    source.answers((response) => response.end('198.51.100.7\n'));
    await makeDue(id);
    await eventually('the refusal', async () =>
      expect(await listed(user)).toMatchObject([{ entries: 101, version: 2, last_error: 'suddenly_few' }]),
    );
    expect((await h.call('PUT', `/lists/${id}`, user, { url: `${source.url}?short` })).status).toBe(200);
    await eventually('the other address’s answer', async () =>
      expect(await listed(user)).toMatchObject([{ entries: 1, version: 3, last_error: null }]),
    );
  });

  it.each([
    ['a page', 'text/html; charset=utf-8', 'Service unavailable\n', 'not_plain_text', 200],
    ['an answer of an API', 'application/problem+json', '"x"\n', 'not_plain_text', 200],
    ['JSON that is named text', 'text/plain', '{"error":"quota"}\n', 'list_not_of_its_kind', null],
    ['every browser', 'text/plain', 'curl/*\nmozilla*\n', 'suddenly_everybody', null],
  ])(
    'of user agents keep their entries where the source sends %s',
    async (_name, type, text, code, status) => {
      source.answers((response) => response.end('curl/*\n*scanner*\n'));
      const user = await newOwner();
      const body = { source: 'url', name: 'programs', holds: 'user_agents', url: source.url };
      const { id } = await create(user, body);
      await eventually('the first answer', async () =>
        expect(await listed(user)).toMatchObject([{ entries: 2 }]),
      );
      source.answers((response) => response.writeHead(200, { 'content-type': type }).end(text));
      await makeDue(id);
      await eventually('the refusal', async () =>
        expect(await listed(user)).toMatchObject([
          { entries: 2, version: 2, last_error: code, last_status: status },
        ]),
      );
    },
  );

  it('hold not everybody by what their source says first, until somebody asks', async () => {
    source.answers((response) => response.end('0.0.0.0/0\n'));
    const user = await newOwner();
    const { id } = await create(user, { source: 'url', name: 'feed', url: source.url });
    await eventually('the refusal', async () =>
      expect(await listed(user)).toMatchObject([{ entries: 0, last_error: 'suddenly_everybody' }]),
    );
    await h.app
      .get(DataSource)
      .query(`UPDATE client_lists SET last_failed_at = now() - interval '1 hour' WHERE id = '${id}'`);
    expect(await h.call('POST', `/lists/${id}/refresh`, user)).toMatchObject({
      status: 200,
      body: { entries: 1, last_error: null },
    });
  });

  it('are not what a source says of a version that it never sent', async () => {
    source.answers((response) => response.writeHead(304).end());
    const user = await newOwner();
    await create(user, { source: 'url', name: 'feed', url: source.url });
    await eventually('the refusal', async () =>
      expect(await listed(user)).toMatchObject([
        { checked_at: null, last_error: 'refused', last_status: 304 },
      ]),
    );
  });

  it('of an owner are asked for one at a time, whoever asks', async () => {
    const held: ServerResponse[] = [];
    source.answers((response) => void held.push(response));
    const user = await newOwner();
    const lists = [
      await create(user, { source: 'url', name: 'one', url: source.url }),
      await create(user, { source: 'url', name: 'two', url: source.url }),
    ];
    await eventually('a question', async () => expect(held).toHaveLength(1));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => h.call('POST', `/lists/${lists[at % 2]!.id}/refresh`, user)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    // Others' turns come meanwhile.
    const other = await newOwner();
    await create(other, { source: 'url', name: 'one', url: source.url });
    await eventually('their question', async () => expect(held).toHaveLength(2));
    source.answers((response) => response.end('192.0.2.1'));
    for (const response of held) response.end('192.0.2.1');
    await eventually('all answers', async () =>
      expect(await listed(user)).toMatchObject([{ entries: 1 }, { entries: 1 }]),
    );
  });

  it('of an owner are claimed one at a time, also in the same moment', async () => {
    source.answers((response) => response.end('192.0.2.1'));
    const user = await newOwner();
    const lists: { id: string }[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      lists.push(await create(user, { source: 'url', name, url: source.url }));
    await eventually('all answers', async () =>
      expect(await listed(user)).toMatchObject(lists.map(() => ({ entries: 1 }))),
    );
    const sources = h.app.get(ListSourcesRepository);
    for (let round = 0; round < 5; round++) {
      const claims = await Promise.all(lists.map(({ id }) => sources.claim(id, 0)));
      const claimed = claims.filter((claim) => claim !== null);
      for (const { id } of claimed) await sources.release(id);
      expect(claimed).toHaveLength(1);
    }
  });

  it('of four owners whose sources do not answer hold up nobody else', async () => {
    source.answers((response) => response.end('192.0.2.1'));
    const all: { user: ListOwner; id: string }[] = [];
    for (let n = 0; n < 5; n++) {
      const user = await newOwner();
      all.push({ user, id: (await create(user, { source: 'url', name: 'feed', url: source.url })).id });
    }
    for (const { user } of all)
      await eventually('the first answer', async () =>
        expect(await listed(user)).toMatchObject([{ entries: 1 }]),
      );
    await h.app
      .get(DataSource)
      .query(`UPDATE client_lists SET checked_at = now() - interval '1 hour' WHERE id = ANY($1)`, [
        all.map(({ id }) => id),
      ]);
    source.asked.length = 0;
    const held: ServerResponse[] = [];
    source.answers((response) => void held.push(response));
    const [well, ...slow] = all.map(
      ({ user, id }) =>
        () =>
          h.call('POST', `/lists/${id}/refresh`, user),
    );
    // One after another, so that the first one has its place longest.
    const waiting: ReturnType<(typeof slow)[number]>[] = [];
    for (const refresh of slow) {
      waiting.push(refresh());
      await eventually('its question', async () => expect(held).toHaveLength(waiting.length));
    }
    source.answers((response) => response.end('192.0.2.1\n192.0.2.2'));
    expect(await well!()).toMatchObject({ status: 200, body: { entries: 2, last_error: null } });
    // Only who had a place longest gave it up, and may ask again; the entries stay.
    for (const response of held.slice(1)) response.end('192.0.2.3');
    const answers = await Promise.all(waiting);
    expect(answers.map(({ body }) => [body.entries, body.last_error])).toEqual([
      [1, 'timeout'],
      [1, null],
      [1, null],
      [1, null],
    ]);
  });

  it('have nothing of an address that was changed while it was being asked', async () => {
    const held: ServerResponse[] = [];
    source.answers((response) => void held.push(response));
    const user = await newOwner();
    const { id } = await create(user, { source: 'url', name: 'moved', url: source.url });
    await eventually('the question', async () => expect(held).toHaveLength(1));
    const url = `${source.url}?new`;
    expect((await h.call('PUT', `/lists/${id}`, user, { url })).status).toBe(200);
    source.answers((response) => response.writeHead(200, { etag: '"new"' }).end('203.0.113.1'));
    held[0]!.writeHead(200, { etag: '"old"' }).end('192.0.2.1');
    await eventually('the new address’s answer', async () => {
      expect(await entriesOf(user, id)).toEqual({ entries: ['203.0.113.1'], total: 1 });
      expect(await listed(user)).toMatchObject([{ url, last_error: null }]);
    });
  });

  it('are not due again at once where fetching them fails for a reason that nobody foresaw', async () => {
    source.answers((response) => response.end('192.0.2.1\n'));
    const user = await newOwner();
    const { id } = await create(user, { source: 'url', name: 'feed', url: source.url });
    await eventually('the first answer', async () =>
      expect(await listed(user)).toMatchObject([{ entries: 1 }]),
    );
    await h.app
      .get(DataSource)
      .query(`UPDATE client_lists SET url = 'no address', next_check_at = now() WHERE id = $1`, [id]);
    const failed = await eventually('the failure', async () => {
      const [list] = await listed(user);
      expect(list).toMatchObject({ entries: 1, last_error: 'internal' });
      return list!;
    });
    expect(Date.parse(failed.next_check_at!)).toBeGreaterThan(Date.now());
  });

  it('are not fetched from within', async () => {
    const user = await newOwner();
    await create(user, { source: 'url', name: 'metadata', url: 'https://169.254.169.254/latest' });
    await eventually('the refusal', async () =>
      expect(await listed(user)).toMatchObject([{ entries: 0, last_error: 'address_not_allowed' }]),
    );
  });

  it.each([
    [{ source: 'hand', name: 'Tor exits' }, 'name'],
    [{ source: 'hand', name: 'a', text: 'one\ntwo' }, 'text'],
    [{ source: 'url', name: 'a', url: 'ftp://lists.example/' }, 'url'],
    [{ source: 'url', name: 'a', url: 'https://lists.example/', interval_minutes: 1 }, 'interval_minutes'],
  ])('are refused as %j, at the field', async (body, path) => {
    expect(await h.call('POST', '/lists', await newOwner(), body)).toMatchObject({
      status: 422,
      body: { errors: [expect.objectContaining({ path })] },
    });
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EDGE_KEYS, readTrustedKeys, verifyClientList } from '@palisade/edge-state';
import { eventually } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';
import type { ListView } from './client-list.schema.ts';

const KEY = 'bouncer-key-for-tests';

/** Answers as CrowdSec's local API answers its bouncers, by its published description. */
async function startLocalApi() {
  const asked: string[] = [];
  const state = { decisions: [] as object[], redirectTo: '' };
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (state.redirectTo !== '') return response.writeHead(302, { location: state.redirectTo }).end();
    if (request.headers['x-api-key'] !== KEY)
      return response.writeHead(403).end('{"message":"access forbidden"}');
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ new: state.decisions.length === 0 ? null : state.decisions, deleted: null }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const ban = (value: string, scope = 'Ip') => ({
  id: 1,
  duration: '3h59m',
  origin: 'crowdsec',
  scenario: 'crowdsecurity/http-probing',
  scope,
  type: 'ban',
  value,
});

describe('a list from CrowdSec', () => {
  let h: Harness;
  let api: Awaited<ReturnType<typeof startLocalApi>>;
  beforeAll(async () => {
    h = await startHarness({ PALISADE_DOMAINS_LISTS_PRIVATE_NETWORKS: '127.0.0.0/8' });
    api = await startLocalApi();
  });
  afterAll(async () => {
    api?.stop();
    await h?.stop();
  });
  beforeEach(() => {
    api.asked.length = 0;
    api.state.redirectTo = '';
  });

  const sql = (text: string, ...values: unknown[]) => h.app.get(DataSource).query(text, values);
  async function createList(key = KEY) {
    const user = newUser();
    h.billing.setPlan(user.userId, 'starter');
    const sent = { source: 'crowdsec', name: 'crowdsec', url: `${api.url}/`, api_key: key };
    const { status, body } = await h.call('POST', '/lists', user, sent);
    expect(status).toBe(201);
    const list = body as unknown as ListView;
    const shown = async () =>
      ((await h.call('GET', '/lists', user)).body.lists as ListView[]).find(({ id }) => id === list.id)!;
    const refreshed = async () => {
      await sql(
        `UPDATE client_lists SET checked_at = now() - interval '1 hour', last_failed_at = NULL WHERE id = $1`,
        list.id,
      );
      return (await h.call('POST', `/lists/${list.id}/refresh`, user)).body as unknown as ListView;
    };
    return { user, list, shown, refreshed };
  }

  it('has the bans that hold, and none when none is left; its key is kept sealed and shown to nobody', async () => {
    api.state.decisions = [ban('192.0.2.1'), ban('2001:db8::/32', 'Range'), ban('FR', 'Country')];
    const { user, list, shown } = await createList();
    expect(list).toMatchObject({ source: 'crowdsec', interval_minutes: 5 });
    await eventually('the first answer', async () =>
      expect(await shown()).toMatchObject({ entries: 2, last_error: null }),
    );
    expect(api.asked[0]).toBe('/v1/decisions/stream?startup=true');
    const signed = await eventually('the list being out', async () => {
      const bytes = await h.edgeRedis.hgetBuffer(EDGE_KEYS.lists, list.id);
      const out = verifyClientList(bytes!, readTrustedKeys({ c1: h.signing.publicKey }));
      expect(out.set.size).toBe(2);
      return out;
    });
    expect(signed.set.entry(1)).toBe('2001:db8::/32');
    const [{ sealed_key: sealed }] = await sql('SELECT sealed_key FROM client_lists WHERE id = $1', list.id);
    expect(sealed).not.toContain(KEY);
    expect(JSON.stringify(await h.call('GET', '/lists', user))).not.toContain(KEY);

    api.state.decisions = [];
    await sql('UPDATE client_lists SET next_check_at = now() WHERE id = $1', list.id);
    await eventually('the decisions being over', async () =>
      expect(await shown()).toMatchObject({ entries: 0, last_error: null }),
    );
    expect((await h.call('DELETE', `/lists/${list.id}`, user)).status).toBe(204);
    expect(await sql('SELECT sealed_key FROM client_lists WHERE id = $1', list.id)).toEqual([
      { sealed_key: null },
    ]);
  });

  it('keeps its entries where the key is refused, and sends no key where it is redirected to', async () => {
    api.state.decisions = [ban('192.0.2.1')];
    const { user, list, shown, refreshed } = await createList();
    await eventually('the first answer', async () => expect(await shown()).toMatchObject({ entries: 1 }));
    await h.call('PUT', `/lists/${list.id}`, user, { api_key: 'another-bouncer' });
    expect(await refreshed()).toMatchObject({ entries: 1, last_error: 'refused', last_status: 403 });
    api.asked.length = 0;
    api.state.redirectTo = `${api.url}/elsewhere`;
    expect(await refreshed()).toMatchObject({ entries: 1, last_error: 'refused', last_status: 302 });
    expect(api.asked.filter((url) => url.includes('elsewhere'))).toEqual([]);
  });

  it('keeps its entries where its key cannot be opened, says so, and is not due again at once', async () => {
    api.state.decisions = [ban('192.0.2.1')];
    const { user, list, shown } = await createList();
    await eventually('the first answer', async () => expect(await shown()).toMatchObject({ entries: 1 }));
    await sql(
      `UPDATE client_lists SET sealed_key = 'v1.gone.AAAA.AAAA', next_check_at = now() WHERE id = $1`,
      list.id,
    );
    await eventually('the failure', async () =>
      expect(await shown()).toMatchObject({ entries: 1, last_error: 'key_unreadable', last_status: null }),
    );
    expect(Date.parse((await shown()).next_check_at!)).toBeGreaterThan(Date.now());
    // It has failed for so long that its owner was notified; the next key has no failure yet.
    await sql(
      `UPDATE client_lists SET failing_since = now() - interval '3 days', told_failing_at = now() WHERE id = $1`,
      list.id,
    );
    expect((await h.call('PUT', `/lists/${list.id}`, user, { api_key: 'no-bouncer' })).status).toBe(200);
    expect(
      await sql(
        `SELECT told_failing_at, failing_since < now() - interval '1 hour' IS TRUE AS is_old
         FROM client_lists WHERE id = $1`,
        list.id,
      ),
    ).toEqual([{ told_failing_at: null, is_old: false }]);
    await h.call('PUT', `/lists/${list.id}`, user, { api_key: KEY });
    await eventually('the key being used', async () =>
      expect(await shown()).toMatchObject({ last_error: null }),
    );
  });

  it('asks for the key again where its address changes, and takes nothing of other sources', async () => {
    const { user, list } = await createList();
    const change = (body: object) => h.call('PUT', `/lists/${list.id}`, user, body);
    expect(await change({ url: 'https://lapi.example/' })).toMatchObject({
      status: 422,
      body: {
        errors: [{ path: 'api_key', message: 'Please enter the key again, since the address changed' }],
      },
    });
    expect((await change({ url: list.url, note: 'ours' })).status).toBe(200);
    expect((await change({ url: 'https://lapi.example/', api_key: KEY })).status).toBe(200);
    expect(await change({ text: '192.0.2.1' })).toMatchObject({ body: { errors: [{ path: 'text' }] } });
    const byHand = await h.call('POST', '/lists', user, { source: 'hand', name: 'mine' });
    expect(await h.call('PUT', `/lists/${byHand.body.id}`, user, { api_key: KEY })).toMatchObject({
      body: { errors: [{ path: 'api_key' }] },
    });
  });

  it('asks for the key again where its address is changed by somebody else at the same time', async () => {
    const { user, list, shown } = await createList();
    await eventually('the first answer being out', async () =>
      expect(await shown()).toMatchObject({ checked_at: expect.any(String), published: true }),
    );
    const elsewhere = 'https://lapi.example/';
    const change = await h.app.get(DataSource).transaction(async (other) => {
      await other.query('UPDATE client_lists SET url = $2 WHERE id = $1', [list.id, elsewhere]);
      const answer = h.call('PUT', `/lists/${list.id}`, user, { url: list.url });
      await eventually('the change waiting for the other', async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
          AND query LIKE '%client_lists%' AND query NOT LIKE '%claimed_until%'`;
        // Statistics read once within a transaction would be cached.
        await other.query('SELECT pg_stat_clear_snapshot()');
        expect(await other.query(waiting)).toHaveLength(1);
      });
      return { answer };
    });
    expect(await change.answer).toMatchObject({ status: 422, body: { errors: [{ path: 'api_key' }] } });
    expect(await shown()).toMatchObject({ url: elsewhere });
  });
});

import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { publishAsProducers } from '@palisade/messaging/test-support';
import { eventually } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';
import type { StreamTestView, StreamView } from './log-stream.schema.ts';
import { StreamCursorRepository } from './stream-cursor.repository.ts';
import { StreamPlansJob } from './stream-plans.job.ts';

interface Received {
  headers: IncomingHttpHeaders;
  path: string;
  body: Buffer;
}

/** A receiver whose answers each test sets; accepted records are counted. */
async function startReceiver() {
  const accepted: Received[] = [];
  const refused: Received[] = [];
  let answer: (request: Received) => number | null = () => 200;
  let text = 'no thanks';
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const got = { headers: request.headers, path: request.url ?? '', body: Buffer.concat(chunks) };
    const status = answer(got);
    (status === 200 ? accepted : refused).push(got);
    if (status !== null) response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    accepted,
    refused,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: (next: typeof answer) => {
      answer = next;
    },
    says: (next: string) => {
      text = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const linesOf = ({ body }: Received): { request_id: string; [name: string]: unknown }[] =>
  gunzipSync(body)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
/** The records of a receiver that drops repeats by `webhook-id`. */
const received = ({ accepted }: Receiver) =>
  [...new Map(accepted.map((one) => [one.headers['webhook-id'], one])).values()].flatMap(linesOf);

describe('log streams', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  let receiver: Receiver;
  beforeAll(async () => {
    harness = await startHarness({
      PALISADE_LOGS_STREAMS_PRIVATE_NETWORKS: '127.0.0.0/8',
      PALISADE_LOGS_STREAM_INTERVAL_MS: '50',
      PALISADE_LOGS_STREAMS_RETRY_DELAY_MS: '50',
      PALISADE_LOGS_STREAMS_OBJECT_SECONDS: '0',
    });
  });
  afterAll(() => harness.dispose());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await harness.database.query('DELETE FROM log_streams');
    receiver.stop();
  });

  const newOwner = () => {
    const [owner, site] = [randomUUID(), randomUUID()];
    harness.domainsOf.set(owner, [{ id: site, name: `shop-${site.slice(0, 8)}.example` }]);
    return { owner, site };
  };
  const call = async <Answer>(owner: string, method: string, path: string, body?: object) => {
    const response = await harness.fetchAs(owner, path, { method, ...(body && { body }) });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Answer };
  };
  const create = async (owner: string, site: string, more: object = {}) => {
    const { status, body } = await call<{ stream: StreamView; secret: string }>(
      owner,
      'POST',
      '/log-streams',
      {
        domain: site,
        name: 'To my SIEM',
        kind: 'http',
        target: { url: receiver.url },
        ...more,
      },
    );
    expect([status, body]).toEqual([201, body]);
    return body;
  };
  const views = async (owner: string) =>
    (await call<{ streams: StreamView[] }>(owner, 'GET', '/log-streams')).body.streams;
  const store = async (siteId: string, count: number, more: Parameters<typeof record>[0] = {}) => {
    const records = Array.from({ length: count }, () => record({ siteId, ...more }));
    const segmentId = randomUUID();
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, count);
    return records.map(({ requestId }) => requestId);
  };
  const arrived = (ids: readonly string[], from = receiver) =>
    eventually(`${ids.length} records`, async () => {
      expect(
        received(from)
          .map(({ request_id }) => request_id)
          .sort(),
      ).toEqual([...ids].sort());
    });

  it('send a site’s records from then on, signed, with the header of its owner', async () => {
    const { owner, site } = newOwner();
    await store(site, 3);
    const { secret } = await create(owner, site, {
      target: { url: `${receiver.url}/in`, header_name: 'Authorization', header_value: 'Bearer t0ken' },
    });
    const ids = await store(site, 5);
    await store(newOwner().site, 2);
    await arrived(ids);
    const [first] = receiver.accepted;
    const { headers, body } = first!;
    expect(headers).toMatchObject({ authorization: 'Bearer t0ken', 'content-type': 'application/x-ndjson' });
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = createHmac('sha256', key)
      .update(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.`)
      .update(body);
    expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`);
    expect(linesOf(first!)[0]).toMatchObject({ request_uri: '/search?q=shoes', status: 'allowed' });
    const [view] = await eventually('nothing waiting', async () => {
      const found = await views(owner);
      expect(found).toMatchObject([{ waiting_records: 0, delivered_records: 5 }]);
      return found;
    });
    expect(view).toMatchObject({ state: 'delivering', lag_seconds: null, last_error: null });
  });

  it('have every record once after the target was away, whatever it had taken without saying so', async () => {
    const { owner, site } = newOwner();
    await create(owner, site);
    let asked = 0;
    receiver.answers(() => (++asked < 4 ? 503 : 200));
    const ids = await store(site, 40);
    await eventually('failures', async () => expect((await views(owner))[0]!.failures).toBeGreaterThan(0));
    expect((await views(owner))[0]).toMatchObject({
      state: 'failing',
      last_error: 'refused',
      last_status: 503,
      last_answer: 'no thanks',
      waiting_records: 40,
    });
    ids.push(...(await store(site, 40)));
    await arrived(ids);
    // A refused batch was repeated unchanged, under its name.
    const [name, body] = [receiver.refused[0]!.headers['webhook-id'], gunzipSync(receiver.refused[0]!.body)];
    const again = receiver.accepted.find(({ headers }) => headers['webhook-id'] === name);
    expect(gunzipSync(again!.body).equals(body)).toBe(true);
  });

  it('do not pass over a transaction that was begun before and ends after another', async () => {
    const { owner, site } = newOwner();
    await create(owner, site);
    // A concurrent transaction that has its positions and does not commit yet.
    const slow = await harness.database.connect();
    try {
      const [{ rows: known }, at] = [
        await slow.query('SELECT site_no FROM sites WHERE site_id = $1', [site]),
        new Date(),
      ];
      await slow.query('BEGIN');
      await slow.query(`SELECT pg_advisory_xact_lock(hashtext('stored_chunks positions'))`);
      await slow.query(
        `INSERT INTO stored_chunks (chunk_no, site_no, from_at, to_at, rows, bytes, stored_at)
         VALUES (1, $1, $2, $2, 1, 1, $2)`,
        [known[0].site_no, at],
      );
      const records = [record({ siteId: site })];
      const segmentId = randomUUID();
      await harness.publish(logBatch(records, { segmentId }));
      // The service's transaction waits for its position until that one has ended: nothing later is visible before.
      await eventually('the service to wait', async () => {
        const { rows } = await harness.database.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
        );
        expect(rows).toHaveLength(1);
      });
      await slow.query('COMMIT');
      await harness.stored('node-1', segmentId, 1);
      await arrived(records.map(({ requestId }) => requestId));
      const { rows } = await harness.database.query(
        'SELECT count(*)::int AS n FROM stored_chunks c JOIN log_streams s USING (site_no) WHERE c.position > s.position',
      );
      expect(rows).toEqual([{ n: 0 }]);
    } finally {
      slow.release();
    }
  });

  it('find a late record among those of other hours and minutes', async () => {
    const { owner, site } = newOwner();
    await create(owner, site);
    const hourAgo = BigInt(Date.now() - 3_600_000);
    await store(site, 10, { receivedAtMs: hourAgo });
    const ids = await store(site, 10, { receivedAtMs: hourAgo });
    await eventually('all', async () => expect(received(receiver)).toHaveLength(20));
    expect(received(receiver).map(({ request_id }) => request_id)).toEqual(expect.arrayContaining(ids));
  });

  it('hold up nobody where one target is silent', async () => {
    const [slow, other] = [newOwner(), newOwner()];
    const silent = await startReceiver();
    silent.answers(() => null);
    await create(slow.owner, slow.site, { target: { url: silent.url } });
    await store(slow.site, 1);
    await create(other.owner, other.site);
    await arrived(await store(other.site, 7));
    silent.stop();
  });

  it('send what their filter and their share say, in the words of ECS and OCSF', async () => {
    const { owner, site } = newOwner();
    await create(owner, site, { format: 'ecs', filter: { actions: ['block'] } });
    const blocked = [attack(1001, { siteId: site }), record({ siteId: site })];
    const segmentId = randomUUID();
    await harness.publish(logBatch(blocked, { segmentId }));
    await eventually('one', async () => expect(receiver.accepted).toHaveLength(1));
    expect(linesOf(receiver.accepted[0]!)).toMatchObject([
      {
        ecs: { version: '8.17.0' },
        source: { ip: '192.0.2.7', geo: { country_iso_code: 'DE' } },
        event: { action: 'block', outcome: 'failure', dataset: 'palisade.requests' },
        rule: { id: '1001' },
        palisade: { inbound_score: 0 },
      },
    ]);
    const [{ id }] = (await views(owner)) as [StreamView];
    await call(owner, 'PUT', `/log-streams/${id}`, {
      format: 'ocsf',
      filter: { actions: [] },
      sample_percent: 10,
    });
    await store(site, 400);
    await eventually('all looked at', async () => expect((await views(owner))[0]!.waiting_records).toBe(0));
    const sampled = receiver.accepted.slice(1).flatMap(linesOf);
    expect(sampled.length).toBeGreaterThan(10);
    expect(sampled.length).toBeLessThan(100);
    expect(sampled[0]).toMatchObject({
      class_uid: 4002,
      http_request: { http_method: 'GET', url: { path: '/search', query_string: 'q=shoes' } },
      disposition_id: 1,
      severity_id: 1,
    });
  });

  it('are paused, and go on where they stood', async () => {
    const { owner, site } = newOwner();
    const { stream } = await create(owner, site);
    await call(owner, 'PUT', `/log-streams/${stream.id}`, { is_active: false });
    const ids = await store(site, 6);
    expect(await views(owner)).toMatchObject([{ state: 'paused', waiting_records: 6 }]);
    expect(receiver.accepted).toEqual([]);
    await call(owner, 'PUT', `/log-streams/${stream.id}`, { is_active: true });
    await arrived(ids);
  });

  it('speak OTLP', async () => {
    const { owner, site } = newOwner();
    await create(owner, site, { kind: 'otlp', target: { url: `${receiver.url}/v1/logs` } });
    const [id] = await store(site, 1);
    const [request] = await eventually('a request', async () => {
      expect(receiver.accepted).toHaveLength(1);
      return receiver.accepted;
    });
    const [{ scopeLogs }] = JSON.parse(gunzipSync(request!.body).toString()).resourceLogs;
    expect(scopeLogs[0].logRecords).toMatchObject([
      { severityNumber: 9, attributes: [{ key: 'log.record.uid', value: { stringValue: id } }, {}, {}] },
    ]);
  });

  it('count as lost what a collector rejects of a batch that it accepts, and go on behind it', async () => {
    const { owner, site } = newOwner();
    const { stream } = await create(owner, site, {
      kind: 'otlp',
      target: { url: `${receiver.url}/v1/logs` },
    });
    receiver.says(JSON.stringify({ partialSuccess: { rejectedLogRecords: '2', errorMessage: 'too old' } }));
    await store(site, 3);
    await eventually('a batch', async () => {
      expect(await views(owner)).toMatchObject([
        { delivered_records: 1, lost_records: 2, waiting_records: 0 },
      ]);
    });
    expect(receiver.accepted).toHaveLength(1);
    const tested = await call(owner, 'POST', `/log-streams/${stream.id}/test`);
    expect(tested.body).toMatchObject({ accepted: false, error: 'records_rejected' });
    receiver.says('');
    await store(site, 1);
    await eventually('another batch', async () => {
      expect(await views(owner)).toMatchObject([
        { delivered_records: 2, lost_records: 2, state: 'delivering' },
      ]);
    });
  });

  it('count what is lost to a target that is away for longer than records wait', async () => {
    const { owner, site } = newOwner();
    const { stream } = await create(owner, site);
    await call(owner, 'PUT', `/log-streams/${stream.id}`, { is_active: false });
    await store(site, 4);
    await harness.database.query(`UPDATE stored_chunks SET stored_at = now() - interval '73 hours'`);
    // Chunks of sites that nobody views live any more are deleted too.
    await harness.database.query(
      `INSERT INTO fresh_records (transaction_no, stored_at, text) VALUES (1, now() - interval '1 minute', '')`,
    );
    const ids = await store(site, 2);
    await harness.app.get(StreamCursorRepository).forget();
    expect(await views(owner)).toMatchObject([{ lost_records: 4, waiting_records: 2 }]);
    await call(owner, 'PUT', `/log-streams/${stream.id}`, { is_active: true });
    await arrived(ids);
    await eventually('nothing kept', async () => {
      await harness.app.get(StreamCursorRepository).forget();
      expect((await harness.database.query('SELECT 1 FROM stored_chunks')).rows).toEqual([]);
      expect((await harness.database.query('SELECT 1 FROM fresh_records')).rows).toEqual([]);
    });
  });

  it('are tested by hand, and do not reach what is not public', async () => {
    const { owner, site } = newOwner();
    const { stream } = await create(owner, site);
    const tested = await call<StreamTestView>(owner, 'POST', `/log-streams/${stream.id}/test`);
    expect(tested).toMatchObject({ status: 200, body: { accepted: true, error: null } });
    expect(linesOf(receiver.accepted[0]!)).toMatchObject([{ reason: 'stream_test' }]);
    await call(owner, 'PUT', `/log-streams/${stream.id}`, {
      target: { url: 'https://169.254.169.254/latest/meta-data/' },
    });
    expect((await call<StreamTestView>(owner, 'POST', `/log-streams/${stream.id}/test`)).body).toMatchObject({
      accepted: false,
      error: 'address_not_allowed',
    });
  });

  it('are their owner’s alone, sealed, and say at its field what a target lacks', async () => {
    const { owner, site } = newOwner();
    const { stream, secret } = await create(owner, site, {
      target: { url: receiver.url, header_name: 'x-key', header_value: 'hidden-key-of-a-siem' },
    });
    const stranger = newOwner();
    for (const [method, path, body] of [
      ['PUT', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
      ['POST', '/rotate-secret', undefined],
    ] as const)
      expect((await call(stranger.owner, method, `/log-streams/${stream.id}${path}`, body)).status).toBe(404);
    expect(
      await call(stranger.owner, 'POST', '/log-streams', {
        domain: site,
        name: 'Theirs',
        kind: 'http',
        target: { url: receiver.url },
      }),
    ).toMatchObject({ status: 404, body: { code: 'domain_not_found' } });
    const { rows } = await harness.database.query('SELECT * FROM log_streams');
    expect(JSON.stringify(rows)).not.toContain('hidden-key-of-a-siem');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 20));
    expect(
      await call(owner, 'POST', '/log-streams', {
        domain: site,
        name: 'Bucket',
        kind: 's3',
        target: { endpoint: receiver.url, bucket: 'B', access_key_id: 'a' },
      }),
    ).toMatchObject({
      status: 422,
      body: {
        code: 'log_stream_target_invalid',
        errors: [{ path: 'target.bucket' }, { path: 'target.secret_access_key' }],
      },
    });
  });

  it('are as many as the plan includes', async () => {
    const { owner, site } = newOwner();
    harness.streamsOf.set(owner, 1);
    await create(owner, site);
    const listed = await call<{ max_streams: number }>(owner, 'GET', '/log-streams');
    expect(listed.body.max_streams).toBe(1);
    const beyond = { domain: site, name: 'Second', kind: 'http', target: { url: receiver.url } };
    expect(await call(owner, 'POST', '/log-streams', beyond)).toMatchObject({
      status: 402,
      body: {
        code: 'upgrade_required',
        detail: expect.stringContaining('Starter plan includes 1 log stream.'),
      },
    });
  });

  it('are paused beyond a plan that has become smaller, and do not come back by being switched on', async () => {
    const { owner, site } = newOwner();
    harness.streamsOf.set(owner, 2);
    const { stream: first } = await create(owner, site);
    const { stream: second } = await create(owner, site);
    const job = harness.app.get(StreamPlansJob);
    const active = async () => (await views(owner)).map(({ is_active }) => is_active);
    await job.fitToPlans();
    expect(await active()).toEqual([true, true]);
    harness.streamsOf.set(owner, 1);
    await job.fitToPlans();
    expect(await active()).toEqual([true, false]);
    expect((await views(owner)).map(({ paused_by_plan }) => paused_by_plan)).toEqual([false, true]);
    const resume = (id: string) => call(owner, 'PUT', `/log-streams/${id}`, { is_active: true });
    expect(await resume(second.id)).toMatchObject({ status: 402, body: { code: 'upgrade_required' } });
    expect(await resume(first.id)).toMatchObject({ status: 200 });
    harness.streamsOf.set(owner, 2);
    expect(await resume(second.id)).toMatchObject({ status: 200, body: { is_active: true } });
  });

  it('go on by themselves once the plan includes them again, but for those that their owner has paused', async () => {
    const { owner, site } = newOwner();
    harness.streamsOf.set(owner, 3);
    for (let i = 0; i < 2; i++) await create(owner, site);
    const { stream: paused } = await create(owner, site);
    await call(owner, 'PUT', `/log-streams/${paused.id}`, { is_active: false });
    const job = harness.app.get(StreamPlansJob);
    const active = async () => (await views(owner)).map(({ is_active }) => is_active);
    // The plan ended an hour ago.
    harness.streamsOf.set(owner, 0);
    await job.fitToPlans();
    expect(await active()).toEqual([false, false, false]);
    harness.streamsOf.set(owner, 1);
    await job.fitToPlans();
    expect(await active()).toEqual([true, false, false]);
    harness.streamsOf.set(owner, 3);
    await job.fitToPlans();
    expect(await active()).toEqual([true, true, false]);
    expect((await views(owner)).some(({ paused_by_plan }) => paused_by_plan)).toBe(false);
  });

  it('are gone with the account', async () => {
    const { owner, site } = newOwner();
    await create(owner, site);
    const deleted = {
      type: 'auth.user_deleted.v1',
      key: owner,
      payload: { userId: owner, email: 'ada@example.com' },
    } as const;
    await publishAsProducers(harness.bus, harness.eventSettings, [deleted]);
    await eventually('no stream', async () => expect(await views(owner)).toEqual([]));
  });

  it('are signed with both secrets while one is replaced', async () => {
    const { owner, site } = newOwner();
    const { stream, secret } = await create(owner, site);
    const rotated = await call<{ secret: string }>(owner, 'POST', `/log-streams/${stream.id}/rotate-secret`);
    expect(rotated.body.secret).not.toBe(secret);
    await call(owner, 'POST', `/log-streams/${stream.id}/test`);
    expect(String(receiver.accepted[0]!.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });
});

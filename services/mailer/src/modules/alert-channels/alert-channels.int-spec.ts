import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { alertEventsV1 } from '@palisade/contracts';
import { uuidV7 } from '@palisade/messaging';
import { newId, type UserCaller, type UserId } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';
import { newAdmin } from '../../test/harness.ts';
import type { DeliveryView } from './channel.schema.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver whose answers each test sets. */
async function startReceiver() {
  const received: Received[] = [];
  const open = { now: 0, most: 0 };
  let answer: (path: string) => { status: number; headers?: Record<string, string> } | null = () => ({
    status: 204,
  });
  const server: Server = createServer(async (request, response) => {
    open.most = Math.max(open.most, ++open.now);
    response.on('close', () => open.now--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    const given = answer(request.url ?? '');
    if (given !== null) response.writeHead(given.status, given.headers).end('read me\0');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    open,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answers: (next: typeof answer) => {
      answer = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const signatureOf = (secret: string, { headers, body }: Received): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`;

describe('alert channels', () => {
  let harness: DeliveringHarness;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    harness = await startDelivering({
      PALISADE_ALERT_PRIVATE_NETWORKS: '127.0.0.0/8',
      PALISADE_ALERT_RETRY_DELAY_MS: '50',
    });
  });
  afterAll(async () => {
    receiver?.stop();
    await harness?.stop();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answers(() => ({ status: 204 }));
  });

  const newOwner = (): UserCaller => {
    const { id } = harness.newUser();
    return { ...newAdmin(), isAdmin: false, userId: id as UserId };
  };
  const make = async (owner: UserCaller, body: object) => {
    const answer = await harness.call('POST', '/alert-channels', owner, body);
    expect(answer.status).toBe(201);
    return answer.body as unknown as { channel: { id: string; hint: string }; secret: string };
  };
  const webhook = (owner: UserCaller, url = receiver.url) =>
    make(owner, { name: 'My program', kind: 'webhook', target: { url } });
  const alert = (owner: UserCaller, channelIds: string[], facts: Partial<alertEventsV1.Alert> = {}) => ({
    alertId: uuidV7(),
    ruleId: uuidV7(),
    ownerId: owner.userId as string,
    ruleName: 'Blocked requests',
    severity: alertEventsV1.AlertSeverity.CRITICAL,
    siteId: uuidV7(),
    domainName: 'shop.example',
    firedAt: timestampFromDate(new Date()),
    summary: '412 blocked requests in 5 minutes, more than 100',
    note: 'Call Ada',
    channelIds,
    ...facts,
  });
  const fire = (fired: ReturnType<typeof alert>) =>
    harness.publish([{ type: 'logs.alert_fired.v1', key: fired.ownerId, payload: { alert: fired } }]);
  const resolve = (resolved: ReturnType<typeof alert>) =>
    harness.publish([
      {
        type: 'logs.alert_resolved.v1',
        key: resolved.ownerId,
        payload: { alert: resolved, resolvedAt: timestampFromDate(new Date()) },
      },
    ]);
  const deliveries = async (owner: UserCaller, channelId: string) => {
    const { body } = await harness.call('GET', `/alert-channels/${channelId}/deliveries`, owner);
    return body.deliveries as DeliveryView[];
  };
  const settled = (owner: UserCaller, channelId: string, states: string[]) =>
    eventually(`deliveries that are ${states.join()}`, async () => {
      const found = await deliveries(owner, channelId);
      expect(found.map(({ state }) => state)).toEqual(states);
      return found;
    });

  it('tell a webhook when an alert begins and ends, once each, signed', async () => {
    const owner = newOwner();
    const { channel, secret } = await webhook(owner);
    const fired = alert(owner, [channel.id]);
    await fire(fired);
    await fire(fired);
    await settled(owner, channel.id, ['delivered']);
    await resolve(fired);
    await settled(owner, channel.id, ['delivered', 'delivered']);
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
      'alert.fired',
      'alert.resolved',
    ]);
    const [first] = receiver.received;
    expect(first!.headers['webhook-signature']).toBe(signatureOf(secret, first!));
    expect(JSON.parse(first!.body).data).toMatchObject({
      alert_id: fired.alertId,
      domain_name: 'shop.example',
      note: 'Call Ada',
      severity: 'critical',
    });
  });

  it('try a webhook again that answers 500, and say what it answered; a replay is the same message', async () => {
    const owner = newOwner();
    const { channel } = await webhook(owner);
    let asked = 0;
    receiver.answers(() => ({ status: ++asked < 3 ? 500 : 200 }));
    await fire(alert(owner, [channel.id]));
    const [delivery] = await settled(owner, channel.id, ['delivered']);
    expect(delivery).toMatchObject({
      attempts: 3,
      last_status: 200,
      last_error: null,
      last_answer: 'read me',
    });
    const replayed = await harness.call(
      'POST',
      `/alert-channels/${channel.id}/deliveries/${delivery!.id}/replay`,
      owner,
    );
    expect(replayed.status).toBe(200);
    await eventually('a fourth request', async () => expect(receiver.received).toHaveLength(4));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('hear of an end behind its beginning, whichever is tried again or comes late', async () => {
    const owner = newOwner();
    const { channel } = await webhook(owner);
    const fired = alert(owner, [channel.id]);
    const heard = () => receiver.received.map(({ body }) => JSON.parse(body).type);
    let asked = 0;
    receiver.answers(() => ({ status: ++asked < 4 ? 500 : 200 }));
    await fire(fired);
    await eventually('a first attempt', async () => expect(asked).toBeGreaterThan(0));
    await resolve(fired);
    const [, beginning] = await settled(owner, channel.id, ['delivered', 'delivered']);
    expect(heard()).toEqual([...Array(4).fill('alert.fired'), 'alert.resolved']);
    const replay = `/alert-channels/${channel.id}/deliveries/${beginning!.id}/replay`;
    expect((await harness.call('POST', replay, owner)).status).toBe(200);
    await eventually('both again', async () => expect(heard()).toHaveLength(7));
    expect(heard().slice(5)).toEqual(['alert.fired', 'alert.resolved']);
    // Events of different kinds may arrive out of order.
    const late = alert(owner, [channel.id]);
    await resolve(late);
    await eventually('an end', async () => expect(heard()).toHaveLength(8));
    await fire(late);
    await eventually('its beginning, and the end again', async () => expect(heard()).toHaveLength(10));
    expect(heard().slice(7)).toEqual(['alert.resolved', 'alert.fired', 'alert.resolved']);
  });

  it('do not follow a webhook that redirects, and leave one that is gone', async () => {
    const owner = newOwner();
    const { channel } = await webhook(owner);
    receiver.answers((path) =>
      path === '/inner' ? { status: 200 } : { status: 307, headers: { location: '/inner' } },
    );
    const tested = await harness.call('POST', `/alert-channels/${channel.id}/test`, owner);
    expect(tested.body).toMatchObject({
      state: 'failed',
      last_status: 307,
      last_error: 'redirect_not_followed',
    });
    expect(receiver.received).toHaveLength(1);
    receiver.answers(() => ({ status: 410 }));
    await fire(alert(owner, [channel.id]));
    await settled(owner, channel.id, ['failed', 'failed']);
    const { body } = await harness.call('GET', '/alert-channels', owner);
    expect(body.channels).toMatchObject([{ is_active: false, disabled_reason: 'gone' }]);
    const elsewhere = { target: { url: `${receiver.url}/elsewhere` } };
    const moved = await harness.call('PUT', `/alert-channels/${channel.id}`, owner, elsewhere);
    expect(moved.body).toMatchObject({ is_active: true, disabled_reason: null });
  });

  it('stay switched off by their owner, whatever else of them is changed', async () => {
    const owner = newOwner();
    const { channel } = await webhook(owner);
    const change = (body: object) => harness.call('PUT', `/alert-channels/${channel.id}`, owner, body);
    await change({ is_active: false });
    const moved = await change({ name: 'Moved', target: { url: `${receiver.url}/elsewhere` } });
    expect(moved.body).toMatchObject({ name: 'Moved', is_active: false, disabled_reason: null });
  });

  it('hold up no other owner where one’s server is silent', async () => {
    const [slow, other] = [newOwner(), newOwner()];
    const silent = await startReceiver();
    silent.answers(() => null);
    const { channel } = await webhook(slow, silent.url);
    for (let count = 0; count < 25; count++) await fire(alert(slow, [channel.id]));
    await eventually('the share being taken', async () => expect(silent.open.most).toBe(3));
    const { channel: quick } = await webhook(other);
    await fire(alert(other, [quick.id]));
    await settled(other, quick.id, ['delivered']);
    expect(silent.open.most).toBe(3);
    await harness.call('DELETE', `/alert-channels/${channel.id}`, slow);
    silent.stop();
  });

  it('do not reach what is not public: the operator’s networks are the only exception', async () => {
    const owner = newOwner();
    const { channel } = await webhook(owner, 'https://169.254.169.254/latest/meta-data/');
    const tested = await harness.call('POST', `/alert-channels/${channel.id}/test`, owner);
    expect(tested.body).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_status: null,
      last_error: 'address_not_allowed',
    });
  });

  it('sign with both secrets while one is replaced', async () => {
    const owner = newOwner();
    const { channel, secret } = await webhook(owner);
    const rotated = await harness.call('POST', `/alert-channels/${channel.id}/rotate-secret`, owner);
    const next = (rotated.body as unknown as { secret: string }).secret;
    expect(next).not.toBe(secret);
    await harness.call('POST', `/alert-channels/${channel.id}/test`, owner);
    const [received] = receiver.received;
    expect(received!.headers['webhook-signature']).toBe(
      `${signatureOf(next, received!)} ${signatureOf(secret, received!)}`,
    );
    await harness.database.query(
      `UPDATE alert_channels SET previous_secret_until = now() - interval '1 second' WHERE id = $1`,
      [channel.id],
    );
    await harness.call('POST', `/alert-channels/${channel.id}/test`, owner);
    expect(receiver.received[1]!.headers['webhook-signature']).toBe(signatureOf(next, receiver.received[1]!));
  });

  it('send a mail, where that is the channel', async () => {
    const { id } = harness.newUser();
    const owner: UserCaller = { ...newAdmin(), isAdmin: false, userId: id as UserId };
    const { channel } = await make(owner, { name: 'Me', kind: 'mail' });
    await fire(alert(owner, [channel.id]));
    await settled(owner, channel.id, ['delivered']);
    const [taken] = await eventually('the mail', async () => {
      const mails = harness.sink.to(`u-${id}@example.com`);
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(taken!.mail.subject).toBe('Alert: Blocked requests on shop.example');
  });

  it('are their owner’s alone, sealed, and gone with the account', async () => {
    const [owner, stranger] = [newOwner(), { ...newAdmin(), userId: newId<UserId>() }];
    const secretUrl = `${receiver.url}?token=hidden-path-of-a-chat`;
    const { channel, secret } = await webhook(owner, secretUrl);
    for (const [method, path, body] of [
      ['PUT', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
      ['POST', '/rotate-secret', undefined],
      ['GET', '/deliveries', undefined],
    ] as const)
      expect(
        (await harness.call(method, `/alert-channels/${channel.id}${path}`, stranger, body)).status,
      ).toBe(404);
    // Another owner's channel named in one's own event receives nothing.
    await fire(alert(stranger, [channel.id]));
    const { rows } = await harness.database.query('SELECT * FROM alert_channels WHERE id = $1', [channel.id]);
    expect(JSON.stringify(rows)).not.toContain('hidden-path-of-a-chat');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 20));
    await harness.publish([
      {
        type: 'auth.user_deleted.v1',
        key: owner.userId,
        payload: { userId: owner.userId, email: `u-${owner.userId}@example.com` },
      },
    ]);
    await eventually('no channel', async () => {
      const left = await harness.database.query('SELECT 1 FROM alert_channels WHERE owner_id = $1', [
        owner.userId,
      ]);
      expect(left.rows).toEqual([]);
    });
    expect(receiver.received).toEqual([]);
  });

  it('say at its field what a target lacks, and have a limit', async () => {
    const owner = newOwner();
    const refused = await harness.call('POST', '/alert-channels', owner, {
      name: 'Chat',
      kind: 'telegram',
      target: { bot_token: 'nothing', chat_id: '-5' },
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'channel_target_invalid', errors: [{ path: 'target.bot_token' }] },
    });
    for (let count = 0; count < 20; count++) await make(owner, { name: `Mail ${count}`, kind: 'mail' });
    const beyond = await harness.call('POST', '/alert-channels', owner, { name: 'One more', kind: 'mail' });
    expect(beyond).toMatchObject({ status: 409, body: { code: 'too_many_channels' } });
  });
});

import { randomUUID } from 'node:crypto';
import {
  type EventBus,
  EventSigner,
  encodeEvent,
  type OutgoingEvent,
  partitionOf,
  readEventKeys,
} from '@palisade/messaging';
import { JobQueues } from '@palisade/messaging/jobs';
import { EVENT_BUS } from '@palisade/messaging/nest';
import { eventually } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type Harness, newAdmin, startHarness } from '../../test/harness.ts';

const PATH = '/admin/smtp/failed-work';
interface Item {
  kind: string;
  place: string;
  id: string;
  name: string;
  error: string;
}

describe('what the mail service gave up on', () => {
  let harness: Harness;
  let redis: Redis;
  const admin = newAdmin();
  beforeAll(async () => {
    harness = await startHarness();
    redis = new Redis(harness.environment.PALISADE_BUS_REDIS_URL!);
  });
  afterAll(async () => {
    redis?.disconnect();
    await harness?.stop();
  });

  /** As stored by a consumer that failed to handle the event. */
  async function setAside(event: OutgoingEvent): Promise<void> {
    const keys = readEventKeys(harness.keys.eventSettings('auth'));
    const encoded = encodeEvent(event, new EventSigner('auth', keys.signing));
    const place = `bus:{${encoded.topic}:${partitionOf(encoded.topic, encoded.key)}}`;
    await redis.xadd(
      ...([`${place}:dead:mailer`, '*', 'offset', '1-0', 'id', encoded.id, 'type', encoded.type] as const),
      ...['reason', 'Error: the table is away', 'attempts', '10', 'at', String(Date.now())],
      ...['e', Buffer.from(encoded.envelope)],
    );
    await redis.hincrby(`${place}:lease:mailer`, 'deadLetters', 1);
  }
  const registered = (userId: string): OutgoingEvent => ({
    type: 'auth.user_registered.v1',
    key: userId,
    payload: { userId, email: `${userId}@example.com`, username: userId, fullName: 'Ada' },
  });
  const list = async () => (await harness.call('GET', PATH, admin)).body as { items: Item[]; total: number };
  const settle = async (act: 'retry' | 'discard', items: readonly Item[]) => {
    const body = { items: items.map(({ kind, place, id }) => ({ kind, place, id })) };
    const answer = await harness.call('POST', `${PATH}/${act}`, admin, body);
    expect(answer.status).toBe(200);
    return (answer.body.results as { outcome: string; error: string | null }[]).map(({ outcome, error }) =>
      error === null ? outcome : `${outcome}: ${error}`,
    );
  };
  const known = async (userId: string) => {
    const { rowCount } = await harness.database.query('SELECT 1 FROM accounts WHERE user_id = $1', [userId]);
    return rowCount === 1;
  };

  it('is handled once more, whoever presses at the same time, and recorded with who did it', async () => {
    const userId = randomUUID();
    await setAside(registered(userId));
    const { items, total } = await list();
    expect(total).toBe(1);
    expect(items).toMatchObject([
      { kind: 'event', place: 'users', name: 'auth.user_registered.v1', error: 'Error: the table is away' },
    ]);
    const outcomes = (await Promise.all([1, 2, 3].map(() => settle('retry', items)))).flat();
    expect(outcomes).toContain('done');
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await known(userId)).toBe(true);
    expect(await list()).toMatchObject({ items: [], total: 0 });
    expect(await settle('retry', items)).toEqual(['gone']);
    const { rows } = await harness.database.query(
      `SELECT 1 FROM processed_events WHERE event_id LIKE 'auth/%' AND consumer_group = 'mailer'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('stays while it fails again, and is discarded without effect', async () => {
    const userId = randomUUID();
    await setAside(registered(userId));
    const { items } = await list();
    await harness.database.query('ALTER TABLE accounts RENAME COLUMN username TO broken');
    expect(await settle('retry', items)).toEqual([
      expect.stringMatching(/^failed: QueryFailedError: .*username/),
    ]);
    await harness.database.query('ALTER TABLE accounts RENAME COLUMN broken TO username');
    expect((await list()).items).toEqual(items);
    expect(await settle('discard', items)).toEqual(['done']);
    expect(await list()).toMatchObject({ items: [], total: 0 });
    expect(await known(userId)).toBe(false);
  });

  it('has jobs among it', async () => {
    const queue = harness.app
      .get(JobQueues)
      .all()
      .find(({ name }) => name === 'mailer-mails');
    await queue!.add('mail', { id: 'no uuid\0' }, { attempts: 1 });
    const items = await eventually('the job failing', async () => {
      const found = (await list()).items;
      expect(found).toMatchObject([{ kind: 'job', place: 'mailer-mails', name: 'mail' }]);
      return found;
    });
    expect(await settle('retry', items)).toEqual(['done']);
    await eventually('it failing again', async () => expect((await list()).items).toHaveLength(1));
    expect(await settle('discard', items)).toEqual(['done']);
    expect(await settle('discard', items)).toEqual(['gone']);
  });

  it('is for administrators, in bounded requests, and discarded by a person that was asked again', async () => {
    const items = [{ kind: 'event', place: 'users', id: '0/1-0' }];
    const customer = { ...newAdmin(), isAdmin: false };
    const { reauthenticatedUntil: _until, ...stale } = newAdmin();
    for (const [path, body] of [
      [`${PATH}/retry`, { items }],
      [`${PATH}/discard`, { items }],
    ] as const) {
      expect((await harness.call('POST', path, null, body)).status).toBe(401);
      expect((await harness.call('POST', path, customer, body)).status).toBe(403);
      for (const wrong of [
        { items: [] },
        { items: Array.from({ length: 101 }, () => items[0]) },
        { items: [{ ...items[0], id: 'x'.repeat(201) }] },
        { items: [{ ...items[0], kind: 'mail' }] },
        { items, all: true },
      ])
        expect((await harness.call('POST', path, admin, wrong)).status).toBe(422);
      for (const odd of ['0/0-0', '../etc', '99/1-0', '-1/1-0', '0/99999999999999999999-0', '0/- +'])
        expect(
          await settle(path.endsWith('retry') ? 'retry' : 'discard', [
            { ...items[0]!, id: odd, name: '', error: '' },
          ]),
        ).toEqual(['gone']);
    }
    expect((await harness.call('GET', PATH, customer)).status).toBe(403);
    expect((await harness.call('POST', `${PATH}/discard`, stale, { items })).body.code).toBe(
      'reauthentication_required',
    );
    expect((await harness.call('POST', `${PATH}/retry`, stale, { items })).status).toBe(200);
  });

  it('lists the oldest of ten thousand', async () => {
    const bus = harness.app.get<EventBus>(EVENT_BUS);
    const many = redis.pipeline();
    for (let index = 0; index < 10_000; index++)
      many.xadd(
        ...([
          'bus:{users:0}:dead:mailer',
          '*',
          'offset',
          '1-0',
          'id',
          `e${index}`,
          'type',
          'auth.x',
        ] as const),
        ...['reason', 'x'.repeat(300), 'attempts', '1', 'at', String(1_700_000_000_000 + index), 'e', 'x'],
      );
    many.hset('bus:{users:0}:lease:mailer', 'deadLetters', 10_000);
    await many.exec();
    const { items, total } = await list();
    expect([items.length, total]).toEqual([100, 10_000]);
    expect((await bus.deadLetters('mailer', 'users', 1))[0]?.eventId).toBe('e0');
    expect(await settle('discard', items)).toEqual(items.map(() => 'done'));
    expect((await list()).total).toBe(9_900);
  });
});

import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { mailEventsV1 } from '@palisade/contracts';
import { type OutgoingEvent, uuidV7 } from '@palisade/messaging';
import { newId, type SessionId, type UserCaller, type UserId } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { type Harness, startHarness } from '../../test/harness.ts';
import type { TestUser } from '../../test/neighbours.ts';
import { MAX_NOTIFICATIONS, RETENTION_DAYS } from './notification.rules.ts';

interface Entry {
  id: string;
  kind: string;
  category: string;
  tone: string;
  title: string;
  domain: string | null;
  read: boolean;
}

describe('what the dashboard tells owners', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.stop());

  const callerOf = (user: TestUser): UserCaller => ({
    kind: 'user',
    userId: user.id as UserId,
    sessionId: newId<SessionId>(),
    isAdmin: false,
    scopes: [],
    clientAddress: '192.0.2.1',
  });
  async function notificationsOf(user: TestUser, query = '') {
    const { status, body } = await harness.call('GET', `/notifications${query}`, callerOf(user));
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as unknown as { entries: Entry[]; unread: number; next: string | null };
  }
  const read = (user: TestUser, body: object) =>
    harness.call('POST', '/notifications/read', callerOf(user), body);
  const attack = (user: TestUser, alertId = uuidV7()): OutgoingEvent => ({
    type: 'logs.attack_detected.v1',
    key: user.id,
    payload: {
      alertId,
      siteId: uuidV7(),
      ownerId: user.id,
      domainName: 'shop.example',
      since: timestampFromDate(new Date()),
      until: timestampFromDate(new Date()),
      blockedRequests: 1234n,
      topThreat: 'SQL Injection',
      topAddresses: ['198.51.100.7'],
    },
  });
  const certificateFailed = (user: TestUser): OutgoingEvent => ({
    type: 'domains.certificate_failed.v1',
    key: user.id,
    payload: { domainId: uuidV7(), ownerId: user.id, domainName: 'shop.example', problem: 'CAA' },
  });
  const requested = (user: TestUser, template: string): OutgoingEvent => ({
    type: 'mailer.mail_requested.v1',
    key: user.id,
    payload: {
      mailId: uuidV7(),
      category: mailEventsV1.MailCategory.ACCOUNT,
      template,
      to: user.email,
      userId: user.id,
      variables: {},
    },
  });
  const eventuallyNotified = (user: TestUser, kinds: readonly string[]) =>
    eventually(`${kinds}`, async () => {
      const answer = await notificationsOf(user);
      expect(answer.entries.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
      return answer;
    });

  it('is what they are written about, once, under the same settings', async () => {
    const user = harness.newUser({
      notifications: {
        emailAlerts: false,
        attackNotifications: true,
        weeklyReports: true,
        marketingEmails: false,
      },
    });
    const alertId = uuidV7();
    await harness.publish([
      certificateFailed(user),
      attack(user, alertId),
      attack(user, alertId),
      requested(user, 'password_changed'),
      // A link that gives access to the account belongs in the mailbox alone.
      requested(user, 'reset_password'),
    ]);
    const { entries, unread } = await eventuallyNotified(user, ['attack_alert', 'password_changed']);
    expect(unread).toBe(2);
    expect(entries.find(({ kind }) => kind === 'attack_alert')).toMatchObject({
      category: 'attacks',
      tone: 'bad',
      title: 'Attack on shop.example',
      preview: '1,234 requests blocked.',
      domain: 'shop.example',
      read: false,
    });
  });

  it('is read by its owner alone, one by one or all', async () => {
    const [owner, stranger] = [harness.newUser(), harness.newUser()];
    await harness.publish([attack(owner), certificateFailed(owner), attack(stranger)]);
    const { entries } = await eventuallyNotified(owner, ['attack_alert', 'certificate_failed']);
    const theirs = await eventuallyNotified(stranger, ['attack_alert']);
    const [first] = entries;
    expect((await read(stranger, { ids: entries.map(({ id }) => id) })).body).toEqual({ unread: 1 });
    expect((await read(owner, { ids: [first?.id, theirs.entries[0]?.id] })).body).toEqual({ unread: 1 });
    expect((await notificationsOf(owner)).entries.map((entry) => entry.read)).toEqual([true, false]);
    expect((await notificationsOf(stranger)).unread).toBe(1);
    expect((await read(owner, {})).body).toEqual({ unread: 0 });
    expect((await notificationsOf(stranger)).unread).toBe(1);
    expect((await notificationsOf(stranger, `?before=${first?.id}`)).entries).toEqual([]);
  });

  it('is kept for a time, in a number, and a page at a time', async () => {
    const user = harness.newUser();
    await harness.publish([attack(user)]);
    await eventuallyNotified(user, ['attack_alert']);
    await harness.database.query(
      `INSERT INTO notifications (id, user_id, at, category, kind, tone, title, preview, domain)
       SELECT 'made-' || n, $1, now() - make_interval(mins => n), 'attacks', 'attack_alert', 'bad', 'Made', '', ''
       FROM generate_series(1, ${MAX_NOTIFICATIONS + 10}) AS n`,
      [user.id],
    );
    await harness.database.query(
      `UPDATE notifications SET at = now() - make_interval(days => $1) WHERE id = 'made-5'`,
      [RETENTION_DAYS + 1],
    );
    const first = await notificationsOf(user, '?limit=2');
    const second = await notificationsOf(user, `?limit=50&before=${first.next}`);
    expect(second.entries[0]?.id).toBe('made-2');
    expect(second.entries.map(({ id }) => id)).not.toContain('made-5');
    await harness.publish([certificateFailed(user)]);
    await eventually('what is too old, and too much, being gone', async () => {
      const { rows } = await harness.database.query<{ count: number; old: number }>(
        `SELECT count(*)::int AS count, count(*) FILTER (WHERE id = 'made-5')::int AS old FROM notifications WHERE user_id = $1`,
        [user.id],
      );
      expect(rows).toEqual([{ count: MAX_NOTIFICATIONS, old: 0 }]);
    });
  });

  it('goes with the account', async () => {
    const user = harness.newUser();
    await harness.publish([attack(user)]);
    await eventuallyNotified(user, ['attack_alert']);
    await harness.publish([{ type: 'auth.user_deleted.v1', key: user.id, payload: { userId: user.id } }]);
    await eventually('none being left', async () => {
      const { rows } = await harness.database.query('SELECT 1 FROM notifications WHERE user_id = $1', [
        user.id,
      ]);
      expect(rows).toEqual([]);
    });
  });
});

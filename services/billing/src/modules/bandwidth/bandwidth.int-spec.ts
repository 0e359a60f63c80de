import { randomUUID } from 'node:crypto';
import {
  createRedisStreamsBus,
  type EventBus,
  type OutgoingEvent,
  type ReceivedEvent,
  readEventKeys,
} from '@palisade/messaging';
import { publishAsProducers } from '@palisade/messaging/test-support';
import { eventually, silentLogger } from '@palisade/testing';
import { type Harness, startHarness } from '../../test/harness.ts';
import { BandwidthService } from './bandwidth.service.ts';

const GB = 1_000_000_000n;

describe('bandwidth', () => {
  let h: Harness;
  let bus: EventBus;
  const mails: ReceivedEvent<'mailer.mail_requested.v1'>[] = [];

  const say = (events: OutgoingEvent[]) => publishAsProducers(bus, h.keys.eventSettings, events);

  beforeAll(async () => {
    h = await startHarness();
    bus = createRedisStreamsBus({
      url: `${h.redis.url}/0`,
      source: 'billing',
      keys: readEventKeys(h.keys.eventSettings('billing')),
      logger: silentLogger,
    });
    await bus.subscribe({
      group: 'spec',
      registrations: {
        'mailer.mail_requested.v1': {
          mode: 'single',
          handle: async (event) => {
            mails.push(event);
          },
        },
      },
    });
  });
  afterAll(async () => {
    await bus?.close();
    await h?.stop();
  });

  const added = (siteId: string, ownerId: string) => ({
    type: 'domains.domain_added.v1' as const,
    key: siteId,
    payload: { domainId: siteId, ownerId, domainName: 'a.example' },
  });
  const totals = (siteId: string, responseBytes: bigint, asOf = new Date()) => ({
    type: 'logs.site_totals.v1' as const,
    key: siteId,
    payload: { siteId, responseBytes, asOfMs: BigInt(asOf.getTime()) },
  });
  const usage = async (user: ReturnType<Harness['newUser']>) =>
    (await h.call('GET', '/plans/mine', user)).body.bandwidth;
  const templates = (email: string) =>
    mails.filter((mail) => mail.payload.to === email).map((mail) => mail.payload.variables.percent);

  it('is metered per month over all sites of an owner, whatever order the news comes in', async () => {
    const user = h.newUser();
    const [one, two] = [randomUUID(), randomUUID()];
    const now = Date.now();
    const lastMonth = new Date();
    lastMonth.setUTCDate(1);
    lastMonth.setUTCHours(0, 0, 0, -1);
    await say([
      added(one, user.userId),
      added(two, user.userId),
      totals(one, 7n * GB, lastMonth),
      totals(one, 8n * GB, new Date(now - 1_000)),
      totals(one, 9n * GB, new Date(now)),
      totals(one, 8n * GB, new Date(now - 2_000)),
      totals(two, GB / 2n, new Date(now)),
      totals(randomUUID(), 100n * GB, new Date(now)),
    ]);
    await eventually('the figures', async () =>
      expect(await usage(user)).toEqual({ used_bytes: 2_500_000_000, included_bytes: 5_000_000_000 }),
    );
  });

  it('is warned about at four fifths and when it is used up, once each, and never cut', async () => {
    const user = h.newUser('heavy@example.com');
    const site = randomUUID();
    const warn = () => h.app.get(BandwidthService).warn();
    const used = async (bytes: bigint) => {
      await say([added(site, user.userId), totals(site, bytes)]);
      await eventually('the figure', async () =>
        expect(await usage(user)).toMatchObject({ used_bytes: Number(bytes) }),
      );
      await Promise.all([warn(), warn()]);
    };
    await used(39n * (GB / 10n));
    await used(4n * GB);
    await used(42n * (GB / 10n));
    await used(6n * GB);
    await eventually('the mails', async () => expect(templates('heavy@example.com')).toEqual(['80', '100']));
    expect(mails.find((mail) => mail.payload.to === 'heavy@example.com')?.payload).toMatchObject({
      template: 'bandwidth_warning',
      variables: { plan: 'Free', used: '4.0 GB', included: '5.0 GB' },
    });
  });
});

import { jest } from '@jest/globals';
import { MINUTE_MS } from '@palisade/basics';
import { createRedisStreamsBus, type EventBus, type ReceivedEvent, readEventKeys } from '@palisade/messaging';
import { publishAsProducers } from '@palisade/messaging/test-support';
import { eventually, silentLogger } from '@palisade/testing';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';
import { RolloutWatchService } from './rollout-watch.service.ts';

describe('the watch over roll-outs', () => {
  let h: Harness;
  let bus: EventBus;
  const decided: ReceivedEvent<'domains.rollout_decided.v1'>[] = [];

  beforeAll(async () => {
    h = await startHarness();
    bus = createRedisStreamsBus({
      url: `${h.redis.url}/0`,
      source: 'mailer',
      keys: readEventKeys(h.keys.eventSettings('mailer')),
      logger: silentLogger,
    });
    await bus.subscribe({
      group: 'mailer',
      registrations: {
        'domains.rollout_decided.v1': {
          mode: 'single',
          handle: async (event) => void decided.push(event),
        },
      },
    });
  });
  afterAll(async () => {
    await bus?.close();
    await h?.stop();
  });
  afterEach(() => jest.restoreAllMocks());

  async function rolledOut() {
    const user = newUser();
    const { id, path } = await h.newDomain(user);
    const { body } = await h.call('GET', path, user);
    h.dns.records = [
      ...h.dns.records,
      { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
    ];
    await h.call('POST', `${path}/verify`, user);
    const policyConfig = { waf_sensitivity: 'high' };
    const started = await h.call('POST', `${path}/rollouts`, user, { policyConfig, step_minutes: 5 });
    const rolloutId = String(started.body.id);
    const first = async () =>
      ((await h.call('GET', `${path}/rollouts`, user)).body as unknown as Record<string, unknown>[])[0]!;
    return {
      id,
      rolloutId,
      first,
      config: async () => (await h.call('GET', `${path}/waf-config`, user)).body,
      seen: (
        sharePercent: number,
        afterMinutes: number,
        [live, liveBlocked]: readonly [number, number],
        [candidate, candidateBlocked]: readonly [number, number],
      ) => {
        const arm = (visitors: number, blocked: number) => ({
          requests: BigInt(visitors * 10),
          blockedRequests: BigInt(blocked),
          visitors: BigInt(visitors),
          blockedVisitors: BigInt(blocked),
        });
        const payload = {
          rolloutId,
          siteId: id,
          sharePercent,
          live: arm(live, liveBlocked),
          candidate: arm(candidate, candidateBlocked),
          asOfMs: BigInt(Date.now() + afterMinutes * MINUTE_MS),
        };
        return publishAsProducers(bus, h.keys.eventSettings, [
          { type: 'logs.rollout_figures.v1', key: id, payload },
        ]);
      },
      becomes: (state: object) =>
        eventually('the roll-out being so', async () => expect(await first()).toMatchObject(state), 20_000),
    };
  }
  const news = (rolloutId: string) =>
    eventually('its owner being told', async () => {
      const decisions = decided.filter(({ payload }) => payload.rolloutId === rolloutId);
      expect(decisions).toHaveLength(1);
      return decisions[0]!.payload;
    });

  it('takes back what blocks honest visitors, at once, and tells why', async () => {
    const s = await rolledOut();
    await s.seen(5, 0, [900, 0], [50, 6]);
    const reason =
      'It blocked 6 of 50 visitors (12.0%); the policy in force blocked 0 of 900 visitors (0.0%).';
    await s.becomes({ state: 'taken_back', decided_by: 'watcher', reason, figures: { share_percent: 5 } });
    expect(await news(s.rolloutId)).toMatchObject({ outcome: 2, reason, domainId: s.id });
    expect(await s.config()).toMatchObject({ version: 1, policyConfig: { waf_sensitivity: 'medium' } });
  });

  it('goes on from share to share, whatever old news is said again, and promotes what does no harm', async () => {
    const s = await rolledOut();
    let minutes = 1;
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => Date.now() + minutes * MINUTE_MS);
    await s.seen(5, 1, [900, 9], [50, 1]);
    await s.becomes({ state: 'running', share_percent: 5, figures: { candidate: { visitors: 50 } } });
    minutes = 6;
    await s.seen(5, 0.5, [900, 0], [50, 40]);
    await s.seen(5, 6, [900, 9], [50, 1]);
    await s.becomes({ state: 'running', share_percent: 25, figures: null });
    // Figures of the previous share: they arrive too late.
    minutes = 12;
    await s.seen(5, 7, [900, 9], [50, 40]);
    await s.seen(25, 12, [750, 7], [250, 2]);
    await s.becomes({ state: 'promoted', decided_by: 'watcher' });
    expect(await news(s.rolloutId)).toMatchObject({ outcome: 1 });
    expect(await s.config()).toMatchObject({ version: 2, policyConfig: { waf_sensitivity: 'high' } });
  });

  it('ends what nobody came to try', async () => {
    const s = await rolledOut();
    const watch = h.app.get(RolloutWatchService);
    expect(await watch.endOverdue()).toBe(0);
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => Date.now() + 7.1 * 86_400_000);
    expect(await watch.endOverdue()).toBe(1);
    expect(await s.first()).toMatchObject({
      state: 'taken_back',
      decided_by: 'watcher',
      reason: expect.stringContaining('too little traffic'),
    });
  });

  it('does not take a share for watched because the log’s clock is fast', async () => {
    const s = await rolledOut();
    await s.seen(5, 60, [900, 9], [50, 1]);
    await s.becomes({ state: 'running', share_percent: 5, figures: { candidate: { visitors: 50 } } });
  });
});

import { eventually } from '@palisade/testing';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';

describe('double opt-in', () => {
  let harness: DeliveringHarness;

  beforeAll(async () => {
    harness = await startDelivering({ PALISADE_NEWSLETTER_DOUBLE_OPT_IN: 'true' });
  });

  afterAll(() => harness?.stop());

  const subscribe = () =>
    harness.call('POST', '/newsletter/subscribe', null, {
      email: 'new@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
  const isSubscribed = async () => {
    const { rows } = await harness.database.query(
      `SELECT is_subscribed FROM subscribers WHERE email = 'new@example.com'`,
    );
    return rows[0]?.is_subscribed;
  };

  it('an address is on the list only after its reader has followed the link', async () => {
    expect((await subscribe()).body).toEqual({ message: 'Successfully subscribed! Check your email.' });
    const asked = await eventually('the question', async () => {
      const found = harness.sink.to('new@example.com')[0];
      expect(found?.mail.subject).toBe('Please confirm your subscription');
      return found!;
    });
    expect(await isSubscribed()).toBe(false);
    // A repeated request gets the same response, and sends no second mail.
    expect((await subscribe()).status).toBe(200);

    const link = /https:\/\/palisade\.example\/api(\/newsletter\/resubscribe\?\S+)/.exec(
      asked.mail.text ?? '',
    )?.[1];
    expect((await harness.call('GET', link!, null)).text).toContain('Subscribe me');
    expect(await isSubscribed()).toBe(false);
    expect((await harness.call('POST', link!, null)).status).toBe(200);
    expect(await isSubscribed()).toBe(true);
    const again = await subscribe();
    expect([again.status, again.body.detail]).toEqual([400, 'This email is already subscribed!']);
    expect(harness.sink.to('new@example.com')).toHaveLength(1);
  });
});

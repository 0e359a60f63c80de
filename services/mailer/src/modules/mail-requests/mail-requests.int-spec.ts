import { EVENT_PRODUCERS, type EventProducer, mailEventsV1, mailRequestRule } from '@palisade/contracts';
import { type EventBus, EventSigner, encodeEvent, readEventKeys, uuidV7 } from '@palisade/messaging';
import { EVENT_BUS } from '@palisade/messaging/nest';
import { eventually } from '@palisade/testing';
import { MAIL_TEXTS } from '../../templating/texts/mail-texts.ts';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';

const TYPE = 'mailer.mail_requested.v1';

describe('what a service that is taken over may have mailed', () => {
  let harness: DeliveringHarness;
  let bus: EventBus;

  beforeAll(async () => {
    harness = await startDelivering();
    bus = harness.app.get<EventBus>(EVENT_BUS);
  });
  afterAll(() => harness?.stop());

  async function request(producer: EventProducer, template: string, facts: Record<string, unknown> = {}) {
    const mailId = uuidV7();
    const payload = { mailId, category: mailEventsV1.MailCategory.ACCOUNT, template, to: '', ...facts };
    const keys = readEventKeys(harness.keys.eventSettings(producer));
    await bus.publishEncoded([
      encodeEvent({ type: TYPE, key: mailId, payload }, new EventSigner(producer, keys.signing)),
    ]);
    return mailId;
  }
  const addressesOf = async (ids: readonly string[]): Promise<Map<string, string>> => {
    const { rows } = await harness.database.query<{ id: string; to_address: string }>(
      'SELECT id, to_address FROM mails WHERE id = ANY($1)',
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row.to_address]));
  };

  it('is what the table says: every mail there is, asked for by each who may ask at all', async () => {
    const user = harness.newUser();
    const asked: { id: string; may: boolean }[] = [];
    for (const producer of ['auth', 'billing'] as const) {
      for (const template of Object.keys(MAIL_TEXTS)) {
        const id = await request(producer, template, { to: user.email, userId: user.id });
        asked.push({ id, may: mailRequestRule(producer, template) !== null });
      }
    }
    const refused = asked.filter(({ may }) => !may);
    await eventually('every refusal is a dead letter', async () => {
      const letters = await bus.deadLetters('mailer', 'mails', 200);
      expect(letters).toHaveLength(refused.length);
      expect(letters.every(({ attempts }) => attempts === 1)).toBe(true);
      expect(letters[0]?.reason).toMatch(/EventRefusedError: \w+ has no business with the mail "\w+"/);
    });
    expect(bus.refusals().producer_not_allowed).toBe(refused.length);
    const allowed = asked.filter(({ may }) => may).map(({ id }) => id);
    await eventually('what is allowed is taken', async () =>
      expect([...(await addressesOf(asked.map(({ id }) => id))).keys()].sort()).toEqual(allowed.sort()),
    );
    expect([asked.length, allowed.length]).toEqual([Object.keys(MAIL_TEXTS).length * 2, 18]);
  });

  it('goes to the address that auth knows, whatever billing says', async () => {
    const user = harness.newUser();
    const stranger = { to: 'stranger@example.com', toName: 'Click here' };
    const [mailed, ...lost] = [
      await request('billing', 'plan_expiring', { ...stranger, userId: user.id }),
      await request('billing', 'plan_expiring', { ...stranger, userId: uuidV7() }),
      await request('billing', 'plan_expiring', stranger),
    ];
    const last = await request('billing', 'plan_expiring', { userId: user.id });
    await eventually('it arrives', async () => expect(harness.sink.to(user.email).length).toBeGreaterThan(0));
    await eventually('the last is taken', async () =>
      expect((await addressesOf([last])).get(last)).toBe(user.email),
    );
    expect(await addressesOf([mailed!, ...lost])).toEqual(new Map([[mailed, user.email]]));
    expect(harness.sink.recipients).not.toContain('stranger@example.com');
  });

  it('is nothing for those whom the registry does not let ask', () => {
    const others = EVENT_PRODUCERS.filter((producer) => !['auth', 'billing'].includes(producer));
    for (const producer of others)
      for (const template of Object.keys(MAIL_TEXTS)) expect(mailRequestRule(producer, template)).toBeNull();
    expect(others).toHaveLength(4);
  });
});

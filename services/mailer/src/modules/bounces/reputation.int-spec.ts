import { type Harness, newAdmin, startHarness } from '../../test/harness.ts';

const PATH = '/admin/smtp/reputation';

describe('the reputation of the mails that go out', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.stop());

  it('is nothing before a mail has gone', async () => {
    const { body } = await harness.call('GET', PATH, newAdmin());
    expect(body).toEqual({
      ...{ sent: 0, refused: 0, hard: 0, soft: 0, complaints: 0, state: 'too_few', days: 30, domains: [] },
    });
  });

  it('counts what was sent, refused, returned and complained of, by the domain of the recipients', async () => {
    await harness.database.query(
      `INSERT INTO mails (id, category, template, to_address, to_name, variables, sealed_variables, status, created_at)
       SELECT 'm' || i, 'account', 't', 'u' || i || CASE WHEN i % 2 = 0 THEN '@Good.example' ELSE '@bad.example' END, '', '{}', '',
              CASE WHEN i % 10 = 1 THEN 'failed' WHEN i = 200 THEN 'queued' ELSE 'sent' END,
              now() - make_interval(days => CASE WHEN i > 180 THEN 40 ELSE 1 END)
         FROM generate_series(1, 200) AS i`,
    );
    await harness.database.query(
      `INSERT INTO bounces (email, kind, diagnostic, created_at) VALUES ('a@bad.example', 'hard', 'x', now()),
         ('b@bad.example', 'complaint', 'x', now()), ('c@good.example', 'soft', 'x', now()),
         ('d@good.example', 'complaint', 'x', now() - interval '50 days')`,
    );
    const { body } = await harness.call('GET', PATH, newAdmin());
    expect(body).toEqual({
      ...{ sent: 162, refused: 18, hard: 1, soft: 1, complaints: 1, state: 'bad', days: 30 },
      domains: [
        { domain: 'bad.example', sent: 72, refused: 18, hard: 1, soft: 0, complaints: 1, state: 'bad' },
        { domain: 'good.example', sent: 90, refused: 0, hard: 0, soft: 1, complaints: 0, state: 'good' },
      ],
    });
    const longer = (await harness.call('GET', `${PATH}?days=90`, newAdmin())).body;
    expect([longer.sent, longer.refused, longer.complaints]).toEqual([179, 20, 2]);
  });

  it('is for administrators, for a bounded time and number of domains', async () => {
    await harness.database.query(
      `INSERT INTO bounces (email, kind, diagnostic) SELECT 'x@d' || i || '.example', 'hard', 'x' FROM generate_series(1, 10000) AS i`,
    );
    const { body } = await harness.call('GET', PATH, newAdmin());
    expect((body.domains as unknown[]).length).toBe(20);
    expect(body.hard).toBe(10_001);
    expect((await harness.call('GET', PATH, { ...newAdmin(), isAdmin: false })).status).toBe(403);
    expect((await harness.call('GET', PATH, null)).status).toBe(401);
    for (const days of ['0', '91', 'x', '1e3'])
      expect((await harness.call('GET', `${PATH}?days=${days}`, newAdmin())).status).toBe(422);
  });
});

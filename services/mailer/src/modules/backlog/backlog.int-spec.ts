import { eventually } from '@palisade/testing';
import { type Harness, newAdmin, startHarness } from '../../test/harness.ts';

describe('the backlog of the mail service', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.stop());

  it('counts outbox, topics and queues for administrators', async () => {
    const body = await eventually('the bus answering', async () => {
      const answer = await harness.call('GET', '/admin/smtp/backlog', newAdmin());
      expect(answer.status).toBe(200);
      if (answer.body.topics === null) throw new Error('the bus has not answered yet');
      return answer.body;
    });
    expect(body.outbox).toEqual({ waiting: 0, oldest_at: null });
    const users = { topic: 'users', behind: 0, dead_letters: 0, dropped: 0 };
    expect(body.topics).toEqual(expect.arrayContaining([users]));
    const counts = expect.objectContaining({ waiting: expect.any(Number), failed: 0 });
    expect(body.queues).toEqual([
      { name: 'mailer-alerts', counts },
      { name: 'mailer-alerts-maintenance', counts },
      { name: 'mailer-mails', counts },
      { name: 'mailer-mails-maintenance', counts },
    ]);
    expect((await harness.call('GET', '/admin/smtp/backlog', null)).status).toBe(401);
  });
});

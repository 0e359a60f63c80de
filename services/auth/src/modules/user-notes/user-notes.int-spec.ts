import { type Account, type Harness, startHarness } from '../../test/harness.ts';
import type { UserNoteView } from './user-note.schema.ts';
import { MAX_NOTES } from './user-notes.service.ts';

describe('notes about an account', () => {
  let harness: Harness;
  let admin: Account;
  beforeAll(async () => {
    harness = await startHarness();
    admin = await harness.makeAdmin(await harness.register());
  });
  afterAll(() => harness.stop());

  const add = (userId: string, text: string, by = admin) =>
    harness.call('POST', `/admin/users/${userId}/notes`, by, { text });
  const notesOf = async (userId: string) => {
    const { body } = await harness.call('GET', `/admin/users/${userId}/notes`, admin);
    return body.notes as UserNoteView[];
  };

  it('say who wrote them and when, newest first; the audit log says that, not what', async () => {
    const user = await harness.register();
    const colleague = await harness.makeAdmin(await harness.register());
    const first = await add(user.id, '  Called about the invoice of May.  ');
    expect(first).toMatchObject({ status: 201, body: { author_email: admin.email } });
    await add(user.id, 'Asked for the <b>Business</b> plan.', colleague);
    expect(await notesOf(user.id)).toEqual([
      expect.objectContaining({
        text: 'Asked for the <b>Business</b> plan.',
        author_id: colleague.id,
        author_email: colleague.email,
      }),
      expect.objectContaining({ text: 'Called about the invoice of May.', author_id: admin.id }),
    ]);

    const path = `/admin/users/${user.id}/notes/${String(first.body.id)}`;
    expect((await harness.call('DELETE', path, colleague)).status).toBe(200);
    expect((await harness.call('DELETE', path, colleague)).status).toBe(404);
    expect(await notesOf(user.id)).toHaveLength(1);
    const { body } = await harness.call('GET', `/admin/audit?target_id=${user.id}`, admin);
    const entries = body.entries as { action: string; actor_id: string; details: object }[];
    expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['user.note_deleted', colleague.id],
      ['user.note_added', colleague.id],
      ['user.note_added', admin.id],
    ]);
    expect(entries[0]?.details).toEqual({ note: first.body.id, written_by: admin.id });
    expect(JSON.stringify(entries)).not.toContain('invoice');
  });

  it('are of one account, and nothing for others', async () => {
    const [one, other] = [await harness.register(), await harness.register()];
    const { body } = await add(one.id, 'Knows the support by name.');
    expect(await notesOf(other.id)).toEqual([]);
    const path = `/admin/users/${other.id}/notes/${String(body.id)}`;
    expect((await harness.call('DELETE', path, admin)).status).toBe(404);
    expect((await harness.call('GET', `/admin/users/${one.id}/notes`, one)).status).toBe(403);
    expect((await add('0190a3b4-0000-7000-8000-000000000001', 'x')).status).toBe(404);
    for (const text of ['', '   ', 'x'.repeat(4_001)]) expect((await add(one.id, text)).status).toBe(422);
  });

  it('are not more than one can read, also when several people write at once', async () => {
    const user = await harness.register();
    await harness.database.query(
      `INSERT INTO user_notes (id, user_id, author_id, text)
       SELECT gen_random_uuid(), $1, $2, 'x' FROM generate_series(1, $3::int)`,
      [user.id, admin.id, MAX_NOTES - 1],
    );
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => add(user.id, text)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.map(({ body }) => body.code)).toContain('too_many_notes');
  });
});

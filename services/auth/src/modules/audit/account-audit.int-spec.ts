import { type Account, type Harness, startHarness } from '../../test/harness.ts';
import type { AuditRecord } from './audit-log.service.ts';

interface Entry {
  id: string;
  by: string;
  action: string;
  target_id: string;
  details: object;
}

describe('what an owner sees of the audit log', () => {
  let harness: Harness;
  let admin: Account;
  let number = 0;
  beforeAll(async () => {
    harness = await startHarness();
    admin = await harness.makeAdmin(await harness.register());
  });
  afterAll(() => harness.stop());

  /** As another service tells it. */
  const tell = (act: Pick<AuditRecord, 'actorId' | 'action' | 'targetId'>) =>
    harness.database.query(
      `INSERT INTO audit_log (id, at, actor_id, action, target_type, target_id, details, client_address, request_id)
       VALUES ($1, $2, $3, $4, $5, $6, '{}', '192.0.2.1', '')`,
      [
        `0190a3b4-0000-7000-8000-${String(++number).padStart(12, '0')}`,
        new Date(Date.now() + number),
        act.actorId,
        act.action,
        act.action.split('.')[0],
        act.targetId,
      ],
    );
  const read = async (account: Account, query = '') => {
    const { status, body } = await harness.call('GET', `/settings/audit${query}`, account);
    expect(status).toBe(200);
    return body as unknown as { entries: Entry[]; next: string | null };
  };
  const acts = (entries: readonly Entry[]) => entries.map(({ by, action }) => `${by} ${action}`);

  it('is what they did, and what others did to their account and domains, without who and where', async () => {
    const [owner, stranger] = [await harness.register(), await harness.register()];
    const domain = '0190a3b4-0000-7000-8000-0000000000d1';
    await harness.call('POST', `/admin/users/${owner.id}/notes`, admin, { text: 'Pays late.' });
    await tell({ actorId: owner.id, action: 'domain.created', targetId: domain });
    await tell({ actorId: stranger.id, action: 'domain.created', targetId: 'another' });
    await tell({ actorId: admin.id, action: 'user.updated', targetId: owner.id });
    await tell({ actorId: admin.id, action: 'rules.site_decided', targetId: domain });
    await tell({ actorId: 'operator', action: 'domain.paused', targetId: domain });
    const { entries, next } = await read(owner);
    expect(acts(entries)).toEqual([
      'operator domain.paused',
      'administrator rules.site_decided',
      'administrator user.updated',
      'owner domain.created',
    ]);
    expect(next).toBeNull();
    const text = JSON.stringify(entries);
    for (const hidden of [admin.id, admin.email, '192.0.2.1', 'note']) expect(text).not.toContain(hidden);
    expect(acts((await read(stranger)).entries)).toEqual(['owner domain.created']);
  });

  it('names domains to administrators for as long as they exist', async () => {
    const owner = await harness.register();
    harness.neighbours.state.domains.set(owner.id, [{ name: 'castle.example', total: 0n, blocked: 0n }]);
    for (const targetId of ['castle.example-id', 'deleted-id'])
      await tell({ actorId: owner.id, action: 'policy.updated', targetId });
    const { body } = await harness.call(
      'GET',
      `/admin/audit?actor_id=${owner.id}&action=policy.updated`,
      admin,
    );
    expect(body.entries).toMatchObject([
      { target_id: 'deleted-id', target_name: null },
      { target_id: 'castle.example-id', target_name: 'castle.example' },
    ]);
  });

  it('comes in pages, each entry once', async () => {
    const owner = await harness.register();
    for (let n = 0; n < 5; n++) await tell({ actorId: owner.id, action: 'list.updated', targetId: `l${n}` });
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const { entries, next } = await read(owner, `?limit=2${before ? `&before=${before}` : ''}`);
      seen.push(...entries.map(({ target_id }) => target_id));
      before = next;
    } while (before !== null);
    expect(seen).toEqual(['l4', 'l3', 'l2', 'l1', 'l0']);
  });

  it('is read by indexes, however much others do', async () => {
    const client = await harness.database.connect();
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
    const { rows: plan } = await client.query(
      `EXPLAIN SELECT * FROM audit_log WHERE actor_id = 'x' ORDER BY at DESC, id DESC LIMIT 25`,
    );
    await client.query('ROLLBACK');
    client.release();
    expect(JSON.stringify(plan)).toContain('audit_log_by_actor');
  });
});

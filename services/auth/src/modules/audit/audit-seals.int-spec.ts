import type { AuditAction } from '@palisade/contracts';
import { dataSourceOptions } from '@palisade/nest-kit';
import { startSurroundings } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { databaseOptions } from '../../database/database.ts';
import { AuditChain } from './audit-chain.ts';
import { AuditLogService } from './audit-log.service.ts';
import { AuditSealJob } from './audit-seal.job.ts';
import { type Anchor, verifyAuditLog } from './verify-audit-log.ts';

const keys = { k1: Buffer.alloc(32, 7).toString('base64'), k2: Buffer.alloc(32, 8).toString('base64') };

describe('the audit log and its seals', () => {
  let surroundings: Awaited<ReturnType<typeof startSurroundings>>;
  let database: DataSource;
  const chain = new AuditChain(keys, 'k1');

  beforeAll(async () => {
    surroundings = await startSurroundings('auth');
    const options = databaseOptions({
      PALISADE_DATABASE_URL: surroundings.databaseUrl,
      PALISADE_DATABASE_POOL: 4,
    });
    database = await new DataSource({ ...dataSourceOptions(options), migrationsRun: true }).initialize();
  });
  afterAll(async () => {
    await database?.destroy();
    await surroundings?.dispose();
  });

  /** Tampering that write access to the database makes possible. */
  const tamper = async (...statements: string[]) => {
    for (const table of ['audit_log', 'audit_seals'])
      await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const statement of statements) await database.query(statement);
    for (const table of ['audit_log', 'audit_seals'])
      await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  };
  /** Under unique names, so that each entry can be found. */
  const add = (action: string) =>
    database.transaction((manager) =>
      new AuditLogService(database).record(
        manager,
        { userId: uuidv7() as never, clientAddress: '192.0.2.1' },
        action as AuditAction,
        { type: 'user', id: 'x' },
        { name: '1', host: 'é"\n' },
      ),
    );
  const verify = (anchor?: Anchor, under = chain) => verifyAuditLog(database, under, anchor);

  it('one chain grows in order, whoever seals at the same time', async () => {
    expect(await verify()).toEqual({ entries: 0, head: null, faults: [] });
    for (let i = 0; i < 7; i++) await add(`user.updated${i}`);
    await Promise.all([1, 2, 3].map(() => new AuditSealJob(database, chain).sealAll()));
    await new AuditSealJob(database, chain).sealAll();
    const verified = await verify();
    expect(verified).toMatchObject({ entries: 7, faults: [], head: { sequence: 7n } });
    expect(await verify(verified.head!)).toMatchObject({ faults: [] });
    await expect(database.query('DELETE FROM audit_seals')).rejects.toThrow('only grows');
  });

  it('goes on under a new key, and needs the old one to verify', async () => {
    await add('user.deleted');
    await new AuditSealJob(database, new AuditChain(keys, 'k2')).sealAll();
    expect(await verify()).toMatchObject({ entries: 8, faults: [] });
    const { faults } = await verify(undefined, new AuditChain({ k2: keys.k2 }, 'k2'));
    expect(faults).toHaveLength(7);
  });

  it('finds an entry that was changed, and says which', async () => {
    const [entry] = await database.query<{ id: string }[]>(
      `SELECT id FROM audit_log WHERE action = 'user.updated3'`,
    );
    await tamper(`UPDATE audit_log SET action = 'user.read' WHERE id = '${entry!.id}'`);
    expect((await verify()).faults).toEqual([
      `seal 4: the entry ${entry!.id}, or the chain before it, was changed`,
    ]);
    await tamper(`UPDATE audit_log SET action = 'user.updated3' WHERE id = '${entry!.id}'`);
    expect((await verify()).faults).toEqual([]);
  });

  it('finds entries removed from within, added from outside, and taken off the end', async () => {
    const { head } = await verify();
    await tamper(
      `CREATE TABLE kept AS SELECT * FROM audit_log`,
      `CREATE TABLE kept_seals AS SELECT * FROM audit_seals`,
      `DELETE FROM audit_log WHERE action = 'user.updated2'`,
    );
    expect((await verify()).faults).toEqual([expect.stringMatching(/^seal 3: its entry .* is gone$/)]);
    await tamper(`DELETE FROM audit_seals WHERE sequence = 3`);
    expect((await verify()).faults).toHaveLength(2);
    await tamper(
      `DELETE FROM audit_log`,
      `DELETE FROM audit_seals`,
      `INSERT INTO audit_log SELECT * FROM kept`,
      `INSERT INTO audit_seals SELECT * FROM kept_seals`,
      `INSERT INTO audit_log SELECT gen_random_uuid(), at, actor_id, action, target_type, target_id, details, client_address, request_id FROM kept LIMIT 1`,
    );
    expect((await verify()).faults).toEqual([expect.stringMatching(/was added from outside$/)]);
    await tamper(
      `DELETE FROM audit_log WHERE id NOT IN (SELECT id FROM kept)`,
      `DELETE FROM audit_seals WHERE sequence = 8`,
      `DELETE FROM audit_log WHERE action = 'user.deleted'`,
    );
    // The rest is an intact chain: only a seal noted earlier shows what is missing.
    expect((await verify()).faults).toEqual([]);
    expect((await verify(head!)).faults).toEqual(['seal 8 is not the one that was written down']);
  });
});

import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditChain, CHAIN_START, SEALED_COLUMNS, type SealedEntry } from './audit-chain.ts';

/** Longest time that an entry stays without a seal in normal operation, in milliseconds. */
const INTERVAL = 1_000;
const ENTRIES_AT_ONCE = 500;
/** One sealer at a time, across all instances. */
const LOCK = 0x61_75_64_69;

/** Appends new audit log entries to the chain of seals, in the order of their arrival. */
@Injectable()
export class AuditSealJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AuditSealJob.name);
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<unknown> | null = null;

  constructor(
    private readonly database: DataSource,
    private readonly chain: AuditChain,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.working ??= this.sealAll()
        .catch((error: unknown) =>
          this.logger.error({ err: error }, 'sealing the audit log failed; will retry'),
        )
        .finally(() => {
          this.working = null;
        });
    }, INTERVAL);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.working;
  }

  /** Seals all pending entries. */
  async sealAll(): Promise<void> {
    while ((await this.database.transaction((manager) => this.sealSome(manager))) === ENTRIES_AT_ONCE);
  }

  private async sealSome(manager: EntityManager): Promise<number> {
    const waits = await manager.query<unknown[]>('SELECT 1 FROM audit_unsealed LIMIT 1');
    if (waits.length === 0) return 0;
    const [lock] = await manager.query<{ isOurs: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock($1) AS "isOurs"',
      [LOCK],
    );
    if (!lock?.isOurs) return 0;
    const [last] = await manager.query<{ sequence: string; seal: Buffer }[]>(
      'SELECT sequence, seal FROM audit_seals ORDER BY sequence DESC LIMIT 1',
    );
    const entries = await manager.query<(SealedEntry & { arrival: string })[]>(
      `SELECT u.arrival, ${SEALED_COLUMNS} FROM audit_unsealed u JOIN audit_log a ON a.id = u.entry_id
        ORDER BY u.arrival LIMIT $1`,
      [ENTRIES_AT_ONCE],
    );
    const keyId = this.chain.currentKeyId;
    let previous = last?.seal ?? CHAIN_START;
    let sequence = BigInt(last?.sequence ?? 0);
    const seals = entries.map((entry) => {
      sequence += 1n;
      previous = this.chain.seal(keyId, previous, sequence, entry);
      return { sequence: String(sequence), entry: entry.id, seal: previous.toString('hex') };
    });
    await manager.query(
      `INSERT INTO audit_seals (sequence, entry_id, key_id, seal)
       SELECT sequence, entry, $2, decode(seal, 'hex')
         FROM jsonb_to_recordset($1::jsonb) AS s(sequence bigint, entry uuid, seal text)`,
      [JSON.stringify(seals), keyId],
    );
    await manager.query('DELETE FROM audit_unsealed WHERE arrival = ANY($1::bigint[])', [
      entries.map(({ arrival }) => arrival),
    ]);
    return entries.length;
  }
}

import type { DataSource } from 'typeorm';
import { AuditChain, CHAIN_START, SEALED_COLUMNS, type SealedEntry } from './audit-chain.ts';

/** A seal that was noted elsewhere; the log must still contain it. */
export interface Anchor {
  sequence: bigint;
  /** Hexadecimal. */
  seal: string;
}

export interface AuditVerification {
  entries: number;
  /** The last seal: noted elsewhere, it later proves that no entry up to here was removed. */
  head: Anchor | null;
  /** In words, one per fault; empty if the log is intact. */
  faults: string[];
}

const SEALS_AT_ONCE = 2_000;
const MAX_FAULTS = 20;

type SealRow = { sequence: string; entry_id: string; key_id: string; seal: Buffer } & {
  [Field in keyof SealedEntry]: SealedEntry[Field] | null;
};

/**
 * Follows the chain of seals from its beginning: an entry that was changed, removed, inserted or moved directly in the
 * database breaks it there. Entries cut off at the end are found only with an `anchor` from before.
 */
export async function verifyAuditLog(
  database: DataSource,
  chain: AuditChain,
  anchor: Anchor | null = null,
): Promise<AuditVerification> {
  const walk = new ChainWalk(chain, anchor);
  for (;;) {
    const rows = await database.query<SealRow[]>(
      `SELECT s.sequence, s.entry_id, s.key_id, s.seal, ${SEALED_COLUMNS}
         FROM audit_seals s LEFT JOIN audit_log a ON a.id = s.entry_id
        WHERE s.sequence > $1 ORDER BY s.sequence LIMIT $2`,
      [String(walk.sequence), SEALS_AT_ONCE],
    );
    for (const row of rows) walk.take(row);
    if (rows.length < SEALS_AT_ONCE) break;
  }
  const unsealed = await database.query<{ id: string }[]>(
    `SELECT a.id FROM audit_log a LEFT JOIN audit_seals s ON s.entry_id = a.id
      WHERE s.entry_id IS NULL AND NOT EXISTS (SELECT 1 FROM audit_unsealed u WHERE u.entry_id = a.id) LIMIT $1`,
    [MAX_FAULTS],
  );
  return walk.end(unsealed.map(({ id }) => id));
}

class ChainWalk {
  sequence = 0n;
  private previous: Buffer = CHAIN_START;
  private entries = 0;
  private hasAnchor = false;
  private readonly faults: string[] = [];

  constructor(
    private readonly chain: AuditChain,
    private readonly anchor: Anchor | null,
  ) {}

  take(row: SealRow): void {
    const sequence = BigInt(row.sequence);
    if (sequence !== this.sequence + 1n) {
      this.fault(`seals ${this.sequence + 1n} to ${sequence - 1n} are missing`);
    }
    if (row.id === null) this.fault(`seal ${sequence}: its entry ${row.entry_id} is gone`);
    else if (!this.chain.knows(row.key_id))
      this.fault(`seal ${sequence}: the key ${row.key_id} is not known`);
    else if (!this.isRight(row, sequence)) {
      this.fault(`seal ${sequence}: the entry ${row.entry_id}, or the chain before it, was changed`);
    }
    if (this.anchor?.sequence === sequence) this.hasAnchor = this.anchor.seal === row.seal.toString('hex');
    this.sequence = sequence;
    // Continues from the stored seal, so that one changed entry is reported as one fault.
    this.previous = row.seal;
    this.entries++;
  }

  end(unsealed: readonly string[]): AuditVerification {
    for (const id of unsealed)
      this.fault(`the entry ${id} has no seal and waits for none: it was added from outside`);
    if (this.anchor !== null && !this.hasAnchor) {
      this.fault(`seal ${this.anchor.sequence} is not the one that was written down`);
    }
    const head =
      this.sequence === 0n ? null : { sequence: this.sequence, seal: this.previous.toString('hex') };
    return { entries: this.entries, head, faults: this.faults };
  }

  private isRight(row: SealRow, sequence: bigint): boolean {
    const expected = this.chain.seal(row.key_id, this.previous, sequence, row as SealedEntry);
    return expected.equals(row.seal);
  }

  private fault(words: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(words);
  }
}

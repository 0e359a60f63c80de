import type { SecretBox } from '../crypto/secret-box.ts';
import type { SealedColumn } from './reseal.ts';

/**
 * Secrets of a row that sends to a target: the target, and signing secrets. A replaced secret stays valid for a time.
 */
const ROTATING_COLUMNS = ['target_sealed', 'secret_sealed', 'previous_secret_sealed'] as const;
type RotatingColumn = (typeof ROTATING_COLUMNS)[number];

/** The columns that are read. */
interface RotatingRow {
  target_sealed: string;
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  previous_secret_until: Date | null;
}

/** Binds the ciphertext to its row: copied elsewhere it cannot be decrypted. */
const contextOf = (table: string, column: RotatingColumn, id: string): string => `${table}.${column}:${id}`;

/** The secrets of a table with `ROTATING_COLUMNS`: nothing else seals or opens them. */
export class RotatingSecrets {
  constructor(
    private readonly box: SecretBox,
    private readonly table: string,
  ) {}

  sealTarget(id: string, target: object): string {
    return this.box.seal(JSON.stringify(target), contextOf(this.table, 'target_sealed', id));
  }

  sealSecret(id: string, secret: string, column: Exclude<RotatingColumn, 'target_sealed'>): string {
    return this.box.seal(secret, contextOf(this.table, column, id));
  }

  /** @throws SecretBoxError */
  targetOf(id: string, { target_sealed: target }: Pick<RotatingRow, 'target_sealed'>): unknown {
    return JSON.parse(this.box.open(target, contextOf(this.table, 'target_sealed', id)));
  }

  /** The current secret, and the one before for as long as it holds. @throws SecretBoxError */
  secretsOf(id: string, row: Omit<RotatingRow, 'target_sealed'>, nowMs: number): string[] {
    const { secret_sealed: current, previous_secret_sealed: previous } = row;
    const holds = (row.previous_secret_until?.getTime() ?? 0) > nowMs;
    return [
      ...(current === null ? [] : [this.box.open(current, contextOf(this.table, 'secret_sealed', id))]),
      ...(previous === null || !holds
        ? []
        : [this.box.open(previous, contextOf(this.table, 'previous_secret_sealed', id))]),
    ];
  }
}

/** For `resealColumns`. @param id the table's primary key, a UUID */
export const sealedColumns = (table: string, id: string): SealedColumn[] =>
  ROTATING_COLUMNS.map((column) => ({
    table,
    id,
    type: 'uuid',
    column,
    context: (row) => contextOf(table, column, row),
  }));

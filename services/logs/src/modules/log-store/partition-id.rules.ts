import { type PartitionName, partitionName } from './partition-name.rules.ts';

/** As ClickHouse names a partition of records, after its class and day (`14-20261126`), and one of facets, after its day. */
const ID = /^(?:(\d{1,3})-)?(\d{4})(\d{2})(\d{2})$/;

export interface PartitionId {
  /** Null where it is one of facets. */
  retentionDays: number | null;
  /** Midnight UTC at which the day begins. */
  dayMs: number;
}

/** @returns `null` if this is not the id of a day's partition */
export function parsePartitionId(id: string): PartitionId | null {
  const match = ID.exec(id);
  if (!match) return null;
  const [, retention, year, month, day] = match;
  return {
    retentionDays: retention === undefined ? null : Number(retention),
    dayMs: Date.UTC(Number(year), Number(month) - 1, Number(day)),
  };
}

/** The same day and class in PostgreSQL; `null` where it is no partition of records. */
export function partitionOfId(id: string): PartitionName | null {
  const parsed = parsePartitionId(id);
  if (parsed === null || parsed.retentionDays === null) return null;
  return partitionName(parsed.retentionDays, parsed.dayMs);
}

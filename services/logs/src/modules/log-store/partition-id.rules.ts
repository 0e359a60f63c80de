import { type PartitionName, partitionName } from './partition-name.rules.ts';

/** ClickHouse's id of a partition of records, by class and day (`14-20261126`), or of facets, by day. */
const ID = /^(?:(\d{1,3})-)?(\d{4})(\d{2})(\d{2})$/;

export interface PartitionId {
  /** Null for facets. */
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

/** The same day and class in PostgreSQL; `null` for a partition of facets. */
export function partitionOfId(id: string): PartitionName | null {
  const parsed = parsePartitionId(id);
  if (parsed === null || parsed.retentionDays === null) return null;
  return partitionName(parsed.retentionDays, parsed.dayMs);
}

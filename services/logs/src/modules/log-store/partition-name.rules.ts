import { DAY_MS } from '@palisade/basics';

/** Retention of records without a site, or of a plan that sets none. */
export const DEFAULT_RETENTION_DAYS = 7;
const MAX_RETENTION_DAYS = 400;

/** One day of one retention class. */
export interface PartitionName {
  table: string;
  retentionDays: number;
  /** Midnight UTC at which the day begins. */
  dayMs: number;
}

const cache = new Map<number, PartitionName>();
const MAX_CACHED = 1000;

export function partitionOf(receivedAtMs: number, retentionDays: number): PartitionName {
  const days =
    retentionDays >= 1 ? Math.min(Math.floor(retentionDays), MAX_RETENTION_DAYS) : DEFAULT_RETENTION_DAYS;
  const day = Math.max(0, Math.floor(receivedAtMs / DAY_MS));
  const key = day * 1024 + days;
  let name = cache.get(key);
  if (!name) {
    name = partitionName(days, day * DAY_MS);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, name);
  }
  return name;
}

export function partitionName(retentionDays: number, dayMs: number): PartitionName {
  const date = new Date(dayMs).toISOString().slice(0, 10).replaceAll('-', '');
  return { table: `request_logs_r${retentionDays}_${date}`, retentionDays, dayMs };
}

/** The table of a whole retention class. */
export function classTable(retentionDays: number): string {
  return `request_logs_r${retentionDays}`;
}

/** @returns `null` if this is not the name of a day's table */
export function parsePartition(table: string): PartitionName | null {
  const match = /^request_logs_r(\d{1,3})_(\d{4})(\d{2})(\d{2})$/.exec(table);
  if (!match) return null;
  const [, retention, year, month, day] = match.map(Number);
  return { table, retentionDays: retention!, dayMs: Date.UTC(year!, month! - 1, day!) };
}

import type { ListView } from './client-list.schema.ts';
import type { ListRow } from './client-list-row.types.ts';
import type { ListUse } from './list-references.repository.ts';

/** A list for the API. */
export function viewOf(row: ListRow, uses: readonly ListUse[]): ListView {
  const time = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    source: row.source,
    holds: row.holds,
    is_offered: row.owner_id === null,
    url: row.url,
    interval_minutes: row.interval_minutes,
    entries: row.entries,
    size_bytes: row.size_bytes,
    refused: row.refused,
    refused_lines: row.refused_lines,
    version: Number(row.version),
    changed_at: row.changed_at.toISOString(),
    checked_at: time(row.checked_at),
    next_check_at: time(row.next_check_at),
    last_error: row.last_error,
    last_status: row.last_status,
    last_failed_at: time(row.last_failed_at),
    failing_since: time(row.failing_since),
    published: row.published_version === row.version,
    used_by: uses.filter(({ list_id }) => list_id === row.id).map(({ id, name }) => ({ id, name })),
    created_at: row.created_at.toISOString(),
  };
}

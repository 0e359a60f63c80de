// SQL fragments shared by the repositories of lists.

/** Columns of `ListRow`: everything but the content. */
export const COLUMNS = `id, owner_id, name, note, source, holds, url, interval_minutes, sealed_key, etag, last_modified, entries,
  octet_length(content) AS size_bytes, refused, refused_lines, version, published_version, changed_at, checked_at,
  next_check_at, failures, last_error, last_status, last_failed_at, failing_since, created_at`;

/** Excludes deleted lists. */
export const NOT_REMOVED = 'removed_at IS NULL';

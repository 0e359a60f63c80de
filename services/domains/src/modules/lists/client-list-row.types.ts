import type { RefusedLine } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';

/** A list's database row without its content. */
export interface ListRow {
  id: string;
  /** Null: the operator's list. */
  owner_id: string | null;
  name: string;
  note: string;
  source: 'hand' | 'url' | 'crowdsec';
  /** Fixed when the list is created. */
  holds: ListKind;
  url: string | null;
  interval_minutes: number | null;
  /** Encrypted key for its source; null: none is needed. */
  sealed_key: string | null;
  etag: string | null;
  last_modified: string | null;
  entries: number;
  size_bytes: number;
  refused: number;
  refused_lines: RefusedLine[];
  version: string;
  published_version: string | null;
  changed_at: Date;
  checked_at: Date | null;
  next_check_at: Date | null;
  failures: number;
  last_error: string | null;
  last_status: number | null;
  last_failed_at: Date | null;
  /** Null: its source's latest answer was good. */
  failing_since: Date | null;
  created_at: Date;
}

/** The text as written by a person, compressed. */
export type PackedText = Buffer;

/** A list's entries, and what was rejected. */
export interface ListContent {
  content: Uint8Array;
  entries: number;
  refused: number;
  refusedLines: RefusedLine[];
}

/** Version information of a source's answer. */
export interface SourceVersion {
  etag: string | null;
  lastModified: string | null;
}

import type { RefusedLine } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';

/** A list without its content, as the database has it. */
export interface ListRow {
  id: string;
  /** Null: the operator's. */
  owner_id: string | null;
  name: string;
  note: string;
  source: 'hand' | 'url' | 'crowdsec';
  /** Stays what it was when the list was made. */
  holds: ListKind;
  url: string | null;
  interval_minutes: number | null;
  /** What its source asks for; null: nothing. */
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
  /** Null: its source answered last. */
  failing_since: Date | null;
  created_at: Date;
}

/** What somebody has written, to be shown to them again. */
export type PackedText = Buffer;

/** The content of a list, and what was left out of it. */
export interface ListContent {
  content: Uint8Array;
  entries: number;
  refused: number;
  refusedLines: RefusedLine[];
}

/** What a source said of the version that it answered with. */
export interface SourceVersion {
  etag: string | null;
  lastModified: string | null;
}

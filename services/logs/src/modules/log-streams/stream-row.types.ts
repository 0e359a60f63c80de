import type { StreamFormat } from './fields/record-fields.ts';
import type { StreamKind } from './targets/stream-targets.schema.ts';

/** Records that a stream sends; an empty list: all. */
export interface StreamFilter {
  /** Actions of the edge, as entries name them. */
  actions: string[];
  /** Classes of threats, as entries name them. */
  threats: string[];
}

export interface StreamRow {
  stream_id: string;
  /** Null: the operator's. */
  owner_id: string | null;
  /** Null: all sites, for the operator's streams only. */
  site_id: string | null;
  site_no: number | null;
  site_name: string;
  name: string;
  kind: StreamKind;
  hint: string;
  target_sealed: string;
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  previous_secret_until: Date | null;
  format: StreamFormat;
  filter: StreamFilter;
  sample_percent: number;
  is_active: boolean;
  /** Paused since the plan does not include it; resumes when the plan does. */
  paused_by_plan: boolean;
  /** Everything up to this chunk was acknowledged. A bigint is text. */
  position: string;
  /** End of the batch that is being sent: a repeat is the same batch. */
  pending_position: string | null;
  failures: number;
  last_error: string | null;
  last_status: number | null;
  last_answer: string;
  last_failed_at: Date | null;
  last_delivered_at: Date | null;
  delivered_records: string;
  delivered_bytes: string;
  lost_records: string;
  created_at: Date;
}

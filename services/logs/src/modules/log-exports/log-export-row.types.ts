import type { UserId } from '@palisade/nest-kit';
import type { ExportFormatName } from '../log-download/export-formats.rules.ts';
import type { ExportFilter } from '../log-download/export-pages.service.ts';
import type { StatusFilter } from '../log-store/log-row.types.ts';

export const EXPORT_STATES = ['waiting', 'running', 'finished', 'failed'] as const;

export type ExportHolds = 'log' | 'account';

/** A row of `log_exports`; 64-bit numbers are text. */
export interface LogExportRow {
  /** Log entries, or all services' data of the account. */
  holds: ExportHolds;
  export_id: string;
  owner_id: UserId;
  /** Empty: all sites. */
  domain_name: string;
  site_ids: string[];
  format: ExportFormatName;
  status: StatusFilter;
  filter: ExportFilter;
  from_at: Date;
  to_at: Date;
  most_rows: string;
  state: (typeof EXPORT_STATES)[number];
  is_whole: boolean;
  rows: string;
  bytes: string;
  parts: number;
  /** The entry to continue after. */
  position_at: Date | null;
  position_id: string | null;
  claim: string | null;
  failures: number;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date;
}

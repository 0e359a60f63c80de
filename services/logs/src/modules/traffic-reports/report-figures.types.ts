import type { PeriodSums } from './change-sentence.rules.ts';
import type { ReportPeriod } from './report-period.rules.ts';

export interface ReportDay {
  /** UTC day, as `2026-01-31`. */
  day: string;
  requests: number;
  blocked: number;
  /** Percent of the requests sent to origins; null: none were sent. */
  originErrors: number | null;
  /** Percent; null: without cacheable requests, or where the counts have expired. */
  cacheHits: number | null;
  /** Percent; null: not monitored. */
  uptime: number | null;
}

export interface CountedValue {
  name: string;
  requests: number;
  blocked: number;
}

/** Content of a report, for one site or for all of an owner. */
export interface ReportFigures {
  period: ReportPeriod;
  /** First and last day. */
  firstDay: string;
  lastDay: string;
  /** Subject: a site's name, or "All sites". */
  title: string;
  sentence: string;
  totals: PeriodSums & { responseBytes: number; cacheHits: number | null; uptime: number | null };
  before: PeriodSums | null;
  days: ReportDay[];
  /** Ordered by blocked requests. */
  classes: CountedValue[];
  countries: CountedValue[];
  paths: CountedValue[];
  /** Empty in a site's own report. */
  sites: CountedValue[];
  /** Values of that age have expired. */
  isWithoutValues: boolean;
}

/** Look of an owner's reports. */
export interface ReportBrand {
  /** Empty: the product's. */
  name: string;
  colour: string;
  /** PNG or JPEG that `readPicture` has accepted. */
  logo: Uint8Array | null;
}

import type { PeriodSums } from './change-sentence.rules.ts';
import type { ReportPeriod } from './report-period.rules.ts';

export interface ReportDay {
  /** Of UTC, as `2026-01-31`. */
  day: string;
  requests: number;
  blocked: number;
  /** Percent of what origins were asked; null: they were asked nothing. */
  originErrors: number | null;
  /** Percent; null: the cache was asked nothing, or it is not kept any longer. */
  cacheHits: number | null;
  /** Percent; null: nobody looked. */
  uptime: number | null;
}

export interface CountedValue {
  name: string;
  requests: number;
  blocked: number;
}

/** All that a report says, for one site or for all of an owner. */
export interface ReportFigures {
  period: ReportPeriod;
  /** First and last day. */
  firstDay: string;
  lastDay: string;
  /** What it is about: a site's name, or "All sites". */
  title: string;
  sentence: string;
  totals: PeriodSums & { responseBytes: number; cacheHits: number | null; uptime: number | null };
  before: PeriodSums | null;
  days: ReportDay[];
  /** By how often they were blocked. */
  classes: CountedValue[];
  countries: CountedValue[];
  paths: CountedValue[];
  /** Empty in a site's own report. */
  sites: CountedValue[];
  /** Values of so long ago are not kept. */
  isWithoutValues: boolean;
}

/** How an owner's reports look. */
export interface ReportBrand {
  /** Empty: the product's. */
  name: string;
  colour: string;
  /** PNG or JPEG that `readPicture` has let through. */
  logo: Uint8Array | null;
}

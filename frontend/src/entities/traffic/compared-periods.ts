import type { TimeRange } from './analytics-api.ts';

export interface ComparedPeriods {
  /** What is shown. */
  period: TimeRange & { step: 'hour' | 'day' };
  /** What it is compared with, if something was chosen. */
  against: TimeRange | null;
}

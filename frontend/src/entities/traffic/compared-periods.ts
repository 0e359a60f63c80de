import type { TimeRange } from './analytics-api.ts';

export interface ComparedPeriods {
  /** The displayed period. */
  period: TimeRange & { step: 'hour' | 'day' };
  /** The period to compare with, if one was chosen. */
  against: TimeRange | null;
}

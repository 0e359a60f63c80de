import { FACETS_KEPT_DAYS } from '../records/kept.rules.ts';
import type { ReportFigures } from './report-figures.types.ts';

type Known = Pick<ReportFigures, 'isWithoutValues' | 'classes' | 'countries' | 'paths'> & {
  totals: Pick<ReportFigures['totals'], 'requests' | 'blocked'>;
};

/** Shown instead of an empty list. */
export const noValues = ({ isWithoutValues, totals }: Known): string =>
  isWithoutValues && totals.requests > 0 ? 'No longer stored.' : 'No requests.';

/** Shown instead of the blocked classes. */
export const noClasses = (figures: Known): string =>
  figures.totals.blocked === 0 ? 'Nothing was blocked.' : noValues(figures);

/** Note below lists that cover only the last days of a period; empty where they cover all of it, or there are none. */
export const ofAPart = ({ isWithoutValues, classes, countries, paths }: Known): string =>
  isWithoutValues && classes.length + countries.length + paths.length > 0
    ? `Classes, countries, paths and what the cache did are kept for ${FACETS_KEPT_DAYS} days: here they are of the last days of this period, not of all of it.`
    : '';

import { builtModule } from '../base/workspace.ts';
import { days, daysUntil } from './days.ts';
import { describe, failure, ok, warning } from './finding.ts';

/** Networks change hands: after so long one address in some dozens is told to be elsewhere. */
const MAX_AGE_DAYS = 90;
export const GEO_MODULE = 'services/waf-proxy/dist/io/addresses/geo.js';
const list = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
export async function checkGeo({ settings }) {
  const { geoFileDates } = await builtModule(GEO_MODULE);
  try {
    const files = geoFileDates({
      city: list(settings.edge.PALISADE_EDGE_GEO_CITY),
      asn: list(settings.edge.PALISADE_EDGE_GEO_ASN),
    });
    return files.map(({ file, builtAt }) => judge(file, -daysUntil(builtAt)));
  } catch (error) {
    const todo =
      'Mount the files that PALISADE_EDGE_GEO_CITY and PALISADE_EDGE_GEO_ASN name; run this where the edge runs.';
    return [failure('geo.unreadable', describe(error), todo)];
  }
}
function judge(file, age) {
  const text = `${file} is ${days(Math.max(0, age))} old`;
  if (age <= MAX_AGE_DAYS) return ok('geo.age', text);
  return warning('geo.old', text, 'Give newer files by PALISADE_EDGE_GEO_CITY and _ASN, or update Palisade.');
}

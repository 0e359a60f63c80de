import type { Installation } from '../base/installation.ts';
import { builtModule } from '../base/workspace.ts';
import { days, daysUntil } from './days.ts';
import { describe, type Finding, failure, ok, warning } from './finding.ts';

/** Networks change owners: after this time several per cent of the addresses are located wrongly. */
const MAX_AGE_DAYS = 90;

export const GEO_MODULE = 'services/waf-proxy/dist/io/addresses/geo.js';

interface GeoTool {
  geoFileDates(files: { city: readonly string[]; asn: readonly string[] }): { file: string; builtAt: Date }[];
}

const list = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export async function checkGeo({ settings }: Installation): Promise<Finding[]> {
  const { geoFileDates } = await builtModule<GeoTool>(GEO_MODULE);
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

function judge(file: string, age: number): Finding {
  const text = `${file} is ${days(Math.max(0, age))} old`;
  if (age <= MAX_AGE_DAYS) return ok('geo.age', text);
  return warning('geo.old', text, 'Give newer files by PALISADE_EDGE_GEO_CITY and _ASN, or update Palisade.');
}

/** Second-level suffixes of countries: `example.co.uk` is a zone, `co.uk` is not. */
const SHARED_SECOND_LEVELS = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gob',
  'gov',
  'gv',
  'mil',
  'ne',
  'net',
  'or',
  'org',
]);

/** The probable zone of a domain: its registrable part. A guess for advice only; the full name is shown as well. */
export function zoneOf(domain: string): string {
  const labels = domain.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const own = top.length === 2 && SHARED_SECOND_LEVELS.has(second) ? 3 : 2;
  return labels.slice(-own).join('.');
}

/** The name within its zone, for providers that append the zone; `@` is the apex. */
export function nameInZone(name: string, zone: string): string {
  if (name === zone) return '@';
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}

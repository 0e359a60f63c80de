/** Second-level names under which countries sell domains: `example.co.uk` is a zone of its own, `co.uk` is none. */
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

/**
 * The zone in which a domain's records most likely stand: what its owner bought. A guess, good enough for advice: the
 * full name is shown beside it.
 */
export function zoneOf(domain: string): string {
  const labels = domain.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const own = top.length === 2 && SHARED_SECOND_LEVELS.has(second) ? 3 : 2;
  return labels.slice(-own).join('.');
}

/** A name as providers want it that put the zone at its end by themselves; `@` is the zone itself. */
export function nameInZone(name: string, zone: string): string {
  if (name === zone) return '@';
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}

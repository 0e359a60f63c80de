import type { Trial } from './trial.ts';

const integer = new Intl.NumberFormat('en');
const formatCount = (count: number): string => integer.format(count);
const requests = (count: number) => `${formatCount(count)} ${count === 1 ? 'request' : 'requests'}`;

/** What the change does, in one sentence, the worst first. */
export function verdictOf({ judged, newly_refused, newly_passed, groups }: Trial): string {
  if (judged === 0) return 'Nothing is recorded of this site yet.';
  if (newly_refused === 0 && newly_passed === 0)
    return 'None of the recorded requests would be treated otherwise.';
  const attacks = groups
    .filter(({ direction }) => direction === 'passed')
    .reduce((sum, group) => sum + group.look_like_attacks, 0);
  const refused = newly_refused > 0 && `refuse ${requests(newly_refused)} let through now`;
  const passed =
    newly_passed > 0 &&
    `let ${requests(newly_passed)} pass, stopped now${attacks > 0 ? `, of which ${formatCount(attacks)} look like attacks` : ''}`;
  return `It would ${[refused, passed].filter(Boolean).join(', and ')}.`;
}

const causes: Readonly<Record<string, string>> = {
  rates: 'a rate limit, a ban or a flood decided',
  body: 'the body was not recorded whole',
  crawler: 'it says that it is a crawler, which only DNS can tell',
  behaviour: 'what the client did before decided',
  fingerprint: 'the TLS fingerprint was not recorded',
  upload_scan: 'the virus scanner decided',
  unreadable: 'the record could not be read again',
};

/** "For 12 nobody can say: 10 because a rate limit decided, …"; empty where all are known. */
export function unknownText({ unknown }: Trial): string {
  const sum = unknown.reduce((total, { requests: count }) => total + count, 0);
  if (sum === 0) return '';
  const parts = unknown.map(
    ({ cause, requests: count }) => `${formatCount(count)} because ${causes[cause] ?? cause}`,
  );
  return `For ${requests(sum)} nobody can say: ${parts.join('; ')}.`;
}

const notPlayed: Readonly<Record<Trial['not_played'][number], string>> = {
  rate_limits: 'rate limits',
  ddos_protection: 'DDoS protection',
  upload_scanning: 'the scan of uploads',
};

/** Empty where the change is about none of them. */
export function notPlayedText({ not_played }: Trial): string {
  if (not_played.length === 0) return '';
  const parts = not_played.map((part) => notPlayed[part]).join(', ');
  return `Changes of ${parts} depend on what else comes at the time, and are not part of this.`;
}

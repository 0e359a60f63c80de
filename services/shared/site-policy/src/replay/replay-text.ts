import { unpredictableBecause } from '../words/unpredictable.ts';
import type { PolicyReplay } from './policy-replay.ts';

const integer = new Intl.NumberFormat('en');
const formatCount = (count: number): string => integer.format(count);
const requests = (count: number) => `${formatCount(count)} ${count === 1 ? 'request' : 'requests'}`;

/** The change's effect in one sentence, the worst first. */
export function verdictOf(replay: PolicyReplay): string {
  const { judged, newly_refused, newly_passed, groups } = replay;
  if (isWaiting(replay)) return 'No recorded request has been judged yet.';
  if (judged === 0) return 'Nothing is recorded of this site yet.';
  if (newly_refused === 0 && newly_passed === 0) return nothingChanges(replay);
  const attacks = groups
    .filter(({ direction }) => direction === 'passed')
    .reduce((sum, group) => sum + group.look_like_attacks, 0);
  const refused =
    newly_refused > 0 &&
    `block ${requests(newly_refused)} that ${newly_refused === 1 ? 'passes' : 'pass'} now`;
  const passed =
    newly_passed > 0 &&
    `let ${requests(newly_passed)} pass that ${newly_passed === 1 ? 'is' : 'are'} blocked now${attacks > 0 ? ` (${formatCount(attacks)} of them ${attacks === 1 ? 'looks like an attack' : 'look like attacks'})` : ''}`;
  return `It would ${[refused, passed].filter(Boolean).join(', and ')}.`;
}

/** Others are before it, or the rules are still being compiled. */
export const isWaiting = ({ judged, next }: PolicyReplay): boolean => judged === 0 && next !== null;

/** That a request is treated alike is said of those alone that could be judged. */
function nothingChanges({ judged, unknown }: PolicyReplay): string {
  const open = unknownCount(unknown);
  if (open >= judged) return 'The effect cannot be predicted: none of the recorded requests can be replayed.';
  return `None of the ${open === 0 ? '' : 'other '}recorded requests would be handled differently.`;
}

const unknownCount = (unknown: PolicyReplay['unknown']): number =>
  unknown.reduce((total, { requests: count }) => total + count, 0);

const causes: Readonly<Record<string, string>> = unpredictableBecause;

/** "12 requests cannot be predicted: for 10, the body is incomplete; for 2, …"; empty where all are known. */
export function unknownText({ unknown }: PolicyReplay): string {
  const sum = unknownCount(unknown);
  if (sum === 0) return '';
  const parts = unknown.map(
    ({ cause, requests: count }) =>
      `for ${formatCount(count)}, ${causes[cause] ?? cause.replaceAll('_', ' ')}`,
  );
  return `${requests(sum)} cannot be predicted: ${parts.join('; ')}.`;
}

type OfTheConnection = 'client_certificates' | 'trusted_proxies';
const isOfTheConnection = (part: PolicyReplay['not_replayed'][number]): part is OfTheConnection =>
  part === 'client_certificates' || part === 'trusted_proxies';

const notReplayed: Readonly<Record<Exclude<PolicyReplay['not_replayed'][number], OfTheConnection>, string>> =
  {
    rate_limits: 'rate limits',
    ddos_protection: 'DDoS protection',
    upload_scanning: 'the scan of uploads',
  };
const NO_CERTIFICATES =
  'No certificates of visitors are recorded: whom a change of client certificates refuses is not part of this.';

const NO_PROXIES =
  'Recorded requests have the visitor’s address as it was known then: what a change of trusted proxies makes of it is not part of this.';

/** Empty where the change is about none of them. */
export function notReplayedText({ not_replayed }: PolicyReplay): string {
  const parts = not_replayed.flatMap((part) => (isOfTheConnection(part) ? [] : [notReplayed[part]]));
  const sentences = [
    parts.length > 0 &&
      `Changes of ${parts.join(', ')} depend on what else comes at the time, and are not part of this.`,
    not_replayed.includes('client_certificates') && NO_CERTIFICATES,
    not_replayed.includes('trusted_proxies') && NO_PROXIES,
  ];
  return sentences.filter(Boolean).join(' ');
}

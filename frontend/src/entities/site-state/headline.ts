import type { DashboardNow, Domain } from '../../shared/api/types.ts';
import { changeOf } from '../../shared/lib/change.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { type Need, needsOf } from './needs.ts';

export interface SiteNeed extends Need {
  /** Null: all of the account's. */
  domain: Domain | null;
}

export const subjectOf = ({ domain }: Pick<SiteNeed, 'domain'>): string =>
  domain?.domain_name ?? 'Your sites';

const sitesOf = (needs: readonly SiteNeed[]): Set<string> =>
  new Set(needs.flatMap(({ domain }) => (domain === null ? [] : [domain.id])));

export interface Headline {
  tone: 'ok' | 'info' | 'warn' | 'danger';
  /** The most important message. */
  sentence: string;
  /** Its subject, if there is one thing to do. */
  need?: SiteNeed;
}

/** One thing, said as a whole sentence. */
const about = (need: SiteNeed): Headline => ({
  tone: need.tone,
  sentence: `${subjectOf(need)} ${need.text}.`,
  need,
});

/** The one sentence that the desk begins with: the worst thing that is so now. */
export function headlineOf(
  now: Pick<DashboardNow, 'hour' | 'sites'>,
  domains: readonly Domain[],
  needs: readonly SiteNeed[],
): Headline {
  const attacked = now.sites.filter(({ attack }) => attack !== null);
  if (attacked.length > 0)
    return {
      tone: 'danger',
      sentence:
        attacked.length === 1
          ? `${attacked[0]?.domain_name} is under attack.`
          : `${attacked.length} sites are under attack.`,
    };
  const severe = sitesOf(needs.filter(({ tone }) => tone === 'danger'));
  const [first] = needs;
  if (severe.size === 1 && first) return about(first);
  if (severe.size > 1)
    return { tone: 'danger', sentence: `${severe.size} sites are down for their visitors.` };
  const waiting = sitesOf(needs).size;
  if (waiting <= 1 && first) return about(first);
  if (waiting > 1) return { tone: 'warn', sentence: `${waiting} sites need your attention.` };
  if (domains.every(({ total_requests }) => total_requests === 0))
    return { tone: 'info', sentence: 'Everything is ready for the first visitor.' };
  return {
    tone: 'ok',
    sentence: domains.length === 1 ? 'All is well.' : `Everything works on your ${domains.length} sites.`,
  };
}

/** Requests of the last hour, compared with the same hour of other days. */
export function hourText({ hour, usual }: Pick<DashboardNow, 'hour' | 'usual'>): string {
  const requests = `${formatCount(hour.requests)} ${hour.requests === 1 ? 'request' : 'requests'} in the last hour`;
  const change = changeOf(hour.requests, usual?.requests);
  const compared =
    change === null
      ? ''
      : change.direction === 'same'
        ? ', as usual'
        : `, ${change.words} usual at this time`;
  const failed = hour.failed > 0 ? `, ${formatCount(hour.failed)} not answered by the origin` : '';
  return `${requests}${compared}; ${formatCount(hour.blocked)} blocked${failed}.`;
}

/** Problems of each site, the worst of all sites first. */
export function allNeeds(
  domains: readonly Domain[],
  now: Pick<DashboardNow, 'sites'> | undefined,
  nowMs: number,
): SiteNeed[] {
  const byId = new Map(now?.sites.map((site) => [site.id, site]));
  return domains
    .flatMap((domain) => needsOf(domain, byId.get(domain.id), nowMs).map((need) => ({ ...need, domain })))
    .sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'));
}

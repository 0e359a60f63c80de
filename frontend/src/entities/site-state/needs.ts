import type { Subscription } from '../../shared/api/openapi.gen.ts';
import type { Domain, SiteNow } from '../../shared/api/types.ts';
import { formatBytes, formatCount, formatDate, formatRelative, formatTime } from '../../shared/lib/format.ts';
import { siteLink } from '../domain/site-link.ts';
import { logLink } from '../log/log-filters.ts';
import { paths } from '../page/paths.ts';
import { NEAR_FULL } from '../plan/bandwidth-share.ts';

/** Something about a site, or all of them, that only its owner can put right, with what to do first. */
export interface Need {
  kind: 'origin' | 'certificate' | 'dns' | 'false-positive' | 'rules-off' | 'unverified' | 'paused' | 'quota';
  tone: 'danger' | 'warn';
  /** Goes on behind the name of the site, or "Your sites". */
  text: string;
  action: { label: string; to: string };
}

/** Share of failed origin requests from which on somebody should look. */
const MAX_FAILED_SHARE = 0.2;
const MIN_ASKED = 10;
const DAY_MS = 86_400_000;
/** Renewals come weeks before; what is this close has failed again and again. */
const EXPIRES_SOON_MS = 7 * DAY_MS;

function originNeed({ domain_name }: Domain, origin: SiteNow['origin'] | undefined): Need | null {
  if (!origin) return null;
  const action = { label: 'Check the origin', to: siteLink(domain_name, 'origin') };
  if (origin.down_since)
    return {
      kind: 'origin',
      tone: 'danger',
      text: `has not reached its origin since ${clock(origin.down_since)}: visitors see an error`,
      action,
    };
  if (origin.asked < MIN_ASKED || origin.failed < MAX_FAILED_SHARE * origin.asked) return null;
  return {
    kind: 'origin',
    tone: 'warn',
    text: `got no answer from its origin for ${formatCount(origin.failed)} of the last ${formatCount(origin.asked)} requests`,
    action,
  };
}

function certificateNeed({ domain_name, certificate, is_active }: Domain, nowMs: number): Need | null {
  if (!certificate || !is_active) return null;
  const action = { label: 'Check certificates', to: siteLink(domain_name, 'certificates') };
  const ends = certificate.not_after === null ? null : Date.parse(certificate.not_after);
  if (certificate.status === 'expired' || certificate.status === 'revoked')
    return {
      kind: 'certificate',
      tone: 'danger',
      text: `has ${certificate.status === 'expired' ? 'an expired' : 'a revoked'} certificate: browsers warn its visitors`,
      action,
    };
  if (certificate.status === 'failed')
    return { kind: 'certificate', tone: 'warn', text: 'could not get a certificate', action };
  if (ends === null || ends - nowMs > EXPIRES_SOON_MS) return null;
  return {
    kind: 'certificate',
    tone: 'warn',
    text: `has a certificate that expires on ${formatDate(ends)} and was not renewed`,
    action,
  };
}

function dnsNeed({ domain_name, dns, is_active, total_requests }: Domain): Need | null {
  if (!is_active || (dns !== 'none' && dns !== 'some')) return null;
  return {
    kind: 'dns',
    tone: 'warn',
    text:
      dns === 'none'
        ? 'is not protected yet: its DNS does not point to the edge'
        : 'has a name that does not point to the edge',
    action: {
      label: total_requests === 0 ? 'Show where to point it' : 'Check DNS',
      to: `${paths.domains}?${new URLSearchParams({ dns: domain_name })}`,
    },
  };
}

function falsePositiveNeed(
  { domain_name }: Domain,
  suspected: SiteNow['suspected'] | undefined,
): Need | null {
  if (!suspected) return null;
  const requests = suspected.requests === 1 ? '1 request' : `${formatCount(suspected.requests)} requests`;
  const visitors = suspected.addresses === 1 ? 'a visitor' : `${formatCount(suspected.addresses)} visitors`;
  return {
    kind: 'false-positive',
    tone: 'warn',
    text: `may be blocking ${visitors} by mistake at ${suspected.path} (${requests}, ${suspected.threat_type})`,
    action: {
      label: 'Review in log',
      to: logLink({ domain: domain_name, status: 'blocked', path: suspected.path }),
    },
  };
}

/** All sites together near the end of what the plan includes for the month, or beyond it. */
export function quotaNeed({ included_bytes, used_bytes }: Subscription['bandwidth']): Need | null {
  if (included_bytes === null || included_bytes === 0 || used_bytes < NEAR_FULL * included_bytes) return null;
  const used = formatBytes(used_bytes);
  const included = formatBytes(included_bytes);
  return {
    kind: 'quota',
    tone: 'warn',
    text:
      used_bytes < included_bytes
        ? `have sent ${used} of the ${included} that the plan includes this month`
        : `have sent ${used} this month, more than the ${included} of the plan; nothing is cut`,
    action: { label: 'Compare plans', to: paths.pricing },
  };
}

/** Problems of a site, the worst first. @param now its current traffic; undefined without any */
export function needsOf(domain: Domain, now: SiteNow | undefined, nowMs: number): Need[] {
  const { domain_name } = domain;
  if (!domain.dns_verified)
    return [
      {
        kind: 'unverified',
        tone: 'warn',
        text: 'is waiting for the DNS record that proves it is yours',
        action: {
          label: 'Show the record',
          to: `${paths.domains}?${new URLSearchParams({ verify: domain_name })}`,
        },
      },
    ];
  if (domain.paused)
    return [
      {
        kind: 'paused',
        tone: 'warn',
        text: 'is paused: the edge does not serve it',
        action: { label: 'Resume', to: siteLink(domain_name) },
      },
    ];
  const rulesOff: Need | null =
    domain.mode === 'Off'
      ? {
          kind: 'rules-off',
          tone: 'warn',
          text: 'has its rules switched off: attacks pass',
          action: { label: 'Open its policy', to: siteLink(domain_name, 'policy') },
        }
      : null;
  return [
    originNeed(domain, now?.origin),
    certificateNeed(domain, nowMs),
    dnsNeed(domain),
    falsePositiveNeed(domain, now?.suspected),
    rulesOff,
  ]
    .filter((need) => need !== null)
    .sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'));
}

/** The time of today, and the day otherwise. */
export function clock(moment: string): string {
  const at = new Date(moment);
  return Date.now() - at.getTime() < DAY_MS ? formatTime(at) : formatRelative(at);
}

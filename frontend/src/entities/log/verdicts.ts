import { decisionText } from '@palisade/site-policy/words';
import type { LogEntry } from '../../shared/api/types.ts';
import { configurationLink } from '../page/paths.ts';

const CERTIFICATE = 'client_certificate:';
const DECEPTION = 'deception:';
const ORIGIN = 'origin:';
/** Requests that the log has under one of these. */
export const ALL_ORIGIN_FAILURES = `${ORIGIN}*`;

/** Why a request without a rule behind it was judged as it was. */
export function verdictReason({
  action,
  reason,
  modsec_message: message,
}: Pick<LogEntry, 'action' | 'reason' | 'modsec_message'>): string | undefined {
  return decisionText({ action, reason, message });
}

const CUSTOM = 'custom:';
const decidedBy: Readonly<Record<string, { tab: 'policy' | 'bans'; text: string }>> = {
  rate_limit: { tab: 'policy', text: 'Change the rate limit' },
  ban: { tab: 'bans', text: 'See the bans' },
  geo: { tab: 'policy', text: 'Change the blocked countries' },
  ip_list: { tab: 'policy', text: 'Change the block list' },
  bot: { tab: 'policy', text: 'Change bot protection' },
  challenge: { tab: 'policy', text: 'Change who is challenged' },
  ddos: { tab: 'policy', text: 'Change DDoS protection' },
};

/** Where that can be changed which decided about a request; null where nothing of the domain did. */
export function settingOf({
  action,
  reason,
  domain_name,
}: Pick<LogEntry, 'action' | 'reason' | 'domain_name'>): { to: string; text: string } | null {
  if (domain_name === '') return null;
  if (reason.startsWith(CUSTOM))
    return {
      to: configurationLink(domain_name, 'rules', reason.slice(CUSTOM.length)),
      text: 'Show the custom rule',
    };
  if (reason.startsWith(ORIGIN))
    return { to: configurationLink(domain_name, 'origin'), text: 'Check the origin' };
  if (reason.startsWith(CERTIFICATE))
    return { to: configurationLink(domain_name, 'origin'), text: 'Change client certificates' };
  if (reason.startsWith(DECEPTION) && action !== 'allow')
    return { to: configurationLink(domain_name, 'policy'), text: 'Change hidden links and fields' };
  const setting = decidedBy[action];
  return setting ? { to: configurationLink(domain_name, setting.tab), text: setting.text } : null;
}

import type { LogEntry } from '../../shared/api/types.ts';
import { configurationLink } from '../page/paths.ts';

/** By the edge's action. */
const verdictReasons: Readonly<Record<string, string>> = {
  reject: 'The request itself was not well formed, so it was refused before any rule was asked.',
  challenge: 'The visitor was asked to prove that it is a browser, and did not answer.',
  rate_limit: 'This address sent more requests in a minute than the rate limit allows.',
  ban: 'This address broke the rate limit, or was banned by hand; the ban lasts until it runs out or is lifted.',
  geo: 'Requests from this country are blocked in the domain’s WAF policy.',
  ip_list: 'This address is on the block list of the domain’s WAF policy.',
  bot: 'The client presents itself as a bot, or behaves like one, and bot protection is on.',
  ddos: 'This address took part in a flood that DDoS protection stopped.',
  custom_rule: 'One of the domain’s own rules fits this request.',
};

const CRAWLER = 'crawler:';
/** Lists that are kept apart from the domain, by what a policy does to whoever is on one. */
const LIST_REASON = /^(?<kind>blocked|challenged)_list:(?<list>.+)$/;

type Judged = Pick<LogEntry, 'action' | 'reason' | 'modsec_message'>;

/** Why a request without a rule behind it was judged as it was. */
export function verdictReason({ action, reason, modsec_message }: Judged): string | undefined {
  const listed = LIST_REASON.exec(reason)?.groups;
  if (listed !== undefined) return listReason(listed, modsec_message);
  if (!reason.startsWith(CRAWLER)) return verdictReasons[action];
  const [, kind = '', name, proof] = reason.split(':');
  const who = `A crawler (${kind.replaceAll('_', ' ')}, ${name})`;
  const known = proof === 'verified' ? 'whose address is its operator’s' : 'by what it says itself';
  return `${who} ${known}. What becomes of its kind stands in the domain’s WAF policy.`;
}

/** The edge tells the entry in the words `List NAME: ENTRY`. */
function listReason({ kind, list }: Record<string, string>, message: string | null): string {
  const told = `List ${list}: `;
  const entry = message?.startsWith(told) ? message.slice(told.length) : '';
  const by = entry === '' ? '' : `, by its entry ${entry}`;
  const meaning = kind === 'blocked' ? 'is refused' : 'has to prove that it is a browser';
  return `This address is on the list “${list}”${by}. Whoever is on that list ${meaning} under the domain’s WAF policy.`;
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
  const setting = decidedBy[action];
  return setting ? { to: configurationLink(domain_name, setting.tab), text: setting.text } : null;
}

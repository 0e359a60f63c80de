import type { ClientList } from '../../shared/api/types.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { OUTBOUND_FAILURES } from '../../shared/lib/outbound-failures.ts';
import { LIST_LIMITS } from '../policy/site-policy.ts';
import { KIND_WORDS } from './list-kinds.ts';

const MIB = 1024 * 1024;
const ERRORS: Readonly<Record<string, string>> = {
  ...OUTBOUND_FAILURES,
  refused: 'Its source refused to send it',
  too_many_redirects: 'Its source redirects again and again',
  redirect_not_followed: 'It redirects to something that is no web address',
  encoded_answer: 'It was sent compressed, which was not asked for',
  not_plain_text: 'Its source sent HTML, JSON or XML instead of lines of text',
  not_decisions: 'What answers there is not CrowdSec’s local API',
  key_unreadable: 'Its key cannot be read any more. Please enter it again',
  list_not_of_its_kind: 'Most of its lines are not what the list holds',
  too_many_user_agents: `It is too long: at most ${formatCount(LIST_LIMITS.agents)} user agents, ${formatCount(LIST_LIMITS.agentPatterns)} of them with a star`,
  list_not_addresses: 'Most of its lines are no addresses',
  list_too_large: `It is too large: at most ${formatCount(LIST_LIMITS.entries)} entries and ${LIST_LIMITS.textBytes / MIB} MiB`,
  suddenly_empty: 'Its source suddenly has no entries. Refresh it if that is right',
  suddenly_few: 'It suddenly has less than a tenth of its entries. Refresh it if that is right',
  suddenly_everybody:
    'It would hold most clients, or usual browsers or Googlebot, and did not before. Refresh it if that is right',
  entries_beyond_account: 'With it, all lists together would have too many entries',
  internal: 'Something failed on our side',
};

/** Why a list could not be fetched, by the API's stable code. */
export const listError = (code: string, status: number | null): string =>
  `${ERRORS[code] ?? 'It could not be fetched'}${status === null ? '' : ` (HTTP ${status})`}`;

/** "5 minutes", "1 hour", "2 days", "90 minutes": how often a list is fetched. */
export function intervalText(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'day');
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
}

export const entriesText = ({ entries }: Pick<ClientList, 'entries'>): string =>
  entries === 1 ? '1 entry' : `${formatCount(entries)} entries`;

/** In a list of choices. */
export const optionText = (list: Pick<ClientList, 'entries' | 'name' | 'is_offered' | 'holds'>): string =>
  `${list.name} (${entriesText(list)}${list.holds === 'addresses' ? '' : `, ${KIND_WORDS[list.holds].label}`}${list.is_offered ? ', offered' : ''})`;

export const leftOutText = ({ refused }: Pick<ClientList, 'refused'>): string =>
  refused === 1 ? '1 line was left out' : `${formatCount(refused)} lines were left out`;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

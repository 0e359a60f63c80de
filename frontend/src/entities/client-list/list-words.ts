import type { ClientList } from '../../shared/api/types.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { OUTBOUND_FAILURES } from '../../shared/lib/outbound-failures.ts';
import { LIST_LIMITS } from '../policy/site-policy.ts';
import { KIND_WORDS } from './list-kinds.ts';

const MIB = 1024 * 1024;
const ERRORS: Readonly<Record<string, string>> = {
  ...OUTBOUND_FAILURES,
  refused: 'The source refused the request',
  too_many_redirects: 'The source redirects too many times',
  redirect_not_followed: 'The source redirects to an invalid URL',
  encoded_answer: 'The source sent a compressed response that was not requested',
  not_plain_text: 'The source sent HTML, JSON or XML instead of plain text lines',
  not_decisions: 'The server at this address is not CrowdSec’s local API',
  key_unreadable: 'Its API key can no longer be read. Please enter it again',
  list_not_of_its_kind: 'Most of its lines do not match the type of the list',
  too_many_user_agents: `It is too long: at most ${formatCount(LIST_LIMITS.agents)} user agents, ${formatCount(LIST_LIMITS.agentPatterns)} of them with a star`,
  list_not_addresses: 'Most of its lines are not addresses',
  list_too_large: `It is too large: at most ${formatCount(LIST_LIMITS.entries)} entries and ${LIST_LIMITS.textBytes / MIB} MiB`,
  suddenly_empty: 'The source suddenly has no entries. Refresh it if this is intended',
  suddenly_few: 'The source suddenly has less than a tenth of its entries. Refresh it if this is intended',
  suddenly_everybody:
    'It would now match most clients, common browsers or Googlebot. Refresh it if this is intended',
  entries_beyond_account: 'With this list, all lists together would have too many entries',
  internal: 'An internal error occurred',
};

/** Why a list could not be fetched, by the API's stable code. */
export const listError = (code: string, status: number | null): string =>
  `${ERRORS[code] ?? 'It could not be fetched'}${status === null ? '' : ` (HTTP ${status})`}`;

/** "every 5 minutes", "every hour", "every 2 days", "every 90 minutes": how often a list is fetched. */
export function everyText(minutes: number): string {
  if (minutes % 1440 === 0) return every(minutes / 1440, 'day');
  return minutes % 60 === 0 ? every(minutes / 60, 'hour') : every(minutes, 'minute');
}

const every = (count: number, unit: string): string => `every ${count === 1 ? unit : counted(count, unit)}`;

export const entriesText = ({ entries }: Pick<ClientList, 'entries'>): string =>
  entries === 1 ? '1 entry' : `${formatCount(entries)} entries`;

/** In a list of choices. */
export const optionText = (list: Pick<ClientList, 'entries' | 'name' | 'is_offered' | 'holds'>): string =>
  `${list.name} (${entriesText(list)}${list.holds === 'addresses' ? '' : `, ${KIND_WORDS[list.holds].label}`}${list.is_offered ? ', offered' : ''})`;

export const leftOutText = ({ refused }: Pick<ClientList, 'refused'>): string =>
  refused === 1 ? '1 line was left out' : `${formatCount(refused)} lines were left out`;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

import { AGENT_LIMITS } from '@palisade/edge-state';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { LIST_KIND_WORDS, LIST_LIMITS, type ListKind } from '@palisade/site-policy';
import type { ListUse } from './list-references.repository.ts';
import type { ListTextError } from './list-text.service.ts';
import type { TextFault } from './list-text-faults.ts';

/** More frequent requests return what was fetched last. */
export const REFRESH_PAUSE_SECONDS = 10;

export const nameTaken = (name: string) =>
  new DomainError('conflict', 'list_name_taken', `There is a list called "${name}" already`, {
    fields: [{ path: 'name', message: `There is a list called "${name}" already` }],
  });

export const listChanged = () =>
  new DomainError(
    'conflict',
    'list_changed',
    'This list was changed in the meantime. Please reload it, so that nobody’s entries are lost.',
  );

export const busy = () =>
  new DomainError('unavailable', 'lists_busy', 'Many lists are being read. Please try again in a moment.', {
    retryAfter: REFRESH_PAUSE_SECONDS,
  });

const count = (value: number) => value.toLocaleString('en');
const TEXT_FAULT_MESSAGES: Readonly<Record<TextFault, (kind: ListKind) => string>> = {
  list_too_large: () => `A list takes at most ${count(LIST_LIMITS.entries)} entries`,
  list_not_addresses: () => 'Most of these lines are not addresses, networks or ranges',
  list_not_of_its_kind: (kind) => `Most of these lines are no ${LIST_KIND_WORDS[kind]}`,
  too_many_user_agents: () =>
    `A list takes at most ${count(AGENT_LIMITS.entries)} user agents, and ${count(AGENT_LIMITS.patterns)} with a star, which have ${count(AGENT_LIMITS.patternBytes)} characters together`,
  not_decisions: () => 'This is not what CrowdSec’s local API answers',
};

export function textRefused({ code }: ListTextError, kind: ListKind): DomainError {
  return code === 'busy' ? busy() : refusedField('text', TEXT_FAULT_MESSAGES[code](kind));
}

export const refusedField = (path: string, message: string) =>
  new DomainError('unprocessable', 'validation_failed', message, { fields: [{ path, message }] });

/** Names of other owners' sites are not revealed. */
export function inUse(uses: readonly ListUse[], ownerId: UserId | null): DomainError {
  const sites =
    ownerId === null
      ? `${uses.length} sites`
      : uses
          .map(({ name }) => name)
          .slice(0, 5)
          .join(', ');
  return new DomainError(
    'conflict',
    'list_in_use',
    `This list is used by ${sites}. Please take it out of their policies first.`,
  );
}

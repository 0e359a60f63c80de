import type { ListSet } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';

/** A list, and the entry of it that holds a client, null where none does; of user agents, what they are looked for in. */
export type ListMembership = { id: string } & (
  | { match: { name: string; entry: string; holds: ListKind } | null }
  | { agents: { name: string; content: Uint8Array } }
);

/** The place of the entry that holds a value; -1: none does. @param value as people write it */
export function findEntry(set: ListSet, value: string): number {
  switch (set.kind) {
    case 'addresses':
      return set.findAddress(value);
    case 'asns':
      return set.find(value.replace(/^AS/i, ''));
    case 'countries':
      return set.find(value.toUpperCase());
    case 'fingerprints':
      return set.find(value.toLowerCase());
    case 'user_agents':
      return set.find(Buffer.from(value).toString('latin1'));
  }
}

import type { ListSet } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';

/** A list and the entry that contains a client, or null; for user agents, the text to be searched. */
export type ListMembership = { id: string } & (
  | { match: { name: string; entry: string; holds: ListKind } | null }
  | { agents: { name: string; content: Uint8Array } }
);

/** Index of the entry that contains a value; -1: none. @param value as written by a person */
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

import type { ListKind } from '@palisade/site-policy';
import { AddressSet } from './address-set.ts';
import { type ByteRange, entriesOfPage, setPage } from './address-set-page.ts';
import { AgentSet } from './agent-set.ts';
import { RecordSet } from './record-set.ts';

/** The entries of a list. Its bytes say themselves of which kind they are, so that nothing beside them can be wrong about it. */
export type ListSet = AddressSet | RecordSet | AgentSet;

/** Errors: `list_set_malformed`, also for kinds that this version does not know. */
export function readListSet(bytes: Uint8Array): ListSet {
  if (AgentSet.isOne(bytes)) return new AgentSet(bytes);
  return RecordSet.kindOf(bytes) === null ? new AddressSet(bytes) : new RecordSet(bytes);
}

const NO_NETWORKS = {
  v4: new Uint32Array(),
  v4Lengths: new Uint8Array(),
  v6: new Uint32Array(),
  v6Lengths: new Uint8Array(),
};

/** Whether what came after would hold most clients, or usual ones, and what came before did not. */
export function suddenlyHoldsMost(before: ListSet, after: ListSet): boolean {
  if (before.kind !== 'user_agents' || after.kind !== 'user_agents')
    return after.holdsMost && !before.holdsMost;
  // That somebody has once taken one of them says nothing of the others.
  const known = before.usualHeld;
  return after.usualHeld.some((name) => !known.includes(name));
}

export function emptyListSet(kind: ListKind): Uint8Array {
  if (kind === 'addresses') return AddressSet.encode(NO_NETWORKS);
  return kind === 'user_agents' ? AgentSet.encode([]) : RecordSet.encode(kind, []);
}

/** Some entries of a list that is stored somewhere else. */
export interface ListPage {
  /** How many entries the whole list has. */
  size: number;
  /** Bytes of it that are to be read, in this order. */
  ranges: readonly ByteRange[];
  /** The entries, of what the ranges hold. Errors: `list_set_malformed`. */
  read: (parts: readonly Uint8Array[]) => string[];
}

/**
 * Where the entries of a page stand. Of user agents, which have no places of their own, all are read: they are few.
 *
 * @param head the first `AddressSet.HEAD_BYTES` of the encoded list
 * @param length of all of it
 */
export function listPage(head: Uint8Array, length: number, offset: number, limit: number): ListPage {
  if (AgentSet.isOne(head))
    return {
      size: AgentSet.count(head),
      ranges: [{ from: 0, to: length }],
      read: ([bytes = new Uint8Array()]) => AgentSet.page(bytes, offset, limit),
    };
  const kind = RecordSet.kindOf(head);
  if (kind === null) {
    const page = setPage(head, offset, limit);
    return { size: page.size, ranges: page.ranges, read: (parts) => entriesOfPage(page, parts) };
  }
  const size = RecordSet.count(head);
  const [from, to] = [Math.min(offset, size), Math.min(offset + limit, size)];
  const byteAt = (entry: number) => AddressSet.HEAD_BYTES + entry * RecordSet.width(kind);
  return {
    size,
    ranges: [{ from: byteAt(from), to: byteAt(to) }],
    read: (parts) => {
      const set = new RecordSet(Buffer.concat([RecordSet.head(kind, to - from), ...parts]));
      return Array.from({ length: set.size }, (_, place) => set.entry(place));
    },
  };
}

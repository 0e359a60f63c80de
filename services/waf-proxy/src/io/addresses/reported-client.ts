import type { AddressList } from './address-list.ts';
import { type ClientAddress, parseAddress } from './client-address.ts';

/** More proxies than any chain has; a client writes as many addresses as fit into a head. */
const MAX_HOPS = 32;
/** An IPv6 address in brackets with a port has 47 characters, and a zone some more. */
const MAX_HOP_CHARACTERS = 80;
const MAX_ELEMENT_CHARACTERS = 1_024;
const COMMA = 44;
const QUOTE = 34;

/** Whom proxies report, and where their part of the list begins. */
export interface ReportedClient {
  readonly client: ClientAddress;
  /** Of the list: its addresses from here on are believed. */
  readonly from: number;
}

/** How a list of hops is written: separated by commas, the latest last. */
export interface HopSyntax {
  /** Index of the comma before the entry that ends at `end`; -1: it is the first. */
  startOf(list: string, end: number): number;
  addressIn(entry: string): ClientAddress | null;
}

/** X-Forwarded-For: addresses. */
export const ADDRESS_LIST: HopSyntax = {
  // A negative start would count as 0, where a comma may be.
  startOf: (list, end) => (end === 0 ? -1 : list.lastIndexOf(',', end - 1)),
  addressIn: hopAddress,
};

const FOR = /(?:^|;)[ \t]*for[ \t]*=[ \t]*("[^"]{0,80}"|[^;", \t]{1,80})/i;

/** Forwarded (RFC 7239): elements of parameters, whose values may be quoted. */
export const FORWARDED_LIST: HopSyntax = {
  startOf: (list, end) => {
    // Backwards: what a client opened further left, such as a quote, hides nothing that a proxy has added.
    let quoted = false;
    for (let index = end - 1; index >= 0; index--) {
      const code = list.charCodeAt(index);
      if (code === QUOTE) quoted = !quoted;
      else if (code === COMMA && !quoted) return index;
    }
    return -1;
  },
  addressIn: (entry) => {
    if (entry.length > MAX_ELEMENT_CHARACTERS) return null;
    const node = FOR.exec(entry)?.[1];
    return node === undefined ? null : hopAddress(node.replaceAll('"', ''));
  },
};

/**
 * The nearest hop that is none of the trusted proxies, read from the right end of `list`. No more than `mostHops` are
 * read: so many proxies stand one behind another, or a client with an address in their network could choose its own.
 *
 * @param mostHops 0: as many as are trusted
 * @param end where the part that is already believed begins
 * @returns null: the last entry is no address
 */
export function reportedClient(
  list: string,
  trusted: AddressList,
  mostHops: number,
  syntax: HopSyntax = ADDRESS_LIST,
  end = list.length,
): ReportedClient | null {
  const limit = mostHops === 0 ? MAX_HOPS : Math.min(mostHops, MAX_HOPS);
  let found: ReportedClient | null = null;
  let entryEnd = end;
  for (let hop = 0; hop < limit && entryEnd >= 0; hop++) {
    const comma = syntax.startOf(list, entryEnd);
    const client = syntax.addressIn(list.slice(comma + 1, entryEnd));
    if (client === null) return found;
    found = { client, from: comma + 1 };
    if (!trusted.has(client)) return found;
    entryEnd = comma;
  }
  return found;
}

const WITH_PORT = /^(?:\[([^\]]{2,64})\](?::[0-9]{1,5})?|([0-9.]{7,15}):[0-9]{1,5})$/;

/** An address as proxies write it: also `192.0.2.1:4711`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
export function hopAddress(text: string): ClientAddress | null {
  const bare = text.trim();
  if (bare.length > MAX_HOP_CHARACTERS) return null;
  const parts = WITH_PORT.exec(bare);
  return parseAddress(parts === null ? bare : (parts[1] ?? parts[2]!));
}

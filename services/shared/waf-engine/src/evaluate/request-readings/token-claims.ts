import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { base64Text } from './base64-text.ts';

/** Head, claims and signature of a JSON Web Token (RFC 7519), a `{` in base64 before anything else; signed or not. */
const TOKEN = /^(e[wy][\w-]{2,16384})\.(e[wy][\w-]{2,131072})\.[\w-]*$/;

/** What programs read of a token before they know that its signature is right: its head, and often its claims. */
export function* tokenDocuments(value: ByteString, budget: ReadingBudget): Pausable<ByteString[]> {
  const token = value.startsWith('e') ? TOKEN.exec(value) : null;
  const documents: ByteString[] = [];
  for (const part of token?.slice(1) ?? []) {
    const text = yield* base64Text(part, budget);
    if (text !== null) documents.push(text);
  }
  return documents;
}

const ISSUER = /"iss"\s{0,4}:\s{0,4}"(https:\/\/[\w.-]{1,200}(?::[0-9]{1,5})?)["/]/g;
const KEY_ADDRESS = /("(?:jku|x5u)"\s{0,4}:\s{0,4}")(https:\/\/[\w.-]{1,200}(?::[0-9]{1,5})?)(?=\/)/g;

/**
 * A token's head, in which keys at the issuer's own address have no host: identity providers name their keys so, and who takes a
 * token knows which issuers it believes. Two issuers are none.
 */
export function headBesideIssuer(head: ByteString, claims: ByteString): ByteString {
  const [issuer, another] = [...claims.matchAll(ISSUER)].map(([, address]) => address!.toLowerCase());
  if (issuer === undefined || another !== undefined) return head;
  return head.replace(KEY_ADDRESS, (all, before: string, address: string) =>
    address.toLowerCase() === issuer ? before : all,
  );
}

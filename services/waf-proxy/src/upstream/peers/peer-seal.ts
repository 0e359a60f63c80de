import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parseAddress } from '../../io/addresses/client-address.ts';
import { PEER_FIELD_LOWER, type PeerVisitor } from '../../request/from-peer.ts';

const VERSION = 'v1';
/** Maximum clock difference between nodes; an intercepted request cannot be replayed for longer. */
const MAX_SKEW_MS = 30_000;
const MAX_SEAL_LENGTH = 400;
const REQUEST_ID = /^[\w-]{1,64}$/;

/** The parts of a request that both nodes see. */
export interface SealedRequest {
  readonly siteId: string;
  readonly method: string;
  readonly scheme: string;
  readonly target: string;
  /** [name, value, …] as on the wire, including Host. */
  readonly rawHeaders: readonly string[];
}

/** Proves to another node that a request comes from a node of the same installation, which has judged it. */
export class PeerSeal {
  private readonly keys: readonly Buffer[];
  private readonly now: () => number;

  /** @param sealKeys base64, known to all nodes and nobody else; the first one signs */
  constructor(sealKeys: readonly string[], now: () => number = Date.now) {
    this.keys = sealKeys.map((key) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'palisade edge peers v1', 32)),
    );
    this.now = now;
  }

  /** The value of `PEER_FIELD` for exactly this request. */
  seal(request: SealedRequest, { client, requestId }: PeerVisitor): string {
    const said = `${VERSION};${this.now()};${client.text};${requestId}`;
    return `${said};${macOf(this.keys[0]!, said, request)}`;
  }

  /** Null: not from our nodes, too old, or another request. */
  open(request: SealedRequest): PeerVisitor | null {
    const { seal, others } = split(request.rawHeaders);
    if (seal === null || seal.length > MAX_SEAL_LENGTH) return null;
    const end = seal.lastIndexOf(';');
    const said = seal.slice(0, end);
    const given = Buffer.from(seal.slice(end + 1));
    const sent = { ...request, rawHeaders: others };
    const isOurs = this.keys.some((key) => {
      const expected = Buffer.from(macOf(key, said, sent));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    if (!isOurs) return null;
    const [version, sentAt, address = '', requestId = ''] = said.split(';');
    const client = parseAddress(address);
    if (version !== VERSION || client === null || !REQUEST_ID.test(requestId)) return null;
    return Math.abs(this.now() - Number(sentAt)) <= MAX_SKEW_MS ? { client, requestId } : null;
  }
}

/** Includes lengths, so that fields cannot be shifted into each other. */
function macOf(key: Buffer, said: string, request: SealedRequest): string {
  const { siteId, method, scheme, target, rawHeaders } = request;
  const words = JSON.stringify([said, siteId, method, scheme, target, ...rawHeaders]);
  return createHmac('sha256', key).update(words).digest('base64url');
}

/** A request with two seals is invalid. */
function split(rawHeaders: readonly string[]): { seal: string | null; others: string[] } {
  const seals: string[] = [];
  const others: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]!, rawHeaders[index + 1]!];
    if (name.toLowerCase() === PEER_FIELD_LOWER) seals.push(value);
    else others.push(name, value);
  }
  return { seal: seals.length === 1 ? seals[0]! : null, others };
}

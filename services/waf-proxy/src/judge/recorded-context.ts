import { recordedRequestV1 } from '@palisade/contracts';
import { type ClientAddress, parseAddress, UNKNOWN_ADDRESS } from '../io/addresses/client-address.ts';
import type { EdgeRequest } from '../pipeline/edge.ts';
import type { ClientFingerprint } from '../request/client-connection.ts';
import { DiscardingReply } from '../request/discarding-reply.ts';
import { RequestContext } from '../request/request-context.ts';
import { RecordedBody } from './recorded-body.ts';
import type { RecordedFacts } from './recorded-facts.ts';
import { headOf } from './recorded-head.ts';

/** A request that any number of policies judge, one after another; each sets a body and a reply of its own. */
export type Incoming = ConstructorParameters<typeof RequestContext>[0];

/** Null: the record is not a valid request. */
export function incomingOf(recorded: RecordedFacts, fingerprint: ClientFingerprint): Incoming | null {
  const head = headOf(recorded);
  if (head === null) return null;
  return {
    requestId: recorded.requestId,
    receivedAtMs: recorded.receivedAtMs,
    connection: {
      peer: peers.find(recorded.clientAddress),
      remotePort: recorded.clientPort,
      localAddress: recorded.serverAddress,
      localPort: recorded.serverPort,
      secure: recorded.secure,
      serverName: '',
      tlsVersion: recorded.tlsVersion,
      fingerprint,
      // The record names the client itself.
      peerTrusted: false,
    },
    protocol: recorded.protocol as RequestContext['protocol'],
    method: head.method,
    rawTarget: head.target,
    rawHeaders: head.rawHeaders,
    head: head.judgement,
    body: null,
    reply: NOBODY,
    upgrade: null,
    sendContinue: null,
  };
}

export function bodyOf({ body, bodyState }: RecordedFacts): RecordedBody | null {
  const { RecordedBody: State } = recordedRequestV1;
  return bodyState === State.NONE ? null : new RecordedBody(body, bodyState === State.WHOLE);
}

export function contextOf(incoming: Incoming, body: RecordedBody | null): EdgeRequest {
  incoming.body = body;
  incoming.reply = new DiscardingReply(NOTHING);
  return new RequestContext(incoming) as EdgeRequest;
}

const NOTHING = (): void => undefined;
const NOBODY = new DiscardingReply(NOTHING);

/** Caches addresses, since many consecutive requests come from the same visitor. */
class KnownPeers {
  private readonly known = new Map<string, ClientAddress>();

  find(text: string): ClientAddress {
    let address = this.known.get(text);
    if (address === undefined) {
      address = parseAddress(text) ?? UNKNOWN_ADDRESS;
      if (this.known.size >= MAX_PEERS) this.known.clear();
      this.known.set(text, address);
    }
    return address;
  }
}

const MAX_PEERS = 1_000;
const peers = new KnownPeers();

import type { Socket } from 'node:net';
import type { Deadlines } from '../../io/deadlines.ts';
import type { FairPool } from '../../io/shares/fair-pool.ts';
import type { WriteBatch } from '../../io/write-batch.ts';
import type { JudgeMessage } from '../../request/message-judge.ts';
import type { ReadTurns } from '../../request/read-turns.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { RequestPlaces } from '../../request/request-place.ts';
import type { Site } from '../../request/site.ts';

export interface WebSocketPart {
  readonly webSocket: { readonly maxMessageBytes: number; readonly inspectText: boolean };
}

export type WebSocketRequest = RequestContext<Site & WebSocketPart>;

export interface WebSocketServices extends RequestPlaces {
  pools: RequestPlaces['pools'] & { readonly webSockets: FairPool; readonly webSocketMessages: FairPool };
  deadlines: Deadlines;
  writes: Pick<WriteBatch, 'keepUp'>;
  /** Client sockets that were joined to an origin after an upgrade; the HTTP servers know them no more. */
  joined: Set<Socket>;
  counters: { originErrors: number };
  /** Null: no rules look at this client's messages. */
  messageJudge(request: WebSocketRequest): JudgeMessage | null;
  /** @param areJudged its messages are shown to rules. */
  frameTurns(request: WebSocketRequest, areJudged: boolean): ReadTurns;
}

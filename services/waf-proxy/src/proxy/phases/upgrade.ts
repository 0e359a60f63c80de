import type { Socket } from 'node:net';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { endToEndHeaders } from '../upstream/response-headers.ts';
import type { ResponseHead } from '../upstream/response-parser.ts';
import { addOwnHeaders } from './respond.ts';

/** A joined connection on which neither side says anything is closed after this long. */
const IDLE_MS = 10 * 60_000;
/** After one side has said its last word, the other has so long for its own. */
const LAST_WORDS_MS = 2_000;

/**
 * After the origin's 101: passes the answer on and joins both connections. Until then not a byte that the client sent
 * after its request has gone to the origin.
 */
export function joinUpgrade(
  context: RequestContext,
  edge: Edge,
  head: ResponseHead,
  origin: Socket,
  rest: Buffer,
): void {
  const headers = endToEndHeaders(head.headers);
  addOwnHeaders(context, headers);
  let text = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${context.upgrade!.protocol}\r\n`;
  for (let index = 0; index < headers.length; index += 2)
    text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  context.status = 101;
  const { socket: client, received } = context.upgrade!.accept(`${text}\r\n`);

  edge.joined.add(client);
  client.on('close', () => edge.joined.delete(client));
  client.on('data', (chunk: Buffer) => {
    context.requestBytes += chunk.length;
  });
  origin.on('data', (chunk: Buffer) => {
    context.responseBytes += chunk.length;
  });
  if (rest.length > 0) {
    context.responseBytes += rest.length;
    client.write(rest);
  }
  if (received.length > 0) {
    context.requestBytes += received.length;
    origin.write(received);
  }
  origin.pipe(client);
  client.pipe(origin);
  for (const [one, other] of [
    [client, origin],
    [origin, client],
  ] as const) {
    one.setTimeout(IDLE_MS, () => one.destroy());
    one.on('end', () => setTimeout(() => one.destroy(), LAST_WORDS_MS).unref());
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}

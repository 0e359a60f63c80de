import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { failureOf, GuardedRequestError, guardedTls } from '@palisade/nest-kit';
import {
  type SendContext,
  type Sent,
  type StreamBatch,
  type StreamRecord,
  StreamSendError,
} from './stream-target.types.ts';
import type { StreamTarget } from './stream-targets.schema.ts';

/** local0 (RFC 5424, 6.2.1). */
const FACILITY = 16;
const SEVERITY_NUMBERS: Readonly<Record<string, number>> = {
  SAFE: 6,
  MEDIUM: 4,
  ERROR: 3,
  HIGH: 3,
  CRITICAL: 2,
};

/**
 * RFC 5424 over TLS with octet counting (RFC 5425). Syslog has no acknowledgements: each batch has a connection of its
 * own, which is closed after the last message, and the receiver's close confirms that everything was read.
 */
export async function sendSyslog(
  { host, port, ca }: StreamTarget<'syslog'>,
  { records }: StreamBatch,
  context: SendContext,
): Promise<Sent> {
  try {
    const socket = await guardedTls({ host, port: Number(port), ...(ca !== undefined && { ca }) }, context);
    try {
      return { bytes: await deliver(socket, records, context.timeoutMs) };
    } finally {
      socket.destroy();
    }
  } catch (error) {
    const code = error instanceof GuardedRequestError ? error.code : failureOf(error);
    throw new StreamSendError(code, {}, { cause: error });
  }
}

async function deliver(
  socket: TLSSocket,
  records: readonly StreamRecord[],
  timeoutMs: number,
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs);
  // Data from the receiver is discarded; unread it would block the close.
  socket.resume();
  const ended = once(socket, 'end', { signal });
  // Registered at the start, and awaited below.
  ended.catch(() => undefined);
  let bytes = 0;
  for (const record of records) {
    const frame = syslogFrame(record);
    bytes += frame.length;
    if (!socket.write(frame)) await Promise.race([once(socket, 'drain', { signal }), ended.then(endedEarly)]);
  }
  socket.end();
  await ended;
  return bytes;
}

const endedEarly = (): never => {
  throw new GuardedRequestError('connection_failed');
};

/** `LENGTH <PRI>1 TIME HOST APP - MSGID - MESSAGE` */
export function syslogFrame({ severity, receivedAtMs, siteName, json }: StreamRecord): Buffer {
  const priority = FACILITY * 8 + (SEVERITY_NUMBERS[severity] ?? 6);
  const time = new Date(receivedAtMs).toISOString();
  const message = Buffer.from(
    `<${priority}>1 ${time} ${headerText(siteName, 255)} palisade - request - ${json}`,
  );
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** PRINTUSASCII without spaces; "-" is the nil value. */
const headerText = (text: string, max: number): string =>
  text.replace(/[^\x21-\x7e]/g, '').slice(0, max) || '-';

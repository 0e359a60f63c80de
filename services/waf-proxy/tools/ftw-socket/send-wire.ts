import { connect } from 'node:net';

export interface WireAnswer {
  /** 0: the connection ended, or stayed silent, without an answer. */
  status: number;
  requestId: string | null;
  closed: boolean;
  /** By which the edge's record of this request is found. */
  clientPort: number;
}

/**
 * An edge that waits for bytes which a stage never sends is not waited for longer. Counted in rounds of the event loop,
 * which edge and origin share: on a busy machine all of them are slow together.
 */
const SILENCE_MS = 1_500;
const ROUND_MS = 10;

/**
 * Writes exactly these bytes and reads until the first answer is complete or the connection ends.
 *
 * @param onConnected is told the client's port before anything is sent from it: the system gives a port again a second later
 */
export function sendWire(
  port: number,
  bytes: Buffer,
  onConnected: (clientPort: number) => void,
): Promise<WireAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let closed = false;
    let clientPort = 0;
    const finish = () => {
      clearInterval(timer);
      socket.destroy();
      resolve({ ...readHead(text), closed, clientPort });
    };
    let silenceLeft = SILENCE_MS;
    const timer = setInterval(() => {
      silenceLeft -= ROUND_MS;
      if (silenceLeft <= 0) finish();
    }, ROUND_MS);
    socket.setEncoding('latin1');
    socket.on('connect', () => {
      clientPort = socket.localPort!;
      onConnected(clientPort);
      socket.write(bytes);
    });
    socket.on('data', (piece) => {
      text += piece;
      if (keepsOpen(text)) finish();
    });
    socket.on('error', () => {
      closed = true;
    });
    socket.on('close', () => {
      closed = true;
      finish();
    });
    socket.on('end', () => {
      closed = true;
    });
  });
}

function readHead(text: string): { status: number; requestId: string | null } {
  const start = text.search(/^HTTP\/1\.1 [2-5]\d\d/m);
  if (start < 0) return { status: 0, requestId: null };
  const head = text.slice(start, text.indexOf('\r\n\r\n', start));
  // The last one is the edge's own: an origin that reflects may have set another.
  const ids = [...head.matchAll(/^x-request-id: *(\S+)/gim)];
  return { status: Number(head.slice(9, 12)), requestId: ids.at(-1)?.[1] ?? null };
}

/** A complete answer after which the edge keeps the connection; where it closes, that is waited for. */
function keepsOpen(text: string): boolean {
  const start = text.search(/^HTTP\/1\.1 [2-5]\d\d/m);
  const end = start < 0 ? -1 : text.indexOf('\r\n\r\n', start);
  if (end < 0) return false;
  const head = text.slice(start, end);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return (
    !/^connection: *close/im.test(head) && length !== undefined && text.length >= end + 4 + Number(length)
  );
}

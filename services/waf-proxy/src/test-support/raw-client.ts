import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** Everything that came back, one character per byte. */
  text: string;
  status: number;
  statuses: number[];
  headers: Record<string, string>;
  body: string;
  /** The server closed (or reset) before the client did. */
  closed: boolean;
}

/** One round of the event loop, and its least length. */
const ROUND_MS = 10;
/** For how long a server may be without an answer. */
const FIRST_BYTE_MS = 3_000;

/**
 * Lets the event loop come round as often as it does in so many milliseconds on a machine that has nothing else to do. What
 * is under way in this process gets there in as many rounds; on one that is busy they just take longer.
 */
export async function rounds(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += ROUND_MS) {
    await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
  }
}

/**
 * Writes bytes as they are and collects what comes back until the server closes or nothing more comes.
 *
 * @param quietMs for how long nothing more comes, in rounds of the event loop as above: a process that was kept waiting
 *   for the processor has not been quiet.
 * @param halfClose ends the client's side after the bytes, so that a server need not wait for more of them.
 */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  quietMs = 150,
  halfClose = false,
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1');
    const pieces: Buffer[] = [];
    let closed = false;
    let quietLeft = Math.max(FIRST_BYTE_MS, quietMs);
    const finish = () => {
      clearInterval(timer);
      socket.destroy();
      resolve(readAnswer(Buffer.concat(pieces).toString('latin1'), closed));
    };
    const timer = setInterval(() => {
      quietLeft -= ROUND_MS;
      if (quietLeft <= 0) finish();
    }, ROUND_MS);
    socket.on('data', (piece) => {
      pieces.push(piece);
      quietLeft = quietMs;
    });
    socket.on('error', () => {
      closed = true;
    });
    socket.on('end', () => {
      closed = true;
    });
    socket.on('close', () => {
      closed = true;
      finish();
    });
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    if (halfClose) socket.end();
  });
}

export function readAnswer(text: string, closed: boolean): RawAnswer {
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]));
  const final = statuses.findIndex((status) => status >= 200);
  const start = text.search(/^HTTP\/1\.1 [2-5]\d\d/m);
  const head = start < 0 ? '' : text.slice(start, text.indexOf('\r\n\r\n', start));
  const headers: Record<string, string> = {};
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const body = start < 0 ? '' : text.slice(text.indexOf('\r\n\r\n', start) + 4);
  return { text, status: statuses[final] ?? 0, statuses, headers, body, closed };
}

export function eventually<T>(read: () => T | undefined | false | null, limitMs = 60_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  return new Promise((resolve, reject) => {
    const look = () => {
      const value = read();
      if (value) resolve(value);
      else if (Date.now() > deadline) reject(new Error(`did not happen within ${limitMs} ms`));
      else setTimeout(look, 10);
    };
    look();
  });
}

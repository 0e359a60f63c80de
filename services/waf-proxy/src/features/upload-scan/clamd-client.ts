import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ClamdSettings {
  /** `host:port`, or the path of a Unix socket. */
  address: string;
  /** The scanner refuses longer streams (StreamMaxLength). */
  maxBytes: number;
  /** From the first byte of a file to its verdict. */
  timeoutMs: number;
}

export type ScanVerdict =
  | { kind: 'clean' }
  | { kind: 'found'; signature: string }
  | { kind: 'too-large' }
  | { kind: 'failed'; detail: string };

const CHUNK_BYTES = 64 * 1024;
const MAX_REPLY_BYTES = 4 * 1024;

/** Scans one file with clamd's INSTREAM command, one connection per file. Never rejects. */
export async function scanStream(settings: ClamdSettings, file: AsyncIterable<Buffer>): Promise<ScanVerdict> {
  const socket = openSocket(settings.address);
  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    socket.destroy();
  }, settings.timeoutMs);
  const reply = readReply(socket);
  try {
    await once(socket, 'connect');
    await send(socket, file);
  } catch (error) {
    // A scanner may answer and close while we still write; its answer counts.
    const answer = await Promise.race([
      reply,
      new Promise<string>((resolve) => setTimeout(resolve, 100, '')),
    ]);
    if (answer === '') {
      clearTimeout(limit);
      socket.destroy();
      return { kind: 'failed', detail: timedOut ? 'timeout' : (error as Error).message };
    }
  }
  const answer = await reply;
  clearTimeout(limit);
  socket.destroy();
  if (answer === '') return { kind: 'failed', detail: timedOut ? 'timeout' : 'no answer' };
  return readVerdict(answer);
}

function openSocket(address: string): Socket {
  const port = /^(.+):(\d{1,5})$/.exec(address);
  const socket =
    port === null || address.startsWith('/')
      ? connect(address)
      : connect(Number(port[2]), port[1]!.replace(/^\[|\]$/g, ''));
  socket.on('error', () => socket.destroy());
  return socket;
}

/** Reads up to the closing NUL; empty if the scanner closed without an answer. */
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > MAX_REPLY_BYTES) socket.destroy();
    });
    socket.on('close', () => resolve(''));
  });
}

async function send(socket: Socket, file: AsyncIterable<Buffer>): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0', 'latin1'));
  for await (const bytes of file) {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES);
      const size = Buffer.alloc(4);
      size.writeUInt32BE(chunk.length);
      socket.cork();
      socket.write(size);
      const written = write(socket, chunk);
      socket.uncork();
      // The caller may reuse its buffer once these bytes are written.
      await written;
    }
  }
  await write(socket, Buffer.alloc(4));
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

function readVerdict(answer: string): ScanVerdict {
  const found = /^stream: (.+) FOUND$/.exec(answer);
  if (found !== null) return { kind: 'found', signature: found[1]!.slice(0, 200) };
  if (/^stream: OK$/.test(answer)) return { kind: 'clean' };
  if (/size limit exceeded/i.test(answer)) return { kind: 'too-large' };
  return { kind: 'failed', detail: answer.slice(0, 200) };
}

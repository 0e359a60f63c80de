// A plain origin for benchmarks: reads one request after another, answers 200 with a small page, does nothing else.
import { createServer } from 'node:net';

const BODY = 'x'.repeat(1_024);
const ANSWER = Buffer.from(
  `HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Type: text/html; charset=utf-8\r\n` +
    `Cache-Control: private\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
);

const server = createServer({ noDelay: true }, (socket) => {
  let missing = 0;
  let pending = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    if (missing > 0) {
      missing -= chunk.length;
      if (missing <= 0) socket.write(ANSWER);
      return;
    }
    pending += chunk.toString('latin1');
    const end = pending.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /content-length: (\d+)/i.exec(pending.slice(0, end));
    missing = (length === null ? 0 : Number(length[1])) - (pending.length - end - 4);
    pending = '';
    if (missing <= 0) socket.write(ANSWER);
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));

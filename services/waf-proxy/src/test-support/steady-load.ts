import { connect, type Socket } from 'node:net';

export interface SteadyLoad {
  /** Complete answers with status 200. */
  readonly answered: number;
  /** What went wrong, one line each. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/**
 * Clients that ask one request after another until they are stopped: half of them on a connection that they keep as long
 * as the server lets them, half on a new one for each request. Anything but a whole answer is a failure; a connection
 * that ends between two requests is none.
 */
export function startSteadyLoad(port: number, host: string, clients: number): SteadyLoad {
  const failures: string[] = [];
  let answered = 0;
  let stopped = false;
  const run = async (keeps: boolean) => {
    const request = `GET / HTTP/1.1\r\nHost: ${host}\r\n${keeps ? '' : 'Connection: close\r\n'}\r\n`;
    let socket: Socket | null = null;
    while (!stopped) {
      socket ??= await open(port).catch((error: Error) => {
        failures.push(`connect: ${error.message}`);
        return null;
      });
      if (socket === null) continue;
      const answer = await exchange(socket, request);
      if (/^HTTP\/1\.1 200 /.test(answer.text) && answer.complete) answered++;
      else failures.push(`${keeps ? 'kept' : 'new'} connection: ${JSON.stringify(answer)}`);
      if (!keeps || answer.closes || socket.destroyed) {
        socket.destroy();
        socket = null;
      }
    }
    socket?.destroy();
  };
  const running = Promise.all(Array.from({ length: clients }, (_, index) => run(index % 2 === 0)));
  return {
    get answered() {
      return answered;
    },
    failures,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      // Told by 'close' to whoever waits for an answer.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

interface Answer {
  text: string;
  complete: boolean;
  closes: boolean;
}

/** Sends a request and reads its answer, which must have a Content-Length. */
export function exchange(socket: Socket, request: string): Promise<Answer> {
  return new Promise((resolve) => {
    let text = '';
    const settle = (complete: boolean) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      resolve({ text, complete, closes: /^connection: close\r$/im.test(text) });
    };
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = /^content-length: (\d+)\r$/im.exec(text);
      if (end >= 0 && length !== null && text.length >= end + 4 + Number(length[1])) settle(true);
    };
    const onClose = () => settle(false);
    socket.on('data', onData);
    socket.on('close', onClose);
    if (socket.destroyed) settle(false);
    else socket.write(request);
  });
}

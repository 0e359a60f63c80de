import { connect, type Socket } from 'node:net';
import { ResponseParser } from '../../upstream/response-parser.ts';

export interface ReplayAnswer {
  status: number;
  /** The page is the edge's own: it carries the request id that its header names. */
  fromEdge: boolean;
}

const ANSWER_MS = 15_000;

/** One connection that sends requests one after another, and a new one whenever the server has closed it. */
export class KeepAliveClient {
  private readonly host: string;
  private readonly port: number;
  private socket: Socket | null = null;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }

  async send(request: Buffer, isHead: boolean): Promise<ReplayAnswer> {
    const reused = this.socket !== null;
    try {
      return await this.exchange(request, isHead);
    } catch (error) {
      this.close();
      // A kept connection may have been closed while this request was on its way to it.
      if (!reused) throw error;
      return this.exchange(request, isHead);
    }
  }

  close(): void {
    this.socket?.destroy();
    this.socket = null;
  }

  private exchange(request: Buffer, isHead: boolean): Promise<ReplayAnswer> {
    this.socket ??= connect({ host: this.host, port: this.port, noDelay: true });
    const socket = this.socket;
    return new Promise((resolve, reject) => {
      let status = 0;
      let requestId = '';
      let keepAlive = true;
      let body = '';
      const settle = (error: Error | null) => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => this.close());
        if (error !== null || !keepAlive) this.close();
        if (error !== null) reject(error);
        else resolve({ status, fromEdge: requestId !== '' && body.includes(requestId) });
      };
      const timer = setTimeout(() => settle(new Error('no answer in time')), ANSWER_MS);
      const parser = new ResponseParser(
        {
          onInformational: () => undefined,
          onHead: (head) => {
            ({ status, keepAlive } = head);
            const at = head.headers.findIndex(
              (name, index) => index % 2 === 0 && name.toLowerCase() === 'x-request-id',
            );
            requestId = at < 0 ? '' : head.headers[at + 1]!;
          },
          onBody: (chunk) => {
            if (body.length < 65_536) body += chunk.toString('latin1');
          },
          onComplete: () => settle(null),
          onUpgrade: () => settle(new Error('unexpected upgrade')),
        },
        isHead,
        false,
      );
      socket.on('data', (chunk) => {
        try {
          parser.feed(chunk);
        } catch (error) {
          settle(error as Error);
        }
      });
      socket.on('error', settle);
      socket.on('close', () => {
        try {
          parser.finish();
        } catch (error) {
          settle(error as Error);
        }
      });
      socket.write(request);
    });
  }
}

import { exchange, open } from './steady-load.ts';

export interface Arrivals {
  readonly asked: number;
  readonly answered: number;
  /** Answers after which the connection ends. */
  readonly closing: number;
  /** What went wrong, one line each. */
  readonly failures: readonly string[];
  /** Asks no more, and waits for the answers to what was asked. */
  stop(): Promise<void>;
}

/**
 * Clients that come at a steady pace, each on a connection of its own, whatever becomes of those before them: as a balancer
 * sends them on that has not noticed yet that a node ends.
 */
export function startArrivals(port: number, host: string, perSecond: number): Arrivals {
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  let asked = 0;
  let answered = 0;
  let closing = 0;
  const request = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const ask = async () => {
    try {
      const socket = await open(port);
      const answer = await exchange(socket, request);
      socket.destroy();
      if (!answer.complete || !answer.text.startsWith('HTTP/1.1 200 ')) failures.push(JSON.stringify(answer));
      else answered++;
      if (answer.closes) closing++;
    } catch (error) {
      failures.push(`connect: ${(error as Error).message}`);
    }
  };
  const begun = performance.now();
  const timer = setInterval(() => {
    // As many as are due, so that a late timer sends no fewer.
    for (; asked < ((performance.now() - begun) / 1_000) * perSecond; asked++) {
      const one = ask().finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }, 5);
  return {
    get asked() {
      return asked;
    },
    get answered() {
      return answered;
    },
    get closing() {
      return closing;
    },
    failures,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

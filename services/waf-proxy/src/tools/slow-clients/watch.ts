import { get } from 'node:http';

/** A probe that waits longer than this has not been served. */
const PROBE_MS = 3_000;
const INTERVAL_MS = 500;
/** Probes are another client than the attacker: they come from another address of this machine. */
const PROBE_ADDRESS = '127.0.0.2';

export interface Watched {
  /** The most that the edge had open at the same time. */
  mostOpen: number;
  /** Seconds after the attack's begin at which the edge had none of its connections any more; null: it had some. */
  allClosedAfter: number | null;
  probes: number;
  probesFailed: number;
  /** Milliseconds of the slowest probe that was served. */
  slowestProbe: number;
}

/** Counts the edge's connections and asks it for a page twice a second, while slow clients do what they can. */
export function watch(url: string, openConnections: () => Promise<number>) {
  const begunAt = performance.now();
  const seen: Watched = { mostOpen: 0, allClosedAfter: null, probes: 0, probesFailed: 0, slowestProbe: 0 };
  const under = new Set<Promise<void>>();
  const probe = async () => {
    const startedAt = performance.now();
    seen.probes++;
    const served = await isServed(url);
    if (served) seen.slowestProbe = Math.max(seen.slowestProbe, Math.round(performance.now() - startedAt));
    else seen.probesFailed++;
  };
  let counting = false;
  const count = async () => {
    if (counting) return;
    counting = true;
    const all = await openConnections().finally(() => {
      counting = false;
    });
    // Our own probes are among the edge's connections.
    const open = Math.max(0, all - under.size);
    seen.mostOpen = Math.max(seen.mostOpen, open);
    if (open > under.size) seen.allClosedAfter = null;
    else if (seen.mostOpen > 0) seen.allClosedAfter ??= Math.round((performance.now() - begunAt) / 1_000);
  };
  let failure: unknown = null;
  const look = () => {
    count().catch((error: unknown) => {
      failure ??= error;
    });
    const probing = probe().finally(() => under.delete(probing));
    under.add(probing);
  };
  const timer = setInterval(look, INTERVAL_MS);
  return {
    seen,
    /** Resolves when nothing is open any more, or the limit has passed. */
    settled: async (limitMs: number): Promise<Watched> => {
      const deadline = performance.now() + limitMs;
      while (seen.allClosedAfter === null && failure === null && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
      }
      clearInterval(timer);
      await Promise.all(under);
      if (failure !== null) throw failure;
      return seen;
    },
  };
}

function isServed(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/small',
      headers: { host: hostname },
      agent: false,
      localAddress: PROBE_ADDRESS,
      timeout: PROBE_MS,
      signal: AbortSignal.timeout(PROBE_MS),
    };
    get(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
      response.on('error', () => resolve(false));
    }).on('error', () => resolve(false));
  });
}

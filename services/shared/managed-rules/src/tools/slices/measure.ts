import { type PhaseAnswer, type SiteRuleSet, STEPS_PER_SLICE, UNFINISHED } from '@palisade/waf-engine';
import type { HostileRequest } from './hostile-requests.ts';
import { monotonicMicros, profileOf, type StretchTime } from './stretch-profile.ts';

const CONNECTION = {
  id: 'slices',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
/** What the edge hands on at once. */
const CHUNK = 64 * 1024;

/** Maximum duration of a request; one that takes longer is a defect in any case. */
const MAX_CPU_MS = 20_000;

/** What one request costs, in milliseconds of CPU, as the edge runs it: phases in slices, a body in chunks. */
export interface Cost {
  /** Of each call into the engine: one stretch in which the event loop stands. CPU of the thread. */
  readonly stretches: readonly number[];
  /** The longest of all runs but the first, in which the collector's turns stand as well: CPU of the thread … */
  readonly longestOfAll: number;
  /** The same by the clock, which includes other work of the machine. */
  readonly longestByClock: number;
  readonly total: number;
  /** The rule that refused it; null: none did. */
  readonly refusedBy: number | null;
  /** It took so long that it was given up. */
  readonly isEndless: boolean;
}

/** A request's longest stretches in one run more, and what took most of each: shares, functions, the way to them. */
export function whatRanLongest(
  site: SiteRuleSet,
  request: HostileRequest,
  count: number,
): { stretch: number; milliseconds: number; ran: string[] }[] {
  const times: StretchTime[] = [];
  let stretches: readonly number[] = [];
  const profile = profileOf(() => {
    ({ stretches } = runOnce(site, request, times));
  });
  return [...stretches.entries()]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, count)
    .map(([stretch, milliseconds]) => ({
      stretch,
      milliseconds,
      ran: profile.whatRan(times[stretch]!),
    }));
}

/**
 * Several runs, as long as there is time for them. A request is worked on in the same stretches each time: of each, the shortest
 * of all runs counts, since what else the machine does makes it look worse only.
 */
export function costOf(
  site: SiteRuleSet,
  request: HostileRequest,
  repeat: number,
  milliseconds: number,
): Cost {
  const until = performance.now() + milliseconds;
  // Compiles what is hot, as everything is in a worker that has been up for a minute.
  let best = runOnce(site, request);
  for (let run = 0; run < repeat && !best.isEndless; run++) {
    if (performance.now() > until) break;
    const next = runOnce(site, request);
    best = run === 0 ? next : shorter(best, next);
  }
  return best;
}

function shorter(one: Cost, other: Cost): Cost {
  const ofAll = {
    longestOfAll: Math.max(one.longestOfAll, other.longestOfAll),
    longestByClock: Math.max(one.longestByClock, other.longestByClock),
  };
  if (one.stretches.length === other.stretches.length) {
    const stretches = one.stretches.map((stretch, index) => Math.min(stretch, other.stretches[index]!));
    return { ...other, ...ofAll, stretches, total: sumOf(stretches) };
  }
  return { ...(Math.max(...one.stretches) < Math.max(...other.stretches) ? one : other), ...ofAll };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** @param times where it is noted when each stretch ran */
function runOnce(
  site: SiteRuleSet,
  { target, headers, body }: HostileRequest,
  times: StretchTime[] | null = null,
): Cost {
  const transaction = site.beginSlicedTransaction(CONNECTION, STEPS_PER_SLICE);
  const bytes = Buffer.from(body, 'latin1');
  const fields = ['Host', 'a.example', 'Accept', '*/*', ...headers, 'Content-Length', String(bytes.length)];
  const stretches: number[] = [];
  let total = 0;
  let longestByClock = 0;
  const timed = <Result>(call: () => Result): Result => {
    const [result, milliseconds] = threadCpuOf(() => {
      const from = monotonicMicros();
      const answer = call();
      const to = monotonicMicros();
      times?.push({ from, to });
      longestByClock = Math.max(longestByClock, (to - from) / 1000);
      return answer;
    });
    stretches.push(milliseconds);
    total += milliseconds;
    return result;
  };
  const toItsEnd = (call: () => PhaseAnswer): PhaseAnswer => {
    let answer = timed(call);
    while (answer === UNFINISHED && total < MAX_CPU_MS) answer = timed(() => transaction.resume());
    return answer;
  };
  timed(() => transaction.requestLine(body === '' ? 'GET' : 'POST', target, 'HTTP/1.1'));
  let answer = toItsEnd(() => transaction.requestHeaders(fields));
  if (answer === null && bytes.length > 0) {
    for (let at = 0; at < bytes.length; at += CHUNK)
      timed(() => transaction.requestBodyChunk(bytes.subarray(at, at + CHUNK)));
    answer = toItsEnd(() => transaction.requestBody());
  }
  timed(() => transaction.logging());
  const refusal = typeof answer === 'object' ? answer : null;
  return {
    stretches,
    longestOfAll: Math.max(...stretches),
    longestByClock,
    total,
    refusedBy: refusal?.ruleId ?? null,
    isEndless: answer === UNFINISHED,
  };
}

/**
 * CPU of this thread. That of the process has what the compiler's and the collector's threads did meanwhile, which holds nobody
 * up: up to three times as much.
 */
function threadCpuOf<Result>(call: () => Result): readonly [Result, milliseconds: number] {
  const before = threadCpu();
  const result = call();
  return [result, threadCpu() - before];
}

/** Milliseconds. Linux brings a thread's own count up to date at its next tick, some 4 ms later, unless the process's is asked for. */
function threadCpu(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

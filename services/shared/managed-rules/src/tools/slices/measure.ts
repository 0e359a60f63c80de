import { type PhaseAnswer, type SiteRuleSet, STEPS_PER_SLICE, UNFINISHED } from '@palisade/waf-engine';
import type { HostileRequest } from './hostile-requests.ts';

const CONNECTION = {
  id: 'slices',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
/** What the edge hands on at once. */
const CHUNK = 64 * 1024;

/** What one request costs, in milliseconds of CPU, as the edge runs it: phases in slices, a body in chunks. */
export interface Cost {
  /** Of each call into the engine: one stretch in which the event loop stands. */
  readonly stretches: readonly number[];
  readonly total: number;
  /** The rule that refused it; null: none did. */
  readonly refusedBy: number | null;
}

/** The run of several whose longest stretch is the shortest: what else the machine does makes it look worse only. */
export function costOf(site: SiteRuleSet, request: HostileRequest, repeat: number): Cost {
  // Compiles what is hot, as everything is in a worker that has been up for a minute.
  runOnce(site, request);
  const runs = Array.from({ length: repeat }, () => runOnce(site, request));
  const longest = ({ stretches }: Cost) => Math.max(...stretches);
  return runs.reduce((best, run) => (longest(run) < longest(best) ? run : best));
}

function runOnce(site: SiteRuleSet, { target, headers, body }: HostileRequest): Cost {
  const transaction = site.beginSlicedTransaction(CONNECTION, STEPS_PER_SLICE);
  const bytes = Buffer.from(body, 'latin1');
  const fields = ['Host', 'a.example', 'Accept', '*/*', ...headers, 'Content-Length', String(bytes.length)];
  const stretches: number[] = [];
  const toItsEnd = (call: () => PhaseAnswer): PhaseAnswer => {
    let answer = timed(call, stretches);
    while (answer === UNFINISHED) answer = timed(() => transaction.resume(), stretches);
    return answer;
  };
  timed(() => transaction.requestLine(body === '' ? 'GET' : 'POST', target, 'HTTP/1.1'), stretches);
  let answer = toItsEnd(() => transaction.requestHeaders(fields));
  if (answer === null && bytes.length > 0) {
    for (let at = 0; at < bytes.length; at += CHUNK)
      timed(() => transaction.requestBodyChunk(bytes.subarray(at, at + CHUNK)), stretches);
    answer = toItsEnd(() => transaction.requestBody());
  }
  timed(() => transaction.logging(), stretches);
  const total = stretches.reduce((sum, one) => sum + one, 0);
  const refusal = typeof answer === 'object' ? answer : null;
  return { stretches, total, refusedBy: refusal?.ruleId ?? null };
}

/** CPU of the process: a thread's own is counted in ticks of 4 ms on many kernels. Helper threads only make it look worse. */
function timed<Result>(call: () => Result, stretches: number[]): Result {
  const before = process.cpuUsage();
  const result = call();
  const { user, system } = process.cpuUsage(before);
  stretches.push((user + system) / 1000);
  return result;
}

import { type PhaseAnswer, type SiteRuleSet, STEPS_PER_SLICE, UNFINISHED } from '../../src/index.ts';

const CONNECTION = {
  id: 'redos',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};

interface HostileRequest {
  readonly place: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Places in which a stranger can put 8 KB. */
const PLACES: readonly ((text: string) => HostileRequest)[] = [
  (text) => ({ place: 'query', target: `/?q=${encode(text)}`, headers: [], body: '' }),
  (text) => ({ place: 'header', target: '/', headers: ['User-Agent', text], body: '' }),
  (text) => ({ place: 'cookie', target: '/', headers: ['Cookie', `a=${text}`], body: '' }),
  (text) => ({ place: 'form', target: '/', headers: FORM, body: `q=${encode(text)}` }),
];
const FORM = ['Content-Type', 'application/x-www-form-urlencoded'];

/** What one input costs where it costs most, in milliseconds of CPU. */
export interface Stretch {
  readonly place: string;
  /** The longest call into the engine, which is one slice of a phase. */
  readonly longest: number;
  /** All calls together. */
  readonly total: number;
  readonly slices: number;
}

/** As the data plane runs it: phases in slices. Best of `repeat` runs, worst of all places. */
export function longestStretch(site: SiteRuleSet, text: string, repeat: number): Stretch {
  const stretches = PLACES.map((place) => {
    const runs = Array.from({ length: repeat }, () => once(site, place(text)));
    return {
      ...runs[0]!,
      longest: Math.min(...runs.map(({ longest }) => longest)),
      total: Math.min(...runs.map(({ total }) => total)),
    };
  });
  return stretches.reduce((worst, one) => (one.longest > worst.longest ? one : worst));
}

function once(site: SiteRuleSet, { place, target, headers, body }: HostileRequest): Stretch {
  const transaction = site.beginSlicedTransaction(CONNECTION, STEPS_PER_SLICE);
  const bytes = Buffer.from(body, 'latin1');
  const fields = ['Host', 'a.example', 'Accept', '*/*', ...headers, 'Content-Length', String(bytes.length)];
  const calls: (() => PhaseAnswer | undefined)[] = [
    () => void transaction.requestLine(body === '' ? 'GET' : 'POST', target, 'HTTP/1.1'),
    () => transaction.requestHeaders(fields),
    () => transaction.requestBodyChunk(bytes),
    () => transaction.requestBody(),
    () => void transaction.logging(),
  ];
  const costs: number[] = [];
  for (const call of calls) {
    let answer = timed(call, costs);
    while (answer === UNFINISHED) answer = timed(() => transaction.resume(), costs);
  }
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  return { place, longest: Math.max(...costs), total, slices: costs.length - calls.length + 1 };
}

/** CPU of the process: thread CPU is counted in ticks of 4 ms on some kernels. Helper threads can only make it look worse. */
function timed<T>(call: () => T, costs: number[]): T {
  const before = process.cpuUsage();
  const result = call();
  const used = process.cpuUsage(before);
  costs.push((used.user + used.system) / 1000);
  return result;
}

const encode = (text: string): string =>
  text.replace(/[^A-Za-z0-9._~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

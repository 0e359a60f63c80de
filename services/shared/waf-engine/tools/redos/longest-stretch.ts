import type { SiteRuleSet } from '../../src/index.ts';

const CONNECTION = {
  id: 'redos',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};

/** Places in which a stranger can put 8 KB. */
const SHAPES: readonly ((text: string) => { target: string; headers: string[]; body: string })[] = [
  (text) => ({ target: `/?q=${encode(text)}`, headers: [], body: '' }),
  (text) => ({ target: '/', headers: ['User-Agent', text], body: '' }),
  (text) => ({ target: '/', headers: ['Cookie', `a=${text}`], body: '' }),
  (text) => ({
    target: '/',
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: `q=${encode(text)}`,
  }),
];

/** Milliseconds of thread CPU of the longest call into the engine, best of `repeat` runs, worst of all places. */
export function longestStretch(site: SiteRuleSet, text: string, repeat: number): number {
  return Math.max(
    ...SHAPES.map((shape) => {
      const request = shape(text);
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < repeat; run++) best = Math.min(best, once(site, request));
      return best;
    }),
  );
}

function once(site: SiteRuleSet, request: { target: string; headers: string[]; body: string }): number {
  const transaction = site.beginTransaction(CONNECTION);
  const headers = [
    'Host',
    'a.example',
    'Accept',
    '*/*',
    ...request.headers,
    'Content-Length',
    String(request.body.length),
  ];
  const bytes = Buffer.from(request.body, 'latin1');
  const calls = [
    () => transaction.requestLine(request.body === '' ? 'GET' : 'POST', request.target, 'HTTP/1.1'),
    () => transaction.requestHeaders(headers),
    () => transaction.requestBodyChunk(bytes),
    () => transaction.requestBody(),
    () => transaction.logging(),
  ];
  return Math.max(...calls.map(cpuMilliseconds));
}

/** Of the process: thread CPU is counted in ticks of 4 ms on some kernels. Helper threads can only make it look worse. */
function cpuMilliseconds(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

const encode = (text: string): string =>
  text.replace(/[^A-Za-z0-9._~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

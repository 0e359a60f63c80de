import { WORKLOADS } from '../../bench/workloads.ts';

/** Visitors of one site do not all send the same bytes: what is remembered of one request shall not answer for all. */
const VARIED: Readonly<Record<string, readonly (readonly [text: string, nth: (nth: number) => string])[]>> = {
  'browser GET, 17 headers': [
    ['/catalogue?page=4&sort=price', (nth) => `/catalogue/${nth % 50}?page=${nth}&sort=price`],
    ['4f1c2a9e8b7d6c5f4e3d2c1b0a998877', (nth) => nth.toString(16).padStart(32, '7c1d')],
  ],
  '1 KB form': [
    ['a+visitor+may+have+typed', (nth) => `a+visitor+${String(nth).padStart(6, '0')}+types`],
    ['4f1c2a9e8b7d6c5f4e3d2c1b0a998877', (nth) => nth.toString(16).padStart(32, '7c1d')],
  ],
};

export const REPLAYED = Object.keys(VARIED);

/** So many requests of a workload of the edge's benchmark, each another one, of the same length. */
export function variedRequests(workload: string, count: number): Buffer[] {
  const known = WORKLOADS.find(({ name }) => name === workload);
  if (known === undefined) throw new Error(`there is no workload ${workload}`);
  const bytes = known.request.toString('latin1');
  return Array.from({ length: count }, (_, nth) => {
    const [head = '', body = ''] = VARIED[workload]!.reduce(
      (text, [from, to]) => text.replaceAll(from, to(nth)),
      bytes,
    ).split('\r\n\r\n');
    const framed = head.replace(/Content-Length: \d+/, `Content-Length: ${body.length}`);
    return Buffer.from(`${framed}\r\n\r\n${body}`, 'latin1');
  });
}

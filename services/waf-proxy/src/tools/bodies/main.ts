// `npm run prove:bodies [-- --gigabytes 2]`: one body of that size each way through a worker that inspects; prints what
// the worker's memory grew by, and ends with 1 if a byte is missing or the growth reaches the limit.
import { parseArgs } from 'node:util';
import { GROWTH_LIMIT_BYTES, measureBodies } from './measure-bodies.ts';

const MEBIBYTE = 1024 * 1024;
const { values } = parseArgs({ options: { gigabytes: { type: 'string', default: '2' } } });
const bytes = Math.round(Number(values.gigabytes) * 1024) * MEBIBYTE;
if (!(bytes > 0)) throw new Error('--gigabytes must be a number greater than 0');

const measurements = await measureBodies(bytes);
const mebibytes = (count: number) => Math.round(count / MEBIBYTE);
console.table(
  Object.fromEntries(
    measurements.map(({ what, arrived, seconds, beforeBytes, peakBytes }) => [
      what,
      {
        'sent MiB': mebibytes(bytes),
        'arrived MiB': mebibytes(arrived),
        'MiB/s': mebibytes(arrived / seconds),
        'worker before MiB': mebibytes(beforeBytes),
        'at most MiB': mebibytes(peakBytes),
        'growth MiB': mebibytes(peakBytes - beforeBytes),
      },
    ]),
  ),
);
const failed = measurements.filter(
  ({ arrived, beforeBytes, peakBytes }) => arrived !== bytes || peakBytes - beforeBytes >= GROWTH_LIMIT_BYTES,
);
console.log(
  failed.length === 0
    ? `both passed: every byte arrived, growth below ${mebibytes(GROWTH_LIMIT_BYTES)} MiB`
    : `failed: ${failed.map(({ what }) => what).join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

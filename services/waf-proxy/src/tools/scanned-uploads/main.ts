// `npm run prove:uploads [-- --gigabytes 2]`: uploads of that size to a site that has them scanned by clamd: within the
// scanner's limit, and beyond it where the site lets them pass or refuses them. Prints what the worker's memory grew by,
// and ends with 1 if a byte is missing or the growth reaches the limit.
import { parseArgs } from 'node:util';
import { GROWTH_LIMIT_BYTES, measureScannedUploads } from './measure.ts';

const MIB = 1024 * 1024;
const { values } = parseArgs({ options: { gigabytes: { type: 'string', default: '2' } } });
// clamd takes streams of less than 2 GiB.
const bytes = Math.min(2_046, Math.round(Number(values.gigabytes) * 1_024)) * MIB;
const uploads = await measureScannedUploads(bytes);
const mebibytes = (count: number) => Math.round(count / MIB);
console.table(
  uploads.map(({ what, arrived, seconds, growthBytes }) => ({
    what,
    'sent MiB': mebibytes(bytes),
    'arrived MiB': mebibytes(arrived),
    seconds: seconds.toFixed(1),
    'growth MiB': mebibytes(growthBytes),
  })),
);
const failed = uploads.filter(({ what, arrived, growthBytes }) => {
  const expected = what === 'beyond the scanner: refused' ? 0 : bytes;
  return arrived !== expected || growthBytes >= GROWTH_LIMIT_BYTES;
});
console.log(`${uploads.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

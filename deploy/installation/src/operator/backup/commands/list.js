import { OperatorError } from '../../base/operator-error.ts';
import { BASE } from '../bases.ts';
import { readUnverified } from '../manifest.ts';
import { isSegment } from '../point-in-time/segments.ts';
import { piecesIn } from '../point-in-time/wal-archive.ts';
import { backupsIn } from '../retention.ts';
export async function listed(store) {
  const names = [...(await backupsIn(store)), ...(await backupsIn(store, 'base-', BASE))];
  const backups = [];
  for (const name of names) backups.push(await told(store, name));
  const last = (await piecesIn(store)).findLast((piece) => isSegment(piece.name));
  return { backups, logUntil: last?.at.toISOString() ?? null };
}
async function told(store, name) {
  try {
    const { manifest } = await readUnverified(store, name);
    const { at, version, base } = manifest;
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const kind = base === undefined ? 'dump' : base.parent === null ? 'base' : 'incremental base';
    return { name, kind, at, version, bytes };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const kind = name.startsWith('base-') ? 'base' : 'dump';
    return { name, kind, at: '', version: '', bytes: 0, problem: error.code };
  }
}
export function printedList({ backups, logUntil }) {
  const lines = backups.map(({ name, kind, at, version, bytes, problem }) =>
    problem === undefined
      ? `${name}  ${at}  ${version}  ${(bytes / 2 ** 20).toFixed(1)} MiB  ${kind}\n`
      : `${name}  not readable [${problem}]\n`,
  );
  return `${lines.join('')}${logUntil === null ? '' : `log stored until ${logUntil}\n`}`;
}

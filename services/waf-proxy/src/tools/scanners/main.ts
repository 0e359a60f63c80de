// npm run prove:scanners [-- --only sqlmap|wapiti|uploads|tampers] [--seconds 120] [--tampers N] [--show]
//
// sqlmap at level 5 and risk 3 with its tamper scripts, wapiti with its modules, and uploads of scripts, against a shop that
// is full of holes: once as it is, once behind an edge with the managed rules at medium. Prints what each found; ends with 1 if
// anything was found behind the edge, or not found without it. Everything stays on loopback.
import { parseArgs } from 'node:util';
import { startOwnEdge } from '../replay/own-edge.ts';
import type { Finding } from './finding.ts';
import { runSqlmap, SQL_TARGETS, type SqlTarget, tamperScripts } from './sqlmap.ts';
import { probeUploads } from './upload-probe.ts';
import { startVulnerableOrigin } from './vulnerable-origin.ts';
import { runWapiti } from './wapiti.ts';

const PARTS = ['uploads', 'sqlmap', 'wapiti', 'tampers'] as const;
const TAMPERED: SqlTarget = 'number in a query';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '120' },
    tampers: { type: 'string', default: '1000' },
    show: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const parts = PARTS.filter((part) => values.only?.includes(part) ?? true);
const origin = await startVulnerableOrigin();
const edge = await startOwnEdge('localhost', origin.port);
let failed = false;

try {
  if (parts.includes('uploads')) await compare((port) => probeUploads(port));
  if (parts.includes('sqlmap'))
    for (const target of Object.keys(SQL_TARGETS) as SqlTarget[])
      await compare((port) => runSqlmap({ port, target, seconds }));
  if (parts.includes('wapiti')) await compare((port) => runWapiti(port, origin.port, 3 * seconds));
  if (parts.includes('tampers'))
    for (const tamper of (await tamperScripts()).slice(0, Number(values.tampers)))
      report(
        'behind the edge',
        await runSqlmap({ port: edge.port, target: TAMPERED, tamper, seconds }),
        false,
      );
} finally {
  await edge.stop();
  origin.close();
}
console.log(failed ? 'failed' : 'passed');
process.exitCode = failed ? 1 : 0;

async function compare(scan: (port: number) => Promise<Finding>): Promise<void> {
  report('bare', await scan(origin.port), true);
  report('behind the edge', await scan(edge.port), false);
}

function report(
  where: string,
  { scanner, what, found, seconds: took, cut, said }: Finding,
  expected: boolean,
): void {
  const right = found.length > 0 === expected;
  if (!right) failed = true;
  console.log(
    `${right ? 'ok  ' : 'BAD '} ${scanner}, ${what}, ${where}: ${found.length === 0 ? 'nothing' : found.join('; ')} (${took.toFixed(0)} s${cut ? ', cut' : ''})`,
  );
  if (values.show && !right) console.log(said);
}

// npm run prove:scanners [-- --only sqlmap|wapiti|uploads|tampers] [--seconds 3600] [--tamper NAME] [--show]
//
// sqlmap at level 5 and risk 3, the same with each of its tamper scripts, wapiti with its modules that attack, and uploads of
// scripts, against a shop that is full of holes: once as it is, once behind an edge with the managed rules at medium. Prints
// what each found; ends with 1 if anything was found behind the edge, if a hole was not found without it, or if a scanner had
// not ended in time: what was not tried proves nothing. Everything stays on loopback.
import { parseArgs } from 'node:util';
import { startOwnEdge } from '../replay/own-edge.ts';
import type { Finding } from './finding.ts';
import { runSqlmap, SQL_TARGETS, type SqlTarget, tamperScripts } from './sqlmap.ts';
import { probeUploads } from './upload-probe.ts';
import { startVulnerableOrigin } from './vulnerable-origin.ts';
import { runWapiti, WAPITI_FINDS } from './wapiti.ts';

const PARTS = ['uploads', 'wapiti', 'sqlmap', 'tampers'] as const;
const TAMPERED: SqlTarget = 'number in a query';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '3600' },
    tamper: { type: 'string', multiple: true },
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
  if (parts.includes('wapiti')) await compare((port) => runWapiti(port, seconds), WAPITI_FINDS);
  if (parts.includes('sqlmap'))
    for (const target of Object.keys(SQL_TARGETS) as SqlTarget[])
      await compare((port) => runSqlmap({ port, target, seconds }));
  if (parts.includes('tampers')) await tryTampers(values.tamper ?? (await tamperScripts()));
} finally {
  await edge.stop();
  origin.close();
}
console.log(failed ? 'failed' : 'passed');
process.exitCode = failed ? 1 : 0;

/** `holes`: what is to be found without the edge; each of them, or anything. */
async function compare(
  scan: (port: number) => Promise<Finding>,
  holes: readonly string[] = [],
): Promise<void> {
  const bare = await scan(origin.port);
  const missed = holes.filter((hole) => !bare.found.some((found) => found.startsWith(hole)));
  report('bare', bare, bare.found.length > 0 && missed.length === 0);
  if (missed.length > 0) console.log(`     not found: ${missed.join('; ')}`);
  expectNothing(await scan(edge.port));
}

/** Most scripts are for other databases: with those nothing is found without the edge either, which proves nothing. */
async function tryTampers(scripts: readonly string[]): Promise<void> {
  let working = 0;
  for (const tamper of scripts) {
    const run = { target: TAMPERED, tamper, seconds };
    const bare = await runSqlmap({ ...run, port: origin.port, isBrief: true });
    report('bare', bare, null);
    if (bare.found.length === 0) continue;
    working++;
    expectNothing(await runSqlmap({ ...run, port: edge.port }));
  }
  console.log(`${working} of ${scripts.length} tamper scripts leave attacks that this database understands`);
  if (working === 0) failed = true;
}

function expectNothing(finding: Finding): void {
  report('behind the edge', finding, finding.found.length === 0 && !finding.cut);
}

/** `isRight` null: whatever it is. */
function report(
  where: string,
  { scanner, what, found, seconds: took, cut, said }: Finding,
  isRight: boolean | null,
): void {
  if (isRight === false) failed = true;
  const mark = isRight === null ? '  ' : isRight ? 'ok' : 'BAD';
  console.log(
    `${mark.padEnd(4)} ${scanner}, ${what}, ${where}: ${found.length === 0 ? 'nothing' : found.join('; ')} (${took.toFixed(0)} s${cut ? ', cut' : ''})`,
  );
  if (values.show && isRight === false) console.log(said);
}

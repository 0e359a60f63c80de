// npm run prove:slow [-- --many-addresses] [KIND …]: a thousand slow connections of each kind against the edge, and a table
// of what became of them. With --many-addresses the cap of connections per address is lifted, which is the attack of a botnet.
import { SLOW_ATTACKS } from './attacks.ts';
import { runAttack } from './run-attack.ts';
import { startSlowEdge } from './slow-edge.ts';

const SIZE = { connections: 1_000, perSecond: 200, seconds: 240 };

const words = process.argv.slice(2);
const chosen = words.filter((word) => !word.startsWith('-'));
const edge = await startSlowEdge(!words.includes('--many-addresses'));
const results = [];
for (const attack of SLOW_ATTACKS) {
  if (chosen.length > 0 && !chosen.includes(attack.name)) continue;
  console.log(`${attack.name}: ${attack.what}, ${SIZE.connections} connections…`);
  results.push(await runAttack(attack, edge, SIZE));
}
await edge.stop();
console.table(results);
const failed = results.filter(
  ({ allClosedAfter, probesFailed }) => allClosedAfter === null || probesFailed > 0,
);
if (failed.length > 0) {
  console.error(`not held: ${failed.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}

// `npm run waf:fresh -- [--sensitivity low|medium|high] [--show]`
//
// Sends attacks of our own in every place and disguise through the managed rules and prints what is stopped: by class and place,
// by class and disguise. `--show` lists what passed, with the places and disguises of each; honest requests that are refused fail it.
import { parseArgs } from 'node:util';
import { judge, managedSite } from '../score/judge.ts';
import { percent, type Share } from '../score/tally.ts';
import { HONEST_REQUESTS } from './honest.ts';
import { type FreshCase, isBlocked, runFresh } from './run.ts';
import { WHOLE_REQUESTS } from './whole-requests.ts';

const { values } = parseArgs({
  options: { sensitivity: { type: 'string', default: 'medium' }, show: { type: 'boolean', default: false } },
});
const sensitivity = (['low', 'medium', 'high'] as const).find((one) => one === values.sensitivity);
if (sensitivity === undefined) throw new Error('--sensitivity is one of low, medium, high');
const site = managedSite(sensitivity);

const cases = [...runFresh(site)];
const round = (part: Share): number => Math.round(percent(part));

function table(column: 'place' | 'encoding'): Record<string, Record<string, number>> {
  const shares = new Map<string, Map<string, { sent: number; blocked: number }>>();
  const add = (row: string, name: string, blocked: boolean) => {
    const line = shares.get(row) ?? new Map();
    shares.set(row, line);
    const share = line.get(name) ?? { sent: 0, blocked: 0 };
    line.set(name, share);
    share.sent++;
    if (blocked) share.blocked++;
  };
  for (const one of cases)
    for (const row of [one.family, 'all'])
      for (const name of [one[column], 'all']) add(row, name, one.blocked);
  return Object.fromEntries(
    [...shares].map(([row, line]) => [
      row,
      Object.fromEntries([...line].map(([name, share]) => [name, round(share)])),
    ]),
  );
}

console.table(table('place'));
console.table(table('encoding'));
if (values.show) showPassed(cases.filter(({ blocked }) => !blocked));

const passed = Object.entries(WHOLE_REQUESTS).filter(([, request]) => !isBlocked(site, request));
console.log(
  `whole requests: ${passed.length} of ${Object.keys(WHOLE_REQUESTS).length} passed`,
  passed.map(([name]) => name),
);
const honest = Object.entries(HONEST_REQUESTS);
const refused = honest.filter(([, request]) => isBlocked(site, request));
console.log(
  `honest requests: ${refused.length} of ${honest.length} refused`,
  refused.map(([name, request]) => [name, ...judge(site, request).findings]),
);
console.log(`attacks: ${cases.filter(({ blocked }) => blocked).length} of ${cases.length} stopped`);

function showPassed(missed: readonly FreshCase[]): void {
  const where = new Map<string, string[]>();
  for (const { family, attack, place, encoding } of missed) {
    const key = `${family}\t${JSON.stringify(attack)}`;
    where.set(key, [...(where.get(key) ?? []), `${place}/${encoding}`]);
  }
  for (const [key, list] of where) console.log(`${list.length}\t${key}\t${list.slice(0, 8).join(', ')}`);
}

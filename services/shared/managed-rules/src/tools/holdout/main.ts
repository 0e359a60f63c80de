// `npm run waf:holdout -- [--set NAME …] [--sensitivity low|medium|high] [--show]`
//
// Sends attacks of our own in every place and disguise through the managed rules and prints what is stopped: by class and place,
// by class and disguise. `--show` lists what passed, with the places and disguises of each; behind it the honest requests that are refused.
import { parseArgs } from 'node:util';
import { judge, managedSite } from '../score/judge.ts';
import { percent, type Share } from '../score/tally.ts';
import { type HoldoutCase, isBlocked, runHoldout } from './run.ts';
import { HOLDOUT_SET_NAMES, HOLDOUT_SETS, type HoldoutSet } from './sets.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true },
    sensitivity: { type: 'string', default: 'medium' },
    show: { type: 'boolean', default: false },
  },
});
const sensitivity = (['low', 'medium', 'high'] as const).find((one) => one === values.sensitivity);
if (sensitivity === undefined) throw new Error('--sensitivity is one of low, medium, high');
const names = HOLDOUT_SET_NAMES.filter((name) => values.set?.includes(name) ?? true);
if (names.length === 0) throw new Error(`--set is one of ${HOLDOUT_SET_NAMES.join(', ')}`);
const site = managedSite(sensitivity);

const round = (part: Share): number => Math.round(percent(part));
for (const name of names) tell(name, HOLDOUT_SETS[name]);

function tell(name: string, set: HoldoutSet): void {
  const cases = [...runHoldout(site, set)];
  console.log(`${name} set at ${sensitivity}`);
  console.table(sharesBy(cases, 'family', 'encoding'));
  console.table(sharesBy(cases, 'place', 'encoding'));
  if (values.show) showPassed(cases.filter(({ blocked }) => !blocked));

  const passed = Object.entries(set.whole).filter(([, request]) => !isBlocked(site, request));
  console.log(
    `whole requests: ${passed.length} of ${Object.keys(set.whole).length} passed`,
    passed.map(([title]) => title),
  );
  const honest = Object.entries(set.honest);
  const refused = honest.filter(([, request]) => isBlocked(site, request));
  for (const [title, request] of refused)
    console.log(`refused\t${JSON.stringify(title)}\t${judge(site, request).findings.join(' | ')}`);
  console.log(`honest requests: ${refused.length} of ${honest.length} refused`);
  console.log(`attacks: ${cases.filter(({ blocked }) => blocked).length} of ${cases.length} stopped`);
}

function sharesBy(
  cases: readonly HoldoutCase[],
  line: 'family' | 'place',
  column: 'encoding',
): Record<string, Record<string, number>> {
  const shares = new Map<string, Map<string, { sent: number; blocked: number }>>();
  for (const one of cases)
    for (const row of [one[line], 'all'])
      for (const name of [one[column], 'all']) {
        const inLine = shares.get(row) ?? new Map<string, { sent: number; blocked: number }>();
        shares.set(row, inLine);
        const share = inLine.get(name) ?? { sent: 0, blocked: 0 };
        inLine.set(name, share);
        share.sent++;
        if (one.blocked) share.blocked++;
      }
  return Object.fromEntries(
    [...shares].map(([row, inLine]) => [
      row,
      Object.fromEntries([...inLine].map(([name, share]) => [name, round(share)])),
    ]),
  );
}

function showPassed(missed: readonly HoldoutCase[]): void {
  const where = new Map<string, string[]>();
  for (const { family, attack, place, encoding } of missed) {
    const key = `${family}\t${JSON.stringify(attack)}`;
    where.set(key, [...(where.get(key) ?? []), `${place}/${encoding}`]);
  }
  for (const [key, list] of where) console.log(`${list.length}\t${key}\t${list.slice(0, 8).join(', ')}`);
}

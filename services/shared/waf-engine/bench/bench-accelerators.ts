import { ACCELERATOR_NAMES, type Accelerator, type SiteRuleSet } from '../src/index.ts';
import type { BenchRequest } from './request-kinds.ts';
import { runRequest } from './run-request.ts';

const WARM_UP = 300;
const ROUNDS = 41;

/** Turns are short and in turn, so that what else the machine does meets all alike. */
export function benchAccelerators(
  site: SiteRuleSet,
  requests: readonly BenchRequest[],
  names: readonly Accelerator[] = ACCELERATOR_NAMES,
): void {
  const { switches } = site.ruleSet;
  const settings: readonly (readonly Accelerator[])[] = [[], ...names.map((name) => [name])];
  console.log('Time without each, where all in use is 1.00 (medians of turns taken in turn):');
  console.log(['accelerator', ...requests.map(({ name }) => name)].join(' | '));
  const columns = requests.map((request) => {
    const count = batchOf(request);
    const turns = settings.map((): number[] => []);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, off] of settings.entries()) {
        switches.switchOff(off);
        if (round === 0)
          for (let warm = 0; warm < Math.min(count, WARM_UP); warm++) runRequest(site, request);
        else turns[index]!.push(timeOf(site, request, count));
      }
    }
    const [all, ...each] = turns.map(median);
    return each.map((time) => time / all!);
  });
  for (const [index, name] of names.entries())
    console.log([name, ...columns.map((column) => column[index]!.toFixed(2))].join(' | '));
  switches.switchOff([]);
}

const batchOf = ({ body }: BenchRequest): number => (body !== null && body.length > 4096 ? 12 : 300);

function timeOf(site: SiteRuleSet, request: BenchRequest, count: number): number {
  const before = process.cpuUsage();
  for (let turn = 0; turn < count; turn++) runRequest(site, request);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 1]!;

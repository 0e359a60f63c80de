import { THREATS, threatOfCode } from '../records/threats.rules.ts';

/** The display name of the threat class that was blocked most; empty if none was. */
export function topThreat(threats: readonly { value: string; blocked: number }[]): string {
  const [top] = threats
    .filter(({ value, blocked }) => blocked > 0 && THREATS[threatOfCode(Number(value))].severity !== 'SAFE')
    .sort((a, b) => b.blocked - a.blocked);
  return top === undefined ? '' : (THREATS[threatOfCode(Number(top.value))].name ?? '');
}

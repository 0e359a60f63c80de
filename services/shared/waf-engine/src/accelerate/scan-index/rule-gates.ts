import type { CompiledRule } from '../../model/compiled-rules.ts';

/**
 * For every rule of a phase, which conditions may jump over it (`skipAfter`, `skip`), as one string. Rule sets switch
 * whole levels of strictness that way, file by file: rules behind equal gates run, or are skipped, together, so it pays to
 * scan for them together and not at all where their gate is shut.
 */
export function gatesOf(rules: readonly CompiledRule[]): string[] {
  const open: { readonly end: number; readonly gate: string }[] = [];
  return rules.map((rule, position) => {
    const gates = new Set(open.filter(({ end }) => end > position).map(({ gate }) => gate));
    const end = rule.skipTo >= 0 ? rule.skipTo : rule.skip > 0 ? position + 1 + rule.skip : 0;
    if (end > position + 1) open.push({ end, gate: conditionOf(rule) });
    return [...gates].sort().join(' ');
  });
}

const conditionOf = (rule: CompiledRule): string =>
  rule.links
    .map(
      ({ targets, operatorText }) =>
        `${targets.map((target) => target.text.toLowerCase()).join('|')}${operatorText}`,
    )
    .join('&');

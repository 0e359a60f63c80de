import { compileAbsenceCheck, compilePattern, type Pattern } from '@palisade/regex';
import { patternOfBytes } from '../../evaluate/transformations/byte-classes.ts';
import type { CompiledRule } from '../../model/compiled-rules.ts';
import type { Dismissal } from '../../model/operator.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import type { Prefilter } from './prefilter.ts';

/** ARGS and ARGS_NAMES mostly have the same rules: equal lists share one automaton. */
export class Prefilters {
  private readonly known = new Map<string, Prefilter | null>();

  /** `null` where a rule asks for more than a pass over bytes shows. */
  of(rules: readonly CompiledRule[]): Prefilter | null {
    const key = rules.map((rule) => rule.index).join();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const prefilter = build(rules);
    this.known.set(key, prefilter);
    return prefilter;
  }
}

/** Not for `!`, where nothing found is what counts, and not for phrases, which CRS has for forms that few values already are. */
function build(rules: readonly CompiledRule[]): Prefilter | null {
  const patterns: Pattern[] = [];
  const dismissals = new Set<Dismissal>();
  const steps = new Set<TransformationEntry>();
  for (const rule of rules) {
    const { negated, operator, transformations } = rule.links[0]!;
    const scan = operator!.scan;
    if (negated || scan === undefined || scan.kind === 'phrases') return null;
    if (scan.kind === 'pattern') patterns.push(scan.pattern);
    else if (scan.needs !== undefined) patterns.push(compilePattern(scan.needs));
    else if (scan.dismissal !== undefined) dismissals.add(scan.dismissal);
    else return null;
    for (const step of transformations.steps) steps.add(step);
  }
  for (const { triggers, changes } of steps) {
    if (triggers === null) return null;
    patterns.push(compilePattern(changes ?? patternOfBytes(triggers)));
  }
  if (patterns.length === 0) return null;
  return { absence: compileAbsenceCheck(patterns), dismissals: [...dismissals] };
}

import type {
  CompiledRuleSet,
  CompileOptions,
  ConnectionFacts,
  RuleExclusion,
  RuleSetOverlay,
  RuleSource,
  SiteRuleSet,
  SlicedTransaction,
  Transaction,
  TransactionPorts,
} from '../api.ts';
import { RuleError } from '../errors.ts';
import { SitePlans } from '../planning/site-plans.ts';
import { encodeUtf8 } from '../seclang/byte-text.ts';
import { RuleTransaction } from '../transaction/transaction.ts';
import { compileProgram } from './compile.ts';
import { parseTargets } from './draft-builder.ts';
import type { CompiledTarget, Program } from './program.ts';
import { parseIdRanges, type RuleSelection } from './rule-selection.ts';
import { selects } from './select-rules.ts';
import { SiteExclusions, type SiteView } from './site-view.ts';
import { compileTarget } from './targets.ts';

/**
 * Compiles SecLang sources, in order, to a frozen rule set.
 * @throws RuleError for the first thing that cannot be compiled
 */
export function compileRuleSet(
  sources: readonly RuleSource[],
  options: CompileOptions = {},
): CompiledRuleSet {
  const program = compileProgram(sources, options);
  const plans = new SitePlans(options.evaluation !== 'naive');
  const ruleSet: CompiledRuleSet = {
    ruleCount: program.rules.length,
    ruleIds: Object.freeze(program.rules.map((rule) => rule.id)),
    bodyLimits: Object.freeze({ ...program.settings.limits }),
    describe: (id) => program.rulesById.get(id)?.description ?? null,
    withOverlay: (overlay) => openSite(ruleSet, program, plans, overlay),
  };
  return Object.freeze(ruleSet);
}

function openSite(
  ruleSet: CompiledRuleSet,
  program: Program,
  plans: SitePlans,
  overlay: RuleSetOverlay,
): SiteRuleSet {
  const mode = overlay.mode ?? program.settings.mode;
  const exclusions = resolveExclusions(program, overlay.exclusions ?? []);
  const view: SiteView = { mode, exclusions, ...plans.planFor(program, overlay.tx ?? {}, exclusions) };
  return Object.freeze({
    ruleSet,
    mode: view.mode,
    // Without an end to its only slice a transaction is never unfinished.
    beginTransaction: (connection: ConnectionFacts, ports: TransactionPorts = {}): Transaction =>
      new RuleTransaction(program, view, connection, ports, Number.POSITIVE_INFINITY) as Transaction,
    beginSlicedTransaction: (
      connection: ConnectionFacts,
      stepsPerSlice: number,
      ports: TransactionPorts = {},
    ): SlicedTransaction => new RuleTransaction(program, view, connection, ports, stepsPerSlice),
  });
}

function resolveExclusions(program: Program, exclusions: readonly RuleExclusion[]): SiteExclusions | null {
  if (exclusions.length === 0) return null;
  const resolved = new SiteExclusions(program.rules.length);
  for (const exclusion of exclusions) {
    const selection = selectionOf(exclusion);
    const target = exclusion.target === undefined ? null : targetOf(exclusion, exclusion.target);
    const pathPrefix = exclusion.pathPrefix === undefined ? null : encodeUtf8(exclusion.pathPrefix);
    const rules = program.rules.filter((rule) => selects(selection, rule)).map((rule) => rule.index);
    resolved.add({ name: exclusion.name, target, pathPrefix }, rules);
  }
  return resolved;
}

function selectionOf({ by, name }: RuleExclusion): RuleSelection {
  if ('tag' in by) return { by: 'tag', tag: encodeUtf8(by.tag) };
  if ('msg' in by) return { by: 'msg', message: encodeUtf8(by.msg) };
  const selection = parseIdRanges(by.id);
  if (selection !== null) return selection;
  const detail = `rule id or range expected, not '${by.id}'`;
  throw new RuleError('seclang_bad_argument', detail, { file: `exclusion ${name}`, line: 1, column: 1 });
}

function targetOf({ name }: RuleExclusion, text: string): CompiledTarget {
  const file = `exclusion ${name}`;
  const [node, surplus] = parseTargets(encodeUtf8(text), file);
  if (node === undefined || surplus !== undefined || node.modifier !== 'none') {
    throw new RuleError('seclang_bad_argument', `one target expected, not '${text}'`, {
      file,
      line: 1,
      column: 1,
    });
  }
  return compileTarget(node);
}

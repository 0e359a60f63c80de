import type {
  CompiledRuleSet,
  CompileOptions,
  ConnectionFacts,
  RuleSetOverlay,
  RuleSource,
  SiteRuleSet,
  SlicedTransaction,
  Transaction,
  TransactionPorts,
} from '../api.ts';
import { SitePlans } from '../planning/site-plans.ts';
import { RuleTransaction } from '../transaction/transaction.ts';
import { compileProgram } from './compile.ts';
import { resolveExclusions } from './exclusions.ts';
import type { Program } from './program.ts';
import type { SiteView } from './site-view.ts';

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
    readsBodies: program.settings.requestBodyReadings,
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

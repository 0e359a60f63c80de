import type { CompiledRule } from '../compiler/program.ts';
import type { TransactionState } from './state.ts';

/** Tells, for one phase, which rules cannot match, without evaluating them one by one. */
export interface ScanIndex {
  begin(state: TransactionState): PhaseSelection;
}

export interface PhaseSelection {
  /** False only if the rule's first link certainly does not match. */
  mayMatch(rule: CompiledRule): boolean;
}

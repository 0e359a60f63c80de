import type { Phase } from './api.ts';

/**
 * The running transaction, as readers of variables and effects of rules get it. The model only hands it through: what it knows
 * is the evaluation's (`TransactionState`).
 */
export interface RuleState {
  readonly phase: Phase;
}

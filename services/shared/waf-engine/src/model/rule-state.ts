import type { Phase } from './api.ts';

/**
 * The running transaction, as variables and effects receive it. The model only passes it through; its contents belong
 * to the evaluation (`TransactionState`).
 */
export interface RuleState {
  readonly phase: Phase;
}

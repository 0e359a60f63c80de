// What may prove a claim of the public pages.
import type { GatedFeature } from '../services/shared/entitlements/src/entitlements.ts';

export type Proof =
  /** A test, by its file and a part of its name. */
  | { readonly test: readonly [file: string, name: string] }
  /** A line of a file: a constant, a statement, a licence. */
  | { readonly line: readonly [file: string, text: string] }
  /** The plans that are named beside the claim are those whose entitlements include it. */
  | { readonly plans: GatedFeature | 'all' }
  /** What people keep and no machine can prove: whose word it is. */
  | { readonly word: 'the operator’s' | 'the vendors’ price lists' | 'of the list that follows' };

export const operator: Proof = { word: 'the operator’s' };
export const vendors: Proof = { word: 'the vendors’ price lists' };
export const everyPlan: Proof = { plans: 'all' };
export const test = (file: string, name: string): Proof => ({ test: [file, name] });
export const line = (file: string, text: string): Proof => ({ line: [file, text] });
export const plans = (feature: GatedFeature): Proof => ({ plans: feature });

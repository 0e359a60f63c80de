import type { Lendable } from '@palisade/testing';
import { Stack } from '../stack.ts';
import { GROUPS } from './groups.ts';

/** Where the shared products of this run can be borrowed; set by the e2e tests' global set-up. */
export const VARIABLE = 'PALISADE_E2E_STACKS';

/** How the product of each group starts. */
export const STARTS: Readonly<Record<string, () => Promise<Lendable>>> = Object.fromEntries(
  Object.entries(GROUPS).map(([group, options]) => [group, () => startStack(options)]),
);

async function startStack(options: readonly string[]): Promise<Stack> {
  const stack = new Stack();
  try {
    await stack.start(...options);
    return stack;
  } catch (error) {
    await stack.dispose();
    throw error;
  }
}

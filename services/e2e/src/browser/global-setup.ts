import { lend } from '@palisade/testing';
import { STARTS, VARIABLE } from '../shared/stacks.ts';

/**
 * Before the first browser test of a run: a group's product is started for the first worker that wants it, and lives in this
 * process: neither a second worker nor one that replaces another after a failure starts it again.
 *
 * @returns what to call after the last test
 */
export default async function lendProducts(): Promise<() => Promise<void>> {
  const lender = await lend(VARIABLE, STARTS);
  return () => lender.end();
}

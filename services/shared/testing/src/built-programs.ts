import path from 'node:path';
import { type Program, programs } from '@palisade/local-servers';

const root = path.resolve(import.meta.dirname, '../../../..');

/**
 * Programs that a test starts as a process: built, as the launcher starts them. Fewer files halve the CPU time of a
 * start; decorators need built code anyway. `npm test` builds before it tests.
 */
export function builtProgram(name: Program): string {
  return programs(root, false)(name);
}

/** For processes that are not given all of the environment: where Node keeps what it has compiled, if the run has such a place. */
export function compiledCode(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

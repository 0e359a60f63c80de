import path from 'node:path';
import { type Program, programs } from '@palisade/local-servers';

const root = path.resolve(import.meta.dirname, '../../../..');

/**
 * What a test starts as a process: the built program, as the launcher starts it. In few files it is ready for half the processor
 * time; decorators need built code anyway. `npm test` builds before it tests.
 */
export function builtProgram(name: Program): string {
  return programs(root, false)(name);
}

/** For processes that are not given all of the environment: where Node keeps what it has compiled, if the run has such a place. */
export function compiledCode(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

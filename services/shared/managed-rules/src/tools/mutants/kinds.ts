import { chromiumInterpreter } from './accept/chromium.ts';
import type { Interpreter } from './accept/interpreter.ts';
import { pathInterpreter } from './accept/paths.ts';
import { shellInterpreter } from './accept/shells.ts';
import { sqliteInterpreter } from './accept/sqlite.ts';
import type { Mutation } from './mutate/mutation.ts';
import { PATH_MUTATIONS } from './mutate/paths.ts';
import { SCRIPT_MUTATIONS } from './mutate/script.ts';
import { SHELL_MUTATIONS } from './mutate/shell.ts';
import { SQL_MUTATIONS } from './mutate/sql.ts';

interface Kind {
  readonly mutations: Readonly<Record<string, Mutation>>;
  readonly start: () => Interpreter;
}

/** Classes of attacks, as the corpora name them, that an interpreter can confirm. */
export const KINDS = {
  sqli: { mutations: SQL_MUTATIONS, start: sqliteInterpreter },
  xss: { mutations: SCRIPT_MUTATIONS, start: chromiumInterpreter },
  rce: { mutations: SHELL_MUTATIONS, start: shellInterpreter },
  lfi: { mutations: PATH_MUTATIONS, start: pathInterpreter },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];

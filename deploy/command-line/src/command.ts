import type { ParseArgsConfig } from 'node:util';

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** What a command is given, and where it answers. */
export interface CommandInput {
  values: Values;
  positionals: readonly string[];
  environment: NodeJS.ProcessEnv;
  out: (text: string) => void;
  /** For people: progress, and what is no part of the answer. */
  note: (text: string) => void;
}

export interface Command {
  /** One line. */
  summary: string;
  /** What follows the command's name. */
  usage: string;
  /** Further text of `--help`, option by option. */
  help: string;
  options: Options;
  /** The exit code of a command line that cannot be meant, where 2 says something else (default: 2). */
  usageExit?: number;
  /** @returns the exit code */
  run(input: CommandInput): Promise<number>;
}

export const EXIT = { fine: 0, failed: 1, usage: 2 } as const;

export const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

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
  /** What `--help` tells besides, option by option. */
  help: string;
  options: Options;
  /** @returns the exit code */
  run(input: CommandInput): Promise<number>;
}

export const EXIT = { fine: 0, failed: 1, usage: 2 } as const;

/** Every command has it. */
export const INSTALLATION_OPTION = { installation: { type: 'string' } } as const satisfies Options;
export const INSTALLATION_HELP = `  --installation FOLDER  where its secrets are: the folder that \`secrets\` made, or the data directory of
                         \`npm start\` (default: PALISADE_INSTALLATION, else /secrets, else .palisade)`;

export const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

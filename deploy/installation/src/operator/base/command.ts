import type { Options } from '@palisade/command-line';

export {
  type Command,
  type CommandInput,
  EXIT,
  type Options,
  text,
  type Values,
} from '@palisade/command-line';

/** Every command has it. */
export const INSTALLATION_OPTION = { installation: { type: 'string' } } as const satisfies Options;
export const INSTALLATION_HELP = `  --installation FOLDER  where its secrets are: the folder that \`secrets\` made, or the data directory of
                         \`npm start\` (default: PALISADE_INSTALLATION, else /secrets, else .palisade)`;

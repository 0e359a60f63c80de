import { type CommandInput, type Options, text } from '@palisade/command-line';
import { DEFAULT_FILE, type ReadPolicy, readPolicyFile } from './policy-document.ts';

export const FILE_OPTION = { file: { type: 'string', short: 'f' } } as const satisfies Options;
export const FILE_HELP = `  -f, --file FILE        the policy (default: ${DEFAULT_FILE})`;

export const fileOf = ({ values }: CommandInput): string => text(values, 'file') ?? DEFAULT_FILE;
export const policyOf = (input: CommandInput): ReadPolicy => readPolicyFile(fileOf(input));

import { readFileSync } from 'node:fs';
import { type CommandInput, text } from '../base/command.ts';
import { OperatorError } from '../base/operator-error.ts';
import { askOnTerminal } from '../base/terminal.ts';
import { MIN_PASSPHRASE_LENGTH } from './keys.ts';

export const PASSPHRASE_OPTION = { 'passphrase-file': { type: 'string' } } as const;
export const PASSPHRASE_HELP = `  --passphrase-file FILE  its first line is the passphrase; without it PALISADE_BACKUP_PASSPHRASE is, or it is asked for.
                         Nobody can open a backup without it: keep it elsewhere than the backups`;

export async function passphraseOf({ values, environment }: CommandInput): Promise<string> {
  const file = text(values, 'passphrase-file');
  const passphrase =
    file === undefined
      ? (environment.PALISADE_BACKUP_PASSPHRASE ?? (await askOnTerminal('Passphrase of the backup: ')))
      : firstLineOf(file);
  if (passphrase.length < MIN_PASSPHRASE_LENGTH) {
    throw new OperatorError(
      'passphrase_too_short',
      `The passphrase has fewer than ${MIN_PASSPHRASE_LENGTH} characters.`,
      'Choose a longer one: the backup holds every secret of the installation.',
    );
  }
  return passphrase;
}

function firstLineOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0] ?? '';
  } catch (cause) {
    throw new OperatorError(
      'passphrase_unreadable',
      `The passphrase cannot be read: ${(cause as Error).message}.`,
      'Name a file that is there, as a user who may read it.',
      { cause },
    );
  }
}

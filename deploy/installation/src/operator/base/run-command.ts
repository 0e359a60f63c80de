import { spawn } from 'node:child_process';
import { OperatorError } from './operator-error.ts';

/** A word that the shell takes as it stands. */
const PLAIN_WORD = /^[\w./][\w./+-]*$/;

/** Before anything is changed: a container has no `docker`, say. A command line that begins with anything but a plain word is tried when its time has come. */
export async function refuseMissingProgram(command: string, code: string): Promise<void> {
  const program = /^\s*(\S+)/.exec(command)?.[1] ?? '';
  if (!PLAIN_WORD.test(program)) return;
  const found = await new Promise<boolean>((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('close', (status) => resolve(status === 0));
  });
  if (found) return;
  throw new OperatorError(
    code,
    `There is no ${program} where this command runs.`,
    'Leave it out, and run it yourself where it is; nothing was changed.',
  );
}

/** A command line of the operator's own; what it says is shown. @throws OperatorError with `code` where it fails */
export function runCommand(command: string, code: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', (status, signal) => {
      if (status === 0) resolve();
      else
        reject(
          new OperatorError(
            code,
            `The command ended (${signal ?? status}): ${command}`,
            'Mend it, then run the same again, which goes on here.',
          ),
        );
    });
  });
}

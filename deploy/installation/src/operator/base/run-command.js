import { spawn } from 'node:child_process';
import { OperatorError } from './operator-error.ts';
/** A command line of the operator's own; what it says is shown. @throws OperatorError with `code` where it fails */
export function runCommand(command, code) {
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

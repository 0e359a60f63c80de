import { OperatorError } from './operator-error.ts';
import { builtModule } from './workspace.ts';
/** Asks for a secret; what is typed is not shown. */
export async function askOnTerminal(question) {
  if (!process.stdin.isTTY) {
    throw new OperatorError(
      'no_terminal',
      'There is no terminal to ask for a secret on.',
      'Give it by the environment, as --help tells.',
    );
  }
  const { ask } = await builtModule('services/auth/dist/tools/ask.js');
  return await ask(question, true);
}

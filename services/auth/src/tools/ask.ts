import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';

/** Prompts on the terminal; with `hidden` the input is not shown. */
export async function ask(question: string, hidden = false): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stdout, terminal: stdin.isTTY });
  try {
    if (!hidden || !stdin.isTTY) return await terminal.question(question);
    stdout.write(question);
    // Readline echoes what it is given to write, so it is given nothing while the password is typed.
    const write = stdout.write.bind(stdout);
    stdout.write = () => true;
    try {
      return await terminal.question('');
    } finally {
      stdout.write = write;
      stdout.write('\n');
    }
  } finally {
    terminal.close();
  }
}

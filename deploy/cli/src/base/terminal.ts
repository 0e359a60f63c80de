import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { text as textOf } from 'node:stream/consumers';

const MAX_SECRET = 4_096;

/** What is typed is not shown; where there is no terminal, it is what standard input says. */
export async function askSecret(question: string): Promise<string> {
  if (!stdin.isTTY) return (await textOf(stdin)).slice(0, MAX_SECRET).trim();
  const terminal = createInterface({ input: stdin, output: stdout, terminal: true });
  // Readline echoes what it is given to write, so it is given nothing while the secret is typed.
  stdout.write(question);
  const write = stdout.write.bind(stdout);
  stdout.write = () => true;
  try {
    return (await terminal.question('')).trim();
  } finally {
    stdout.write = write;
    stdout.write('\n');
    terminal.close();
  }
}

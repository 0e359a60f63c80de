import { parseArgs } from 'node:util';
import { type Command, type CommandInput, EXIT } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { printableLines } from './printable.ts';

export type Surroundings = Pick<CommandInput, 'environment' | 'out' | 'note'>;

export interface Program {
  version: string;
  /** Of the overview: commands under who they are for. */
  sections: readonly { readonly title: string; readonly commands: Readonly<Record<string, Command>> }[];
}

/** Reads a command line and does what it says. @returns the exit code */
export async function runProgram(
  program: Program,
  args: readonly string[],
  given: Surroundings,
): Promise<number> {
  // Notes are for people, and quote files and servers.
  const surroundings = { ...given, note: (text: string) => given.note(printableLines(text)) };
  const [name = '', ...rest] = args;
  let usageExit: number = EXIT.usage;
  try {
    if (['', 'help', '--help', '-h'].includes(name)) {
      surroundings.out(overview(program));
      return name === '' ? EXIT.usage : EXIT.fine;
    }
    if (name === '--version') {
      surroundings.out(`${program.version}\n`);
      return EXIT.fine;
    }
    const command = commandOf(program, name);
    usageExit = command.usageExit ?? EXIT.usage;
    const { values, positionals } = parsed(command, rest);
    if (values.help === true) {
      surroundings.out(helpOf(name, command));
      return EXIT.fine;
    }
    return await command.run({ ...surroundings, values: values as CommandInput['values'], positionals });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    surroundings.note(`palisade: ${error.message} [${error.code}]`);
    if (error.todo !== '') surroundings.note(`  → ${error.todo}`);
    return error instanceof UsageError ? usageExit : EXIT.failed;
  }
}

function commandOf({ sections }: Program, name: string): Command {
  const section = sections.find(({ commands }) => Object.hasOwn(commands, name));
  if (section === undefined) throw new UsageError(`There is no command ${name}; see palisade --help.`);
  return section.commands[name]!;
}

function parsed(command: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new UsageError((cause as Error).message);
  }
}

function overview({ version, sections }: Program): string {
  const names = sections.flatMap(({ commands }) => Object.keys(commands));
  const width = Math.max(...names.map((name) => name.length));
  const parts = sections.map(({ title, commands }) => {
    const lines = Object.entries(commands).map(
      ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
    );
    return `${title}\n\n${lines.join('\n')}`;
  });
  return `Palisade ${version}\n\n  palisade COMMAND [options]\n\n${parts.join('\n\n')}\n\npalisade COMMAND --help tells more.\n`;
}

const helpOf = (name: string, { summary, usage, help }: Command): string =>
  `palisade ${name} ${usage}\n\n${summary}\n\n${help}\n`;

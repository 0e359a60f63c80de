import { parseArgs } from 'node:util';
import { type Command, type CommandInput, EXIT } from './base/command.ts';
import { OperatorError, UsageError } from './base/operator-error.ts';
import { VERSION } from './base/workspace.ts';
import { COMMANDS } from './commands.ts';

type Surroundings = Pick<CommandInput, 'environment' | 'out' | 'note'>;

/** Reads a command line and does what it says. @returns the exit code */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const [name = '', ...rest] = args;
  try {
    if (['', 'help', '--help', '-h'].includes(name)) {
      surroundings.out(overview());
      return name === '' ? EXIT.usage : EXIT.fine;
    }
    if (name === '--version') {
      surroundings.out(`${VERSION}\n`);
      return EXIT.fine;
    }
    const command = commandOf(name);
    const { values, positionals } = parsed(command, rest);
    if (values.help === true) {
      surroundings.out(helpOf(name, command));
      return EXIT.fine;
    }
    return await command.run({ ...surroundings, values: values as CommandInput['values'], positionals });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    surroundings.note(`palisade: ${error.message} [${error.code}]`);
    if (error.todo !== '') surroundings.note(`  → ${error.todo}`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

function commandOf(name: string): Command {
  if (!Object.hasOwn(COMMANDS, name))
    throw new UsageError(`There is no command ${name}; see palisade --help.`);
  return COMMANDS[name as keyof typeof COMMANDS];
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

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Palisade ${VERSION}: commands for who runs an installation\n\n  palisade COMMAND [options]\n\n${lines.join('\n')}\n\npalisade COMMAND --help tells more.\n`;
}

const helpOf = (name: string, { summary, usage, help }: Command): string =>
  `palisade ${name} ${usage}\n\n${summary}\n\n${help}\n`;

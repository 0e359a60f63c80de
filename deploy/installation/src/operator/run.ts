import { runProgram, type Surroundings } from '@palisade/command-line';
import type { Command } from './base/command.ts';
import { asServerErrors } from './base/server-errors.ts';
import { VERSION } from './base/workspace.ts';
import { COMMANDS, siteCommands } from './commands.ts';

const OPERATORS: Readonly<Record<string, Command>> = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, command]) => [
    name,
    { ...command, run: (input) => asServerErrors(async () => await command.run(input)) } satisfies Command,
  ]),
);

/** Reads a command line and does what it says. @returns the exit code */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const operators = { title: 'For who runs an installation', commands: OPERATORS };
  // Loaded only where they are asked for: they bring the rule engine along.
  const [name = ''] = args;
  const sections = Object.hasOwn(COMMANDS, name)
    ? [operators]
    : [operators, { title: 'For owners of sites', commands: await siteCommands() }];
  return await runProgram({ version: VERSION, sections }, args, surroundings);
}

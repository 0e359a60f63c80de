import { runProgram, type Surroundings } from '@palisade/command-line';
import { VERSION } from './base/workspace.ts';
import { COMMANDS, siteCommands } from './commands.ts';

/** Reads a command line and does what it says. @returns the exit code */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const operators = { title: 'For who runs an installation', commands: COMMANDS };
  // Loaded only where they are asked for: they bring the rule engine along.
  const [name = ''] = args;
  const sections = Object.hasOwn(COMMANDS, name)
    ? [operators]
    : [operators, { title: 'For owners of sites', commands: await siteCommands() }];
  return await runProgram({ version: VERSION, sections }, args, surroundings);
}

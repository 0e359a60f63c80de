import { runProgram } from '@palisade/command-line';
import { VERSION } from './base/workspace.ts';
import { COMMANDS, SITE_COMMANDS } from './commands.ts';
/** Reads a command line and does what it says. @returns the exit code */
export const run = (args, surroundings) =>
  runProgram(
    {
      version: VERSION,
      sections: [
        { title: 'For who runs an installation', commands: COMMANDS },
        { title: 'For owners of sites', commands: SITE_COMMANDS },
      ],
    },
    args,
    surroundings,
  );

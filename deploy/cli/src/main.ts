#!/usr/bin/env node
import { runProgram } from '@palisade/command-line';
// `palisade COMMAND`, what an owner does with sites, as one file that needs nothing but Node: see bundle.mjs. Operators have the
// same commands in theirs.
import { SITE_COMMANDS } from './commands.ts';

/** Put in by bundle.mjs. */
declare const PALISADE_VERSION: string;

process.exitCode = await runProgram(
  { version: PALISADE_VERSION, sections: [{ title: 'For owners of sites', commands: SITE_COMMANDS }] },
  process.argv.slice(2),
  {
    environment: process.env,
    out: (text) => process.stdout.write(text),
    note: (text) => process.stderr.write(`${text}\n`),
  },
);

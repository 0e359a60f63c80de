// `palisade COMMAND`: what an operator does with an installation. The commands stand in commands.ts, a folder each.
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(`${text}\n`),
});

// `palisade COMMAND`: the operator's commands for an installation. They are listed in commands.ts, with a folder each.
import { run } from './run.ts';

// A name server that does not answer is waited on for 10 s by glibc for each name, two names at a time.
process.env.RES_OPTIONS ??= 'timeout:2 attempts:2';
const code = await run(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(`${text}\n`),
});
// Whatever is still under way has been given up: look-ups of names cannot be taken back, and would be waited on, all of them.
process.exit(code);

// `npm run prove:api [-- EXAMPLES [SEED]]`: thousands of calls to the whole product, made up by Schemathesis from the
// API's description. No 5xx, no undocumented status or body, nothing guarded that answers without a token.
import { Stack } from '../stack.ts';
import { proveApi } from './campaigns.ts';

const MIN_CALLS = 5_000;

const [examples = '10', seed = String(Math.floor(Math.random() * 1_000_000))] = process.argv.slice(2);
const effort = {
  phases: ['coverage', 'fuzzing'],
  examples: Number(examples),
  seed: Number(seed),
} as const;
const stack = new Stack();
try {
  console.log(`seed ${effort.seed}`);
  // The calls of a campaign go out with one token, which no browser is there to renew.
  await stack.start('--rate-limit', '1000000', '--access-token-seconds', '86400');
  const { calls, failures } = await proveApi(stack, effort, console.log);
  console.log(failures);
  console.log(`${calls} calls, ${failures === '' ? 'none' : 'some'} answered otherwise than described`);
  if (failures !== '' || calls < MIN_CALLS) process.exitCode = 1;
} finally {
  await stack.dispose();
}

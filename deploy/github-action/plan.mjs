// Runs `palisade plan` on a policy file. What it says goes to the job's summary and into a file for the step that comments; to
// neither where no comment is wanted, since the same people read both.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const { COMMENT, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, POLICY_FILE, PROGRAM, REPLAY, RUNNER_TEMP } =
  process.env;
const NO_CHANGE = 0;
const CHANGES = 2;
/** Of the message of a command that failed. */
const MAX_MESSAGE = 2_000;

const beside = path.join(import.meta.dirname, '../cli/dist/palisade.mjs');
const program = PROGRAM || beside;
const commentFile = path.join(mkdtempSync(path.join(RUNNER_TEMP, 'palisade-')), 'comment.md');

if (!process.env.PALISADE_API_KEY) {
  // Pull requests from forks are given no secrets.
  console.log('::notice title=Palisade::There is no API key here, so nothing was compared.');
} else if (!existsSync(program)) {
  console.log(`::error title=Palisade::There is no ${program}: say where palisade.mjs is in \`program\`.`);
  process.exitCode = 1;
} else {
  process.exitCode = plan();
}

function plan() {
  const words = ['plan', '--file', POLICY_FILE, '--json', '--comment', commentFile];
  const replay = REPLAY === 'true' ? ['--replay'] : [];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [program, ...words, ...replay], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  process.stderr.write(stderr);
  const isKnown = status === NO_CHANGE || status === CHANGES;
  if (isKnown) tellOutputs(JSON.parse(stdout));
  else writeFileSync(commentFile, failureMarkdown(stderr));
  if (COMMENT === 'true') {
    tell('comment-file', commentFile);
    appendFileSync(GITHUB_STEP_SUMMARY, readFileSync(commentFile, 'utf8'));
  }
  return isKnown ? 0 : 1;
}

function tellOutputs({ version, changes, replay }) {
  tell('changed', changes.length > 0);
  tell('version', version);
  tell('newly-refused', replay?.result?.newly_refused ?? '');
  tell('newly-passed', replay?.result?.newly_passed ?? '');
}

function tell(name, value) {
  appendFileSync(GITHUB_OUTPUT, `${name}=${value}\n`);
}

/** As code: a message may quote the file. A fence is longer than any in it. */
function failureMarkdown(message) {
  const fence = '`'.repeat(1 + Math.max(3, ...Array.from(message.matchAll(/`+/g), ([run]) => run.length)));
  return `### Palisade: no plan\n\n${fence}text\n${message.slice(0, MAX_MESSAGE)}\n${fence}\n`;
}

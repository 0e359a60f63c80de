import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../../..');
const REQUIREMENTS = path.join(root, 'services/e2e/api-proof-requirements.txt');
const DESCRIPTION = path.join(root, 'frontend/openapi.json');

/** What every answer is held against: the description says it all, and no token opens what it should not. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'ignored_auth',
];

export interface Campaign {
  /** Base address of the product, without `/api`. */
  url: string;
  /** Bearer token of the caller; absent: anonymous. */
  token?: string;
  phases: readonly ('coverage' | 'fuzzing')[];
  /** Generated cases per route and phase at most. */
  examples: number;
  seed: number;
  /** operationIds: only these, or all but these. */
  only?: readonly string[];
  except?: readonly string[];
  /** For its reports. */
  folder: string;
}

export interface Outcome {
  calls: number;
  /** Its report of the failures; '' if there are none. */
  failures: string;
}

interface Report {
  test_cases: { generated: number };
  failures: unknown[];
  errors: unknown[];
}

/** Calls the API in as many ways as its description allows and forbids. */
export async function runSchemathesis(campaign: Campaign): Promise<Outcome> {
  mkdirSync(campaign.folder, { recursive: true });
  const reportFile = path.join(campaign.folder, 'report.json');
  rmSync(reportFile, { force: true });
  const words = [
    ['run', DESCRIPTION, '--url', campaign.url],
    campaign.token === undefined ? [] : ['--header', `Authorization: Bearer ${campaign.token}`],
    ['--phases', campaign.phases.join(','), '--max-examples', String(campaign.examples)],
    // One worker: in CPython before 3.11.8 two threads that compile at once fail with "AST constructor recursion depth
    // mismatch" (python/cpython#106905), a few in a hundred runs.
    ['--seed', String(campaign.seed), '--checks', CHECKS.join(','), '--workers', '1'],
    ['--continue-on-failure', '--no-shrink', '--no-color', '--warnings', 'off'],
    ['--suppress-health-check', 'all', '--request-timeout', '60'],
    (campaign.only ?? []).flatMap((id) => ['--include-operation-id', id]),
    (campaign.except ?? []).flatMap((id) => ['--exclude-operation-id', id]),
    ['--report', 'json', '--report-json-path', reportFile],
  ].flat();
  const output = await run(schemathesis(), words, campaign.folder);
  if (!existsSync(reportFile)) throw new Error(`Schemathesis gave no report:\n${output}`);
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const hasFailed = report.failures.length + report.errors.length > 0;
  return { calls: report.test_cases.generated, failures: hasFailed ? faultsIn(output) : '' };
}

/** From the first section that tells a fault on: what stands before it is long, and logs that are cut keep the head. */
function faultsIn(output: string): string {
  const begin = output.search(/^=+ (?:ERRORS|FAILURES) =+$/m);
  return output.slice(Math.max(0, begin));
}

/** Path of the program; installed on its first use, beside the other things that npm put there. */
function schemathesis(): string {
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = path.join(root, 'node_modules/.cache/palisade', `schemathesis-${hash}`);
  const program = path.join(folder, 'bin', 'schemathesis');
  const complete = path.join(folder, 'complete');
  if (existsSync(complete)) return program;
  rmSync(folder, { recursive: true, force: true });
  must('python3', ['-m', 'venv', folder]);
  must(path.join(folder, 'bin', 'pip'), ['install', '--quiet', '--no-input', '--requirement', REQUIREMENTS]);
  mkdirSync(`${complete}.new`);
  renameSync(`${complete}.new`, complete);
  return program;
}

function must(command: string, words: string[]): void {
  const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed: ${error?.message ?? stderr}`);
}

function run(command: string, words: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

const MODULE = 'github.com/summerwind/h2spec/cmd/h2spec@v2.6.0';
/** Seconds that one case waits for an answer. */
const CASE_SECONDS = 2;

export interface H2SpecResult {
  passed: number;
  failed: number;
  skipped: number;
  /** Section and description of each case that failed. */
  failures: ReadonlySet<string>;
}

/** Where h2spec is; built by Go, once, from its module if it is nowhere. */
export function findH2Spec(): string {
  if (spawnSync('h2spec', ['--version']).status === 0) return 'h2spec';
  const folder = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'palisade');
  const built = path.join(folder, 'h2spec');
  if (existsSync(built)) return built;
  const { status } = spawnSync('go', ['install', MODULE], {
    stdio: 'inherit',
    env: { ...process.env, GOBIN: folder },
  });
  if (status !== 0)
    throw new Error('h2spec is not here, and Go could not build it (Debian: apt-get install golang)');
  return built;
}

/** Runs all cases, the strict ones too, over TLS on loopback. */
export async function runH2Spec(command: string, port: number): Promise<H2SpecResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'h2spec-'));
  const report = path.join(folder, 'report.xml');
  try {
    const options = [
      '-h',
      'localhost',
      '-p',
      String(port),
      '-t',
      '-k',
      '-S',
      '-o',
      String(CASE_SECONDS),
      '-j',
      report,
    ];
    const child = spawn(command, options, { stdio: 'ignore' });
    await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
    return readReport(readFileSync(report, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** JUnit's XML, as far as h2spec writes it: suites with cases, which are empty if they passed. */
function readReport(xml: string): H2SpecResult {
  const failures = new Set<string>();
  let passed = 0;
  let skipped = 0;
  for (const [, attributes = '', ending, content = ''] of xml.matchAll(
    /<testcase ([^>]*?)(\/?)>(?:([\s\S]*?)<\/testcase>)?/g,
  )) {
    const name = `${/package="([^"]*)"/.exec(attributes)?.[1]} ${/classname="([^"]*)"/.exec(attributes)?.[1]}`;
    if (ending === '/' || content.trim() === '') passed++;
    else if (content.includes('<skipped')) skipped++;
    else failures.add(name);
  }
  return { passed, failed: failures.size, skipped, failures };
}

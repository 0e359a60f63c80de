import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const REPORTER = path.join(import.meta.dirname, 'closing-line-reporter.mjs');

/** One file has answered, the other has been running since long ago. */
const STALLED_RUN = `
  const { default: Reporter } = await import(process.argv[1]);
  const reporter = new Reporter({ testNamePattern: '' });
  const answered = { path: process.cwd() + '/services/a.spec.ts' };
  reporter.onTestFileStart(answered);
  reporter.onTestFileResult(answered, {
    testFilePath: answered.path,
    testResults: ['one', 'two'].map((title) => ({ ancestorTitles: [], title, status: 'passed', failureMessages: [] })),
  });
  reporter.onTestFileStart({ path: process.cwd() + '/services/b.spec.ts' });
  reporter.endIfStalled();
  const now = Date.now();
  Date.now = () => now + 3_600_000;
  reporter.endIfStalled();
  console.log('went on');
`;

describe('a run in which a file does not end', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'closing-line-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says what had passed and which file never answered, to people and in its summary', () => {
    const summary = path.join(folder, 'summary.json');
    const { status, stdout } = spawnSync(process.execPath, ['-e', STALLED_RUN, REPORTER], {
      cwd: path.join(import.meta.dirname, '..'),
      encoding: 'utf8',
      env: { ...process.env, PALISADE_TEST_SUMMARY: summary },
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /services\/b\.spec\.ts › \(it did not end\)\n.*over 10 minutes.*\n2 passed, 1 failed\n$/,
    );
    expect(stdout).not.toContain('went on');
    expect(JSON.parse(readFileSync(summary, 'utf8'))).toMatchObject({ passed: 2, failed: 1 });
  });
});

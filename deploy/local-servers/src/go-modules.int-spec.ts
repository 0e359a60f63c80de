import { spawnSync } from 'node:child_process';
import path from 'node:path';

const DEPLOY = path.resolve(import.meta.dirname, '../..');
const hasGo = spawnSync('go', ['version']).status === 0;
const withGo = (title: string, tests: () => void) =>
  hasGo ? describe(title, tests) : describe.skip(`${title} [skipped: no Go]`, tests);

interface Event {
  Action: string;
  Test?: string;
  Output?: string;
}

const MODULES = ['http3-front', 'terraform-provider'];

function go(module: string, words: string[]): { status: number | null; out: string; errors: string } {
  const cwd = path.join(DEPLOY, module);
  const { status, stdout, stderr } = spawnSync('go', words, { cwd, encoding: 'utf8' });
  return { status, out: stdout, errors: stderr };
}

/** Built here, where nothing limits its time: modules may have to be fetched first. */
const results = hasGo
  ? MODULES.map((module) => ({
      module,
      vetted: go(module, ['vet', './...']),
      formatted: spawnSync('gofmt', ['-l', '.'], { cwd: path.join(DEPLOY, module), encoding: 'utf8' }),
      tested: go(module, ['test', '-json', './...']),
    }))
  : [];

withGo('programs in Go', () => {
  it.each(results.map((result) => [result.module, result] as const))(
    '%s: their own tests pass, and nothing of their code is odd',
    (_module, { vetted, formatted, tested }) => {
      const events = tested.out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Event);
      const said = events.map(({ Output }) => Output ?? '').join('');
      expect(tested.status === 0 ? '' : said + tested.errors).toBe('');
      expect(events.filter(({ Action, Test }) => Action === 'pass' && Test !== undefined)).not.toHaveLength(
        0,
      );
      expect(events.filter(({ Action, Test }) => Action === 'skip' && Test !== undefined)).toEqual([]);
      expect(vetted.status === 0 ? '' : vetted.errors).toBe('');
      expect(formatted.stdout).toBe('');
    },
  );

  it('are of modules that are pinned and have what they were pinned at', () => {
    for (const module of MODULES) expect(go(module, ['mod', 'verify']).errors).toBe('');
  });
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programs } from './programs.ts';

const root = mkdtempSync(path.join(tmpdir(), 'palisade-programs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, second: number, text = '{}'): void {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  utimesSync(full, second, second);
}

const stamp = (of: string) => JSON.stringify({ root: realpathSync(of), files: {}, parts: [] });

const COMPILED = path.join(root, 'services/auth/dist/main.js');
const BUNDLED = path.join(root, 'deploy/standalone/dist/programs/auth.js');

describe('the launcher starts a service', () => {
  beforeAll(() => {
    writeFileSync(
      path.join(root, 'package.json'),
      JSON.stringify({ workspaces: ['services/*', 'deploy/*'] }),
    );
    write('services/auth/dist/.tsbuildinfo', 100);
    write('services/logs/dist/.tsbuildinfo', 200);
  });

  it('as it was compiled while there is no bundle', () => {
    expect(programs(root, false)('auth')).toBe(COMPILED);
  });

  it('from the bundle that was made since', () => {
    write('deploy/standalone/dist/programs/made-of.json', 200, stamp(root));
    expect(programs(root, false)('auth')).toBe(BUNDLED);
  });

  it('as it was compiled where the bundle is that of a folder from which this one was copied', () => {
    const other = path.join(root, 'services');
    write('deploy/standalone/dist/programs/made-of.json', 200, stamp(other));
    expect(programs(root, false)('auth')).toBe(COMPILED);
    write('deploy/standalone/dist/programs/made-of.json', 200, stamp(root));
  });

  it('as it was compiled where it is compiled anew all the time', () => {
    expect(programs(root, true)('auth')).toBe(COMPILED);
  });

  it('as it was compiled after the bundle, if only a package that it stands on was', () => {
    write('services/logs/dist/.tsbuildinfo', 201);
    expect(programs(root, false)('auth')).toBe(COMPILED);
  });
});

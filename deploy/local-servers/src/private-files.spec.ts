import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { privateFolder } from './private-files.ts';

const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe('private folders', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'palisade-private-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are closed, and leave those that they make above them open to pass through', () => {
    const folder = path.join(root, 'data', 'redis');
    privateFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
    expect(modeOf(path.dirname(folder)) & 0o011).toBe(0o011);
  });

  it('are closed with their files where an earlier version left them open', () => {
    const file = path.join(root, 'users.acl');
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    chmodSync(root, 0o755);
    privateFolder(root);
    expect([root, file].map(modeOf)).toEqual([0o700, 0o600]);
  });
});

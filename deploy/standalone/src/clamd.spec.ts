import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { clamdAddress } from './clamd.ts';

describe('the virus scanner', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'clamd-'));
  const socket = path.join(folder, 'clamd.ctl');
  const file = path.join(folder, 'clamd.pid');
  const server = createServer();

  beforeAll(async () => {
    writeFileSync(file, '1');
    await new Promise<void>((resolve) => server.listen(socket, resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it('is the first socket of the usual ones that there is', () => {
    const usual = [path.join(folder, 'none'), file, socket];
    expect(clamdAddress(undefined, usual)).toBe(socket);
    expect(clamdAddress('', usual)).toBe(socket);
    expect(clamdAddress(undefined, [file])).toBeNull();
  });

  it('is the one that was asked for, or none', () => {
    expect(clamdAddress('scanner.example:3310', [socket])).toBe('scanner.example:3310');
    expect(clamdAddress('none', [socket])).toBeNull();
  });
});

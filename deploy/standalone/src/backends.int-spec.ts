import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@palisade/local-servers';
import { startBackends } from './backends.ts';
import { loadSecrets } from './config/secrets.ts';
import { readOptions } from './options.ts';
import { PidFiles } from './pid-files.ts';
import { internalPorts } from './plan.ts';
import { refuseTakenPorts } from './port-check.ts';

describe('servers of which one does not start', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-backends-'));
    chmodSync(folder, 0o711);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('leave none of the others running', async () => {
    const first = await freePorts(20);
    const options = readOptions(['--data', folder, '--internal-port', String(first)], {}, folder);
    // A database cannot live where a file is.
    writeFileSync(path.join(folder, 'postgres'), '');
    const { secrets } = await loadSecrets(folder);
    const starting = startBackends(options!, secrets, new PidFiles(folder), () => undefined);
    await expect(starting).rejects.toThrow();
    const { redis } = internalPorts(first);
    await expect(
      refuseTakenPorts([{ port: redis, what: 'Redis', option: '--internal-port' }]),
    ).resolves.toBeUndefined();
  });
});

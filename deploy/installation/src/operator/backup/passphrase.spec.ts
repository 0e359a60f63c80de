import path from 'node:path';
import type { CommandInput } from '../base/command.ts';
import { passphraseOf } from './passphrase.ts';

describe('the passphrase of backups', () => {
  it('in a file that is not there is told, with what to do', async () => {
    const values = { 'passphrase-file': path.join(import.meta.dirname, 'no-such-file') };
    await expect(passphraseOf({ values, environment: {} } as unknown as CommandInput)).rejects.toMatchObject({
      code: 'passphrase_unreadable',
    });
  });
});

import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { OperatorError } from '../base/operator-error.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** RFC 7914: about 128 MiB and half a second for each guess. */
export interface KeyDerivation {
  salt: string;
  cost: number;
  blockSize: number;
  parallelization: number;
}

const COST = 2 ** 17;
/** A manifest is not believed before its key is known: it must not make us take all memory. */
const MAX_COST = 2 ** 20;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
export const MIN_PASSPHRASE_LENGTH = 12;

export const newDerivation = (): KeyDerivation => ({
  salt: randomBytes(SALT_BYTES).toString('base64'),
  cost: COST,
  blockSize: 8,
  parallelization: 1,
});

/** All keys of one backup, derived from its passphrase. */
export class BackupKeys {
  private constructor(private readonly root: Buffer) {}

  static async derive(passphrase: string, derivation: KeyDerivation): Promise<BackupKeys> {
    const { salt, cost, blockSize, parallelization } = derivation;
    if (!(cost <= MAX_COST && blockSize <= 16 && parallelization <= 4)) {
      throw new OperatorError('backup_damaged', 'The backup asks for more work than any of ours does.');
    }
    const options = { N: cost, r: blockSize, p: parallelization, maxmem: 256 * cost * blockSize };
    const bytes = Buffer.from(salt, 'base64');
    return new BackupKeys(await derive(passphrase.normalize('NFKC'), bytes, KEY_BYTES, options));
  }

  /** A key of each file's own, so that no file passes for another. */
  ofFile(name: string): Buffer {
    return this.of(`file ${name}`);
  }

  /** Tells a wrong passphrase from a damaged backup, and nothing else. */
  check(): string {
    return this.of('check').toString('base64');
  }

  seal(text: string): string {
    return createHmac('sha256', this.of('manifest')).update(text).digest('base64');
  }

  isSealed(text: string, seal: string): boolean {
    const [expected, given] = [this.seal(text), seal].map((value) => Buffer.from(value, 'base64'));
    return expected!.length === given!.length && timingSafeEqual(expected!, given!);
  }

  private of(use: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.root, '', `palisade backup 1 ${use}`, KEY_BYTES));
  }
}

import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { DomainError } from '@palisade/nest-kit';

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const COST = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;
/** A hash of no account's password; checked where there is no account, so that both cases cost the same. */
const NOBODYS_PASSWORD = 'no account has this password';

export interface PasswordHasherOptions {
  /** Number of hashes computed concurrently. They run on threads, never on the event loop. */
  concurrency: number;
  /** Maximum number of hashes that wait for a thread. */
  queue: number;
}

/** Argon2id with bounded work: beyond its queue it refuses at once instead of making everyone wait. */
export class PasswordHasherService {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private nobody: Promise<string> | null = null;

  constructor(private readonly options: PasswordHasherOptions) {}

  /** @throws DomainError unavailable `hashing_busy` */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(normalise(password), COST));
  }

  /**
   * @param stored `null` where there is no account: does the same work and returns false
   * @throws DomainError unavailable `hashing_busy`
   */
  async matches(stored: string | null, password: string): Promise<boolean> {
    this.nobody ??= hash(NOBODYS_PASSWORD, COST);
    const comparedWith = stored ?? (await this.nobody);
    const equal = await this.inTurn(() => verify(comparedWith, normalise(password)));
    return equal && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.options.concurrency) {
      if (this.waiting.length >= this.options.queue) {
        const detail = 'Too many people are signing in right now. Please try again in a moment.';
        throw new DomainError('unavailable', 'hashing_busy', detail, { retryAfter: 2 });
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/** Different keyboards may compose the same password differently (RFC 8265). */
const normalise = (password: string): string => password.normalize('NFC');

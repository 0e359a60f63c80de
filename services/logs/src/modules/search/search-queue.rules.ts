import { DomainError } from '@palisade/nest-kit';

/** Each search uses a database connection, which ingestion needs as well. */
const AT_A_TIME = 2;
const MAX_WAITING = 24;

/** Runs a few searches at a time; others wait in a bounded queue, beyond which calls are refused. */
export class SearchQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atATime = AT_A_TIME,
    private readonly maxWaiting = MAX_WAITING,
  ) {}

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** @throws DomainError `too_many_searches` */
  async take<Result>(search: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.atATime) {
      if (this.waiting.length >= this.maxWaiting)
        throw new DomainError(
          'too_many',
          'too_many_searches',
          'Too many searches are running. Please try again.',
          { retryAfter: 2 },
        );
      await new Promise<void>((resume) => this.waiting.push(resume));
    } else this.running++;
    try {
      return await search();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

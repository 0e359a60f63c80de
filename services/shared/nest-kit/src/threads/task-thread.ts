import path from 'node:path';
import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  /** Until a new thread says that it is ready: it may load much first, which is dear on a busy machine. */
  startMs: number;
  answerMs: number;
  /** Questions that wait for the one before them. */
  waiting: number;
  /** An idle thread ends after this time: what it has loaded takes memory. */
  idleMs: number;
  memoryMb: number;
}

export type ThreadRefusal = 'busy' | 'asked_already' | 'too_expensive';

export class ThreadRefused extends Error {
  override readonly name = 'ThreadRefused';

  readonly code: ThreadRefusal;

  constructor(code: ThreadRefusal) {
    super(code);
    this.code = code;
  }
}

/** Message that a thread sends once it is ready. */
export const THREAD_READY = 'ready';

/** For tests, which run without a build: sources of the packages, too, enums and all. */
const FROM_SOURCE = ['--conditions=@palisade/source', '--experimental-transform-types'];

/** One thread that answers one question after another, one of each asker at a time. */
export class TaskThread<Question, Answer> {
  private readonly file: string;
  private readonly limits: ThreadLimits;
  private worker: Worker | null = null;
  /** The worker once it can be asked; null: nobody has needed one yet. */
  private ready: Promise<Worker> | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private readonly askers = new Set<string>();
  private idle: NodeJS.Timeout | null = null;

  constructor(file: string, limits: ThreadLimits) {
    this.file = file;
    this.limits = limits;
  }

  /** @throws ThreadRefused */
  async ask(asker: string, question: Question): Promise<Answer> {
    if (this.askers.has(asker)) throw new ThreadRefused('asked_already');
    if (this.askers.size >= this.limits.waiting) throw new ThreadRefused('busy');
    this.askers.add(asker);
    const answer = this.last.then(() => this.answerTo(question));
    this.last = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      this.askers.delete(asker);
      if (this.askers.size === 0) this.endWhenIdle();
    }
  }

  /**
   * Starts the thread if there is none. False: within that time, in milliseconds, it has neither started nor answered those who wait.
   * It goes on with that, so that asking again later comes to an end.
   * @param left aborted when nobody waits any longer
   * @throws ThreadRefused if it cannot start
   */
  async isFreeWithin(waitMs: number, left?: AbortSignal): Promise<boolean> {
    const { promise: waited, resolve } = Promise.withResolvers<false>();
    const giveUp = () => resolve(false);
    const timer = setTimeout(giveUp, waitMs);
    left?.addEventListener('abort', giveUp, { once: true });
    if (left?.aborted === true) giveUp();
    const free = this.last
      .then(() => this.running())
      .then(() => true)
      .finally(() => {
        if (this.askers.size === 0) this.endWhenIdle();
      });
    // Nobody may be waiting for it any longer.
    free.catch(() => undefined);
    try {
      return await Promise.race([free, waited]);
    } finally {
      clearTimeout(timer);
      left?.removeEventListener('abort', giveUp);
    }
  }

  async close(): Promise<void> {
    this.stayAwake();
    await this.end();
  }

  private async answerTo(question: Question): Promise<Answer> {
    const worker = await this.running();
    const answer = this.next<Answer>(worker, this.limits.answerMs);
    worker.postMessage(question);
    return await answer;
  }

  private running(): Promise<Worker> {
    this.stayAwake();
    this.ready ??= this.start();
    return this.ready;
  }

  private async start(): Promise<Worker> {
    const worker = new Worker(this.file, {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb },
      execArgv: path.extname(this.file) === '.ts' ? FROM_SOURCE : [],
    });
    this.worker = worker;
    worker.unref();
    // Between two questions nobody else listens: an error would end this process, and a thread that is gone be asked in vain.
    const forget = (): void => {
      if (this.worker === worker) this.forget();
    };
    worker.on('error', forget).on('exit', forget);
    await this.next<typeof THREAD_READY>(worker, this.limits.startMs);
    return worker;
  }

  /** The thread's next message; the thread is terminated if it fails or sends none in time. */
  private next<Message>(worker: Worker, waitMs: number): Promise<Message> {
    return new Promise<Message>((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      const giveUp = (error: Error): void => {
        void this.end();
        settle(() => reject(error));
      };
      const onMessage = (message: Message): void => settle(() => resolve(message));
      const onError = (error: NodeJS.ErrnoException): void =>
        giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadRefused('too_expensive') : error);
      const onExit = (code: number): void => giveUp(new Error(`the thread ended with ${code}`));
      const timer = setTimeout(() => giveUp(new ThreadRefused('too_expensive')), waitMs);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  }

  private endWhenIdle(): void {
    this.stayAwake();
    this.idle = setTimeout(() => void this.end(), this.limits.idleMs).unref();
  }

  private stayAwake(): void {
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = null;
  }

  private async end(): Promise<void> {
    const ending = this.worker;
    this.forget();
    await ending?.terminate();
  }

  private forget(): void {
    this.worker = null;
    this.ready = null;
  }
}

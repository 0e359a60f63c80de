import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { TrialBatch, TrialBatchResult } from './trial-batch.ts';

type Answer = TrialBatchResult | { id: number; error: string };

interface Waiting {
  resolve(result: TrialBatchResult): void;
  reject(error: Error): void;
}

/** For tests, which run without a build: sources of the packages, too, enums and all. */
const FROM_SOURCE = ['--conditions=@palisade/source', '--experimental-transform-types'];
/** A thread that nobody has asked for so long is ended: the rules that it keeps are large. */
const IDLE_MS = 5 * 60_000;

/** One thread for all trials of this process; started when there is something to judge. */
@Injectable()
export class JudgingThreadService implements OnApplicationShutdown {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private idle: NodeJS.Timeout | null = null;
  private lastId = 0;

  judge(batch: Omit<TrialBatch, 'id'>): Promise<TrialBatchResult> {
    const id = ++this.lastId;
    const worker = this.started();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ ...batch, id });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.idle !== null) clearTimeout(this.idle);
    await this.worker?.terminate();
  }

  private started(): Worker {
    this.stayAwake();
    if (this.worker !== null) return this.worker;
    const extension = path.extname(import.meta.filename);
    const worker = new Worker(path.join(import.meta.dirname, `trial-worker${extension}`), {
      execArgv: extension === '.ts' ? FROM_SOURCE : [],
    });
    worker.on('message', (answer: Answer) => this.answered(answer));
    worker.on('error', (error) => this.failed(worker, error));
    worker.on('exit', () => this.failed(worker, new Error('the judging thread has ended')));
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private answered(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer);
  }

  private failed(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  private stayAwake(): void {
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      if (this.waiting.size > 0) return this.stayAwake();
      const { worker } = this;
      this.worker = null;
      void worker?.terminate();
    }, IDLE_MS);
    this.idle.unref();
  }
}

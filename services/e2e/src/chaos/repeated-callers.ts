import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../api-client.ts';

/** Callers who come one after another, also after failures. None retries. */
export abstract class RepeatedCallers {
  calls = 0;
  failures = 0;
  private going = true;
  private readonly done: Promise<void>;

  constructor(pauseMs: number) {
    // Once all of them is made.
    this.done = Promise.resolve().then(() => this.come(pauseMs));
  }

  /** What one of them does. */
  protected abstract act(nth: number): Promise<void>;

  async stop(): Promise<void> {
    this.going = false;
    await this.done;
  }

  /** Null where the call failed: while a service is away they do. */
  protected async counted<T>(call: () => Promise<T>): Promise<T | null> {
    this.calls++;
    try {
      return await call();
    } catch {
      this.failures++;
      return null;
    }
  }

  private async come(pauseMs: number): Promise<void> {
    for (let nth = 0; this.going; nth++) {
      await this.act(nth);
      await sleep(pauseMs);
    }
  }
}

/** What a call has made; throws where it has made nothing. */
export async function made<T>(client: ApiClient, path: string, body: object): Promise<T> {
  const answer = await client.call<T>('POST', path, body);
  if (answer.status === 200 || answer.status === 201) return answer.body;
  throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

import type { BusLogger } from '../contract/bus.ts';
import { BusConnection } from './connection.ts';

/**
 * Tells sleepers that something may have happened on a channel. A hint only: messages are lost with the connection, so
 * everyone is woken when it comes back, and sleepers set themselves a time limit besides.
 */
export class WakeUp {
  private readonly connection: BusConnection;
  private readonly sleepers = new Map<string, Set<() => void>>();
  private readonly rung = new Set<string>();

  constructor(url: string, name: string, logger: BusLogger) {
    this.connection = new BusConnection(url, name, logger);
    this.connection.redis.on('message', (channel: string) => this.ring(channel));
    this.connection.redis.on('ready', () => this.onReady());
  }

  listen(channel: string): void {
    if (this.sleepers.has(channel)) return;
    this.sleepers.set(channel, new Set());
    this.subscribe([channel]);
  }

  unlisten(channel: string): void {
    this.ring(channel);
    this.sleepers.delete(channel);
    this.rung.delete(channel);
    if (this.connection.isReady) this.connection.redis.unsubscribe(channel).catch(ignoreLostConnection);
  }

  /** What rings from here on will end the next `sleep`, even if it rings before that begins. */
  arm(channel: string): void {
    this.rung.delete(channel);
  }

  sleep(channel: string, maxMs: number, signal: AbortSignal): Promise<void> {
    const sleepers = this.sleepers.get(channel);
    if (!sleepers || signal.aborted || this.rung.delete(channel)) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        sleepers.delete(finish);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, maxMs);
      sleepers.add(finish);
      signal.addEventListener('abort', finish, { once: true });
    });
  }

  close(): void {
    this.connection.close();
    for (const channel of this.sleepers.keys()) this.ring(channel);
  }

  private ring(channel: string): void {
    const sleepers = this.sleepers.get(channel);
    if (!sleepers) return;
    if (sleepers.size === 0) this.rung.add(channel);
    for (const wake of [...sleepers]) wake();
  }

  private onReady(): void {
    this.subscribe([...this.sleepers.keys()]);
    for (const channel of this.sleepers.keys()) this.ring(channel);
  }

  private subscribe(channels: string[]): void {
    if (channels.length === 0 || !this.connection.isReady) return;
    this.connection.redis.subscribe(...channels).catch(ignoreLostConnection);
  }
}

/** A subscription that a lost connection cut short is made again when the connection is back. */
function ignoreLostConnection(): undefined {
  return undefined;
}

import type { Reply } from './reply.ts';

/** A reply without a client: discards everything and reports once when it ends. */
export class DiscardingReply implements Reply {
  private onOver: (() => void) | null;
  started = false;

  constructor(onOver: () => void) {
    this.onOver = onOver;
  }

  informational(): void {
    // Nobody listens.
  }

  head(): void {
    this.started = true;
  }

  write(): boolean {
    return true;
  }

  flush(): void {
    // Nobody waits.
  }

  end(): void {
    this.started = true;
    this.over();
  }

  onDrain(): void {
    // Never full.
  }

  abort(): void {
    this.over();
  }

  closeAfter(): void {
    // There is no connection.
  }

  private over(): void {
    const { onOver } = this;
    this.onOver = null;
    onOver?.();
  }
}

/** Maximum delay before keys are sent to the other workers, and maximum keys of a batch. */
const WAIT_MS = 20;
const MAX_KEYS = 500;

/** Gathers the keys that one worker has forgotten, so that a busy site costs few messages. */
export class InvalidationBatch {
  private readonly send: (keys: string[]) => void;
  private readonly keys = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(send: (keys: string[]) => void) {
    this.send = send;
  }

  add(key: string): void {
    this.keys.add(key);
    if (this.keys.size >= MAX_KEYS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  private flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.send([...this.keys]);
    this.keys.clear();
  }
}

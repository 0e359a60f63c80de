/**
 * Callers that ask for the same key while a call is under way share that call and its outcome, be it a value or an error. Nothing is
 * remembered afterwards: the next caller starts a new call.
 */
export class SingleFlight<Key, Value> {
  private readonly underWay = new Map<Key, Promise<Value>>();

  /** @param begin started unless a call for this key is under way */
  run(key: Key, begin: () => Promise<Value>): Promise<Value> {
    const running = this.underWay.get(key);
    if (running !== undefined) return running;
    const call = begin().finally(() => this.underWay.delete(key));
    this.underWay.set(key, call);
    return call;
  }

  /** The call under way for this key, to wait for without starting one. */
  get(key: Key): Promise<Value> | undefined {
    return this.underWay.get(key);
  }

  get size(): number {
    return this.underWay.size;
  }
}

interface MadeWorker {
  asked: unknown[];
  isEnded: boolean;
}

/** Stands in for workers, which jsdom lacks, in all tests of a file. @param answer of a message; @returns those that were made in the test */
export function fakeWorkers(answer: (message: never) => unknown): readonly MadeWorker[] {
  const made: MadeWorker[] = [];
  class FakeWorker implements MadeWorker {
    asked: unknown[] = [];
    isEnded = false;
    onmessage: ((message: { data: unknown }) => void) | null = null;
    constructor() {
      made.push(this);
    }
    async postMessage(message: unknown) {
      this.asked.push(message);
      const data = await answer(message as never);
      if (!this.isEnded) this.onmessage?.({ data });
    }
    terminate() {
      this.isEnded = true;
    }
  }
  beforeEach(() => {
    made.length = 0;
    Object.assign(globalThis, { Worker: FakeWorker });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
  });
  return made;
}

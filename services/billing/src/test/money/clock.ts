const RealDate = Date;

/**
 * Lets time pass for everything in this process that asks for the date; timers keep their pace. It only goes forward, as
 * tokens and rows that were made before have to stay valid.
 */
export class Clock {
  private aheadMs = 0;

  constructor() {
    const ahead = () => this.aheadMs;
    globalThis.Date = class extends RealDate {
      constructor(...given: ConstructorParameters<typeof RealDate>) {
        // `new Date()` is the only form that asks for the time.
        if ((given as unknown[]).length === 0) super(RealDate.now() + ahead());
        else super(...given);
      }

      static override now(): number {
        return RealDate.now() + ahead();
      }
    } as DateConstructor;
  }

  pass(ms: number): void {
    this.aheadMs += Math.round(ms);
  }

  restore(): void {
    globalThis.Date = RealDate;
  }
}

/** Maximum deliveries of one owner in flight: slow servers of one owner delay nobody else's. */
export class OwnerShares {
  private readonly underWay = new Map<string, number>();

  constructor(private readonly share: number) {}

  /** Runs it within its owner's share. @returns null where that is used up */
  async within<T>(ownerId: string, run: () => Promise<T>): Promise<T | null> {
    const before = this.underWay.get(ownerId) ?? 0;
    if (before >= this.share) return null;
    this.underWay.set(ownerId, before + 1);
    try {
      return await run();
    } finally {
      const left = (this.underWay.get(ownerId) ?? 1) - 1;
      if (left === 0) this.underWay.delete(ownerId);
      else this.underWay.set(ownerId, left);
    }
  }
}

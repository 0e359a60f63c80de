/** How much the client may send, on a stream or on the connection. */
export class ReceiveWindow {
  private readonly size: number;
  private left: number;
  private uncredited = 0;

  constructor(size: number) {
    this.size = size;
    this.left = size;
  }

  /** So much has come. False: it was more than allowed. */
  take(bytes: number): boolean {
    this.left -= bytes;
    return this.left >= 0;
  }

  /**
   * So much has been read, and may come again.
   *
   * @returns what the client is to be told of now; half a window at a time, so that it is told seldom. 0: nothing.
   */
  credit(bytes: number): number {
    this.uncredited += bytes;
    if (2 * this.uncredited < this.size) return 0;
    const credited = this.uncredited;
    this.left += credited;
    this.uncredited = 0;
    return credited;
  }
}

/** How much the client may send, on a stream or on the connection. */
export class ReceiveWindow {
  private readonly size: number;
  private left: number;
  private uncredited = 0;

  constructor(size: number) {
    this.size = size;
    this.left = size;
  }

  /** So many bytes have arrived. False: more than the window. */
  take(bytes: number): boolean {
    this.left -= bytes;
    return this.left >= 0;
  }

  /**
   * So many bytes were consumed, and may be sent again.
   *
   * @returns the window update to send now; half a window at a time, so that updates are rare. 0: none.
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

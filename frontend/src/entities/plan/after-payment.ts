/** Where the order's page leads on to; stored in the history entry. */
export interface AfterPayment {
  /**
   * `dashboard`: from the wizard. `reload`: from the checkout, whose page is reloaded with the new plan. `account`: a
   * guest.
   */
  next: 'dashboard' | 'reload' | 'account';
  /** When the payment arrived; absent: it did not, and nobody is led on. */
  paidAt?: number;
  /** The purchased plan: its slug, or its id. */
  plan: string;
  /** The order is an earlier one, which holds a second payment back. */
  heldBack?: true;
}

export function readAfterPayment(state: unknown): AfterPayment | null {
  return typeof state === 'object' && state !== null && 'next' in state ? (state as AfterPayment) : null;
}

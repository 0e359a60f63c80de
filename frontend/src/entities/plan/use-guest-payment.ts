import { useCallback } from 'react';
import { useStore } from 'react-redux';
import { messageOf, toProblem } from '../../shared/lib/problem.ts';
import { toast } from '../../shared/ui/toast.ts';
import type { SessionState } from '../session/session-slice.ts';
import { useClaimOrderMutation } from './billing-api.ts';
import { guestClaim } from './guest-claim.ts';

const WAITS =
  'Your payment is added to the account that has confirmed the email address you paid under, within a minute.';
const AWAITS_CONSENT =
  'Your payment has arrived. It would end your current plan, so it waits for you under Order History.';

/**
 * Assigns a guest payment to the signed-in user, and reports the result. Nothing is lost if that fails now: the account
 * that confirms the address of the payment gets the order all the same.
 */
export function useGuestPayment() {
  const [claimOrder] = useClaimOrderMutation();
  const store = useStore<{ session: SessionState }>();
  return useCallback(
    async (greeting: string): Promise<void> => {
      const token = guestClaim.read();
      if (token === null) {
        toast.info(WAITS);
        return;
      }
      try {
        const order = await claimOrder({ orderClaim: { claim_token: token } }).unwrap();
        guestClaim.forget();
        if (order.awaits_consent) toast.info(AWAITS_CONSENT);
        else toast.success(greeting);
      } catch (error) {
        const { code } = toProblem(error);
        // Taken over already, or given back. What was paid under another address waits for that account to sign in here.
        if (code === 'order_not_found') guestClaim.forget();
        const { user } = store.getState().session;
        if (code === 'order_of_other_address' && user !== null) guestClaim.setAside(token, user.id);
        console.warn('The order could not be claimed:', messageOf(error, 'no answer'));
        toast.info(WAITS);
      }
    },
    [claimOrder, store],
  );
}

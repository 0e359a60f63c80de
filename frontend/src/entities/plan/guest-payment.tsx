import { useEffect, useRef } from 'react';
import { useGuestPayment } from './use-guest-payment.ts';

/** Assigns a guest payment made in this browser to the signed-in user. Renders nothing. */
export default function GuestPayment() {
  const takeGuestPayment = useGuestPayment();
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void takeGuestPayment('Your payment is added to your account.');
  }, [takeGuestPayment]);
  return null;
}

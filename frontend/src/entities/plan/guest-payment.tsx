import { useEffect, useRef } from 'react';
import { useGuestPayment } from './use-guest-payment.ts';

/** Gives whoever is signed in what was paid as a guest in this browser. Renders nothing. */
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

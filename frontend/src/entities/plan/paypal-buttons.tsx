import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf, toProblem } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { paymentOutcome } from '../page/paths.ts';
import type { AfterPayment } from './after-payment.ts';
import {
  useCapturePayPalOrderMutation,
  useCreatePayPalOrderMutation,
  useGetPayPalConfigQuery,
  useGiveUpPayPalOrderMutation,
  useLazyListMyOrdersQuery,
} from './billing-api.ts';
import { guestClaim } from './guest-claim.ts';
import { loadPaypal } from './paypal-sdk.ts';

interface PaypalButtonsProps {
  /** Slug of the plan, or its id as a fallback. */
  planId: string | number;
  billingPeriod: 'monthly' | 'yearly';
  /** The guest who pays without being signed in. */
  guest?: { email: string; name: string } | null;
  /** Where the order's page leads on to after the payment. */
  next: 'dashboard' | 'reload';
  /** Instead of showing the order's screen. */
  onPaid?: (paid: { id: string; after: AfterPayment }) => void;
  onProcessing?: (processing: boolean) => void;
}

/**
 * PayPal's own buttons: create, approve, capture. The server determines amounts. Results of an order are shown on its
 * own page; errors before there is an order, here.
 */
export function PaypalButtons({
  planId,
  billingPeriod,
  guest,
  next,
  onPaid,
  onProcessing,
}: PaypalButtonsProps) {
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [capturing, setCapturing] = useState(false);
  const { data: config, isError, isFetching, refetch } = useGetPayPalConfigQuery();
  const [createOrder] = useCreatePayPalOrderMutation();
  const [captureOrder] = useCapturePayPalOrderMutation();
  const [giveUpOrder] = useGiveUpPayPalOrderMutation();
  const [listMyOrders] = useLazyListMyOrdersQuery();
  const email = guest?.email ?? null;
  const name = guest?.name ?? null;

  // The buttons outlive many renders of the page around them: they call whatever the handlers are by then.
  const plan = String(planId);
  const shows = (id: string, how: Partial<AfterPayment> = {}) =>
    navigate(paymentOutcome(id), { state: { next, plan, ...how } satisfies AfterPayment });
  const arrives = (id: string, after: Partial<AfterPayment>) =>
    onPaid ? onPaid({ id, after: { next, plan, ...after } }) : shows(id, after);
  const handlers = useRef({ onProcessing, shows, arrives });
  handlers.current = { onProcessing, shows, arrives };

  useEffect(() => {
    const element = container.current;
    // What failed waits until it is tried again.
    if (!config?.script_url || !element || failed) return;
    let gone = false;
    let close: (() => void) | undefined;
    /** The order that the buyer is looking at in PayPal's window. */
    let begun: { id: string; paypalId: string } | null = null;
    /** The result of the last press is shown: later messages of PayPal's window do not matter. */
    let isReported = false;

    const create = async () => {
      handlers.current.onProcessing?.(true);
      setRefusal(null);
      begun = null;
      isReported = false;
      try {
        const answer = await createOrder({
          payPalOrderCreate: {
            plan_id: planId,
            billing_period: billingPeriod,
            user_email: email,
            user_name: name,
          },
        }).unwrap();
        begun = { id: answer.id, paypalId: answer.paypal_order_id };
        return answer.paypal_order_id;
      } catch (error) {
        isReported = true;
        handlers.current.onProcessing?.(false);
        const message = messageOf(error, 'Failed to create PayPal order');
        setRefusal(message);
        toast.error(message);
        if (toProblem(error).code === 'payment_under_review') await showHeldBack();
        throw error;
      }
    };

    /** The screen of the payment that holds this one back. A guest has no list of orders: the message says it. */
    const showHeldBack = async () => {
      if (email !== null) return;
      const { data } = await listMyOrders();
      const pending = data?.orders.find(({ outcome }) => outcome === 'pending');
      if (pending) handlers.current.shows(pending.id, { heldBack: true });
    };

    /** The buyer turned back, or PayPal failed: the server closes the order, and its screen says how it stands. */
    const giveUp = async (reason: 'cancelled' | 'error') => {
      if (begun === null) return;
      const { id, paypalId } = begun;
      begun = null;
      // Without an answer the screen still says how the order stands.
      await giveUpOrder({ payPalGiveUp: { paypal_order_id: paypalId, reason } });
      handlers.current.shows(id);
    };

    const capture = async (orderId: string) => {
      isReported = true;
      setCapturing(true);
      try {
        const answer = await captureOrder({
          payPalCapture: { order_id: orderId, paypal_order_id: orderId },
        }).unwrap();
        if (!answer.success) {
          toast.error(answer.message || 'Payment failed. Please try again.');
          handlers.current.shows(answer.id);
          return;
        }
        const paidAt = Date.now();
        toast.success(`🎉 ${answer.message}`);
        if (answer.claim_token) {
          guestClaim.keep(answer.claim_token);
          toast.success('Payment successful! Please complete registration to access your account.');
          handlers.current.arrives(answer.id, { paidAt, next: 'account' });
        } else handlers.current.arrives(answer.id, { paidAt });
      } catch (error) {
        toast.error(messageOf(error, 'Payment failed. Please try again.'));
        if (begun !== null) handlers.current.shows(begun.id);
      } finally {
        setCapturing(false);
        handlers.current.onProcessing?.(false);
      }
    };

    loadPaypal(config.script_url)
      .then((sdk) => {
        if (gone) return;
        const buttons = sdk.Buttons({
          style: { layout: 'vertical', color: 'blue', shape: 'rect', label: 'paypal' },
          ...(config.renews ? { createSubscription: create } : { createOrder: create }),
          onApprove: ({ orderID, subscriptionID }) => capture(subscriptionID || orderID),
          onCancel: () => {
            if (isReported) return;
            handlers.current.onProcessing?.(false);
            toast.info('Payment cancelled');
            void giveUp('cancelled');
          },
          onError: () => {
            if (isReported) return;
            handlers.current.onProcessing?.(false);
            toast.error('PayPal error occurred. Please try again.');
            void giveUp('error');
          },
        });
        close = buttons.close;
        return buttons.render(element).then(() => setReady(true));
      })
      .catch(() => {
        if (!gone) setFailed(true);
      });

    return () => {
      gone = true;
      close?.();
      element.replaceChildren();
      setReady(false);
    };
  }, [
    config,
    planId,
    billingPeriod,
    email,
    name,
    failed,
    createOrder,
    captureOrder,
    giveUpOrder,
    listMyOrders,
  ]);

  const tryAgain = () => {
    setFailed(false);
    if (isError || !config?.script_url) refetch();
  };

  const unavailable = !isFetching && (failed || isError || (config !== undefined && !config.script_url));
  return (
    <div className="min-h-24">
      {config?.is_stand_in && (
        <Notice tone="warn" className="mb-3">
          Payments go to a local stand-in for PayPal: no money moves.
        </Notice>
      )}
      {unavailable && (
        <Notice tone="danger" role="alert" title="PayPal could not be loaded">
          <p>Check that nothing blocks its script. Your entries are kept.</p>
          <Button size="sm" variant="secondary" className="mt-2" onClick={tryAgain}>
            Try again
          </Button>
        </Notice>
      )}
      {!ready && !unavailable && (
        <div role="status" className="flex items-center justify-center gap-2 py-6 text-sm text-ink-muted">
          <Spinner className="size-4" /> Loading PayPal…
        </div>
      )}
      {refusal && (
        <Notice tone="danger" role="alert" className="mb-3">
          {refusal}
        </Notice>
      )}
      {capturing && (
        <div role="status" className="flex items-center justify-center gap-2 py-3 text-sm text-ink-muted">
          <Spinner className="size-4" /> Approved. Completing your payment…
        </div>
      )}
      <div
        ref={container}
        inert={capturing}
        className={capturing ? 'opacity-50' : undefined}
        data-testid="paypal-buttons"
      />
    </div>
  );
}

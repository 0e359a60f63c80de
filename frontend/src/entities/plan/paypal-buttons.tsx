import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../shared/lib/problem.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { toast } from '../../shared/ui/toast.ts';
import {
  useCapturePayPalOrderMutation,
  useCreatePayPalOrderMutation,
  useGetPayPalConfigQuery,
} from './billing-api.ts';
import { loadPaypal } from './paypal-sdk.ts';

interface PaypalButtonsProps {
  /** Slug of the plan, or its id as a fallback. */
  planId: string | number;
  billingPeriod: 'monthly' | 'yearly';
  /** Who pays, when nobody is signed in. */
  guest?: { email: string; name: string } | null;
  /** `claimToken`: guests only; with it a new account takes the order over. */
  onPaid: (paid: { message: string; claimToken: string | null }) => void;
  onProcessing?: (processing: boolean) => void;
}

/** PayPal's own buttons: create, approve, capture. Amounts are the server's business. */
export function PaypalButtons({ planId, billingPeriod, guest, onPaid, onProcessing }: PaypalButtonsProps) {
  const container = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const { data: config, isError } = useGetPayPalConfigQuery();
  const [createOrder] = useCreatePayPalOrderMutation();
  const [captureOrder] = useCapturePayPalOrderMutation();
  const email = guest?.email ?? null;
  const name = guest?.name ?? null;

  // The buttons outlive many renders of the page around them: they call whatever the handlers are by then.
  const handlers = useRef({ onPaid, onProcessing });
  handlers.current = { onPaid, onProcessing };

  useEffect(() => {
    const element = container.current;
    if (!config?.script_url || !element) return;
    let gone = false;
    let close: (() => void) | undefined;

    const create = async () => {
      handlers.current.onProcessing?.(true);
      try {
        const answer = await createOrder({
          payPalOrderCreate: {
            plan_id: planId,
            billing_period: billingPeriod,
            user_email: email,
            user_name: name,
          },
        }).unwrap();
        return answer.paypal_order_id;
      } catch (error) {
        handlers.current.onProcessing?.(false);
        toast.error(messageOf(error, 'Failed to create PayPal order'));
        throw error;
      }
    };

    const capture = async (orderId: string) => {
      try {
        const answer = await captureOrder({
          payPalCapture: { order_id: orderId, paypal_order_id: orderId },
        }).unwrap();
        if (!answer.success) {
          toast.error(answer.message || 'Payment failed. Please try again.');
          return;
        }
        toast.success(`🎉 ${answer.message}`);
        handlers.current.onPaid({ message: answer.message, claimToken: answer.claim_token });
      } catch (error) {
        toast.error(messageOf(error, 'Payment failed. Please try again.'));
      } finally {
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
            handlers.current.onProcessing?.(false);
            toast.info('Payment cancelled');
          },
          onError: () => {
            handlers.current.onProcessing?.(false);
            toast.error('PayPal error occurred. Please try again.');
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
  }, [config, planId, billingPeriod, email, name, createOrder, captureOrder]);

  const unavailable = failed || isError || (config !== undefined && !config.script_url);
  return (
    <div className="min-h-24">
      {config?.is_stand_in && (
        <Notice tone="warn" className="mb-3">
          Payments go to a local stand-in for PayPal: no money moves.
        </Notice>
      )}
      {unavailable && (
        <Notice tone="danger" role="alert" title="PayPal could not be loaded">
          Check that nothing blocks its script, then reload the page.
        </Notice>
      )}
      {!ready && !unavailable && (
        <div role="status" className="flex items-center justify-center gap-2 py-6 text-sm text-ink-muted">
          <Spinner className="size-4" /> Loading PayPal…
        </div>
      )}
      <div ref={container} data-testid="paypal-buttons" />
    </div>
  );
}

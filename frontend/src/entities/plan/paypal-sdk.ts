import { allowPaymentScript, paymentScriptUrl } from '../../shared/lib/trusted-types.ts';

/** The part of PayPal's browser script that the product uses. */
interface PaypalButtonsOptions {
  style: { layout: 'vertical'; color: 'blue'; shape: 'rect'; label?: 'paypal' };
  /** One payment. */
  createOrder?: () => Promise<string>;
  /** Payments that renew themselves. */
  createSubscription?: () => Promise<string>;
  onApprove: (data: { orderID: string; subscriptionID?: string | null }) => Promise<void>;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

export interface PaypalSdk {
  Buttons: (options: PaypalButtonsOptions) => {
    render: (container: HTMLElement) => Promise<void>;
    close?: () => void;
  };
}

declare global {
  interface Window {
    paypal?: PaypalSdk;
  }
}

let loading: { url: string; sdk: Promise<PaypalSdk> } | null = null;

/** Loads the script once; a failed load may be tried again. */
export function loadPaypal(url: string): Promise<PaypalSdk> {
  if (loading?.url === url) return loading.sdk;
  const sdk = new Promise<PaypalSdk>((resolve, reject) => {
    const script = document.createElement('script');
    allowPaymentScript();
    script.src = paymentScriptUrl(url);
    script.async = true;
    const fail = (why: string) => {
      script.remove();
      loading = null;
      reject(new Error(why));
    };
    script.onload = () => (window.paypal ? resolve(window.paypal) : fail('The PayPal script did not start'));
    script.onerror = () => fail('The PayPal script could not be loaded');
    document.head.append(script);
  });
  loading = { url, sdk };
  return sdk;
}

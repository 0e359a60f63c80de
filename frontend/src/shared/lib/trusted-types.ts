/**
 * Trusted Types (W3C): under `require-trusted-types-for 'script'` no text becomes markup or a script URL unless a
 * policy created it. These are all policies; their names are in the gateway's Content-Security-Policy.
 */
interface Policies {
  createPolicy: (
    name: string,
    rules: { createHTML?: (text: string) => string; createScriptURL?: (text: string) => string },
  ) => {
    createHTML: (text: string) => string;
    createScriptURL: (text: string) => string;
  };
}

// TypeScript's DOM library does not know them yet. Browsers without them take the text itself.
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;

const onlyPayment = policies?.createPolicy('palisade-payment', { createScriptURL: webAddress });
const onlyPreview = policies?.createPolicy('palisade-preview', { createHTML: (html) => html });
const onlyWorkers = policies?.createPolicy('palisade-worker', { createScriptURL: ownAddress });
let isOpenForPayment = false;

/** The address of the payment provider's script; which origins it may come from, `script-src` says. */
export const paymentScriptUrl = (url: string): string => onlyPayment?.createScriptURL(url) ?? url;

/** The address of a script of ours that runs beside the page. */
export const workerUrl = (url: string): string => onlyWorkers?.createScriptURL(url) ?? url;

/** Markup for a frame whose `sandbox` is empty, and for nothing else. */
export const sandboxedHtml = (html: string): string => onlyPreview?.createHTML(html) ?? html;

/**
 * The provider's script draws its buttons itself and knows nothing of our policies. From here on its texts pass, as markup
 * and as addresses of scripts; what may run is still what `script-src` names, and no page that sells nothing comes here.
 */
export function allowPaymentScript(): void {
  if (isOpenForPayment) return;
  isOpenForPayment = true;
  policies?.createPolicy('default', { createHTML: (html) => html, createScriptURL: webAddress });
}

function ownAddress(url: string): string {
  const { origin } = new URL(url, document.baseURI);
  if (origin !== location.origin)
    throw new TypeError(`No script that runs beside the page comes from ${origin}`);
  return url;
}

function webAddress(url: string): string {
  const { protocol } = new URL(url, document.baseURI);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`No script comes from ${protocol}`);
  return url;
}

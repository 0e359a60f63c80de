/**
 * What PayPal's script puts into a page, as far as it is used: `paypal.Buttons(options).render(container)`. The
 * window that opens belongs to the stand-in and talks back by postMessage. It is opened under the very origin that the
 * script came from (localhost and 127.0.0.1 are two): the page's content security policy allows that one.
 */
export function browserScript(): string {
  return `(() => {
  'use strict';
  const base = new URL(document.currentScript.src).origin;
  const find = (container) => typeof container === 'string' ? document.querySelector(container) : container;

  function openWindow(orderId) {
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', 'PayPal stand-in');
      Object.assign(dialog.style, { padding: '0', border: '0', width: '26rem', maxWidth: '95vw', height: '36rem', maxHeight: '95vh', margin: 'auto', zIndex: '2147483647' });
      const frame = document.createElement('iframe');
      frame.title = 'PayPal stand-in';
      frame.src = base + '/checkout/' + encodeURIComponent(orderId);
      Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
      const finish = (action) => {
        window.removeEventListener('message', listen);
        dialog.remove();
        resolve(action);
      };
      const listen = (event) => {
        if (event.origin === base && event.source === frame.contentWindow && event.data && event.data.order === orderId) {
          finish(event.data.action);
        }
      };
      window.addEventListener('message', listen);
      dialog.addEventListener('cancel', () => finish('cancel'));
      dialog.append(frame);
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  function Buttons(options) {
    let root = null;
    const fail = (error) => { if (options.onError) options.onError(error); else throw error; };
    async function pay(button) {
      button.disabled = true;
      try {
        if (options.onClick) options.onClick({ fundingSource: 'paypal' }, {});
        const renews = Boolean(options.createSubscription);
        const begin = renews ? options.createSubscription : options.createOrder;
        const id = await begin({ paymentSource: 'paypal' }, {});
        const action = await openWindow(id);
        const data = { orderID: renews ? '' : id, subscriptionID: renews ? id : null, paymentSource: 'paypal' };
        if (action === 'approve') await options.onApprove(data, { order: {} });
        else if (action === 'error') fail(new Error('The PayPal stand-in was told to fail'));
        else if (options.onCancel) options.onCancel(data, {});
      } catch (error) {
        fail(error);
      } finally {
        button.disabled = false;
      }
    }
    return {
      isEligible: () => true,
      async render(container) {
        const target = find(container);
        if (!target) throw new Error('Document is ready and element ' + container + ' does not exist');
        root = document.createElement('div');
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'PayPal (stand-in: no money moves)';
        button.dataset.testid = 'paypal-button';
        Object.assign(button.style, { width: '100%', padding: '0.8rem', border: '0', borderRadius: '4px', background: '#0070ba', color: '#ffffff', fontWeight: '600', cursor: 'pointer' });
        button.addEventListener('click', () => void pay(button));
        root.append(button);
        target.append(root);
        if (options.onInit) options.onInit({}, {});
      },
      async close() { if (root) root.remove(); root = null; },
    };
  }

  window.paypal = { Buttons, FUNDING: { PAYPAL: 'paypal' }, version: 'stand-in' };
})();
`;
}

import vm from 'node:vm';
import { browserScript } from './browser-script.ts';

interface FakeElement {
  tag: string;
  style: Record<string, string>;
  dataset: Record<string, string>;
  children: FakeElement[];
  listeners: Record<string, (event: unknown) => void>;
  contentWindow: object;
  src: string;
  disabled: boolean;
}

/** As much of a page as the script touches. */
function fakePage() {
  const made: FakeElement[] = [];
  const listeners = new Set<(event: unknown) => void>();
  const element = (tag: string) => {
    const self = {
      tag,
      style: {},
      dataset: {},
      children: [] as FakeElement[],
      listeners: {} as FakeElement['listeners'],
      contentWindow: {},
      src: '',
      disabled: false,
      setAttribute: () => undefined,
      addEventListener: (type: string, listener: (event: unknown) => void) => {
        self.listeners[type] = listener;
      },
      append: (child: FakeElement) => self.children.push(child),
      remove: () => undefined,
      showModal: () => undefined,
    };
    made.push(self);
    return self;
  };
  const target = element('target');
  const window = {
    paypal: undefined as unknown as {
      Buttons(options: object): { render(container: unknown): Promise<void> };
    },
    addEventListener: (_type: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: unknown) => void) => listeners.delete(listener),
  };
  const document = {
    createElement: element,
    querySelector: () => target,
    body: element('body'),
    currentScript: { src: 'http://stand-in.test/sdk/js?currency=USD' },
  };
  vm.runInNewContext(browserScript(), { window, document, encodeURIComponent, URL });
  const find = (tag: string) => made.findLast((candidate) => candidate.tag === tag);
  return {
    window,
    find,
    say: (message: object) => {
      for (const listener of listeners) listener(message);
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

async function pay(action: string) {
  const page = fakePage();
  const calls: unknown[] = [];
  const record = (name: string) => (data: unknown) => {
    calls.push([name, (data as { orderID?: string })?.orderID]);
  };
  const options = {
    createOrder: async () => 'ORDER1',
    onApprove: record('approve'),
    onCancel: record('cancel'),
    onError: (error: Error) => calls.push(['error', error.message]),
  };
  await page.window.paypal.Buttons(options).render('#buttons');
  page.find('button')?.listeners.click?.({});
  await settle();
  const frame = page.find('iframe');
  expect(frame?.src).toBe('http://stand-in.test/checkout/ORDER1');
  const data = { order: 'ORDER1', action };
  // Words from elsewhere count for nothing.
  page.say({ origin: 'http://evil.test', source: frame?.contentWindow, data });
  page.say({ origin: 'http://stand-in.test', source: {}, data });
  await settle();
  expect(calls).toEqual([]);
  page.say({ origin: 'http://stand-in.test', source: frame?.contentWindow, data });
  await settle();
  expect(page.find('button')?.disabled).toBe(false);
  return calls;
}

describe('the browser script of the stand-in', () => {
  it('takes the buyer through createOrder to onApprove', async () => {
    expect(await pay('approve')).toEqual([['approve', 'ORDER1']]);
  });

  it('takes the buyer through createSubscription where payments renew themselves', async () => {
    const page = fakePage();
    const approved: unknown[] = [];
    const options = {
      createSubscription: async () => 'I-1',
      onApprove: (data: object) => approved.push(data),
    };
    await page.window.paypal.Buttons(options).render('#buttons');
    page.find('button')?.listeners.click?.({});
    await settle();
    const frame = page.find('iframe');
    expect(frame?.src).toBe('http://stand-in.test/checkout/I-1');
    page.say({
      origin: 'http://stand-in.test',
      source: frame?.contentWindow,
      data: { order: 'I-1', action: 'approve' },
    });
    await settle();
    expect(approved).toEqual([{ orderID: '', subscriptionID: 'I-1', paymentSource: 'paypal' }]);
  });

  it('tells of a cancelled and of a failed payment', async () => {
    expect(await pay('cancel')).toEqual([['cancel', 'ORDER1']]);
    expect(await pay('error')).toEqual([['error', 'The PayPal stand-in was told to fail']]);
  });
});

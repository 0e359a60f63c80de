import { outcomeWords } from './outcome-words.ts';

const words = (outcome: Parameters<typeof outcomeWords>[0]['outcome'], awaitsAccount = false) =>
  outcomeWords({ outcome, awaits_account: awaitsAccount }, 'Starter');

describe('what is said of an order', () => {
  it('offers a payment where nothing was taken, and nowhere else', () => {
    for (const outcome of ['declined', 'cancelled', 'failed', 'open'] as const)
      expect(words(outcome).canPay).toBe(true);
    for (const outcome of ['paid', 'pending', 'refunded'] as const) expect(words(outcome).canPay).toBe(false);
  });

  it('names the account that a guest’s payment waits for', () => {
    expect(words('paid').happened).toBe('Starter is paid for.');
    expect(words('paid', true).next).toContain('Finish your account');
  });
});

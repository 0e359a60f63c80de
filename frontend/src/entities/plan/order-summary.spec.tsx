import { render, screen } from '@testing-library/react';
import { fakePlans } from '../../testing/fake-api.ts';
import { OrderSummary } from './order-summary.tsx';
import { toPlanView } from './plan-features.ts';

function summaryOf(slug: string, period: 'monthly' | 'yearly', features: string[], renews = true) {
  const plan = fakePlans.find((one) => one.slug === slug);
  if (!plan) throw new Error(`The fake plans lost ${slug}`);
  render(<OrderSummary plan={toPlanView({ ...plan, features })} period={period} renews={renews} />);
}

const amounts = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);

describe('the order summary', () => {
  it('names the plan, five of its features and how many more there are', () => {
    summaryOf('business', 'monthly', ['1', '2', '3', '❌ Never', '4', '5', '6', '7']);
    screen.getByRole('heading', { name: 'Order Summary' });
    screen.getByRole('heading', { name: 'Business' });
    screen.getByText('Popular');
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines.slice(0, 5)).toEqual(['1', '2', '3', '4', '5']);
    expect(lines).not.toContain('6');
    screen.getByText('+ 2 more features');
    expect(amounts()).toEqual([
      ['Subtotal', '$79'],
      ['Total Due Today', '$79'],
    ]);
    for (const promise of ['14-day money-back guarantee', 'Cancel anytime', 'Instant activation'])
      expect(lines).toContain(promise);
  });

  it('says what is due in the currency that is charged', () => {
    const [, starter] = fakePlans.map((plan) => toPlanView({ ...plan, currency: 'EUR' }));
    render(<OrderSummary plan={starter!} period="yearly" renews />);
    expect(amounts()).toEqual([
      ['Subtotal', '€348'],
      ['Yearly discount (17%)', '−€58'],
      ['Total Due Today', '€290'],
    ]);
  });

  it.each([
    ['says that nobody is charged again automatically', false, 1],
    ['does not say so where PayPal takes the next payments', true, 0],
  ])('%s', (_does, renews, times) => {
    summaryOf('starter', 'monthly', ['1'], renews);
    screen.getByText('Billed monthly. Cancel anytime.');
    expect(
      screen.queryAllByText(/You pay each month yourself: nothing is renewed automatically/),
    ).toHaveLength(times);
  });

  it('takes two of twelve months off for a year', () => {
    summaryOf('enterprise', 'yearly', ['1', '2', '3', '4', '5']);
    screen.getByText('Standard');
    expect(screen.queryByText(/more features/)).toBeNull();
    expect(amounts()).toEqual([
      ['Subtotal', '$2,388'],
      ['Yearly discount (17%)', '−$398'],
      ['Total Due Today', '$1,990'],
    ]);
  });
});

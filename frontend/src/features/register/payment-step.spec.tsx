import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentStep } from './payment-step.tsx';
import type { RegisterWizard } from './use-register-wizard.ts';

describe('the payment', () => {
  it('without a plan asks for one, and leads back to the plans', async () => {
    const goTo = jest.fn<RegisterWizard['goTo']>();
    const unused = jest.fn<() => Promise<void>>();
    render(
      <PaymentStep
        wizard={{
          plan: undefined,
          guest: { name: '', email: '' },
          pay: unused,
          busy: false,
          renews: undefined,
          goTo,
          user: null,
          hasPaid: false,
          takePayment: unused,
        }}
      />,
    );
    expect(screen.getByText('Please select a plan before proceeding')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Choose a plan' }));
    expect(goTo).toHaveBeenCalledWith(2);
  });
});

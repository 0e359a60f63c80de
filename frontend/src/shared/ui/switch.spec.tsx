import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SwitchRow } from './switch.tsx';

describe('a switch', () => {
  it('is switched by its label as by itself', async () => {
    const change = jest.fn();
    render(<SwitchRow label="Auto-refresh" checked onCheckedChange={change} />);
    await userEvent.click(screen.getByText('Auto-refresh'));
    expect(change.mock.calls).toEqual([[false]]);
    await userEvent.click(screen.getByRole('switch', { name: 'Auto-refresh' }));
    expect(change.mock.calls).toEqual([[false], [false]]);
  });

  it('stays as it is where it may not be changed', async () => {
    const change = jest.fn();
    render(<SwitchRow label="Bot protection" checked={false} disabled onCheckedChange={change} />);
    await userEvent.click(screen.getByText('Bot protection'));
    expect(change).not.toHaveBeenCalled();
  });
});

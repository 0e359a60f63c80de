import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from '../../shared/ui/field.tsx';
import '../../testing/query-timeout.ts';
import CountryPicker from './country-picker.tsx';

function Chooser({ onChoose }: { onChoose: (code: string | null) => void }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <Field label="Countries">
        <CountryPicker
          value={value}
          onChange={(code) => {
            setValue(code);
            onChoose(code);
          }}
          suggested={{ title: 'Often blocked', codes: ['KP'] }}
          without={['FR']}
          placeholder="Search"
        />
      </Field>
      <button type="button" onClick={() => setValue(null)}>
        Take it
      </button>
    </>
  );
}

describe('the picker of countries', () => {
  const setUp = () => {
    const chosen: (string | null)[] = [];
    render(<Chooser onChoose={(code) => chosen.push(code)} />);
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Countries' });
    return { chosen, input, user: userEvent.setup() };
  };

  it('finds one by its own name, and takes it by the keyboard alone', async () => {
    const { chosen, input, user } = setUp();
    await user.tab();
    await user.keyboard('deutsch');
    await screen.findByRole('option', { name: /^Germany \(DE\)/ });
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(chosen).toEqual(['DE']));
    expect(input.value).toBe('Germany');
    await user.click(screen.getByRole('button', { name: 'Take it' }));
    expect(input.value).toBe('');
  });

  it('shows those that are suggested first, and none that is left out', async () => {
    const { user } = setUp();
    await user.click(screen.getByRole('button', { name: 'Show all countries' }));
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent ?? '');
    expect(options[0]).toContain('North Korea (KP)');
    expect(options.length).toBeGreaterThan(240);
    expect(options.filter((text) => text.includes('(FR)'))).toEqual([]);
  });

  it('means nobody any more once its text is changed', async () => {
    const { chosen, input, user } = setUp();
    await user.type(input, 'DE');
    await screen.findByRole('option', { name: /^Germany/ });
    await user.keyboard('{Enter}');
    await user.type(input, 'x');
    expect(chosen).toEqual(['DE', null]);
    await screen.findByText('No country matches.');
  });
});

import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ChipList } from './chip-list.tsx';

const addresses = Array.from({ length: 10_000 }, (_, at) => `10.0.${Math.floor(at / 250)}.${at % 250}`);

function Listed({ first }: { first: string[] }) {
  const [entries, setEntries] = useState(first);
  return (
    <>
      <ChipList
        label="Blocked IPs"
        entries={entries}
        onChange={setEntries}
        removeLabel={(entry) => `Remove ${entry}`}
        removed={(entry) => `${entry} removed`}
      />
      <output>{entries.length}</output>
    </>
  );
}

const shown = () => within(screen.getByRole('list', { name: 'Blocked IPs' })).getAllByRole('listitem');

it('shows few of ten thousand entries, the last first, and finds the others', async () => {
  const hand = userEvent.setup();
  render(<Listed first={addresses} />);
  expect(shown()).toHaveLength(60);
  expect(shown()[0]!.textContent).toBe('10.0.39.249');
  await hand.click(screen.getByRole('button', { name: 'Show 60 more' }));
  expect(shown()).toHaveLength(120);
  await hand.type(screen.getByRole('searchbox', { name: 'Find in Blocked IPs' }), '10.0.7.24');
  expect(shown().map(({ textContent }) => textContent)).toContain('10.0.7.24');
  expect(shown()).toHaveLength(11);
  await hand.click(screen.getByRole('button', { name: 'Remove 10.0.7.24' }));
  expect(screen.getByText('9999')).toBeTruthy();
});

it('shows a short list whole, in its order, without a field', () => {
  render(<Listed first={addresses.slice(0, 60)} />);
  expect(shown().map(({ textContent }) => textContent)).toEqual(addresses.slice(0, 60));
  expect(screen.queryByRole('searchbox')).toBeNull();
});

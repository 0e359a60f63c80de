import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Operator } from './operator.tsx';

it('a short operator is shown as it is', () => {
  render(<Operator text="@detectSQLi" />);
  screen.getByText('@detectSQLi');
  expect(screen.queryByRole('button')).toBeNull();
});

it('a long pattern is shown by its beginning, and whole on demand', async () => {
  const pattern = `@rx (?i)\\b(?:${'union|'.repeat(60)}select)\\b`;
  render(<Operator text={pattern} />);
  expect(screen.queryByText(pattern)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Whole pattern', expanded: false }));
  screen.getByText(pattern);
  await userEvent.click(screen.getByRole('button', { name: 'Less of it', expanded: true }));
  expect(screen.queryByText(pattern)).toBeNull();
});

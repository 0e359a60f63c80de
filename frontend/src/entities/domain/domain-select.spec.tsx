import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { fakeDomain } from '../../testing/fake-api.ts';
import '../../testing/query-timeout.ts';
import { DomainSelect } from './domain-select.tsx';

const sites = (count: number) =>
  Array.from({ length: count }, (_, n) => fakeDomain({ id: `${n}`, domain_name: `site-${n}.example` }));
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('offers a few domains at once', () => {
  render(<DomainSelect domains={sites(2)} value="" onChange={() => undefined} />);
  expect(names()).toEqual(['All Domains', 'site-0.example', 'site-1.example']);
});

it.each([
  ['focused', fireEvent.focus],
  ['pressed', fireEvent.pointerDown],
])('makes many once it is %s, and shows the chosen one before', (_how, turnTo) => {
  render(<DomainSelect domains={sites(60)} value="site-7.example" onChange={() => undefined} />);
  expect(names()).toEqual(['All Domains', 'site-7.example']);
  turnTo(screen.getByRole('combobox', { name: 'Domain' }));
  expect(names()).toHaveLength(61);
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('site-7.example');
});

it('makes many for whoever turns to nothing, too', async () => {
  render(<DomainSelect domains={sites(60)} value="" onChange={() => undefined} />);
  expect(names()).toEqual(['All Domains']);
  await waitFor(() => expect(names()).toHaveLength(61));
});

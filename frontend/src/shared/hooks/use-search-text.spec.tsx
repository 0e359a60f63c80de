import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import '../../testing/query-timeout.ts';
import { useSearchPatch, useSearchText } from './use-search-state.ts';

function Search() {
  const [text, setText, empty] = useSearchText('q');
  const patch = useSearchPatch();
  const take = () => {
    empty();
    patch({ path: text, q: null });
  };
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={take}>
        Take
      </button>
    </>
  );
}

const Nothing = () => null;

/** A router that takes its time for every address, as on a slow processor. */
function open(address: string, routerMs = 50) {
  const loader = () => new Promise((resolve) => setTimeout(() => resolve(null), routerMs));
  const router = createMemoryRouter([{ path: '/', element: <Search />, loader, HydrateFallback: Nothing }], {
    initialEntries: [address],
  });
  render(<RouterProvider router={router} />);
  return router;
}
const field = async () => (await screen.findByLabelText('Search')) as HTMLInputElement;

describe('text that the address follows', () => {
  it('loses no key to a slow router', async () => {
    const router = open('/');
    const input = await field();
    const user = userEvent.setup();
    for (const word of ['POSTED', ' /shop', ' 203.0.113.9']) {
      await user.type(input, word);
      expect(input.value.endsWith(word)).toBe(true);
    }
    await waitFor(() => expect(router.state.location.search).toBe('?q=POSTED+%2Fshop+203.0.113.9'));
    expect(input.value).toBe('POSTED /shop 203.0.113.9');
  });

  it('does not undo what takes its place in the address, however long the router takes for that', async () => {
    const router = open('/', 450);
    const input = await field();
    const user = userEvent.setup();
    await user.type(input, '/shop');
    await waitFor(() => expect(router.state.location.search).toBe('?q=%2Fshop'));
    await user.click(screen.getByRole('button', { name: 'Take' }));
    await waitFor(() => expect(router.state.location.search).toBe('?path=%2Fshop'));
    expect(input.value).toBe('');
  });

  it('begins with what the address says, and follows it where somebody else changes it', async () => {
    const router = open('/?q=shop');
    const input = await field();
    expect(input.value).toBe('shop');
    await act(() => router.navigate('/?q=login'));
    await waitFor(() => expect(input.value).toBe('login'));
    await userEvent.setup().clear(input);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await act(() => router.navigate('/?q=login'));
    await waitFor(() => expect(input.value).toBe('login'));
  });
});

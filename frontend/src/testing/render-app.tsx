import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { routes } from '../app/routes.tsx';
import { createStore } from '../app/store.ts';
import { type Company, nobody } from '../entities/company/company.ts';
import { CompanyContext } from '../entities/company/use-company.ts';
import type { CurrentUser } from '../shared/api/openapi.gen.ts';
import './query-timeout.ts';

/** Signs in as a reload would: by the session in the browser's storage. */
export function storeSession(user: CurrentUser): void {
  localStorage.setItem('token', 'a-token');
  localStorage.setItem('user', JSON.stringify(user));
}

/** The whole application at a path, on a history in memory. */
export function renderApp(path: string, { company = nobody }: { company?: Company } = {}) {
  // Messages live outside of the tree: one of the test before must not answer for this one.
  toast.remove();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const store = createStore((to, options) => router.navigate(to, options));
  render(
    <Provider store={store}>
      <CompanyContext value={company}>
        <RouterProvider router={router} />
      </CompanyContext>
    </Provider>,
  );
  return {
    router,
    store,
    user: userEvent.setup(),
    path: () => router.state.location.pathname + router.state.location.search,
  };
}

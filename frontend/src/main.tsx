import './shared/styles/index.css';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { routes } from './app/routes.tsx';
import { createStore } from './app/store.ts';
import { companyOfPage } from './entities/company/company.ts';
import { CompanyContext } from './entities/company/use-company.ts';
import { sessionKeys } from './entities/session/session-keys.ts';
import { storage } from './shared/lib/storage.ts';

/** After a release the chunks that an open page refers to no longer exist; reloads the page, once. */
const RELOAD_AGAIN_AFTER_MS = 30_000;
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(window.sessionStorage.getItem('reloaded_at') ?? 0);
  if (Date.now() - last < RELOAD_AGAIN_AFTER_MS) return;
  window.sessionStorage.setItem('reloaded_at', String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// No await at the top: chunks import from this one, and would wait for it.
async function start(root: HTMLElement): Promise<void> {
  // The route that the HTML in there shows; the app's own page has none, and no need of what takes one over.
  const rendered = root.dataset.route;
  const statics = rendered === undefined ? null : await import('./app/take-over.tsx');
  const matched = await statics?.loadMatches(routes, window.location.pathname);

  const router = createBrowserRouter(routes);
  const store = createStore((to, options) => router.navigate(to, options));
  const askAgain = statics?.takePlans(store);
  const company = companyOfPage();
  const app = (started?: () => void) => (
    <StrictMode>
      <Started
        then={() => {
          document.documentElement.dataset.running = '';
          askAgain?.();
          started?.();
        }}
      >
        <CompanyContext value={company}>
          <Provider store={store}>
            <RouterProvider router={router} />
          </Provider>
        </CompanyContext>
      </Started>
    </StrictMode>
  );
  // Static pages are those of a stranger. Whoever is known here gets a page of their own in its place, in one frame.
  const known = storage.get(sessionKeys.token) ?? storage.get(sessionKeys.rememberedEmail);
  if (statics && matched === rendered && known === null) statics.takeOver(root, app);
  else createRoot(root).render(app());
}

/** Says so once all that is within has started. */
function Started({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}

void start(container);

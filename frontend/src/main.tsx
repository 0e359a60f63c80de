import './shared/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { routes } from './app/routes.tsx';
import { createStore } from './app/store.ts';

/** After a release the chunks that an open page knows are gone; loading it anew brings the present ones. Once. */
const RELOAD_AGAIN_AFTER_MS = 30_000;
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(window.sessionStorage.getItem('reloaded_at') ?? 0);
  if (Date.now() - last < RELOAD_AGAIN_AFTER_MS) return;
  window.sessionStorage.setItem('reloaded_at', String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

const router = createBrowserRouter(routes);
const store = createStore((to, options) => router.navigate(to, options));
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

createRoot(container).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  </StrictMode>,
);

import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Provider } from 'react-redux';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { headOf } from '../app/head-of-page.tsx';
import { NOT_FOUND, pages, shellHead } from '../app/pages/pages.ts';
import { rememberPlans } from '../app/remembered-plans.ts';
import { routes } from '../app/routes.tsx';
import { createStore } from '../app/store.ts';
import { type Company, nobody } from '../entities/company/company.ts';
import { CompanyContext } from '../entities/company/use-company.ts';
import { baseApi } from '../shared/api/base-api.ts';
import type { Plan } from '../shared/api/types.ts';
import { documentOf, type StaticDocument } from './document.ts';

export { NOT_FOUND } from '../app/pages/pages.ts';
export { ORIGIN } from './document.ts';

export interface StaticPage {
  route: string;
  listed: boolean;
  readsQuery: boolean;
  showsPlans: boolean;
}

/** Every page that is rendered at build time. */
export const staticPages: readonly StaticPage[] = pages.flatMap(({ path, prerender }) =>
  prerender ? [{ route: path, readsQuery: false, showsPlans: false, ...prerender }] : [],
);

/** Addresses of the app that have no static page: the shell answers them. */
export const appPaths: readonly string[] = pages.flatMap(({ path, prerender }) => (prerender ? [] : [path]));

/** The app's page before it runs. */
export const shell = (template: string, company?: Company): string =>
  documentOf(template, { head: shellHead, company });

/** A page as somebody sees it who comes for the first time. Without plans it shows that they are on their way. */
export async function staticPage(
  template: string,
  {
    route,
    preloads,
    plans,
    company,
  }: { route: string; preloads?: StaticDocument['preloads']; plans?: Plan[]; company?: Company },
): Promise<string> {
  const page = pages.find(({ path }) => path === route);
  if (page === undefined) throw new Error(`there is no page at ${route}`);
  const html = await render(route === NOT_FOUND ? '/404' : route, plans, company);
  return documentOf(template, {
    head: headOf(page),
    preloads,
    page: { route, html },
    plans,
    company,
  });
}

async function render(
  path: string,
  plans: readonly Plan[] | undefined,
  company: Company = nobody,
): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, 'http://palisade.invalid')));
  if (context instanceof Response)
    throw new Error(`${path} answers with ${context.status} instead of a page`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const store = createStore(() => undefined);
  if (plans) rememberPlans(store, plans);
  try {
    const { prelude } = await prerender(
      <StrictMode>
        <CompanyContext value={company}>
          <Provider store={store}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </Provider>
        </CompanyContext>
      </StrictMode>,
    );
    return await new Response(prelude).text();
  } finally {
    // A timer that expires cached data would keep the process alive.
    store.dispatch(baseApi.util.resetApiState());
  }
}

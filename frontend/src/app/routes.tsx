import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { PageSpinner } from '../shared/ui/spinner.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { RequireAdmin, RequireSession } from './guards.tsx';
import { type Page, pages } from './pages/pages.ts';
import { Root } from './root.tsx';

/** A chunk of its own, named by its export. */
const lazily = (load: Page['load'], name: string) => async () => ({
  Component: ((await load()) as Record<string, ComponentType>)[name],
});

const routesOf = (wanted: (page: Page) => boolean): RouteObject[] =>
  pages.filter(wanted).map((page) => ({
    path: page.path,
    lazy: lazily(page.load, page.component),
    handle: page,
  }));

const publicLayout = lazily(() => import('./layouts/public-layout.tsx'), 'PublicLayout');
const dashboardLayout = lazily(() => import('./layouts/dashboard-layout.tsx'), 'DashboardLayout');

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: PageSpinner,
    children: [
      { lazy: publicLayout, children: routesOf(({ access, bare }) => access === 'everyone' && !bare) },
      ...routesOf(({ access, bare }) => access === 'everyone' && bare === true),
      {
        Component: RequireSession,
        children: [{ lazy: dashboardLayout, children: routesOf(({ access }) => access === 'signed-in') }],
      },
      {
        Component: RequireAdmin,
        children: [
          { lazy: dashboardLayout, children: routesOf(({ access }) => access === 'administrators') },
        ],
      },
    ],
  },
];

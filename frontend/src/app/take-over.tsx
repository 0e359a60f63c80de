import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { Plan } from '../shared/api/types.ts';
import { keepTyped } from './keep-typed.ts';
import { askForPlans, rememberPlans } from './remembered-plans.ts';
import type { AppStore } from './store.ts';

/**
 * Loads the modules of the routes that an address matches, so that the first render is the whole page.
 * @returns the path of the innermost route: "/pricing", or "*" for an address without a page
 */
export async function loadMatches(routes: RouteObject[], pathname: string): Promise<string | null> {
  const matches = matchRoutes(routes, { pathname }) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  return matches.at(-1)?.route.path ?? null;
}

/** Puts the plans that a static page was made of into the store, and asks for the present ones when the page runs. */
export function takePlans(store: AppStore): () => void {
  const plans = document.getElementById('plans')?.textContent;
  if (!plans) return () => undefined;
  rememberPlans(store, JSON.parse(plans) as Plan[]);
  return () => askForPlans(store);
}

/** @param app makes the page; what it is given has to be called once everything has started */
export function takeOver(root: HTMLElement, app: (started: () => void) => ReactNode): void {
  hydrateRoot(root, app(keepTyped(root)));
}

import { generatedApi } from '../shared/api/openapi.gen.ts';
import type { Plan } from '../shared/api/types.ts';
import type { AppStore } from './store.ts';

/** Plans embedded in the page are in the store as if they had just been loaded. */
export function rememberPlans(store: AppStore, plans: readonly Plan[]): void {
  store.dispatch(
    generatedApi.util.upsertQueryEntries([{ endpointName: 'listPlans', arg: undefined, value: [...plans] }]),
  );
}

/** Reloads the plans without a loading indicator. */
export function askForPlans(store: AppStore): void {
  store.dispatch(
    generatedApi.endpoints.listPlans.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
}

import { generatedApi } from '../shared/api/openapi.gen.ts';
import type { Plan } from '../shared/api/types.ts';
import type { AppStore } from './store.ts';

/** Plans that came with the page stand in the store as if they had just been asked for. */
export function rememberPlans(store: AppStore, plans: readonly Plan[]): void {
  store.dispatch(
    generatedApi.util.upsertQueryEntries([{ endpointName: 'listPlans', arg: undefined, value: [...plans] }]),
  );
}

/** Asks for the plans anew without showing that they are on their way. */
export function askForPlans(store: AppStore): void {
  store.dispatch(
    generatedApi.endpoints.listPlans.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
}

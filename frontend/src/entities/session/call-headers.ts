import { supportViewOf } from './support-view-slice.ts';

/** Says whose call it is: the signed-in user's, or in a support view that of the customer whose dashboard is seen. */
export function callHeaders(
  store: { getState: () => unknown },
  token: string | null,
  { own = false }: { own?: boolean } = {},
): Record<string, string> {
  if (token === null) return {};
  const view = own ? null : supportViewOf(store);
  return {
    authorization: `Bearer ${token}`,
    ...(view !== null && { 'x-palisade-support-view': view.id }),
  };
}

import { useListMyOrdersQuery, usePreviewMoneyBackQuery } from '../../../entities/plan/billing-api.ts';
import { isWithinGuarantee } from '../../../entities/plan/within-guarantee.ts';
import type { MoneyBackPreview, Order } from '../../../shared/api/openapi.gen.ts';

/** The newest payment, while the guarantee holds for it. Older ones are behind their orders. */
export function useOrderWithinGuarantee(): Order | undefined {
  const { data } = useListMyOrdersQuery();
  return data?.orders.find(isWithinGuarantee);
}

/** The refund under the guarantee for that payment, loaded when it is shown. */
export function useMoneyBack(isShown: boolean): MoneyBackPreview | undefined {
  const order = useOrderWithinGuarantee();
  const { currentData } = usePreviewMoneyBackQuery(
    { id: order?.id ?? '' },
    { skip: order === undefined || !isShown, refetchOnMountOrArgChange: true },
  );
  return currentData;
}

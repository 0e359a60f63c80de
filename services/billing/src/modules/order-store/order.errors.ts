import { DomainError } from '@palisade/nest-kit';

/** Also for another's order, so that its existence is not revealed. */
export const orderNotFound = () => new DomainError('not_found', 'order_not_found', 'Order not found');

/** The order that a page should begin after does not exist. */
export const pageStartUnknown = () =>
  new DomainError(
    'unprocessable',
    'page_start_unknown',
    'This page of the list no longer exists; start from the first page.',
  );

/** Only for holders of the order's token, who know that it exists. */
export const orderOfOtherAddress = () =>
  new DomainError(
    'not_found',
    'order_of_other_address',
    'This was paid for with another email address. It belongs to the account that has confirmed that address.',
  );

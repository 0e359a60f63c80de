import { DomainError } from '@palisade/nest-kit';

/** Also for another's order: whether it exists is none of the caller's business. */
export const orderNotFound = () => new DomainError('not_found', 'order_not_found', 'Order not found');

/** A page goes on behind an order that is not there. */
export const pageStartUnknown = () =>
  new DomainError(
    'unprocessable',
    'page_start_unknown',
    'This page of the list no longer exists; start from the first page.',
  );

/** Told to whoever has the order's token: they know of it. */
export const orderOfOtherAddress = () =>
  new DomainError(
    'not_found',
    'order_of_other_address',
    'This was paid for under another email address. It belongs to the account that has confirmed that one.',
  );

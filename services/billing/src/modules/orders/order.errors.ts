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

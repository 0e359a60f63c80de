/** PayPal's id of the payment that a refund is of: its `up` link ends with it. `undefined`: it has no such link. */
export const refundedCapture = ({
  links = [],
}: {
  links?: readonly { rel: string; href: string }[] | undefined;
}): string | undefined =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .pop();

/** Pictures of the product on the home page, taken by `npm run product-pictures`. Each has a file per theme. */

/** Width of the file in pixels: more than twice the column's width, for high-density screens. */
export const PICTURE_SIZE = { width: 1360, height: 850 } as const;
/** Size of one picture; two are loaded while scrolling. */
export const MAX_PICTURE_BYTES = 60_000;

export const productPictures = [
  {
    name: 'overview',
    at: '/dashboard',
    alt: 'The overview: requests, blocked threats and response times of a day, and a week of traffic as a chart.',
    caption: 'A day at a glance, a week as a chart.',
  },
  {
    name: 'log',
    at: '/dashboard/logs?status=blocked&domain=shop.localhost',
    alt: 'The log with a blocked request opened: the rule that fired, the field, and the bytes that matched.',
    caption: 'Each request with its verdict; opened, the reasons.',
  },
] as const;

export const picturesText = {
  title: 'This is what you look at',
  lead: 'Taken from the running demo, whose visitors and attackers are made up.',
} as const;

/** One kind of slow client, as slowhttptest plays it. */
export interface SlowAttack {
  name: string;
  what: string;
  options(url: string): string[];
}

const small = (url: string) => ['-u', `${url}/small`];
const large = (url: string) => ['-u', `${url}/large`];

/** All kinds that slowhttptest knows, each holding its connections for as long as it is let. */
export const SLOW_ATTACKS: readonly SlowAttack[] = [
  { name: 'headers', what: 'a header field every 5 s', options: (url) => ['-H', '-i', '5', ...small(url)] },
  {
    name: 'body',
    what: 'some bytes of a large body every 5 s',
    options: (url) => ['-B', '-i', '5', '-s', '8192', '-t', 'POST', ...small(url)],
  },
  {
    name: 'read',
    what: '32 bytes of an answer every 5 s, three requests at once',
    options: (url) => ['-X', '-w', '512', '-y', '1024', '-n', '5', '-z', '32', '-k', '3', ...large(url)],
  },
  {
    name: 'range',
    what: 'a great many overlapping ranges',
    options: (url) => ['-R', '-a', '10', '-b', '3000', ...small(url)],
  },
];

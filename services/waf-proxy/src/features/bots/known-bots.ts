/**
 * Crawlers whose operators say how to recognise them: the address's reverse name lies under one of the domains, and that
 * name leads back to the address. The domains are those that the operators publish.
 */
export interface KnownBot {
  /** Stands in the log. */
  readonly name: string;
  /** Lower case; where User-Agent has one of these words, the client claims to be this crawler. */
  readonly words: readonly string[];
  readonly domains: readonly string[];
}

export const KNOWN_BOTS: readonly KnownBot[] = [
  {
    name: 'google',
    words: [
      'googlebot',
      'googlebot-image',
      'googlebot-news',
      'googlebot-video',
      'adsbot-google',
      'mediapartners-google',
      'google-inspectiontool',
      'storebot-google',
    ],
    domains: ['googlebot.com', 'google.com', 'googleusercontent.com'],
  },
  { name: 'bing', words: ['bingbot', 'adidxbot', 'bingpreview', 'msnbot'], domains: ['search.msn.com'] },
  { name: 'apple', words: ['applebot'], domains: ['applebot.apple.com'] },
  {
    name: 'yandex',
    words: ['yandexbot', 'yandeximages'],
    domains: ['yandex.ru', 'yandex.net', 'yandex.com'],
  },
  { name: 'baidu', words: ['baiduspider'], domains: ['baidu.com', 'baidu.jp'] },
  { name: 'yahoo', words: ['slurp'], domains: ['crawl.yahoo.net'] },
  { name: 'seznam', words: ['seznambot'], domains: ['seznam.cz'] },
  { name: 'sogou', words: ['sogou web spider'], domains: ['sogou.com'] },
  { name: 'petal', words: ['petalbot'], domains: ['petalsearch.com', 'aspiegel.com'] },
  { name: 'mojeek', words: ['mojeekbot'], domains: ['mojeek.com'] },
  { name: 'amazon', words: ['amazonbot'], domains: ['amazonbot.amazon', 'amazon.com'] },
  { name: 'commoncrawl', words: ['ccbot'], domains: ['crawl.commoncrawl.org'] },
  { name: 'pinterest', words: ['pinterestbot'], domains: ['pinterest.com'] },
  { name: 'linkedin', words: ['linkedinbot'], domains: ['linkedin.com'] },
];

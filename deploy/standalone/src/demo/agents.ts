/** What browsers of people say of themselves, by how many there are. */
export const BROWSERS = [
  {
    weight: 38,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  },
  {
    weight: 24,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  {
    weight: 16,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  },
  {
    weight: 10,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  },
  { weight: 7, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
  {
    weight: 5,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  },
] as const;

/** As a search engine's. */
export const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** As one that collects for the training of models. */
export const AI_CRAWLER =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
export const FEED_READER = 'Feedreader/3.2 (+https://feeds.example/about)';
export const APP = 'ShopApp/4.8 (iOS 18.6)';
export const PAYMENTS = 'Payments-Webhook/2.0 (+https://payments.example)';
export const SCANNER = 'Mozilla/5.0 (compatible; Nuclei - Open-source project)';
export const SCRIPT = 'python-requests/2.32.3';

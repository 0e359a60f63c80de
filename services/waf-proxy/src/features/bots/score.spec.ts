import { type HeadSigns, readHeadSigns, wantsPage } from '../../http/head-signs.ts';
import { ClientBehaviour } from './client-behaviour.ts';
import { CHALLENGE_FROM, REFUSE_FROM, scoreOf } from './score.ts';
import { readUserAgent } from './user-agent.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const PEOPLE = ['Host', 'shop.example', 'User-Agent', CHROME, 'Accept', 'text/html,*/*;q=0.8'];
const LANGUAGE = ['Accept-Language', 'en-GB,en;q=0.9', 'Accept-Encoding', 'gzip, br'];
const METADATA = [
  'Sec-Fetch-Mode',
  'navigate',
  'Sec-Fetch-Dest',
  'document',
  'Sec-CH-UA',
  '"Chromium";v="141"',
];

function score(userAgent: string, signs: HeadSigns, more: Partial<Parameters<typeof scoreOf>[0]> = {}) {
  const agent = readUserAgent(userAgent);
  return scoreOf({
    agent,
    signs,
    client: null,
    protocol: 'HTTP/1.1',
    secure: true,
    programsWelcome: false,
    ...more,
  });
}

describe('what speaks against a person', () => {
  const person = readHeadSigns([...PEOPLE, ...LANGUAGE, ...METADATA]);

  it('is nothing in what browsers send', () => {
    expect(score(CHROME, person).points).toBe(0);
    const firefox = readHeadSigns(['Host', 'shop.example', 'Accept', 'text/html', ...LANGUAGE]);
    expect(score(FIREFOX, firefox).points).toBe(0);
    // Clear text: browsers say less there. HTTP/2: all names are lower case.
    expect(score(CHROME, readHeadSigns([...PEOPLE, ...LANGUAGE]), { secure: false }).points).toBe(0);
    const http2 = [...PEOPLE, ...LANGUAGE, ...METADATA].map((text, at) =>
      at % 2 ? text : text.toLowerCase(),
    );
    expect(score(CHROME, readHeadSigns(http2), { protocol: 'HTTP/2.0' }).points).toBe(0);
  });

  it.each([
    ['sqlmap/1.9#stable (https://sqlmap.org)', 'scanner:sqlmap'],
    ['Mozilla/5.00 (Nikto/2.5.0) (Evasions:None)', 'scanner:nikto'],
    ['Mozilla/5.0 (Windows NT 10.0) Nuclei - Open-source project', 'scanner:nuclei'],
  ])('%s is refused outright, on paths of programs too', (userAgent, sign) => {
    const found = score(userAgent, person, { programsWelcome: true });
    expect(found.points).toBeGreaterThanOrEqual(REFUSE_FROM);
    expect(found.sign).toBe(sign);
  });

  it.each([
    ['curl/8.14.1', 'library:curl'],
    ['python-requests/2.32.3', 'library:python-requests'],
    ['Go-http-client/2.0', 'library:go-http-client'],
    ['Java/21.0.2', 'library:java'],
    [`${CHROME.replace('Chrome', 'HeadlessChrome')}`, 'headless:headlesschrome'],
    ['', 'no_user_agent'],
  ])('"%s" has to prove itself on pages, not on paths of programs', (userAgent, sign) => {
    const signs = readHeadSigns(['Host', 'shop.example', 'Accept', '*/*']);
    const found = score(userAgent, signs);
    expect(found.points).toBeGreaterThanOrEqual(CHALLENGE_FROM);
    expect(found.points).toBeLessThan(REFUSE_FROM);
    expect(found.sign).toBe(sign);
    expect(score(userAgent, signs, { programsWelcome: true }).points).toBe(0);
  });

  it('is a browser that does not behave like one', () => {
    const bare = readHeadSigns(['host', 'shop.example', 'user-agent', CHROME]);
    expect(score(CHROME, bare).points).toBeGreaterThanOrEqual(CHALLENGE_FROM);
    expect(score(CHROME, readHeadSigns([...PEOPLE, ...LANGUAGE])).points).toBeLessThan(CHALLENGE_FROM);
  });

  it('is not an honest program with a name of its own', () => {
    const signs = readHeadSigns(['Host', 'shop.example', 'Content-Type', 'application/json']);
    expect(score('Stripe/1.0 (+https://stripe.com/docs/webhooks)', signs).points).toBe(0);
    expect(
      score('Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', signs).points,
    ).toBeLessThan(REFUSE_FROM);
  });
});

describe('behaviour', () => {
  const plain = readHeadSigns(['Host', 'shop.example', 'User-Agent', 'Stripe/1.0']);
  const scoreWith = (client: ClientBehaviour) =>
    score('Stripe/1.0', plain, { client, programsWelcome: true });

  it('of somebody who tries names that do not exist is challenged, and forgotten after some minutes', () => {
    const client = new ClientBehaviour(0);
    for (let index = 0; index < 30; index++) {
      client.arrived(`/backup-${index}.zip`, true, index * (40 + index));
      client.answered(404);
    }
    expect(scoreWith(client).sign).toBe('searches');
    expect(scoreWith(client).points).toBeGreaterThanOrEqual(CHALLENGE_FROM);
    client.arrived('/', true, 200_000);
    expect(scoreWith(client).points).toBe(0);
  });

  it('of somebody who reads page after page by the clock is challenged', () => {
    const client = new ClientBehaviour(0);
    for (let index = 0; index < 40; index++) client.arrived(`/product/${index}`, true, index * 1_000);
    expect(scoreWith(client).points).toBeGreaterThanOrEqual(CHALLENGE_FROM);
  });

  it('of a person with pictures and pauses is not', () => {
    const client = new ClientBehaviour(0);
    let now = 0;
    for (let index = 0; index < 40; index++) {
      now += 300 + ((index * 7_919) % 4_000);
      client.arrived(`/product/${index}`, true, now);
      client.arrived(`/img/${index}.webp?v=1`, false, now + 20);
      client.answered(200);
    }
    expect(scoreWith(client).points).toBe(0);
  });
});

describe('a page can be shown', () => {
  it.each([
    [['Accept', 'text/html,*/*'], true],
    [['Accept', 'text/html', 'Sec-Fetch-Mode', 'navigate', 'Sec-Fetch-Dest', 'iframe'], true],
    [['Accept', '*/*'], false],
    [['Accept', 'application/json'], false],
    [['Accept', 'text/html', 'X-Requested-With', 'XMLHttpRequest'], false],
    [['Accept', 'text/html', 'Sec-Fetch-Mode', 'cors', 'Sec-Fetch-Dest', 'empty'], false],
    [[], false],
  ])('%j: %s', (headers, expected) => {
    expect(wantsPage(readHeadSigns(headers as string[]))).toBe(expected);
  });
});

import { CRAWLER_KINDS } from '@palisade/site-policy';
import { isVerifiable, KNOWN_BOTS } from './known-bots.ts';
import { readUserAgent } from './user-agent.ts';

const CHROME_TAIL = 'AppleWebKit/537.36 (KHTML, like Gecko';

describe('crawlers that say who they are', () => {
  it('are there of every kind, each name, word and token once', () => {
    expect(new Set(KNOWN_BOTS.map(({ kind }) => kind))).toEqual(new Set(CRAWLER_KINDS));
    for (const member of [
      KNOWN_BOTS.map(({ name }) => name),
      KNOWN_BOTS.flatMap(({ words }) => words),
      KNOWN_BOTS.flatMap(({ robots }) => robots),
    ])
      expect(new Set(member).size).toBe(member.length);
    for (const { words } of KNOWN_BOTS) for (const word of words) expect(word).toBe(word.toLowerCase());
  });

  it.each([
    [
      `Mozilla/5.0 ${CHROME_TAIL}; compatible; GPTBot/1.3; +https://openai.com/gptbot)`,
      'ai_training',
      'openai',
    ],
    [
      `Mozilla/5.0 ${CHROME_TAIL}); compatible; ChatGPT-User/1.0; +https://openai.com/bot`,
      'ai_assistant',
      'openai-user',
    ],
    [
      `Mozilla/5.0 ${CHROME_TAIL}; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`,
      'ai_training',
      'anthropic',
    ],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'seo', 'ahrefs'],
    ['Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'monitor', 'uptimerobot'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'preview', 'facebook'],
    ['Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers)', 'feed', 'feedly'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'search', 'bing'],
  ])('%s', (userAgent, kind, name) => {
    expect(readUserAgent(userAgent).crawler).toMatchObject({ kind, name });
  });

  it('are never recognised by names that providers give to machines which anybody rents', () => {
    const rented = [
      '34.1.2.3.bc.googleusercontent.com',
      'ec2-3-1-2-3.eu-central-1.compute.amazonaws.com',
      'vm.westeurope.cloudapp.azure.com',
      'instance.yandexcloud.net',
    ];
    for (const { name, domains } of KNOWN_BOTS)
      for (const domain of domains)
        expect([name, rented.filter((host) => host.endsWith(`.${domain}`))]).toEqual([name, []]);
  });

  it('gain nothing by a name that nobody can verify', () => {
    const dressed = readUserAgent('curl/8.14.1 GPTBot/1.3');
    expect(isVerifiable(dressed.crawler!)).toBe(false);
    expect(dressed).toMatchObject({ kind: 'library', name: 'curl' });
    expect(readUserAgent('sqlmap/1.9 GPTBot/1.3')).toMatchObject({ kind: 'scanner', crawler: null });
  });
});

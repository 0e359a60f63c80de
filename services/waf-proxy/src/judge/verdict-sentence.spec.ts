import { defaultSitePolicy, type PolicyConfig } from '@palisade/site-policy';
import {
  compileManagedRules,
  RequestJudge,
  readSample,
  recordedSample,
  type SampleClient,
  siteOfPolicy,
  verdictSentence,
} from './index.ts';

const ruleSet = compileManagedRules();
const judge = new RequestJudge();
const ATTACK = '/?id=1%27%20UNION%20SELECT%20password%20FROM%20users--%20-';

it.each<[string, string, Partial<PolicyConfig>, SampleClient, RegExp]>([
  ['an ordinary request', '/', {}, {}, /^Passes: nothing was found in it\.$/],
  ['an attack', ATTACK, {}, {}, /^Blocked: rule \d+ \(.+\) found something in the (query )?parameter id\.$/],
  [
    'an attack that is logged only',
    ATTACK,
    { mode: 'DetectionOnly' },
    {},
    /^Passes, and is logged\. .*: rule \d+ \(/,
  ],
  [
    'a blocked address',
    '/',
    { blocked_ips: ['192.0.2.1'] },
    {},
    /^Blocked: This address is on the block list of the domain’s WAF policy\.$/,
  ],
  [
    'a page of the owner that refuses nothing',
    '/old',
    {
      custom_rules: [
        {
          id: '3f0e1c1e-6a63-4b1d-9df4-2a8f6f9f0c11',
          name: 'Nothing here',
          enabled: true,
          action: 'page',
          skip: [],
          conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: ['/old'] }],
          page: { status: 404, language: 'en', html: 'Nothing' },
        },
      ],
    },
    {},
    /^Answered with a page of yours: The domain’s custom rule “Nothing here” matches this request\.$/,
  ],
  [
    'a blocked country',
    '/',
    { enable_geo_blocking: true, blocked_countries: ['KP'] },
    { country: 'KP' },
    /^Blocked: Requests from this country are blocked in the domain’s WAF policy\.$/,
  ],
  [
    'a program under bot protection',
    'curl https://shop.example/',
    { enable_bot_protection: true },
    {},
    /^(Blocked|Challenged): The client identifies as a bot, or behaves like one \(library curl\)/,
  ],
  [
    'a crawler under bot protection',
    'GET / HTTP/1.1\nUser-Agent: Googlebot/2.1',
    { enable_bot_protection: true },
    {},
    /^Cannot be predicted: the client says it is a search engine crawler/,
  ],
])('%s is explained in a sentence', async (_what, text, policy, client, sentence) => {
  const config = defaultSitePolicy({
    origin_host: 'origin.example',
    origin_port: 443,
    origin_protocol: 'https',
  });
  Object.assign(config.policyConfig, policy);
  const site = siteOfPolicy({ config, hosts: ['shop.example'], ruleSet, nowMs: Date.now() });
  const explanation = await judge.explain(recordedSample(readSample(text, 'shop.example'), client), site);
  expect(verdictSentence(explanation!)).toMatch(sentence);
});

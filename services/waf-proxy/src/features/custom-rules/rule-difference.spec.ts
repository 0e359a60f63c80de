import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { ValueSteps } from '@palisade/regex';
import type { CustomRule as PolicyRule } from '@palisade/site-policy';
import { type ExampleRequest, ruleDifference, ruleFindings } from '@palisade/site-policy/semantics';
import { encodeRule } from '@palisade/site-policy/wire';
import { seededRandom } from '@palisade/testing';
import { emptyHeadFacts } from '../../http/head.ts';
import { parseAddress, UNKNOWN_ADDRESS } from '../../io/addresses/client-address.ts';
import { type AskedRequest, RequestValues } from '../../request/conditions/request-values.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ClientLists } from '../access/client-lists.ts';
import { compileCustomRules } from './compile-custom-rules.ts';
import type { CustomRules } from './custom-rules.ts';
import { leadsHere } from './custom-rules-phase.ts';
import { decide } from './decide.ts';

/** Ten thousand take some twenty seconds of a core. */
const PAIRS = Number(process.env.PALISADE_RULE_PAIRS ?? 2_000);

const random = seededRandom(20);
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
const several = <T>(of: readonly T[], most: number): T[] =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(of));

type Condition = PolicyRule['conditions'][number];

const VALUES: Record<'ip' | 'country' | 'method' | 'host' | 'path', readonly string[]> = {
  ip: ['10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '::/0', '0.0.0.0/0', '2001:db8::/32'],
  country: ['DE', 'FR'],
  method: ['GET', 'POST'],
  host: ['shop.example', 'www.shop.example', '.example', 'www', 'shop'],
  path: ['/', '/a', '/a/', '/a/b', 'b', '/b', '.php'],
};
const PATTERNS = { host: ['^www\\.', 'shop'], path: ['^/a(/|$)', '\\.php$', '^/[ab]$', 'b'] } as const;
const OPERATORS = ['equals', 'starts_with', 'ends_with', 'contains', 'matches'] as const;

function randomCondition(): Condition {
  const field = pick(Object.keys(VALUES) as (keyof typeof VALUES)[]);
  const operator = field === 'host' || field === 'path' ? pick(OPERATORS) : 'equals';
  const values =
    operator === 'matches' ? several(PATTERNS[field as keyof typeof PATTERNS], 2) : several(VALUES[field], 2);
  return { field, name: '', operator, negate: random() < 0.3, values };
}

/** Where redirects lead: to paths that rules are about, too. */
const TARGETS = [
  '/a',
  '/b',
  '/a/b',
  '/a?x=1',
  '/x.php#top',
  'https://shop.example/a',
  'http://other.example/b',
];

const HEADER = { target: 'request', operation: 'set', name: 'X-A', value: '1' } as const;

function randomRule(id: string): PolicyRule {
  const action = pick(['block', 'challenge', 'log', 'skip', 'redirect', 'change_headers'] as const);
  const group = () => Array.from({ length: 1 + Math.floor(random() * 2) }, randomCondition);
  return {
    id,
    name: id,
    enabled: true,
    action,
    skip: action === 'skip' ? ['managed_rules'] : [],
    ...(action === 'change_headers' && { headers: [HEADER] }),
    ...(action === 'redirect' && {
      redirect: { to: pick(TARGETS), status: 302, keep_query: random() < 0.5 },
    }),
    conditions: group(),
    ...(random() < 0.2 && { alternatives: [group()] }),
  };
}

const randomRules = (prefix: string): PolicyRule[] =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => randomRule(`${prefix}${at}`));

/** A change as owners make them: some rules stay, one comes, goes, moves or is another. */
function changed(rules: readonly PolicyRule[]): PolicyRule[] {
  const kept = rules.filter(() => random() < 0.8);
  const at = Math.floor(random() * (kept.length + 1));
  return random() < 0.2 ? randomRules('n') : [...kept.slice(0, at), randomRule('new'), ...kept.slice(at)];
}

/** By the edge's own code. */
function compiled(rules: readonly PolicyRule[]): CustomRules | null {
  return compileCustomRules(rules.map((rule) => create(edgeV1.CustomRuleSchema, encodeRule(rule))));
}

const NO_HEAD = emptyHeadFacts();

function asked({
  address,
  country,
  method,
  host,
  target,
}: Omit<ExampleRequest, 'scheme' | 'http_version' | 'headers' | 'asn' | 'tls_version'>): AskedRequest {
  const client = parseAddress(address) ?? UNKNOWN_ADDRESS;
  return {
    client,
    site: null,
    country: { code: country, city: '', asn: 0, asnName: '' },
    method,
    protocol: 'HTTP/1.1',
    rawHeaders: [],
    isRelayed: false,
    connection: {
      peer: client,
      remotePort: 1,
      localAddress: '',
      localPort: 0,
      secure: true,
      serverName: '',
      tlsVersion: '',
      fingerprint: null,
      peerTrusted: false,
    },
    head: { ...NO_HEAD, host, authority: host, target },
  };
}

const steps = new ValueSteps();

/** Redirects to two places are not the same. */
const actionOf = (does?: CustomRules['rules'][number]['does']): string =>
  does?.kind === 'redirect' ? `redirect to ${does.to} ${does.keepQuery}` : (does?.kind ?? 'none');

/** The rule that decides, and all that hold before it. */
function decision(rules: CustomRules | null, request: AskedRequest) {
  if (rules === null)
    return {
      action: 'none',
      decides: null,
      noted: [] as string[],
      changed: [] as string[],
      does: actionOf(),
    };
  steps.reset();
  const undecided = () => {
    throw new Error('steps were spent');
  };
  const values = new RequestValues(request, rules.asked, new ClientLists());
  // Of the context, what a redirect's end is compared with is here.
  const isDone = (rule: CustomRules['rules'][number]) => leadsHere(rule, request as RequestContext);
  const made = decide(rules, values, steps, undecided, { isDone });
  const noted = made?.noted.map(({ rule }) => rule) ?? [];
  return {
    action: made?.decided?.rule.action ?? 'none',
    does: actionOf(made?.decided?.rule.does),
    decides: made?.decided?.rule.name ?? null,
    noted: noted.map(({ name }) => name),
    changed: noted.filter(({ action }) => action === 'change_headers').map(({ name }) => name),
  };
}

const UNIVERSE: readonly AskedRequest[] = ['10.1.2.3', '192.0.2.1'].flatMap((address) =>
  ['DE', ''].flatMap((country) =>
    ['GET', 'POST'].flatMap((method) =>
      ['shop.example', 'www.shop.example'].flatMap((host) =>
        ['/', '/a', '/a?x=1', '/a/b', '/b', '/x.php'].map((target) =>
          asked({ address, country, method, host, target }),
        ),
      ),
    ),
  ),
);

it(`${PAIRS.toLocaleString('en')} pairs of rule sets: examples and proofs agree with the edge`, () => {
  let examples = 0;
  let changes = 0;
  let silent = 0;
  let incomplete = 0;
  let findings = 0;
  let undecided = 0;
  for (let nth = 0; nth < PAIRS; nth++) {
    const before = randomRules('r');
    const after = changed(before);
    const [old, current] = [compiled(before), compiled(after)];
    const result = ruleFindings(after);
    findings += result.findings.length;
    undecided += result.undecided.length;
    const idle = new Set(result.findings.map(({ rule_id }) => rule_id));
    const difference = ruleDifference(before, after, { host: 'shop.example' });
    // Every example is decided by the edge as it says.
    for (const { request, before: then, after: now } of difference.changes) {
      examples++;
      const [was, is] = [decision(old, asked(request)), decision(current, asked(request))];
      if (then.action === 'change_headers' || now.action === 'change_headers') {
        changes++;
        const [none, one, rule] = then.rule === null ? [was, is, now.rule] : [is, was, then.rule];
        expect([none.changed, one.changed]).toEqual([[], expect.arrayContaining([rule!.id])]);
        continue;
      }
      expect([was.action, was.decides, is.action, is.decides]).toEqual([
        then.action,
        then.rule?.id ?? null,
        now.action,
        now.rule?.id ?? null,
      ]);
    }
    const pairsReported = new Set(
      difference.changes.map((one) => `${one.before.rule?.id} ${one.after.rule?.id}`),
    );
    for (const request of UNIVERSE) {
      const [was, is] = [decision(old, request), decision(current, request)];
      // What is said to do nothing does nothing.
      if (is.decides !== null && idle.has(is.decides)) throw new Error(`${is.decides} decides`);
      for (const name of is.noted) if (idle.has(name)) throw new Error(`${name} notes`);
      if (
        difference.complete &&
        (was.changed.length === 0) !== (is.changed.length === 0) &&
        !difference.changes.some((one) =>
          [one.before, one.after].some(({ action }) => action === 'change_headers'),
        )
      )
        throw new Error(`no example of changed headers: ${JSON.stringify([before, after])}`);
      // Every request that is decided otherwise has its example.
      if (was.does === is.does) continue;
      if (difference.complete) {
        const pair = `${was.decides ?? undefined} ${is.decides ?? undefined}`;
        if (!pairsReported.has(pair))
          throw new Error(`no example for ${pair}: ${JSON.stringify([before, after])}`);
      }
    }
    if (!difference.complete) incomplete++;
    else if (difference.changes.length === 0) silent++;
  }
  // The comparison has had something to compare.
  expect(examples).toBeGreaterThan(PAIRS);
  expect(changes).toBeGreaterThan(PAIRS / 100);
  expect(silent).toBeGreaterThan(PAIRS / 100);
  expect(findings).toBeGreaterThan(PAIRS / 20);
  // Conditions that two readings of one path could fulfil together.
  expect(incomplete).toBeLessThan(PAIRS / 10);
  expect(undecided).toBeLessThan(PAIRS / 10);
});

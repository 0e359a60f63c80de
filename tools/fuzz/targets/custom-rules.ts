import { create } from '@bufbuild/protobuf';
import { ValueSteps } from '@palisade/regex';
import { edgeV1 } from '../../../services/shared/contracts/src/index.ts';
import { EdgeStateError } from '../../../services/shared/edge-state/src/errors.ts';
import { ClientLists } from '../../../services/waf-proxy/src/features/access/client-lists.ts';
import { compileCustomRules } from '../../../services/waf-proxy/src/features/custom-rules/compile-custom-rules.ts';
import type { CustomRules } from '../../../services/waf-proxy/src/features/custom-rules/custom-rules.ts';
import { decide, recordOf } from '../../../services/waf-proxy/src/features/custom-rules/decide.ts';
import { parseRequestHead } from '../../../services/waf-proxy/src/http/request-head.ts';
import {
  parseAddress,
  UNKNOWN_ADDRESS,
} from '../../../services/waf-proxy/src/io/addresses/client-address.ts';
import { RequestValues } from '../../../services/waf-proxy/src/request/conditions/request-values.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';

const client = parseAddress('203.0.113.7') ?? UNKNOWN_ADDRESS;
const CONNECTION = {
  peer: client,
  remotePort: 1,
  localAddress: '',
  localPort: 0,
  secure: true,
  serverName: '',
  tlsVersion: 'TLSv1.3',
  fingerprint: null,
  peerTrusted: false,
};
const steps = new ValueSteps();
const REQUEST =
  'GET /a/%2e%2e/b?p=1&q=%41 HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: x\r\nCookie: c=1; d="2"\r\n';

/** One condition a line: field, operator and negation as digits, then name and values with bars between them. */
function conditionsOf(text: string): edgeV1.CustomCondition[] {
  return text.split('\n').map((line) => {
    const [kinds = '', name = '', ...values] = line.split('|');
    const digit = (at: number) => (kinds.charCodeAt(at) || 0x30) - 0x30;
    return create(edgeV1.CustomConditionSchema, {
      field: digit(0),
      operator: digit(1),
      negate: digit(2) === 1,
      name,
      values,
    });
  });
}

function compile(text: string): CustomRules | null {
  const rule = create(edgeV1.CustomRuleSchema, {
    id: 'r',
    name: 'r',
    action: edgeV1.CustomRuleAction.BLOCK,
    conditions: conditionsOf(text),
  });
  try {
    return compileCustomRules([rule]);
  } catch (error) {
    if (!(error instanceof EdgeStateError)) throw error;
    return null;
  }
}

const line = (random: Random) =>
  `${random.pick(['1', '2', '3', '4', '5', '6', '7', '8', '9', ':', ';', 'D', 'E', 'F'])}${1 + random.below(8)}${random.below(2)}|` +
  `${random.pick(['', 'p', 'c', 'user-agent'])}|${random.list(1, 3, () => random.pick(['a', '/b', '10.0.0.0/8', '^/b.*$', '(a|b)+c', '[^x]{1,9}', 'DE', '5', 'search'])).join('|')}`;

/** Owners' custom rules: the first half is a rule, the second the path of a request for it. */
export const customRules: Target = {
  name: 'custom-rules',
  focus: /waf-proxy\/src\/features\/custom-rules\/|shared\/regex\/src\//,
  largest: 8 * 1024,
  words: [
    '|',
    '\n',
    '510||',
    '550||',
    '751|p|',
    '(?i)',
    '.*',
    '(a|b)*',
    '[a-z]+',
    '{1,9}',
    '^',
    '$',
    '\\d',
    '\\b',
    '/%2e/',
    '::1/128',
  ],
  generate: (random) => Buffer.from(random.list(1, 3, () => line(random)).join('\n')),
  read: (input) => {
    const [rule = '', path = ''] = input.toString('latin1').split('\n\n');
    const rules = compile(rule);
    if (rules === null) return;
    const padded = REQUEST.replace('/b', `/b${path.replace(/[^\x21\x22\x24-\x7e]/g, '+')}`);
    const head = parseRequestHead(padded);
    if (typeof head.judgement === 'string') return;
    steps.reset();
    const request = new RequestValues(
      {
        client,
        site: null,
        country: { code: 'DE', city: '', asn: 0, asnName: '' },
        method: head.method,
        protocol: 'HTTP/1.1',
        head: head.judgement,
        rawHeaders: head.rawHeaders,
        isRelayed: false,
        connection: CONNECTION,
      },
      rules.asked,
      new ClientLists(),
      { body: null, crawler: { kind: 'search', isGenuine: false }, attackScore: 5, answerStatus: null },
    );
    const decision = decide(rules, request, steps, () => undefined);
    if (decision?.decided) recordOf([decision.decided], request, steps);
  },
  workMayGrow:
    'patterns are compiled when a site is saved, and what asking costs is bounded by a number of steps',
};

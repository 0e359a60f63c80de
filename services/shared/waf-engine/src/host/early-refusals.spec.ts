import { compileRuleSet } from '../index.ts';
import { RuleTransaction } from './transaction.ts';

const CONNECTION = { id: 'e', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };
const ARGUMENTS = 2_000;
const SEARCH = `SecRule ARGS|REQUEST_BODY "@rx (?:union|select)\\s+[a-z]+\\s+from" "id:10,phase:2,deny,t:lowercase"
SecRule ARGS "@detectSQLi" "id:11,phase:2,deny"`;
const REFUSALS = `SecRule REQUEST_LIMIT_EXCEEDED "@eq 1" "id:1,phase:2,deny,status:413"
SecRule REQUEST_BODY_LENGTH "@eq 0" "id:2,phase:2,pass,nolog,skipAfter:END"
SecRule INBOUND_DATA_ERROR "@eq 1" "id:3,phase:2,deny,status:413"
SecMarker END`;

/** Steps of a form's reading and rules. */
function stepsOf(rules: string, limits: string, body: string): { steps: number; ruleId: number | undefined } {
  const text = `SecRuleEngine On\nSecRequestBodyAccess On\n${limits}\n${rules}`;
  const transaction = compileRuleSet([{ name: 'early.conf', text }])
    .withOverlay({})
    .beginTransaction(CONNECTION);
  if (!(transaction instanceof RuleTransaction)) throw new TypeError('not this engine’s transaction');
  transaction.requestLine('POST', '/', 'HTTP/1.1');
  transaction.requestHeaders(['Content-Type', 'application/x-www-form-urlencoded']);
  transaction.requestBodyChunk(Buffer.from(body));
  const answer = transaction.requestBody();
  return { steps: transaction.matcherSteps, ruleId: typeof answer === 'object' ? answer?.ruleId : undefined };
}

describe('what is over a limit', () => {
  const form = Array.from({ length: ARGUMENTS }, (_, index) => `a${index}=Select+${index}+from`).join('&');

  it.each([
    ['arguments', 'SecArgumentsLimit 1000', 1],
    ['bytes', 'SecRequestBodyNoFilesLimit 1000', 3],
  ])('in %s is refused before anything is scanned', (_what, limits, ruleId) => {
    const read = stepsOf('', limits, form);
    const refused = stepsOf(`${REFUSALS}\n${SEARCH}`, limits, form);
    expect(refused.ruleId).toBe(ruleId);
    expect(refused.steps - read.steps).toBeLessThan(1_000);
  });

  it('only; the rest is scanned for', () => {
    const { steps, ruleId } = stepsOf(
      `${REFUSALS}\n${SEARCH}`,
      'SecArgumentsLimit 0',
      `${form}&z=union+select+a+from`,
    );
    expect(ruleId).toBe(10);
    expect(steps).toBeGreaterThan(form.length);
  });
});

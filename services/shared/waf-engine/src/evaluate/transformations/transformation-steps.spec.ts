import { compileRuleSet } from '../../host/rule-set.ts';
import { transformationSteps } from './transformation-steps.ts';

it('are those of the rule, and end where its operator looks', () => {
  const rule =
    'SecRule ARGS:q "@contains <script" "id:1,phase:2,deny,t:urlDecodeUni,t:htmlEntityDecode,t:lowercase"';
  const transaction = compileRuleSet([{ name: 'r', text: `SecRuleEngine On\n${rule}` }])
    .withOverlay({})
    .beginTransaction({ id: 's', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 });
  transaction.requestLine('GET', '/?q=%2526lt;SCRIPT', 'HTTP/1.1');
  transaction.requestHeaders(['Host', 'a.example']);
  transaction.requestBody();
  const [target] = transaction.audit().matches[0]!.targets;
  const steps = transformationSteps(target!.transformations, target!.value);
  expect(steps.map(({ value }) => value)).toEqual(['&lt;SCRIPT', '<SCRIPT', '<script']);
  expect(steps.at(-1)!.value).toBe(target!.transformed);
});

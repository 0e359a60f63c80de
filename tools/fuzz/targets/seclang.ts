import { compileRuleSet } from '../../../services/shared/waf-engine/src/index.ts';
import { RuleError } from '../../../services/shared/waf-engine/src/model/errors.ts';
import type { Target } from '../target.ts';

const VARIABLES = [
  'ARGS',
  'ARGS:a',
  '&ARGS',
  '!ARGS:b',
  'REQUEST_HEADERS:/^x-/',
  'XML:/*',
  'TX:a',
  'REQUEST_URI',
];
const OPERATORS = [
  '@rx a+b',
  '@rx (?i:a|b)*c',
  '@pm a b c',
  '@eq 1',
  '@within a b',
  '@detectSQLi',
  '!@streq x',
  '@ipMatch 10.0.0.0/8',
  '@validateByteRange 1-255',
  '@contains %{tx.a}',
];
const ACTIONS = [
  'deny',
  'pass',
  'block',
  't:none',
  't:lowercase',
  't:urlDecodeUni',
  'phase:2',
  "msg:'m'",
  'chain',
  'capture',
  'setvar:tx.a=+1',
  'status:403',
  'log',
  'ctl:ruleRemoveById=2',
  'skipAfter:END',
  'multiMatch',
  "expirevar:'ip.a=60'",
];

/** Rule files, up to the compiled rule set. */
export const seclang: Target = {
  name: 'seclang',
  focus: /waf-engine\/src\/(compile|evaluate\/operators)\/|shared\/regex\/src\//,
  largest: 4 * 1024,
  words: [
    'SecRule ',
    'SecAction ',
    'SecMarker END\n',
    'SecRuleEngine On\n',
    'SecRuleRemoveById 1\n',
    'SecRuleUpdateTargetById 1 "!ARGS:a"\n',
    'SecDefaultAction "phase:1,pass"\n',
    '"id:1,',
    '\\\n',
    '# ',
    '@rx ',
    '{1,1000}',
    '(?:',
    '[^a]',
    '\\x',
    '|',
    ...VARIABLES,
    ...OPERATORS,
    ...ACTIONS,
  ],
  generate: (random) =>
    Buffer.from(
      random
        .list(
          1,
          5,
          (index) =>
            `SecRule ${random.list(1, 3, () => random.pick(VARIABLES)).join('|')} "${random.pick(OPERATORS)}" "id:${index + 1},${random.list(1, 5, () => random.pick(ACTIONS)).join(',')}"`,
        )
        .join('\n'),
    ),
  read: (input) => {
    try {
      compileRuleSet([{ name: 'fuzz.conf', text: input.toString('latin1') }]);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
    }
  },
  workMayGrow:
    'rules are compiled when an operator loads them; automata are bounded by the size of a pattern',
};

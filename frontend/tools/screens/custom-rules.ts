// A domain's own rules, and its exclusions.

import { logs as triedLogs } from '../canned/dashboard.ts';
import { customer } from '../canned/people.ts';
import { type Replies, refuse, reply } from '../canned/reply.ts';
import { configWith, ruleStates } from '../canned/site-policy.ts';
import { type Act, choose, click, clickExactly, press, scrollDialogs, steps } from './acts.ts';
import { at, CONFIG, configured, tab, toEnd } from './configuration.ts';
import type { Screen } from './screen.ts';

const rules = tab('Rules');
const exclusions = steps(rules, (page) =>
  page
    .getByText(/^Exclusions/)
    .first()
    .click(),
);
const rulesOf = (state: keyof typeof ruleStates): Replies => ({
  ...configured(configWith(ruleStates[state])),
  ...reply(`PUT ${CONFIG}`, configWith({ custom_rules: ruleStates.some.custom_rules.toSpliced(1, 1) })),
});
const ruleScreen = (name: string, state: 'some' | 'full' | 'idle', ...acts: Act[]): Screen => ({
  name: `waf-rules${name}`,
  at,
  as: customer,
  act: steps(rules, ...acts),
  answers: rulesOf(state),
});
const exclusionScreen = (name: string, ...acts: Act[]): Screen => ({
  name: `waf-exclusions${name}`,
  at,
  as: customer,
  act: steps(exclusions, ...acts),
  answers: rulesOf('exclusions'),
});
const editRule = clickExactly('Zahlungsdienst');

const screens: Screen[] = [
  { name: 'waf-rules-none', at, as: customer, act: rules },
  { name: 'waf-rules-none-end', at, as: customer, act: toEnd(rules) },
  ruleScreen('', 'some'),
  ruleScreen('-menu', 'some', click(/Actions for "Zahlungsdienst"/)),
  ruleScreen('-removed', 'some', click(/Actions for "Zahlungsdienst"/), click('Remove', 'menuitem')),
  ruleScreen('-idle', 'idle', waited('Never asked')),
  ruleScreen(
    '-idle-edit',
    'idle',
    clickExactly('Sicherungen der Werkstatt'),
    waited('Never asked'),
    scrollDialogs,
  ),
  ruleScreen('-full', 'full'),
  ruleScreen('-full-end', 'full', scrollDialogs),
  ruleScreen('-upgrade', 'full', clickExactly('Add rule')),
  ruleScreen('-edit', 'some', editRule),
  ruleScreen('-edit-end', 'some', editRule, scrollDialogs),
  {
    ...ruleScreen('-preview', 'some', clickExactly('Werkstattverwaltung nur aus dem Ladengeschäft')),
    answers: {
      ...rulesOf('some'),
      ...reply('GET /api/dashboard/logs/recent', { logs: triedLogs, next: null, searched_to: null }),
    },
    act: steps(rules, clickExactly('Werkstattverwaltung nur aus dem Ladengeschäft'), scrollDialogs),
  },
  {
    name: 'waf-rules-pattern',
    at,
    as: customer,
    act: steps(
      rules,
      clickExactly('Add rule'),
      choose('Comparison', 'matches'),
      typePattern('^/(shop|kurse'),
      scrollDialogs,
    ),
  },
  {
    name: 'waf-rules-headers',
    at,
    as: customer,
    act: steps(
      rules,
      click('Challenge a login page'),
      click('Add condition'),
      (page) => page.getByLabel('and when').selectOption('header'),
      (page) => page.getByLabel('Name', { exact: true }).last().fill('X-Requested-With'),
      (page) => page.getByLabel('Comparison').last().selectOption('!exists'),
      scrollDialogs,
    ),
  },
  {
    name: 'waf-rules-outcome',
    at,
    as: customer,
    act: steps(
      rules,
      clickExactly('Add rule'),
      (page) => page.getByLabel('When').selectOption('bot_kind'),
      (page) => page.getByLabel('Values').selectOption('ai_training'),
      click('Add condition'),
      (page) => page.getByLabel('and when').selectOption('attack_score'),
      (page) => page.getByLabel('Values', { exact: true }).last().fill('5'),
      press('Enter'),
      scrollDialogs,
    ),
  },
  {
    name: 'waf-rules-answers',
    at,
    as: customer,
    act: steps(
      rules,
      clickExactly('Add rule'),
      (page) => page.getByLabel('When').selectOption('answer_status'),
      (page) => page.getByLabel('Comparison').selectOption('at_least'),
      (page) => page.getByLabel('Values', { exact: true }).last().fill('500'),
      press('Enter'),
      scrollDialogs,
    ),
  },
  {
    name: 'waf-rules-list',
    at,
    as: customer,
    act: steps(
      rules,
      clickExactly('Add rule'),
      click('Add condition'),
      (page) => page.getByLabel('Comparison').last().selectOption('!in_list'),
      (page) => page.getByLabel('Lists').selectOption({ label: 'offices (6 entries)' }),
      scrollDialogs,
    ),
  },
  ...(['redirect', 'page', 'rewrite', 'change_headers', 'add_to_list'] as const).map(
    (action): Screen => ({
      name: `waf-rules-${action.replaceAll('_', '-')}`,
      at,
      as: customer,
      act: steps(
        rules,
        clickExactly('Add rule'),
        (page) => page.getByLabel('Action').selectOption(action),
        scrollDialogs,
      ),
    }),
  ),
  {
    name: 'waf-rules-invalid',
    at,
    as: customer,
    act: steps(
      rules,
      clickExactly('Add rule'),
      click('Add condition'),
      (page) => page.getByLabel('Values').last().fill('203.0.113.256'),
      (page) => page.getByLabel('Action').selectOption('skip'),
      clickExactly('Add rule'),
    ),
  },
  {
    name: 'waf-rules-refused',
    at,
    as: customer,
    act: steps(rules, editRule, clickExactly('Save rule')),
    answers: {
      ...rulesOf('some'),
      ...refuse(`PUT ${CONFIG}`, 400, {
        code: 'validation_failed',
        detail: 'The input is not valid.',
        errors: [
          {
            path: 'policyConfig.custom_rules.1.conditions.1.values.2',
            message: 'Please enter an IP address or a CIDR range',
          },
        ],
      }),
    },
  },
  {
    name: 'waf-rules-failed',
    at,
    as: customer,
    act: steps(rules, editRule, clickExactly('Save rule')),
    answers: { ...rulesOf('some'), ...refuse(`PUT ${CONFIG}`, 503, { detail: 'The service is away.' }) },
  },
  { name: 'waf-exclusions-none', at, as: customer, act: exclusions },
  exclusionScreen(''),
  exclusionScreen('-end', scrollDialogs),
  exclusionScreen('-edit', clickExactly('Rule 1001')),
  exclusionScreen('-edit-end', clickExactly('Rule 1001'), scrollDialogs),
  exclusionScreen('-wide', clickExactly('Rule 2001'), scrollDialogs),
  exclusionScreen('-invalid', click('Add exclusion'), clickExactly('Add exclusion')),
];

export default screens;

/** Until a text that is worked out on the page stands there. */
function waited(text: string): Act {
  return async (page) => {
    await page.getByText(text).last().waitFor();
  };
}

function typePattern(pattern: string): Act {
  return async (page) => {
    await page.getByLabel('Patterns').fill(pattern);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(350);
  };
}

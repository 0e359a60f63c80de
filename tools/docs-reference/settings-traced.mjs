import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { table } from '../../docs/site/markdown-table.mjs';
import { root } from '../workspace.mjs';
import { built, code, read, WRITTEN_BY } from './markdown.mjs';
import { TITLES } from './policy.mjs';
import { BESIDES, TRACES } from './traces.mjs';

const FRONTEND = 'frontend/src';
const SCREENS = 'frontend/src/features/domains/site-policy';
const TABS = [`${SCREENS}/use-config-tabs.tsx`, `${SCREENS}/site-policy-dialog.tsx`];

/** From each setting to its plan, screen, call, tests and what the log says; fails where one of them is not there. */
export async function settingsTracedPage() {
  const { GROUPS } = await built('services/shared/site-policy/dist/index.js');
  const { FEATURE_NAMES } = await built('services/shared/entitlements/dist/index.js');
  const { verdictReason } = await built('frontend/src/entities/log/verdicts.ts');
  const { paths } = JSON.parse(read('frontend/openapi.json'));
  if (paths['/api/domains/{id}/waf-config']?.put === undefined) throw new Error('policies have another call');
  const tabs = TABS.map(read).join('\n');
  const screens = sourcesBelow(SCREENS);
  const fields = read('docs/reference/log-fields.md');
  const said = sourcesBelow('services/waf-proxy/src');

  const problems = [];
  const explain = (name, entry) => explained(name, entry, { verdictReason, fields, said, problems });
  const strangers = Object.keys(TRACES).filter((name) => !(name in GROUPS));
  if (strangers.length > 0) problems.push(`${strangers} are no groups of site-policy`);
  const rows = Object.entries(GROUPS).map(([name, group]) => {
    const trace = TRACES[name];
    if (trace === undefined) throw new Error(`the group ${name} is not traced (traces.mjs)`);
    const [tab, words] = trace.screen;
    if (!tabs.includes(`label: '${tab}'`)) problems.push(`${name}: there is no tab ${tab}`);
    const switches = Object.values(group.fields).map(({ label }) => label);
    if (!screens.includes(words) && !switches.includes(words))
      problems.push(`${name}: no screen says ${words}`);
    const log = trace.log.map((entry) => explain(name, entry));
    return [
      `[${TITLES[name]}](policy.md#${TITLES[name].toLowerCase().replaceAll(' ', '-')})`,
      Object.keys(group.fields).map(code).join(' '),
      group.gate ? FEATURE_NAMES[group.gate.feature] : 'every plan',
      words === tab ? tab : `${tab}: ${words}`,
      trace.tests.map((test) => proven(name, test, problems)).join('; '),
      log.length === 0 ? 'nothing: it decides no request' : log.join(' '),
    ];
  });
  const besides = Object.entries(BESIDES).map(([name, trace]) =>
    besideRow(name, trace, { paths, explain, problems }),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const head = ['settings', 'fields', 'plan', 'Configure WAF', 'tests', 'in the log'];
  return `# From a setting to its explanation

For each group of [settings](policy.md): its policy fields, the plan feature that it needs, the tab and label in the dashboard, its tests (at the edge,
then in a browser, if there is one), and how the log shows its effect. All are read and written with \`GET\` and \`PUT /api/domains/{id}/waf-config\`.

${table(head, rows)}

## Beside the policy of a site

What has a screen and calls of its own, or is the operator's ([settings of an installation](configuration.md)).

${table(['what', 'setting', 'dashboard', 'calls', 'tests', 'in the log'], besides)}

${WRITTEN_BY} the groups of settings and a list of their screens, tests, reasons and fields, all of which must exist.
`;
}

function besideRow(name, { setting, screen, calls, tests, log }, { paths, explain, problems }) {
  const settings = read('docs/reference/configuration.md');
  if (setting !== undefined && !settings.includes(code(setting)))
    problems.push(`${name}: no installation has the setting ${setting}`);
  if (screen !== undefined && !read(path.join(FRONTEND, screen[0])).includes(screen[1]))
    problems.push(`${name}: ${screen[0]} does not have ${screen[1]}`);
  for (const [method, call] of calls)
    if (paths[call]?.[method] === undefined) problems.push(`${name}: there is no ${method} ${call}`);
  return [
    name,
    setting === undefined ? '' : code(setting),
    screen?.[2] ?? '',
    calls.map(([method, call]) => code(`${method.toUpperCase()} ${call}`)).join(' '),
    tests.map((test) => proven(name, test, problems)).join('; '),
    log.map((entry) => explain(name, entry)).join(' '),
  ];
}

function proven(group, [file, name], problems) {
  if (!existsSync(path.join(root, file)) || !read(file).includes(name))
    problems.push(`${group}: ${file} has no test “${name}”`);
  return `${code(path.basename(file))} “${name}”`;
}

function explained(group, entry, { verdictReason, fields, said, problems }) {
  if (entry.rule) return 'Each rule that matched, with its number, message and finding.';
  if (entry.field !== undefined) {
    if (!fields.includes(`| ${code(entry.field)} |`)) problems.push(`${group}: no record has ${entry.field}`);
    return `${code(entry.field)}: ${entry.meaning}.`;
  }
  const family = entry.reason.split(':')[0];
  if (!said.includes(`'${family}'`) && !said.includes(`'${family}:`) && !said.includes(`\`${family}:`))
    problems.push(`${group}: the edge never says ${family}`);
  const sentence = verdictReason({ ...entry, modsec_message: null });
  if (sentence === undefined) problems.push(`${group}: the log does not explain ${entry.reason}`);
  return `${code(entry.reason)}: ${sentence}`;
}

/** All sources of a folder that are no tests, in one text. */
function sourcesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('spec'))
    .map((file) => read(path.join(folder, file)))
    .join('\n');
}

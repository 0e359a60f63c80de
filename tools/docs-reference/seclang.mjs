import { readdirSync } from 'node:fs';
import path from 'node:path';
import { table } from '../../docs/site/markdown-table.mjs';
import { root } from '../workspace.mjs';
import { built, code, commentBefore, read, WRITTEN_BY } from './markdown.mjs';

const ENGINE = 'services/shared/waf-engine';
const sourcesIn = (folder) =>
  readdirSync(path.join(root, ENGINE, 'src', folder))
    .filter((name) => name.endsWith('.ts') && !name.includes('.spec.'))
    .map((name) => read(`${ENGINE}/src/${folder}/${name}`));

/** ModSecurity's spelling of directives, which the engine compares without regard to case. */
const SPELLED = ['SecRule', 'SecAction', 'SecMarker', 'SecDefaultAction', 'Include'];

/** What the engine has of SecLang, out of its own tables. */
export async function seclangPage() {
  const { operatorsByName } = await built(`${ENGINE}/dist/evaluate/operators/index.js`);
  const { transformationsByName } = await built(`${ENGINE}/dist/evaluate/transformations/index.js`);
  const { actions } = await built(`${ENGINE}/dist/compile/actions/registry.js`);
  const { variables, persistentCollections } = await built(`${ENGINE}/dist/evaluate/variables/registry.js`);
  const { settingDirectives } = await built(`${ENGINE}/dist/compile/setting-directives.js`);
  const { updateDirectives } = await built(`${ENGINE}/dist/compile/update-directives.js`);
  const { bodyProcessors } = await built(`${ENGINE}/dist/evaluate/body-processors/registry.js`);

  const operatorSources = sourcesIn('evaluate/operators');
  const unsupported = unsupportedOperators();
  const operators = Object.keys(operatorsByName).map((name) => {
    const same = nameOfSame(operatorsByName, name);
    if (same !== name) return [code(`@${name}`), 'yes', `the same as ${code(`@${same}`)}`];
    const reason = unsupported.get(name);
    if (reason !== undefined)
      return [code(`@${name}`), '**no**', `Rules that use it do not compile: ${reason}.`];
    const summary = documented(operatorSources, operatorsByName[name].name || name).replace(
      / Argument: .*$/,
      '',
    );
    // It compiles, so that rule sets with it load, and says itself that it does nothing.
    if (summary.includes('Switched off')) return [code(`@${name}`), '**never matches**', summary];
    return [code(`@${name}`), 'yes', firstSentence(summary)];
  });

  const transformations = Object.keys(transformationsByName).map((name) => {
    const same = nameOfSame(transformationsByName, name);
    return same === name ? code(`t:${name}`) : `${code(`t:${name}`)} (${code(same)})`;
  });
  const ignored = directivesWithoutEffect();
  const settings = [...settingDirectives.keys()];

  return `# SecLang support

Anything that is not in these lists is rejected with file, line, column and a
caret when rules are loaded, so that you never rely on a rule that does not run. To check your rules, run \`npm run waf:check -- FILE.conf\`.

SecLang rules are for operators: [instead of the managed rules](../../services/waf-proxy/README.md#running-a-node) (\`PALISADE_EDGE_RULES_DIR\`), or as [rule
releases](../../services/waf-proxy/README.md#rule-sets-that-sites-choose) that sites can select, such as OWASP CRS. Site owners write [custom rules](policy.md#custom-rules).

## Operators

${table(['operator', 'supported', 'matches'], operators)}

Patterns of ${code('@rx')} and ${code('@rxGlobal')} have PCRE2's syntax and run in linear time: [supported syntax](../../services/shared/regex/README.md).

## Transformations

${transformations.join(', ')}, and ${code('t:none')}, which clears the transformations that a rule has so far.

## Actions

${[...actions.keys()].sort().map(code).join(', ')}.

Names are case-insensitive. Supported for ${code('ctl')}: ${controlNames().map(code).join(', ')}. ${code('auditlog')}, ${code('noauditlog')}, ${code('ctl:auditEngine')},
${code('ctl:auditLogParts')} and ${code('ctl:debugLogLevel')} are accepted without effect: there is one audit record, which contains every match.

## Variables

${[...variables.keys()].sort().map(code).join(', ')}.

Persistent collections: ${[...persistentCollections].map(code).join(', ')}. ${code('REQUEST_READINGS')} is an extension: [what programs read](../../services/shared/waf-engine/README.md#what-programs-read).

## Directives

Rules: ${SPELLED.map(code).join(', ')}. Rule updates: ${[...updateDirectives.keys()].map(code).join(', ')}.

Settings: ${settings
    .filter((name) => !ignored.has(name))
    .map(code)
    .join(', ')}.

Accepted without effect, because they concern files, logs or processes of the host, or limits that the matcher has by design: ${settings
    .filter((name) => ignored.has(name))
    .map(code)
    .join(', ')}.

${code('SecRequestBodyReadings')} and ${code('SecRequestWorkLimit')} are extensions: [how bodies are read](../../services/shared/waf-engine/README.md#how-bodies-are-read), [limits](../../services/shared/waf-engine/README.md#limits).

## Body processors

${[...bodyProcessors.keys()].map(code).join(', ')}.

${WRITTEN_BY} the tables with which the engine compiles rules.
`;
}

const nameOfSame = (registry, name) =>
  Object.keys(registry).find((other) => registry[other] === registry[name]);

function documented(sources, name) {
  const declaration = new RegExp(`^export const ${name}\\b`, 'm');
  return sources.map((source) => commentBefore(source, declaration)).find((text) => text !== '') ?? '';
}

const firstSentence = (text) => (/^.*?[.:](?= [A-Z]|$)/.exec(text)?.[0] ?? text).replace(/:$/, '.');

const unsupportedOperators = () =>
  new Map(
    [
      ...read(`${ENGINE}/src/evaluate/operators/unsupported.ts`).matchAll(
        /unsupported\(\s*'(\w+)',\s*'([^']+)'/g,
      ),
    ].map(([, name, reason]) => [name, reason]),
  );

/** The table says of each what it does: those that do nothing have `hosts`, or a setter that sets nothing. */
const directivesWithoutEffect = () =>
  new Set(
    [
      ...read(`${ENGINE}/src/compile/setting-directives.ts`).matchAll(
        /^ {4}(sec\w+): (?:hosts|(?:choice|number)\((?:[^()]*, )?\(\) => undefined\)),$/gm,
      ),
    ].map(([, name]) => name),
  );

const controlNames = () =>
  [...read(`${ENGINE}/src/compile/actions/ctl.ts`).matchAll(/^ {2}\['(\w+)', /gm)].map(([, name]) => name);

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseExpression } from '@palisade/site-policy/expression';
import { compileRuleSet } from '@palisade/waf-engine';
import ts from 'typescript';
import { isOurs, wrongInObjects } from './cluster-objects.ts';
import { type Example, examplesOf } from './fences.ts';
import { missingInOverride, missingNames } from './shell-names.ts';
import { isWorkflow, wrongInWorkflow } from './workflow-inputs.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');
const examples = documents.flatMap((document) => examplesOf(root, document));

/** Run against a stack, command by command. */
const RUN_IN_TESTS: Readonly<Record<string, string>> = {
  'docs/api.md': 'services/e2e/src/docs-examples.e2e-spec.ts',
  'docs/guides/policy-as-code.md': 'services/e2e/src/docs-examples.e2e-spec.ts',
};

/** Not run by us, and why; each document says how many of a language it may have. */
const ILLUSTRATIONS: Readonly<Record<string, { count: number; why: string }>> = {
  'docs/guides/origin.md nginx': { count: 3, why: 'directives of nginx, which is no part of us' },
  'docs/guides/origin.md apache': {
    count: 2,
    why: 'three directives of Apache each, which is no part of us',
  },
  'docs/guides/origin.md caddy': { count: 1, why: 'a block of Caddy, which is no part of us' },
  'docs/guides/origin.md haproxy': { count: 1, why: 'a line of HAProxy, which is no part of us' },
  'docs/guides/origin.md php': { count: 1, why: 'a line for any application; there is no PHP here' },
  'docs/self-hosting/production.md nginx': { count: 1, why: 'a server of nginx, which is no part of us' },
  'docs/self-hosting/edge-dns.md named': {
    count: 1,
    why: 'views of BIND, which is no part of us; edge-dns.int-spec runs one with such views',
  },
  'docs/guides/log-streams.md rsyslog': { count: 1, why: 'two lines of rsyslog, which is no part of us' },
  'docs/guides/terraform.md hcl': {
    count: 1,
    why: 'where Terraform finds the provider; what it is told stands in the example that an e2e test runs',
  },
  'docs/guides/wordpress.md php': { count: 1, why: 'lines for wp-config.php; there is no PHP here' },
};

/** Drawn from tests, arrow by arrow. */
const DRAWINGS_TESTED: Readonly<Record<string, string>> = {
  'docs/architecture/checkout.md': 'services/billing/src/test/chart.ts',
};

const DRAWN = /[─│▼▶▲┬◀]/;

function wrongIn(example: Example): string[] {
  const { document, language, text } = example;
  switch (language) {
    case 'sh':
      return [...syntaxOfShell(text), ...missingNames(text)];
    case 'json':
      return wrongJson(text);
    case 'yaml':
      if (isOurs(text)) return wrongInObjects(text);
      return isWorkflow(text) ? wrongInWorkflow(text) : missingInOverride(text);
    case 'expression':
      return text.split('\n').flatMap((line) => (line === '' ? [] : wrongExpression(line)));
    case 'js':
    case 'ts':
      return wrongTypeScript(text);
    case 'mermaid':
      return document in DRAWINGS_TESTED && read(DRAWINGS_TESTED[document]!).includes('mermaid')
        ? []
        : ['a drawing that no test reads'];
    case '':
      return DRAWN.test(text) ? [] : wrongRules(text);
    default:
      return `${document} ${language}` in ILLUSTRATIONS ? [] : [`nobody checks ${language}`];
  }
}

function syntaxOfShell(text: string): string[] {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
  return status === 0 ? [] : [stderr];
}

function wrongExpression(text: string): string[] {
  try {
    parseExpression(text);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function wrongJson(text: string): string[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function wrongRules(text: string): string[] {
  try {
    compileRuleSet([{ name: 'example.conf', text }]);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** Its syntax, and whether packages export what it imports. */
function wrongTypeScript(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
  });
  const wrong = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  for (const [, names = '', name = '', entry = 'index'] of text.matchAll(
    /import \{ ([^}]+) \} from '@palisade\/([\w-]+)(?:\/([\w-]+))?'/g,
  )) {
    const exported = entryOf(name, entry);
    wrong.push(
      ...names
        .split(', ')
        .filter((one) => !new RegExp(`\\b${one}\\b`).test(exported))
        .map((one) => `@palisade/${name} has no ${one}`),
    );
  }
  return wrong;
}

function entryOf(name: string, entry: string): string {
  const { exports = {} } = JSON.parse(read(`services/shared/${name}/package.json`)) as {
    exports?: Record<string, unknown>;
  };
  const key = entry === 'index' ? '.' : `./${entry}`;
  const file = /"\.\/dist\/([^"]+)\.js"/.exec(JSON.stringify(exports[key] ?? ''))?.[1];
  return file === undefined ? '' : read(`services/shared/${name}/src/${file}.ts`);
}

describe('the examples in documents', () => {
  it.each(examples.map((example) => [`${example.document}:${example.line}`, example] as const))(
    '%s are what can be run or read',
    (_, example) => {
      expect(wrongIn(example)).toEqual([]);
    },
  );

  it.each(Object.entries(RUN_IN_TESTS))('of %s are run by %s', (document, spec) => {
    expect(read(spec)).toContain(`examplesOf('${document}')`);
  });

  it('that only illustrate are as many as are listed', () => {
    for (const [place, { count }] of Object.entries(ILLUSTRATIONS)) {
      const found = examples.filter(({ document, language }) => `${document} ${language}` === place);
      expect([place, found.length]).toEqual([place, count]);
    }
  });
});

describe('names in commands', () => {
  it.each([
    ['npm run no-such-script', 'script no-such-script'],
    ['node services/nowhere/dist/main.js', 'file services/nowhere/dist/main.js'],
    ['docker compose up -d mainframe', 'service mainframe'],
    ['docker compose -f deploy/docker/edge.yml run --rm gateway', 'service gateway'],
    ['docker compose --profile moon up -d', 'profile moon'],
    ['docker compose run --rm operator teleport', 'command teleport'],
    ['docker compose run --rm operator backup --too /b', 'option --too of backup'],
    ['palisade teleport', 'command palisade teleport'],
    ['PALISADE_NO_SUCH_THING=1 npm start', 'setting PALISADE_NO_SUCH_THING'],
    ['curl "$API/api/nothing"', 'call /api/nothing'],
  ])('that are not there are told: %s', (command, missing) => {
    expect(missingNames(command)).toEqual([missing]);
  });

  it.each([
    ['services: { mainframe: { ports: ["1:1"] } }', 'service mainframe'],
    ['services: { redis: { networks: [moon] } }', 'network moon'],
    ['volumes: {}', 'no override of Compose'],
  ])('an override of Compose is held to the file beside it: %s', (text, missing) => {
    expect(missingInOverride(text)).toEqual([missing]);
  });
});

describe('objects for a cluster', () => {
  it.each([
    ['apiVersion: palisade.internal/v1alpha1\nkind: Moon\nspec: {}', 'kind Moon'],
    [
      'apiVersion: palisade.internal/v1alpha1\nkind: SitePolicy\nspec: { policyConfig: { waf_mood: high } }',
      'SitePolicy spec.policyConfig: Unrecognized key: "waf_mood"',
    ],
  ])('are held to their definitions: %s', (text, wrong) => {
    expect(isOurs(text)).toBe(true);
    expect(wrongInObjects(text)).toEqual([wrong]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importSecLang } from './import-seclang.ts';
import { type Dialect, SecLangFiles } from './seclang-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palisade-import-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

function importOf(file: string, ruleSet: string | null = 'crs-4.7.0', dialect: Dialect = 'modsecurity') {
  const files = new SecLangFiles(dialect);
  const { policy, remarks, crsRules } = importSecLang(files.read(file, null), files, { ruleSet });
  const exclusions = (policy.rule_exclusions ?? []).map(({ by, value, target, path_prefix }) => [
    by,
    value,
    target,
    path_prefix,
  ]);
  const remarkTexts = remarks.map(
    ({ place, why, lost }) => `${path.basename(place)} ${lost ? 'lost' : 'differs'}: ${why}`,
  );
  return { policy, exclusions, remarkTexts, crsRules };
}

it('takes settings and exclusions over, and says of the rest where it stands', () => {
  const file = write(
    'setup.conf',
    `SecRuleEngine DetectionOnly
SecRequestBodyLimit 13107200
SecRequestBodyNoFilesLimit 1024
SecAction "id:900000,phase:1,pass,nolog,setvar:tx.blocking_paranoia_level=2"
SecAction \\
  "id:900110,phase:1,pass,nolog,setvar:tx.inbound_anomaly_score_threshold=10,setvar:tx.allowed_methods=GET"
SecRuleRemoveById 942100 941100-941199
SecRuleRemoveByTag attack-ssrf
SecRuleUpdateTargetById 942200 "!ARGS:comment,ARGS:more"
SecRule REQUEST_URI "@beginsWith /admin" "id:1,phase:1,pass,nolog,ctl:ruleRemoveTargetById=942300;ARGS:q"
SecRule REQUEST_FILENAME "@streq /hook" "id:2,phase:1,pass,nolog,ctl:ruleRemoveById=920420"
SecRule REQUEST_FILENAME "@endsWith .php" "id:3,phase:1,pass,nolog,ctl:ruleRemoveById=920420"
SecRule ARGS:x "@rx ^a" "id:4,phase:2,deny,chain"
  SecRule ARGS:y "@rx b" "t:none"
SecHashEngine On
`,
  );
  const { policy, exclusions, remarkTexts } = importOf(file);
  expect(policy).toMatchObject({
    rule_set: 'crs-4.7.0',
    mode: 'DetectionOnly',
    inspected_upload_kb: 12_800,
    inspected_body_kb: 64,
    paranoia_level: 2,
    inbound_anomaly_threshold: 10,
  });
  expect(exclusions).toEqual([
    ['rule_id', '942100', '', ''],
    ['tag', 'attack-ssrf', '', ''],
    ['rule_id', '942200', 'ARGS:comment', ''],
    ['rule_id', '942300', 'ARGS:q', '/admin'],
    ['rule_id', '920420', '', '/hook'],
  ]);
  expect(remarkTexts).toEqual([
    'setup.conf:3 differs: taken as 64 kB: 64 to 10240 kB are possible',
    'setup.conf:5 lost: a setting of OWASP CRS that a policy does not have',
    'setup.conf:7 lost: 941100-941199: exclusions name one rule, or a family by its tag',
    'setup.conf:9 lost: ARGS:more: rules are not given further targets',
    'setup.conf:11 differs: taken for all paths that begin with it',
    'setup.conf:12 lost: exclusions hold everywhere, or on paths that begin with something',
    'setup.conf:13 lost: chains of conditions: make a custom rule of it',
    'setup.conf:15 lost: there is nothing like it in a policy',
  ]);
});

it('addresses become lists', () => {
  const { policy } = importOf(
    write(
      'lists.conf',
      `SecRule REMOTE_ADDR "@ipMatch 192.0.2.0/24,2001:db8::1" "id:1,phase:1,allow,nolog"
SecRule REMOTE_ADDR "@ipMatch 198.51.100.7" "id:2,phase:1,pass,nolog,ctl:ruleEngine=Off"
SecRule REMOTE_ADDR "@ipMatch 203.0.113.7" "id:3,phase:1,deny"`,
    ),
  );
  expect(policy).toMatchObject({
    allowed_ips: ['192.0.2.0/24', '2001:db8::1', '198.51.100.7'],
    allowed_ips_skip_rules: true,
    blocked_ips: ['203.0.113.7'],
  });
});

it('under the managed rules only families that they have are taken over', () => {
  const { exclusions, remarkTexts } = importOf(
    write(
      'x.conf',
      'SecRuleRemoveById 942100\nSecRuleRemoveByTag attack-sqli\nSecRuleRemoveByTag attack-dos',
    ),
    null,
  );
  expect(exclusions).toEqual([['tag', 'family/sql-injection', '', '']]);
  expect(remarkTexts).toEqual([
    expect.stringContaining('x.conf:1 lost: rule 942100'),
    expect.stringContaining('x.conf:3 lost'),
  ]);
});

it('what holds under a condition is never made to hold always, and rules of CRS itself are a release’s', () => {
  write(
    'rules/REQUEST-903.9002-WORDPRESS-EXCLUSION-RULES.conf',
    'SecRule REQUEST_URI "@beginsWith /" "id:9002100,phase:1,pass,ctl:ruleRemoveById=1"',
  );
  write(
    'rules/REQUEST-900-EXCLUSION-RULES-BEFORE-CRS.conf',
    'SecAction "id:10,phase:1,pass,ctl:ruleRemoveById=942100"',
  );
  const file = write(
    'main.conf',
    `Include rules/*.conf
SecRule TX:off "@eq 0" "id:20,phase:1,pass,nolog,skipAfter:END"
SecAction "id:21,phase:1,pass,ctl:ruleRemoveById=942200"
SecMarker END
SecAction "id:22,phase:1,pass,ctl:ruleRemoveById=942300"
Include main.conf`,
  );
  const { exclusions, remarkTexts, crsRules } = importOf(file);
  expect(exclusions.map(([, value]) => value)).toEqual(['942100', '942300']);
  expect(remarkTexts).toContain('main.conf:3 lost: it holds under a condition (skipAfter:END)');
  expect(crsRules).toBe(1);
});

it.each<[Dialect, string, string]>([
  [
    'nginx-crs',
    'nginx.conf',
    "http {\n  modsecurity on;\n  modsecurity_rules '\n    SecRuleRemoveById 942100\n  ';\n  modsecurity_rules_file own.conf;\n}",
  ],
  [
    'coraza',
    'Caddyfile',
    'shop.example {\n  coraza_waf {\n    directives `\n      SecRuleRemoveById 942100\n      Include own.conf\n    `\n  }\n}',
  ],
])('%s: reads what its server’s configuration holds', (dialect, name, text) => {
  write('own.conf', 'SecRuleRemoveById 942200\nSecRuleRemoveById x');
  const { exclusions, remarkTexts } = importOf(write(name, text), 'crs-4.7.0', dialect);
  expect(exclusions.map(([, value]) => value)).toEqual(['942100', '942200']);
  expect(remarkTexts).toEqual(['own.conf:2 lost: x: exclusions name one rule, or a family by its tag']);
});

it('the same set-up gives the same ids, and a broken file says where', () => {
  const file = write('a.conf', 'SecRuleRemoveById 942100');
  expect(importOf(file).policy).toEqual(importOf(file).policy);
  expect(importOf(write('b.conf', 'SecRuleEngine On\nSecRule "ARGS')).remarkTexts[0]).toMatch(
    /^b\.conf:2 lost: this file cannot be read/,
  );
});

it('does not walk through the machine for a pattern of any depth', () => {
  const { remarkTexts } = importOf(write('main.conf', 'Include /**/*.conf'));
  expect(remarkTexts).toEqual([
    'main.conf:1 lost: /**/*.conf is not looked for: "**" is no pattern of an Include.',
  ]);
});

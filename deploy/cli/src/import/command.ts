import { writeFileSync } from 'node:fs';
import { type Command, CommandError, EXIT, text, UsageError } from '@palisade/command-line';
import { policyFileSchema } from '@palisade/site-policy';
import { FILE_OPTION } from '../policy/options.ts';
import { writePolicy } from '../policy/policy-document.ts';
import type { Findings, Remark } from './findings.ts';
import { importSecLang } from './import-seclang.ts';
import { DIALECTS, type Dialect, SecLangFiles } from './seclang-files.ts';

const LOST = 2;

export const importCommand: Command = {
  summary: 'makes a policy of a ModSecurity, Coraza or nginx set-up, and says what it could not take over',
  usage: '(modsecurity | coraza | nginx-crs) FILES… --domain DOMAIN [--rule-set NAME] [--file FILE]',
  help: `  FILES                  crs-setup.conf, exclusions before and after CRS, modsecurity.conf; what they include is read, too. Of
                         coraza also a Caddyfile, of nginx-crs nginx's own configuration
  --domain DOMAIN        the site that the policy is for
  --rule-set NAME        the release of OWASP CRS that the site will run: numbers of rules are those of that release. Without it the
                         site runs the managed rules: only exclusions by families are taken over
  -f, --file FILE        where the policy is written (default: standard output)

Taken over: exclusions (SecRuleRemoveById, …ByTag, SecRuleUpdateTargetBy…, ctl:ruleRemove… everywhere or on paths), mode, paranoia
level, threshold, limits of bodies, allow and block lists. What could not be taken over is listed with file, line and reason; what
means something a little different, too. Look at both, then at palisade plan. Exit code 0: all was taken over; 2: some was not.`,
  options: { ...FILE_OPTION, domain: { type: 'string' }, 'rule-set': { type: 'string' } },
  usageExit: EXIT.failed,
  run: async ({ values, positionals, out, note }) => {
    const [dialect = '', ...names] = positionals;
    if (!isDialect(dialect))
      throw new UsageError(`import takes one of ${Object.keys(DIALECTS).join(', ')}, and files.`);
    const domain = text(values, 'domain');
    if (domain === undefined) throw new UsageError('--domain says which site the policy is for.');
    if (names.length === 0) throw new UsageError('import takes files.');
    const files = new SecLangFiles(dialect);
    const texts = names.flatMap((name) => files.read(name, null));
    const findings = importSecLang(texts, files, { ruleSet: text(values, 'rule-set') ?? null });
    dropRefused(findings, domain);
    const policy = writePolicy({ domain, origin: '' }, { policyConfig: findings.policy }, null);
    const file = text(values, 'file');
    if (file === undefined) out(policy);
    else writeFileSync(file, policy);
    note(summaryText(findings));
    return findings.remarks.some(({ lost }) => lost) ? LOST : EXIT.fine;
  },
};

const isDialect = (name: string): name is Dialect => Object.hasOwn(DIALECTS, name);

/** What the API would refuse is said as lost, and the rest is a policy all the same. */
function dropRefused(findings: Findings, domain: string): void {
  const { policy } = findings;
  for (let turn = 0; turn < MAX_REFUSED; turn++) {
    const [issue] = policyFileSchema.safeParse({ domain, policyConfig: policy }).error?.issues ?? [];
    if (issue === undefined) return;
    const [section, field, index] = issue.path;
    if (section !== 'policyConfig') throw new CommandError('domain_invalid', issue.message);
    const values = policy as Record<string, unknown>;
    const list = values[String(field)];
    const entry = Array.isArray(list) && typeof index === 'number' ? list[index] : list;
    findings.remark(String(field), JSON.stringify(entry), issue.message);
    if (Array.isArray(list) && typeof index === 'number') values[String(field)] = list.toSpliced(index, 1);
    else delete values[String(field)];
  }
}

/** More than any list of a policy may have. */
const MAX_REFUSED = 20_000;

function summaryText({ remarks, crsRules, policy }: Findings): string {
  const part = (title: string, of: readonly Remark[]): string[] =>
    of.length === 0
      ? []
      : ['', title, ...of.map(({ place, directive, why }) => `  ${place}: ${directive}\n      ${why}`)];
  const settings = Object.keys(policy).length;
  return [
    `${settings} settings taken over, ${policy.rule_exclusions?.length ?? 0} exclusions among them.`,
    ...(crsRules > 0 ? [`${crsRules} rules are OWASP CRS itself, which a release of it has.`] : []),
    ...part(
      'Taken over a little differently:',
      remarks.filter(({ lost }) => !lost),
    ),
    ...part(
      'Not taken over:',
      remarks.filter(({ lost }) => lost),
    ),
  ].join('\n');
}

// SecLang set-up → the part of a policy that means the same. What is not taken over is said with its place and reason.
import { type PolicyConfig, policyFields } from '@palisade/site-policy';
import { parseDirectives, parseRule, RuleError } from '@palisade/waf-engine';
import { Findings } from './findings.ts';
import type { SecLangFiles, SecLangText } from './seclang-files.ts';

type Directive = ReturnType<typeof parseDirectives>[number];
type Rule = ReturnType<typeof parseRule>;

export interface ImportTarget {
  /** A release of OWASP CRS that the site will run; null: the managed rules, whose numbers are others. */
  ruleSet: string | null;
}

interface Place {
  at: string;
  text: string;
}

/** Where a rule's ctl actions hold; null: somewhere that exclusions cannot say. */
interface Scope {
  pathPrefix: string;
  remark: string | null;
}

const RULE = /^sec(rule|action)$/i;
/** Files of OWASP CRS itself, which a release brings, and the two of them that are for exclusions of one's own. */
const CRS_FILE = /(?:^|\/)(?:REQUEST|RESPONSE)-9\d\d(?:\.\d+)?-[A-Z0-9-]+\.conf$/;
const OWN_EXCLUSIONS = /-EXCLUSION-RULES-(?:BEFORE|AFTER)-CRS\.conf$/;
const CRS_IDS = { first: 900_000, last: 999_999 };
const NOTE = 'Imported';
const MAX_SHOWN = 120;

export function importSecLang(
  texts: readonly SecLangText[],
  files: SecLangFiles,
  target: ImportTarget,
): Findings {
  const findings = new Findings();
  if (target.ruleSet !== null) findings.set({ rule_set: target.ruleSet });
  for (const text of texts) importText(text, files, target, findings);
  return findings;
}

function importText(
  source: SecLangText,
  files: SecLangFiles,
  target: ImportTarget,
  findings: Findings,
): void {
  let directives: Directive[];
  try {
    directives = parseDirectives({ name: source.name, text: source.text });
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const { line } = error.position;
    findings.remark(
      `${source.name}:${line + source.before}`,
      '',
      `this file cannot be read further: ${error.detail}`,
    );
    return;
  }
  if (CRS_FILE.test(source.name) && !OWN_EXCLUSIONS.test(source.name)) {
    findings.crsRules += directives.filter(({ name }) => RULE.test(name)).length;
    return;
  }
  let inChain = false;
  let skippedUntil: string | null = null;
  for (const directive of directives) {
    const text = directive.line.text.replace(/\s+/g, ' ');
    const place = {
      at: `${source.name}:${directive.line.line + source.before}`,
      text: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text,
    };
    if (/^secmarker$/i.test(directive.name) && directive.args[0]?.value === skippedUntil) skippedUntil = null;
    if (!RULE.test(directive.name)) {
      importDirective(directive, place, { source, files, target, findings });
      continue;
    }
    const continues = inChain;
    const rule = ruleOf(directive, place, findings);
    inChain = rule?.actions.some(({ name }) => name === 'chain') ?? false;
    // The further links of a chain were reported with its first rule.
    if (rule === null || continues) continue;
    if (skippedUntil === null) importRule(rule, place, inChain, target, findings);
    else findings.remark(place.at, place.text, `it holds under a condition (skipAfter:${skippedUntil})`);
    skippedUntil ??= rule.actions.find(({ name }) => name === 'skipafter')?.argument ?? null;
  }
}

interface Import {
  source: SecLangText;
  files: SecLangFiles;
  target: ImportTarget;
  findings: Findings;
}

const ENGINE_MODES: Readonly<Record<string, PolicyConfig['mode']>> = {
  on: 'On',
  detectiononly: 'DetectionOnly',
  off: 'Off',
};
/** Of the server that runs it, or of what a release of rules brings along. */
const SAYS_NOTHING =
  /^(SecComponentSignature|SecMarker|SecDebugLog.*|SecAudit.*|SecTmpDir|SecDataDir|SecUploadDir|SecUploadKeepFiles|SecUploadFileMode|SecStatusEngine|SecUnicodeMapFile|SecCollectionTimeout|SecDefaultAction|SecArgumentSeparator|SecCookieFormat|SecPcre.*|SecRequestBodyInMemoryLimit|SecServerSignature|SecRequestBodyAccess|SecRequestBodyJsonDepthLimit|SecArgumentsLimit|SecResponseBodyMimeType|SecResponseBodyLimit.*|<\/?IfModule.*|<\/?IfDefine.*)$/i;

function importDirective(
  { name, args }: Directive,
  place: Place,
  { source, files, target, findings }: Import,
): void {
  const values = args.map(({ value }) => value);
  const [first = ''] = values;
  switch (name.toLowerCase()) {
    case 'include':
    case 'includeoptional':
      for (const text of included(files, first, source, place, findings))
        importText(text, files, target, findings);
      return;
    case 'secruleengine': {
      const mode = ENGINE_MODES[first.toLowerCase()];
      if (mode === undefined) findings.remark(place.at, place.text, 'there is no such mode');
      else findings.set({ mode });
      return;
    }
    case 'secrequestbodylimit':
      findings.set({
        inspected_upload_kb: kilobytes(first, policyFields.inspected_upload_kb.limits!, place, findings),
      });
      return;
    case 'secrequestbodynofileslimit':
      findings.set({
        inspected_body_kb: kilobytes(first, policyFields.inspected_body_kb.limits!, place, findings),
      });
      return;
    case 'secrequestbodylimitaction': {
      const beyond = first.toLowerCase() === 'reject' ? 'refuse' : 'pass';
      findings.set({ files_beyond_inspection: beyond, body_beyond_inspection: beyond });
      return;
    }
    case 'secruleremovebyid':
      for (const id of values.flatMap((value) => value.split(/[\s,]+/)))
        excludeRule(id, '', NOWHERE, place, target, findings);
      return;
    case 'secruleremovebytag':
      for (const tag of values) excludeTag(tag, '', NOWHERE, place, target, findings);
      return;
    case 'secruleupdatetargetbyid':
    case 'secruleupdatetargetbytag':
      updateTargets(name.toLowerCase().endsWith('tag'), values, place, target, findings);
      return;
    default:
      if (!SAYS_NOTHING.test(name))
        findings.remark(place.at, place.text, 'there is nothing like it in a policy');
  }
}

const NOWHERE: Scope = { pathPrefix: '', remark: null };

function included(
  files: SecLangFiles,
  pattern: string,
  source: SecLangText,
  place: Place,
  findings: Findings,
): SecLangText[] {
  try {
    return files.read(pattern, source.name);
  } catch (error) {
    findings.remark(place.at, place.text, (error as Error).message);
    return [];
  }
}

function kilobytes(
  written: string,
  { min, max }: { min: number; max: number },
  place: Place,
  findings: Findings,
): number {
  const wanted = Math.ceil(Number(written) / 1_024);
  const taken = Math.min(max, Math.max(min, Number.isFinite(wanted) ? wanted : min));
  if (taken !== wanted)
    findings.remark(place.at, place.text, `taken as ${taken} kB: ${min} to ${max} kB are possible`, false);
  return taken;
}

function updateTargets(
  byTag: boolean,
  values: readonly string[],
  place: Place,
  target: ImportTarget,
  findings: Findings,
): void {
  const [subject = '', targets = '', replaced] = values;
  if (replaced !== undefined) {
    findings.remark(place.at, place.text, 'targets are not replaced by others');
    return;
  }
  for (const written of targets.split(/[,|]/).map((part) => part.trim())) {
    if (!written.startsWith('!'))
      findings.remark(place.at, place.text, `${written}: rules are not given further targets`);
    else if (byTag) excludeTag(subject, written.slice(1), NOWHERE, place, target, findings);
    else excludeRule(subject, written.slice(1), NOWHERE, place, target, findings);
  }
}

function excludeRule(
  id: string,
  field: string,
  scope: Scope,
  place: Place,
  { ruleSet }: ImportTarget,
  findings: Findings,
): void {
  if (!/^\d{1,10}$/.test(id)) {
    findings.remark(place.at, place.text, `${id}: exclusions name one rule, or a family by its tag`);
    return;
  }
  if (ruleSet === null) {
    findings.remark(
      place.at,
      place.text,
      `rule ${id} is none of the managed rules: --rule-set names the release of OWASP CRS that has it`,
    );
    return;
  }
  findings.exclude('rule_id', id, field, scope.pathPrefix, `${NOTE}: ${place.at}`.slice(0, 200));
  if (scope.remark !== null) findings.remark(place.at, place.text, scope.remark, false);
}

/** What OWASP CRS calls families that the managed rules have, too. */
const FAMILIES: Readonly<Record<string, string>> = {
  'attack-sqli': 'family/sql-injection',
  'attack-xss': 'family/xss',
  'attack-lfi': 'family/path-traversal',
  'attack-rce': 'family/command-execution',
  'attack-injection-php': 'family/php-code',
  'attack-ssrf': 'family/server-side-request',
  'attack-rfi': 'family/server-side-request',
  'attack-ssti': 'family/template-expression',
  'attack-injection-java': 'family/java-expression',
};

function excludeTag(
  tag: string,
  field: string,
  scope: Scope,
  place: Place,
  { ruleSet }: ImportTarget,
  findings: Findings,
): void {
  const known = ruleSet === null ? FAMILIES[tag.toLowerCase()] : tag;
  if (known === undefined) {
    findings.remark(place.at, place.text, `the managed rules have no family ${tag}`);
    return;
  }
  findings.exclude('tag', known, field, scope.pathPrefix, `${NOTE}: ${place.at}`.slice(0, 200));
  if (scope.remark !== null) findings.remark(place.at, place.text, scope.remark, false);
}

function ruleOf(directive: Directive, place: Place, findings: Findings): Rule | null {
  try {
    return parseRule(directive);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    findings.remark(place.at, place.text, error.detail);
    return null;
  }
}

function importRule(
  rule: Rule,
  place: Place,
  isChain: boolean,
  target: ImportTarget,
  findings: Findings,
): void {
  const id = Number(rule.actions.find(({ name }) => name === 'id')?.argument ?? 0);
  const controls = rule.actions.filter(({ name }) => name === 'ctl').map(({ argument }) => argument ?? '');
  const settings = rule.actions.filter(({ name }) => name === 'setvar').map(({ argument }) => argument ?? '');
  const isCrs = id >= CRS_IDS.first && id <= CRS_IDS.last;
  if (rule.kind === 'SecAction' && settings.length > 0) {
    for (const setting of settings) importSetting(setting, place, findings);
    return;
  }
  const removes = controls.filter((control) => /^rule(Remove|Engine)/i.test(control));
  // Rules of CRS prepare themselves by such actions, too.
  if (removes.length === 0 && isCrs) {
    findings.crsRules++;
    return;
  }
  if (isChain) {
    findings.remark(place.at, place.text, 'chains of conditions: make a custom rule of it');
    return;
  }
  const addresses = addressesOf(rule);
  if (addresses !== null) {
    importAddresses(rule, addresses, removes, place, findings);
    return;
  }
  const scope = scopeOf(rule);
  if (scope === null || removes.length === 0) {
    findings.remark(
      place.at,
      place.text,
      removes.length === 0
        ? 'rules of your own: make a custom rule of it'
        : 'exclusions hold everywhere, or on paths that begin with something',
    );
    return;
  }
  for (const control of removes) importControl(control, scope, place, target, findings);
}

const SETTINGS: Readonly<Record<string, 'paranoia_level' | 'inbound_anomaly_threshold'>> = {
  paranoia_level: 'paranoia_level',
  blocking_paranoia_level: 'paranoia_level',
  inbound_anomaly_score_threshold: 'inbound_anomaly_threshold',
};

function importSetting(setting: string, place: Place, findings: Findings): void {
  const [, name = '', value = ''] = /^tx\.([a-z_]+)=(.*)$/i.exec(setting) ?? [];
  const field = SETTINGS[name.toLowerCase()];
  if (field !== undefined && /^\d{1,4}$/.test(value)) findings.set({ [field]: Number(value) });
  else if (name.toLowerCase() !== 'crs_setup_version')
    findings.remark(place.at, setting, 'a setting of OWASP CRS that a policy does not have');
}

function addressesOf({ variables, operator }: Rule): string[] | null {
  const [variable] = variables;
  if (
    variables.length !== 1 ||
    variable?.name !== 'REMOTE_ADDR' ||
    operator?.name !== 'ipmatch' ||
    operator.negated
  )
    return null;
  return operator.argument
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

function importAddresses(
  rule: Rule,
  addresses: readonly string[],
  removes: readonly string[],
  place: Place,
  findings: Findings,
): void {
  const does = (name: string): boolean => rule.actions.some((action) => action.name === name);
  if (does('deny') || does('block') || does('drop')) findings.addTo('blocked_ips', addresses);
  else if (does('allow') || removes.some((control) => /^ruleEngine=off$/i.test(control))) {
    findings.addTo('allowed_ips', addresses);
    findings.set({ allowed_ips_skip_rules: true });
  } else findings.remark(place.at, place.text, 'exclusions for single addresses: make a custom rule of it');
}

const PATHS: ReadonlySet<string> = new Set(['REQUEST_URI', 'REQUEST_URI_RAW', 'REQUEST_FILENAME']);

function scopeOf({ kind, variables, operator }: Rule): Scope | null {
  if (kind === 'SecAction' || operator?.name === 'unconditionalmatch') return NOWHERE;
  const [variable] = variables;
  const isPath = variables.length === 1 && variable !== undefined && PATHS.has(variable.name);
  if (!isPath || operator === null || operator.negated || !operator.argument.startsWith('/')) return null;
  if (operator.name === 'beginswith') return { pathPrefix: operator.argument, remark: null };
  if (operator.name !== 'streq') return null;
  return { pathPrefix: operator.argument, remark: 'taken for all paths that begin with it' };
}

function importControl(
  control: string,
  scope: Scope,
  place: Place,
  target: ImportTarget,
  findings: Findings,
): void {
  const [, what = '', subject = '', field = ''] = /^([a-z]+)=([^;]*)(?:;(.*))?$/i.exec(control) ?? [];
  switch (what.toLowerCase()) {
    case 'ruleremovebyid':
      excludeRule(subject, '', scope, place, target, findings);
      return;
    case 'ruleremovetargetbyid':
      excludeRule(subject, field, scope, place, target, findings);
      return;
    case 'ruleremovebytag':
      excludeTag(subject, '', scope, place, target, findings);
      return;
    case 'ruleremovetargetbytag':
      excludeTag(subject, field, scope, place, target, findings);
      return;
    default:
      findings.remark(
        place.at,
        place.text,
        `${control}: make a custom rule of it that skips the managed rules`,
      );
  }
}

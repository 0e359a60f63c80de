import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileRuleSet, type RuleSource, type SiteRuleSet } from '@palisade/waf-engine';

/** Debian's package modsecurity-crs. */
const RULES = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';

/** What ModSecurity's recommended configuration says of bodies. */
const BASE: RuleSource = {
  name: 'base.conf',
  text: `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 13107200
SecRequestBodyNoFilesLimit 1048576
SecRule REQUEST_HEADERS:Content-Type "@rx ^(?:application(?:/soap\\+|/)|text/)xml" "id:200000,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule REQUEST_HEADERS:Content-Type "@rx ^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQBODY_ERROR "!@eq 0" "id:200002,phase:2,t:none,log,deny,status:400"`,
};

/** OWASP CRS as Debian has it, at the paranoia level 1 of its set-up; null where the package is not installed. */
export function crsSite(): SiteRuleSet | null {
  if (!existsSync(RULES) || !existsSync(SETUP)) return null;
  const files = readdirSync(RULES).filter((name) => name.endsWith('.conf'));
  const sources = [BASE, read(SETUP), ...files.sort().map((name) => read(path.join(RULES, name)))];
  const readFiles = (pattern: string, from: string): RuleSource[] =>
    globSync(path.resolve(path.dirname(from), pattern))
      .sort()
      .map(read);
  return compileRuleSet(sources, { ports: { readFiles } }).withOverlay({});
}

function read(file: string): RuleSource {
  return { name: file, text: readFileSync(file, 'latin1') };
}

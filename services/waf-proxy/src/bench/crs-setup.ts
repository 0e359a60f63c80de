import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Debian's packages: modsecurity-crs (3.3.4), libnginx-mod-http-modsecurity. */
export const CRS_RULES = '/usr/share/modsecurity-crs/rules';
const CRS_SETUP = '/etc/modsecurity/crs/crs-setup.conf';
export const MODSECURITY_MODULE = '/usr/lib/nginx/modules/ngx_http_modsecurity_module.so';

/** Debian's configuration for the module: ModSecurity's recommended one (response bodies and audit log included). */
const RECOMMENDED = '/etc/nginx/modsecurity.conf';

/**
 * What both engines load before the rules: the recommended configuration as the package ships it, but blocking, with the
 * audit log in the bench's own folder. Paranoia level 1 is what CRS's set-up has.
 */
function baseConfiguration(folder: string): string {
  const recommended = readFileSync(RECOMMENDED, 'utf8')
    .replace(/^SecRuleEngine .*$/m, 'SecRuleEngine On')
    .replace(/^SecAuditLog .*$/m, `SecAuditLog ${path.join(folder, 'modsec_audit.log')}`)
    .replace(
      /^SecUnicodeMapFile .*$/m,
      `SecUnicodeMapFile ${path.dirname(RECOMMENDED)}/unicode.mapping 20127`,
    );
  return `${recommended}\nInclude ${CRS_SETUP}\n`;
}

/** Writes the same rules for both: set-up alone for the edge, set-up and rules for libmodsecurity. */
export function writeCrsFiles(folder: string): { setup: string; all: string } {
  for (const file of [CRS_RULES, CRS_SETUP, RECOMMENDED, MODSECURITY_MODULE]) {
    if (!existsSync(file)) {
      throw new Error(`${file} is missing (Debian: modsecurity-crs, libnginx-mod-http-modsecurity)`);
    }
  }
  const setup = path.join(folder, 'crs-setup.conf');
  const all = path.join(folder, 'crs-all.conf');
  const base = baseConfiguration(folder);
  writeFileSync(setup, base);
  writeFileSync(all, `${base}Include ${CRS_RULES}/*.conf\n`);
  return { setup, all };
}

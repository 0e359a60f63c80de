import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Debian's packages: modsecurity-crs (3.3.4), libnginx-mod-http-modsecurity. */
export const CRS_RULES = '/usr/share/modsecurity-crs/rules';
const CRS_SETUP = '/etc/modsecurity/crs/crs-setup.conf';
export const MODSECURITY_MODULE = '/usr/lib/nginx/modules/ngx_http_modsecurity_module.so';

/** What both engines load before the rules: blocking, paranoia level 1 as Debian sets it, no response bodies. */
const BASE = `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 13107200
SecRequestBodyNoFilesLimit 131072
SecRule REQUEST_HEADERS:Content-Type "@rx ^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQBODY_ERROR "!@eq 0" "id:200002,phase:2,t:none,log,deny,status:400"
Include ${CRS_SETUP}
`;

/** Writes the same rules for both: set-up alone for the edge, set-up and rules for libmodsecurity. */
export function writeCrsFiles(folder: string): { setup: string; all: string } {
  for (const file of [CRS_RULES, CRS_SETUP, MODSECURITY_MODULE]) {
    if (!existsSync(file)) {
      throw new Error(`${file} is missing (Debian: modsecurity-crs, libnginx-mod-http-modsecurity)`);
    }
  }
  const setup = path.join(folder, 'crs-setup.conf');
  const all = path.join(folder, 'crs-all.conf');
  writeFileSync(setup, BASE);
  writeFileSync(all, `${BASE}Include ${CRS_RULES}/*.conf\n`);
  return { setup, all };
}

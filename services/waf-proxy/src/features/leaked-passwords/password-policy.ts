import { DEFAULT_PASSWORD_FIELDS, DEFAULT_SIGN_IN_PATHS } from '@palisade/site-policy';
import type { SiteSettings } from '@palisade/site-policy/wire';
import { type AskedFields, inAnyCase, jsonPlaceInAnyCase } from '@palisade/waf-engine';
import { type OwnerPaths, wholePaths } from '../../request/owner-paths.ts';

export interface PasswordPolicy {
  readonly action: Exclude<SiteSettings['leaked_passwords'], 'off'>;
  readonly paths: OwnerPaths;
  readonly fields: AskedFields;
}

export interface LeakedPasswordsPart {
  /** Null: no passwords are checked. */
  readonly leakedPasswords: PasswordPolicy | null;
}

export function passwordPolicyOf(settings: Readonly<SiteSettings>): PasswordPolicy | null {
  const { leaked_passwords: action, leaked_password_paths, leaked_password_fields } = settings;
  if (action === 'off') return null;
  const paths = leaked_password_paths.length > 0 ? leaked_password_paths : DEFAULT_SIGN_IN_PATHS;
  const fields = leaked_password_fields.length > 0 ? leaked_password_fields : DEFAULT_PASSWORD_FIELDS;
  const names = fields.map((name) => Buffer.from(name).toString('latin1'));
  return Object.freeze({
    action,
    paths: wholePaths(paths),
    fields: Object.freeze({
      form: new Set(names.map(inAnyCase)),
      json: Object.freeze(names.map(jsonPlaceInAnyCase)),
      files: false,
    }),
  });
}

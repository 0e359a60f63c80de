import { sampleSite } from '@palisade/edge-state';
import { packExclusions } from '@palisade/managed-rules';
import { isFrom, originShape, policyShape, RedirectTable } from '@palisade/site-policy';
import { decodeSettings, type SiteSettings } from '@palisade/site-policy/wire';
import { compileRuleSet, type RuleExclusion } from '@palisade/waf-engine';
import * as z from 'zod/mini';
import { botPolicyOf } from '../features/bots/bots-part.ts';
import { passwordPolicyOf } from '../features/leaked-passwords/password-policy.ts';
import { pathRateLimitOf } from '../features/rate-limits/site-limits.ts';
import { clientCertificatesOf } from '../request/client-certificate-policy.ts';
import { type Identity, identity } from '../test-support/client-authority.ts';

/** What the form takes: letters beyond ASCII and blanks only as escapes, of either case. */
const PATHS = [
  '/f%C3%BCr-mitarbeiter',
  '/f%c3%bcr-mitarbeiter',
  '/geheim%20intern',
  '/50%25',
  '/intern%2Fa',
  '/~me/%7E',
];

let authority: Identity;
beforeAll(async () => {
  authority = await identity('Devices', { isAuthority: true });
});

const settingsWith = (over: Partial<SiteSettings>): SiteSettings => ({
  ...decodeSettings(sampleSite()),
  ...over,
});

const RULES = compileRuleSet([
  {
    name: 'a.conf',
    text: 'SecRuleEngine On\nSecRule ARGS "@streq x" "id:1,phase:1,deny,tag:\'family/xss\'"',
  },
]);
function isExcluded(exclusions: readonly RuleExclusion[], path: string): boolean {
  const transaction = RULES.withOverlay({ exclusions }).beginTransaction({
    id: 'id-1',
    clientAddress: '192.0.2.7',
    clientPort: 4711,
    serverAddress: '192.0.2.1',
    serverPort: 443,
  });
  transaction.requestLine('GET', `${path}?a=x`, 'HTTP/1.1');
  transaction.requestHeaders([]);
  return transaction.audit().interruption === null;
}

/** How the edge compares each with the path of a request; null: it is sent, and compared with nothing. */
const COMPARED: Readonly<Record<string, ((written: string, path: string) => boolean) | null>> = {
  api_path_prefixes: (written, path) =>
    botPolicyOf(settingsWith({ api_path_prefixes: [written] })).apiPaths.admits(path),
  'application_packs.path': (written, path) =>
    isExcluded(
      packExclusions([{ name: 'wordpress', path: written }]).map(({ pathPrefix }) => ({
        name: 'pack',
        by: { id: '1' },
        pathPrefix: pathPrefix!.slice(0, written.length),
      })),
      path,
    ),
  client_certificate_paths: (written, path) =>
    clientCertificatesOf(
      'site-1',
      settingsWith({
        client_certificates: 'required',
        client_certificate_authorities: [authority.cert],
        client_certificate_paths: [written],
      }),
    )!.paths.catches(path),
  'custom_rules.redirect.to': null,
  'custom_rules.rewrite.from': isFrom,
  'custom_rules.rewrite.to': null,
  'health_check.path': null,
  leaked_password_paths: (written, path) =>
    passwordPolicyOf(
      settingsWith({ leaked_passwords: 'block', leaked_password_paths: [written] }),
    )!.paths.catches(path),
  'path_rate_limits.path_prefix': (written, path) =>
    pathRateLimitOf('site-1', { path_prefix: written, requests: 1, window_seconds: 60 }).paths.catches(path),
  'redirects.from': (written, path) => new RedirectTable([{ from: written }]).find(path) !== undefined,
  'redirects.to': null,
  'rule_exclusions.path_prefix': (written, path) =>
    isExcluded([{ name: 'own', by: { id: '1' }, pathPrefix: written }], path),
};

/** Fields that accept paths only. */
function* fieldsWithPaths(name: string, schema: z.core.$ZodType): Generator<string> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      for (const [key, member] of Object.entries(def.shape))
        yield* fieldsWithPaths(name === '' ? key : `${name}.${key}`, member);
      return;
    case 'array':
      yield* fieldsWithPaths(name, def.element);
      return;
    case 'union':
      for (const option of def.options) yield* fieldsWithPaths(name, option);
      return;
    case 'nullable':
    case 'optional':
      yield* fieldsWithPaths(name, def.innerType);
      return;
    case 'string':
      if (
        !z.safeParse(schema, 'no-path').success &&
        z.safeParse(schema, '/a').success &&
        !z.safeParse(schema, 'https:').success
      )
        yield name;
  }
}

describe('fields of a policy that hold a path', () => {
  const found = [originShape, policyShape].flatMap((shape) =>
    Object.entries(shape).flatMap(([name, schema]) => [...fieldsWithPaths(name, schema)]),
  );

  it('are all known here', () => {
    expect(found.sort()).toEqual(Object.keys(COMPARED).sort());
  });

  const compared = Object.entries(COMPARED).flatMap(([name, compare]) =>
    compare === null ? [] : PATHS.flatMap((path) => [[name, path, compare] as const]),
  );
  it.each(compared)('%s: %s is about itself', (_, path, compare) => {
    expect(compare(path, path)).toBe(true);
    const otherCase = path.replace(/%../g, (written) =>
      written === written.toUpperCase() ? written.toLowerCase() : written.toUpperCase(),
    );
    expect(compare(path, otherCase)).toBe(true);
    expect(compare(path, '/else')).toBe(false);
  });
});

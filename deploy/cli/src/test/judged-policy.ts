import { CommandError, type CommandInput, text, UsageError } from '@palisade/command-line';
import { applyUpdate, defaultSitePolicy, MANAGED_RULE_SET, type SitePolicy } from '@palisade/site-policy';
import {
  type CompiledRuleSet,
  type CompiledSite,
  compileManagedRules,
  siteOfPolicy,
} from '@palisade/waf-proxy/judge';
import { Api } from '../base/api.ts';
import { findCredentials } from '../base/credentials.ts';
import { policyOf } from '../policy/options.ts';

export interface JudgedPolicy {
  domain: string;
  site: CompiledSite;
  /** Such as "palisade.yaml" or "shop.example, version 7". */
  name: string;
}

/** The policy that the options name: a file, over its defaults, or one that the site has or had. */
export async function judgedPolicy(input: CommandInput): Promise<JudgedPolicy> {
  const { values } = input;
  const domain = text(values, 'domain');
  const version = versionOf(text(values, 'version'));
  if (domain === undefined) {
    if (version !== null) throw new UsageError('--version goes with --domain.');
    const { file, policy } = policyOf(input);
    const config = applyUpdate(defaultSitePolicy(NO_ORIGIN), policy);
    return { domain: policy.domain, site: compiled(policy.domain, config), name: file };
  }
  if (text(values, 'file') !== undefined) throw new UsageError('--file and --domain exclude each other.');
  const api = new Api(findCredentials(input.environment));
  const site = await api.siteNamed(domain);
  const config = version === null ? await api.config(site.id) : await api.configVersion(site.id, version);
  return {
    domain: site.domain_name,
    site: compiled(site.domain_name, config),
    name: `${site.domain_name}, version ${config.version}`,
  };
}

/** Nothing is sent anywhere. */
const NO_ORIGIN = { origin_host: 'localhost', origin_port: 443, origin_protocol: 'https' as const };

function versionOf(written: string | undefined): number | null {
  if (written === undefined) return null;
  if (!/^[1-9]\d{0,9}$/.test(written)) throw new UsageError('--version is a whole number.');
  return Number(written);
}

let managedRules: CompiledRuleSet | null = null;

/** They take a second, and are the same for every policy. */
const compiledManagedRules = (): CompiledRuleSet => {
  managedRules ??= compileManagedRules();
  return managedRules;
};

function compiled(domain: string, config: SitePolicy): CompiledSite {
  const { rule_set: name } = config.policyConfig;
  if (name !== MANAGED_RULE_SET) {
    throw new CommandError(
      'rule_set_missing',
      `The policy runs the rule set ${name}, which only the edges have.`,
      'Test with rule_set: managed.',
    );
  }
  try {
    return siteOfPolicy({ config, hosts: [domain], ruleSet: compiledManagedRules(), nowMs: Date.now() });
  } catch (cause) {
    throw new CommandError(
      'policy_refused',
      `The policy cannot be compiled: ${(cause as Error).message}`,
      '',
      { cause },
    );
  }
}

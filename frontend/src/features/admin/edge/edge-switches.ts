// Names of the edge's kill switches, and what each one stops.
import type { EdgeControls } from '../../../shared/api/types.ts';

export type Switch = EdgeControls['switched_off'][number];
/** Every switch must have a text here, or this does not compile. */
type AcceleratorSwitch = Extract<Switch, `engine_${string}`>;
type ProtectionSwitch = Exclude<Switch, AcceleratorSwitch>;
export interface Row {
  label: string;
  description: string;
}

export const protections: Readonly<Record<ProtectionSwitch, Row>> = {
  rules: { label: 'Rules', description: 'Managed and custom rules inspect requests and responses.' },
  rule_releases: {
    label: 'Rule sets',
    description: 'Sites use the rule set they chose; off: the managed rules.',
  },
  application_packs: {
    label: 'Application packs',
    description: 'Exclusions and virtual patches for applications apply.',
  },
  bots: { label: 'Bots', description: 'Bots are verified, blocked or challenged.' },
  crawlers: { label: 'Crawlers', description: 'Sites block or slow down crawlers by kind.' },
  ddos: { label: 'DDoS', description: 'Floods of requests and connections are stopped.' },
  rate_limits: { label: 'Rate limits', description: 'Clients over a limit are banned.' },
  geo: { label: 'Countries', description: 'Visitors from blocked countries are refused.' },
  cache: { label: 'Cache', description: 'Responses are stored and served from the edge.' },
  compression: { label: 'Compression', description: 'Responses are compressed.' },
  upload_scan: { label: 'Upload scan', description: 'Uploads wait for the virus scanner.' },
  deception: { label: 'Deception', description: 'Pages get hidden links and fields that trap programs.' },
  leaked_passwords: {
    label: 'Leaked passwords',
    description: 'Passwords at sign-in are checked against data breaches.',
  },
};

export const accelerators: Readonly<Record<AcceleratorSwitch, Row>> = {
  engine_scan_index: { label: 'Scan index', description: 'Scans each value once for all rules.' },
  engine_quick_look: {
    label: 'Value scan prefilter',
    description: 'Skips values in which no rule looks for anything.',
  },
  engine_candidate_memo: {
    label: 'Candidate cache',
    description: 'Remembers headers and short values that come again.',
  },
  engine_transformation_cache: {
    label: 'Transformation cache',
    description: 'Transforms each value once per chain.',
  },
  engine_transformation_triggers: {
    label: 'Transformation triggers',
    description: 'Skips transformations that change nothing.',
  },
  engine_site_plans: { label: 'Site plans', description: 'Runs rules about no request when a site loads.' },
  engine_packed_arguments: {
    label: 'Packed arguments',
    description: 'Keeps members of documents as bytes.',
  },
  engine_member_repeats: {
    label: 'Repeated members',
    description: 'Skips names and values that a document has had before.',
  },
  engine_request_look: {
    label: 'Request prefilter',
    description: 'Skips the search for nested values in plain requests.',
  },
  engine_value_look: {
    label: 'Value prefilter',
    description: 'Skips values that cannot hold another one.',
  },
  engine_sql_look: { label: 'SQL prefilter', description: 'Skips values of words without meaning in SQL.' },
  engine_single_values: { label: 'Single values', description: 'Reads targets of one value directly.' },
  engine_automaton_states: { label: 'Automaton states', description: 'Keeps the states of patterns.' },
  engine_scan_reuse: { label: 'Scan reuse', description: 'Reuses the objects of a scan.' },
};
export const words: Readonly<Record<Switch, Row>> = { ...protections, ...accelerators };

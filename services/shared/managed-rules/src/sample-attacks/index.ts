// Attacks of our own, for telling what a rule stops in a field, and what an exclusion of it would let through.
import { BASIC_ATTACKS } from './attacks.ts';
import { FURTHER_ATTACKS } from './further-attacks.ts';
import { RARER_ATTACKS } from './rarer-attacks.ts';

export const ATTACK_CLASSES = [
  'SQL injection',
  'Cross-site scripting',
  'Command execution',
  'Files and paths',
  'Code and templates',
  'Other interpreters',
] as const;
export type AttackClass = (typeof ATTACK_CLASSES)[number];

export interface SampleAttack {
  readonly attackClass: AttackClass;
  /** As an application would read it: no encoding of a place is applied. */
  readonly text: string;
}

/** By the beginning of a set's own label; what none of them begins is for another interpreter. */
const CLASS_OF_LABEL: readonly (readonly [RegExp, AttackClass])[] = [
  [/^SQL\b/, 'SQL injection'],
  [/^(XSS|cross-site)/, 'Cross-site scripting'],
  [/^(shell|commands)/, 'Command execution'],
  [/^(files|paths)/, 'Files and paths'],
  [/^(templates|expression|lookups|Log4j|PHP)/, 'Code and templates'],
];

const classOf = (label: string): AttackClass =>
  CLASS_OF_LABEL.find(([beginning]) => beginning.test(label))?.[1] ?? 'Other interpreters';

export const SAMPLE_ATTACKS: readonly SampleAttack[] = [
  BASIC_ATTACKS,
  FURTHER_ATTACKS,
  RARER_ATTACKS,
].flatMap((set) =>
  Object.entries(set).flatMap(([label, texts]) =>
    texts.map((text) => ({ attackClass: classOf(label), text })),
  ),
);

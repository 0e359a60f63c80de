import type { Entitlements } from '@palisade/entitlements';
import { choice, enumWire, type ValuesOf, whole } from '../model/field.ts';
import { group, type Refusal } from '../model/group.ts';

const KB_PER_MB = 1_024;
/** Other bodies get this fraction of a plan's upload limit: they are held in memory as a whole. */
const BODY_SHARE = 10;

const BEYOND = { refuse: 'REFUSE', pass: 'PASS' } as const;
const WORDS = { refuse: 'refuse', pass: 'let pass unseen' } as const;

const fields = {
  /** Applies to multipart forms, files included. Fields after a long file are always inspected. */
  inspected_upload_kb: whole({
    label: 'Inspected part of an upload (kB)',
    default: 10 * KB_PER_MB,
    limits: { min: KB_PER_MB, max: 100 * KB_PER_MB },
    wire: 'policy.inspection.uploadBytes',
    scale: 1_024,
  }),
  /** Applies to forms, JSON, XML and everything else that is not a file. */
  inspected_body_kb: whole({
    label: 'Inspected part of other bodies (kB)',
    default: KB_PER_MB,
    limits: { min: 64, max: 10 * KB_PER_MB },
    wire: 'policy.inspection.bodyBytes',
    scale: 1_024,
  }),
  files_beyond_inspection: choice({
    label: 'Rest of a file beyond the inspected part',
    options: ['pass', 'refuse'],
    default: 'pass',
    words: WORDS,
    wire: enumWire('policy.inspection.filesBeyond', 'BeyondInspection', BEYOND),
  }),
  body_beyond_inspection: choice({
    label: 'Rest of other bodies beyond the inspected part',
    options: ['refuse', 'pass'],
    default: 'refuse',
    words: WORDS,
    wire: enumWire('policy.inspection.bodyBeyond', 'BeyondInspection', BEYOND),
  }),
};
type Limits = ValuesOf<typeof fields>;
type LimitName = 'inspected_upload_kb' | 'inspected_body_kb';

/** How much of a request body is inspected, and what happens to the rest. */
export const inspectionLimits = group({
  section: 'policyConfig',
  killSwitch: null,
  fields,
  underPlan: (values, plan) => ({
    ...values,
    inspected_upload_kb: Math.min(values.inspected_upload_kb, highestUnder(plan, 'inspected_upload_kb')),
    inspected_body_kb: Math.min(values.inspected_body_kb, highestUnder(plan, 'inspected_body_kb')),
  }),
  beyondPlan: (stored, wanted, plan) => [
    ...tooHigh('inspected_upload_kb', stored, wanted, plan),
    ...tooHigh('inspected_body_kb', stored, wanted, plan),
  ],
});

/** In kB; a plan never has less inspected than is inspected where nobody chose. */
export function highestUnder(
  { maxInspectedUploadMb: megabytes }: Pick<Entitlements, 'maxInspectedUploadMb'>,
  name: LimitName,
): number {
  const { limits, default: least } = fields[name];
  if (megabytes === null) return limits!.max;
  const allowed = (megabytes * KB_PER_MB) / (name === 'inspected_body_kb' ? BODY_SHARE : 1);
  return Math.min(limits!.max, Math.max(least, Math.floor(allowed)));
}

function tooHigh(name: LimitName, stored: Limits, wanted: Limits, plan: Entitlements): Refusal[] {
  const highest = highestUnder(plan, name);
  if (wanted[name] <= highest || wanted[name] === stored[name]) return [];
  return [{ path: name, message: `Upgrade required: your plan allows up to ${highest} kB.` }];
}

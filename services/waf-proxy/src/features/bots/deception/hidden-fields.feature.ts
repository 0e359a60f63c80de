import { valuesOf } from '../../../http/header-lines.ts';
import { BodyValues } from '../../../request/conditions/body-values.ts';
import type { Feature } from '../../../request/feature.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import type { PhaseResult, Verdict } from '../../../request/verdict.ts';
import { type DeceptionRequest, type DeceptionServices, touch } from './deception-phase.ts';
import type { DeceptionPolicy } from './deception-policy.ts';
import { hearWhoSent } from './hearing.ts';

export interface HiddenFieldsServices extends DeceptionServices {
  /** Reads a body of up to `most` bytes; a verdict where it cannot be held. */
  readBody(request: RequestContext, most: number): Promise<BodyValues | Verdict>;
}

/** Maximum bytes of a form that are read; fields after a longer file are not waited for. */
const MAX_BODY_BYTES = 64 * 1_024;
const FORMS = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Checks for hidden fields that were filled in. Comes after the rules, which hold bodies anyway. */
function checkFields(context: DeceptionRequest, edge: HiddenFieldsServices): PhaseResult {
  const policy = context.site!.deception;
  if (policy === null || !policy.fields || context.body === null || context.upgrade !== null) return null;
  if (context.isReserved || context.allowListed || context.skips.botProtection) return null;
  if (!valuesOf(context.rawHeaders, 'content-type').some((type) => FORMS.test(type))) return null;
  return check(context, edge, policy);
}

async function check(
  context: DeceptionRequest,
  edge: HiddenFieldsServices,
  policy: DeceptionPolicy,
): Promise<Verdict | null> {
  const body = await edge.readBody(context, MAX_BODY_BYTES);
  if (!(body instanceof BodyValues)) return body;
  const isFilledIn = policy.names.fields.some((name) =>
    body.formField(name).texts.some((text) => text !== ''),
  );
  if (!isFilledIn) return null;
  const hearing = await hearWhoSent(context, edge.bots.verifier);
  return context.lifetime.isOver ? null : touch(context, edge, policy, { hearing, what: 'field' });
}

export const hiddenFields = {
  name: 'hidden-fields',
  killSwitches: [],
  compile: () => ({}),
  counters: {},
  phase: checkFields,
} as const satisfies Feature<object, HiddenFieldsServices>;

import * as z from 'zod/mini';
import {
  APPLICATION_PACKS,
  type ApplicationPackName,
  MAX_APPLICATION_PACKS,
} from '../groups/application-packs.ts';
import {
  INBOUND_THRESHOLDS,
  MANAGED_RULE_SET,
  PARANOIA_LEVELS,
  RULE_SET_LIMITS,
  ruleReleaseNameSchema,
  ruleSet,
} from '../groups/rule-set.ts';
import { type Range, wholeNumber } from '../model/field.ts';
import { wirePathSchema } from '../model/paths.ts';
import type { Part } from './part.ts';

const inRange = (range: Range) => wholeNumber(range, `must be between ${range.min} and ${range.max}`);

/** Level and threshold are a release's: without one the document has neither. */
export const rulesReleasePart: Part = {
  fields: ['rule_set', 'paranoia_level', 'inbound_anomaly_threshold'],
  schemas: {
    'policy.ruleRelease': z.optional(
      z.object({
        name: ruleReleaseNameSchema,
        paranoiaLevel: inRange(PARANOIA_LEVELS),
        inboundThreshold: inRange(INBOUND_THRESHOLDS),
      }),
    ),
  },
  encode: ({ rule_set: name, paranoia_level, inbound_anomaly_threshold }) => ({
    'policy.ruleRelease':
      name === MANAGED_RULE_SET
        ? undefined
        : { name, paranoiaLevel: paranoia_level, inboundThreshold: inbound_anomaly_threshold },
  }),
  decode: ({ policy }) => {
    const chosen = policy?.ruleRelease;
    const { rule_set, paranoia_level, inbound_anomaly_threshold } = ruleSet.fields;
    return {
      rule_set: chosen?.name ?? rule_set.default,
      paranoia_level: chosen?.paranoiaLevel ?? paranoia_level.default,
      inbound_anomaly_threshold: chosen?.inboundThreshold ?? inbound_anomaly_threshold.default,
    };
  },
};

export const ruleAdjustmentsPart: Part = {
  fields: ['rule_adjustments'],
  schemas: {
    'policy.ruleAdjustments': z
      .array(
        z.object({
          ruleId: inRange(RULE_SET_LIMITS.ruleId),
          logOnly: z.boolean(),
          score: z.optional(inRange(RULE_SET_LIMITS.score)),
        }),
      )
      .check(z.maxLength(RULE_SET_LIMITS.adjustments)),
  },
  encode: ({ rule_adjustments: adjustments }) => ({
    'policy.ruleAdjustments': adjustments.map(({ rule_id, log_only, score }) => ({
      ruleId: rule_id,
      logOnly: log_only,
      ...(score === null ? {} : { score }),
    })),
  }),
  decode: ({ policy }) => ({
    rule_adjustments: (policy?.ruleAdjustments ?? []).map(({ ruleId, logOnly, score }) => ({
      rule_id: ruleId,
      log_only: logOnly,
      score: score ?? null,
    })),
  }),
};

const isKnown = (name: string): name is ApplicationPackName =>
  (APPLICATION_PACKS as readonly string[]).includes(name);

/** Packs that only newer edges know are left out: the others hold. */
export const applicationPacksPart: Part = {
  fields: ['application_packs'],
  schemas: {
    'policy.applicationPacks': z
      .array(z.object({ name: z.string().check(z.maxLength(RULE_SET_LIMITS.name)), path: wirePathSchema }))
      .check(z.maxLength(MAX_APPLICATION_PACKS)),
  },
  encode: ({ application_packs: packs }) => ({
    'policy.applicationPacks': packs.map(({ name, path }) => ({ name, path })),
  }),
  decode: ({ policy }) => ({
    application_packs: (policy?.applicationPacks ?? []).flatMap(({ name, path }) =>
      isKnown(name) ? [{ name, path }] : [],
    ),
  }),
};

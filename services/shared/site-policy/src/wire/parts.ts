import { edgeV1 } from '@palisade/contracts';
import * as z from 'zod/mini';
import { ddos } from '../groups/ddos.ts';
import {
  HEALTH_CHECK_LIMITS,
  MAX_MORE_ORIGINS,
  WEIGHTS,
  wirePlacesSchema,
} from '../groups/load-balancing.ts';
import { PORTS, wireHostSchema } from '../groups/origin.ts';
import { PATH_RATE_LIMITS } from '../groups/rate-limits.ts';
import { wholeNumber } from '../model/field.ts';
import { wirePathSchema } from '../model/paths.ts';
import { inverse, type Part, type Values } from './part.ts';

const inRange = ({ min, max }: { min: number; max: number }, scale = 1) =>
  wholeNumber({ min: min * scale, max: max * scale }, `must be between ${min * scale} and ${max * scale}`);

const LEVELS = ['none', 'low', 'medium', 'high'] as const;

/** One word for both fields. */
export const ddosPart: Part = {
  fields: ['enable_ddos_protection', 'ddos_protection_level'],
  schemas: { 'policy.ddosProtectionLevel': z.enum(LEVELS) },
  encode: (values) => ({ 'policy.ddosProtectionLevel': ddosLevel(values) }),
  decode: ({ policy }) => {
    const level = LEVELS.find((known) => known === policy?.ddosProtectionLevel);
    return {
      ddos_protection_level: level ?? ddos.fields.ddos_protection_level.default,
      enable_ddos_protection: level !== undefined && level !== 'none',
    };
  },
};

function ddosLevel({ enable_ddos_protection: on, ddos_protection_level: level }: Values): string {
  if (!on) return 'none';
  return level === 'none' ? 'medium' : level;
}

/** The older name is the one in the document. */
export const protocolPart: Part = {
  fields: ['origin_protocol'],
  schemas: {},
  encode: () => ({}),
  decode: ({ origin }) => ({ origin_protocol: origin?.useTls ? 'https' : 'http' }),
};

const OVER_LIMIT = {
  refuse: edgeV1.UploadOverLimit.REFUSE,
  pass: edgeV1.UploadOverLimit.PASS,
} as const satisfies Record<Values['upload_scan_over_limit'], edgeV1.UploadOverLimit>;
const OVER_LIMIT_WORDS = inverse<Values['upload_scan_over_limit'], edgeV1.UploadOverLimit>(OVER_LIMIT);

/** Absent: uploads are not scanned. */
export const uploadsPart: Part = {
  fields: ['upload_scanning', 'upload_scan_over_limit'],
  schemas: {
    'policy.uploadScan': z.optional(
      z.object({
        onScannerFailure: z.enum(edgeV1.FailurePolicy),
        overLimit: z.enum(edgeV1.UploadOverLimit),
      }),
    ),
  },
  encode: ({ upload_scanning: scanning, upload_scan_over_limit: overLimit }) => ({
    'policy.uploadScan':
      scanning === 'off'
        ? undefined
        : {
            onScannerFailure:
              scanning === 'fail_closed' ? edgeV1.FailurePolicy.CLOSED : edgeV1.FailurePolicy.OPEN,
            overLimit: OVER_LIMIT[overLimit],
          },
  }),
  decode: ({ policy }) => {
    const scan = policy?.uploadScan;
    if (scan === undefined) return { upload_scanning: 'off', upload_scan_over_limit: 'refuse' };
    return {
      upload_scanning: scan.onScannerFailure === edgeV1.FailurePolicy.CLOSED ? 'fail_closed' : 'fail_open',
      upload_scan_over_limit: OVER_LIMIT_WORDS.get(scan.overLimit) ?? 'refuse',
    };
  },
};

export const pathRateLimitsPart: Part = {
  fields: ['path_rate_limits'],
  schemas: {
    'policy.pathRateLimits': z
      .array(
        z.object({
          pathPrefix: wirePathSchema,
          requests: inRange(PATH_RATE_LIMITS.requests),
          windowSeconds: inRange(PATH_RATE_LIMITS.windowSeconds),
        }),
      )
      .check(z.maxLength(PATH_RATE_LIMITS.count)),
  },
  encode: ({ path_rate_limits: limits }) => ({
    'policy.pathRateLimits': limits.map((limit) => ({
      pathPrefix: limit.path_prefix,
      requests: limit.requests,
      windowSeconds: limit.window_seconds,
    })),
  }),
  decode: ({ policy }) => ({
    path_rate_limits: (policy?.pathRateLimits ?? []).map((limit) => ({
      path_prefix: limit.pathPrefix,
      requests: limit.requests,
      window_seconds: limit.windowSeconds,
    })),
  }),
};

/** The last moment that a date can say. */
const MAX_TIME_MS = 8_640_000_000_000_000n;
/** 0: it does not drain, as in a document that is older than that. */
const drainSchema = z.bigint().check(z.minimum(0n), z.maximum(MAX_TIME_MS));
const drainOf = (until: string | null | undefined): bigint => (until ? BigInt(Date.parse(until)) : 0n);
const drainText = (untilMs: bigint): string => new Date(Number(untilMs)).toISOString();

export const moreOriginsPart: Part = {
  fields: ['additional_origins', 'origin_drain_until'],
  schemas: {
    'origin.drainUntilMs': drainSchema,
    'loadBalancing.moreOrigins': z
      .array(
        z.object({
          host: wireHostSchema,
          port: inRange(PORTS),
          useTls: z.boolean(),
          // 0 means that an older document lacks the field.
          weight: inRange({ ...WEIGHTS, min: 0 }),
          backup: z.boolean(),
          places: wirePlacesSchema,
          drainUntilMs: drainSchema,
        }),
      )
      .check(z.maxLength(MAX_MORE_ORIGINS)),
  },
  encode: ({ additional_origins: origins, origin_drain_until: firstDrains }) => ({
    'origin.drainUntilMs': drainOf(firstDrains),
    'loadBalancing.moreOrigins': origins.map((origin) => ({
      host: origin.host,
      port: origin.port,
      useTls: origin.protocol === 'https',
      weight: origin.weight,
      backup: origin.backup,
      places: origin.places ?? [],
      drainUntilMs: drainOf(origin.drain_until),
    })),
  }),
  decode: ({ origin: first, loadBalancing }) => ({
    origin_drain_until: first?.drainUntilMs ? drainText(first.drainUntilMs) : null,
    additional_origins: (loadBalancing?.moreOrigins ?? []).map((origin) => ({
      host: origin.host,
      port: origin.port,
      protocol: origin.useTls ? 'https' : 'http',
      weight: origin.weight,
      backup: origin.backup,
      ...(origin.places.length > 0 && { places: origin.places }),
      ...(origin.drainUntilMs > 0n && { drain_until: drainText(origin.drainUntilMs) }),
    })),
  }),
};

const { intervalSeconds, repetitions, status } = HEALTH_CHECK_LIMITS;
/** The edge waits for an answer as long as between two checks, at most. */
const milliseconds = inRange(intervalSeconds, 1_000);

/** Absent: servers are judged by the traffic itself only. */
export const healthCheckPart: Part = {
  fields: ['health_check'],
  schemas: {
    'loadBalancing.healthCheck': z.optional(
      z.object({
        path: wirePathSchema,
        intervalMs: milliseconds,
        timeoutMs: milliseconds,
        unhealthyAfter: inRange(repetitions),
        healthyAfter: inRange(repetitions),
        statusFrom: inRange(status),
        statusTo: inRange(status),
      }),
    ),
  },
  encode: ({ health_check: check }) => ({
    'loadBalancing.healthCheck': check.enabled
      ? {
          path: check.path,
          intervalMs: check.interval_seconds * 1_000,
          timeoutMs: check.timeout_seconds * 1_000,
          unhealthyAfter: check.unhealthy_after,
          healthyAfter: check.healthy_after,
          statusFrom: check.status_from,
          statusTo: check.status_to,
        }
      : undefined,
  }),
  decode: ({ loadBalancing }) => {
    const check = loadBalancing?.healthCheck;
    if (check === undefined) return {};
    return {
      health_check: {
        enabled: true,
        path: check.path,
        interval_seconds: check.intervalMs / 1_000,
        timeout_seconds: check.timeoutMs / 1_000,
        unhealthy_after: check.unhealthyAfter,
        healthy_after: check.healthyAfter,
        status_from: check.statusFrom,
        status_to: check.statusTo,
      },
    };
  },
};

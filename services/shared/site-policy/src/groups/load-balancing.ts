import * as z from 'zod/mini';
import { isPlace } from '../model/countries.ts';
import { field, rangeMessage, textsWire, toggle, whole, wholeNumber } from '../model/field.ts';
import { group } from '../model/group.ts';
import { pathSchema } from '../model/paths.ts';
import { originHostSchema, portSchema, protocolSchema } from './origin.ts';

export const MAX_MORE_ORIGINS = 15;
export const WEIGHTS = { min: 1, max: 100 } as const;
export const HEALTH_CHECK_LIMITS = {
  intervalSeconds: { min: 1, max: 300 },
  timeoutSeconds: { min: 1, max: 60 },
  repetitions: { min: 1, max: 100 },
  status: { min: 100, max: 599 },
} as const;

const weight = whole({
  label: 'Weight of the first origin',
  default: 1,
  limits: WEIGHTS,
  message: rangeMessage('Weight', WEIGHTS),
  wire: 'origin.weight',
  // A document that is older than weights.
  wireMin: 0,
});

export const MAX_PLACES = 50;
export const PLACE_UNKNOWN = 'Please choose a country or a continent';
export const PLACE_REPEATED = 'This origin has that country or continent already';
const placesLimit = z.maxLength(MAX_PLACES, `At most ${MAX_PLACES} countries and continents for an origin`);

/** Longer than "north-america". */
const MAX_PLACE_LENGTH = 20;
const placeSchema = z
  .string()
  .check(z.maxLength(MAX_PLACE_LENGTH, PLACE_UNKNOWN), z.refine(isPlace, PLACE_UNKNOWN));

const placesSchema = z.array(placeSchema).check(
  placesLimit,
  z.refine((places) => new Set(places).size === places.length, PLACE_REPEATED),
  z.describe(
    'Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america".',
  ),
);
/** As the edge takes them: a code that is newer than its software is nobody's. */
export const wirePlacesSchema = z
  .array(z.string().check(z.regex(/^(?:[A-Z]{2}|[a-z-]{4,20})$/)))
  .check(placesLimit);

const DRAIN_UNTIL =
  'Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then.';
const drainUntilSchema = z.nullable(z.iso.datetime()).check(z.describe(DRAIN_UNTIL));

const additionalOriginSchema = z
  .object({
    host: originHostSchema,
    port: portSchema,
    protocol: protocolSchema,
    weight: weight.schema,
    /** Gets requests only while no other origin is healthy. */
    backup: z.boolean(),
    places: z.optional(placesSchema),
    drain_until: z.optional(drainUntilSchema),
  })
  .register(z.globalRegistry, { id: 'AdditionalOrigin' });
export type AdditionalOrigin = z.infer<typeof additionalOriginSchema>;

const { intervalSeconds, timeoutSeconds, repetitions, status } = HEALTH_CHECK_LIMITS;
const healthCheckSchema = z
  .object({
    enabled: z.boolean(),
    path: pathSchema,
    interval_seconds: wholeNumber(intervalSeconds, rangeMessage('Interval', intervalSeconds)),
    timeout_seconds: wholeNumber(timeoutSeconds, rangeMessage('Timeout', timeoutSeconds)),
    /** Number of consecutive failures, or successes, that change the state. */
    unhealthy_after: wholeNumber(repetitions, rangeMessage('Failures', repetitions)),
    healthy_after: wholeNumber(repetitions, rangeMessage('Successes', repetitions)),
    /** Statuses from–to count as healthy. */
    status_from: wholeNumber(status, rangeMessage('Status', status)),
    status_to: wholeNumber(status, rangeMessage('Status', status)),
  })
  .check(
    z.refine((check) => check.status_from <= check.status_to, {
      path: ['status_to'],
      error: 'The last healthy status must not be below the first',
    }),
  )
  .register(z.globalRegistry, { id: 'HealthCheck' });
export type HealthCheck = z.infer<typeof healthCheckSchema>;

/**
 * Further servers behind the same site, and how requests are distributed. No plan's gate: availability is part of every
 * plan, and steering is load balancing for servers in several places.
 */
export const loadBalancing = group({
  section: 'originConfig',
  killSwitch: null,
  fields: {
    /** The first origin's share of requests, relative to the weights of `additional_origins`. */
    origin_weight: weight,
    origin_places: field<string[]>({
      label: 'Visitors of the first origin',
      default: [],
      schema: placesSchema,
      wire: textsWire('origin.places', wirePlacesSchema),
    }),
    origin_drain_until: field<string | null>({
      label: 'Drain the first origin until',
      default: null,
      schema: drainUntilSchema,
      wire: null,
    }),
    additional_origins: field<AdditionalOrigin[]>({
      label: 'More origins',
      default: [],
      schema: z
        .array(additionalOriginSchema)
        .check(z.maxLength(MAX_MORE_ORIGINS, `At most ${MAX_MORE_ORIGINS} more origins`)),
      wire: null,
    }),
    /** A visitor stays with one origin while it is healthy. */
    sticky_sessions: toggle({
      label: 'Keep visitors on one origin',
      default: false,
      wire: 'loadBalancing.sticky',
    }),
    /**
     * Among the origins available to a visitor, prefers those whose health checks respond fastest to the visitor's edge
     * node.
     */
    prefer_fastest: toggle({
      label: 'Prefer the fastest origin',
      default: false,
      wire: 'loadBalancing.preferFastest',
    }),
    /** An origin that most edge nodes find down gets no requests from any of them. If only one node cannot reach it, only that node stops using it. */
    health_quorum: toggle({
      label: 'Edge nodes agree on health',
      default: false,
      wire: 'loadBalancing.healthQuorum',
    }),
    health_check: field<HealthCheck>({
      label: 'Health checks',
      default: {
        enabled: false,
        path: '/',
        interval_seconds: 30,
        timeout_seconds: 5,
        unhealthy_after: 3,
        healthy_after: 2,
        status_from: 200,
        status_to: 399,
      },
      schema: healthCheckSchema,
      wire: null,
    }),
  },
});

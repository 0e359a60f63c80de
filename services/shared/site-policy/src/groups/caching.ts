import * as z from 'zod/mini';
import { field, textsWire, toggle, whole } from '../model/field.ts';
import { group, switchGate } from '../model/group.ts';

export const CACHE_SECONDS = { min: 0, max: 31_536_000 } as const;
const PARAMETERS = { count: 50, length: 200 } as const;

export const caching = group({
  section: 'policyConfig',
  killSwitch: 'cache',
  gate: switchGate('edgeCaching', 'enable_caching'),
  fields: {
    enable_caching: toggle({ label: 'Caching', default: false, wire: 'policy.caching' }),
    /** For responses that do not state their lifetime; 0: they are not stored. */
    cache_default_ttl_seconds: whole({
      label: 'Default lifetime (seconds)',
      default: 0,
      limits: CACHE_SECONDS,
      wire: 'policy.cache.defaultTtlSeconds',
    }),
    /** Exact names of query parameters that do not affect the response, such as utm_source. */
    cache_ignored_query_parameters: field<string[]>({
      label: 'Ignored query parameters',
      default: [],
      schema: z
        .array(
          z
            .string()
            .check(
              z.trim(),
              z.minLength(1, 'Please enter a name'),
              z.maxLength(PARAMETERS.length, `A name has at most ${PARAMETERS.length} characters`),
            ),
        )
        .check(z.maxLength(PARAMETERS.count, `At most ${PARAMETERS.count} query parameters`)),
      wire: textsWire(
        'policy.cache.ignoredQueryParameters',
        z
          .array(z.string().check(z.minLength(1), z.maxLength(PARAMETERS.length)))
          .check(z.maxLength(PARAMETERS.count)),
      ),
    }),
    cache_stale_while_revalidate_seconds: whole({
      label: 'Stale while fetching (seconds)',
      default: 0,
      limits: CACHE_SECONDS,
      wire: 'policy.cache.staleWhileRevalidateSeconds',
    }),
    cache_stale_if_error_seconds: whole({
      label: 'Stale on error (seconds)',
      default: 0,
      limits: CACHE_SECONDS,
      wire: 'policy.cache.staleIfErrorSeconds',
    }),
    /**
     * An edge node without a stored response asks another node, the same one for each address; only that one asks the
     * origin.
     */
    tiered_cache: toggle({ label: 'Tiered cache', default: false, wire: 'policy.cache.tiered' }),
  },
  underPlan: (values, plan) => ({ ...values, enable_caching: values.enable_caching && plan.edgeCaching }),
});

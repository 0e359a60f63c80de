import { z } from 'zod';

const nodeHealthSchema = z
  .object({
    /** The edge node that checked. */
    node: z.string(),
    healthy: z.boolean(),
    /** HTTP status of the newest check; null: no response. */
    status: z.int().nullable(),
    /** A stable code and plain words; empty when well. */
    problem: z.string(),
    /** Milliseconds until the answer of a check from there, on average; null: not known. */
    latency_ms: z.number().nullable(),
    checked_at: z.iso.datetime(),
  })
  .meta({ id: 'OriginNodeHealth' });

const originSchema = z
  .object({
    /** Such as "https://a.example:443". */
    origin: z.string(),
    weight: z.int(),
    backup: z.boolean(),
    /** Country codes and continents whose visitors go there before others; none: everybody's. */
    places: z.array(z.string()),
    /** New visitors go elsewhere, and those whom the cookie keeps there stay until then; null: it is in service. */
    drain_until: z.iso.datetime().nullable(),
    /** Null: no node checks it. False: at least one node finds it unwell and sends it nothing. */
    healthy: z.boolean().nullable(),
    nodes: z.array(nodeHealthSchema),
  })
  .meta({ id: 'OriginState' });
export type OriginState = z.infer<typeof originSchema>;

export const originListSchema = z
  .object({
    /** Health checks are switched on. */
    checked: z.boolean(),
    origins: z.array(originSchema),
  })
  .meta({ id: 'OriginList' });
export type OriginList = z.infer<typeof originListSchema>;

import * as z from 'zod/mini';
import { field } from '../model/field.ts';
import { group } from '../model/group.ts';
import { pathSchema } from '../model/paths.ts';

/** Applications with a pack; `@palisade/managed-rules` has the contents. */
export const APPLICATION_PACKS = [
  'wordpress',
  'woocommerce',
  'drupal',
  'nextcloud',
  'phpbb',
  'discourse',
  'magento',
  'cms',
  'graphql',
] as const;
export type ApplicationPackName = (typeof APPLICATION_PACKS)[number];

export const MAX_APPLICATION_PACKS = 20;

/** Also of a path that is too long, which is refused only then: a pattern would try each slash of a row as the first. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

export const applicationPackSchema = z
  .object({
    name: z.enum(APPLICATION_PACKS),
    path: pathSchema.check(
      z.overwrite(withoutEndSlashes),
      z.describe('Where the application is installed, such as "/" or "/blog".'),
    ),
  })
  .register(z.globalRegistry, { id: 'ApplicationPack' });
export type ApplicationPack = z.infer<typeof applicationPackSchema>;

const eachOnce = (packs: readonly ApplicationPack[]): boolean =>
  new Set(packs.map(({ name, path }) => `${name} ${path}`)).size === packs.length;

/** Applications whose usual requests look like attacks: exclusions and virtual patches for each. */
export const applicationPacks = group({
  section: 'policyConfig',
  killSwitch: 'application_packs',
  fields: {
    application_packs: field<ApplicationPack[]>({
      label: 'Application packs',
      default: [],
      schema: z
        .array(applicationPackSchema)
        .check(
          z.maxLength(
            MAX_APPLICATION_PACKS,
            `A domain has at most ${MAX_APPLICATION_PACKS} application packs`,
          ),
          z.refine(eachOnce, 'The same application is listed twice for the same path'),
          z.describe('See GET /api/managed-rules/packs for what each of them changes.'),
        ),
      wire: null,
    }),
  },
});

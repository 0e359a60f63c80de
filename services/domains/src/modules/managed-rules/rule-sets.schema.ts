import { APPLICATION_PACKS } from '@palisade/site-policy';
import { z } from 'zod';

export const ruleReleasesSchema = z
  .object({
    releases: z
      .array(
        z
          .object({
            name: z.string().describe('What `rule_set` of a policy says.'),
            nodes: z.int().describe('Edge nodes that have it; the others run the managed rules instead.'),
          })
          .meta({ id: 'RuleRelease' }),
      )
      .nullable()
      .describe('Null: the edges cannot be asked right now.'),
    nodes: z.int().describe('Edge nodes in all.'),
    lacking: z
      .object({
        leaked_passwords: z.int().describe('That have no list of leaked passwords: there, nothing is found.'),
        upload_scanner: z.int().describe('That have no virus scanner: there, no upload is scanned.'),
      })
      .describe('Edge nodes on which the operator has not set up what a policy may ask for.'),
  })
  .meta({ id: 'RuleReleases' });
export type RuleReleasesView = z.infer<typeof ruleReleasesSchema>;

export const applicationPacksSchema = z
  .object({
    packs: z.array(
      z
        .object({
          name: z.enum(APPLICATION_PACKS),
          title: z.string(),
          description: z.string(),
          exclusions: z.array(
            z.object({
              what: z.string(),
              paths: z.array(z.string()).describe('Below the place where the application is installed.'),
              targets: z.array(z.string()).describe('Fields, such as "ARGS:json.content".'),
              families: z.array(z.string()).describe('Of rules that no longer judge these fields.'),
            }),
          ),
          patches: z.array(z.object({ ruleId: z.int(), what: z.string() })),
        })
        .meta({ id: 'ApplicationPackDetails' }),
    ),
  })
  .meta({ id: 'ApplicationPacks' });
export type ApplicationPacksView = z.infer<typeof applicationPacksSchema>;

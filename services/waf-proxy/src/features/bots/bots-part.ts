import type { SiteSettings } from '@palisade/site-policy/wire';
import { type AdmittedPaths, admittedPaths } from '../../request/owner-paths.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import type { CrawlersPart } from './crawler-policy.ts';

export interface BotPolicy {
  readonly challenge: SiteSettings['bot_challenge'];
  readonly clearanceMs: number;
  readonly apiPaths: AdmittedPaths;
}

export interface BotsPart extends CrawlersPart {
  /** Null: bot protection is off. */
  readonly bots: BotPolicy | null;
}

export type BotsRequest = RequestContext<Site & BotsPart>;

export function botPolicyOf(settings: Readonly<SiteSettings>): BotPolicy {
  return Object.freeze({
    challenge: settings.bot_challenge,
    clearanceMs: settings.challenge_clearance_seconds * 1_000,
    apiPaths: admittedPaths(settings.api_path_prefixes),
  });
}

/** Paths of the site's APIs, where being a program is not suspicious. */
export const isApiPath = ({ site, head }: BotsRequest): boolean =>
  site!.bots?.apiPaths.admits(head.target) === true;

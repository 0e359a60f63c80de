import type { SiteSettings } from '@palisade/site-policy/wire';
import { DecoyNames } from './decoy-names.ts';

export interface DeceptionPolicy {
  readonly action: Exclude<SiteSettings['deception'], 'off'>;
  readonly names: DecoyNames;
  readonly links: boolean;
  readonly fields: boolean;
  readonly lastsMs: number;
}

export interface DeceptionPart {
  /** Null: pages pass unchanged. */
  readonly deception: DeceptionPolicy | null;
}

export const NO_DECEPTION: DeceptionPart = Object.freeze({ deception: null });

export function deceptionPartOf(siteId: string, settings: Readonly<SiteSettings>): DeceptionPart {
  const { deception: action, deception_links: links, deception_fields: fields, deception_minutes } = settings;
  if (action === 'off' || (!links && !fields)) return NO_DECEPTION;
  return {
    deception: Object.freeze({
      action,
      names: new DecoyNames(siteId),
      links,
      fields,
      lastsMs: deception_minutes * 60_000,
    }),
  };
}

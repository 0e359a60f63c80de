import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Domain } from '../../shared/api/types.ts';
import { formatDateTime } from '../../shared/lib/format.ts';
import type { ChartMarker } from '../../shared/ui/charts/markers-by-bar.ts';
import { useListSitePolicyVersionsQuery } from '../domain/domains-api.ts';
import { useUser } from '../session/use-session.ts';

const none: readonly ChartMarker[] = [];

interface ConfigMarkers {
  markers: readonly ChartMarker[];
  /** Has them say what was changed, too. */
  onInterest: () => void;
}

/**
 * When the configuration of a domain changed, by whom and, once that is of interest, what. Of the domain that is chosen, or of the only one: changes of
 * several would say nothing about the sum of their traffic.
 */
export function useConfigMarkers(domains: readonly Domain[], chosen: string): ConfigMarkers {
  const user = useUser();
  const domain =
    chosen === '' && domains.length === 1
      ? domains[0]
      : domains.find(({ domain_name }) => domain_name === chosen);
  const { data } = useListSitePolicyVersionsQuery(domain ? { id: domain.id } : skipToken);
  const [isWanted, setWanted] = useState(false);
  const changesText = useChangesText(isWanted && data !== undefined && data.length > 0);
  const onInterest = useCallback(() => setWanted(true), []);
  const markers = useMemo(() => {
    if (!data || !domain) return none;
    return data.map((version) => {
      const who = version.author_id === user.id ? 'you' : 'an administrator';
      const what = changesText?.(version) ?? '';
      return {
        key: String(version.version),
        atMs: Date.parse(version.created_at),
        title: `Version ${version.version}`,
        text: `${formatDateTime(version.created_at)} by ${who}${what === '' ? '' : `: ${what}`}`,
      };
    });
  }, [data, domain, user.id, changesText]);
  return { markers, onInterest };
}

type ChangesText = typeof import('../policy/config-changes.ts')['changesText'];

/** The words for changes cover every field of the policy: they are loaded only when a change is shown. */
function useChangesText(isNeeded: boolean): ChangesText | null {
  const [changesText, setChangesText] = useState<ChangesText | null>(null);
  useEffect(() => {
    if (isNeeded)
      import('../policy/config-changes.ts').then((module) => setChangesText(() => module.changesText));
  }, [isNeeded]);
  return changesText;
}

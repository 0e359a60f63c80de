import { generatedApi } from '../../shared/api/openapi.gen.ts';
import { type PushOptions, pollUnlessPushed } from '../../shared/api/poll-unless-pushed.ts';

const api = generatedApi.enhanceEndpoints({
  addTagTypes: ['Stats'],
  endpoints: { dashboardNow: { providesTags: ['Stats'] } },
});

/** As long as somebody looks; a screen behind others asks for nothing. */
const POLL_MS = 10_000;

const argOf = (domain: string | null) => (domain === null ? {} : { domain });

/** What goes on with one domain, by name, or with all: asked for again while it shows. */
export function useNowQuery(domain: string | null, options: { skip?: boolean } & PushOptions = {}) {
  return api.useDashboardNowQuery(argOf(domain), pollUnlessPushed(options, POLL_MS));
}

/** The same as far as somebody else on the page has asked for it. */
export function useNowAsked(domain: string | null) {
  return api.endpoints.dashboardNow.useQueryState(argOf(domain));
}

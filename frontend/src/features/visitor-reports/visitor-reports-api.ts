import { generatedVisitorReportsApi, type VisitorReports } from '../../shared/api/visitor-reports-api.gen.ts';

export type VisitorReport = VisitorReports['reports'][number];
export type VisitorReportState = VisitorReport['state'];

const api = generatedVisitorReportsApi.enhanceEndpoints({
  addTagTypes: ['VisitorReports'],
  endpoints: {
    listVisitorReports: { providesTags: ['VisitorReports'] },
    decideVisitorReport: { invalidatesTags: ['VisitorReports'] },
  },
});

const POLL_MS = 60_000;

/** @param state null: whatever became of them */
export const useVisitorReportsQuery = (state: VisitorReportState | null, domain: string, after?: string) =>
  api.useListVisitorReportsQuery(
    {
      ...(state !== null && { state }),
      ...(domain !== '' && { domain }),
      ...(after !== undefined && { after }),
    },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );

/** Says what became of a report. */
export function useDecideVisitorReport() {
  const [decide] = api.useDecideVisitorReportMutation();
  return (id: string, state: VisitorReportState) => decide({ id, body: { state } }).unwrap();
}

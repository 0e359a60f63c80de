import { generatedReportsApi, type VisitorReports } from '../../shared/api/reports-api.gen.ts';

export type VisitorReport = VisitorReports['reports'][number];
export type ReportState = VisitorReport['state'];

const api = generatedReportsApi.enhanceEndpoints({
  addTagTypes: ['Reports'],
  endpoints: {
    listVisitorReports: { providesTags: ['Reports'] },
    decideVisitorReport: { invalidatesTags: ['Reports'] },
  },
});

const POLL_MS = 60_000;

/** @param state null: whatever became of them */
export const useReportsQuery = (state: ReportState | null, domain: string, after?: string) =>
  api.useListVisitorReportsQuery(
    {
      ...(state !== null && { state }),
      ...(domain !== '' && { domain }),
      ...(after !== undefined && { after }),
    },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );

/** Says what became of a report. */
export function useDecideReport() {
  const [decide] = api.useDecideVisitorReportMutation();
  return (id: string, state: ReportState) => decide({ id, body: { state } }).unwrap();
}

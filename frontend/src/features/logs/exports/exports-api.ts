import type { LogFilter } from '../../../entities/log/logs-api.ts';
import { generatedLogExportsApi, type LogExport } from '../../../shared/api/log-exports-api.gen.ts';

/** As far back as any plan keeps entries. */
const MAX_EXPORT_DAYS = 90;

const api = generatedLogExportsApi.enhanceEndpoints({
  addTagTypes: ['LogExports'],
  endpoints: {
    listLogExports: { providesTags: ['LogExports'] },
    createLogExport: { invalidatesTags: ['LogExports'] },
    deleteLogExport: { invalidatesTags: ['LogExports'] },
  },
});

export const { useListLogExportsQuery, useCreateLogExportMutation, useDeleteLogExportMutation } = api;

/** All entries that fit, as the log is filtered. */
export const newExport = (
  { status, domain, values: { id, http_status, ...values } = {} }: LogFilter,
  format: LogExport['format'],
) => ({
  format,
  days: MAX_EXPORT_DAYS,
  ...values,
  ...(http_status !== undefined && { httpStatus: http_status }),
  ...(id !== undefined && { requestId: id }),
  statusFilter: status ?? undefined,
  domain: domain ?? undefined,
});

export const exportFilePath = (id: string) => `/api/dashboard/log-exports/${id}/file`;

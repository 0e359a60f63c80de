import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    deleteAccountExport: build.mutation<
      DeleteAccountExportApiResponse,
      DeleteAccountExportApiArg
    >({
      query: () => ({ url: `/api/dashboard/account-export`, method: "DELETE" }),
    }),
    getAccountExport: build.query<
      GetAccountExportApiResponse,
      GetAccountExportApiArg
    >({
      query: () => ({ url: `/api/dashboard/account-export` }),
    }),
    createAccountExport: build.mutation<
      CreateAccountExportApiResponse,
      CreateAccountExportApiArg
    >({
      query: () => ({ url: `/api/dashboard/account-export`, method: "POST" }),
    }),
    downloadAccountExport: build.query<
      DownloadAccountExportApiResponse,
      DownloadAccountExportApiArg
    >({
      query: () => ({ url: `/api/dashboard/account-export/file` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAccountExportApi };
export type DeleteAccountExportApiResponse = unknown;
export type DeleteAccountExportApiArg = void;
export type GetAccountExportApiResponse =
  /** status 200  */ AccountExportAnswer;
export type GetAccountExportApiArg = void;
export type CreateAccountExportApiResponse =
  /** status 201  */ AccountExportAnswer;
export type CreateAccountExportApiArg = void;
export type DownloadAccountExportApiResponse = /** status 200  */ Blob;
export type DownloadAccountExportApiArg = void;
export type Problem = {
  code: string;
  detail: string;
  errors?: {
    message: string;
    path: string;
  }[];
  request_id: string;
  status: number;
  title: string;
  type: string;
};
export type AccountExport = {
  bytes: number;
  created_at: string;
  expires_at: string;
  id: string;
  is_whole: boolean;
  state: "waiting" | "running" | "finished" | "failed";
};
export type AccountExportAnswer = {
  export: AccountExport | null;
};

import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOriginCertificates: build.query<
      GetOriginCertificatesApiResponse,
      GetOriginCertificatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/origin-certificates`,
      }),
    }),
    prepareOriginAuthority: build.mutation<
      PrepareOriginAuthorityApiResponse,
      PrepareOriginAuthorityApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/origin-certificates/next-authority`,
        method: "POST",
      }),
    }),
    switchOriginAuthority: build.mutation<
      SwitchOriginAuthorityApiResponse,
      SwitchOriginAuthorityApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/origin-certificates/next-authority/switch`,
        method: "POST",
      }),
    }),
    removeUploadedOriginCertificate: build.mutation<
      RemoveUploadedOriginCertificateApiResponse,
      RemoveUploadedOriginCertificateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/origin-certificates/uploaded`,
        method: "DELETE",
      }),
    }),
    uploadOriginCertificate: build.mutation<
      UploadOriginCertificateApiResponse,
      UploadOriginCertificateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/origin-certificates/uploaded`,
        method: "PUT",
        body: queryArg.certificateUpload,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedOriginCertificatesApi };
export type GetOriginCertificatesApiResponse =
  /** status 200  */ OriginCertificates;
export type GetOriginCertificatesApiArg = {
  id: string;
};
export type PrepareOriginAuthorityApiResponse =
  /** status 200  */ OriginCertificates;
export type PrepareOriginAuthorityApiArg = {
  id: string;
};
export type SwitchOriginAuthorityApiResponse =
  /** status 200  */ OriginCertificates;
export type SwitchOriginAuthorityApiArg = {
  id: string;
};
export type RemoveUploadedOriginCertificateApiResponse =
  /** status 200  */ OriginCertificates;
export type RemoveUploadedOriginCertificateApiArg = {
  id: string;
};
export type UploadOriginCertificateApiResponse =
  /** status 200  */ OriginCertificates;
export type UploadOriginCertificateApiArg = {
  id: string;
  certificateUpload: CertificateUpload;
};
export type OriginAuthority = {
  certificate_pem: string;
  fingerprint_sha256: string;
  not_after: string;
};
export type OriginCertificate = {
  fingerprint_sha256: string;
  issuer: string;
  not_after: string;
  not_before: string;
  renew_at: string | null;
  serial: string;
  source: "automatic" | "uploaded";
  subject: string;
};
export type OriginCertificates = {
  authority: OriginAuthority | null;
  certificates: OriginCertificate[];
  in_use: "off" | "automatic" | "uploaded";
  next_authority: OriginAuthority | null;
};
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
export type CertificateUpload = {
  certificate_chain: string;
  private_key: string;
};

import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAttention: build.query<GetAttentionApiResponse, GetAttentionApiArg>({
      query: () => ({ url: `/api/admin/attention` }),
    }),
    listAuditEntries: build.query<
      ListAuditEntriesApiResponse,
      ListAuditEntriesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/audit`,
        params: {
          search: queryArg.search,
          from: queryArg["from"],
          to: queryArg.to,
          action: queryArg.action,
          actor_id: queryArg.actorId,
          target_id: queryArg.targetId,
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    getAuthBacklog: build.query<
      GetAuthBacklogApiResponse,
      GetAuthBacklogApiArg
    >({
      query: () => ({ url: `/api/admin/auth/backlog` }),
    }),
    listAuthFailedWork: build.query<
      ListAuthFailedWorkApiResponse,
      ListAuthFailedWorkApiArg
    >({
      query: () => ({ url: `/api/admin/auth/failed-work` }),
    }),
    discardAuthFailedWork: build.mutation<
      DiscardAuthFailedWorkApiResponse,
      DiscardAuthFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/auth/failed-work/discard`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    retryAuthFailedWork: build.mutation<
      RetryAuthFailedWorkApiResponse,
      RetryAuthFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/auth/failed-work/retry`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    getBacklogs: build.query<GetBacklogsApiResponse, GetBacklogsApiArg>({
      query: () => ({ url: `/api/admin/backlogs` }),
    }),
    getBillingBacklog: build.query<
      GetBillingBacklogApiResponse,
      GetBillingBacklogApiArg
    >({
      query: () => ({ url: `/api/admin/billing/backlog` }),
    }),
    listBillingFailedWork: build.query<
      ListBillingFailedWorkApiResponse,
      ListBillingFailedWorkApiArg
    >({
      query: () => ({ url: `/api/admin/billing/failed-work` }),
    }),
    discardBillingFailedWork: build.mutation<
      DiscardBillingFailedWorkApiResponse,
      DiscardBillingFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/billing/failed-work/discard`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    retryBillingFailedWork: build.mutation<
      RetryBillingFailedWorkApiResponse,
      RetryBillingFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/billing/failed-work/retry`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    getRevenue: build.query<GetRevenueApiResponse, GetRevenueApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/billing/revenue`,
        params: {
          months: queryArg.months,
        },
      }),
    }),
    exportRevenue: build.query<ExportRevenueApiResponse, ExportRevenueApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/billing/revenue/export`,
        params: {
          months: queryArg.months,
        },
      }),
    }),
    listCampaigns: build.query<ListCampaignsApiResponse, ListCampaignsApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/campaigns`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    createCampaign: build.mutation<
      CreateCampaignApiResponse,
      CreateCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/campaigns`,
        method: "POST",
        body: queryArg.campaignInput,
      }),
    }),
    deleteCampaign: build.mutation<
      DeleteCampaignApiResponse,
      DeleteCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    getCampaign: build.query<GetCampaignApiResponse, GetCampaignApiArg>({
      query: (queryArg) => ({ url: `/api/admin/campaigns/${queryArg.id}` }),
    }),
    updateCampaign: build.mutation<
      UpdateCampaignApiResponse,
      UpdateCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}`,
        method: "PUT",
        body: queryArg.campaignUpdate,
      }),
    }),
    pauseCampaign: build.mutation<
      PauseCampaignApiResponse,
      PauseCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}/pause`,
        method: "POST",
      }),
    }),
    previewCampaign: build.mutation<
      PreviewCampaignApiResponse,
      PreviewCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}/preview`,
        method: "POST",
        body: queryArg.campaignTest,
      }),
    }),
    resumeCampaign: build.mutation<
      ResumeCampaignApiResponse,
      ResumeCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}/resume`,
        method: "POST",
      }),
    }),
    retryUnknownMails: build.mutation<
      RetryUnknownMailsApiResponse,
      RetryUnknownMailsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}/retry-unknown`,
        method: "POST",
      }),
    }),
    sendCampaign: build.mutation<SendCampaignApiResponse, SendCampaignApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}/send`,
        method: "POST",
        body: queryArg.campaignSend,
      }),
    }),
    showCampaignStats: build.query<
      ShowCampaignStatsApiResponse,
      ShowCampaignStatsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}/stats`,
      }),
    }),
    testCampaign: build.mutation<TestCampaignApiResponse, TestCampaignApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/campaigns/${queryArg.id}/test`,
        method: "POST",
        body: queryArg.campaignTest,
      }),
    }),
    getDomainsBacklog: build.query<
      GetDomainsBacklogApiResponse,
      GetDomainsBacklogApiArg
    >({
      query: () => ({ url: `/api/admin/edge/backlog` }),
    }),
    getEdgeControls: build.query<
      GetEdgeControlsApiResponse,
      GetEdgeControlsApiArg
    >({
      query: () => ({ url: `/api/admin/edge/controls` }),
    }),
    updateEdgeControls: build.mutation<
      UpdateEdgeControlsApiResponse,
      UpdateEdgeControlsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/controls`,
        method: "PUT",
        body: queryArg.edgeControlsUpdate,
      }),
    }),
    forgiveRollbacks: build.mutation<
      ForgiveRollbacksApiResponse,
      ForgiveRollbacksApiArg
    >({
      query: () => ({
        url: `/api/admin/edge/controls/rollbacks`,
        method: "DELETE",
      }),
    }),
    listDomainsFailedWork: build.query<
      ListDomainsFailedWorkApiResponse,
      ListDomainsFailedWorkApiArg
    >({
      query: () => ({ url: `/api/admin/edge/failed-work` }),
    }),
    discardDomainsFailedWork: build.mutation<
      DiscardDomainsFailedWorkApiResponse,
      DiscardDomainsFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/failed-work/discard`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    retryDomainsFailedWork: build.mutation<
      RetryDomainsFailedWorkApiResponse,
      RetryDomainsFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/failed-work/retry`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    listEdgeNodes: build.query<ListEdgeNodesApiResponse, ListEdgeNodesApiArg>({
      query: () => ({ url: `/api/admin/edge/nodes` }),
    }),
    drainEdgeNode: build.mutation<
      DrainEdgeNodeApiResponse,
      DrainEdgeNodeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/nodes/${queryArg.node}/drain`,
        method: "POST",
      }),
    }),
    takeBackEdgeNode: build.mutation<
      TakeBackEdgeNodeApiResponse,
      TakeBackEdgeNodeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/nodes/${queryArg.node}/take-back`,
        method: "POST",
      }),
    }),
    listFailedWork: build.query<
      ListFailedWorkApiResponse,
      ListFailedWorkApiArg
    >({
      query: () => ({ url: `/api/admin/failed-work` }),
    }),
    getLogsBacklog: build.query<
      GetLogsBacklogApiResponse,
      GetLogsBacklogApiArg
    >({
      query: () => ({ url: `/api/admin/logs/backlog` }),
    }),
    getOperatorLogEntry: build.query<
      GetOperatorLogEntryApiResponse,
      GetOperatorLogEntryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/entries/${queryArg.requestId}`,
      }),
    }),
    listLogsFailedWork: build.query<
      ListLogsFailedWorkApiResponse,
      ListLogsFailedWorkApiArg
    >({
      query: () => ({ url: `/api/admin/logs/failed-work` }),
    }),
    discardLogsFailedWork: build.mutation<
      DiscardLogsFailedWorkApiResponse,
      DiscardLogsFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/failed-work/discard`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    retryLogsFailedWork: build.mutation<
      RetryLogsFailedWorkApiResponse,
      RetryLogsFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/failed-work/retry`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    listStatusPages: build.query<
      ListStatusPagesApiResponse,
      ListStatusPagesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/status-pages`,
        params: {
          owner_id: queryArg.ownerId,
          slug: queryArg.slug,
        },
      }),
    }),
    suspendStatusPage: build.mutation<
      SuspendStatusPageApiResponse,
      SuspendStatusPageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/status-pages/${queryArg.domainId}/suspend`,
        method: "POST",
        body: queryArg.statusPageSuspensionInput,
      }),
    }),
    unsuspendStatusPage: build.mutation<
      UnsuspendStatusPageApiResponse,
      UnsuspendStatusPageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/logs/status-pages/${queryArg.domainId}/unsuspend`,
        method: "POST",
      }),
    }),
    listAdminPlans: build.query<
      ListAdminPlansApiResponse,
      ListAdminPlansApiArg
    >({
      query: () => ({ url: `/api/admin/plans` }),
    }),
    createPlan: build.mutation<CreatePlanApiResponse, CreatePlanApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/plans`,
        method: "POST",
        body: queryArg.planCreate,
      }),
    }),
    deletePlan: build.mutation<DeletePlanApiResponse, DeletePlanApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/plans/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updatePlan: build.mutation<UpdatePlanApiResponse, UpdatePlanApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/plans/${queryArg.id}`,
        method: "PUT",
        body: queryArg.planUpdate,
      }),
    }),
    listSmtpConfigs: build.query<
      ListSmtpConfigsApiResponse,
      ListSmtpConfigsApiArg
    >({
      query: () => ({ url: `/api/admin/smtp` }),
    }),
    createSmtpConfig: build.mutation<
      CreateSmtpConfigApiResponse,
      CreateSmtpConfigApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp`,
        method: "POST",
        body: queryArg.smtpConfigCreate,
      }),
    }),
    getMailBacklog: build.query<
      GetMailBacklogApiResponse,
      GetMailBacklogApiArg
    >({
      query: () => ({ url: `/api/admin/smtp/backlog` }),
    }),
    getMailDelivery: build.query<
      GetMailDeliveryApiResponse,
      GetMailDeliveryApiArg
    >({
      query: () => ({ url: `/api/admin/smtp/delivery` }),
    }),
    listMailFailedWork: build.query<
      ListMailFailedWorkApiResponse,
      ListMailFailedWorkApiArg
    >({
      query: () => ({ url: `/api/admin/smtp/failed-work` }),
    }),
    discardMailFailedWork: build.mutation<
      DiscardMailFailedWorkApiResponse,
      DiscardMailFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/failed-work/discard`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    retryMailFailedWork: build.mutation<
      RetryMailFailedWorkApiResponse,
      RetryMailFailedWorkApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/failed-work/retry`,
        method: "POST",
        body: queryArg.failedWorkChoice,
      }),
    }),
    listSingleMails: build.query<
      ListSingleMailsApiResponse,
      ListSingleMailsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/mails`,
        params: {
          status: queryArg.status,
          search: queryArg.search,
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    discardSingleMail: build.mutation<
      DiscardSingleMailApiResponse,
      DiscardSingleMailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/mails/${queryArg.id}/discard`,
        method: "POST",
      }),
    }),
    retrySingleMail: build.mutation<
      RetrySingleMailApiResponse,
      RetrySingleMailApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/mails/${queryArg.id}/retry`,
        method: "POST",
      }),
    }),
    getMailReputation: build.query<
      GetMailReputationApiResponse,
      GetMailReputationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/reputation`,
        params: {
          days: queryArg.days,
        },
      }),
    }),
    testSmtpConfig: build.mutation<
      TestSmtpConfigApiResponse,
      TestSmtpConfigApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/test`,
        method: "POST",
        body: queryArg.smtpTest,
      }),
    }),
    deleteSmtpConfig: build.mutation<
      DeleteSmtpConfigApiResponse,
      DeleteSmtpConfigApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updateSmtpConfig: build.mutation<
      UpdateSmtpConfigApiResponse,
      UpdateSmtpConfigApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/${queryArg.id}`,
        method: "PUT",
        body: queryArg.smtpConfigUpdate,
      }),
    }),
    toggleDefaultSmtpConfig: build.mutation<
      ToggleDefaultSmtpConfigApiResponse,
      ToggleDefaultSmtpConfigApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/smtp/${queryArg.id}/toggle-default`,
        method: "POST",
      }),
    }),
    getAdminStats: build.query<GetAdminStatsApiResponse, GetAdminStatsApiArg>({
      query: () => ({ url: `/api/admin/stats` }),
    }),
    listSubscribers: build.query<
      ListSubscribersApiResponse,
      ListSubscribersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/subscribers`,
        params: {
          search: queryArg.search,
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    listBounces: build.query<ListBouncesApiResponse, ListBouncesApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/subscribers/bounces`,
        params: {
          search: queryArg.search,
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    exportSubscribers: build.query<
      ExportSubscribersApiResponse,
      ExportSubscribersApiArg
    >({
      query: () => ({ url: `/api/admin/subscribers/export` }),
    }),
    importSubscribers: build.mutation<
      ImportSubscribersApiResponse,
      ImportSubscribersApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/subscribers/import`,
        method: "POST",
        body: queryArg.subscriberImport,
      }),
    }),
    listSuppressions: build.query<
      ListSuppressionsApiResponse,
      ListSuppressionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/subscribers/suppressions`,
        params: {
          search: queryArg.search,
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    liftSuppression: build.mutation<
      LiftSuppressionApiResponse,
      LiftSuppressionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/subscribers/suppressions/lift`,
        method: "POST",
        body: queryArg.suppressionLift,
      }),
    }),
    removeSubscriber: build.mutation<
      RemoveSubscriberApiResponse,
      RemoveSubscriberApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/subscribers/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    listEmailTemplates: build.query<
      ListEmailTemplatesApiResponse,
      ListEmailTemplatesApiArg
    >({
      query: () => ({ url: `/api/admin/templates/list` }),
    }),
    loadEmailTemplate: build.mutation<
      LoadEmailTemplateApiResponse,
      LoadEmailTemplateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/templates/load`,
        method: "POST",
        body: queryArg.loadTemplate,
      }),
    }),
    listUsers: build.query<ListUsersApiResponse, ListUsersApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/users`,
        params: {
          search: queryArg.search,
          plan: queryArg.plan,
          is_admin: queryArg.isAdmin,
          is_active: queryArg.isActive,
          sort: queryArg.sort,
          order: queryArg.order,
          after: queryArg.after,
          page_size: queryArg.pageSize,
        },
      }),
    }),
    createUser: build.mutation<CreateUserApiResponse, CreateUserApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/users`,
        method: "POST",
        body: queryArg.adminUserCreate,
      }),
    }),
    deleteUser: build.mutation<DeleteUserApiResponse, DeleteUserApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    getUser: build.query<GetUserApiResponse, GetUserApiArg>({
      query: (queryArg) => ({ url: `/api/admin/users/${queryArg.id}` }),
    }),
    updateUser: build.mutation<UpdateUserApiResponse, UpdateUserApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}`,
        method: "PUT",
        body: queryArg.adminUserUpdate,
      }),
    }),
    activateUser: build.mutation<ActivateUserApiResponse, ActivateUserApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}/activate`,
        method: "POST",
      }),
    }),
    deactivateUser: build.mutation<
      DeactivateUserApiResponse,
      DeactivateUserApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}/deactivate`,
        method: "POST",
      }),
    }),
    listUserNotes: build.query<ListUserNotesApiResponse, ListUserNotesApiArg>({
      query: (queryArg) => ({ url: `/api/admin/users/${queryArg.id}/notes` }),
    }),
    createUserNote: build.mutation<
      CreateUserNoteApiResponse,
      CreateUserNoteApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}/notes`,
        method: "POST",
        body: queryArg.userNoteCreate,
      }),
    }),
    deleteUserNote: build.mutation<
      DeleteUserNoteApiResponse,
      DeleteUserNoteApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}/notes/${queryArg.noteId}`,
        method: "DELETE",
      }),
    }),
    listUserSupportViews: build.query<
      ListUserSupportViewsApiResponse,
      ListUserSupportViewsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}/support-views`,
      }),
    }),
    askForSupportView: build.mutation<
      AskForSupportViewApiResponse,
      AskForSupportViewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}/support-views`,
        method: "POST",
        body: queryArg.supportViewRequest,
      }),
    }),
    endUserSupportView: build.mutation<
      EndUserSupportViewApiResponse,
      EndUserSupportViewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}/support-views/${queryArg.viewId}/end`,
        method: "POST",
      }),
    }),
    openSupportView: build.mutation<
      OpenSupportViewApiResponse,
      OpenSupportViewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/users/${queryArg.id}/support-views/${queryArg.viewId}/open`,
        method: "POST",
      }),
    }),
    listOrders: build.query<ListOrdersApiResponse, ListOrdersApiArg>({
      query: (queryArg) => ({
        url: `/api/orders`,
        params: {
          after: queryArg.after,
          limit: queryArg.limit,
          search: queryArg.search,
          user_ids: queryArg.userIds,
          sort: queryArg.sort,
          order: queryArg.order,
        },
      }),
    }),
    refundOrder: build.mutation<RefundOrderApiResponse, RefundOrderApiArg>({
      query: (queryArg) => ({
        url: `/api/orders/${queryArg.id}/refund`,
        method: "POST",
        body: queryArg.orderRefund,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAdminApi };
export type GetAttentionApiResponse = /** status 200  */ {
  auth_backlog: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  billing_backlog: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  campaigns: {
    data?: CampaignSummary[];
    problem?: Problem;
  };
  controls: {
    data?: EdgeControls;
    problem?: Problem;
  };
  delivery: {
    data?: MailDelivery;
    problem?: Problem;
  };
  domains_backlog: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  edge: {
    data?: EdgeNodes;
    problem?: Problem;
  };
  failed_mails: {
    data?: SingleMailList;
    problem?: Problem;
  };
  logs_backlog: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  mail_backlog: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  orders: {
    data?: AdminOrders;
    problem?: Problem;
  };
  smtp: {
    data?: SmtpConfig[];
    problem?: Problem;
  };
};
export type GetAttentionApiArg = void;
export type ListAuditEntriesApiResponse = /** status 200  */ AuditPage;
export type ListAuditEntriesApiArg = {
  /** Part of an action, an actor or target (email address or id), an IP address or a request id. */
  search?: string;
  from?: string;
  /** End of the period, exclusive. */
  to?: string;
  action?: string;
  actorId?: string;
  targetId?: string;
  /** `next` of the previous page. */
  before?: string;
  limit?: number;
};
export type GetAuthBacklogApiResponse = /** status 200  */ ServiceBacklog;
export type GetAuthBacklogApiArg = void;
export type ListAuthFailedWorkApiResponse = /** status 200  */ FailedWorkList;
export type ListAuthFailedWorkApiArg = void;
export type DiscardAuthFailedWorkApiResponse = /** status 200  */ SettledWork;
export type DiscardAuthFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type RetryAuthFailedWorkApiResponse = /** status 200  */ SettledWork;
export type RetryAuthFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type GetBacklogsApiResponse = /** status 200  */ {
  auth: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  billing: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  domains: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  logs: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
  mail: {
    data?: ServiceBacklog;
    problem?: Problem;
  };
};
export type GetBacklogsApiArg = void;
export type GetBillingBacklogApiResponse = /** status 200  */ ServiceBacklog;
export type GetBillingBacklogApiArg = void;
export type ListBillingFailedWorkApiResponse =
  /** status 200  */ FailedWorkList;
export type ListBillingFailedWorkApiArg = void;
export type DiscardBillingFailedWorkApiResponse =
  /** status 200  */ SettledWork;
export type DiscardBillingFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type RetryBillingFailedWorkApiResponse = /** status 200  */ SettledWork;
export type RetryBillingFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type GetRevenueApiResponse = /** status 200  */ Revenue;
export type GetRevenueApiArg = {
  months?: number;
};
export type ExportRevenueApiResponse = /** status 200  */ string;
export type ExportRevenueApiArg = {
  months?: number;
};
export type ListCampaignsApiResponse = /** status 200  */ CampaignSummary[];
export type ListCampaignsApiArg = {
  /** Only those made before: the id of the last one of the page before. */
  before?: number;
  limit?: number;
};
export type CreateCampaignApiResponse = /** status 201  */ Campaign;
export type CreateCampaignApiArg = {
  campaignInput: CampaignInput;
};
export type DeleteCampaignApiResponse = unknown;
export type DeleteCampaignApiArg = {
  id: number;
};
export type GetCampaignApiResponse = /** status 200  */ Campaign;
export type GetCampaignApiArg = {
  id: number;
};
export type UpdateCampaignApiResponse = /** status 200  */ Campaign;
export type UpdateCampaignApiArg = {
  id: number;
  campaignUpdate: CampaignUpdate;
};
export type PauseCampaignApiResponse = /** status 200  */ MailerMessage;
export type PauseCampaignApiArg = {
  id: number;
};
export type PreviewCampaignApiResponse = /** status 200  */ CampaignPreview;
export type PreviewCampaignApiArg = {
  id: number;
  campaignTest: CampaignTest;
};
export type ResumeCampaignApiResponse = /** status 200  */ MailerMessage;
export type ResumeCampaignApiArg = {
  id: number;
};
export type RetryUnknownMailsApiResponse = /** status 200  */ MailerMessage;
export type RetryUnknownMailsApiArg = {
  id: number;
};
export type SendCampaignApiResponse = /** status 200  */ MailerMessage;
export type SendCampaignApiArg = {
  id: number;
  campaignSend: CampaignSend;
};
export type ShowCampaignStatsApiResponse = /** status 200  */ CampaignStats;
export type ShowCampaignStatsApiArg = {
  id: number;
};
export type TestCampaignApiResponse = /** status 200  */ MailerMessage;
export type TestCampaignApiArg = {
  id: number;
  campaignTest: CampaignTest;
};
export type GetDomainsBacklogApiResponse = /** status 200  */ ServiceBacklog;
export type GetDomainsBacklogApiArg = void;
export type GetEdgeControlsApiResponse = /** status 200  */ EdgeControls;
export type GetEdgeControlsApiArg = void;
export type UpdateEdgeControlsApiResponse = /** status 200  */ EdgeControls;
export type UpdateEdgeControlsApiArg = {
  edgeControlsUpdate: EdgeControlsUpdate;
};
export type ForgiveRollbacksApiResponse = /** status 200  */ EdgeControls;
export type ForgiveRollbacksApiArg = void;
export type ListDomainsFailedWorkApiResponse =
  /** status 200  */ FailedWorkList;
export type ListDomainsFailedWorkApiArg = void;
export type DiscardDomainsFailedWorkApiResponse =
  /** status 200  */ SettledWork;
export type DiscardDomainsFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type RetryDomainsFailedWorkApiResponse = /** status 200  */ SettledWork;
export type RetryDomainsFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type ListEdgeNodesApiResponse = /** status 200  */ EdgeNodes;
export type ListEdgeNodesApiArg = void;
export type DrainEdgeNodeApiResponse = /** status 200  */ EdgeNodes;
export type DrainEdgeNodeApiArg = {
  node: string;
};
export type TakeBackEdgeNodeApiResponse = /** status 200  */ EdgeNodes;
export type TakeBackEdgeNodeApiArg = {
  node: string;
};
export type ListFailedWorkApiResponse = /** status 200  */ {
  auth: {
    data?: FailedWorkList;
    problem?: Problem;
  };
  billing: {
    data?: FailedWorkList;
    problem?: Problem;
  };
  domains: {
    data?: FailedWorkList;
    problem?: Problem;
  };
  logs: {
    data?: FailedWorkList;
    problem?: Problem;
  };
  mail: {
    data?: FailedWorkList;
    problem?: Problem;
  };
};
export type ListFailedWorkApiArg = void;
export type GetLogsBacklogApiResponse = /** status 200  */ ServiceBacklog;
export type GetLogsBacklogApiArg = void;
export type GetOperatorLogEntryApiResponse =
  /** status 200  */ OperatorLogEntry;
export type GetOperatorLogEntryApiArg = {
  requestId: string;
};
export type ListLogsFailedWorkApiResponse = /** status 200  */ FailedWorkList;
export type ListLogsFailedWorkApiArg = void;
export type DiscardLogsFailedWorkApiResponse = /** status 200  */ SettledWork;
export type DiscardLogsFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type RetryLogsFailedWorkApiResponse = /** status 200  */ SettledWork;
export type RetryLogsFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type ListStatusPagesApiResponse = /** status 200  */ AdminStatusPages;
export type ListStatusPagesApiArg = {
  /** Those of an account. */
  ownerId?: string;
  /** The end of an address. */
  slug?: string;
};
export type SuspendStatusPageApiResponse = /** status 200  */ AdminStatusPage;
export type SuspendStatusPageApiArg = {
  domainId: string;
  statusPageSuspensionInput: StatusPageSuspensionInput;
};
export type UnsuspendStatusPageApiResponse = /** status 200  */ AdminStatusPage;
export type UnsuspendStatusPageApiArg = {
  domainId: string;
};
export type ListAdminPlansApiResponse = /** status 200  */ AdminPlan[];
export type ListAdminPlansApiArg = void;
export type CreatePlanApiResponse = /** status 201  */ AdminPlan;
export type CreatePlanApiArg = {
  planCreate: PlanCreate;
};
export type DeletePlanApiResponse = unknown;
export type DeletePlanApiArg = {
  id: number;
};
export type UpdatePlanApiResponse = /** status 200  */ AdminPlan;
export type UpdatePlanApiArg = {
  id: number;
  planUpdate: PlanUpdate;
};
export type ListSmtpConfigsApiResponse = /** status 200  */ SmtpConfig[];
export type ListSmtpConfigsApiArg = void;
export type CreateSmtpConfigApiResponse = /** status 201  */ SmtpConfig;
export type CreateSmtpConfigApiArg = {
  smtpConfigCreate: SmtpConfigCreate;
};
export type GetMailBacklogApiResponse = /** status 200  */ ServiceBacklog;
export type GetMailBacklogApiArg = void;
export type GetMailDeliveryApiResponse = /** status 200  */ MailDelivery;
export type GetMailDeliveryApiArg = void;
export type ListMailFailedWorkApiResponse = /** status 200  */ FailedWorkList;
export type ListMailFailedWorkApiArg = void;
export type DiscardMailFailedWorkApiResponse = /** status 200  */ SettledWork;
export type DiscardMailFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type RetryMailFailedWorkApiResponse = /** status 200  */ SettledWork;
export type RetryMailFailedWorkApiArg = {
  failedWorkChoice: FailedWorkChoice;
};
export type ListSingleMailsApiResponse = /** status 200  */ SingleMailList;
export type ListSingleMailsApiArg = {
  status?: "queued" | "sent" | "failed" | "withheld";
  search?: string;
  /** `next` of the previous page. */
  before?: string;
  limit?: number;
};
export type DiscardSingleMailApiResponse = /** status 200  */ MailerMessage;
export type DiscardSingleMailApiArg = {
  id: string;
};
export type RetrySingleMailApiResponse = /** status 200  */ MailerMessage;
export type RetrySingleMailApiArg = {
  id: string;
};
export type GetMailReputationApiResponse = /** status 200  */ MailReputation;
export type GetMailReputationApiArg = {
  days?: number;
};
export type TestSmtpConfigApiResponse = /** status 200  */ MailerMessage;
export type TestSmtpConfigApiArg = {
  smtpTest: SmtpTest;
};
export type DeleteSmtpConfigApiResponse = unknown;
export type DeleteSmtpConfigApiArg = {
  id: number;
};
export type UpdateSmtpConfigApiResponse = /** status 200  */ SmtpConfig;
export type UpdateSmtpConfigApiArg = {
  id: number;
  smtpConfigUpdate: SmtpConfigUpdate;
};
export type ToggleDefaultSmtpConfigApiResponse =
  /** status 200  */ MailerMessage;
export type ToggleDefaultSmtpConfigApiArg = {
  id: number;
};
export type GetAdminStatsApiResponse = /** status 200  */ AdminStats;
export type GetAdminStatsApiArg = void;
export type ListSubscribersApiResponse = /** status 200  */ Subscriber[];
export type ListSubscribersApiArg = {
  search?: string;
  /** Only who came before: the id of the last one of the page before. */
  before?: number;
  limit?: number;
};
export type ListBouncesApiResponse = /** status 200  */ Bounce[];
export type ListBouncesApiArg = {
  search?: string;
  /** Only what came back before: the id of the last one of the page before. */
  before?: number;
  limit?: number;
};
export type ExportSubscribersApiResponse = unknown;
export type ExportSubscribersApiArg = void;
export type ImportSubscribersApiResponse =
  /** status 200  */ SubscribersImported;
export type ImportSubscribersApiArg = {
  subscriberImport: SubscriberImport;
};
export type ListSuppressionsApiResponse = /** status 200  */ Suppression[];
export type ListSuppressionsApiArg = {
  search?: string;
  /** The `position` of the last one of the page before. */
  before?: string;
  limit?: number;
};
export type LiftSuppressionApiResponse = /** status 200  */ MailerMessage;
export type LiftSuppressionApiArg = {
  suppressionLift: SuppressionLift;
};
export type RemoveSubscriberApiResponse = unknown;
export type RemoveSubscriberApiArg = {
  id: number;
};
export type ListEmailTemplatesApiResponse = /** status 200  */ EmailTemplate[];
export type ListEmailTemplatesApiArg = void;
export type LoadEmailTemplateApiResponse = /** status 200  */ LoadedTemplate;
export type LoadEmailTemplateApiArg = {
  loadTemplate: LoadTemplate;
};
export type ListUsersApiResponse = /** status 200  */ AdminUserList;
export type ListUsersApiArg = {
  /** Part of address, user name or full name. */
  search?: string;
  plan?: string;
  isAdmin?: "true" | "false";
  isActive?: "true" | "false";
  sort?: "created_at" | "email" | "username";
  order?: "asc" | "desc";
  /** Id of the last user of the page before; absent: the first page. */
  after?: string;
  pageSize?: number;
};
export type CreateUserApiResponse = /** status 201  */ AdminUser;
export type CreateUserApiArg = {
  adminUserCreate: AdminUserCreate;
};
export type DeleteUserApiResponse = /** status 200  */ Message;
export type DeleteUserApiArg = {
  id: string;
};
export type GetUserApiResponse = /** status 200  */ AdminUser;
export type GetUserApiArg = {
  id: string;
};
export type UpdateUserApiResponse = /** status 200  */ AdminUser;
export type UpdateUserApiArg = {
  id: string;
  adminUserUpdate: AdminUserUpdate;
};
export type ActivateUserApiResponse = /** status 200  */ AdminUser;
export type ActivateUserApiArg = {
  id: string;
};
export type DeactivateUserApiResponse = /** status 200  */ AdminUser;
export type DeactivateUserApiArg = {
  id: string;
};
export type ListUserNotesApiResponse = /** status 200  */ UserNotes;
export type ListUserNotesApiArg = {
  id: string;
};
export type CreateUserNoteApiResponse = /** status 201  */ UserNote;
export type CreateUserNoteApiArg = {
  id: string;
  userNoteCreate: UserNoteCreate;
};
export type DeleteUserNoteApiResponse = /** status 200  */ Message;
export type DeleteUserNoteApiArg = {
  id: string;
  noteId: string;
};
export type ListUserSupportViewsApiResponse = /** status 200  */ SupportViews;
export type ListUserSupportViewsApiArg = {
  id: string;
};
export type AskForSupportViewApiResponse = /** status 201  */ SupportView;
export type AskForSupportViewApiArg = {
  id: string;
  supportViewRequest: SupportViewRequest;
};
export type EndUserSupportViewApiResponse = /** status 200  */ SupportView;
export type EndUserSupportViewApiArg = {
  id: string;
  viewId: string;
};
export type OpenSupportViewApiResponse = /** status 200  */ OpenedSupportView;
export type OpenSupportViewApiArg = {
  id: string;
  viewId: string;
};
export type ListOrdersApiResponse = /** status 200  */ AdminOrders;
export type ListOrdersApiArg = {
  /** Id of the last order of the page before; absent: the first page. */
  after?: string;
  limit?: number;
  /** Part of an order number or of a guest’s address; or the whole id of an order, at PayPal too. */
  search?: string;
  /** Also the orders of these users: ids with commas between them. */
  userIds?: string;
  /** Equal ones are sorted by date. */
  sort?: "created_at" | "amount" | "status";
  order?: "asc" | "desc";
};
export type RefundOrderApiResponse = /** status 200  */ Order;
export type RefundOrderApiArg = {
  id: string;
  orderRefund: OrderRefund;
};
export type ServiceBacklog = {
  outbox: {
    oldest_at: string | null;
    waiting: number;
  } | null;
  queues: {
    counts: {
      active: number;
      delayed: number;
      failed: number;
      waiting: number;
    } | null;
    name: string;
  }[];
  topics:
    | {
        behind: number | null;
        dead_letters: number;
        dropped: number;
        topic: string;
      }[]
    | null;
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
export type CampaignSummary = {
  created_at: string;
  emails_failed: number;
  emails_per_second: number;
  emails_sent: number;
  emails_unknown: number;
  finished_at: string | null;
  id: number;
  name: string;
  problem: string | null;
  smtp_config_id: number | null;
  started_at: string | null;
  status: "draft" | "sending" | "paused" | "completed" | "failed";
  subject: string;
  target_audience: "all" | "newsletter" | "plans" | "custom";
  target_plans: string[];
  total_recipients: number;
  version: number;
};
export type RuleSetRollback = {
  at: string;
  node: string;
  reason: string;
  release: string;
};
export type EdgeControls = {
  candidate_percent: number;
  changed_at: string;
  rollbacks: RuleSetRollback[] | null;
  switched_off: (
    | "rules"
    | "rule_releases"
    | "application_packs"
    | "bots"
    | "crawlers"
    | "ddos"
    | "rate_limits"
    | "geo"
    | "cache"
    | "compression"
    | "upload_scan"
    | "leaked_passwords"
    | "deception"
    | "engine_scan_index"
    | "engine_quick_look"
    | "engine_candidate_memo"
    | "engine_transformation_cache"
    | "engine_transformation_triggers"
    | "engine_site_plans"
    | "engine_packed_arguments"
    | "engine_member_repeats"
    | "engine_request_look"
    | "engine_value_look"
    | "engine_sql_look"
    | "engine_single_values"
    | "engine_automaton_states"
    | "engine_scan_reuse"
  )[];
  version: number;
};
export type MailDelivery = {
  by: "configured" | "installation";
  state: "ready" | "resting" | "none";
};
export type EdgeNode = {
  alive: boolean;
  bans: number;
  candidate_rolled_back: boolean;
  changes_behind: number;
  config_sequence: number;
  configs_compared_at: string | null;
  configs_refused: number;
  controls_version: number | null;
  cpu_percent: number;
  drain: "none" | "asked" | "draining" | "returning";
  keys_behind_seconds: number;
  last_refusal: {
    at: string;
    code: string;
    site_id: string;
  } | null;
  last_seen_at: string;
  memory_bytes: number;
  node: string;
  sites: number;
  sites_behind: number;
  spool_bytes: number;
  spool_segments: number;
  started_at: string;
  version: string;
  workers: number;
  workers_listening: number;
};
export type EdgeNodes = {
  certificates: {
    domains: string[];
    expired: number;
    failing: number;
  };
  config_sequence: number | null;
  drained_elsewhere: string[];
  nodes: EdgeNode[] | null;
  publications: {
    failing: number;
    oldest_at: string | null;
    waiting: number;
  };
};
export type SingleMail = {
  attempts: number;
  category:
    | "account"
    | "billing"
    | "domains"
    | "attacks"
    | "reports"
    | "marketing"
    | "list";
  created_at: string;
  finished_at: string | null;
  id: string;
  reason: string | null;
  smtp_config_id: number | null;
  status: "queued" | "sent" | "failed" | "withheld";
  template: string;
  to: string;
};
export type SingleMailList = {
  mails: SingleMail[];
  /** Pass it as `before` for older mails; null at the end. */
  next: string | null;
};
export type AdminOrder = {
  amount: number;
  awaits_consent: boolean;
  billing_period: "monthly" | "yearly";
  buyer_email: string | null;
  created_at: string;
  currency: string;
  failure: string | null;
  guest_email: string | null;
  id: string;
  order_number: string;
  outcome:
    | "open"
    | "pending"
    | "paid"
    | "declined"
    | "cancelled"
    | "failed"
    | "refunded";
  paid_at: string | null;
  payment_method: string;
  plan_id: number;
  plan_slug: string;
  refunded_amount: number;
  refunded_at: string | null;
  status: "pending" | "completed" | "failed" | "cancelled";
  user_id: string | null;
};
export type AdminOrders = {
  orders: AdminOrder[];
  total: number;
};
export type SmtpConfig = {
  created_at: string;
  dkim_domain: string | null;
  dkim_selector: string | null;
  failed_count: number;
  from_email: string;
  from_name: string | null;
  has_dkim_key: boolean;
  host: string;
  id: number;
  is_active: boolean;
  is_default: boolean;
  last_error: string | null;
  max_per_second: number | null;
  name: string;
  port: number;
  resting_until: string | null;
  sent_count: number;
  use_ssl: boolean;
  use_tls: boolean;
  username: string;
};
export type AuditAction =
  | "account.access_ended"
  | "account.address_changed"
  | "account.plan_changed"
  | "api_key.created"
  | "api_key.revoked"
  | "campaign.created"
  | "campaign.deleted"
  | "campaign.paused"
  | "campaign.resumed"
  | "campaign.started"
  | "campaign.unknown_retried"
  | "campaign.updated"
  | "domain.created"
  | "domain.deleted"
  | "domain.hosts_changed"
  | "domain.paused"
  | "domain.resumed"
  | "edge.candidate_forgiven"
  | "edge.controls_changed"
  | "edge.node_drained"
  | "edge.node_taken_back"
  | "failed_work.discarded"
  | "failed_work.retried"
  | "list.created"
  | "list.deleted"
  | "list.replaced"
  | "list.updated"
  | "log_entry.opened"
  | "log_stream.created"
  | "log_stream.deleted"
  | "log_stream.redirected"
  | "log_stream.secret_renewed"
  | "log_stream.updated"
  | "mail.discarded"
  | "mail.retried"
  | "mfa.disabled"
  | "mfa.enabled"
  | "order.refunded"
  | "payment.assigned"
  | "payment.refund_noted"
  | "plan.created"
  | "plan.deleted"
  | "plan.updated"
  | "policy.rolled_back"
  | "policy.rollout_promoted"
  | "policy.rollout_started"
  | "policy.rollout_taken_back"
  | "policy.updated"
  | "rules.rollout_ended"
  | "rules.rollout_started"
  | "rules.site_decided"
  | "session.reauthenticated"
  | "smtp.created"
  | "smtp.default_toggled"
  | "smtp.deleted"
  | "smtp.updated"
  | "status_page.suspended"
  | "status_page.unsuspended"
  | "subscriber.deleted"
  | "subscribers.exported"
  | "subscribers.imported"
  | "support_view.allowed"
  | "support_view.asked"
  | "support_view.ended"
  | "support_view.looked"
  | "support_view.opened"
  | "support_view.refused"
  | "suppression.lifted"
  | "user.activated"
  | "user.created"
  | "user.deactivated"
  | "user.deleted"
  | "user.note_added"
  | "user.note_deleted"
  | "user.updated"
  | "visitor_data.deleted";
export type AuditPage = {
  entries: {
    action: AuditAction | string;
    actor_email: string | null;
    actor_id: string;
    at: string;
    details: {
      [key: string]: string;
    };
    id: string;
    ip_address: string;
    request_id: string;
    target_email: string | null;
    target_id: string;
    /** Name of the domain, if the entry is about one that exists. */
    target_name: string | null;
    target_type: string;
  }[];
  /** Pass it as `before` for older entries; null at the end. */
  next: string | null;
};
export type FailedWork = {
  attempts: number;
  error: string;
  event_id: string | null;
  failed_at: string;
  id: string;
  kind: "event" | "job";
  name: string;
  place: string;
};
export type FailedWorkList = {
  items: FailedWork[];
  total: number | null;
  unreachable: string[];
};
export type SettledWork = {
  results: {
    error: string | null;
    id: string;
    kind: "event" | "job";
    outcome: "done" | "failed" | "gone" | "busy" | "left";
    place: string;
  }[];
};
export type FailedWorkChoice = {
  items: {
    id: string;
    kind: "event" | "job";
    place: string;
  }[];
};
export type Revenue = {
  rows: {
    currency: string;
    month: string;
    net_cents: number;
    orders: number;
    paid_cents: number;
    plan: string;
    refunded_cents: number;
    refunds: number;
  }[];
  time_zone: "UTC";
};
export type Campaign = {
  body_html: string;
  body_text: string;
  created_at: string;
  custom_emails: string;
  emails_failed: number;
  emails_per_second: number;
  emails_sent: number;
  emails_unknown: number;
  finished_at: string | null;
  id: number;
  name: string;
  problem: string | null;
  smtp_config_id: number | null;
  started_at: string | null;
  status: "draft" | "sending" | "paused" | "completed" | "failed";
  subject: string;
  target_audience: "all" | "newsletter" | "plans" | "custom";
  target_plans: string[];
  total_recipients: number;
  version: number;
};
export type CampaignInput = {
  body_html: string;
  body_text?: string;
  custom_emails?: string;
  emails_per_second?: number;
  name: string;
  smtp_config_id?: number | null;
  subject: string;
  target_audience?: "all" | "newsletter" | "plans" | "custom";
  target_plans?: string[];
};
export type CampaignUpdate = {
  body_html: string;
  body_text?: string;
  custom_emails?: string;
  emails_per_second?: number;
  name: string;
  smtp_config_id?: number | null;
  subject: string;
  target_audience?: "all" | "newsletter" | "plans" | "custom";
  target_plans?: string[];
  /** The version that was looked at; with it, a change made meanwhile by someone else is 409. */
  version?: number;
};
export type MailerMessage = {
  message: string;
};
export type CampaignPreview = {
  html: string;
  subject: string;
  text: string;
};
export type CampaignTest = {
  test_email: string;
};
export type CampaignSend = {
  /** The version that was looked at; with it, a change made meanwhile by someone else is 409. */
  version?: number;
};
export type CampaignStats = {
  emails_failed: number;
  emails_pending: number;
  emails_sent: number;
  emails_unknown: number;
  estimated_seconds: number;
  failures_by_reason: {
    [key: string]: number;
  };
  left_out: {
    [key: string]: number;
  };
  progress_percent: number;
  status: "draft" | "sending" | "paused" | "completed" | "failed";
  success_rate_percent: number;
  total_recipients: number;
};
export type EdgeControlsUpdate = {
  candidate_percent: number;
  switched_off: (
    | "rules"
    | "rule_releases"
    | "application_packs"
    | "bots"
    | "crawlers"
    | "ddos"
    | "rate_limits"
    | "geo"
    | "cache"
    | "compression"
    | "upload_scan"
    | "leaked_passwords"
    | "deception"
    | "engine_scan_index"
    | "engine_quick_look"
    | "engine_candidate_memo"
    | "engine_transformation_cache"
    | "engine_transformation_triggers"
    | "engine_site_plans"
    | "engine_packed_arguments"
    | "engine_member_repeats"
    | "engine_request_look"
    | "engine_value_look"
    | "engine_sql_look"
    | "engine_single_values"
    | "engine_automaton_states"
    | "engine_scan_reuse"
  )[];
  version: number;
};
export type LogEntry = {
  action: string;
  asn: number | null;
  asn_name: string | null;
  cache_status: string | null;
  deciding_rule_id: number | null;
  domain_name: string;
  duration_ms: number;
  geo_city: string | null;
  geo_country: string | null;
  host: string;
  http_status: number | null;
  id: string;
  inbound_score: number;
  ja4: string | null;
  matches: {
    data: string;
    explanation: string;
    message: string;
    phase: number;
    rule_id: number;
    score: number;
    severity: string;
    tags: string[];
    targets: {
      masked?: boolean;
      match_length: number;
      match_offset: number;
      name: string;
      operator: string;
      transformations: string[];
      transformed: string;
      value: string;
      value_offset: number;
    }[];
  }[];
  modsec_message: string | null;
  modsec_rule_id: number | null;
  origin: string | null;
  origin_reason: string | null;
  origin_status: number | null;
  protocol: string;
  reason: string;
  referer: string | null;
  remote_addr: string;
  request_bytes: number;
  request_id: string;
  request_method: string;
  request_uri: string;
  response_bytes: number;
  scheme: string;
  server_name: string;
  severity: "CRITICAL" | "HIGH" | "MEDIUM" | "SAFE" | "ERROR";
  status: "blocked" | "allowed";
  threat_type: string | null;
  timestamp: string;
  tls_version: string | null;
  user_agent: string;
};
export type OperatorLogEntry = {
  domain_id: string;
  entry: LogEntry;
  owner_id: string;
};
export type AdminStatusPage = {
  domain_id: string;
  domain_name: string;
  is_on: boolean;
  name: string;
  note: string;
  owner_id: string;
  slug: string;
  suspension: {
    reason: string;
    since: string;
  } | null;
};
export type AdminStatusPages = {
  /** Those that are suspended or public first, at most 200. */
  pages: AdminStatusPage[];
};
export type StatusPageSuspensionInput = {
  /** Its owner reads it. */
  reason: string;
};
export type Entitlements = {
  bandwidth_bytes: number | null;
  bot_protection: boolean;
  ddos_protection: boolean;
  edge_caching: boolean;
  geo_blocking: boolean;
  ip_management: boolean;
  log_retention_days: number;
  max_custom_rules: number | null;
  max_domains: number | null;
  max_inspected_upload_mb: number | null;
  max_log_streams: number | null;
  max_rate_limit_requests: number | null;
  max_recorded_requests: number | null;
  rate_limiting: boolean;
  rule_set_choice: boolean;
};
export type AdminPlan = {
  currency: string;
  description: string;
  entitlements: Entitlements;
  features: string[];
  id: number;
  is_active: boolean;
  name: string;
  price: number;
  rendered_features: string[];
  slug: string;
  user_count: number;
};
export type PlanCreate = {
  description?: string;
  entitlements?: Entitlements;
  features?: string[];
  is_active?: boolean;
  name: string;
  price: number;
  slug: string;
};
export type PlanUpdate = {
  description?: string;
  entitlements?: {
    bandwidth_bytes?: number | null;
    bot_protection?: boolean;
    ddos_protection?: boolean;
    edge_caching?: boolean;
    geo_blocking?: boolean;
    ip_management?: boolean;
    log_retention_days?: number;
    max_custom_rules?: number | null;
    max_domains?: number | null;
    max_inspected_upload_mb?: number | null;
    max_log_streams?: number | null;
    max_rate_limit_requests?: number | null;
    max_recorded_requests?: number | null;
    rate_limiting?: boolean;
    rule_set_choice?: boolean;
  };
  features?: string[];
  is_active?: boolean;
  name?: string;
  price?: number;
  slug?: string;
};
export type SmtpConfigCreate = {
  dkim_domain?: string | null;
  dkim_private_key?: string;
  dkim_selector?: string | null;
  from_email: string;
  from_name?: string | null;
  host: string;
  is_active?: boolean;
  is_default?: boolean;
  max_per_second?: number | null;
  name: string;
  password: string;
  port?: number;
  use_ssl?: boolean;
  use_tls?: boolean;
  username: string;
};
export type MailReputation = {
  complaints: number;
  days: number;
  domains: {
    complaints: number;
    domain: string;
    hard: number;
    refused: number;
    sent: number;
    soft: number;
    state: "too_few" | "good" | "watch" | "bad";
  }[];
  hard: number;
  refused: number;
  sent: number;
  soft: number;
  state: "too_few" | "good" | "watch" | "bad";
};
export type SmtpTest = {
  smtp_id: number;
  test_email: string;
};
export type SmtpConfigUpdate = {
  dkim_domain?: string | null;
  dkim_private_key?: string;
  dkim_selector?: string | null;
  from_email?: string;
  from_name?: string | null;
  host?: string;
  is_active?: boolean;
  is_default?: boolean;
  max_per_second?: number | null;
  name?: string;
  password?: string;
  port?: number;
  use_ssl?: boolean;
  use_tls?: boolean;
  username?: string;
};
export type AdminStats = {
  arr: number;
  currency: string;
  mrr: number;
  plan_distribution: {
    [key: string]: number;
  };
  total_domains: number | null;
  total_subscribers: number | null;
  total_users: number | null;
  trials: number;
};
export type Subscriber = {
  created_at: string;
  email: string;
  first_name: string;
  id: number;
  is_subscribed: boolean;
  last_name: string;
};
export type Bounce = {
  campaign_id: number | null;
  /** Null: no campaign, or one that was deleted. */
  campaign_name: string | null;
  created_at: string;
  diagnostic: string;
  email: string;
  id: number;
  kind: "hard" | "soft" | "complaint";
};
export type SubscribersImported = {
  added: number;
  bad_lines: number[];
  known: number;
  suppressed: number;
};
export type SubscriberImport = {
  csv: string;
};
export type Suppression = {
  cause: "unsubscribed" | "bounced" | "complained";
  created_at: string;
  email: string;
  /** Pass it as `before` for those that came before this one. */
  position: string;
  reason: string;
};
export type SuppressionLift = {
  email: string;
};
export type EmailTemplate = {
  category: "security" | "billing" | "domains" | "onboarding";
  description: string;
  id: string;
  name: string;
};
export type LoadedTemplate = {
  html_content: string;
  preview_html: string;
  preview_subject: string;
  subject: string;
  text_content: string;
};
export type LoadTemplate = {
  template_id: string;
  user_email?: string;
};
export type AdminUser = {
  blocked_requests: number | null;
  created_at: string;
  /** null while the domains service does not answer. */
  domain_count: number | null;
  /** Of domain_count, the first 10 by name where users are listed, 500 of one user. */
  domains: {
    blocked_requests: number;
    domain_name: string;
    id: string;
    is_active: boolean;
    total_requests: number;
  }[];
  email: string;
  email_confirmed: boolean;
  full_name: string;
  id: string;
  is_active: boolean;
  is_admin: boolean;
  plan: string;
  plan_name: string;
  total_requests: number | null;
  username: string;
};
export type AdminUserList = AdminUser[];
export type AdminUserCreate = {
  email: string;
  full_name?: string | null;
  is_admin?: boolean | null;
  password: string;
  plan?: string | null;
  username: string;
};
export type Message = {
  message: string;
};
export type AdminUserUpdate = {
  email?: string;
  /** Change the plan even if this ends paid time; otherwise that is refused (`ends_paid_time`). */
  ends_paid_time?: boolean;
  full_name?: string | null;
  is_active?: boolean;
  is_admin?: boolean;
  /** Empty or absent: unchanged. */
  password?: ("" | string) | null;
  plan?: string | null;
  username?: string;
};
export type UserNote = {
  author_email: string | null;
  author_id: string;
  created_at: string;
  id: string;
  text: string;
};
export type UserNotes = {
  notes: UserNote[];
};
export type UserNoteCreate = {
  text: string;
};
export type SupportView = {
  /** Name and address; empty if the account no longer exists. */
  administrator: string;
  administrator_id: string;
  answered_at: string | null;
  asked_at: string;
  /** When somebody ended it before. */
  ended_at: string | null;
  /** When it ends by itself; null: not allowed. */
  ends_at: string | null;
  id: string;
  /** Paths viewed, latest first; at most 50. The audit log has all. */
  looks: {
    first_at: string;
    last_at: string;
    /** Of the call, such as "/api/dashboard/logs/recent". */
    path: string;
    times: number;
  }[];
  /** Number of different paths viewed. */
  looks_total: number;
  opened_at: string | null;
  reason: string;
  /** asked: waits for the customer; allowed: not opened yet; open; ended: by the customer, the administrator, its time or the end of the administrator’s session; refused; withdrawn; lapsed: never answered. */
  state:
    "asked" | "allowed" | "open" | "ended" | "refused" | "withdrawn" | "lapsed";
};
export type SupportViews = {
  /** The newest 20. */
  views: SupportView[];
};
export type SupportViewRequest = {
  /** Shown to the customer and stored in the audit log. */
  reason: string;
};
export type CurrentUser = {
  created_at: string;
  email: string;
  email_confirmed: boolean;
  entitlements: Entitlements;
  full_name: string;
  id: string;
  is_active: boolean;
  is_admin: boolean;
  mfa_enabled: boolean;
  /** An administrator without administrative rights until MFA is set up. */
  mfa_setup_required: boolean;
  paid_until: string | null;
  /** Slug of the plan, such as "starter". */
  plan: string;
  plan_name: string;
  plan_status: string;
  trial_ends_at: string | null;
  username: string;
};
export type OpenedSupportView = {
  /** As the customer sees themselves. */
  user: CurrentUser;
  view: SupportView;
};
export type Order = {
  amount: number;
  awaits_consent: boolean;
  billing_period: "monthly" | "yearly";
  created_at: string;
  currency: string;
  id: string;
  order_number: string;
  outcome:
    | "open"
    | "pending"
    | "paid"
    | "declined"
    | "cancelled"
    | "failed"
    | "refunded";
  paid_at: string | null;
  payment_method: string;
  plan_id: number;
  plan_slug: string;
  refunded_amount: number;
  refunded_at: string | null;
  status: "pending" | "completed" | "failed" | "cancelled";
};
export type OrderRefund = {
  beyond_guarantee?: boolean;
};

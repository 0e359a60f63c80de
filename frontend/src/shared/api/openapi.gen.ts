import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listApiKeys: build.query<ListApiKeysApiResponse, ListApiKeysApiArg>({
      query: () => ({ url: `/api/api-keys` }),
    }),
    createApiKey: build.mutation<CreateApiKeyApiResponse, CreateApiKeyApiArg>({
      query: (queryArg) => ({
        url: `/api/api-keys`,
        method: "POST",
        body: queryArg.apiKeyRequest,
      }),
    }),
    revokeApiKey: build.mutation<RevokeApiKeyApiResponse, RevokeApiKeyApiArg>({
      query: (queryArg) => ({
        url: `/api/api-keys/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    cancelSubscription: build.mutation<
      CancelSubscriptionApiResponse,
      CancelSubscriptionApiArg
    >({
      query: () => ({ url: `/api/auth/cancel-subscription`, method: "POST" }),
    }),
    confirmEmail: build.mutation<ConfirmEmailApiResponse, ConfirmEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/confirm-email`,
        method: "POST",
        body: queryArg.confirmEmailRequest,
      }),
    }),
    deleteAccount: build.mutation<
      DeleteAccountApiResponse,
      DeleteAccountApiArg
    >({
      query: () => ({ url: `/api/auth/delete-account`, method: "DELETE" }),
    }),
    requestPasswordReset: build.mutation<
      RequestPasswordResetApiResponse,
      RequestPasswordResetApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/forgotten-password`,
        method: "POST",
        body: queryArg.forgottenPasswordRequest,
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/login`,
        method: "POST",
        body: queryArg.loginRequest,
      }),
    }),
    logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
      query: () => ({ url: `/api/auth/logout`, method: "POST" }),
    }),
    getMe: build.query<GetMeApiResponse, GetMeApiArg>({
      query: () => ({ url: `/api/auth/me` }),
    }),
    reauthenticate: build.mutation<
      ReauthenticateApiResponse,
      ReauthenticateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/reauthenticate`,
        method: "POST",
        body: queryArg.reauthenticateRequest,
      }),
    }),
    register: build.mutation<RegisterApiResponse, RegisterApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/register`,
        method: "POST",
        body: queryArg.registerRequest,
      }),
    }),
    renew: build.mutation<RenewApiResponse, RenewApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/renew`,
        method: "POST",
        body: queryArg.renewRequest,
      }),
    }),
    resendConfirmation: build.mutation<
      ResendConfirmationApiResponse,
      ResendConfirmationApiArg
    >({
      query: () => ({ url: `/api/auth/resend-confirmation`, method: "POST" }),
    }),
    resetPassword: build.mutation<
      ResetPasswordApiResponse,
      ResetPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/reset-password`,
        method: "POST",
        body: queryArg.resetPasswordRequest,
      }),
    }),
    revokeOtherSessions: build.mutation<
      RevokeOtherSessionsApiResponse,
      RevokeOtherSessionsApiArg
    >({
      query: () => ({ url: `/api/auth/sessions`, method: "DELETE" }),
    }),
    listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
      query: () => ({ url: `/api/auth/sessions` }),
    }),
    revokeSession: build.mutation<
      RevokeSessionApiResponse,
      RevokeSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/sessions/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    undoEmailChange: build.mutation<
      UndoEmailChangeApiResponse,
      UndoEmailChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/undo-email-change`,
        method: "POST",
        body: queryArg.undoEmailChangeRequest,
      }),
    }),
    sendContactMessage: build.mutation<
      SendContactMessageApiResponse,
      SendContactMessageApiArg
    >({
      query: (queryArg) => ({
        url: `/api/contact`,
        method: "POST",
        body: queryArg.contactMessage,
      }),
    }),
    dashboardAnalytics: build.query<
      DashboardAnalyticsApiResponse,
      DashboardAnalyticsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/analytics`,
        params: {
          range: queryArg.range,
          domain: queryArg.domain,
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    analyticsBreakdowns: build.query<
      AnalyticsBreakdownsApiResponse,
      AnalyticsBreakdownsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/analytics/breakdowns`,
        params: {
          range: queryArg.range,
          domain: queryArg.domain,
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    blockingForecast: build.query<
      BlockingForecastApiResponse,
      BlockingForecastApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/blocking-forecast`,
        params: {
          domain: queryArg.domain,
          range: queryArg.range,
        },
      }),
    }),
    liveOverview: build.query<LiveOverviewApiResponse, LiveOverviewApiArg>({
      query: (queryArg) => ({
        url: `/api/dashboard/live`,
        params: {
          domain: queryArg.domain,
        },
      }),
    }),
    exportLogs: build.query<ExportLogsApiResponse, ExportLogsApiArg>({
      query: (queryArg) => ({
        url: `/api/dashboard/logs/export`,
        params: {
          days: queryArg.days,
          status_filter: queryArg.statusFilter,
          domain: queryArg.domain,
          address: queryArg.address,
          country: queryArg.country,
          network: queryArg.network,
          threat: queryArg.threat,
          rule: queryArg.rule,
          method: queryArg.method,
          agent: queryArg.agent,
          ja4: queryArg.ja4,
          path: queryArg.path,
          http_status: queryArg.httpStatus,
          cache: queryArg.cache,
          reason: queryArg.reason,
          request_id: queryArg.requestId,
          action: queryArg.action,
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    liveLogs: build.query<LiveLogsApiResponse, LiveLogsApiArg>({
      query: (queryArg) => ({
        url: `/api/dashboard/logs/live`,
        params: {
          status_filter: queryArg.statusFilter,
          domain: queryArg.domain,
          address: queryArg.address,
          country: queryArg.country,
          network: queryArg.network,
          threat: queryArg.threat,
          rule: queryArg.rule,
          method: queryArg.method,
          agent: queryArg.agent,
          ja4: queryArg.ja4,
          path: queryArg.path,
          http_status: queryArg.httpStatus,
          cache: queryArg.cache,
          reason: queryArg.reason,
          request_id: queryArg.requestId,
          action: queryArg.action,
        },
      }),
    }),
    recentLogs: build.query<RecentLogsApiResponse, RecentLogsApiArg>({
      query: (queryArg) => ({
        url: `/api/dashboard/logs/recent`,
        params: {
          limit: queryArg.limit,
          status_filter: queryArg.statusFilter,
          domain: queryArg.domain,
          after: queryArg.after,
          address: queryArg.address,
          country: queryArg.country,
          network: queryArg.network,
          threat: queryArg.threat,
          rule: queryArg.rule,
          method: queryArg.method,
          agent: queryArg.agent,
          ja4: queryArg.ja4,
          path: queryArg.path,
          http_status: queryArg.httpStatus,
          cache: queryArg.cache,
          reason: queryArg.reason,
          request_id: queryArg.requestId,
          action: queryArg.action,
          from: queryArg["from"],
          to: queryArg.to,
        },
      }),
    }),
    dashboardNow: build.query<DashboardNowApiResponse, DashboardNowApiArg>({
      query: (queryArg) => ({
        url: `/api/dashboard/now`,
        params: {
          domain: queryArg.domain,
        },
      }),
    }),
    dashboardStats: build.query<
      DashboardStatsApiResponse,
      DashboardStatsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/dashboard/stats`,
        params: {
          domain: queryArg.domain,
        },
      }),
    }),
    demoTarget: build.query<DemoTargetApiResponse, DemoTargetApiArg>({
      query: () => ({ url: `/api/demo-attack` }),
    }),
    attackDemo: build.mutation<AttackDemoApiResponse, AttackDemoApiArg>({
      query: (queryArg) => ({
        url: `/api/demo-attack`,
        method: "POST",
        body: queryArg.demoAttack,
      }),
    }),
    listDomains: build.query<ListDomainsApiResponse, ListDomainsApiArg>({
      query: () => ({ url: `/api/domains` }),
    }),
    addDomain: build.mutation<AddDomainApiResponse, AddDomainApiArg>({
      query: (queryArg) => ({
        url: `/api/domains`,
        method: "POST",
        body: queryArg.domainCreate,
      }),
    }),
    removeDomain: build.mutation<RemoveDomainApiResponse, RemoveDomainApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    getDomain: build.query<GetDomainApiResponse, GetDomainApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}` }),
    }),
    updateDomain: build.mutation<UpdateDomainApiResponse, UpdateDomainApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}`,
        method: "PATCH",
        body: queryArg.domainUpdate,
      }),
    }),
    liftBan: build.mutation<LiftBanApiResponse, LiftBanApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/bans`,
        method: "DELETE",
        params: {
          address: queryArg.address,
        },
      }),
    }),
    listBans: build.query<ListBansApiResponse, ListBansApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/bans`,
        params: {
          kind: queryArg.kind,
          offset: queryArg.offset,
          limit: queryArg.limit,
        },
      }),
    }),
    addBan: build.mutation<AddBanApiResponse, AddBanApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/bans`,
        method: "POST",
        body: queryArg.banCreate,
      }),
    }),
    purgeCache: build.mutation<PurgeCacheApiResponse, PurgeCacheApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/cache/purge`,
        method: "POST",
        body: queryArg.cachePurge,
      }),
    }),
    listCachePurges: build.query<
      ListCachePurgesApiResponse,
      ListCachePurgesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/cache/purges`,
      }),
    }),
    getCertificates: build.query<
      GetCertificatesApiResponse,
      GetCertificatesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/certificates`,
      }),
    }),
    issueCertificate: build.mutation<
      IssueCertificateApiResponse,
      IssueCertificateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/certificates/issue`,
        method: "POST",
      }),
    }),
    revokeCertificate: build.mutation<
      RevokeCertificateApiResponse,
      RevokeCertificateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/certificates/revoke`,
        method: "POST",
        body: queryArg.certificateRevocation,
      }),
    }),
    removeUploadedCertificate: build.mutation<
      RemoveUploadedCertificateApiResponse,
      RemoveUploadedCertificateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/certificates/uploaded`,
        method: "DELETE",
      }),
    }),
    uploadCertificate: build.mutation<
      UploadCertificateApiResponse,
      UploadCertificateApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/certificates/uploaded`,
        method: "PUT",
        body: queryArg.certificateUpload,
      }),
    }),
    getDomainDns: build.query<GetDomainDnsApiResponse, GetDomainDnsApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}/dns` }),
    }),
    priceExclusions: build.mutation<
      PriceExclusionsApiResponse,
      PriceExclusionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/exclusion-prices`,
        method: "POST",
        body: queryArg.exclusionPricesRequest,
      }),
    }),
    originLock: build.query<OriginLockApiResponse, OriginLockApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}/origin-lock` }),
    }),
    listOrigins: build.query<ListOriginsApiResponse, ListOriginsApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}/origins` }),
    }),
    listOwnershipHistory: build.query<
      ListOwnershipHistoryApiResponse,
      ListOwnershipHistoryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/ownership-history`,
      }),
    }),
    answerOwnershipRequest: build.mutation<
      AnswerOwnershipRequestApiResponse,
      AnswerOwnershipRequestApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/ownership-requests/${queryArg.requestId}`,
        method: "POST",
        body: queryArg.ownershipAnswer,
      }),
    }),
    simulateRequest: build.mutation<
      SimulateRequestApiResponse,
      SimulateRequestApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/simulate`,
        method: "POST",
        body: queryArg.simulationRequest,
      }),
    }),
    verifyDomain: build.mutation<VerifyDomainApiResponse, VerifyDomainApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/verify`,
        method: "POST",
      }),
    }),
    getSitePolicy: build.query<GetSitePolicyApiResponse, GetSitePolicyApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}/waf-config` }),
    }),
    updateSitePolicy: build.mutation<
      UpdateSitePolicyApiResponse,
      UpdateSitePolicyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/waf-config`,
        method: "PUT",
        body: queryArg.sitePolicyUpdate,
      }),
    }),
    listSitePolicyVersions: build.query<
      ListSitePolicyVersionsApiResponse,
      ListSitePolicyVersionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/waf-config/versions`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    getSitePolicyVersion: build.query<
      GetSitePolicyVersionApiResponse,
      GetSitePolicyVersionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/waf-config/versions/${queryArg.version}`,
      }),
    }),
    rollBackSitePolicy: build.mutation<
      RollBackSitePolicyApiResponse,
      RollBackSitePolicyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/waf-config/versions/${queryArg.version}/rollback`,
        method: "POST",
        params: {
          current_version: queryArg.currentVersion,
        },
      }),
    }),
    edgeAddresses: build.query<EdgeAddressesApiResponse, EdgeAddressesApiArg>({
      query: () => ({ url: `/api/edge-addresses` }),
    }),
    edgeAddressesText: build.query<
      EdgeAddressesTextApiResponse,
      EdgeAddressesTextApiArg
    >({
      query: () => ({ url: `/api/edge-addresses/text` }),
    }),
    listInvoices: build.query<ListInvoicesApiResponse, ListInvoicesApiArg>({
      query: () => ({ url: `/api/invoices` }),
    }),
    getInvoicePdf: build.query<GetInvoicePdfApiResponse, GetInvoicePdfApiArg>({
      query: (queryArg) => ({ url: `/api/invoices/${queryArg.id}/pdf` }),
    }),
    liveFigures: build.query<LiveFiguresApiResponse, LiveFiguresApiArg>({
      query: () => ({ url: `/api/live-figures` }),
    }),
    listManagedRules: build.query<
      ListManagedRulesApiResponse,
      ListManagedRulesApiArg
    >({
      query: () => ({ url: `/api/managed-rules` }),
    }),
    listApplicationPacks: build.query<
      ListApplicationPacksApiResponse,
      ListApplicationPacksApiArg
    >({
      query: () => ({ url: `/api/managed-rules/packs` }),
    }),
    listRuleReleases: build.query<
      ListRuleReleasesApiResponse,
      ListRuleReleasesApiArg
    >({
      query: () => ({ url: `/api/managed-rules/releases` }),
    }),
    reportBounce: build.mutation<ReportBounceApiResponse, ReportBounceApiArg>({
      query: (queryArg) => ({
        url: `/api/newsletter/bounces`,
        method: "POST",
        body: queryArg.bounceReport,
      }),
    }),
    subscribeNewsletter: build.mutation<
      SubscribeNewsletterApiResponse,
      SubscribeNewsletterApiArg
    >({
      query: (queryArg) => ({
        url: `/api/newsletter/subscribe`,
        method: "POST",
        body: queryArg.newsletterSubscribe,
      }),
    }),
    unsubscribeNewsletter: build.mutation<
      UnsubscribeNewsletterApiResponse,
      UnsubscribeNewsletterApiArg
    >({
      query: (queryArg) => ({
        url: `/api/newsletter/unsubscribe`,
        method: "POST",
        body: queryArg.newsletterUnsubscribe,
      }),
    }),
    listNotifications: build.query<
      ListNotificationsApiResponse,
      ListNotificationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/notifications`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    markNotificationsRead: build.mutation<
      MarkNotificationsReadApiResponse,
      MarkNotificationsReadApiArg
    >({
      query: (queryArg) => ({
        url: `/api/notifications/read`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    claimOrder: build.mutation<ClaimOrderApiResponse, ClaimOrderApiArg>({
      query: (queryArg) => ({
        url: `/api/orders/claim`,
        method: "POST",
        body: queryArg.orderClaim,
      }),
    }),
    createOrder: build.mutation<CreateOrderApiResponse, CreateOrderApiArg>({
      query: (queryArg) => ({
        url: `/api/orders/create`,
        method: "POST",
        body: queryArg.orderCreate,
      }),
    }),
    listMyOrders: build.query<ListMyOrdersApiResponse, ListMyOrdersApiArg>({
      query: () => ({ url: `/api/orders/my-orders` }),
    }),
    getOrderOutcome: build.query<
      GetOrderOutcomeApiResponse,
      GetOrderOutcomeApiArg
    >({
      query: (queryArg) => ({ url: `/api/orders/${queryArg.id}` }),
    }),
    previewMoneyBack: build.query<
      PreviewMoneyBackApiResponse,
      PreviewMoneyBackApiArg
    >({
      query: (queryArg) => ({ url: `/api/orders/${queryArg.id}/money-back` }),
    }),
    takeMoneyBack: build.mutation<
      TakeMoneyBackApiResponse,
      TakeMoneyBackApiArg
    >({
      query: (queryArg) => ({
        url: `/api/orders/${queryArg.id}/money-back`,
        method: "POST",
      }),
    }),
    useOrder: build.mutation<UseOrderApiResponse, UseOrderApiArg>({
      query: (queryArg) => ({
        url: `/api/orders/${queryArg.id}/use`,
        method: "POST",
      }),
    }),
    capturePayPalOrder: build.mutation<
      CapturePayPalOrderApiResponse,
      CapturePayPalOrderApiArg
    >({
      query: (queryArg) => ({
        url: `/api/paypal/capture-order`,
        method: "POST",
        body: queryArg.payPalCapture,
      }),
    }),
    getPayPalConfig: build.query<
      GetPayPalConfigApiResponse,
      GetPayPalConfigApiArg
    >({
      query: () => ({ url: `/api/paypal/config` }),
    }),
    createPayPalOrder: build.mutation<
      CreatePayPalOrderApiResponse,
      CreatePayPalOrderApiArg
    >({
      query: (queryArg) => ({
        url: `/api/paypal/create-order`,
        method: "POST",
        body: queryArg.payPalOrderCreate,
      }),
    }),
    giveUpPayPalOrder: build.mutation<
      GiveUpPayPalOrderApiResponse,
      GiveUpPayPalOrderApiArg
    >({
      query: (queryArg) => ({
        url: `/api/paypal/give-up-order`,
        method: "POST",
        body: queryArg.payPalGiveUp,
      }),
    }),
    listPlans: build.query<ListPlansApiResponse, ListPlansApiArg>({
      query: () => ({ url: `/api/plans` }),
    }),
    previewPlanChange: build.query<
      PreviewPlanChangeApiResponse,
      PreviewPlanChangeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/plans/change-preview`,
        params: {
          plan_id: queryArg.planId,
          billing_period: queryArg.billingPeriod,
        },
      }),
    }),
    getMySubscription: build.query<
      GetMySubscriptionApiResponse,
      GetMySubscriptionApiArg
    >({
      query: () => ({ url: `/api/plans/mine` }),
    }),
    startTrial: build.mutation<StartTrialApiResponse, StartTrialApiArg>({
      query: (queryArg) => ({
        url: `/api/plans/trial`,
        method: "POST",
        body: queryArg.trialStart,
      }),
    }),
    updateAccount: build.mutation<
      UpdateAccountApiResponse,
      UpdateAccountApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/account`,
        method: "PUT",
        body: queryArg.accountUpdate,
      }),
    }),
    listAccountAudit: build.query<
      ListAccountAuditApiResponse,
      ListAccountAuditApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/audit`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    listMfaConfigs: build.query<
      ListMfaConfigsApiResponse,
      ListMfaConfigsApiArg
    >({
      query: () => ({ url: `/api/settings/mfa/configs` }),
    }),
    deleteMfaConfig: build.mutation<
      DeleteMfaConfigApiResponse,
      DeleteMfaConfigApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/mfa/configs/${queryArg.id}`,
        method: "DELETE",
        body: queryArg.passwordConfirmation,
      }),
    }),
    disableMfa: build.mutation<DisableMfaApiResponse, DisableMfaApiArg>({
      query: (queryArg) => ({
        url: `/api/settings/mfa/disable`,
        method: "POST",
        body: queryArg.passwordConfirmation,
      }),
    }),
    enableMfa: build.mutation<EnableMfaApiResponse, EnableMfaApiArg>({
      query: (queryArg) => ({
        url: `/api/settings/mfa/enable`,
        method: "POST",
        body: queryArg.mfaEnableRequest,
      }),
    }),
    regenerateMfa: build.mutation<
      RegenerateMfaApiResponse,
      RegenerateMfaApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/mfa/regenerate`,
        method: "POST",
        body: queryArg.passwordConfirmation,
      }),
    }),
    setUpMfa: build.query<SetUpMfaApiResponse, SetUpMfaApiArg>({
      query: () => ({ url: `/api/settings/mfa/setup` }),
    }),
    getMfaStatus: build.query<GetMfaStatusApiResponse, GetMfaStatusApiArg>({
      query: () => ({ url: `/api/settings/mfa/status` }),
    }),
    getNotificationSettings: build.query<
      GetNotificationSettingsApiResponse,
      GetNotificationSettingsApiArg
    >({
      query: () => ({ url: `/api/settings/notifications` }),
    }),
    updateNotificationSettings: build.mutation<
      UpdateNotificationSettingsApiResponse,
      UpdateNotificationSettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/notifications`,
        method: "PUT",
        body: queryArg.notificationSettings,
      }),
    }),
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/password`,
        method: "PUT",
        body: queryArg.passwordChange,
      }),
    }),
    listSecurityActivity: build.query<
      ListSecurityActivityApiResponse,
      ListSecurityActivityApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/security-activity`,
        params: {
          before: queryArg.before,
          limit: queryArg.limit,
        },
      }),
    }),
    listSupportViews: build.query<
      ListSupportViewsApiResponse,
      ListSupportViewsApiArg
    >({
      query: () => ({ url: `/api/settings/support-views` }),
    }),
    answerSupportView: build.mutation<
      AnswerSupportViewApiResponse,
      AnswerSupportViewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/support-views/${queryArg.id}/answer`,
        method: "POST",
        body: queryArg.supportViewAnswer,
      }),
    }),
    endSupportView: build.mutation<
      EndSupportViewApiResponse,
      EndSupportViewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/settings/support-views/${queryArg.id}/end`,
        method: "POST",
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type ListApiKeysApiResponse = /** status 200  */ ApiKeyList;
export type ListApiKeysApiArg = void;
export type CreateApiKeyApiResponse = /** status 201  */ NewApiKey;
export type CreateApiKeyApiArg = {
  apiKeyRequest: ApiKeyRequest;
};
export type RevokeApiKeyApiResponse = /** status 200  */ Message;
export type RevokeApiKeyApiArg = {
  id: string;
};
export type CancelSubscriptionApiResponse = /** status 200  */ Message;
export type CancelSubscriptionApiArg = void;
export type ConfirmEmailApiResponse = /** status 200  */ Message;
export type ConfirmEmailApiArg = {
  confirmEmailRequest: ConfirmEmailRequest;
};
export type DeleteAccountApiResponse = /** status 200  */ Message;
export type DeleteAccountApiArg = void;
export type RequestPasswordResetApiResponse = /** status 200  */ Message;
export type RequestPasswordResetApiArg = {
  forgottenPasswordRequest: ForgottenPasswordRequest;
};
export type LoginApiResponse = /** status 200  */ LoginResult;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type LogoutApiResponse = /** status 200  */ Message;
export type LogoutApiArg = void;
export type GetMeApiResponse = /** status 200  */ CurrentUser;
export type GetMeApiArg = void;
export type ReauthenticateApiResponse = /** status 200  */ Reauthentication;
export type ReauthenticateApiArg = {
  reauthenticateRequest: ReauthenticateRequest;
};
export type RegisterApiResponse = /** status 201  */ SessionToken;
export type RegisterApiArg = {
  registerRequest: RegisterRequest;
};
export type RenewApiResponse = /** status 200  */ RenewedToken;
export type RenewApiArg = {
  renewRequest: RenewRequest;
};
export type ResendConfirmationApiResponse = /** status 200  */ Message;
export type ResendConfirmationApiArg = void;
export type ResetPasswordApiResponse = /** status 200  */ Message;
export type ResetPasswordApiArg = {
  resetPasswordRequest: ResetPasswordRequest;
};
export type RevokeOtherSessionsApiResponse = /** status 200  */ Message;
export type RevokeOtherSessionsApiArg = void;
export type ListSessionsApiResponse = /** status 200  */ SessionList;
export type ListSessionsApiArg = void;
export type RevokeSessionApiResponse = /** status 200  */ Message;
export type RevokeSessionApiArg = {
  id: string;
};
export type UndoEmailChangeApiResponse = /** status 200  */ Message;
export type UndoEmailChangeApiArg = {
  undoEmailChangeRequest: UndoEmailChangeRequest;
};
export type SendContactMessageApiResponse = /** status 200  */ MailerMessage;
export type SendContactMessageApiArg = {
  contactMessage: ContactMessage;
};
export type DashboardAnalyticsApiResponse = /** status 200  */ Analytics;
export type DashboardAnalyticsApiArg = {
  range?: "24h" | "7d" | "30d" | "90d";
  domain?: ("" | "null" | "undefined" | "all") | string;
  from?: string;
  to?: string;
};
export type AnalyticsBreakdownsApiResponse =
  /** status 200  */ AnalyticsBreakdowns;
export type AnalyticsBreakdownsApiArg = {
  range?: "24h" | "7d" | "30d" | "90d";
  domain?: ("" | "null" | "undefined" | "all") | string;
  from?: string;
  to?: string;
};
export type BlockingForecastApiResponse = /** status 200  */ BlockingForecast;
export type BlockingForecastApiArg = {
  domain: string;
  range?: "24h" | "7d";
};
export type LiveOverviewApiResponse = /** status 200  */ string;
export type LiveOverviewApiArg = {
  domain?: ("" | "null" | "undefined" | "all") | string;
};
export type ExportLogsApiResponse =
  /** status 200 At most 1000000 entries. Where there are more, the transfer breaks off instead of ending: that file is not whole. Exports in the background have no such bound. */ string;
export type ExportLogsApiArg = {
  days?: number;
  statusFilter?: ("" | "null" | "undefined" | "all") | ("blocked" | "allowed");
  domain?: ("" | "null" | "undefined" | "all") | string;
  /** Client address, a network such as 192.0.2.0/24, or a pseudonym such as anon-0123456789abcdef. With "!" before it: all other entries. */
  address?: "" | string;
  /** ISO 3166-1 alpha-2 code of the client’s country, or "unknown". With "!" before it: all other entries. */
  country?: "" | string;
  /** Number of the autonomous system that the client is in, such as 64500. With "!" before it: all other entries. */
  network?: "" | string;
  /** Threat type, such as "SQL Injection" or "Server Error"; "Clean": none. With "!" before it: all other entries. */
  threat?: "" | string;
  /** Id of a rule that decided or fired, such as 1002. With "!" before it: all other entries. */
  rule?: "" | string;
  /** HTTP method, such as POST. With "!" before it: all other entries. */
  method?: "" | string;
  /** User-Agent of the client; with "*" at the end, a prefix. With "!" before it: all other entries. */
  agent?: "" | string;
  /** JA4 fingerprint of the client’s TLS handshake, such as t13d1516h2_8daaf6152771_e5627efa2ab1; with "*" at its end, what it begins with; "none" where there is none. With "!" before it: all other entries. */
  ja4?: "" | string;
  /** Target without its query; with "*" at the end, a prefix. With "!" before it: all other entries. */
  path?: "" | string;
  /** HTTP status that was sent, such as 503, or a class of them, such as 5xx. With "!" before it: all other entries. */
  httpStatus?: "" | string;
  /** What the cache did, such as "hit", "miss" or "bypass"; "none" where it was not asked. With "!" before it: all other entries. */
  cache?: "" | string;
  /** Reason of the edge, such as "blocked_country"; with "*" at the end, a prefix. With "!" before it: all other entries. */
  reason?: "" | string;
  /** Id of one request, as shown on the block page. */
  requestId?: "" | string;
  /** What the edge did, such as "block" or "rate_limit". With "!" before it: all other entries. */
  action?: "" | string;
  /** ISO 8601; entries from then on. */
  from?: "" | string;
  /** ISO 8601; entries before then. */
  to?: "" | string;
};
export type LiveLogsApiResponse = /** status 200  */ string;
export type LiveLogsApiArg = {
  statusFilter?: ("" | "null" | "undefined" | "all") | ("blocked" | "allowed");
  domain?: ("" | "null" | "undefined" | "all") | string;
  /** Client address, a network such as 192.0.2.0/24, or a pseudonym such as anon-0123456789abcdef. With "!" before it: all other entries. */
  address?: "" | string;
  /** ISO 3166-1 alpha-2 code of the client’s country, or "unknown". With "!" before it: all other entries. */
  country?: "" | string;
  /** Number of the autonomous system that the client is in, such as 64500. With "!" before it: all other entries. */
  network?: "" | string;
  /** Threat type, such as "SQL Injection" or "Server Error"; "Clean": none. With "!" before it: all other entries. */
  threat?: "" | string;
  /** Id of a rule that decided or fired, such as 1002. With "!" before it: all other entries. */
  rule?: "" | string;
  /** HTTP method, such as POST. With "!" before it: all other entries. */
  method?: "" | string;
  /** User-Agent of the client; with "*" at the end, a prefix. With "!" before it: all other entries. */
  agent?: "" | string;
  /** JA4 fingerprint of the client’s TLS handshake, such as t13d1516h2_8daaf6152771_e5627efa2ab1; with "*" at its end, what it begins with; "none" where there is none. With "!" before it: all other entries. */
  ja4?: "" | string;
  /** Target without its query; with "*" at the end, a prefix. With "!" before it: all other entries. */
  path?: "" | string;
  /** HTTP status that was sent, such as 503, or a class of them, such as 5xx. With "!" before it: all other entries. */
  httpStatus?: "" | string;
  /** What the cache did, such as "hit", "miss" or "bypass"; "none" where it was not asked. With "!" before it: all other entries. */
  cache?: "" | string;
  /** Reason of the edge, such as "blocked_country"; with "*" at the end, a prefix. With "!" before it: all other entries. */
  reason?: "" | string;
  /** Id of one request, as shown on the block page. */
  requestId?: "" | string;
  /** What the edge did, such as "block" or "rate_limit". With "!" before it: all other entries. */
  action?: "" | string;
};
export type RecentLogsApiResponse = /** status 200  */ RecentLogs;
export type RecentLogsApiArg = {
  limit?: number;
  statusFilter?: ("" | "null" | "undefined" | "all") | ("blocked" | "allowed");
  domain?: ("" | "null" | "undefined" | "all") | string;
  after?: string;
  /** Client address, a network such as 192.0.2.0/24, or a pseudonym such as anon-0123456789abcdef. With "!" before it: all other entries. */
  address?: "" | string;
  /** ISO 3166-1 alpha-2 code of the client’s country, or "unknown". With "!" before it: all other entries. */
  country?: "" | string;
  /** Number of the autonomous system that the client is in, such as 64500. With "!" before it: all other entries. */
  network?: "" | string;
  /** Threat type, such as "SQL Injection" or "Server Error"; "Clean": none. With "!" before it: all other entries. */
  threat?: "" | string;
  /** Id of a rule that decided or fired, such as 1002. With "!" before it: all other entries. */
  rule?: "" | string;
  /** HTTP method, such as POST. With "!" before it: all other entries. */
  method?: "" | string;
  /** User-Agent of the client; with "*" at the end, a prefix. With "!" before it: all other entries. */
  agent?: "" | string;
  /** JA4 fingerprint of the client’s TLS handshake, such as t13d1516h2_8daaf6152771_e5627efa2ab1; with "*" at its end, what it begins with; "none" where there is none. With "!" before it: all other entries. */
  ja4?: "" | string;
  /** Target without its query; with "*" at the end, a prefix. With "!" before it: all other entries. */
  path?: "" | string;
  /** HTTP status that was sent, such as 503, or a class of them, such as 5xx. With "!" before it: all other entries. */
  httpStatus?: "" | string;
  /** What the cache did, such as "hit", "miss" or "bypass"; "none" where it was not asked. With "!" before it: all other entries. */
  cache?: "" | string;
  /** Reason of the edge, such as "blocked_country"; with "*" at the end, a prefix. With "!" before it: all other entries. */
  reason?: "" | string;
  /** Id of one request, as shown on the block page. */
  requestId?: "" | string;
  /** What the edge did, such as "block" or "rate_limit". With "!" before it: all other entries. */
  action?: "" | string;
  /** ISO 8601; entries from then on. */
  from?: "" | string;
  /** ISO 8601; entries before then. */
  to?: "" | string;
};
export type DashboardNowApiResponse = /** status 200  */ DashboardNow;
export type DashboardNowApiArg = {
  domain?: ("" | "null" | "undefined" | "all") | string;
};
export type DashboardStatsApiResponse = /** status 200  */ DashboardStats;
export type DashboardStatsApiArg = {
  domain?: ("" | "null" | "undefined" | "all") | string;
};
export type DemoTargetApiResponse = /** status 200  */ DemoTarget;
export type DemoTargetApiArg = void;
export type AttackDemoApiResponse = /** status 200  */ DemoVerdict;
export type AttackDemoApiArg = {
  demoAttack: DemoAttack;
};
export type ListDomainsApiResponse = /** status 200  */ Domain[];
export type ListDomainsApiArg = void;
export type AddDomainApiResponse = /** status 201  */ Domain;
export type AddDomainApiArg = {
  domainCreate: DomainCreate;
};
export type RemoveDomainApiResponse = unknown;
export type RemoveDomainApiArg = {
  id: string;
};
export type GetDomainApiResponse = /** status 200  */ Domain;
export type GetDomainApiArg = {
  id: string;
};
export type UpdateDomainApiResponse = /** status 200  */ Domain;
export type UpdateDomainApiArg = {
  id: string;
  domainUpdate: DomainUpdate;
};
export type LiftBanApiResponse = unknown;
export type LiftBanApiArg = {
  id: string;
  address: string;
};
export type ListBansApiResponse = /** status 200  */ BanList;
export type ListBansApiArg = {
  id: string;
  /** `listings`: clients that custom rules have put on a list for a time; they are not banned. */
  kind?: "bans" | "listings";
  offset?: number;
  limit?: number;
};
export type AddBanApiResponse = /** status 201  */ Ban;
export type AddBanApiArg = {
  id: string;
  banCreate: BanCreate;
};
export type PurgeCacheApiResponse = /** status 200  */ CachePurgeRecord;
export type PurgeCacheApiArg = {
  id: string;
  cachePurge: CachePurge;
};
export type ListCachePurgesApiResponse = /** status 200  */ CachePurgeList;
export type ListCachePurgesApiArg = {
  id: string;
};
export type GetCertificatesApiResponse = /** status 200  */ Certificates;
export type GetCertificatesApiArg = {
  id: string;
};
export type IssueCertificateApiResponse = /** status 200  */ Certificates;
export type IssueCertificateApiArg = {
  id: string;
};
export type RevokeCertificateApiResponse = /** status 200  */ Certificates;
export type RevokeCertificateApiArg = {
  id: string;
  certificateRevocation: CertificateRevocation;
};
export type RemoveUploadedCertificateApiResponse =
  /** status 200  */ Certificates;
export type RemoveUploadedCertificateApiArg = {
  id: string;
};
export type UploadCertificateApiResponse = /** status 200  */ Certificates;
export type UploadCertificateApiArg = {
  id: string;
  certificateUpload: CertificateUpload;
};
export type GetDomainDnsApiResponse = /** status 200  */ DnsState;
export type GetDomainDnsApiArg = {
  id: string;
};
export type PriceExclusionsApiResponse = /** status 200  */ ExclusionPrices;
export type PriceExclusionsApiArg = {
  id: string;
  exclusionPricesRequest: ExclusionPricesRequest;
};
export type OriginLockApiResponse = /** status 200  */ OriginLock;
export type OriginLockApiArg = {
  id: string;
};
export type ListOriginsApiResponse = /** status 200  */ OriginList;
export type ListOriginsApiArg = {
  id: string;
};
export type ListOwnershipHistoryApiResponse =
  /** status 200  */ OwnershipHistory;
export type ListOwnershipHistoryApiArg = {
  id: string;
};
export type AnswerOwnershipRequestApiResponse = unknown;
export type AnswerOwnershipRequestApiArg = {
  id: string;
  requestId: string;
  ownershipAnswer: OwnershipAnswer;
};
export type SimulateRequestApiResponse = /** status 200  */ Simulation;
export type SimulateRequestApiArg = {
  id: string;
  simulationRequest: SimulationRequest;
};
export type VerifyDomainApiResponse = /** status 200  */ DomainVerification;
export type VerifyDomainApiArg = {
  id: string;
};
export type GetSitePolicyApiResponse = /** status 200  */ SitePolicy;
export type GetSitePolicyApiArg = {
  id: string;
};
export type UpdateSitePolicyApiResponse = /** status 200  */ SitePolicy;
export type UpdateSitePolicyApiArg = {
  id: string;
  sitePolicyUpdate: SitePolicyUpdate;
};
export type ListSitePolicyVersionsApiResponse =
  /** status 200  */ SitePolicyVersion[];
export type ListSitePolicyVersionsApiArg = {
  id: string;
  /** Only those before this version: the last one of the page before. */
  before?: number;
  limit?: number;
};
export type GetSitePolicyVersionApiResponse =
  /** status 200  */ SitePolicyVersionDetail;
export type GetSitePolicyVersionApiArg = {
  id: string;
  version: number;
};
export type RollBackSitePolicyApiResponse = /** status 200  */ SitePolicy;
export type RollBackSitePolicyApiArg = {
  id: string;
  version: number;
  /** The current version that was reviewed; with it, a change made meanwhile by someone else causes a 409 and is not lost. */
  currentVersion?: number;
};
export type EdgeAddressesApiResponse = /** status 200  */ EdgeAddresses;
export type EdgeAddressesApiArg = void;
export type EdgeAddressesTextApiResponse = /** status 200  */ string;
export type EdgeAddressesTextApiArg = void;
export type ListInvoicesApiResponse = /** status 200  */ Invoice[];
export type ListInvoicesApiArg = void;
export type GetInvoicePdfApiResponse = /** status 200  */ Blob;
export type GetInvoicePdfApiArg = {
  id: string;
};
export type LiveFiguresApiResponse = /** status 200  */ LiveFigures;
export type LiveFiguresApiArg = void;
export type ListManagedRulesApiResponse = /** status 200  */ ManagedRules;
export type ListManagedRulesApiArg = void;
export type ListApplicationPacksApiResponse =
  /** status 200  */ ApplicationPacks;
export type ListApplicationPacksApiArg = void;
export type ListRuleReleasesApiResponse = /** status 200  */ RuleReleases;
export type ListRuleReleasesApiArg = void;
export type ReportBounceApiResponse = /** status 200  */ BouncesRecorded;
export type ReportBounceApiArg = {
  bounceReport: BounceReport;
};
export type SubscribeNewsletterApiResponse = /** status 200  */ MailerMessage;
export type SubscribeNewsletterApiArg = {
  newsletterSubscribe: NewsletterSubscribe;
};
export type UnsubscribeNewsletterApiResponse = /** status 200  */ MailerMessage;
export type UnsubscribeNewsletterApiArg = {
  newsletterUnsubscribe: NewsletterUnsubscribe;
};
export type ListNotificationsApiResponse = /** status 200  */ Notifications;
export type ListNotificationsApiArg = {
  /** `next` of the previous page. */
  before?: string;
  limit?: number;
};
export type MarkNotificationsReadApiResponse =
  /** status 200  */ UnreadNotifications;
export type MarkNotificationsReadApiArg = {
  body: {
    /** Which; all where it is left out. */
    ids?: string[];
  };
};
export type ClaimOrderApiResponse = /** status 200  */ Order;
export type ClaimOrderApiArg = {
  orderClaim: OrderClaim;
};
export type CreateOrderApiResponse = /** status 201  */ Order;
export type CreateOrderApiArg = {
  orderCreate: OrderCreate;
};
export type ListMyOrdersApiResponse = /** status 200  */ MyOrders;
export type ListMyOrdersApiArg = void;
export type GetOrderOutcomeApiResponse = /** status 200  */ OrderOutcome;
export type GetOrderOutcomeApiArg = {
  id: string;
};
export type PreviewMoneyBackApiResponse = /** status 200  */ MoneyBackPreview;
export type PreviewMoneyBackApiArg = {
  id: string;
};
export type TakeMoneyBackApiResponse = /** status 200  */ Order;
export type TakeMoneyBackApiArg = {
  id: string;
};
export type UseOrderApiResponse = /** status 200  */ Order;
export type UseOrderApiArg = {
  id: string;
};
export type CapturePayPalOrderApiResponse =
  /** status 200  */ PayPalCaptureResult;
export type CapturePayPalOrderApiArg = {
  payPalCapture: PayPalCapture;
};
export type GetPayPalConfigApiResponse = /** status 200  */ PayPalConfig;
export type GetPayPalConfigApiArg = void;
export type CreatePayPalOrderApiResponse =
  /** status 200  */ PayPalOrderCreated;
export type CreatePayPalOrderApiArg = {
  payPalOrderCreate: PayPalOrderCreate;
};
export type GiveUpPayPalOrderApiResponse = /** status 200  */ OrderOutcome;
export type GiveUpPayPalOrderApiArg = {
  payPalGiveUp: PayPalGiveUp;
};
export type ListPlansApiResponse = /** status 200  */ Plan[];
export type ListPlansApiArg = void;
export type PreviewPlanChangeApiResponse = /** status 200  */ PlanChangePreview;
export type PreviewPlanChangeApiArg = {
  planId: string | number;
  billingPeriod: "monthly" | "yearly";
};
export type GetMySubscriptionApiResponse = /** status 200  */ Subscription;
export type GetMySubscriptionApiArg = void;
export type StartTrialApiResponse = /** status 200  */ Subscription;
export type StartTrialApiArg = {
  trialStart: TrialStart;
};
export type UpdateAccountApiResponse = /** status 200  */ CurrentUser;
export type UpdateAccountApiArg = {
  accountUpdate: AccountUpdate;
};
export type ListAccountAuditApiResponse = /** status 200  */ AccountAudit;
export type ListAccountAuditApiArg = {
  /** `next` of the previous page. */
  before?: string;
  limit?: number;
};
export type ListMfaConfigsApiResponse = /** status 200  */ MfaConfigs;
export type ListMfaConfigsApiArg = void;
export type DeleteMfaConfigApiResponse = /** status 200  */ Message;
export type DeleteMfaConfigApiArg = {
  id: string;
  passwordConfirmation: PasswordConfirmation;
};
export type DisableMfaApiResponse = /** status 200  */ Message;
export type DisableMfaApiArg = {
  passwordConfirmation: PasswordConfirmation;
};
export type EnableMfaApiResponse = /** status 200  */ Message;
export type EnableMfaApiArg = {
  mfaEnableRequest: MfaEnableRequest;
};
export type RegenerateMfaApiResponse = /** status 200  */ MfaSetup;
export type RegenerateMfaApiArg = {
  passwordConfirmation: PasswordConfirmation;
};
export type SetUpMfaApiResponse = /** status 200  */ MfaSetup;
export type SetUpMfaApiArg = void;
export type GetMfaStatusApiResponse = /** status 200  */ MfaStatus;
export type GetMfaStatusApiArg = void;
export type GetNotificationSettingsApiResponse =
  /** status 200  */ NotificationSettings;
export type GetNotificationSettingsApiArg = void;
export type UpdateNotificationSettingsApiResponse =
  /** status 200  */ NotificationSettings;
export type UpdateNotificationSettingsApiArg = {
  notificationSettings: NotificationSettings;
};
export type ChangePasswordApiResponse = /** status 200  */ Message;
export type ChangePasswordApiArg = {
  passwordChange: PasswordChange;
};
export type ListSecurityActivityApiResponse =
  /** status 200  */ SecurityActivity;
export type ListSecurityActivityApiArg = {
  /** `next` of the previous page. */
  before?: string;
  limit?: number;
};
export type ListSupportViewsApiResponse = /** status 200  */ SupportViews;
export type ListSupportViewsApiArg = void;
export type AnswerSupportViewApiResponse = /** status 200  */ SupportView;
export type AnswerSupportViewApiArg = {
  id: string;
  supportViewAnswer: SupportViewAnswer;
};
export type EndSupportViewApiResponse = /** status 200  */ SupportView;
export type EndSupportViewApiArg = {
  id: string;
};
export type ApiKey = {
  created_at: string;
  expires_at: string | null;
  /** How the key begins. */
  hint: string;
  id: string;
  last_used_at: string | null;
  name: string;
  scopes: string[];
};
export type ApiKeyList = ApiKey[];
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
export type NewApiKey = {
  /** Shown this once. */
  api_key: string;
  created_at: string;
  expires_at: string | null;
  /** How the key begins. */
  hint: string;
  id: string;
  last_used_at: string | null;
  name: string;
  scopes: string[];
};
export type ApiKeyRequest = {
  /** null: the key does not expire. */
  expires_in_days?: number | null;
  name: string;
  scopes: (
    | "account:read"
    | "domains:read"
    | "domains:write"
    | "logs:read"
    | "logs:write"
    | "log_streams:write"
    | "billing:read"
    | "billing:write"
    | "admin"
  )[];
};
export type Message = {
  message: string;
};
export type ConfirmEmailRequest = {
  /** The account’s password: needed from a device that the account does not know. */
  password?: string | null;
  token: string;
};
export type ForgottenPasswordRequest = {
  email: string;
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
export type LoginResult = {
  access_token: string | null;
  /** When the session ends, regardless of renewals. */
  expires_at: string | null;
  /** Lifetime of access_token in seconds; renew it before then: POST /api/auth/renew. */
  expires_in: number | null;
  /** True: no session was created; repeat the request with mfa_token. */
  requires_mfa: boolean;
  token_type: "bearer";
  user: CurrentUser | null;
};
export type LoginRequest = {
  email: string;
  /** Six digits of the authenticator app, or a backup code. */
  mfa_token?: string | null;
  password: string;
  remember_me?: boolean | null;
};
export type Reauthentication = {
  /** Until when this session may perform sensitive actions. */
  confirmed_until: string | null;
  /** True: nothing is confirmed yet; repeat the request with mfa_token. */
  requires_mfa: boolean;
};
export type ReauthenticateRequest = {
  /** Six digits of the authenticator app, or a backup code. */
  mfa_token?: string | null;
  password: string;
};
export type SessionToken = {
  access_token: string;
  /** When the session ends, regardless of renewals. */
  expires_at: string;
  /** Lifetime of access_token in seconds; renew it before then: POST /api/auth/renew. */
  expires_in: number;
  token_type: "bearer";
  user: CurrentUser;
};
export type RegisterRequest = {
  email: string;
  full_name?: string | null;
  password: string;
  username: string;
};
export type RenewedToken = {
  access_token: string;
  /** When the session ends, regardless of renewals. */
  expires_at: string;
  /** Lifetime of access_token in seconds; renew it before then: POST /api/auth/renew. */
  expires_in: number;
  token_type: "bearer";
  /** Whose session it is. */
  user_id: string;
};
export type RenewRequest = {};
export type ResetPasswordRequest = {
  new_password: string;
  token: string;
};
export type Session = {
  created_at: string;
  /** The session that asks. */
  current: boolean;
  expires_at: string;
  id: string;
  ip_address: string;
  last_seen_at: string;
  user_agent: string;
};
export type SessionList = Session[];
export type UndoEmailChangeRequest = {
  token: string;
};
export type MailerMessage = {
  message: string;
};
export type ContactMessage = {
  email: string;
  message: string;
  name: string;
  subject?: string;
  website?: string | null;
};
export type Analytics = {
  addresses: {
    address: string;
    blocked: number;
    requests: number;
  }[];
  before: {
    blocked: number;
    requests: number;
    response_bytes: number;
  } | null;
  countries: {
    blocked: number;
    country: string;
    percentage: number;
    requests: number;
  }[];
  from: string;
  latency: {
    p50: number | null;
    p90: number | null;
    p99: number | null;
  };
  paths: {
    blocked: number;
    path: string;
    requests: number;
  }[];
  range: ("24h" | "7d" | "30d" | "90d") | null;
  series: {
    blocked: number;
    requests: number;
    response_bytes: number;
    time: string;
  }[];
  status_classes: {
    blocked: number;
    requests: number;
    status_class: string;
  }[];
  step: "hour" | "day";
  threat_types: {
    count: number;
    percentage: number;
    threat_type: string;
  }[];
  to: string;
  totals: {
    allowed: number;
    block_rate: number;
    blocked: number;
    requests: number;
    response_bytes: number;
  };
};
export type AnalyticsBreakdowns = {
  agents: {
    blocked: number;
    requests: number;
    response_bytes: number;
    value: string;
  }[];
  bots: {
    blocked: number;
    requests: number;
    response_bytes: number;
    value: string;
  }[];
  cache: {
    hit_rate: number | null;
    statuses: {
      blocked: number;
      requests: number;
      response_bytes: number;
      value: string;
    }[];
  };
  csp: {
    blocked: number;
    requests: number;
    response_bytes: number;
    value: string;
  }[];
  failure_series: {
    origin_failures: number;
    origin_requests: number;
    server_errors: number;
    time: string;
  }[];
  failures: {
    origin_failures: number;
    origin_requests: number;
    server_errors: number;
  };
  from: string;
  latency: {
    edge: {
      p50: number | null;
      p90: number | null;
      p99: number | null;
    };
    origin: {
      p50: number | null;
      p90: number | null;
      p99: number | null;
    };
  };
  methods: {
    blocked: number;
    requests: number;
    response_bytes: number;
    value: string;
  }[];
  networks: {
    blocked: number;
    name: string;
    network: number;
    requests: number;
  }[];
  paths: {
    blocked: number;
    requests: number;
    response_bytes: number;
    value: string;
  }[];
  rules: {
    blocked: number;
    name: string;
    requests: number;
    rule: number;
  }[];
  step: "hour" | "day";
  to: string;
};
export type BlockingForecast = {
  causes: {
    addresses: number;
    answered: number;
    likelihood: "ordinary" | "attack" | "unclear";
    message: string | null;
    path: string;
    reason: string;
    requests: number;
    rule_id: number | null;
    samples: {
      geo_country: string | null;
      origin_status: number | null;
      remote_addr: string;
      request_id: string;
      request_method: string;
      request_uri: string;
      timestamp: string;
    }[];
    target: string;
    threat_type: string;
  }[];
  from: string;
  likely_false: number;
  looked_at: number;
  range: "24h" | "7d";
  requests: number;
  threat_types: {
    requests: number;
    threat_type: string;
  }[];
  to: string;
  would_block: {
    more: boolean;
    requests: number;
    share: number;
  };
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
export type RecentLogs = {
  logs: LogEntry[];
  next: string | null;
  searched_to: string | null;
};
export type OngoingAttack = {
  blocked: number;
  networks: {
    asn_name: string | null;
    network: string;
    percentage: number;
  }[];
  since: string;
  threat_type: string;
};
export type SiteNow = {
  attack: OngoingAttack | null;
  day: {
    blocked: number;
    requests: number;
  };
  domain_name: string;
  id: string;
  last_blocked_at: string | null;
  origin: {
    asked: number;
    down_since: string | null;
    failed: number;
  } | null;
  suspected: {
    addresses: number;
    path: string;
    requests: number;
    threat_type: string;
  } | null;
};
export type DashboardNow = {
  as_of: string;
  hour: {
    blocked: number;
    failed: number;
    requests: number;
  };
  minutes: {
    blocked: number;
    failed: number;
    requests: number;
    time: string;
  }[];
  sites: SiteNow[];
  usual: {
    blocked: number;
    requests: number;
  } | null;
};
export type DashboardStats = {
  before: {
    allowed_requests: number;
    blocked_threats: number;
    total_requests: number;
  } | null;
  recent_logs: {
    attack_type: string;
    country: string | null;
    domain_name: string;
    id: string;
    ip_address: string;
    status: "blocked" | "allowed";
    timestamp: string;
  }[];
  stats: {
    allowed_requests: number;
    avg_response_time: number | null;
    block_rate: number;
    blocked_threats: number;
    total_requests: number;
    uptime_percentage: number | null;
    uptime_since: string | null;
  };
  threat_types: {
    count: number;
    percentage: number;
    threat_type: string;
  }[];
  weekly_traffic: {
    blocked_requests: number;
    date: string;
    total_requests: number;
  }[];
};
export type DemoTarget = {
  host: string | null;
  max_payload_length: number;
};
export type DemoVerdict = {
  http_status: number;
  logged: {
    action: string;
    rules: {
      explanation: string;
      message: string;
      rule_id: number;
      score: number;
      severity: string;
    }[];
    score: number;
    status: "blocked" | "allowed";
    threat_type: string | null;
  } | null;
  request: string;
  request_id: string;
};
export type DemoAttack = {
  payload: string;
  place: "query" | "form";
};
export type OwnershipRequest = {
  ends_at: string;
  held_name: string;
  id: string;
  kind: "consent" | "contest";
  name: string;
  role: "holder" | "claimant";
};
export type Domain = {
  allowed_requests: number;
  blocked_requests: number;
  certificate: {
    not_after: string | null;
    status:
      "pending" | "active" | "renewing" | "failed" | "expired" | "revoked";
  } | null;
  cname_target: string;
  created_at: string;
  dns: ("all" | "some" | "none") | null;
  dns_verified: boolean;
  domain_name: string;
  hosts: string[];
  id: string;
  is_active: boolean;
  mode: "On" | "DetectionOnly" | "Off";
  origin_host: string;
  origin_port: number;
  origin_protocol: "http" | "https";
  ownership_requests: OwnershipRequest[];
  paused: boolean;
  release_at: string | null;
  total_requests: number;
  txt_reason: ("wildcard" | "contest") | null;
  verification_subdomain: string;
  verification_token: string;
  verification_txt: {
    name: string;
    value: string;
  };
};
export type DomainCreate = {
  contest?: boolean;
  domain_name: string;
  origin_host: string;
  origin_port?: number;
  origin_protocol?: "http" | "https";
};
export type DomainUpdate = {
  hosts?: string[];
  /** The names that it had where `hosts` was made from them; where it has others by now, it is 409. */
  hosts_before?: string[];
  is_active?: boolean;
};
export type Ban = {
  address: string;
  created_at: string | null;
  note: string;
  reason: string;
  until: string;
};
export type BanList = {
  bans: Ban[];
  /** How many clients custom rules have put on a list for a time, whichever kind was asked for. */
  listings: number;
  total: number;
};
export type BanCreate = {
  address: string;
  duration_seconds?: number;
  note?: string;
};
export type CachePurgeRecord = {
  kind: "all" | "prefix" | "tag";
  requested_at: string;
  requested_by: string;
  values: string[];
};
export type CachePurge =
  | {
      kind: "all";
    }
  | {
      kind: "prefix";
      /** Path prefixes. If a custom rule rewrites a path, the response is stored under the path that the origin received. */
      values: string[];
    }
  | {
      kind: "tag";
      values: string[];
    };
export type CachePurgeList = {
  limit_per_minute: number;
  purges: CachePurgeRecord[];
};
export type Certificate = {
  fingerprint_sha256: string | null;
  in_use: boolean;
  issuer: string | null;
  last_error: {
    code: string;
    message: string;
  } | null;
  names: string[];
  next_attempt_at: string | null;
  not_after: string | null;
  not_before: string | null;
  renew_at: string | null;
  serial: string | null;
  source: "automatic" | "uploaded";
  status: "pending" | "active" | "renewing" | "failed" | "expired" | "revoked";
  uncovered_hosts: string[];
};
export type Certificates = {
  automatic_available: boolean;
  certificates: Certificate[];
  wildcard_record: {
    name: string;
    type: "CNAME";
    value: string;
  } | null;
};
export type CertificateRevocation = {
  reason?: "key_compromised" | "superseded";
};
export type CertificateUpload = {
  certificate_chain: string;
  private_key: string;
};
export type DnsRecord = {
  checked_at: string;
  found: string[];
  message: string;
  name: string;
  purpose: "ownership" | "traffic";
  state: "ok" | "missing" | "wrong" | "unreachable";
  type: "CNAME" | "TXT";
  value: string;
};
export type DnsState = {
  cname_target: string;
  name_servers: string[];
  records: DnsRecord[];
};
export type ExclusionPrice = {
  by_class: {
    attack_class:
      | "SQL injection"
      | "Cross-site scripting"
      | "Command execution"
      | "Files and paths"
      | "Code and templates"
      | "Other interpreters";
    lets_through: number;
  }[];
  examples: string[];
  /** Of the attacks that the rules refuse today. */
  lets_through: number;
};
export type ExclusionPrices = {
  /** How many were sent, in process. */
  attacks: number;
  /** One for each of the scopes; null where there was no time left. Ask for these again. */
  prices: (ExclusionPrice | null)[];
  /** How many of them the rules refuse today. */
  refused: number;
};
export type ExclusionParts = {
  /** One rule, or all rules of a family. */
  by: "rule_id" | "tag";
  /** Prefix of the normalized path that it applies to; empty: all paths. */
  path_prefix: "" | string;
  /** SecLang target, such as "ARGS:comment"; empty: everything that the rule inspects. */
  target: string;
  /** Such as "1002", or "family/sql-injection"; see GET /api/managed-rules. */
  value: string;
};
export type ExclusionPricesRequest = {
  /** In which the rules found something, such as "ARGS:comment"; each gets all attacks. */
  fields: string[];
  /** Where the request came that should have passed; the attacks are sent there, too. */
  path: string;
  /** Exclusions to choose from; those of one entry would be saved together. */
  scopes: ExclusionParts[][];
};
export type OriginLock = {
  checked_at: string;
  state: "locked" | "open" | "unknown";
};
export type OriginNodeHealth = {
  checked_at: string;
  healthy: boolean;
  latency_ms: number | null;
  node: string;
  problem: string;
  status: number | null;
};
export type OriginState = {
  backup: boolean;
  drain_until: string | null;
  healthy: boolean | null;
  nodes: OriginNodeHealth[];
  origin: string;
  places: string[];
  weight: number;
};
export type OriginList = {
  checked: boolean;
  origins: OriginState[];
};
export type OwnershipHistory = {
  at: string;
  details: {
    [key: string]: string;
  };
  event:
    | "verified"
    | "failing"
    | "confirmed"
    | "released"
    | "contest_opened"
    | "contested"
    | "contest_kept"
    | "contest_lost"
    | "contest_won"
    | "contest_denied"
    | "contest_given_up"
    | "consent_requested"
    | "consent_asked"
    | "consent_given"
    | "consent_refused"
    | "name_handed_over";
}[];
export type OwnershipAnswer = {
  answer: "accept" | "refuse";
};
export type SimulatedTarget = {
  /** What the operator found; empty where it has no place. */
  found: string;
  /** Such as "ARGS:q". */
  name: string;
  operator: string;
  /** The result of each transformation; empty where only a part of the value is included. */
  steps: {
    name: string;
    value: string;
  }[];
  transformed: string;
  /** As it came, at most 512 bytes around what was found. */
  value: string;
};
export type SimulatedMatch = {
  /** False: it only counts or prepares. */
  logged: boolean;
  message: string;
  /** SecLang's: 1 headers, 2 body. */
  phase: number;
  /** 0: a custom rule, whose name is the message. */
  rule_id: number;
  score: number;
  severity: string | null;
  tags: string[];
  targets: SimulatedTarget[];
};
export type Simulation = {
  body_error: string | null;
  body_processor: string | null;
  bytes_inspected: number;
  /** Those that kept a rule from looking. */
  exclusions: {
    name: string;
    rule_id: number;
    target: string | null;
  }[];
  inbound_score: number;
  judged: "live" | "draft" | "version";
  matches: SimulatedMatch[];
  /** Null: nobody can say, see `unknown`. */
  outcome: ("passes" | "refused" | "challenged" | "redirected") | null;
  phases: {
    /** `left_out`: it depends on more than this request. */
    answer: "went_on" | "decided" | "left_out";
    name: string;
  }[];
  /** Stable code, such as "rule"; empty where the request passes. */
  reason: string;
  /** In log-only mode: what would have refused it. */
  remark: string;
  rule_id: number;
  /** The outcome of the request and the reason, for its owner. */
  sentence: string;
  /** Of the answer; 0 where the request passes. */
  status: number;
  unknown:
    | (
        | "rates"
        | "body"
        | "masked"
        | "crawler"
        | "behaviour"
        | "lists"
        | "fingerprint"
        | "certificate"
        | "upload_scan"
        | "unreadable"
      )
    | null;
  version: number;
};
export type AdditionalOrigin = {
  backup: boolean;
  /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
  drain_until?: string | null;
  host: string;
  /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
  places?: string[];
  port: number;
  protocol: "http" | "https";
  weight: number;
};
export type HealthCheck = {
  enabled: boolean;
  healthy_after: number;
  interval_seconds: number;
  path: string & string;
  status_from: number;
  status_to: number;
  timeout_seconds: number;
  unhealthy_after: number;
};
export type ApplicationPack = {
  name:
    | "wordpress"
    | "woocommerce"
    | "drupal"
    | "nextcloud"
    | "phpbb"
    | "discourse"
    | "magento"
    | "cms"
    | "graphql";
  /** Where the application is installed, such as "/" or "/blog". */
  path: string & string;
};
export type CustomRuleCondition = {
  /** `path` is the path as origins read it: escapes undone, dot segments gone; `ja4` the fingerprint of the client’s TLS handshake, which a request without one lacks, as does one that comes by the operator’s own proxies; `bot_kind` what the crawler is for that the client says to be, which is not believed without proof where a rule lets it pass; `attack_score` what the managed rules found, asked behind them: of requests that they have not looked at no condition on it holds; `answer_status` the status of the answer, for rules that log or add to a list. */
  field:
    | "ip"
    | "country"
    | "method"
    | "host"
    | "path"
    | "query"
    | "query_parameter"
    | "header"
    | "cookie"
    | "user_agent"
    | "scheme"
    | "asn"
    | "http_version"
    | "form_field"
    | "json_path"
    | "file_name"
    | "file_type"
    | "ja4"
    | "tls_version"
    | "bot_kind"
    | "attack_score"
    | "answer_status";
  /** Name of the header, cookie, query parameter or form field, or a path in JSON such as `items[*].sku`; empty for other fields. */
  name: string;
  /** Negates the operator. */
  negate: boolean;
  /** `matches` takes a regular expression that can be evaluated in linear time. `equals` on `ip` also takes ranges. `in_list` takes ids of lists of the field’s kind: addresses for `ip`, and `asn`, `country`, `user_agent` and `ja4` for those fields. `at_least` compares a number with one value. */
  operator:
    | "equals"
    | "contains"
    | "starts_with"
    | "ends_with"
    | "matches"
    | "exists"
    | "in_list"
    | "at_least";
  /** One of them has to match; none for `exists`. */
  values: string[];
};
export type HeaderRule = {
  name: string;
  /** `set` replaces all headers of that name, `append` adds one, `remove` removes all. */
  operation: "set" | "append" | "remove";
  /** `request`: to your server. */
  target: "request" | "response";
  /** Empty if the header is removed. */
  value: string;
};
export type CustomRuleListing = {
  /** Id of a list. */
  list: string;
  minutes: number;
};
export type CustomRulePage = {
  /** The content of the HTML body, and styles. Scripts, forms and external resources are removed. Programs get problem+json with the same status if it is 400 or higher. */
  html: string;
  language: string;
  status: 200 | 403 | 404 | 410 | 429 | 451 | 503;
};
export type CustomRuleRedirect = {
  /** Appends the request’s query to the target. */
  keep_query: boolean;
  status: 301 | 302 | 307 | 308;
  /** A path or a URL. Visitors who are already there are not redirected. */
  to: string;
};
export type CustomRuleRewrite = {
  /** A path, such as "/old"; "/old/*" matches all paths that begin with "/old/", "/*" all. */
  from: string & string;
  /** The path that your server gets; a "*" at the end is replaced by what the "*" of `from` matched. */
  to: string & string;
};
export type CustomRule = {
  /** After `log`, `rewrite`, `change_headers` and `add_to_list` the following rules are evaluated; the other actions end the evaluation. All except `block`, `challenge`, `log` and `skip` have a member with their details. */
  action:
    | "block"
    | "challenge"
    | "log"
    | "skip"
    | "redirect"
    | "page"
    | "rewrite"
    | "change_headers"
    | "add_to_list";
  /** Further groups of conditions. The rule also applies if all conditions of one group hold. */
  alternatives?: CustomRuleCondition[][];
  /** All of them must hold. */
  conditions: CustomRuleCondition[];
  /** Only enabled rules apply and count towards the plan’s limit. */
  enabled: boolean;
  /** The header changes of `change_headers`, in order. */
  headers?: HeaderRule[];
  /** Chosen by the client; does not change. Appears in the log as `custom:<id>`. */
  id: string;
  listing?: CustomRuleListing;
  name: string;
  page?: CustomRulePage;
  redirect?: CustomRuleRedirect;
  rewrite?: CustomRuleRewrite;
  /** What `skip` leaves out; empty for other actions. */
  skip: ("managed_rules" | "bot_protection" | "rate_limiting")[];
};
export type OwnPage = {
  /** The content of the HTML body, and styles. Scripts, forms and external resources are removed. */
  html: string;
  /** `block`: blocked requests; `error`: the origin does not respond, or not correctly. */
  kind: "block" | "challenge" | "error" | "maintenance";
  /** Visitors get the page in their browser’s preferred language, or else the first of its kind. */
  language: string;
};
export type PathRateLimit = {
  path_prefix: string & string;
  requests: number;
  window_seconds: number;
};
export type RateLimitKeyPart = {
  /** Name of the header, cookie, query parameter, claim or form field, or a path in JSON; empty for other parts. */
  name: string;
  /** `network` is the /24 of an IPv4 address and the /48 of an IPv6 one; `api_key` the X-Api-Key header, else Authorization; `jwt_claim` a claim of the bearer token, whose signature is not checked; `ja4` the fingerprint of the client’s TLS handshake; `form_field` and `json_path` stand in the body, and such limits are asked once it is there. */
  part:
    | "address"
    | "network"
    | "path"
    | "host"
    | "method"
    | "user_agent"
    | "country"
    | "asn"
    | "header"
    | "cookie"
    | "query_parameter"
    | "api_key"
    | "jwt_claim"
    | "form_field"
    | "json_path"
    | "ja4";
};
export type RateLimitRule = {
  /** The action for requests over the limit: `refuse` answers 429 with Retry-After, `block` blocks the key within the scope of the limit for `block_seconds`. */
  action: "log" | "challenge" | "refuse" | "slow_down" | "block";
  /** A `sliding_window` moves with time; a `token_bucket` holds `burst` and gains `amount` in each window. Distinct paths are counted in consecutive windows. */
  algorithm: "sliding_window" | "token_bucket";
  amount: number;
  /** For `block`; 0 for the others. */
  block_seconds: number;
  /** Capacity of a `token_bucket`; 0 for a window. */
  burst: number;
  /** Conditions that must all hold for a request to count. None: every request. */
  conditions: CustomRuleCondition[];
  /** `failures` counts the origin’s responses that have one of `statuses`; `bytes` counts those of requests and responses together. */
  counts: "requests" | "failures" | "bytes" | "distinct_paths";
  /** For `slow_down`: how long each request is delayed; 0 for the others. */
  delay_ms: number;
  /** Only enabled limits apply and count towards the plan’s number. */
  enabled: boolean;
  /** Chosen by the client; does not change. Appears in the log as `limit:<id>`. */
  id: string;
  /** What requests are counted by. Several parts form one key. */
  key: RateLimitKeyPart[];
  name: string;
  /** The statuses that `failures` counts; empty for the others. */
  statuses: number[];
  window_seconds: number;
};
export type Redirect = {
  /** A path, such as "/old"; "/old/*" matches all paths that begin with "/old/". */
  from: string & string;
  /** Appends the request’s query to the target. */
  keep_query: boolean;
  status: 301 | 302 | 307 | 308;
  /** A path or a URL; a "*" at the end is replaced by what the "*" of `from` matched. */
  to: string;
};
export type RuleAdjustment = {
  /** Its matches are logged, but do not add to the score or block. */
  log_only: boolean;
  /** A rule of the site’s rule set. */
  rule_id: number;
  /** What a match adds to the anomaly score; null: the rule’s own score. */
  score: number | null;
};
export type RuleExclusion = {
  /** One rule, or all rules of a family. */
  by: "rule_id" | "tag";
  /** When it stops applying, to within a minute; null: it does not expire. */
  expires_at: string | null;
  /** Chosen by the client; does not change. Identifies the exclusion in the log. */
  id: string;
  /** Why it exists. */
  note: string;
  /** Prefix of the normalized path that it applies to; empty: all paths. */
  path_prefix: "" | string;
  /** SecLang target, such as "ARGS:comment"; empty: everything that the rule inspects. */
  target: string;
  /** Such as "1002", or "family/sql-injection"; see GET /api/managed-rules. */
  value: string;
};
export type SimulationRequest = {
  /** Who asks; default: 192.0.2.1. */
  client_address?: string;
  /** From where, as ISO 3166-1; default: not known. */
  country?: string;
  /** Changes over that version that nobody has saved. */
  draft?: {
    originConfig?: {
      additional_origins?: AdditionalOrigin[];
      client_certificate_allowed?: string[];
      client_certificate_authorities?: string[];
      client_certificate_forwarded?: boolean;
      client_certificate_paths?: (string & string)[];
      client_certificate_revocations?: string[];
      client_certificates?: "off" | "optional" | "required";
      enable_compression?: boolean;
      enable_hsts?: boolean;
      enable_http2?: boolean;
      enable_http3?: boolean;
      enable_websocket?: boolean;
      health_check?: HealthCheck;
      health_quorum?: boolean;
      origin_client_certificate?: "off" | "automatic" | "uploaded";
      /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
      origin_drain_until?: string | null;
      origin_host?: string;
      origin_host_header?: "" | string;
      origin_http2?: boolean;
      /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
      origin_places?: string[];
      origin_port?: number;
      origin_protocol?: "http" | "https";
      origin_use_tls?: boolean;
      origin_weight?: number;
      pass_underscore_headers?: boolean;
      prefer_fastest?: boolean;
      redirect_to_https?: boolean;
      sticky_sessions?: boolean;
      timeout_seconds?: number;
      tls_ciphers?: "standard" | "strong";
      tls_min_version?: "1.2" | "1.3";
      trusted_proxies?: string[];
      trusted_proxy_header?: string;
      trusted_proxy_hops?: number;
      verify_origin_certificate?: boolean;
      websocket_inspect_text?: boolean;
      websocket_max_message_kb?: number;
    };
    policyConfig?: {
      allowed_ips?: string[];
      allowed_ips_skip_rules?: boolean;
      allowed_lists?: string[];
      api_path_prefixes?: (string & string)[];
      /** See GET /api/managed-rules/packs for what each of them changes. */
      application_packs?: ApplicationPack[];
      block_ai_crawlers?: boolean;
      blocked_countries?: string[];
      blocked_ips?: string[];
      blocked_lists?: string[];
      body_beyond_inspection?: "refuse" | "pass";
      bot_challenge?: "off" | "suspicious" | "all";
      cache_default_ttl_seconds?: number;
      cache_ignored_query_parameters?: string[];
      cache_stale_if_error_seconds?: number;
      cache_stale_while_revalidate_seconds?: number;
      challenge_clearance_seconds?: number;
      challenged_lists?: string[];
      crawler_robots_rules?: boolean;
      crawlers_ai_assistant?: "allow" | "challenge" | "block" | "slow";
      crawlers_ai_training?: "allow" | "challenge" | "block" | "slow";
      crawlers_feed?: "allow" | "challenge" | "block" | "slow";
      crawlers_monitor?: "allow" | "challenge" | "block" | "slow";
      crawlers_preview?: "allow" | "challenge" | "block" | "slow";
      crawlers_search?: "allow" | "challenge" | "block" | "slow";
      crawlers_seo?: "allow" | "challenge" | "block" | "slow";
      csp_reports?: boolean;
      /** In order of evaluation. */
      custom_rules?: CustomRule[];
      ddos_protection_level?: ("none" | "low" | "medium" | "high") | null;
      deception?: "off" | "log" | "challenge" | "block" | "tarpit";
      deception_fields?: boolean;
      deception_links?: boolean;
      deception_minutes?: number;
      enable_bot_protection?: boolean;
      enable_caching?: boolean;
      enable_ddos_protection?: boolean;
      enable_geo_blocking?: boolean;
      enable_managed_rules?: boolean;
      enable_rate_limiting?: boolean;
      files_beyond_inspection?: "pass" | "refuse";
      /** In the order in which they are applied. */
      header_rules?: HeaderRule[];
      inbound_anomaly_threshold?: number;
      inspected_body_kb?: number;
      inspected_upload_kb?: number;
      leaked_password_fields?: string[];
      leaked_password_paths?: (string & string)[];
      leaked_passwords?: "off" | "log" | "header" | "challenge" | "block";
      log_addresses?: "full" | "network" | "pseudonym";
      log_mask_query_values?: boolean;
      log_omit_fingerprints?: boolean;
      log_omit_user_agents?: boolean;
      maintenance_allowed_ips?: string[];
      maintenance_mode?: boolean;
      maintenance_retry_after_seconds?: number;
      mode?: "On" | "DetectionOnly" | "Off";
      on_engine_failure?: "open" | "closed";
      own_pages?: OwnPage[];
      paranoia_level?: number;
      path_rate_limits?: PathRateLimit[];
      rate_limit_requests?: number;
      /** In order of evaluation. Every rule that applies counts the request, until one stops it. */
      rate_limit_rules?: RateLimitRule[];
      recording_masked_fields?: string[];
      recording_rate_percent?: number;
      /** An exact path takes precedence over a prefix, a longer prefix over a shorter one. */
      redirects?: Redirect[];
      /** Rules that only log, or have another score, on this site. */
      rule_adjustments?: RuleAdjustment[];
      /** Exclusions from the managed rules. Expired ones stay in the list until they are removed. */
      rule_exclusions?: RuleExclusion[];
      rule_set?: string;
      tiered_cache?: boolean;
      traffic_recording?: "off" | "blocked" | "sampled" | "all";
      upload_scan_over_limit?: "refuse" | "pass";
      upload_scanning?: "off" | "fail_open" | "fail_closed";
      visitor_reports?: boolean;
      waf_sensitivity?: "low" | "medium" | "high";
    };
  };
  /** The text of a request, a curl command, an entry of a HAR, or an address alone. Nothing is sent anywhere. */
  request: string;
  /** A past version of the policy, instead of the present one. */
  version?: number;
};
export type DomainVerification = {
  code:
    | "verified"
    | "record_missing"
    | "record_wrong"
    | "dns_unreachable"
    | "contest_opened"
    | "contest_running"
    | "contest_too_early"
    | "holder_proves"
    | "consent_waiting"
    | "consent_refused";
  message: string;
  verified: boolean;
};
export type OriginConfig = {
  additional_origins: AdditionalOrigin[];
  client_certificate_allowed: string[];
  client_certificate_authorities: string[];
  client_certificate_forwarded: boolean;
  client_certificate_paths: (string & string)[];
  client_certificate_revocations: string[];
  client_certificates: "off" | "optional" | "required";
  enable_compression: boolean;
  enable_hsts: boolean;
  enable_http2: boolean;
  enable_http3: boolean;
  enable_websocket: boolean;
  health_check: HealthCheck;
  health_quorum: boolean;
  origin_client_certificate: "off" | "automatic" | "uploaded";
  /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
  origin_drain_until: string | null;
  origin_host: string;
  origin_host_header: "" | string;
  origin_http2: boolean;
  /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
  origin_places: string[];
  origin_port: number;
  origin_protocol: "http" | "https";
  origin_use_tls: boolean;
  origin_weight: number;
  pass_underscore_headers: boolean;
  prefer_fastest: boolean;
  redirect_to_https: boolean;
  sticky_sessions: boolean;
  timeout_seconds: number;
  tls_ciphers: "standard" | "strong";
  tls_min_version: "1.2" | "1.3";
  trusted_proxies: string[];
  trusted_proxy_header: string;
  trusted_proxy_hops: number;
  verify_origin_certificate: boolean;
  websocket_inspect_text: boolean;
  websocket_max_message_kb: number;
};
export type PolicyConfig = {
  allowed_ips: string[];
  allowed_ips_skip_rules: boolean;
  allowed_lists: string[];
  api_path_prefixes: (string & string)[];
  /** See GET /api/managed-rules/packs for what each of them changes. */
  application_packs: ApplicationPack[];
  block_ai_crawlers: boolean;
  blocked_countries: string[];
  blocked_ips: string[];
  blocked_lists: string[];
  body_beyond_inspection: "refuse" | "pass";
  bot_challenge: "off" | "suspicious" | "all";
  cache_default_ttl_seconds: number;
  cache_ignored_query_parameters: string[];
  cache_stale_if_error_seconds: number;
  cache_stale_while_revalidate_seconds: number;
  challenge_clearance_seconds: number;
  challenged_lists: string[];
  crawler_robots_rules: boolean;
  crawlers_ai_assistant: "allow" | "challenge" | "block" | "slow";
  crawlers_ai_training: "allow" | "challenge" | "block" | "slow";
  crawlers_feed: "allow" | "challenge" | "block" | "slow";
  crawlers_monitor: "allow" | "challenge" | "block" | "slow";
  crawlers_preview: "allow" | "challenge" | "block" | "slow";
  crawlers_search: "allow" | "challenge" | "block" | "slow";
  crawlers_seo: "allow" | "challenge" | "block" | "slow";
  csp_reports: boolean;
  /** In order of evaluation. */
  custom_rules: CustomRule[];
  ddos_protection_level: "none" | "low" | "medium" | "high";
  deception: "off" | "log" | "challenge" | "block" | "tarpit";
  deception_fields: boolean;
  deception_links: boolean;
  deception_minutes: number;
  enable_bot_protection: boolean;
  enable_caching: boolean;
  enable_ddos_protection: boolean;
  enable_geo_blocking: boolean;
  enable_managed_rules: boolean;
  enable_rate_limiting: boolean;
  files_beyond_inspection: "pass" | "refuse";
  /** In the order in which they are applied. */
  header_rules: HeaderRule[];
  inbound_anomaly_threshold: number;
  inspected_body_kb: number;
  inspected_upload_kb: number;
  leaked_password_fields: string[];
  leaked_password_paths: (string & string)[];
  leaked_passwords: "off" | "log" | "header" | "challenge" | "block";
  log_addresses: "full" | "network" | "pseudonym";
  log_mask_query_values: boolean;
  log_omit_fingerprints: boolean;
  log_omit_user_agents: boolean;
  maintenance_allowed_ips: string[];
  maintenance_mode: boolean;
  maintenance_retry_after_seconds: number;
  mode: "On" | "DetectionOnly" | "Off";
  on_engine_failure: "open" | "closed";
  own_pages: OwnPage[];
  paranoia_level: number;
  path_rate_limits: PathRateLimit[];
  rate_limit_requests: number;
  /** In order of evaluation. Every rule that applies counts the request, until one stops it. */
  rate_limit_rules: RateLimitRule[];
  recording_masked_fields: string[];
  recording_rate_percent: number;
  /** An exact path takes precedence over a prefix, a longer prefix over a shorter one. */
  redirects: Redirect[];
  /** Rules that only log, or have another score, on this site. */
  rule_adjustments: RuleAdjustment[];
  /** Exclusions from the managed rules. Expired ones stay in the list until they are removed. */
  rule_exclusions: RuleExclusion[];
  rule_set: string;
  tiered_cache: boolean;
  traffic_recording: "off" | "blocked" | "sampled" | "all";
  upload_scan_over_limit: "refuse" | "pass";
  upload_scanning: "off" | "fail_open" | "fail_closed";
  visitor_reports: boolean;
  waf_sensitivity: "low" | "medium" | "high";
};
export type SitePolicy = {
  originConfig: OriginConfig;
  policyConfig: PolicyConfig;
  published: boolean;
  /** The roll-out that runs; null where none does. */
  rollout: string | null;
  updated_at: string;
  version: number;
};
export type SitePolicyUpdate = {
  originConfig?: {
    additional_origins?: AdditionalOrigin[];
    client_certificate_allowed?: string[];
    client_certificate_authorities?: string[];
    client_certificate_forwarded?: boolean;
    client_certificate_paths?: (string & string)[];
    client_certificate_revocations?: string[];
    client_certificates?: "off" | "optional" | "required";
    enable_compression?: boolean;
    enable_hsts?: boolean;
    enable_http2?: boolean;
    enable_http3?: boolean;
    enable_websocket?: boolean;
    health_check?: HealthCheck;
    health_quorum?: boolean;
    origin_client_certificate?: "off" | "automatic" | "uploaded";
    /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
    origin_drain_until?: string | null;
    origin_host?: string;
    origin_host_header?: "" | string;
    origin_http2?: boolean;
    /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
    origin_places?: string[];
    origin_port?: number;
    origin_protocol?: "http" | "https";
    origin_use_tls?: boolean;
    origin_weight?: number;
    pass_underscore_headers?: boolean;
    prefer_fastest?: boolean;
    redirect_to_https?: boolean;
    sticky_sessions?: boolean;
    timeout_seconds?: number;
    tls_ciphers?: "standard" | "strong";
    tls_min_version?: "1.2" | "1.3";
    trusted_proxies?: string[];
    trusted_proxy_header?: string;
    trusted_proxy_hops?: number;
    verify_origin_certificate?: boolean;
    websocket_inspect_text?: boolean;
    websocket_max_message_kb?: number;
  };
  policyConfig?: {
    allowed_ips?: string[];
    allowed_ips_skip_rules?: boolean;
    allowed_lists?: string[];
    api_path_prefixes?: (string & string)[];
    /** See GET /api/managed-rules/packs for what each of them changes. */
    application_packs?: ApplicationPack[];
    block_ai_crawlers?: boolean;
    blocked_countries?: string[];
    blocked_ips?: string[];
    blocked_lists?: string[];
    body_beyond_inspection?: "refuse" | "pass";
    bot_challenge?: "off" | "suspicious" | "all";
    cache_default_ttl_seconds?: number;
    cache_ignored_query_parameters?: string[];
    cache_stale_if_error_seconds?: number;
    cache_stale_while_revalidate_seconds?: number;
    challenge_clearance_seconds?: number;
    challenged_lists?: string[];
    crawler_robots_rules?: boolean;
    crawlers_ai_assistant?: "allow" | "challenge" | "block" | "slow";
    crawlers_ai_training?: "allow" | "challenge" | "block" | "slow";
    crawlers_feed?: "allow" | "challenge" | "block" | "slow";
    crawlers_monitor?: "allow" | "challenge" | "block" | "slow";
    crawlers_preview?: "allow" | "challenge" | "block" | "slow";
    crawlers_search?: "allow" | "challenge" | "block" | "slow";
    crawlers_seo?: "allow" | "challenge" | "block" | "slow";
    csp_reports?: boolean;
    /** In order of evaluation. */
    custom_rules?: CustomRule[];
    ddos_protection_level?: ("none" | "low" | "medium" | "high") | null;
    deception?: "off" | "log" | "challenge" | "block" | "tarpit";
    deception_fields?: boolean;
    deception_links?: boolean;
    deception_minutes?: number;
    enable_bot_protection?: boolean;
    enable_caching?: boolean;
    enable_ddos_protection?: boolean;
    enable_geo_blocking?: boolean;
    enable_managed_rules?: boolean;
    enable_rate_limiting?: boolean;
    files_beyond_inspection?: "pass" | "refuse";
    /** In the order in which they are applied. */
    header_rules?: HeaderRule[];
    inbound_anomaly_threshold?: number;
    inspected_body_kb?: number;
    inspected_upload_kb?: number;
    leaked_password_fields?: string[];
    leaked_password_paths?: (string & string)[];
    leaked_passwords?: "off" | "log" | "header" | "challenge" | "block";
    log_addresses?: "full" | "network" | "pseudonym";
    log_mask_query_values?: boolean;
    log_omit_fingerprints?: boolean;
    log_omit_user_agents?: boolean;
    maintenance_allowed_ips?: string[];
    maintenance_mode?: boolean;
    maintenance_retry_after_seconds?: number;
    mode?: "On" | "DetectionOnly" | "Off";
    on_engine_failure?: "open" | "closed";
    own_pages?: OwnPage[];
    paranoia_level?: number;
    path_rate_limits?: PathRateLimit[];
    rate_limit_requests?: number;
    /** In order of evaluation. Every rule that applies counts the request, until one stops it. */
    rate_limit_rules?: RateLimitRule[];
    recording_masked_fields?: string[];
    recording_rate_percent?: number;
    /** An exact path takes precedence over a prefix, a longer prefix over a shorter one. */
    redirects?: Redirect[];
    /** Rules that only log, or have another score, on this site. */
    rule_adjustments?: RuleAdjustment[];
    /** Exclusions from the managed rules. Expired ones stay in the list until they are removed. */
    rule_exclusions?: RuleExclusion[];
    rule_set?: string;
    tiered_cache?: boolean;
    traffic_recording?: "off" | "blocked" | "sampled" | "all";
    upload_scan_over_limit?: "refuse" | "pass";
    upload_scanning?: "off" | "fail_open" | "fail_closed";
    visitor_reports?: boolean;
    waf_sensitivity?: "low" | "medium" | "high";
  };
  version?: number;
};
export type SitePolicyChange = {
  /** Of a list: what was put into it; otherwise like `before`. */
  after: any;
  /** Of a list: what was taken out of it. Of a custom rule, rate limit rule or exclusion: it as a whole, null if it was added. Of "policyConfig.custom_rules" or "policyConfig.rate_limit_rules": the names in their order. */
  before: any;
  /** Such as "policyConfig.enable_caching". Custom rules, rate limit rules and exclusions are shown one by one, as "policyConfig.custom_rules.<id>". */
  field: string;
};
export type SitePolicyVersion = {
  author_id: string;
  change_kind: "created" | "saved" | "rolled_back" | "rolled_out";
  changes: SitePolicyChange[];
  created_at: string;
  is_current: boolean;
  restored_version: number | null;
  version: number;
};
export type SitePolicyVersionDetail = {
  author_id: string;
  change_kind: "created" | "saved" | "rolled_back" | "rolled_out";
  changes: SitePolicyChange[];
  created_at: string;
  is_current: boolean;
  originConfig: OriginConfig;
  policyConfig: PolicyConfig;
  restored_version: number | null;
  version: number;
};
export type EdgeAddresses = {
  complete: boolean;
  ipv4: string[];
  ipv6: string[];
};
export type Invoice = {
  amount: number;
  currency: string;
  description: string;
  id: string;
  issued_at: string;
  kind: "invoice" | "credit_note";
  number: string;
  order_number: string;
};
export type LiveFigures = {
  figures: {
    blocked: number;
    requests: number;
    since: string;
    sites: number;
  } | null;
};
export type RuleFamily = {
  name: string;
  /** Such as "family/sql-injection"; the `value` of an exclusion by tag. */
  tag: string;
};
export type ManagedRule = {
  /** Tag of its family. */
  family: string;
  id: number;
  message: string;
  /** Sites of this sensitivity and above run it: 1 low, 2 medium, 3 high. */
  paranoia_level: number;
  severity: string | null;
  /** Its targets, such as "ARGS" or "REQUEST_HEADERS:User-Agent". */
  targets: string[];
};
export type ManagedRules = {
  families: RuleFamily[];
  /** The operator runs rules of their own instead: both lists are empty, any rule or tag can be named. */
  own_rules: boolean;
  rules: ManagedRule[];
};
export type ApplicationPackDetails = {
  description: string;
  exclusions: {
    /** Of rules that no longer judge these fields. */
    families: string[];
    /** Below the place where the application is installed. */
    paths: string[];
    /** Fields, such as "ARGS:json.content". */
    targets: string[];
    what: string;
  }[];
  name:
    | "wordpress"
    | "woocommerce"
    | "drupal"
    | "nextcloud"
    | "phpbb"
    | "discourse"
    | "magento"
    | "cms"
    | "graphql";
  patches: {
    ruleId: number;
    what: string;
  }[];
  title: string;
};
export type ApplicationPacks = {
  packs: ApplicationPackDetails[];
};
export type RuleRelease = {
  /** What `rule_set` of a policy says. */
  name: string;
  /** Edge nodes that have it; the others run the managed rules instead. */
  nodes: number;
};
export type RuleReleases = {
  /** Edge nodes on which the operator has not set up what a policy may ask for. */
  lacking: {
    /** That have no list of leaked passwords: there, nothing is found. */
    leaked_passwords: number;
    /** That have no virus scanner: there, no upload is scanned. */
    upload_scanner: number;
  };
  /** Edge nodes in all. */
  nodes: number;
  /** Null: the edges cannot be asked right now. */
  releases: RuleRelease[] | null;
};
export type BouncesRecorded = {
  recorded: number;
};
export type BounceReport = {
  key: string;
  message: string;
  recipient?: string;
};
export type NewsletterSubscribe = {
  email: string;
  first_name: string;
  last_name: string;
};
export type NewsletterUnsubscribe = {
  email: string;
  ip_address?: string | null;
  reason?:
    | (
        | ""
        | "too_frequent"
        | "not_relevant"
        | "too_many_emails"
        | "never_signed_up"
        | "other"
      )
    | null;
  token?: string | null;
  user_agent?: string | null;
};
export type Notifications = {
  entries: {
    at: string;
    category:
      | "account"
      | "billing"
      | "domains"
      | "attacks"
      | "reports"
      | "marketing"
      | "list";
    domain: string | null;
    id: string;
    kind: string;
    preview: string;
    read: boolean;
    title: string;
    tone: "neutral" | "good" | "warning" | "bad";
  }[];
  /** Older entries are removed, after 90 days. */
  kept_days: number;
  /** Pass it as `before` for older entries; null at the end. */
  next: string | null;
  /** Of all that are kept. */
  unread: number;
};
export type UnreadNotifications = {
  unread: number;
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
export type OrderClaim = {
  claim_token: string;
};
export type OrderCreate = {
  billing_period?: "monthly" | "yearly";
  payment_method: "paypal";
  plan_id: string | number;
};
export type MyOrders = {
  orders: Order[];
};
export type OrderOutcome = {
  amount: number;
  awaits_account: boolean;
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
export type MoneyBackPreview = {
  amount: number;
  currency: string;
  plan_after: {
    name: string;
    paid_until: string | null;
  };
  until: string;
};
export type PayPalCaptureResult = {
  claim_token: string | null;
  id: string;
  message: string;
  order_number: string;
  success: boolean;
};
export type PayPalCapture = {
  order_id?: string;
  paypal_order_id: string;
};
export type PayPalConfig = {
  client_id: string | null;
  currency: string;
  enabled: boolean;
  is_stand_in: boolean;
  renews: boolean;
  script_url: string | null;
};
export type PayPalOrderCreated = {
  id: string;
  order_number: string;
  paypal_order_id: string;
};
export type PayPalOrderCreate = {
  billing_period?: "monthly" | "yearly";
  plan_id: string | number;
  user_email?: string | null;
  user_name?: string | null;
};
export type PayPalGiveUp = {
  paypal_order_id: string;
  reason: "cancelled" | "error";
};
export type Plan = {
  currency: string;
  description: string;
  entitlements: Entitlements;
  features: string[];
  id: number;
  name: string;
  price: number;
  slug: string;
};
export type PlanChangePreview = {
  amount: number;
  change: "first" | "extension" | "upgrade" | "downgrade";
  credit: {
    amount: number;
    days: number;
  } | null;
  currency: string;
  needs_consent: boolean;
  next_payment_at: string | null;
  paid_until: string;
  replaces: {
    ends_at: string | null;
    is_trial: boolean;
    name: string;
  } | null;
};
export type Subscription = {
  bandwidth: {
    included_bytes: number | null;
    used_bytes: number;
  };
  billing_period: ("monthly" | "yearly") | null;
  ends_at: string | null;
  next_payment: {
    amount: number;
    currency: string;
    due_at: string;
  } | null;
  paid: {
    amount: number;
    currency: string;
  } | null;
  paid_until: string | null;
  plan: Plan;
  renews: boolean;
  status: "free" | "trial" | "active" | "cancelled" | "past_due";
  trial_available: boolean;
  trial_ends_at: string | null;
};
export type TrialStart = {
  plan_id: string | number;
};
export type AccountUpdate = {
  email: string;
  full_name?: string | null;
};
export type AccountAudit = {
  entries: {
    action:
      | (
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
          | "visitor_data.deleted"
        )
      | string;
    at: string;
    /** `operator`: a command or a job of the installation. */
    by: "owner" | "administrator" | "operator";
    details: {
      [key: string]: string;
    };
    id: string;
    target_id: string;
    target_type: string;
  }[];
  /** Pass it as `before` for older entries; null at the end. */
  next: string | null;
};
export type MfaConfigs = {
  configs: {
    /** Number of unused codes. */
    backup_codes_count: number;
    created_at: string;
    enabled: boolean;
    has_backup_codes: boolean;
    has_secret: boolean;
    id: string;
    name: string;
    type: string;
  }[];
};
export type PasswordConfirmation = {
  password: string;
};
export type MfaEnableRequest = {
  token: string;
};
export type MfaSetup = {
  backup_codes: string[];
  /** The secret in groups of four, for typing. */
  manual_entry_key: string;
  /** PNG image as a data URL. */
  qr_code: string;
  secret: string;
};
export type MfaStatus = {
  enabled: boolean;
  enabled_at: string | null;
  has_backup_codes: boolean;
  has_secret: boolean;
};
export type NotificationSettings = {
  attack_notifications: boolean;
  email_alerts: boolean;
  marketing_emails: boolean;
  weekly_reports: boolean;
};
export type PasswordChange = {
  current_password: string;
  new_password: string;
};
export type SecurityActivity = {
  entries: {
    at: string;
    by_administrator: boolean;
    details: {
      [key: string]: string;
    };
    id: string;
    /** Empty where an administrator did it. */
    ip_address: string;
    kind:
      | "signed_in_on_new_device"
      | "api_key_created"
      | "api_key_revoked"
      | "mfa_enabled"
      | "mfa_renewed"
      | "mfa_disabled"
      | "backup_code_used"
      | "password_changed"
      | "password_reset"
      | "email_changed"
      | "email_confirmed"
      | "email_change_undone"
      | "access_ended"
      | "other_sessions_ended"
      | "refresh_token_reused"
      | "logs_exported"
      | "log_stream_changed"
      | "reauthentication_failed"
      | "support_view_asked"
      | "support_view_allowed"
      | "support_view_refused"
      | "support_view_opened"
      | "support_view_ended";
    user_agent: string;
  }[];
  /** Older entries are removed. */
  kept_days: number;
  /** Pass it as `before` for older entries; null at the end. */
  next: string | null;
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
export type SupportViewAnswer = {
  allow: boolean;
};
export type * from './log-streams-api.gen.ts';
export type * from './lists-api.gen.ts';
export type * from './rollouts-api.gen.ts';
export type * from './drafts-api.gen.ts';
export type * from './origin-certificates-api.gen.ts';
export type * from './admin-api.gen.ts';
export type * from './alerts-api.gen.ts';
export type * from './visitor-reports-api.gen.ts';
export type * from './account-export-api.gen.ts';
export type * from './traffic-reports-api.gen.ts';
export type * from './log-exports-api.gen.ts';
export type * from './policy-replay-api.gen.ts';
export type * from './status-api.gen.ts';
export type * from './visitor-data-api.gen.ts';

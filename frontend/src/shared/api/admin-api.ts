import { baseApi } from './base-api.ts';
import type {
  AdminStats,
  AdminUser,
  AdminUserInput,
  Campaign,
  CampaignInput,
  CampaignStats,
  EmailTemplate,
  Plan,
  PlanInput,
  SmtpConfig,
  SmtpInput,
  Subscriber,
} from './types.ts';

/** Lists come bare or under a name of their own. */
function list<T>(answer: unknown, name: string): T[] {
  if (Array.isArray(answer)) return answer as T[];
  const inner = (answer as Record<string, unknown> | null)?.[name];
  return Array.isArray(inner) ? (inner as T[]) : [];
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    adminStats: build.query<AdminStats, void>({ query: () => '/admin/stats', providesTags: ['AdminStats'] }),
    adminUsers: build.query<AdminUser[], void>({
      query: () => '/admin/users',
      transformResponse: (answer) => list<AdminUser>(answer, 'users'),
      providesTags: ['AdminUsers'],
    }),
    createUser: build.mutation<unknown, AdminUserInput>({
      query: (body) => ({ url: '/admin/users', method: 'POST', body }),
      invalidatesTags: ['AdminUsers', 'AdminStats'],
    }),
    updateUser: build.mutation<unknown, { id: string; user: AdminUserInput }>({
      query: ({ id, user }) => ({ url: `/admin/users/${id}`, method: 'PUT', body: user }),
      invalidatesTags: ['AdminUsers', 'AdminStats'],
    }),
    deleteUser: build.mutation<void, string>({
      query: (id) => ({ url: `/admin/users/${id}`, method: 'DELETE' }),
      invalidatesTags: ['AdminUsers', 'AdminStats'],
    }),
    adminPlans: build.query<Plan[], void>({
      query: () => '/admin/plans',
      transformResponse: (answer) => list<Plan>(answer, 'plans'),
      providesTags: ['AdminPlans'],
    }),
    createPlan: build.mutation<unknown, PlanInput>({
      query: (body) => ({ url: '/admin/plans', method: 'POST', body }),
      invalidatesTags: ['AdminPlans', 'Plans'],
    }),
    updatePlan: build.mutation<unknown, { id: number; plan: PlanInput }>({
      query: ({ id, plan }) => ({ url: `/admin/plans/${id}`, method: 'PUT', body: plan }),
      invalidatesTags: ['AdminPlans', 'Plans'],
    }),
    deletePlan: build.mutation<void, number>({
      query: (id) => ({ url: `/admin/plans/${id}`, method: 'DELETE' }),
      invalidatesTags: ['AdminPlans', 'Plans'],
    }),
    subscribers: build.query<Subscriber[], void>({
      query: () => '/admin/subscribers',
      transformResponse: (answer) => list<Subscriber>(answer, 'subscribers'),
      providesTags: ['Subscribers'],
    }),
    smtpConfigs: build.query<SmtpConfig[], void>({
      query: () => '/admin/smtp/',
      transformResponse: (answer) => list<SmtpConfig>(answer, 'configs'),
      providesTags: ['Smtp'],
    }),
    createSmtp: build.mutation<unknown, SmtpInput>({
      query: (body) => ({ url: '/admin/smtp/', method: 'POST', body }),
      invalidatesTags: ['Smtp'],
    }),
    updateSmtp: build.mutation<unknown, { id: number; smtp: SmtpInput }>({
      query: ({ id, smtp }) => ({ url: `/admin/smtp/${id}`, method: 'PUT', body: smtp }),
      invalidatesTags: ['Smtp'],
    }),
    deleteSmtp: build.mutation<void, number>({
      query: (id) => ({ url: `/admin/smtp/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Smtp'],
    }),
    toggleDefaultSmtp: build.mutation<{ message: string }, number>({
      query: (id) => ({ url: `/admin/smtp/${id}/toggle-default`, method: 'POST' }),
      invalidatesTags: ['Smtp'],
    }),
    testSmtp: build.mutation<unknown, { smtp_id: number; test_email: string }>({
      query: (body) => ({ url: '/admin/smtp/test', method: 'POST', body }),
      invalidatesTags: ['Smtp'],
    }),
    campaigns: build.query<Campaign[], void>({
      query: () => '/admin/campaigns/',
      transformResponse: (answer) => list<Campaign>(answer, 'campaigns'),
      providesTags: ['Campaigns'],
    }),
    createCampaign: build.mutation<unknown, CampaignInput>({
      query: (body) => ({ url: '/admin/campaigns/', method: 'POST', body }),
      invalidatesTags: ['Campaigns'],
    }),
    updateCampaign: build.mutation<unknown, { id: number; campaign: CampaignInput }>({
      query: ({ id, campaign }) => ({ url: `/admin/campaigns/${id}`, method: 'PUT', body: campaign }),
      invalidatesTags: ['Campaigns'],
    }),
    deleteCampaign: build.mutation<void, number>({
      query: (id) => ({ url: `/admin/campaigns/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Campaigns'],
    }),
    sendCampaign: build.mutation<unknown, number>({
      query: (id) => ({ url: `/admin/campaigns/${id}/send`, method: 'POST' }),
      invalidatesTags: ['Campaigns'],
    }),
    pauseCampaign: build.mutation<unknown, number>({
      query: (id) => ({ url: `/admin/campaigns/${id}/pause`, method: 'POST' }),
      invalidatesTags: ['Campaigns'],
    }),
    campaignStats: build.query<CampaignStats, number>({ query: (id) => `/admin/campaigns/${id}/stats` }),
    emailTemplates: build.query<EmailTemplate[], void>({
      query: () => '/admin/templates/list',
      transformResponse: (answer) => list<EmailTemplate>(answer, 'templates'),
    }),
    loadTemplate: build.mutation<
      { subject: string; html_content: string },
      { template_id: string; user_email: string }
    >({
      query: (body) => ({ url: '/admin/templates/load', method: 'POST', body }),
    }),
  }),
});

export const {
  useAdminStatsQuery,
  useAdminUsersQuery,
  useCreateUserMutation,
  useUpdateUserMutation,
  useDeleteUserMutation,
  useAdminPlansQuery,
  useCreatePlanMutation,
  useUpdatePlanMutation,
  useDeletePlanMutation,
  useSubscribersQuery,
  useSmtpConfigsQuery,
  useCreateSmtpMutation,
  useUpdateSmtpMutation,
  useDeleteSmtpMutation,
  useToggleDefaultSmtpMutation,
  useTestSmtpMutation,
  useCampaignsQuery,
  useCreateCampaignMutation,
  useUpdateCampaignMutation,
  useDeleteCampaignMutation,
  useSendCampaignMutation,
  usePauseCampaignMutation,
  useLazyCampaignStatsQuery,
  useEmailTemplatesQuery,
  useLoadTemplateMutation,
} = api;

import { generatedApi } from './openapi.gen.ts';
import type { Campaign, CampaignInput, CampaignStats, EmailTemplate, Subscriber } from './types.ts';

/** Lists come bare or under a name of their own. */
function list<T>(answer: unknown, name: string): T[] {
  if (Array.isArray(answer)) return answer as T[];
  const inner = (answer as Record<string, unknown> | null)?.[name];
  return Array.isArray(inner) ? (inner as T[]) : [];
}

const api = generatedApi
  .enhanceEndpoints({
    endpoints: {
      getAdminStats: { providesTags: ['AdminStats'] },
      listSmtpConfigs: { providesTags: ['Smtp'] },
      createSmtpConfig: { invalidatesTags: ['Smtp'] },
      updateSmtpConfig: { invalidatesTags: ['Smtp'] },
      deleteSmtpConfig: { invalidatesTags: ['Smtp'] },
      toggleDefaultSmtpConfig: { invalidatesTags: ['Smtp'] },
      testSmtpConfig: { invalidatesTags: ['Smtp'] },
      listUsers: { providesTags: ['AdminUsers'] },
      createUser: { invalidatesTags: ['AdminUsers', 'AdminStats'] },
      updateUser: { invalidatesTags: ['AdminUsers', 'AdminStats'] },
      deleteUser: { invalidatesTags: ['AdminUsers', 'AdminStats'] },
      listAdminPlans: { providesTags: ['AdminPlans'] },
      createPlan: { invalidatesTags: ['AdminPlans', 'Plans'] },
      updatePlan: { invalidatesTags: ['AdminPlans', 'Plans'] },
      deletePlan: { invalidatesTags: ['AdminPlans', 'Plans'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      subscribers: build.query<Subscriber[], void>({
        query: () => '/api/admin/subscribers',
        transformResponse: (answer) => list<Subscriber>(answer, 'subscribers'),
        providesTags: ['Subscribers'],
      }),
      campaigns: build.query<Campaign[], void>({
        query: () => '/api/admin/campaigns/',
        transformResponse: (answer) => list<Campaign>(answer, 'campaigns'),
        providesTags: ['Campaigns'],
      }),
      createCampaign: build.mutation<unknown, CampaignInput>({
        query: (body) => ({ url: '/api/admin/campaigns/', method: 'POST', body }),
        invalidatesTags: ['Campaigns'],
      }),
      updateCampaign: build.mutation<unknown, { id: number; campaign: CampaignInput }>({
        query: ({ id, campaign }) => ({ url: `/api/admin/campaigns/${id}`, method: 'PUT', body: campaign }),
        invalidatesTags: ['Campaigns'],
      }),
      deleteCampaign: build.mutation<void, number>({
        query: (id) => ({ url: `/api/admin/campaigns/${id}`, method: 'DELETE' }),
        invalidatesTags: ['Campaigns'],
      }),
      sendCampaign: build.mutation<unknown, number>({
        query: (id) => ({ url: `/api/admin/campaigns/${id}/send`, method: 'POST' }),
        invalidatesTags: ['Campaigns'],
      }),
      pauseCampaign: build.mutation<unknown, number>({
        query: (id) => ({ url: `/api/admin/campaigns/${id}/pause`, method: 'POST' }),
        invalidatesTags: ['Campaigns'],
      }),
      campaignStats: build.query<CampaignStats, number>({
        query: (id) => `/api/admin/campaigns/${id}/stats`,
      }),
      emailTemplates: build.query<EmailTemplate[], void>({
        query: () => '/api/admin/templates/list',
        transformResponse: (answer) => list<EmailTemplate>(answer, 'templates'),
      }),
      loadTemplate: build.mutation<
        { subject: string; html_content: string },
        { template_id: string; user_email: string }
      >({
        query: (body) => ({ url: '/api/admin/templates/load', method: 'POST', body }),
      }),
    }),
  });

export const {
  useGetAdminStatsQuery,
  useListAuditEntriesQuery,
  useListUsersQuery,
  useCreateUserMutation,
  useUpdateUserMutation,
  useDeleteUserMutation,
  useListAdminPlansQuery,
  useCreatePlanMutation,
  useUpdatePlanMutation,
  useDeletePlanMutation,
  useSubscribersQuery,
  useListSmtpConfigsQuery,
  useCreateSmtpConfigMutation,
  useUpdateSmtpConfigMutation,
  useDeleteSmtpConfigMutation,
  useToggleDefaultSmtpConfigMutation,
  useTestSmtpConfigMutation,
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

import { generatedAdminApi } from '../../shared/api/admin-api.gen.ts';
import { generatedApi } from '../../shared/api/openapi.gen.ts';

const own = generatedApi.enhanceEndpoints({
  addTagTypes: ['SupportViews', 'SecurityActivity'],
  endpoints: {
    listSupportViews: { providesTags: ['SupportViews'] },
    answerSupportView: { invalidatesTags: ['SupportViews', 'SecurityActivity'] },
    endSupportView: { invalidatesTags: ['SupportViews', 'SecurityActivity'] },
  },
});
const ofUsers = generatedAdminApi.enhanceEndpoints({
  addTagTypes: ['UserSupportViews'],
  endpoints: {
    listUserSupportViews: { providesTags: ['UserSupportViews'] },
    askForSupportView: { invalidatesTags: ['UserSupportViews'] },
    openSupportView: { invalidatesTags: ['UserSupportViews'] },
    endUserSupportView: { invalidatesTags: ['UserSupportViews'] },
  },
});

export type { SupportView } from '../../shared/api/openapi.gen.ts';
export const { useListSupportViewsQuery, useAnswerSupportViewMutation, useEndSupportViewMutation } = own;
export const {
  useListUserSupportViewsQuery,
  useAskForSupportViewMutation,
  useOpenSupportViewMutation,
  useEndUserSupportViewMutation,
} = ofUsers;

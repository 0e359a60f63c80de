import { generatedListsApi } from '../../shared/api/lists-api.gen.ts';

const api = generatedListsApi.enhanceEndpoints({
  addTagTypes: ['ClientLists', 'ClientListEntries', 'ClientListText', 'OperatorClientLists'],
  endpoints: {
    listClientLists: { providesTags: ['ClientLists'] },
    // Editing starts from the current state.
    listClientListEntries: { providesTags: ['ClientListEntries'], keepUnusedDataFor: 0 },
    getClientListText: { providesTags: ['ClientListText'], keepUnusedDataFor: 0 },
    getOperatorClientListText: { providesTags: ['ClientListText'], keepUnusedDataFor: 0 },
    createClientList: { invalidatesTags: ['ClientLists'] },
    updateClientList: { invalidatesTags: ['ClientLists', 'ClientListEntries', 'ClientListText'] },
    deleteClientList: { invalidatesTags: ['ClientLists'] },
    refreshClientList: { invalidatesTags: ['ClientLists', 'ClientListEntries'] },
    listOperatorClientLists: { providesTags: ['OperatorClientLists'] },
    createOperatorClientList: { invalidatesTags: ['OperatorClientLists', 'ClientLists'] },
    updateOperatorClientList: {
      invalidatesTags: ['OperatorClientLists', 'ClientLists', 'ClientListEntries', 'ClientListText'],
    },
    deleteOperatorClientList: { invalidatesTags: ['OperatorClientLists', 'ClientLists'] },
    refreshOperatorClientList: {
      invalidatesTags: ['OperatorClientLists', 'ClientLists', 'ClientListEntries'],
    },
  },
});

export const {
  useListClientListsQuery,
  useListClientListEntriesQuery,
  useGetClientListTextQuery,
  useGetOperatorClientListTextQuery,
  useCreateClientListMutation,
  useUpdateClientListMutation,
  useDeleteClientListMutation,
  useRefreshClientListMutation,
  useListOperatorClientListsQuery,
  useCreateOperatorClientListMutation,
  useUpdateOperatorClientListMutation,
  useDeleteOperatorClientListMutation,
  useRefreshOperatorClientListMutation,
} = api;

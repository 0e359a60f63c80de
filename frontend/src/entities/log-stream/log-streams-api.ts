import { generatedLogStreamsApi } from '../../shared/api/log-streams-api.gen.ts';

const api = generatedLogStreamsApi.enhanceEndpoints({
  addTagTypes: ['LogStreams', 'OperatorLogStreams'],
  endpoints: {
    listLogStreams: { providesTags: ['LogStreams'] },
    createLogStream: { invalidatesTags: ['LogStreams'] },
    updateLogStream: { invalidatesTags: ['LogStreams'] },
    deleteLogStream: { invalidatesTags: ['LogStreams'] },
    rotateLogStreamSecret: { invalidatesTags: ['LogStreams'] },
    listOperatorLogStreams: { providesTags: ['OperatorLogStreams'] },
    createOperatorLogStream: { invalidatesTags: ['OperatorLogStreams'] },
    updateOperatorLogStream: { invalidatesTags: ['OperatorLogStreams'] },
    deleteOperatorLogStream: { invalidatesTags: ['OperatorLogStreams'] },
    rotateOperatorLogStreamSecret: { invalidatesTags: ['OperatorLogStreams'] },
  },
});

export const {
  useListLogStreamsQuery,
  useCreateLogStreamMutation,
  useUpdateLogStreamMutation,
  useDeleteLogStreamMutation,
  useTestLogStreamMutation,
  useRotateLogStreamSecretMutation,
  useListOperatorLogStreamsQuery,
  useCreateOperatorLogStreamMutation,
  useUpdateOperatorLogStreamMutation,
  useDeleteOperatorLogStreamMutation,
  useTestOperatorLogStreamMutation,
  useRotateOperatorLogStreamSecretMutation,
} = api;

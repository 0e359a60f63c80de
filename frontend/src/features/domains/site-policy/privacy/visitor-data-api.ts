import { generatedVisitorDataApi } from '../../../../shared/api/visitor-data-api.gen.ts';

export const { useListKeptDataQuery, useLazyFindVisitorDataQuery, useDeleteVisitorDataMutation } =
  generatedVisitorDataApi;

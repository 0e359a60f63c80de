import { generatedApi } from '../../shared/api/openapi.gen.ts';

export const { useLiveFiguresQuery } = generatedApi;

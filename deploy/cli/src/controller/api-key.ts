import { DEFAULT_KEY, type SiteObject } from './kinds.ts';
import { isForbidden, isMissing, type KubeClient } from './kubernetes/client.ts';

interface Secret {
  data?: Record<string, string>;
}

/** Of the Secret that an object names. Null: it is not there, or may not be read, which both may be otherwise in a moment. */
export async function apiKeyOf(
  client: KubeClient,
  namespace: string,
  { spec: { apiKeySecret } }: SiteObject,
): Promise<string | null> {
  const { name, key = DEFAULT_KEY } = apiKeySecret;
  try {
    const { data } = await client.get<Secret>(
      `/api/v1/namespaces/${namespace}/secrets/${encodeURIComponent(name)}`,
    );
    return (
      Buffer.from(data?.[key] ?? '', 'base64')
        .toString('utf8')
        .trim() || null
    );
  } catch (error) {
    if (isMissing(error) || isForbidden(error)) return null;
    throw error;
  }
}

export const missingSecret = ({ spec: { apiKeySecret } }: SiteObject): string => {
  const { name, key = DEFAULT_KEY } = apiKeySecret;
  return `There is no Secret ${name} with ${key} that may be read.`;
};

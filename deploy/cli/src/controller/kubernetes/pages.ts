import type { KubeClient, KubeObject, ListOf } from './client.ts';

const PAGE = 500;

/** All current objects of a kind in a namespace, in pages. */
export async function* pagesOf<T extends KubeObject>(
  client: KubeClient,
  path: string,
): AsyncGenerator<ListOf<T>> {
  for (let next: string | undefined = ''; next !== undefined; ) {
    const query: URLSearchParams = new URLSearchParams({
      limit: String(PAGE),
      ...(next && { continue: next }),
    });
    const page: ListOf<T> = await client.get<ListOf<T>>(`${path}?${query}`);
    yield page;
    next = page.metadata.continue || undefined;
  }
}

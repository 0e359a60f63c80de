import type { KubeClient, KubeObject, ListOf } from './client.ts';

const PAGE = 500;

/** All objects of a kind in a namespace as they are now, so many at a time. */
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

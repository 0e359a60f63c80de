import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@jest/globals';
import { EDGE_KEYS, readTrustedKeys, verifyClientList } from '@palisade/edge-state';
import { eventually } from '@palisade/testing';
import { DataSource } from 'typeorm';
import type { ListView } from '../modules/lists/client-list.schema.ts';
import { type Harness, newUser, startHarness } from './harness.ts';

export type ListSource = Awaited<ReturnType<typeof startSource>>;

/** The service, which may fetch lists from this machine. */
export const startListsHarness = () =>
  startHarness({ PALISADE_DOMAINS_LISTS_PRIVATE_NETWORKS: '127.0.0.0/8' });

/** A publisher's server, which notes the headers of each request. */
export async function startSource() {
  const asked: IncomingHttpHeaders[] = [];
  let answer: (response: ServerResponse, headers: IncomingHttpHeaders) => void = () => undefined;
  const server: Server = createServer((request, response) => {
    asked.push(request.headers);
    answer(response, request.headers);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.txt`,
    answers: (next: typeof answer) => {
      answer = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Lists that an earlier test left failing are not fetched during this one. */
export async function pauseFailingLists(h: Harness): Promise<void> {
  await h.app
    .get(DataSource)
    .query(`UPDATE client_lists SET next_check_at = now() + interval '1 day' WHERE claimed_until < now()`);
}

export type ListOwner = ReturnType<typeof newUser>;

/** Creates and reads lists. @param of the harness, once it has started */
export function listCalls(of: () => Harness) {
  const newOwner = async (plan: 'free' | 'starter' = 'starter') => {
    const user = newUser();
    of().billing.setPlan(user.userId, plan);
    return user;
  };
  const create = async (user: ListOwner, body: object): Promise<ListView> => {
    const made = await of().call('POST', '/lists', user, body);
    expect([made.status, made.body]).toEqual([201, made.body]);
    return made.body as unknown as ListView;
  };
  const listed = async (user: ListOwner): Promise<ListView[]> =>
    (await of().call('GET', '/lists', user)).body.lists as ListView[];
  const entriesOf = async (user: ListOwner, id: string) =>
    (await of().call('GET', `/lists/${id}/entries`, user)).body;
  /** As the edges have it. */
  const onEdges = async (id: string) => {
    const signed = await of().edgeRedis.hgetBuffer(EDGE_KEYS.lists, id);
    if (signed === null) throw new Error('the edges do not have it');
    return verifyClientList(signed, readTrustedKeys({ c1: of().signing.publicKey }));
  };
  const outAt = (id: string, version: number) =>
    eventually('the list being out', async () => {
      const list = await onEdges(id);
      expect(list.header.version).toBe(version);
      return list;
    });
  return { newOwner, create, listed, entriesOf, onEdges, outAt };
}

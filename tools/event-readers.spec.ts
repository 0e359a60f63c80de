import { BUS_TOPICS } from '../deploy/installation/src/config/redis-users.ts';
import { EVENTS, type EventType } from '../services/shared/contracts/src/events.ts';
import { eventHandlers } from './event-handlers.ts';

const topicOf = (type: string): string => EVENTS[type as EventType].topic;
const sorted = (topics: Iterable<string>): string[] => [...new Set(topics)].sort();

describe("the services' users in Redis", () => {
  const handlers = eventHandlers();

  it('may read the topics that their handlers consume, and no others', () => {
    expect(handlers.length).toBeGreaterThan(25);
    const consumed = Map.groupBy(handlers, ({ service }) => service);
    const expected = Object.keys(BUS_TOPICS).map((user) => [
      user,
      sorted((consumed.get(user) ?? []).map(({ type }) => topicOf(type))),
    ]);
    expect(Object.entries(BUS_TOPICS).map(([user, { reads }]) => [user, sorted(reads)])).toEqual(expected);
    expect([...consumed.keys()].filter((service) => !Object.hasOwn(BUS_TOPICS, service))).toEqual([]);
  });
});

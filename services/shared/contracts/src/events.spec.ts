import { EVENTS, TOPIC_PARTITIONS } from './index.ts';

describe('event registry', () => {
  it('names every event after its service, its fact and its version', () => {
    for (const type of Object.keys(EVENTS)) {
      expect(type).toMatch(/^[a-z]+\.[a-z_]+\.v\d+$/);
    }
  });

  it('gives each message to one event only, so that a payload cannot be read as another fact', () => {
    const names = Object.values(EVENTS).map((event) => event.schema.typeName);
    expect(new Set(names).size).toBe(names.length);
  });

  it('partitions every topic that an event uses', () => {
    for (const event of Object.values(EVENTS)) {
      expect(TOPIC_PARTITIONS[event.topic]).toBeGreaterThan(0);
    }
  });
});

/** So many are listed; PayPal lists those of 30 days. */
const MAX_EVENTS = 1_000;

interface Event {
  create_time: string;
}

/** What was told by webhooks, or tried to be, as `GET /v1/notifications/webhooks-events` lists it: the newest first. */
export class EventList {
  /** Maximum page size, whatever size is requested. */
  maxPerPage = 100;
  private readonly events: Event[] = [];

  /** @returns the event as it was given */
  keep(event: string): string {
    this.events.unshift(JSON.parse(event) as Event);
    this.events.length = Math.min(this.events.length, MAX_EVENTS);
    return event;
  }

  page(query: URLSearchParams, base: string): object {
    const [from, to] = [query.get('start_time') ?? '', query.get('end_time') ?? ''];
    const size = Math.min(Number(query.get('page_size') ?? 10), this.maxPerPage);
    const at = Number(query.get('start_index') ?? 0);
    const wanted = this.events.filter(({ create_time: time }) => time >= from && time < to);
    const next = new URLSearchParams([
      ...[...query].filter(([name]) => name !== 'start_index'),
      ['start_index', String(at + size)],
    ]);
    return {
      events: wanted.slice(at, at + size),
      count: wanted.length,
      links:
        at + size < wanted.length
          ? [{ rel: 'next', href: `${base}/v1/notifications/webhooks-events?${next}` }]
          : [],
    };
  }
}

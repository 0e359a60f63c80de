import { escapeMarkup } from '@palisade/basics';
import type { PublicStatus } from './status-page.schema.ts';

/** The newest ones: feed readers keep earlier entries. */
const MAX_ENTRIES = 20;

/**
 * A page's newest incidents as a feed (RFC 4287), with an entry per incident that changes with its updates.
 * @param pageId permanent id of the feed, independent of its address
 */
export function atomFeed(pageId: string, slug: string, status: PublicStatus): string {
  const entries = status.incidents.slice(0, MAX_ENTRIES).map((incident) => {
    const [newest] = incident.updates;
    const updatedAt = newest?.said_at ?? incident.ends_at ?? incident.begins_at;
    const said = incident.updates.map(
      ({ state, text, said_at }) => `${said_at} ${state.replace('_', ' ')}: ${text}`,
    );
    const span = `${incident.begins_at} – ${incident.ends_at ?? ''}`;
    return [
      '<entry>',
      `<id>urn:uuid:${incident.id}</id>`,
      `<title>${escapeMarkup(incident.title)}</title>`,
      `<published>${incident.begins_at}</published>`,
      `<updated>${updatedAt}</updated>`,
      `<category term="${incident.kind}"/>`,
      `<content type="text">${escapeMarkup([incident.state.replace('_', ' '), span, ...said].join('\n'))}</content>`,
      '</entry>',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:uuid:${pageId}</id>`,
    `<title>${escapeMarkup(status.name)}</title>`,
    `<author><name>${escapeMarkup(status.name)}</name></author>`,
    `<updated>${status.updated_at}</updated>`,
    `<link rel="alternate" type="text/html" href="/status/${slug}"/>`,
    `<link rel="self" type="application/atom+xml" href="/api/status/${slug}/feed"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

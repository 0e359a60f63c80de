// One day of one site, the same for the same date: what is imported of the past, and what the live visitors go on with.
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { AI_CRAWLER, APP, BROWSERS, CRAWLER, FEED_READER, PAYMENTS, SCANNER, SCRIPT } from './agents.ts';
import { ATTACKS, FALSE_POSITIVE, PROBES } from './attacks.ts';
import { addressIn, HOMES, type Place, SERVERS } from './places.ts';
import type { Outcome, PlannedRequest } from './planned-request.ts';
import { Random } from './random.ts';
import {
  API_CALLS,
  ASSETS,
  BLOG_PAGES,
  CHECKOUT,
  FEED,
  FLAKY,
  hostOf,
  type Page,
  SHOP_PAGES,
  type SiteName,
  WEBHOOK,
} from './sites.ts';

/** How busy each hour of the day is, UTC. */
const HOURS = [3, 2, 2, 2, 3, 4, 6, 8, 10, 11, 11, 12, 12, 12, 11, 11, 12, 13, 14, 14, 12, 9, 6, 4].map(
  (weight, hour) => ({ hour, weight }),
);
/** How many sessions of people a day has. */
const SESSIONS: Readonly<Record<SiteName, number>> = { shop: 170, blog: 95, api: 120 };
/** Single attacks a day, from all over. */
const ATTACKS_A_DAY: Readonly<Record<SiteName, number>> = { shop: 46, blog: 22, api: 14 };
/** Interval of attacks on the shop, days. */
const WAVE_EVERY_DAYS = 9;
const WAVE_REQUESTS = 210;

/** Business goes up and down over two months. */
const season = (dayMs: number): number => 1 + 0.18 * Math.sin((2 * Math.PI * dayMs) / (60 * DAY_MS));

/** Who sends a request. */
interface Sender {
  place: Place;
  address: string;
  userAgent: string;
}

const served = ({ bytes, ms }: Page, random: Random, status = 200): Outcome => ({
  kind: 'served',
  status,
  bytes: Math.round(bytes * (0.97 + random.next() * 0.06)),
  // Most are quick, a few are not.
  ms: Math.round(ms * (0.6 + random.next() + (random.chance(0.04) ? random.next() * 8 : 0)) * 10) / 10,
});

/** Sorted by time. */
export function ordinaryDay(site: SiteName, dayMs: number): PlannedRequest[] {
  const random = new Random(`${site} ${new Date(dayMs).toISOString().slice(0, 10)}`);
  const weekend = [0, 6].includes(new Date(dayMs).getUTCDay());
  // People shop and read at the weekend; programs work on workdays.
  const busy = (weekend ? (site === 'api' ? 0.6 : 1.25) : 1) * season(dayMs) * (0.9 + random.next() * 0.2);
  const moment = () => dayMs + random.byWeight(HOURS).hour * HOUR_MS + random.between(0, HOUR_MS - 1);
  const requests: PlannedRequest[] = [];
  const times = (count: number, make: (atMs: number) => PlannedRequest[]) => {
    for (let i = 0; i < count; i++) requests.push(...make(moment()));
  };
  times(Math.round(SESSIONS[site] * busy), (atMs) =>
    site === 'api' ? appSession(atMs, random) : browserSession(site, atMs, random),
  );
  times(site === 'api' ? 0 : 14, (atMs) => crawlerVisit(site, atMs, random));
  times(site === 'blog' ? 6 : 0, (atMs) => aiCrawlerVisit(atMs, random));
  times(site === 'shop' ? 44 : 0, (atMs) => [webhook(atMs, random)]);
  times(site === 'blog' ? 90 : 0, (atMs) => [feedRequest(atMs, random)]);
  times(Math.round(ATTACKS_A_DAY[site] * (0.5 + random.next())), (atMs) => [
    attack(site, atMs, random, attacker(random)),
  ]);
  times(site === 'api' ? 0 : 1, (atMs) => scan(site, atMs, random, 6_000));
  times(site === 'blog' && !weekend ? 3 : 0, (atMs) => [falsePositive(atMs)]);
  if (site === 'shop' && (dayMs / DAY_MS) % WAVE_EVERY_DAYS === 4) {
    requests.push(...attackWave(site, moment(), random, WAVE_REQUESTS, 6_000));
  }
  const endMs = dayMs + DAY_MS;
  return requests.filter(({ atMs }) => atMs < endMs).sort((a, b) => a.atMs - b.atMs);
}

const person = (random: Random): Sender => {
  const place = random.byWeight(HOMES);
  return { place, address: addressIn(place, random), userAgent: random.byWeight(BROWSERS).userAgent };
};

const attacker = (random: Random, userAgent = SCRIPT): Sender => {
  const place = random.byWeight(SERVERS);
  return { place, address: addressIn(place, random), userAgent };
};

/** Always the same person, in Hamburg. */
const author = (): Sender => {
  const place = HOMES.find(({ city }) => city === 'Hamburg')!;
  return { place, address: `${place.network}.77`, userAgent: BROWSERS[0].userAgent };
};

function request(
  site: SiteName,
  atMs: number,
  sender: Sender,
  target: string,
  outcome: Outcome,
  more: Partial<Pick<PlannedRequest, 'method' | 'referer' | 'body'>> = {},
): PlannedRequest {
  return { atMs, site, method: 'GET', target, referer: '', body: null, ...sender, outcome, ...more };
}

/** Somebody reads a few pages, with what belongs to the first one; in the shop some buy. */
export function browserSession(
  site: SiteName,
  fromMs: number,
  random: Random,
  pauseMs = 38_000,
): PlannedRequest[] {
  const sender = person(random);
  const pages = site === 'blog' ? BLOG_PAGES : SHOP_PAGES;
  const requests: PlannedRequest[] = [];
  let atMs = fromMs;
  let referer = random.chance(0.4) ? 'https://search.example/' : '';
  const count = random.between(1, site === 'blog' ? 4 : 7);
  for (let i = 0; i < count; i++) {
    const page = random.byWeight(pages);
    requests.push(request(site, atMs, sender, page.path, served(page, random), { referer }));
    referer = `http://${hostOf(site)}${page.path}`;
    if (i === 0) {
      for (const asset of ASSETS) {
        atMs += random.between(20, 90);
        const status = random.chance(0.35) ? 304 : 200;
        requests.push(request(site, atMs, sender, asset.path, served(asset, random, status), { referer }));
      }
    }
    atMs += random.between(Math.round(pauseMs / 6), pauseMs);
  }
  if (site === 'shop' && random.chance(0.12)) {
    for (const page of CHECKOUT) {
      const body = { type: 'application/x-www-form-urlencoded', text: 'name=Ada+Moat&city=Leeds' };
      const more = { method: 'POST', referer, body } as const;
      requests.push(request(site, atMs, sender, page.path, served(page, random), more));
      atMs += random.between(Math.round(pauseMs / 6), pauseMs);
    }
  }
  if (random.chance(0.05)) {
    const gone = {
      path: site === 'blog' ? '/articles/portcullis' : '/products/portcullis',
      weight: 1,
      bytes: 1_100,
      ms: 12,
    };
    requests.push(request(site, atMs, sender, gone.path, served(gone, random, 404), { referer }));
  }
  return requests;
}

export function appSession(fromMs: number, random: Random, pauseMs = 9_000): PlannedRequest[] {
  const sender = { ...person(random), userAgent: APP };
  let atMs = fromMs;
  return Array.from({ length: random.between(4, 14) }, () => {
    atMs += random.between(Math.round(pauseMs / 9), pauseMs);
    const fails = random.chance(0.006);
    const call = fails ? FLAKY : random.byWeight(API_CALLS);
    return request('api', atMs, sender, call.path, served(call, random, fails ? 503 : 200));
  });
}

function crawlerVisit(site: SiteName, fromMs: number, random: Random): PlannedRequest[] {
  const place = HOMES.find(({ city }) => city === 'Portland')!;
  const sender = { place, address: `${place.network}.${random.between(10, 14)}`, userAgent: CRAWLER };
  return Array.from({ length: random.between(2, 8) }, (_, i) => {
    const page = random.pick(site === 'blog' ? BLOG_PAGES : SHOP_PAGES);
    return request(site, fromMs + i * random.between(4_000, 9_000), sender, page.path, served(page, random));
  });
}

/** The blog's owner has AI crawlers refused. Nobody can tell whether this one is who it says: its operator names no domain. */
export function aiCrawlerVisit(fromMs: number, random: Random, pauseMs = 12_000): PlannedRequest[] {
  const place = HOMES.find(({ city }) => city === 'Portland')!;
  const sender = { place, address: `${place.network}.${random.between(20, 22)}`, userAgent: AI_CRAWLER };
  const reason = 'crawler:ai_training:openai:claimed';
  return Array.from({ length: random.between(2, 5) }, (_, i) =>
    request('blog', fromMs + i * random.between(pauseMs / 3, pauseMs), sender, random.pick(BLOG_PAGES).path, {
      kind: 'turned_away',
      reason,
    }),
  );
}

function webhook(atMs: number, random: Random): PlannedRequest {
  const place = HOMES.find(({ city }) => city === 'Chicago')!;
  const sender = { place, address: `${place.network}.200`, userAgent: PAYMENTS };
  const text = JSON.stringify({ event: 'payment.captured', order: random.between(10_000, 99_999) });
  return request('shop', atMs, sender, WEBHOOK.path, served(WEBHOOK, random), {
    method: 'POST',
    body: { type: 'application/json', text },
  });
}

function feedRequest(atMs: number, random: Random): PlannedRequest {
  const sender = { ...person(random), userAgent: FEED_READER };
  return request('blog', atMs, sender, FEED.path, served(FEED, random, random.chance(0.6) ? 304 : 200));
}

function attack(site: SiteName, atMs: number, random: Random, sender: Sender): PlannedRequest {
  const { refusal, target, ...how } = random.pick(ATTACKS);
  return request(site, atMs, sender, target, { kind: 'refused', refusal }, how);
}

/** A few machines try everything, as fast as one of them goes. */
export function attackWave(
  site: SiteName,
  fromMs: number,
  random: Random,
  count: number,
  pauseMs: number,
): PlannedRequest[] {
  const machines = Array.from({ length: 6 }, () => attacker(random));
  return Array.from({ length: count }, (_, i) =>
    attack(site, fromMs + i * pauseMs + random.between(0, pauseMs - 1), random, random.pick(machines)),
  );
}

export function scan(site: SiteName, fromMs: number, random: Random, pauseMs: number): PlannedRequest[] {
  const sender = attacker(random, SCANNER);
  return PROBES.map((path, i) =>
    request(site, fromMs + i * pauseMs, sender, path, { kind: 'refused', refusal: 'scanner' }),
  );
}

/** An honest save of an article that a rule takes for an attack. */
export function falsePositive(atMs: number): PlannedRequest {
  const { refusal, target, ...how } = FALSE_POSITIVE;
  return request(
    'blog',
    atMs,
    author(),
    target,
    { kind: 'refused', refusal },
    {
      ...how,
      referer: `http://${hostOf('blog')}/editor/articles/3`,
    },
  );
}

import { browserForm, browserJson, get } from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

/** What people look for in shops, libraries and portals of many countries. */
export const SHOP_SEARCHES: readonly string[] = [
  "men's running shoes size 10 1/2",
  'usb-c to hdmi & ethernet adapter (4k@60hz)',
  'Schrauben 4x40 "Torx" -verzinkt',
  "l'oréal shampooing d'argan <250 ml",
  'sel & poivre: moulins "à l\'ancienne"',
  'pantalón niño 8-10 años (azul o negro)',
  'tênis nº 42 p/ corrida c/ desconto',
  "dell'acqua e d'altro -- libro",
  'stół 120x80 + 4 krzesła / dąb',
  'женские кроссовки 38 размер (белые или чёрные)',
  'ноутбук 16" i7 && 32 gb',
  'iphone 17 ケース 手帳型 "かわいい"',
  'ワンピース 大きいサイズ -黒',
  '男士 运动鞋 42码 或 43码',
  '無線耳機 降噪 $1000以下',
  '운동화 270mm (남성) & 양말',
  'كتاب "ألف ليلة وليلة" الجزء 2',
  'חולצה לגבר L/XL - כותנה 100%',
  'giày nam size 42 – giá < 500.000đ',
  'รองเท้า ผู้ชาย เบอร์ 42',
  'जूते पुरुष 9 नंबर (काला)',
  'çocuk ayakkabısı 28 no; kız',
  'sülearvuti "kasutatud" <300€',
  "o'neill wetsuit 4/3 mm",
  'select comfort bed or tempur',
  'drop leaf table for 4 people',
  'union jack cushion 45 x 45',
  "children's table and 2 chairs -- white",
  'insert for fireplace (wood or pellets)',
  'update kit for drop bars; shimano 105',
  'group by: the band vinyl',
  'script font alphabet stamps',
  'alert dog collar with bell <10 lb',
  'cat 6 cable; 5 m | 10 m',
  'who wrote "select all, delete"?',
  '"having it all" book 1=1',
  'c++ primer (5th ed.) + c# in depth',
  'wc sitz absenkbar; weiß',
  'ping pong table -outdoor; net & bats',
  'tee 100% cotton, $5-$10, 20% off!',
  'AC/DC "Back in Black" LP (180 g)',
  'Ke$ha – Tik Tok / P!nk – So What',
  'size:>=44 colour:(red OR blue) NOT leather',
  'title:"war and peace" AND author:tolstoy',
  '<3 gifts',
  '../ (band)',
];

const PLACES: readonly ((text: string) => HoldoutRequest)[] = [
  (text) => get('/search', { q: text, page: '1', sort: 'relevance' }),
  (text) => get('/s', { k: text, 'filter[price]': '10-100', ref: 'nb_sb_noss' }),
  (text) => browserJson('/api/search', { query: text, filters: { stock: true }, size: 24 }),
  (text) => browserForm('/suche', { suchbegriff: text, kategorie: '7' }),
];

/** Of the set `odd-bodies`: each in one of four places, in turn. */
export const SEARCH_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries(
  SHOP_SEARCHES.map((text, at) => [`search: ${text}`, PLACES[at % PLACES.length]!(text)]),
);

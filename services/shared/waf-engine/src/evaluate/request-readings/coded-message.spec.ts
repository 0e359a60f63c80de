import { randomBytes } from 'node:crypto';
import { runToEnd } from '../../model/pausable.ts';
import { textsOfCodedMessage } from './coded-message.ts';

const texts = (value: string) => runToEnd(textsOfCodedMessage(value, { steps: 0, isSliceOver: false }));
const ATTACK = "1' OR '1'='1' -- and more";

it('tells the texts of a message in base64', () => {
  const field = Buffer.concat([Buffer.from([0x08, 0x96, 0x01, 0x1a, ATTACK.length]), Buffer.from(ATTACK)]);
  expect(texts(field.toString('base64'))).toContain(ATTACK);
  const map = Buffer.concat([
    Buffer.from([0x81, 0xa3]),
    Buffer.from('ref'),
    Buffer.from([0xd9, ATTACK.length]),
  ]);
  expect(texts(Buffer.concat([map, Buffer.from(ATTACK)]).toString('base64'))).toContain(ATTACK);
  const cbor = Buffer.concat([
    Buffer.from([0xa1]),
    Buffer.from(`crefx${String.fromCharCode(ATTACK.length)}${ATTACK}`),
  ]);
  expect(texts(Buffer.concat([cbor, Buffer.from([0xf5, 0])]).toString('base64'))).toContain(ATTACK);
});

it('tells a text that has bytes behind it', () => {
  const message = Buffer.concat([Buffer.from(ATTACK), Buffer.alloc(ATTACK.length / 4, 0xff)]);
  expect(texts(message.toString('base64'))).toContain(ATTACK);
});

it('tells nothing of numbers', () => {
  for (let count = 0; count < 500; count++) expect(texts(randomBytes(48).toString('base64'))).toEqual([]);
});

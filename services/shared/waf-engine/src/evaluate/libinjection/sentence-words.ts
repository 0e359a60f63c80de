import type { ByteString } from '../../model/api.ts';

/** Words that sentences of several languages are held together by, and that nothing in a program is called. */
const HOLD_TOGETHER = new Set(
  `about again all already also always am an and another any are because been being both but can cannot could did does doing done even ever
  every everything find found get gets getting give gives going got had has have having he her here him his how however if instead it its
  just know let like look looks made make makes many maybe me might more most much must my need needs never nothing now often only or other
  our ours please probably really same says see seems shall she should since so some somebody someone something still such sure than thank
  thanks that the their them themselves there these they thing things think this those though too tried tries try trying until us very want
  wants was way we were what where whether which while who whose why will without work works would yes yet you your yours aber alle alles
  auch bei beim bin bis bitte da damit dann das dass dem den der des die dies diese diesen dieser dort durch ein eine einem einen einer
  eines er es etwas gibt habe haben hat hier ich ihr immer ist jetzt kann kein keine man mehr mein meine mich mir mit muss nach nicht nichts
  noch nur ob oder ohne sehr sein seit sich sie sind soll sollte sondern um und uns unser unsere unter viel vom von vor war warum weil wenn
  werden wie wieder wir wird wurde zu zum zur au aux avec avez avons ce ces cet cette comme comment dans de depuis donc du elle elles est et
  fait faut il ils je la le les leur lui ma mais mes moi mon ne nos notre nous ont ou par pas plus pour pourquoi quand que qui sans ses son
  sont sur ta te toujours tous tout toute tu une vos votre vous al algo como con cuando cuya del dice donde el ella ellos en entre era esa
  ese eso esta estaba estas este esto estos fue ha hace han hay las lo los mi mis muy nada ni nuestra nuestro o otra otro para pero por
  porque puede qu quien se ser si sido sin sobre su sus tengo tiene todo todos un una uno unos y ya yo ai alla anche che chi ci come cosa
  cui dal dalla degli dei della delle di dove e gli hanno ho in io lei loro mia mio nel nella non ogni per poi quale quando quello questa
  questo sempre senza sono sua sul sulla suo tutti tutto com dela dele depois dos ela ele eles em essa esse estou eu faz foi isso isto mas
  meu minha muito na nas nem no num numa os pela pelo quem sem seu seus tem tenho uma aan alleen als bij dan dat deze dit door een geen goed
  hebben heeft het hij hoe ik is kan maar mij moet naar niet nog om omdat ook op over tot uit van veel voor waar wat wel wij worden zijn zo`.split(
    /\s+/,
  ),
);
const MANY_BYTES = /[\x80-\xff]/;
/** General punctuation and full-width signs: some readers make quotes, brackets or blanks of them. */
const FOLDED = /\xe2[\x80-\x82]|\xef[\xbc\xbd]|\xc2[\x80-\xbf]|\xe3\x80/;

/**
 * Whether people say it, and programs do not: such a word, or one with letters that no keyword of any language has.
 *
 * @param word in lower case
 */
export const isOfSentences = (word: ByteString): boolean =>
  HOLD_TOGETHER.has(word) || (MANY_BYTES.test(word) && !FOLDED.test(word));

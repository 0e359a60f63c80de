/**
 * Passwords at the top of published yearly rankings, of six characters and more (shorter ones are refused anyway).
 * Lower case; variants that only add digits or signs are found by rule.
 */
const WORDS = `
password passw0rd pa55word p4ssword passwort contraseña parola motdepasse senha password1 admin administrator root
adminadmin letmein welcome welcome1 iloveyou iloveu monkey dragon sunshine princess football baseball basketball
superman batman pokemon starwars trustno1 master shadow michael jordan jordan23 harley hunter hunter2 buster
soccer hockey killer george andrew charlie robert thomas daniel jessica ashley michelle jennifer nicole amanda
joshua matthew pepper ginger summer winter spring autumn cookie flower cheese chocolate computer internet
samsung google facebook linkedin twitter youtube whatever freedom secret secret1 qwerty qwertz azerty qwertyuiop
qwerty123 qazwsx qazwsxedc zaqwsx zxcvbn zxcvbnm asdfgh asdfghjkl asdasd asdfasdf 1q2w3e 1q2w3e4r 1q2w3e4r5t
1qaz2wsx q1w2e3r4 zaq12wsx abc123 abcd1234 a1b2c3 aa123456 abcdef abcdefg abcdefgh 123abc 123qwe 123qweasd
changeme change_me default guest login testing tester test123 testtest temp123 temppass sample example
access biteme blahblah bailey banana bigdog butterfly cameron camaro canada carlos casper chelsea chester chicken
corvette cowboy cowboys creative crystal dallas diamond dolphin eagles falcon ferrari fishing florida forever
friends gandalf garfield gateway gemini golden goldfish guitar hammer hannah happy123 heather hello123 hello1
helpme hottie iceman jackson jasmine jasper junior justin knight ladies lakers lauren liverpool london lovely
loveme lovers maggie marina marlboro martin matrix maverick melissa mercedes merlin mickey midnight minecraft
monster morgan muffin mustang naruto nascar nathan newyork nintendo nothing oliver orange packers panther patrick
peaches peanut phoenix player please porsche prince purple rabbit rachel raiders rainbow ranger rangers redsox
richard rocket samantha scooter scorpion scooby sexy69 sierra silver simple slayer smokey snoopy sophie sparky
spider spiderman steelers steven stupid sweety taylor teresa theman thunder tigger tinkerbell toyota trinity tucker
united valentina vanessa victor victoria viking voodoo warrior william willow windows wizard xavier xxxxxx yamaha
yankees yellow zombie qweasd qweasdzxc p@ssw0rd p@ssword pass1234 pass123 pass@123 admin123 admin1234 root1234
user1234 welcome123 iloveyou1 monkey123 dragon123 superuser mypassword mypass thisismypassword nopassword
palisade firewall security cloudflare
`;

const COMMON: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
const KEYBOARD_RUNS = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb',
];

/** Whether a guesser would try this among the first few thousand. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const core = lower.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '');
  // "monkey2024!" counts as "monkey"; a long suffix is a secret of its own.
  const onlyDecorated = lower.length - core.length <= 4;
  return (
    COMMON.has(lower) ||
    (onlyDecorated && COMMON.has(core)) ||
    isRepetition(lower) ||
    KEYBOARD_RUNS.some((run) => run.includes(lower))
  );
}

/** aaaaaa, 121212, abcabc: one to four characters repeated. */
function isRepetition(text: string): boolean {
  return [1, 2, 3, 4].some(
    (length) =>
      text.length >= length * 2 && text === text.slice(0, length).repeat(text.length).slice(0, text.length),
  );
}

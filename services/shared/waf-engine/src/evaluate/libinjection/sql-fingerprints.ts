/**
 * Which fingerprints are those of injections.
 *
 * libinjection publishes a list of some eight thousand. They follow from few rules, since a fingerprint is the
 * beginning of a statement, cut after five tokens: a value that the page expects (or nothing), then the attacker's
 * continuation. So this is a grammar of such beginnings, as regular expressions over the letters of `sql-token.ts`,
 * instead of a list; `V` means any value: a number, name, string or variable (`[1nsv]`).
 *
 * The expressions run on at most five letters, and the result for each fingerprint is cached.
 */

/** What may follow a value, or a value and `)`. */
const AFTER_VALUE: readonly string[] = [
  // a condition: and 1=1, or (select …, and sleep(…
  '&\\((?:E[(Vfko]|V[&),o]|f\\()',
  '&E(?:\\([Vfo]|UE|V[;cko]?|f\\(|k[(UVf])',
  '&V(?:&[(Vf]|\\)[&Uco]|;[ETc]?|B[(Vf]|E[nk]|Tn|U[(;Ec]?|c|f\\(|k[(Vf]|o[(Vf])',
  '&V(?:s1|sv|vs)[;c]?|&V(?:sv|vs)o',
  '&f\\([)EVf]',
  '&k(?:&[(Vf]|\\([Vf]|nk|Vo|c|f\\(|o[(Vfk])',
  '\\)&(?:\\([EVf]|V[&);BUcfo]?|f\\()',
  // another statement
  ';E(?:\\([EVf]|V[,;ETcko]|f\\(|k[(Vfo])',
  ';T(?:\\([EVcf]|;c?|TV|V[(,;ETVcfko]|f\\(|k[(Vfko]|o\\()',
  ';V:T',
  '\\);(?:E[(Vfko]|T[(Vfko])',
  'E(?:\\((?:V[)o]|f\\()|U(?:\\([Vf]|E[fk]|V[,co]|f\\()|V(?:;T|T[(Vf]|UE|c|o[(Vf])|f\\([)Vf])',
  'E(?:nEn|k(?:\\([EVf]|U[(EVf]|V[;TUco]|nE|f\\(|ok)|okn)',
  '\\)E(?:\\([Vf]|V[co]|f\\(|k[(Vf])',
  'T(?:\\((?:V[)o]|f\\()|E(?:\\([Vf]|V[no]|f\\(|k[(Vf])|f\\([)Vf]|Vo[(Vf]|V\\(f|n(?:\\(V|[TE][(Vf]|;[ETn]|n:|V[co]|f\\(|kn)|Tn[ETnk])',
  // set operations: union select …
  'U(?:\\((?:E[(Vfk]|V[)o]|f\\()|;c?|c|V(?:,[(f]|c|o[(Vf])|f\\([)Vf]|[ko]\\(E|Tn[(Vf]|on[(1sf])',
  'UE(?:\\([EVfo]|;c?|V[&(),;BUVcfko]?|c|f[(,;c]?|k[(;Vcfo]?|o[kn])?',
  '\\)U(?:\\(E|E[(Vfk])',
  // order by, group by, having, limit
  'B(?:\\((?:V[&)o]|f\\()|E(?:\\([Vf]|k\\()|f\\([)Vf])',
  'BV(?:&[(Vf]|,[(f]|;c?|B[(Vf]|U[(E]|c|k[(Vf]|o[(Vf])',
  '\\)B(?:\\([Vf]|V[&;UVcko]?|f\\()',
  // where …, into outfile …, procedure analyse(…
  'k(?:\\((?:V[)o]|f\\()|f\\([)Vf]|UE[(Vfk])',
  'kV(?:&[(Vf]|;[ETc]?|B[(Vf]|E[(Vfk]|U[(E]|c|o[(Vf])?',
  'k\\)(?:&[(Vf]|;[ET]|B[(Vf]|E[(Vfk]|UE|f\\(|o[(f])',
  '\\)k(?:\\([Vf]|B[(Vf]|UE|V[&;BEUo]|n[ck]|f\\()',
  // arithmetic and comparison with something that is more than a value
  'o(?:\\((?:E[(EVfo]|V[&),o]|f\\()|U(?:\\(E|E[nk])|f\\([)EVf]|k(?:&[(Vf]|\\([Vf]|V[co]|f\\(|o[(Vf]))',
  'oV(?:&[(EUVfk]|\\([EUVf]|\\)[&),;BEUcfko]|,[(f]|;[ETcn]?|A[(Vft]|B[(EVf]|E[(UVfko]|T[(ETVf]|U[(;ETVcfko]?|c|f\\(|k[()BUVf]|o[(UVfk])',
  '\\)o(?:\\([EVf]|V[&);BUcko]?|f\\()',
  // lists
  ',(?:\\((?:E[(Vfk]|V[)o]|f\\()|f\\([)Vf])',
  '\\),(?:\\([Vf])',
  // functions, collations, the rest
  'f\\((?:\\)[UVfko]|E[(Vfk]|V[)o]|1n|f\\()',
  'A(?:\\((?:V[)o]|f\\()|VUE|Vo[(Vf]|f\\([)Vf]|tUE|to[(Vf])',
  '\\)f\\(f',
  '\\((?:U\\(E|E(?:f\\(|k[Vf]|nk))',
];

/** Beginnings without a value that the page meant to have. */
const BY_ITSELF: readonly string[] = [
  'X',
  '&\\((?:V\\)[Uo]|Vo[(Vf]|f\\([)Vf])',
  '&VUE[(Vfk]|&Vo(?:\\([Vf]|V[(UVfo]|f\\()',
  '&f\\((?:\\)[Uo]|V[)o]|f\\()',
  '\\)&\\(E[Vk]|\\)UE(?:\\([Vf]|V[ko]|f\\(|k[(Vf])',
  ';T(?:\\(E[fk]|kVc)',
  'E\\((?:E(?:\\([EVf]|V[&)o]|f\\(|k[(Vf])|V(?:&[(Vf]|\\)[&,;BUVcfko]|,f|V[)o]|f\\(|o[(Vf]|\\([Vf])|f\\([)EVf])',
  'E[1v]n(?:kn|\\)U)|E(?:E(?:f\\(|k\\(f)|oknk|ok\\(E)',
  'EV(?:&(?:\\([EVf]|V[)o]|f\\()|\\)(?:&[(Vf]|;[(ETc]|UE|c|o[(Vf]|kn|;)?|,(?:\\([Vf]|f\\()|;\\(E|B(?:\\([Vf]|V[)o]|f\\()|U(?:\\(E|E[(Vfk])|f\\([)Vf])',
  'EV(?:k(?:\\([EVf]|V[)BUko]|n[,;c]|f\\()|o(?:\\([EVf]|V[&(),;BUfko]|f\\()|V[;c]|V;c|Vo[(f]|kn[,;U]?)',
  'Ef\\((?:\\)[&,;BUVfko]|E[(Vfk]|V[&),o]|f\\(|o\\))',
  'Ek\\((?:E[(Vfk]|V[&(),Vfo]|f\\()',
  'EkE(?:f\\(|k\\()|Ekf\\([)EVfo]|Eko(?:\\([Vf]|k[(n])',
  'E(?:E(?:f\\(|k\\()|kE[fk]\\()',
  'EkV(?:&[(Vf]|\\([Vf]|\\)[&;Ucko]?|,[(f]|;\\(|B[(Vf]|U[(E]|V[;cfko]?|f\\(|k[(Vf]|o[(Vf])',
  'T\\((?:V\\)[fo]|V[fo]\\(|Vo[Vf]|f\\([)Vf]|VV[)o]|V\\([Vf])',
  'T(?:V(?:f\\([)Vf]|o\\([Vf]|oV[fo]|of\\()|n(?:\\([Vf]|V;c?|Vo[(Vf])|f\\((?:\\)[fo]|V[)o]|f\\())',
  'U(?:\\(E(?:\\([Vfk]|V[)ko]|f\\(|k[(Vfo]|ok)|f\\((?:Vo|f\\())',
  'UE(?:\\((?:V[),o]|f\\()|V(?:,[(f]|;c?|c|k[(Vf]|o[(Vf])|f\\([)Vf]|k(?:\\([Vf]|V[,;cko]?|f\\())',
  'UE[1sv]',
  'f\\(\\)(?:&[(EVfk]|,[(Vf]|;[ET]|A[(Vft]|B[(EVf]|E[(UVfko]|T[(ETVf]|U[(;ETVcfko]?|V[(UVfo]|c|f\\(|k[()UVf]|o[(UVfk])',
  'f\\((?:E(?:\\([EVf]|V[&)ko]|f\\(|k[(Vfo]|ok)|V(?:&[(Vf]|\\)[&,;ABETUVcfko]?|,[(f]|o[(Vf])|f\\([)EVf]|k(?:\\(\\)|,[(f])|t,[(f])',
  'k(?:\\((?:V\\)[,Ako]|Vo[(Vf]|f\\([)Vf])|f\\((?:\\)[,Ako]|Vo|V\\)|f\\())',
  'kV(?:,(?:\\([Vf]|f\\()|A(?:\\([Vf]|Vo|f\\()|k(?:\\([Vf]|V[Uo]|f\\()|o(?:\\([Vf]|V[(,Afko]|f\\())',
  // a number or string and a name side by side, with what cannot be text behind them
  '[1s]n(?:&f\\(|\\((?:Vo|f\\()|\\)UE|U\\(E|,f\\(|E(?:\\([Vf]|V[co]|f\\())|[1ns][1nsv]UE[;ck(Vf]?|[1s]V(?:f\\([)Vf]|o(?:\\([Vf]|f\\(|VU))|[1s](?:sv|vs)[;c]',
];

/** Matched by the grammar, but ordinary text, or impossible after folding. */
const TEXT =
  /[1n]o[1n]|vo[1nv]|kno|Un[oc,]|^n&(?:n[Bk]n|En|n[;c])$|^nkn&n$|^n[kE]nc$|^.B\(n\)|^(?:1k\(1|nk\(n)\)|^nok&[^(]|^[1s]n[fo]|^1;TnE$|^(?:[1ns]\)on|n\)o1)$|^n;Tkn$|^sonc$/;

/** The shortest ones, which ordinary text has most often, are listed one by one. */
const SHORT: ReadonlySet<string> = new Set(
  (
    '1U vU 1c nc sc vc 1&1 1&s 1&v n&1 n&v s&1 s&n s&s s&v v&1 v&n v&s v&v sos sov 1ov vos 1)c s)c v)c 1Bn 1B1 1Bs 1Bv nB1 nBs nBv sB1 sBn sBs sBv ' +
    'vB1 vBn vBs vBv 1sv 1vs s1v Es) En) Ev) E1) Esv Es1 Evn Evs E1v'
  ).split(' '),
);

const GRAMMAR = new RegExp(
  `^(?:V(?:${AFTER_VALUE.join('|')})|${BY_ITSELF.join('|')})$`
    .replace(/\[[^\]]*\]/g, (letters) => letters.replace('V', '1nsv'))
    .replaceAll('V', '[1nsv]'),
);

/** Fingerprints that were judged. Bounded, since a stranger can make hundreds of thousands of different ones. */
const KEPT_ANSWERS = 4096;
const judged = new Map<string, boolean>();

export function isInjectionFingerprint(fingerprint: string): boolean {
  const known = judged.get(fingerprint);
  if (known !== undefined) return known;
  const isInjection = SHORT.has(fingerprint) || (GRAMMAR.test(fingerprint) && !TEXT.test(fingerprint));
  if (judged.size >= KEPT_ANSWERS) judged.clear();
  judged.set(fingerprint, isInjection);
  return isInjection;
}

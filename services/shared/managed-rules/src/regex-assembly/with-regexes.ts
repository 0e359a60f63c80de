import { assembleRegex, includedLines } from './assemble.ts';

/** A file of rules, or of an expression. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** `"@rxFromFile 1001.ra"`, as `@pmFromFile` names a file of words. */
const REFERENCE = /(?<=")(!?)@rxFromFile ([\w-]+\.ra)(?=")/g;

export interface Assemblies {
  readonly files: readonly NamedText[];
  /** Lists that several of them have. */
  readonly included: readonly NamedText[];
}

/** A file of rules as any engine reads it: with the assembled expressions in the place of the names of their files. */
export function withRegexes({ name, text }: NamedText, assemblies: Assemblies): NamedText {
  const written = text.replace(REFERENCE, (_, not: string, file: string) => {
    const assembly = assemblies.files.find((one) => one.name === file);
    if (assembly === undefined) throw new Error(`${name}: there is no ${file}`);
    return `${not}@rx ${regexOf(assembly, assemblies.included)}`;
  });
  return { name, text: written };
}

/** @throws Error where it cannot stand between a rule's quotes */
function regexOf({ name, text }: NamedText, included: readonly NamedText[]): string {
  try {
    const regex = assembleRegex(text, (list) => {
      const file = included.find((one) => one.name === `${list}.ra`);
      return file && includedLines(file.text);
    });
    if (regex.includes('"')) throw new Error(String.raw`a quote is written \x22`);
    return regex;
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

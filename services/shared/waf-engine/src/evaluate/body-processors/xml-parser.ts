import type { ByteString } from '../../model/api.ts';
import { endsSlice, type ReadingBudget, type Resumable } from '../../model/pausable.ts';
import { ManyNames } from './many-names.ts';
import { TextSeams } from './text-seams.ts';
import { XmlEntities, XmlError } from './xml-entities.ts';

export interface XmlElement {
  readonly name: ByteString;
  /** Index of the parent in the list; -1 for the root. */
  readonly parent: number;
  /** Its attributes are those of the tree from here to `attributeEnd`. */
  readonly attributeStart: number;
  attributeEnd: number;
  /** The element's content is `text.slice(textStart, textEnd)`. */
  readonly textStart: number;
  textEnd: number;
  /** There is a run of it. */
  hasRun: boolean;
}

export interface XmlTree {
  readonly elements: readonly XmlElement[];
  readonly attributeNames: readonly ByteString[];
  readonly attributeValues: readonly ByteString[];
  /** All character data of the document, in order. */
  readonly text: ByteString;
  /** Texts in quotes of the declaration and other processing instructions, which some readers hand over like attributes. */
  readonly instructionValues: readonly ByteString[];
  /** Pieces of it between two tags, whatever comments and sections they are made of: element, start, end, and so on. */
  readonly runs: readonly number[];
  /** Blanks of it before and behind tags, sections and instructions: start, end, and so on. */
  readonly seams: readonly number[];
  /** Elements whose text is more than one run, or has sections. */
  readonly composed: ReadonlySet<number>;
}

export const RUN_NUMBERS = 3;

const MAX_DEPTH = 256;
const MAX_ELEMENTS = 100_000;
/** So few are compared with each other; more names than this are looked up. */
const FEW_ATTRIBUTES = 8;
const BLANKS = /[ \t\r\n]*/y;
// A name may be any bytes but those with a meaning: multi-byte names must not hide an element from the rules.
const NAME = /[^\s<>/='"&!?[\](){}@#$%^*+,;|\\`~][^\s<>/='"&]*/y;

/**
 * A well-formedness parser for bytes. It resolves no external entity, loads no DTD, knows the predefined entities and
 * those that the document's own DTD declares with a literal value, and bounds depth, elements and expansion. It stops
 * between two pieces of markup, and between two attributes.
 */
/** Longer text is read in several goes. */
const LONG_TEXT = 16 * 1024;
/** An impossible element name, which means attributes of any name. */
const DEFAULTED = '*';
const LITERAL = /"([^"]*)"|'([^']*)'/g;
/** The same to readers that look for an equals sign before it (fast-xml-parser), wherever other quotes stand. */
const LITERAL_BEHIND_EQUALS = /=\s*(["'])([\s\S]*?)\1/g;
/** A version, a character set: what nearly all instructions say. */
const PLAIN_LITERAL = /^[\w.+-]*$/;
/** What no declaration of a type has. Where one has it, readers end it in different places. */
const NO_DECLARATION = /<!(?!--|(?:DOCTYPE|ENTITY|ATTLIST|ELEMENT|NOTATION)\s)/;
const IS_XML = /^xml/i;
/** A longer instruction is one value. */
const MAX_INSTRUCTION = 4096;
/** Longer ones are no references. */
const MAX_REFERENCE_LENGTH = 80;

export class XmlReader implements Resumable {
  private readonly source: ByteString;
  private readonly forgives: boolean;
  private readonly refusesDoubt: boolean;
  private readonly entities = new XmlEntities();
  private readonly elements: XmlElement[] = [];
  private readonly attributeNames: ByteString[] = [];
  private readonly attributeValues: ByteString[] = [];
  private readonly instructionValues: ByteString[] = [];
  private readonly pieces: ByteString[] = [];
  private readonly open: number[] = [];
  private textLength = 0;
  private readonly runs: number[] = [];
  private readonly seams = new TextSeams();
  private readonly composed = new Set<number>();
  /** In the run that is being read, or an instruction. */
  private hasSection = false;
  /** Up to where the text is in runs. */
  private runStart = 0;
  /** Texts in a declaration of attributes: the values of those that elements do not name. */
  private defaults: ByteString[] = [];
  private at = 0;
  /** End of the text that begins at `#at`. */
  private nextMarkup = -1;
  /** Element whose attributes are being read. */
  private tag: XmlElement | null = null;
  /** Names of the tag's attributes, once there are more than a few. */
  private names: ManyNames | null = null;

  /** `forgives`: an attribute may be there twice, as it may be to readers that are not asked by a body's type. */
  /** @param refusesDoubt what is well formed but ends elsewhere to some readers is an error */
  constructor(source: ByteString, forgives = false, refusesDoubt = false) {
    this.forgives = forgives;
    this.refusesDoubt = refusesDoubt;
    this.source = source.startsWith('\xef\xbb\xbf') ? source.slice(3) : source;
  }

  /** Throws an XmlError. */
  resume(budget: ReadingBudget): boolean {
    while (this.at < this.source.length || this.tag !== null) {
      const from = this.at;
      if (this.tag !== null) this.attribute(this.tag);
      else this.textAndMarkup();
      if (endsSlice(budget, this.at - from)) return false;
    }
    return true;
  }

  /** When all is read. */
  tree(): XmlTree {
    if (this.open.length > 0) throw new XmlError('premature end of data');
    if (this.elements.length === 0) throw new XmlError('document is empty');
    return {
      elements: this.elements,
      attributeNames: this.attributeNames,
      attributeValues: this.attributeValues,
      text: this.pieces.join(''),
      instructionValues: this.instructionValues,
      runs: this.runs,
      seams: this.seams.found,
      composed: this.composed,
    };
  }

  private textAndMarkup(): void {
    const source = this.source;
    if (this.nextMarkup < this.at) {
      const found = source.indexOf('<', this.at);
      this.nextMarkup = found < 0 ? source.length : found;
    }
    const isLong = this.nextMarkup - this.at > LONG_TEXT;
    const end = isLong ? this.cut(this.at + LONG_TEXT) : this.nextMarkup;
    if (end > this.at) this.characterData(source.slice(this.at, end));
    this.at = end;
    if (end === this.nextMarkup && end < source.length) this.markup();
  }

  /** Here, or before a reference that continues here. */
  private cut(at: number): number {
    const before = this.source.slice(at - MAX_REFERENCE_LENGTH, at);
    const reference = before.lastIndexOf('&');
    return reference < 0 || before.includes(';', reference) ? at : at - MAX_REFERENCE_LENGTH + reference;
  }

  private markup(): void {
    const source = this.source;
    const at = this.at;
    if (source.startsWith('<!--', at)) this.skipPast('-->', at + 4, 'comment not terminated');
    else if (source.startsWith('<?', at)) this.instruction();
    else if (source.startsWith('<![CDATA[', at)) this.characterSection(at + 9);
    else if (source.startsWith('<!DOCTYPE', at)) this.documentType();
    else if (source.startsWith('</', at)) this.endTag();
    else this.startTag();
  }

  private instruction(): void {
    const start = this.at + 2;
    // To some it ends here, to others further on (fast-xml-parser).
    if (this.source[start] === '>') throw new XmlError('processing instruction without a target');
    this.skipPast('?>', start, 'processing instruction not terminated');
    const text = this.source.slice(start, this.at - 2);
    // To some it goes on to the quote (fast-xml-parser).
    if (this.refusesDoubt && hasOpenQuote(text))
      throw new XmlError('processing instruction with an open quote');
    this.seams.cut(this.textLength);
    this.hasSection = true;
    // An instruction for a program: where the document is stored, that program runs it.
    if (!IS_XML.test(text)) this.instructionValues.push(`<?${text}?>`);
    if (text.length > MAX_INSTRUCTION) this.instructionValues.push(text);
    else
      for (const value of new Set([...literalsOf(text), ...literalsBehindEquals(text)]))
        if (!PLAIN_LITERAL.test(value)) this.instructionValues.push(value);
  }

  private startTag(): void {
    this.at++;
    const name = this.take(NAME);
    if (name === '') throw new XmlError('element name expected');
    if (this.open.length === 0 && this.elements.length > 0)
      throw new XmlError('extra content at the end of the document');
    if (this.open.length >= MAX_DEPTH) throw new XmlError('depth limit exceeded', 'XML depth');
    if (this.elements.length >= MAX_ELEMENTS) throw new XmlError('too many elements', 'XML elements');
    this.endRun();
    const attributeStart = this.attributeNames.length;
    this.tag = {
      name,
      parent: this.open.at(-1) ?? -1,
      attributeStart,
      attributeEnd: attributeStart,
      textStart: this.textLength,
      textEnd: this.textLength,
      hasRun: false,
    };
    for (const value of this.defaults) this.addAttribute(DEFAULTED, value);
    this.defaults = [];
    // Most elements have few attributes: those are read at once.
    while (this.tag !== null && this.attributeNames.length < attributeStart + FEW_ATTRIBUTES)
      this.attribute(this.tag);
  }

  /** Reads the next attribute of a start tag, or its end. */
  private attribute(tag: XmlElement): void {
    const blanks = this.take(BLANKS);
    const next = this.source[this.at];
    if (next === '>' || next === '/' || next === undefined) {
      this.endStartTag(tag);
      return;
    }
    if (blanks === '') throw new XmlError('attributes must be separated by blanks');
    const name = this.take(NAME);
    if (name === '') throw new XmlError('attribute name expected');
    this.take(BLANKS);
    if (this.source[this.at] !== '=') throw new XmlError(`attribute ${name} has no value`);
    this.at++;
    this.take(BLANKS);
    const quote = this.source[this.at];
    if (quote !== '"' && quote !== "'") throw new XmlError('attribute value must be quoted');
    const end = this.source.indexOf(quote, this.at + 1);
    if (end < 0) throw new XmlError('attribute value not terminated');
    const raw = this.source.slice(this.at + 1, end);
    if (raw.includes('<')) throw new XmlError("'<' not allowed in attribute values");
    if (!this.forgives && this.isNamedAlready(tag, name)) throw new XmlError(`attribute ${name} redefined`);
    this.addAttribute(name, raw);
    this.at = end + 1;
  }

  private addAttribute(name: ByteString, raw: ByteString): void {
    this.attributeNames.push(name);
    this.attributeValues.push(this.entities.expand(raw));
  }

  private isNamedAlready({ attributeStart }: XmlElement, name: ByteString): boolean {
    const names = this.attributeNames;
    if (names.length - attributeStart < FEW_ATTRIBUTES) {
      for (let index = attributeStart; index < names.length; index++) if (names[index] === name) return true;
      return false;
    }
    if (this.names === null) {
      this.names = new ManyNames();
      for (let index = attributeStart; index < names.length; index++) this.names.add(names[index]!);
    }
    return !this.names.add(name);
  }

  private endStartTag(tag: XmlElement): void {
    const isEmpty = this.source[this.at] === '/';
    if (isEmpty) this.at++;
    if (this.source[this.at] !== '>') throw new XmlError(`'>' required in tag ${tag.name}`);
    this.at++;
    tag.attributeEnd = this.attributeNames.length;
    this.elements.push(tag);
    if (!isEmpty) this.open.push(this.elements.length - 1);
    this.tag = null;
    this.names = null;
  }

  private endTag(): void {
    this.at += 2;
    const name = this.take(NAME);
    this.take(BLANKS);
    if (this.source[this.at] !== '>') throw new XmlError("'>' required in end tag");
    this.at++;
    this.endRun();
    const element = this.elements[this.open.pop() ?? -1];
    if (element?.name !== name)
      throw new XmlError(`opening and ending tag mismatch: ${element?.name ?? ''} and ${name}`);
    element.textEnd = this.textLength;
  }

  private characterData(raw: ByteString): void {
    if (this.open.length > 0) {
      const start = this.textLength;
      this.append(this.entities.expand(raw));
      this.seams.take(raw, start, this.textLength);
    } else if (/[^ \t\r\n]/.test(raw)) {
      throw new XmlError(
        this.elements.length === 0
          ? "start tag expected, '<' not found"
          : 'extra content at the end of the document',
      );
    }
  }

  private characterSection(start: number): void {
    if (this.open.length === 0) throw new XmlError('character data outside of an element');
    const end = this.source.indexOf(']]>', start);
    if (end < 0) throw new XmlError('CDATA section not terminated');
    this.seams.cut(this.textLength);
    this.hasSection = true;
    this.append(this.source.slice(start, end));
    this.at = end + 3;
  }

  private documentType(): void {
    if (this.elements.length > 0) throw new XmlError('document type declaration after the root element');
    let subset = false;
    const start = this.at;
    this.at += '<!DOCTYPE'.length;
    while (this.at < this.source.length) {
      const next = this.source[this.at]!;
      if (next === '"' || next === "'") this.skipPast(next, this.at + 1, 'literal not terminated');
      else if (this.source.startsWith('<!--', this.at))
        this.skipPast('-->', this.at + 4, 'comment not terminated');
      else {
        if (next === '[') subset = true;
        else if (next === ']') subset = false;
        this.at++;
        if (next === '>' && !subset) {
          const declarations = this.source.slice(start, this.at);
          this.entities.declare(declarations);
          if (isOdd(declarations)) this.instructionValues.push(declarations);
          if (declarations.includes('<!ATTLIST')) this.defaults = literalsOf(declarations);
          return;
        }
      }
    }
    throw new XmlError('document type declaration not terminated');
  }

  /** At a tag. */
  private endRun(): void {
    if (this.textLength > this.runStart) {
      const index = this.open.at(-1)!;
      const element = this.elements[index]!;
      if (element.hasRun || this.hasSection) this.composed.add(index);
      element.hasRun = true;
      this.runs.push(index, this.runStart, this.textLength);
    }
    this.runStart = this.textLength;
    this.seams.cut(this.textLength);
    this.hasSection = false;
  }

  private append(text: ByteString): void {
    this.pieces.push(text);
    this.textLength += text.length;
  }

  private skipPast(terminator: string, from: number, otherwise: string): void {
    const end = this.source.indexOf(terminator, from);
    if (end < 0) throw new XmlError(otherwise);
    this.at = end + terminator.length;
  }

  private take(pattern: RegExp): ByteString {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

const literalsOf = (text: ByteString): ByteString[] =>
  Array.from(text.matchAll(LITERAL), ([, double, single]) => double ?? single ?? '');

const literalsBehindEquals = (text: ByteString): ByteString[] =>
  Array.from(text.matchAll(LITERAL_BEHIND_EQUALS), ([, , value]) => value!);

const isOdd = (declarations: ByteString): boolean =>
  NO_DECLARATION.test(declarations) || declarations.split('<!--').length !== declarations.split('-->').length;

/** A quote without its pair; one within the other kind is text. */
const hasOpenQuote = (text: ByteString): boolean => /["']/.test(text.replace(LITERAL, ''));

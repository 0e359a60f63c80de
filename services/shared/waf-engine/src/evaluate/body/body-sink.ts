import type { ByteString } from '../../model/api.ts';
import type { PackedArguments } from '../../model/packed-arguments.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { isContentLines } from '../body-processors/content-lines.ts';
import { isMessage } from '../body-processors/inner-message.ts';
import { MultipartFindings, NO_MULTIPART } from '../body-processors/multipart-findings.ts';
import type { MultipartFlags } from '../body-processors/multipart-flags.ts';
import type { BodySink, FilePart, RequestLimit, XmlDocument } from '../body-processors/types.ts';
import type { TransactionState } from '../state/state.ts';

/** Frameworks make arguments of a part of such a type, whether it has a file's name or not. A drawing is stored. */
const DOCUMENT_TYPE =
  /^["']?(?:application|text)\/(?:(?!xhtml)[\w.-]+\+)?(?:json|xml|x-ndjson|x-www-form-urlencoded)\b/i;

/** Programs that import tables interpret their cells; Windows gives them spreadsheets' own type. */
const TABLE_TYPE = /^["']?text\/(?:csv|tab-separated-values)\b/i;
const TABLE_NAME = /\.(?:csv|tsv)$/i;

/** Contacts and events, which are imported like tables. */
const CARDS_TYPE = /^["']?text\/(?:x-)?(?:v?calendar|v?card|directory)\b/i;
const CARDS_NAME = /\.(?:vcf|vcard|ics|ical|ifb|icalendar)$/i;
/** A file that says nothing of itself is one of them if they begin this early. */
const MAX_BEFORE_CARDS = 16 * 1024;

/** In a field or in a file there are files of its name (Tomcat). */
const PARTS_TYPE = /^multipart\//i;

/** Puts what body processors find into the transaction's collections. */
export class TransactionBodySink implements BodySink {
  protected readonly state: TransactionState;

  constructor(state: TransactionState) {
    this.state = state;
  }

  get budget(): ReadingBudget {
    return this.state.budget;
  }

  argument(key: ByteString, value: ByteString): boolean {
    const state = this.state;
    const limit = state.ruleSet.settings.argumentsLimit;
    if (limit > 0 && state.args.size >= limit) {
      this.limitExceeded('arguments');
      return false;
    }
    state.args.add(key, value);
    state.argsCombinedSize += key.length + value.length;
    return true;
  }

  argumentsLeft(): number {
    const limit = this.state.ruleSet.settings.argumentsLimit;
    return limit > 0 ? Math.max(0, limit - this.state.args.size) : Number.POSITIVE_INFINITY;
  }

  limitExceeded(limit: RequestLimit): void {
    this.state.limitExceeded ??= limit;
  }

  packedArguments(found: PackedArguments): void {
    const state = this.state;
    if (found.objectNames !== null) for (const name of found.objectNames) state.objectNames.push(name);
    state.args.addPacked(found);
    if (!state.inUse.packed_arguments) state.args.unpack();
    state.argsCombinedSize += found.bytesTotal;
  }

  urlEncodedError(): void {
    this.state.urlEncodedError = true;
  }

  file(part: FilePart): void {
    const findings = this.multipart();
    findings.files.add(part.name, part.filename);
    findings.fileNames.add(part.name, part.name);
    findings.fileSizes.add(part.name, String(part.content.length));
    findings.fileContents.add(part.name, part.content);
    findings.combinedSize += part.content.length;
    if (
      DOCUMENT_TYPE.test(part.type) ||
      PARTS_TYPE.test(part.type) ||
      isMessage(part.type) ||
      TABLE_TYPE.test(part.type) ||
      TABLE_NAME.test(part.filename) ||
      CARDS_TYPE.test(part.type) ||
      CARDS_NAME.test(part.filename) ||
      isContentLines(part.content.slice(0, MAX_BEFORE_CARDS))
    )
      findings.documents.push(part);
    else if (part.content.length > MAX_BEFORE_CARDS) findings.otherFiles.push(part.content);
  }

  /** A body that is a file by itself. */
  fileContent(name: ByteString, content: ByteString): void {
    this.multipart().fileContents.add(name, content);
  }

  field(content: ByteString, type: ByteString): void {
    if (PARTS_TYPE.test(type) || isMessage(type)) this.multipart().documents.push({ content, type });
  }

  furtherFilename(partName: ByteString, filename: ByteString): void {
    const findings = this.multipart();
    findings.files.add(partName, filename);
    findings.filenames.add(filename, filename);
  }

  multipartName(name: ByteString): void {
    this.multipart().names.add(name, name);
  }

  multipartFilename(filename: ByteString): void {
    this.multipart().filenames.add(filename, filename);
  }

  partHeader(partName: ByteString, line: ByteString): void {
    this.multipart().partHeaders.add(partName, line);
  }

  multipartFlags(flags: Readonly<MultipartFlags>): void {
    this.multipart().flags = flags;
  }

  private multipart(): MultipartFindings {
    const state = this.state;
    if (state.multipart === NO_MULTIPART) state.multipart = new MultipartFindings();
    return state.multipart;
  }

  xmlDocument(document: XmlDocument): Pausable<void> | null {
    this.state.xml = document;
    return null;
  }
}

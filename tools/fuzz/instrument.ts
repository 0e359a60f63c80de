import ts from 'typescript';

export interface Instrumented {
  code: string;
  /** By counter, from `first` on: the line that it stands on. */
  lines: number[];
  /** Texts and bytes that the source compares with: words that inputs may need. */
  literals: string[];
}

/** What counters are reached by in instrumented modules. */
export const HITS = '__palisadeFuzzHits';

const MAX_LITERAL = 40;

interface Insert {
  at: number;
  text: string;
  /** Ends come before beginnings at the same place, inner ends before outer ones. */
  order: number;
}

/**
 * Puts a counter at the beginning of everything that may or may not run: functions, branches, loops, cases, the right-hand
 * sides of `&&`, `||` and `??`. Counts by place are the coverage; all of them together are the work that was done. Only text
 * is inserted, on the lines that are there, so that stacks name the lines of the source.
 */
export function instrument(fileName: string, source: string, first: number): Instrumented {
  const tree = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const inserts: Insert[] = [];
  const literals = new Set<string>();
  const lines: number[] = [];
  let order = 0;
  const count = (node: ts.Node) => {
    lines.push(tree.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    return `${HITS}[${first + lines.length - 1}]++`;
  };
  const put = (at: number, text: string, isEnd = false) => {
    order++;
    inserts.push({ at, text, order: isEnd ? -order : order });
  };
  const block = (node: ts.Block) => put(node.getStart() + 1, `${count(node)};`);
  const statement = (node: ts.Statement | undefined) => {
    if (node === undefined) return;
    if (ts.isBlock(node)) {
      block(node);
      return;
    }
    put(node.getStart(), `{${count(node)};`);
    put(node.getEnd(), '}', true);
  };
  const expression = (node: ts.Expression) => {
    put(node.getStart(), `(${count(node)},`);
    put(node.getEnd(), ')', true);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    noteLiteral(node, literals);
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const body = node.body as ts.Block | ts.Expression;
      if (ts.isBlock(body)) block(body);
      else expression(body);
    } else if (ts.isIfStatement(node)) {
      statement(node.thenStatement);
      statement(node.elseStatement);
    } else if (ts.isIterationStatement(node, false)) statement(node.statement);
    else if (ts.isCaseOrDefaultClause(node)) put(afterColon(node, tree), `${count(node)};`);
    else if (ts.isConditionalExpression(node)) {
      expression(node.whenTrue);
      expression(node.whenFalse);
    } else if (ts.isBinaryExpression(node) && isLogical(node.operatorToken.kind)) expression(node.right);
    else if (ts.isCatchClause(node)) block(node.block);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const code = `const ${HITS}=globalThis.${HITS};${withInserts(source, inserts)}`;
  return { code, lines, literals: [...literals] };
}

function isLogical(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

function afterColon(node: ts.CaseOrDefaultClause, tree: ts.SourceFile): number {
  const colon = node.getChildren(tree).find((child) => child.kind === ts.SyntaxKind.ColonToken);
  return colon?.getEnd() ?? node.getEnd();
}

function noteLiteral(node: ts.Node, literals: Set<string>): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    if (node.text.length > 0 && node.text.length <= MAX_LITERAL && !node.text.includes(' '))
      literals.add(node.text);
  } else if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    if (Number.isInteger(value) && value >= 0x20 && value < 0x7f) literals.add(String.fromCharCode(value));
  }
}

function withInserts(source: string, inserts: Insert[]): string {
  inserts.sort((a, b) => a.at - b.at || a.order - b.order);
  const pieces: string[] = [];
  let from = 0;
  for (const { at, text } of inserts) {
    pieces.push(source.slice(from, at), text);
    from = at;
  }
  pieces.push(source.slice(from));
  return pieces.join('');
}

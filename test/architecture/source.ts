import { parseAst } from 'vite';

/** One import, re-export, dynamic import or import type. */
export interface Import {
  readonly specifier: string;
  /** Whether nothing of it remains at run time. */
  readonly typeOnly: boolean;
}

/** Where a function begins and how long it is. */
export interface Extent {
  readonly line: number;
  readonly lines: number;
  /** Its lines without those of the functions inside. */
  readonly ownLines: number;
}

/** A source file, read once for all rules. */
export interface Source {
  /** From the root, with `/`. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Names that are used and that the file itself does not declare. */
  readonly globals: ReadonlySet<string>;
  /** Every function, class methods included. */
  readonly functions: readonly Extent[];
  /** Lines with the type `any`. */
  readonly anys: readonly number[];
  /** Lines with an async function or an `await`. */
  readonly waits: readonly number[];
  /** Lines with a statement that is more than types. */
  readonly runs: readonly number[];
  /** Whether chance is rolled: `Math.random`. */
  readonly rollsDice: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Reads a file's text. @throws SyntaxError naming the path when it is not TypeScript. */
export function readSource(path: string, text: string): Source {
  const nodes = [...walk(parse(path, text))];
  const lineOf = (node: Node): number => text.slice(0, node.start).split('\n').length;
  const linesOf = (keep: (node: Node) => boolean): number[] => nodes.filter(keep).map(lineOf);
  const declared = new Set(nodes.flatMap(declaredBy));
  return {
    path,
    lines: text.replace(/\n$/, '').split('\n').length,
    imports: nodes.flatMap(importOf),
    globals: new Set(nodes.flatMap(usedBy).filter(name => !declared.has(name))),
    functions: nodes.filter(isFunction).map(node => ({ line: lineOf(node), ...extentOf(text, node) })),
    anys: linesOf(node => node.type === 'TSAnyKeyword'),
    waits: linesOf(node => node['async'] === true || node.type === 'AwaitExpression'),
    runs: nodes.filter(node => node.type === 'Program').flatMap(program => runtimeStatements(program).map(lineOf)),
    rollsDice: nodes.some(isDice),
  };
}

function parse(path: string, text: string): Node {
  try {
    const lang = path.endsWith('x') ? 'tsx' : 'ts';
    return parseAst(text, { lang }) as unknown as Node;
  } catch (failure) {
    throw new SyntaxError(`${path} cannot be read as TypeScript`, { cause: failure });
  }
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* walk(child);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodesIn(value: unknown): Node[] {
  return [value].flat().filter(isNode);
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
]);

function importOf(node: Node): Import[] {
  if (!IMPORTING.has(node.type)) return [];
  const [from] = nodesIn(node['source'] ?? node['argument'] ?? node['expression']);
  if (from === undefined) return [];
  const literal = from.type === 'TSLiteralType' ? nodesIn(from['literal'])[0] : from;
  const specifier = literal?.['value'];
  // A computed import could lead anywhere, so it counts as one of its own.
  return [{ specifier: typeof specifier === 'string' ? specifier : '(computed)', typeOnly: isTypeOnly(node) }];
}

function isTypeOnly(node: Node): boolean {
  if (node.type === 'TSImportType') return true;
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers = nodesIn(node['specifiers']);
  // `import './styles.css'` has no specifiers and runs.
  return (
    specifiers.length > 0 && specifiers.every(each => each['importKind'] === 'type' || each['exportKind'] === 'type')
  );
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function isFunction(node: Node): boolean {
  return FUNCTIONS.has(node.type);
}

function extentOf(text: string, node: Node): Omit<Extent, 'line'> {
  const lines = lineSpan(text, node);
  const inner = outermostFunctions(node).reduce((sum, each) => sum + lineSpan(text, each) - 1, 0);
  return { lines, ownLines: lines - inner };
}

function outermostFunctions(node: Node): Node[] {
  const children = Object.values(node).flat().filter(isNode);
  return children.flatMap(child => (isFunction(child) ? [child] : outermostFunctions(child)));
}

function lineSpan(text: string, node: Node): number {
  return text.slice(node.start, node.end).split('\n').length;
}

/** Fields that hold a name which is not a use of a variable: keys, labels, what a module calls its exports. */
const NAMING_FIELDS: { readonly [type: string]: string } = {
  MemberExpression: 'property',
  Property: 'key',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  TSQualifiedName: 'right',
  ImportSpecifier: 'imported',
  ExportSpecifier: 'exported',
  LabeledStatement: 'label',
};

function usedBy(node: Node): string[] {
  const naming = node['computed'] === true ? undefined : NAMING_FIELDS[node.type];
  const children = Object.entries(node).filter(([field]) => field !== naming);
  // `{ process }` is short for `{ process: process }`: its value is the use.
  return children.flatMap(([, value]) => nodesIn(value)).flatMap(nameOf);
}

function nameOf(node: Node): string[] {
  const name = node.type === 'Identifier' ? node['name'] : undefined;
  return typeof name === 'string' ? [name] : [];
}

const DECLARING_FIELDS: { readonly [type: string]: readonly string[] } = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  TSInterfaceDeclaration: ['id'],
  TSFunctionType: ['params'],
  TSMethodSignature: ['params'],
  TSParameterProperty: ['parameter'],
  CatchClause: ['param'],
  ImportSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
};

function declaredBy(node: Node): string[] {
  return (DECLARING_FIELDS[node.type] ?? []).flatMap(field => nodesIn(node[field])).flatMap(boundBy);
}

/** The names a pattern binds: `{ a, b: [c = 1], ...d }` binds a, c and d. */
function boundBy(pattern: Node): string[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return nodesIn(pattern['properties']).flatMap(boundBy);
    case 'ArrayPattern':
      return nodesIn(pattern['elements']).flatMap(boundBy);
    case 'Property':
      return nodesIn(pattern['value']).flatMap(boundBy);
    case 'AssignmentPattern':
      return nodesIn(pattern['left']).flatMap(boundBy);
    case 'RestElement':
      return nodesIn(pattern['argument']).flatMap(boundBy);
    default:
      return nameOf(pattern);
  }
}

function isDice(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const [object, property] = [nodesIn(node['object'])[0], nodesIn(node['property'])[0]];
  return object?.['name'] === 'Math' && (property?.['name'] ?? property?.['value']) === 'random';
}

const TYPE_STATEMENTS = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);

function runtimeStatements(program: Node): Node[] {
  return nodesIn(program['body']).filter(statement => {
    if (TYPE_STATEMENTS.has(statement.type)) return false;
    if (!IMPORTING.has(statement.type)) return true;
    const declaration = nodesIn(statement['declaration'])[0];
    return !(isTypeOnly(statement) || (declaration !== undefined && TYPE_STATEMENTS.has(declaration.type)));
  });
}

/** Files that exist only in a test: a path and what stands in it. */
export function pretend(files: { readonly [path: string]: string }): Source[] {
  return Object.entries(files).map(([path, text]) => readSource(path, text));
}

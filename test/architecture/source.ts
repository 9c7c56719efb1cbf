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

/** What of a source the rules for imports alone look at. */
export type Importing = Pick<Source, 'path' | 'imports'>;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Reads a file's text. @throws SyntaxError naming the path when it is not TypeScript. */
export function readSource(path: string, text: string): Source {
  const nodes = nodesOf(parse(path, text));
  const lineAt = lineFinder(text);
  const lineOf = (node: Node): number => lineAt(node.start);
  const linesOf = (keep: (node: Node) => boolean): number[] => nodes.filter(keep).map(lineOf);
  const declared = new Set(nodes.flatMap(declaredBy));
  return {
    path,
    lines: text.replace(/\n$/, '').split('\n').length,
    imports: nodes.flatMap(importOf),
    globals: new Set(nodes.flatMap(usedBy).filter(name => !declared.has(name))),
    functions: extentsOf(nodes.filter(isFunction), lineAt),
    anys: linesOf(node => node.type === 'TSAnyKeyword'),
    waits: linesOf(node => node['async'] === true || node.type === 'AwaitExpression'),
    runs: nodes.filter(node => node.type === 'Program').flatMap(program => runtimeStatements(program).map(lineOf)),
    rollsDice: nodes.some(isDice),
  };
}

/** What a file imports, in less time than all of it. @throws SyntaxError as `readSource`. */
export function readImports(path: string, text: string): Importing {
  return { path, imports: nodesOf(parse(path, text)).flatMap(importOf) };
}

function parse(path: string, text: string): Node {
  try {
    const lang = path.endsWith('x') ? 'tsx' : 'ts';
    return parseAst(text, { lang }) as unknown as Node;
  } catch (failure) {
    throw new SyntaxError(`${path} cannot be read as TypeScript`, { cause: failure });
  }
}

/** A node and all below it, in the order of the text. */
function nodesOf(top: Node): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (isNode(value)) {
      nodes.push(value);
      for (const field in value) visit(value[field]);
    }
  };
  visit(top);
  return nodes;
}

/** Tells the line of a place in a text, from 1. */
function lineFinder(text: string): (at: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return at => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
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

/** @param functions in the order of the text: one that is inside another comes after it. */
function extentsOf(functions: readonly Node[], lineAt: (at: number) => number): Extent[] {
  const around: { readonly end: number; readonly extent: { ownLines: number } }[] = [];
  return functions.map(({ start, end }) => {
    while (start >= (around.at(-1)?.end ?? Infinity)) around.pop();
    const line = lineAt(start);
    const lines = lineAt(end) - line + 1;
    const outer = around.at(-1);
    if (outer !== undefined) outer.extent.ownLines -= lines - 1;
    const extent = { line, lines, ownLines: lines };
    around.push({ end, extent });
    return extent;
  });
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

/** The names that stand right below a node and are uses of a variable. */
function usedBy(node: Node): string[] {
  const naming = node['computed'] === true ? undefined : NAMING_FIELDS[node.type];
  const names: string[] = [];
  const see = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(see);
    else if (isNode(value)) names.push(...nameOf(value));
  };
  // `{ process }` is short for `{ process: process }`: its value is the use.
  for (const field in node) if (field !== naming) see(node[field]);
  return names;
}

const NO_NAMES: readonly string[] = [];

function nameOf(node: Node): readonly string[] {
  const name = node.type === 'Identifier' ? node['name'] : undefined;
  return typeof name === 'string' ? [name] : NO_NAMES;
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

function declaredBy(node: Node): readonly string[] {
  const fields = DECLARING_FIELDS[node.type];
  return fields === undefined ? NO_NAMES : fields.flatMap(field => nodesIn(node[field])).flatMap(boundBy);
}

/** The names a pattern binds: `{ a, b: [c = 1], ...d }` binds a, c and d. */
function boundBy(pattern: Node): readonly string[] {
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

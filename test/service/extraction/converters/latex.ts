import { getParser } from '@unified-latex/unified-latex-util-parse';

import { decodedOr } from './text-encoding.ts';

type Node = ReturnType<typeof parser.parse>['content'][number];
type Macro = Extract<Node, { type: 'macro' }>;
type Environment = Extract<Node, { type: 'environment' | 'mathenv' }>;
type Argument = NonNullable<Macro['args']>[number];

/** The parser knows how many arguments the commands of LaTeX itself have; siunitx is ours to say. */
const parser = getParser({
  macros: {
    SI: { signature: 'o m o m' },
    qty: { signature: 'o m m' },
    SIrange: { signature: 'o m m m' },
    qtyrange: { signature: 'o m m m' },
    num: { signature: 'o m' },
    si: { signature: 'o m' },
    unit: { signature: 'o m' },
    ang: { signature: 'o m' },
  },
});

/** The words of a LaTeX file: what is printed, without commands. Formulas stay readable: `\mu` is µ, a fraction `a/b`. */
export function latexText(bytes: Uint8Array): string {
  const text = decodedOr(bytes, null);
  if (!/\\[a-zA-Z]+/.test(text)) throw new Error('it holds no LaTeX command');
  const { content } = parser.parse(text);
  const body = content.find(node => node.type === 'environment' && node.env === 'document');
  const shown = body === undefined ? content : [...content.filter(isAboutDocument), body];
  return printed(shown)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ ?\t ?/g, '\t');
}

/** Of what stands before the document, only this is printed in it. */
function isAboutDocument(node: Node): boolean {
  return node.type === 'macro' && ['title', 'author', 'date'].includes(node.content);
}

function printed(nodes: readonly Node[]): string {
  return nodes.map((node, index) => (definesSomething(nodes, index) ? '' : printedNode(node))).join('');
}

/** Whether a node is what a `\def` just before it defines: the name, its parameters, or the group that ends it. */
function definesSomething(nodes: readonly Node[], index: number): boolean {
  for (let at = index - 1; at >= Math.max(0, index - 5); at -= 1) {
    const before = nodes[at];
    if (before?.type === 'macro' && before.content === 'def') return true;
    if (before?.type === 'group' || before?.type === 'parbreak') return false;
  }
  return false;
}

function printedNode(node: Node): string {
  switch (node.type) {
    case 'string':
      return node.content === '~' ? ' ' : node.content === '&' ? '\t' : node.content;
    case 'whitespace':
      return ' ';
    case 'parbreak':
      return '\n\n';
    case 'comment':
      return node.suffixParbreak === true ? '\n\n' : '';
    case 'macro':
      return printedMacro(node);
    case 'verb':
    case 'verbatim':
      return node.content;
    case 'environment':
    case 'mathenv':
      return printedEnvironment(node);
    case 'displaymath':
      return `\n${printed(node.content)}\n`;
    case 'group':
    case 'inlinemath':
    case 'root':
      return printed(node.content);
  }
}

/** Of an environment's own arguments none is printed: they say columns, widths and places. */
function printedEnvironment({ env, content }: Environment): string {
  if (UNPRINTED_ENVIRONMENTS.has(env)) return '';
  const first = content.findIndex(node => node.type === 'group');
  const isTable = TABLES_OF_PACKAGES.has(env) && first >= 0;
  return `\n${printed(isTable ? content.slice(first + 1) : content)}\n`;
}

/** The parser takes the columns of these for the first cell. */
const TABLES_OF_PACKAGES: ReadonlySet<string> = new Set([
  'longtable',
  'tabularx',
  'tabulary',
  'tabu',
  'longtabu',
  'tabularray',
]);

const UNPRINTED_ENVIRONMENTS: ReadonlySet<string> = new Set(['tikzpicture', 'filecontents', 'comment']);

function printedMacro({ content, args = [] }: Macro): string {
  if (Object.hasOwn(SIGNS, content)) return `${SIGNS[content] ?? ''}${printedArguments(args)}`;
  if (UNPRINTED.has(content)) return '';
  if (content === 'footnote') return ` (${printedArguments(args)})`;
  if (HEADINGS.has(content)) return `\n\n${printedArguments(args)}\n\n`;
  if (FRACTIONS.has(content))
    return args
      .filter(isMandatory)
      .map(one => printed(one.content))
      .join('/');
  if (UNITS.has(content))
    return args
      .filter(isMandatory)
      .map(one => printed(one.content))
      .join(' ');
  return printedArguments(args);
}

/** Optional arguments say how, not what; of several, the last is the text: `\href{address}{text}`. */
function printedArguments(args: readonly Argument[]): string {
  const last = args.findLast(isMandatory);
  return last === undefined ? '' : printed(last.content);
}

function isMandatory(argument: Argument): boolean {
  return argument.openMark !== '[' && argument.content.length > 0;
}

const HEADINGS: ReadonlySet<string> = new Set(
  'title author date part chapter section subsection subsubsection paragraph caption item'.split(' '),
);

const FRACTIONS: ReadonlySet<string> = new Set(['frac', 'dfrac', 'tfrac', 'sfrac', 'nicefrac']);

/** siunitx: a number and its unit. */
const UNITS: ReadonlySet<string> = new Set(['SI', 'qty', 'SIrange', 'qtyrange']);

/** Commands whose arguments are names, places and settings. */
const UNPRINTED: ReadonlySet<string> = new Set(
  `documentclass usepackage RequirePackage label ref eqref pageref cref Cref cite citep citet autocite parencite nocite
   bibliography bibliographystyle includegraphics input include hypersetup setlength newcommand renewcommand def
   newenvironment geometry pagestyle thispagestyle vspace hspace setcounter definecolor color usetikzlibrary sisetup
   graphicspath addbibresource begin end DeclareMathOperator theoremstyle newtheorem hline toprule midrule bottomrule
   cmidrule cline centering maketitle tableofcontents`.split(/\s+/),
);

const SIGNS: { readonly [macro: string]: string } = {
  '\\': '\n',
  newline: '\n',
  tabularnewline: '\n',
  par: '\n\n',
  ',': ' ',
  ';': ' ',
  ':': ' ',
  ' ': ' ',
  quad: ' ',
  qquad: ' ',
  '%': '%',
  '&': '&',
  '#': '#',
  _: '_',
  $: '$',
  '{': '{',
  '}': '}',
  AA: 'Å',
  aa: 'å',
  ss: 'ß',
  o: 'ø',
  O: 'Ø',
  ae: 'æ',
  AE: 'Æ',
  textmu: 'µ',
  textmicro: 'µ',
  micro: 'µ',
  mu: 'µ',
  angstrom: 'Å',
  textdegree: '°',
  degree: '°',
  degreeCelsius: '°C',
  celsius: '°C',
  circ: '°',
  percent: '%',
  litre: 'L',
  liter: 'L',
  gram: 'g',
  metre: 'm',
  meter: 'm',
  second: 's',
  molar: 'M',
  mole: 'mol',
  milli: 'm',
  nano: 'n',
  kilo: 'k',
  per: '/',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  kappa: 'κ',
  lambda: 'λ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  Sigma: 'Σ',
  tau: 'τ',
  phi: 'φ',
  omega: 'ω',
  Omega: 'Ω',
  theta: 'θ',
  eta: 'η',
  chi: 'χ',
  times: '×',
  cdot: '·',
  pm: '±',
  approx: '≈',
  sim: '~',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  infty: '∞',
  to: '→',
  rightarrow: '→',
  sum: '∑',
  int: '∫',
  ldots: '…',
  dots: '…',
  textendash: '–',
  textemdash: '—',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
};

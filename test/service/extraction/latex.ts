import { parse } from '@unified-latex/unified-latex-util-parse';

import { decodedOr } from './text-encoding.ts';

type Node = ReturnType<typeof parse>['content'][number];
type Macro = Extract<Node, { type: 'macro' }>;
type Environment = Extract<Node, { type: 'environment' | 'mathenv' }>;
type Argument = NonNullable<Macro['args']>[number];

/** The words of a LaTeX file: what is printed, without commands. Formulas stay readable: `\mu` is µ, a fraction `a/b`. */
export function latexText(bytes: Uint8Array): string {
  const text = decodedOr(bytes, null);
  if (!/\\[a-zA-Z]+/.test(text)) throw new Error('it holds no LaTeX command');
  return printed(parse(text).content)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/ {2,}/g, ' ');
}

function printed(nodes: readonly Node[]): string {
  return nodes.map(printedNode).join('');
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
function printedEnvironment(node: Environment): string {
  return UNPRINTED_ENVIRONMENTS.has(node.env) ? '' : `\n${printed(node.content)}\n`;
}

const UNPRINTED_ENVIRONMENTS: ReadonlySet<string> = new Set(['tikzpicture', 'filecontents', 'comment']);

function printedMacro({ content, args = [] }: Macro): string {
  if (Object.hasOwn(SIGNS, content)) return `${SIGNS[content] ?? ''}${printedArguments(args)}`;
  if (UNPRINTED.has(content)) return '';
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

/** Optional arguments say how, not what. */
function printedArguments(args: readonly Argument[]): string {
  return args
    .filter(isMandatory)
    .map(one => printed(one.content))
    .join(' ');
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

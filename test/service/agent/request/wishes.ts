import type { ChatMessage } from '../words/conversation.ts';
import type { AnalysisWish } from '../tables/grouping.ts';
import { proseOf } from '../words/prose.ts';
import { stem, tokensIn } from '../words/tokens.ts';

/** What a user can want of the agent. */
export type Wish = 'remember' | 'recall' | 'search' | 'analyse' | 'summarise' | 'protocol' | 'help';

/** What the last message of a conversation asks for. */
export interface Wishes {
  readonly wishes: ReadonlySet<Wish>;
  /** The words the request is about, without those that only say what to do; in order, at most eight. */
  readonly words: readonly string[];
  readonly analysis: AnalysisWish;
  /** What is asked for and cannot be done here, each as the end of "I cannot …". */
  readonly cannot: readonly string[];
}

const SIGNS: { readonly [wish in Wish]: RegExp } = {
  remember: /(^|[.!?\n]\s*)(and |also |please )*(remember|note|keep in mind|forget)\b(?![^.!\n]*\?)/i,
  recall: /\bwhat (do|did) you (remember|know about me)\b|\b(list|show)( me)? (your|the) (memory|notes you keep)\b/i,
  search:
    /\b(search|find|look (for|up)|where (is|are|do|did|can)|which (files?|plates?|protocols?)|is there an?|are there any|do we have)\b/i,
  analyse:
    /\b(analy[sz]e|analysis|statistics?|stats|calculate|compute|averages?|(the|of|with|and) means?|means? (and|of|per|by)|group(ed)? (\w+ )?by|split by|medians?|standard deviations?|fold[- ]?changes?|ΔΔ?ct|ddct|normali[sz]e|plot|chart|graph|compare)\b/i,
  summarise: /\b(summar(y|ies|i[sz]e)|overview|key points|tl;?dr|in short)\b/i,
  protocol:
    /\b(draft|write|make|create|prepare|generate|design|plan|optimi[sz]e|propose)\b[^.!?\n]*\b(protocols?|sops?|procedure|workflow)\b/i,
  help: /\bwhat (all )?can you do\b|\bhow do you work\b|^\s*(help|hi|hello|hey)\b[^a-z]*$/i,
};

const BEYOND: readonly (readonly [sign: RegExp, cannot: string])[] = [
  [/\b(plot|chart|graph|figure|heat ?map)s?\b/i, 'draw figures; the numbers for one are in the workbook'],
  [
    /\b(literature|pubmed|papers?|publications?|patents?|on the (web|internet)|online|uniprot|chembl)\b/i,
    'reach anything outside this knowledge base, such as literature, patents or public databases',
  ],
  [/\b(slides?|slide ?deck|powerpoint|presentation)\b/i, 'make slides'],
  [/\b(images?|pictures?|micrographs?|gel photo|blot image)\b/i, 'look at pictures'],
  [
    /\b(4pl|5pl|four[- ]parameter|ic50|ec50|curve fit|fit a curve|p[- ]?values?|t[- ]?tests?|anova)\b/i,
    'fit curves or test for significance; I only describe, subtract and divide',
  ],
];

/** Words that say what to do, or nothing. */
const EMPTY = new Set(
  `a about above across after again all also an and any are as at averages average be been below between blank but by
  calculate can chart compare compute control could create data do does draft each every file files find first fold
  folder following for from generate get give given graph group grouped had has have here how i in into is it its
  just keep kindly know knowledge base let like list look make me mean means median more most my need new no not now
  of on one or our out over overview per please plot prepare procedure protocol protocols question relative remember
  report same search see show so some sop statistics stats step steps summaries summarise summarize summary
  table tell than that the their them then there these they thing this those to two up us use used using versus vs
  put say said way many next week last slide slides deck step-by-step note notes
  want was we were what when where which who why will with would write you your analyse analyze analysis change
  before picture pictures image images photo photos
  changes write-up deviation standard sd short key points hello hi hey help thanks thank did`.split(/\s+/),
);

/** Words that say what kind of file is meant; as `tokensIn` has them. */
export const KINDS: ReadonlySet<string> = new Set(
  'protocol sop procedure report table map note sheet log draft slide'.split(' ').map(stem),
);

const EMPTY_TOKENS = new Set([...EMPTY].flatMap(tokensIn));

/** Whether a token (see `tokensIn`) only says what to do, or nothing. */
export function isEmptyWord(token: string): boolean {
  return EMPTY_TOKENS.has(token);
}

const MOST_WORDS = 8;

/**
 * Reads what the last message asks for. Quoted lines and fenced blocks are data and do not count. A message that says
 * nothing of its own kind ("now by sample") continues the wish of the user's message before it.
 */
export function wishesOf(messages: readonly ChatMessage[]): Wishes {
  const said = messages
    .filter(message => message.role === 'user')
    .map(message => wantedParts(proseOf(message.content)));
  const last = said.at(-1) ?? '';
  const own = signsOf(last);
  const words = topicWords(last);
  const before = said.at(-2) ?? '';
  const continues = own.size === 0 && isContinuation(last, words);
  return {
    wishes: continues ? new Set([...signsOf(before)].filter(wish => wish !== 'remember')) : own,
    words: continues && words.length === 0 ? topicWords(before) : words,
    analysis: {
      groupBy: columnsAfter(/group(?:ed|ing)?(?: \w+)? by|split by/, last),
      mayGroupBy: columnsAfter(/by|per|for each/, last),
      control: controlIn(last),
    },
    cannot: BEYOND.flatMap(([sign, cannot]) => (sign.test(last) ? [cannot] : [])),
  };
}

/** "Do not analyse it" is no wish to analyse. */
function wantedParts(prose: string): string {
  const named = prose.replaceAll(/\b(certificates?) of analys[ie]s\b/gi, '$1');
  return named.replaceAll(/\b(do not|don['’]t|no need to|without|instead of|rather than)\s+[\p{L}-]+/giu, ' ');
}

/** A protocol that goes up to the analysis is no wish to analyse something now. */
function signsOf(text: string): Set<Wish> {
  const signs = signsIn(text);
  if (signs.has('protocol') && !SIGNS.analyse.test(text.replaceAll(/\banalysis\b/gi, ''))) signs.delete('analyse');
  return signs;
}

function signsIn(text: string): Set<Wish> {
  const found = new Set<Wish>();
  for (const [wish, sign] of Object.entries(SIGNS)) if (sign.test(text)) found.add(wish as Wish);
  return found;
}

function isContinuation(text: string, words: readonly string[]): boolean {
  return /^\s*(and|now|also|again|then|the same|same|next|ok(ay)?)\b/i.test(text) && words.length <= 4;
}

/** The words a text is about, each once, in order. */
export function topicWords(text: string, most = MOST_WORDS): readonly string[] {
  const words = text.match(/[\p{L}\p{N}Δµ]+(?:[-.'’][\p{L}\p{N}]+)*/gu) ?? [];
  const telling = words.filter(word => (word.length > 1 || /\d/.test(word)) && !EMPTY.has(word.toLowerCase()));
  const once = new Map<string, string>();
  for (const word of telling) if (!once.has(word.toLowerCase())) once.set(word.toLowerCase(), word);
  return [...once.values()].slice(0, most);
}

/** The columns named after a sign such as "grouped by", up to what no longer names columns. */
function columnsAfter(sign: RegExp, text: string): readonly string[] {
  const named = new RegExp(`\\b(?:${sign.source}) (?:the )?([^.,;:!?\\n]+)`, 'i').exec(text)?.[1];
  const columns = named?.replace(
    /\b(relative|compared|versus|vs|with|using|and (calculate|compute|compare|draft|write)|against|to|as|in|from|for)\b.*$/i,
    '',
  );
  return (columns ?? '')
    .split(/\s+and\s+|\s*[&+×]\s*|\s+then by\s+/i)
    .map(name => name.replaceAll(/["“”'`]|\b(column|columns|group)\b/gi, '').trim())
    .filter(name => name !== '');
}

function controlIn(text: string): string | null {
  const named =
    /\b(?:relative to|compared (?:to|with)|versus|vs\.?|against|fold[- ]change (?:to|over)|normali[sz]ed? (?:to|against)|(?:the )?control (?:group )?is)\s+(?:the )?(?:control (?:group )?)?["“'`]?((?:[^"”'`.,;:!?\n]|\.(?=\S))+)/i.exec(
      text,
    )?.[1];
  const value = named?.replace(/\b(and|for|in|using|by|per|with)\b.*$/i, '').trim() ?? '';
  return value === '' || /^(the )?(control|controls|group|it|that|each other)$/i.test(value) ? null : value;
}

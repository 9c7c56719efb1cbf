import type { AgentRequest } from '../words/conversation.ts';
import { KINDS, isEmptyWord, wishesOf } from './wishes.ts';
import { proseOf } from '../words/prose.ts';
import { type SaidDate, type Token, datesIn, isNumber, saidTokensIn, tokensIn } from '../words/tokens.ts';

/** What a message names that files may be called, when it asks for work on files and gives none. */
export interface Target {
  /** As the user wrote them, numbers and dates included; what is searched for and told. */
  readonly words: readonly string[];
  /** The words, each once; without numbers. */
  readonly tokens: readonly Token[];
  /** Numbers with the word before them, as in "plate 3". */
  readonly numbers: readonly NumberName[];
  /** Whether one of the numbers is enough, as in "plates 2 and 3". */
  readonly isList: boolean;
  readonly dates: readonly SaidDate[];
  /** Kinds of files that were named: `protocol`, `note`, `table` … */
  readonly kinds: readonly string[];
  /** Whether several files are meant. */
  readonly isPlural: boolean;
}

export interface NumberName {
  /** Null for a number that nothing stands before. */
  readonly anchor: string | null;
  readonly number: string;
  /** Both as they were written. */
  readonly said: string;
}

const PLURALS =
  /\b(all|both|every|each|files|protocols|sops|meetings|plates|tables|documents|runs|reports|logs|procedures|experiments|assays|maps|blots|analyses)\b/i;
/** How long the answer is to be, which names no file. */
const LENGTHS =
  /\b(?:\d+|one|two|three|four|five|six|ten|some|a few) (short |bullet |key )?(sentences?|words?|lines?|bullets?|points?|pages?|paragraphs?|minutes?)\b/gi;
const LIST = /(\p{L}+)\s+((?:\d+\s*(?:,\s*(?:and\s+)?|and\s+|or\s+|&\s*|\+\s*|(?:to|[-–])\s*))+\d+)(?![\d.]*\p{L})/u;
const LONGEST_RANGE = 20;

/** What the last message names. Columns to group by and the control are about the inside of a file and do not count. */
export function targetOf(request: AgentRequest): Target {
  const { words: said, analysis } = wishesOf(request.messages);
  const prose = proseOf(request.messages.at(-1)?.content ?? '').replaceAll(LENGTHS, ' ');
  const { dates, rest } = datesIn(prose.replaceAll(/(?<=\w)\.[a-z]\w{1,4}\b/gi, ' '));
  const { numbers, isList } = numbersIn(rest);
  const inside = new Set([...analysis.groupBy, ...analysis.mayGroupBy, analysis.control ?? ''].flatMap(tokensIn));
  const named = saidTokensIn(rest);
  const kinds = named.filter(each => KINDS.has(each.token));
  const telling = new Set(said.flatMap(tokensIn));
  const isTelling = ({ token }: Token): boolean => telling.has(token) && !isNumber(token) && !inside.has(token);
  const own = named.filter(isTelling);
  const isEmpty = own.length + numbers.length + dates.length === 0;
  const anchors = new Set(numbers.map(each => each.anchor));
  const lone = (isEmpty ? kinds : own).filter(each => !anchors.has(each.token));
  return {
    words: [...new Set([...lone, ...numbers].map(each => each.said)), ...dates.map(each => each.said)],
    tokens: tokensOf(isEmpty ? kinds : own),
    numbers,
    isList,
    dates,
    kinds: tokensOf(kinds).map(each => each.token),
    isPlural: isList || PLURALS.test(prose),
  };
}

function tokensOf(tokens: readonly Token[]): Token[] {
  return [...new Map(tokens.map(each => [each.token, each])).values()];
}

/** What to search for to find files of a target: its words, also without their plural. */
export function searchedFor({ words, tokens, numbers, dates }: Target): readonly string[] {
  const anchors = numbers.flatMap(({ anchor, said }) => (anchor === null ? [] : [said.replace(/[\s-]\S+$/, '')]));
  const all = [
    ...dates.map(each => each.date),
    ...anchors,
    ...words,
    ...tokens.flatMap(({ said }) => [said, singular(said)]),
  ];
  return [...new Set(all)];
}

function singular(word: string): string {
  return word.length > 3 && /[^s]s$/i.test(word) ? word.slice(0, -1) : word;
}

function numbersIn(text: string): { numbers: NumberName[]; isList: boolean } {
  const list = LIST.exec(text);
  const anchor = saidTokensIn(list?.[1] ?? '')[0];
  if (list !== null && anchor !== undefined && isAnchor(anchor)) {
    const numbers = listed(list[2] ?? '').map(number =>
      numberName({ ...anchor, said: singular(anchor.said) }, { said: number, token: number, gap: ' ' }),
    );
    return { numbers, isList: true };
  }
  const tokens = saidTokensIn(text);
  const numbers = tokens.flatMap((each, index): NumberName[] => {
    const before = tokens[index - 1];
    if (!isNumber(each.token)) return [];
    return [numberName(before !== undefined && isAnchor(before) ? before : null, each)];
  });
  return { numbers, isList: false };
}

function isAnchor({ token }: Token): boolean {
  return !isEmptyWord(token) || KINDS.has(token);
}

function numberName(before: Token | null, { said, token, gap }: Token): NumberName {
  const link = gap === '-' ? '-' : ' ';
  return {
    anchor: before?.token ?? null,
    number: token,
    said: before === null ? said : `${before.said}${link}${said}`,
  };
}

/** "1, 2 and 4" and "1 to 3" as numbers. */
function listed(text: string): string[] {
  const range = /^(\d+)\s*(?:to|[-–])\s*(\d+)$/.exec(text.trim());
  const [from, to] = [Number(range?.[1]), Number(range?.[2])];
  if (range === null || !(to > from) || to - from > LONGEST_RANGE) return tokensIn(text).filter(isNumber);
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

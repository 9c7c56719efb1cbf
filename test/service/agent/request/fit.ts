import type { FoundFile } from '../words/conversation.ts';
import type { NumberName, Target } from './target.ts';
import { datesIn, nameStem, tokensIn } from '../words/tokens.ts';

/** How well a file fits what a message names. */
export interface Fit {
  /** What of the target stands in the name, as the user wrote it. */
  readonly inName: readonly string[];
  /** What stands in the text only. */
  readonly inText: readonly string[];
  readonly missing: readonly string[];
  readonly fits: boolean;
  /** Larger is better; only to be compared among the files of one target. */
  readonly score: number;
}

/** A name or a text, ready to be compared with a target. */
export interface Words {
  readonly tokens: readonly string[];
  readonly dates: readonly string[];
}

/** The words of a file's name, without its extension. */
export function nameWords(name: string): Words {
  return wordsOf(nameStem(name));
}

/** The words of a text, of which only the beginning is read. */
export function textWords(text: string | null): Words {
  return wordsOf((text ?? '').slice(0, 100_000));
}

function wordsOf(text: string): Words {
  const { dates, rest } = datesIn(text);
  return { tokens: tokensIn(rest), dates: dates.map(each => each.date) };
}

const NAME_WORD = 20;
/** Numbers and dates tell files of one kind apart: they count more than words. */
const NAME_NUMBER = 30;
const TEXT_ANY = 10;
const KIND = 4;

/**
 * A file fits when each number and date that was named stands in its name or text, and at least half of everything that
 * was named, something of it in the name; or when its text holds at least two thirds of it.
 */
export function fitOf(target: Target, name: Words, text: Words): Fit {
  const parts = partsOf(target);
  const inName = parts.filter(part => part.isIn(name));
  const inText = parts.filter(part => !inName.includes(part) && part.isIn(text));
  const missing = parts.filter(part => !inName.includes(part) && !inText.includes(part));
  const numbersHeld = target.isList
    ? parts.some(part => part.isNumber && inName.includes(part))
    : missing.every(part => !part.isNumber);
  const held = inName.length + inText.length;
  const isHalf = held * 2 >= (target.isList ? parts.filter(part => !part.isNumber).length + 1 : parts.length);
  const isInText = missing.length === 0 || (inText.length > 1 && inText.length * 3 >= parts.length * 2);
  const kinds = target.kinds.filter(kind => name.tokens.includes(kind)).length;
  const points = inName.reduce((sum, part) => sum + (part.isNumber ? NAME_NUMBER : NAME_WORD), 0);
  return {
    inName: inName.map(part => part.said),
    inText: inText.map(part => part.said),
    missing: target.isList
      ? missing.filter(part => !part.isNumber).map(part => part.said)
      : missing.map(part => part.said),
    fits: parts.length > 0 && numbersHeld && isHalf && (inName.length > 0 || isInText),
    score: points + inText.length * TEXT_ANY + kinds * KIND,
  };
}

interface TargetPart {
  readonly said: string;
  readonly isNumber: boolean;
  readonly isIn: (words: Words) => boolean;
}

/** What a file can hold or lack; the word before a number goes with the number. */
function partsOf(target: Target): readonly TargetPart[] {
  const anchors = new Set(target.numbers.map(each => each.anchor));
  const lone = target.tokens.filter(token => !anchors.has(token.token));
  return [
    ...lone.map(({ said, token }) => ({ said, isNumber: false, isIn: ({ tokens }: Words) => tokens.includes(token) })),
    ...target.numbers.map(each => ({
      said: each.said,
      isNumber: true,
      isIn: ({ tokens }: Words) => holdsNumber(tokens, each),
    })),
    ...target.dates.map(({ said, date }) => ({
      said,
      isNumber: true,
      isIn: ({ dates }: Words) => dates.some(each => each.endsWith(date)),
    })),
  ];
}

function holdsNumber(tokens: readonly string[], { anchor, number }: NumberName): boolean {
  return tokens.some((token, index) => token === number && (anchor === null || tokens[index - 1] === anchor));
}

/** Files by how well their names fit, as found where they fit equally; what agents wrote comes last. */
export function byName(target: Target, found: readonly FoundFile[]): readonly FoundFile[] {
  const none: Words = { tokens: [], dates: [] };
  const scored = found.map(hit => ({ hit, score: fitOf(target, nameWords(hit.name), none).score }));
  const own = ({ hit }: { hit: FoundFile }): number => Number(hit.isAgentWork);
  return scored.sort((one, other) => own(one) - own(other) || other.score - one.score).map(({ hit }) => hit);
}
